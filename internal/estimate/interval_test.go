package estimate

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// anInt is small, or near where Ints wrap.
var anInt = rapid.OneOf(rapid.Int64Range(-20, 20), rapid.Int64(),
	rapid.SampledFrom([]int64{math.MinInt64, math.MinInt64 + 1, math.MaxInt64 - 1, math.MaxInt64}))

// anInterval is an interval and a number in it.
func anInterval(t *rapid.T, name string) (Interval, int64) {
	x, y, z := anInt.Draw(t, name), anInt.Draw(t, name), anInt.Draw(t, name)
	lo, hi := min(x, y, z), max(x, y, z)
	return Interval{lo, hi}, x + y + z - lo - hi
}

// TestArithmetic checks that an operation on numbers is in the operation on intervals.
func TestArithmetic(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		i, x := anInterval(rt, "x")
		j, y := anInterval(rt, "y")
		in := func(op string, all Interval, z int64) {
			if !all.Contains(z) {
				rt.Fatalf("%d in %v, %d in %v: %s gives %d, not in %v", x, i, y, j, op, z, all)
			}
		}
		in("iadd", i.plus(j), x+y)
		in("isub", i.minus(j), x-y)
		in("imul", i.times(j), x*y)
		in("iabs", i.abs(), max(x, -x))
		in("join", i.join(j), x)
		in("join", i.join(j), y)
		if y != 0 {
			q, ok := i.over(j)
			in("idiv", q, floorDiv(x, y))
			r, ok2 := i.mod(j)
			in("imod", r, x-y*floorDiv(x, y))
			if !ok || !ok2 {
				rt.Fatalf("%v divided by %v is no run-time error", i, j)
			}
		}
		if x >= 0 && y >= 0 {
			a, b := Interval{max(i.Lo, 0), i.Hi}, Interval{max(j.Lo, 0), j.Hi}
			in("and", a.and(b), satAdd(x, y))
			in("by", a.by(b), satMul(x, y))
			in("less", a.less(b), max(0, x-y))
		}
	})
}

func TestExactArithmetic(t *testing.T) {
	assert.Equal(t, Exactly(-3), Exactly(-7).must(Interval.over, Exactly(3)))
	assert.Equal(t, Exactly(2), Exactly(-7).must(Interval.mod, Exactly(3)))
	assert.Equal(t, Exactly(-1), Exactly(-7).must(Interval.mod, Exactly(-3)))
	assert.Equal(t, Interval{0, 6}, Interval{0, 100}.must(Interval.mod, Interval{1, 7}))
	assert.Equal(t, Interval{-100, 100}, Interval{0, 100}.must(Interval.over, Interval{-2, 1}))
	_, ok := Exactly(1).over(Exactly(0))
	assert.False(t, ok, "a division by 0")
	assert.Equal(t, anyInt, Exactly(math.MaxInt64).plus(Exactly(1)))
	assert.Equal(t, Exactly(math.MaxInt64), Exactly(math.MaxInt64-1).plus(Exactly(1)))
}

func (i Interval) must(op func(i, j Interval) (Interval, bool), j Interval) Interval {
	k, _ := op(i, j)
	return k
}
