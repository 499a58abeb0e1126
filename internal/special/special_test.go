package special

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestValues compares with values of high precision.
func TestValues(t *testing.T) {
	file, err := os.Open("testdata/values.txt")
	require.NoError(t, err)
	defer file.Close()
	n := 0
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		var function string
		var order int64
		var x, want float64
		_, err := fmt.Sscan(lines.Text(), &function, &order, &x, &want)
		require.NoError(t, err, lines.Text())
		var got float64
		switch function {
		case "Lgamma":
			got = Lgamma(x)
		case "Digamma":
			got = Digamma(x)
		case "Polygamma":
			got = Polygamma(order, x)
		}
		tolerance := 1e-14
		if order > 20 {
			tolerance = 4e-16 * float64(order) // a product of as many factors
		}
		if order > 170 {
			tolerance = 1e-11
		}
		// x itself is only exact up to a rounding of π x or log x near a zero.
		assert.InDelta(t, 0, (got-want)/math.Max(math.Abs(want), 1e-300), tolerance, "%s: got %g", lines.Text(), got)
		n++
	}
	assert.Greater(t, n, 200)
}

func TestPoles(t *testing.T) {
	inf, nan, minus0 := math.Inf(1), math.NaN(), math.Copysign(0, -1)
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"lgamma 0", Lgamma(0), inf},
		{"lgamma -3", Lgamma(-3), inf},
		{"lgamma -inf", Lgamma(-inf), inf},
		{"lgamma inf", Lgamma(inf), inf},
		{"lgamma nan", Lgamma(nan), nan},
		{"digamma 0", Digamma(0), -inf},
		{"digamma -0", Digamma(minus0), inf},
		{"digamma -1", Digamma(-1), nan},
		{"digamma -1e300", Digamma(-1e300), nan},
		{"digamma -inf", Digamma(-inf), nan},
		{"digamma inf", Digamma(inf), inf},
		{"digamma nan", Digamma(nan), nan},
		{"polygamma -1", Polygamma(-1, 2), nan},
		{"polygamma order 0", Polygamma(0, 2.5), Digamma(2.5)},
		{"polygamma 1 at 0", Polygamma(1, 0), inf},
		{"polygamma 2 at 0", Polygamma(2, 0), -inf},
		{"polygamma 2 at -0", Polygamma(2, minus0), inf},
		{"polygamma 1 at -2", Polygamma(1, -2), inf},
		{"polygamma 2 at -2", Polygamma(2, -2), nan},
		{"polygamma 1 at inf", Polygamma(1, inf), 0},
		{"polygamma 1 at -inf", Polygamma(1, -inf), nan},
		{"polygamma nan", Polygamma(3, nan), nan},
		{"polygamma of huge order", Polygamma(1<<62, 3), -inf},
		{"polygamma of huge order and argument", Polygamma(1<<62, 0x1p61), 0},
		{"polygamma of largest order", Polygamma(math.MaxInt64, 1e17), inf},
	} {
		if math.IsNaN(c.want) {
			assert.True(t, math.IsNaN(c.got), "%s: %g", c.name, c.got)
			continue
		}
		assert.Equal(t, c.want, c.got, c.name)
	}
}
