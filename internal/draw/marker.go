package draw

import "fmt"

// The colours are Okabe and Ito's, without black and yellow, and two more. Colour-blind readers tell them apart, on light and on
// dark paper.
const (
	blue      = "#0072b2"
	vermilion = "#d55e00"
	green     = "#009e73"
	purple    = "#cc79a7"
	orange    = "#e69f00"
	sky       = "#56b4e9"
	violet    = "#7744dd"
	brown     = "#8b4513"
)

var palette = []string{blue, vermilion, green, purple, orange, sky, violet, brown}

func colour(i int) string { return palette[i%len(palette)] }

func fill(colour string) role { return role(fmt.Sprintf(`fill="%s"`, colour)) }

func stroke(colour string, width float64) role {
	return role(fmt.Sprintf(`fill="none" stroke="%s" stroke-width="%s" stroke-linejoin="round"`, colour, num(width)))
}

// marker adds the i-th shape around (x, y); after shape and colour have both come round, a pair of them has not.
func (p *path) marker(i int, x, y, r float64) {
	switch i % 7 {
	case 0: // disc
		p.to('M', x-r, y)
		for _, to := range []float64{x + r, x - r} {
			fmt.Fprintf(p, "A%s %s 0 0 1 %s %s", num(r), num(r), num(to), num(y))
		}
		p.WriteByte('Z')
	case 1: // square
		p.rect(box{x - 0.88*r, y - 0.88*r, x + 0.88*r, y + 0.88*r})
	case 2: // triangle
		p.polygon(x, y-1.2*r, x+1.1*r, y+0.8*r, x-1.1*r, y+0.8*r)
	case 3: // diamond
		p.polygon(x, y-1.3*r, x+1.3*r, y, x, y+1.3*r, x-1.3*r, y)
	case 4: // triangle, point down
		p.polygon(x, y+1.2*r, x-1.1*r, y-0.8*r, x+1.1*r, y-0.8*r)
	case 5: // plus
		a, b := 1.25*r, 0.45*r
		p.polygon(x-b, y-a, x+b, y-a, x+b, y-b, x+a, y-b, x+a, y+b, x+b, y+b, x+b, y+a, x-b, y+a, x-b, y+b, x-a, y+b, x-a, y-b, x-b, y-b)
	case 6: // hourglass
		p.polygon(x-r, y-1.1*r, x+r, y-1.1*r, x-r, y+1.1*r, x+r, y+1.1*r)
	}
}

// Samples for the legend.

func markerKey(name string, i int, curve bool) key {
	return key{name, func(c *canvas, x, y float64) {
		if curve {
			c.line(x-13, y, x+13, y, stroke(colour(i), 1.8))
		}
		var p path
		p.marker(i, x, y, 4.5)
		c.path(&p, fill(colour(i)))
	}}
}

func lineKey(name string, r role) key {
	return key{name, func(c *canvas, x, y float64) { c.line(x-13, y, x+13, y, r) }}
}

func areaKey(name string, r role) key {
	return key{name, func(c *canvas, x, y float64) { c.rect(box{x - 11, y - 5, x + 11, y + 5}, r) }}
}
