package decimal

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestFloat(t *testing.T) {
	zeros := strings.Repeat("0", 1000)
	for text, want := range map[string]float64{
		"0": 0, "-0": math.Copysign(0, -1), "0e9999999999999999999999": 0, "0.000e5": 0,
		"1": 1, "-12.5": -12.5, "1e3": 1000, "1E+03": 1000, "25e-1": 2.5, "007.50": 7.5,
		"1" + zeros + "e-1000":          1,
		"-1" + zeros + ".0e-1000":       -1,
		"0." + zeros + "1e1001":         1,
		zeros + "1":                     1,
		"1" + zeros + zeros + "e-2308":  1e-308,
		"1e-99999999999999999999999999": 0,
	} {
		x, err := Float(text)
		require.NoError(t, err)
		assert.Equal(t, math.Float64bits(want), math.Float64bits(x), text)
	}
	for _, text := range []string{"1e309", "-1e99999999999999999999999999", "1" + zeros} {
		x, err := Float(text)
		assert.Error(t, err)
		assert.True(t, math.IsInf(x, 0))
	}
}

// TestNearest compares with exact arithmetic.
func TestNearest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		digits := func(name string, most int) string {
			head := rapid.StringMatching(`[0-9]{0,25}`).Draw(t, name)
			return head + strings.Repeat(rapid.SampledFrom([]string{"0", "9", "3"}).Draw(t, name+" rest"), rapid.IntRange(0, most).Draw(t, name+" count"))
		}
		text := "1" + digits("whole", 900) + "." + digits("fraction", 900) + "1e" + strconv.Itoa(rapid.IntRange(-1300, 300).Draw(t, "exponent"))
		exact, ok := new(big.Rat).SetString(text)
		require.True(t, ok)
		want, _ := exact.Float64()
		x, err := Float(text)
		assert.Equal(t, want, x, text)
		assert.Equal(t, math.IsInf(want, 0), err != nil)
	})
}
