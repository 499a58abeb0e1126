package draw

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// role is what an element is for, as attributes: the light colours stand in the attributes, so that every program that knows SVG shows
// them, and the dark ones in the style sheet, by class.
type role string

const (
	paper    role = `class="paper" fill="#ffffff"`
	ink      role = `class="ink" fill="#1f2328"`
	soft     role = `class="soft" fill="#59636e"`
	faded    role = `class="faded" fill="#a3abb5"`
	over     role = `class="over" fill="#f1f2f4"`
	gridLine role = `class="grid" fill="none" stroke="#e4e7eb"`
	axisLine role = `class="axis" fill="none" stroke="#6e7781"`
	inkLine  role = `class="inkline" fill="none" stroke="#1f2328"`
	fadeLine role = `class="fadeline" fill="none" stroke="#b4bbc4"`
	halo     role = `class="halo" fill="none" stroke="#ffffff"`
)

const dark = `@media (prefers-color-scheme: dark){` +
	`.paper{fill:#15181c}.ink{fill:#e8eaed}.soft{fill:#a9b1ba}.faded{fill:#6b737d}.over{fill:#1f2329}` +
	`.grid{stroke:#2d333a}.axis{stroke:#8b949e}.inkline{stroke:#e8eaed}.fadeline{stroke:#59616b}.halo{stroke:#15181c}}`

const fonts = `Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif`

// canvas collects the elements of one picture.
type canvas struct{ body bytes.Buffer }

// add writes one piece of markup; numbers among the arguments are written by num.
func (c *canvas) add(format string, args ...any) {
	for i, a := range args {
		if v, ok := a.(float64); ok {
			args[i] = num(v)
		}
	}
	fmt.Fprintf(&c.body, format, args...)
	c.body.WriteByte('\n')
}

func (c *canvas) rect(b box, r role) {
	c.add(`<rect x="%v" y="%v" width="%v" height="%v" %v/>`, b.x0, b.y0, b.x1-b.x0, b.y1-b.y0, r)
}

func (c *canvas) line(x0, y0, x1, y1 float64, r role) {
	c.add(`<path d="M%v %vL%v %v" %v/>`, x0, y0, x1, y1, r)
}

// path writes the path d, or nothing where d is empty.
func (c *canvas) path(d *path, r role) {
	if d.Len() > 0 {
		c.add(`<path d="%v" %v/>`, d.String(), r)
	}
}

// text writes s with its base line at y; extra are further attributes.
func (c *canvas) text(x, y float64, s string, r role, extra string) {
	if extra != "" {
		extra = " " + extra
	}
	c.add(`<text x="%v" y="%v" %v%v>%v</text>`, x, y, r, extra, escape(s))
}

// writeTo writes the whole document; title is what a screen reader says.
func (c *canvas) writeTo(w io.Writer, width, height float64, title string) error {
	var doc bytes.Buffer
	fmt.Fprintf(&doc, `<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %[1]s %[2]s" role="img" font-family="%s" font-size="%s">`+"\n",
		num(width), num(height), fonts, num(tickSize))
	fmt.Fprintf(&doc, "<title>%s</title>\n<style>%s</style>\n", escape(title), dark)
	fmt.Fprintf(&doc, `<rect width="%s" height="%s" %s/>`+"\n", num(width), num(height), paper)
	doc.Write(c.body.Bytes())
	doc.WriteString("</svg>\n")
	_, err := w.Write(doc.Bytes())
	return err
}

// path is the text of a path in the making.
type path struct{ strings.Builder }

func (p *path) to(command byte, x, y float64) {
	p.WriteByte(command)
	p.WriteString(num(x))
	p.WriteByte(' ')
	p.WriteString(num(y))
}

func (p *path) segment(x0, y0, x1, y1 float64) {
	p.to('M', x0, y0)
	p.to('L', x1, y1)
}

func (p *path) rect(b box) {
	p.to('M', b.x0, b.y0)
	p.WriteString("H" + num(b.x1) + "V" + num(b.y1) + "H" + num(b.x0) + "Z")
}

func (p *path) polygon(xy ...float64) {
	p.to('M', xy[0], xy[1])
	for i := 2; i < len(xy); i += 2 {
		p.to('L', xy[i], xy[i+1])
	}
	p.WriteByte('Z')
}

// num writes a coordinate to a hundredth of a pixel.
func num(v float64) string {
	s := strconv.FormatFloat(math.Round(v*100)/100, 'f', -1, 64)
	if s == "-0" {
		return "0"
	}
	return s
}

// escape makes s character data of XML; what XML cannot hold becomes the replacement character.
func escape(s string) string {
	var out strings.Builder
	for _, r := range s {
		switch {
		case r == '&':
			out.WriteString("&amp;")
		case r == '<':
			out.WriteString("&lt;")
		case r == '>':
			out.WriteString("&gt;")
		case r == '\t' || r == '\n' || r == '\r':
			out.WriteByte(' ')
		case r < ' ' || r == 0xfffe || r == 0xffff:
			out.WriteRune(0xfffd)
		default:
			out.WriteRune(r)
		}
	}
	return out.String()
}
