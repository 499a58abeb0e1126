package mod61_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/mod61"
)

func TestOf(t *testing.T) {
	for _, c := range []struct {
		x    float64
		want uint64
	}{
		{0, 0}, {math.Copysign(0, -1), 0}, {1, 1}, {-1, mod61.Prime - 1}, {12345, 12345},
		{0x1p61, 1}, {0x1p61 + 1024, 1025}, {0.5, 1 << 60}, {-0.5, mod61.Prime - 1<<60}, {0x1p-61, 1}, {0x1p-62, 1 << 60}, {1.5, 1<<60 + 1},
	} {
		got, err := mod61.Of(c.x)
		require.NoError(t, err)
		assert.Equal(t, c.want, got, "%g", c.x)
	}
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		_, err := mod61.Of(x)
		assert.ErrorIs(t, err, mod61.ErrInexact)
	}
	for _, n := range []int64{0, 1, -7, mod61.Prime, mod61.Prime + 3, math.MinInt64, math.MaxInt64} {
		want := new(big.Int).Mod(big.NewInt(n), big.NewInt(mod61.Prime))
		assert.Equal(t, want.Uint64(), mod61.OfInt(n), "%d", n)
	}
}

// TestField compares + - * / and powers with those of big integers.
func TestField(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	p := big.NewInt(mod61.Prime)
	edges := []uint64{0, 1, 2, 1 << 60, mod61.Prime / 2, mod61.Prime/2 + 1, mod61.Prime - 1}
	pick := func() uint64 {
		if r.IntN(3) == 0 {
			return edges[r.IntN(len(edges))]
		}
		return r.Uint64N(mod61.Prime)
	}
	for range 2000 {
		x, y := pick(), pick()
		bx, by := new(big.Int).SetUint64(x), new(big.Int).SetUint64(y)
		is := func(got uint64, want *big.Int, what string) {
			require.Equal(t, want.Mod(want, p).Uint64(), got, "%s of %d and %d", what, x, y)
		}
		is(mod61.Add(x, y), new(big.Int).Add(bx, by), "the sum")
		is(mod61.Mul(x, y), new(big.Int).Mul(bx, by), "the product")
		is(mod61.Neg(x), new(big.Int).Neg(bx), "the negative")
		n := r.Int64N(1000) - 500
		q, err := mod61.Quo(x, y)
		power, powerErr := mod61.Pow(y, n)
		if y == 0 {
			require.ErrorIs(t, err, mod61.ErrDivide)
			require.Equal(t, n < 0, powerErr != nil)
			continue
		}
		require.NoError(t, err)
		require.NoError(t, powerErr)
		is(q, new(big.Int).Mul(bx, new(big.Int).ModInverse(by, p)), "the quotient")
		is(power, new(big.Int).Exp(by, big.NewInt(n), p), "the power")
	}
}

func TestSigns(t *testing.T) {
	for _, n := range []int64{0, 1, -1, 5, -5, mod61.Prime / 2, -(mod61.Prime / 2)} {
		x := mod61.OfInt(n)
		assert.Equal(t, n, mod61.Signed(x))
		assert.Equal(t, max(n, -n), mod61.Signed(mod61.Abs(x)))
		sign, _ := mod61.Of(float64(min(max(n, -1), 1)))
		assert.Equal(t, sign, mod61.Sign(x))
	}
}

// TestStrongQuo: 0 divided by anything is 0.
func TestStrongQuo(t *testing.T) {
	for _, c := range []struct{ x, y, want uint64 }{{0, 0, 0}, {0, 5, 0}, {6, 3, 2}} {
		got, err := mod61.StrongQuo(c.x, c.y)
		assert.NoError(t, err)
		assert.Equal(t, c.want, got)
	}
	_, err := mod61.StrongQuo(1, 0)
	assert.ErrorIs(t, err, mod61.ErrDivide)
}
