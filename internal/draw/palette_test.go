package draw

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// linear is a colour as light, in parts of red, green and blue.
func linear(t *testing.T, colour string) (c [3]float64) {
	var b [3]int
	_, err := fmt.Sscanf(colour, "#%02x%02x%02x", &b[0], &b[1], &b[2])
	require.NoError(t, err, colour)
	for i, v := range b {
		if x := float64(v) / 255; x <= 0.04045 {
			c[i] = x / 12.92
		} else {
			c[i] = math.Pow((x+0.055)/1.055, 2.4)
		}
	}
	return c
}

func apply(m [3][3]float64, c [3]float64) (out [3]float64) {
	for i, row := range m {
		for k, v := range row {
			out[i] += v * c[k]
		}
	}
	return out
}

// lab is a colour in CIELAB, where distances are differences that people see.
func lab(c [3]float64) [3]float64 {
	xyz := apply([3][3]float64{{0.4124, 0.3576, 0.1805}, {0.2126, 0.7152, 0.0722}, {0.0193, 0.1192, 0.9505}}, c)
	for i, white := range []float64{0.9505, 1, 1.089} {
		v := max(xyz[i], 0) / white
		if v > 0.008856 {
			xyz[i] = math.Cbrt(v)
		} else {
			xyz[i] = 7.787*v + 16.0/116
		}
	}
	return [3]float64{116*xyz[1] - 16, 500 * (xyz[0] - xyz[1]), 200 * (xyz[1] - xyz[2])}
}

// TestPalette says that there are eight colours, that people tell them apart with usual sight and with the two frequent
// kinds of colour blindness (by the model of Machado, Oliveira and Fernandes, 2009), and that each stands out from light and from dark paper.
func TestPalette(t *testing.T) {
	require.Len(t, palette, 8)
	sights := map[string][3][3]float64{
		"usual":        {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
		"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
		"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	}
	least := map[string]float64{"usual": 26, "deuteranopia": 17, "protanopia": 17} // 2.3 is just seen
	for name, sight := range sights {
		for i, a := range palette {
			for _, b := range palette[:i] {
				x, y := lab(apply(sight, linear(t, a))), lab(apply(sight, linear(t, b)))
				assert.Greater(t, math.Hypot(math.Hypot(x[0]-y[0], x[1]-y[1]), x[2]-y[2]), least[name], "%s: %s and %s", name, a, b)
			}
		}
	}
	luminance := func(colour string) float64 {
		c := linear(t, colour)
		return 0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2]
	}
	for _, c := range palette {
		for _, sheet := range []string{"#ffffff", "#15181c"} {
			a, b := luminance(c), luminance(sheet)
			assert.Greater(t, (max(a, b)+0.05)/(min(a, b)+0.05), 2.2, "%s on %s", c, sheet)
		}
	}
}

// TestPicturesOfPages says that in no picture of a page a label stands on another.
func TestPicturesOfPages(t *testing.T) {
	files, err := filepath.Glob("../../docs/pictures/*.svg")
	require.NoError(t, err)
	require.Greater(t, len(files), 10)
	for _, file := range files {
		doc, err := os.ReadFile(file)
		require.NoError(t, err)
		all, paper := texts(t, doc)
		assert.NotEmpty(t, all, file)
		for i, a := range all {
			assert.True(t, paper.holds(a.box), "%s: %q is not on the paper", file, a.text)
			for _, b := range all[:i] {
				assert.False(t, a.box.meets(b.box), "%s: %q stands on %q", file, a.text, b.text)
			}
		}
	}
}
