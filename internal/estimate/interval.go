package estimate

import (
	"fmt"
	"math"
	"math/bits"
)

// An Interval is the Ints from Lo to Hi. As a number of things or bytes,
// math.MaxInt64 stands for no bound.
type Interval struct{ Lo, Hi int64 }

const unbounded = math.MaxInt64

var (
	anyInt   = Interval{math.MinInt64, math.MaxInt64}
	anyCount = Interval{0, unbounded}
	nothing  = Interval{}
)

// Exactly is the interval of one number.
func Exactly(n int64) Interval { return Interval{n, n} }

// Exact says that only one number is in the interval.
func (i Interval) Exact() bool { return i.Lo == i.Hi }

// Contains says that n is in the interval.
func (i Interval) Contains(n int64) bool { return i.Lo <= n && n <= i.Hi }

// String shows 7, 3…9 or, without a bound, 3….
func (i Interval) String() string {
	switch {
	case i.Exact():
		return fmt.Sprint(i.Lo)
	case i == anyInt:
		return "…"
	case i.Hi == unbounded:
		return fmt.Sprintf("%d…", i.Lo)
	case i.Lo == math.MinInt64:
		return fmt.Sprintf("…%d", i.Hi)
	}
	return fmt.Sprintf("%d…%d", i.Lo, i.Hi)
}

func (i Interval) join(j Interval) Interval { return Interval{min(i.Lo, j.Lo), max(i.Hi, j.Hi)} }

func (i Interval) within(j Interval) bool { return j.Lo <= i.Lo && i.Hi <= j.Hi }

// meet is i where nothing is in both: one of the two then knows of no value.
func (i Interval) meet(j Interval) Interval {
	m := Interval{max(i.Lo, j.Lo), min(i.Hi, j.Hi)}
	if m.Lo > m.Hi {
		return i
	}
	return m
}

// Arithmetic of Int wraps, so an operation that may overflow may give any Int.

func (i Interval) plus(j Interval) Interval {
	lo, ok1 := add64(i.Lo, j.Lo)
	hi, ok2 := add64(i.Hi, j.Hi)
	return checked(lo, hi, ok1 && ok2)
}

func (i Interval) minus(j Interval) Interval {
	lo, ok1 := sub64(i.Lo, j.Hi)
	hi, ok2 := sub64(i.Hi, j.Lo)
	return checked(lo, hi, ok1 && ok2)
}

func (i Interval) times(j Interval) Interval {
	all := Interval{math.MaxInt64, math.MinInt64}
	for _, x := range [2]int64{i.Lo, i.Hi} {
		for _, y := range [2]int64{j.Lo, j.Hi} {
			p, ok := mul64(x, y)
			if !ok {
				return anyInt
			}
			all = all.join(Exactly(p))
		}
	}
	return all
}

func checked(lo, hi int64, ok bool) Interval {
	if !ok {
		return anyInt
	}
	return Interval{lo, hi}
}

// over is idiv, which rounds towards -∞; ok is false where every divisor is 0.
func (i Interval) over(j Interval) (q Interval, ok bool) {
	for _, d := range divisors(j) {
		for _, x := range [2]int64{i.Lo, i.Hi} {
			for _, y := range [2]int64{d.Lo, d.Hi} {
				if x == math.MinInt64 && y == -1 {
					return anyInt, true
				}
				part := Exactly(floorDiv(x, y))
				if ok {
					part = part.join(q)
				}
				q, ok = part, true
			}
		}
	}
	return q, ok
}

// mod is imod, whose sign is that of the divisor.
func (i Interval) mod(j Interval) (r Interval, ok bool) {
	for _, d := range divisors(j) {
		part := Interval{0, d.Hi - 1}
		switch {
		case i.Exact() && d.Exact():
			part = Exactly(i.Lo - d.Lo*floorDiv(i.Lo, d.Lo))
		case d.Hi < 0:
			part = Interval{d.Lo + 1, 0}
			if i.Lo > d.Hi && i.Hi <= 0 {
				part = i
			}
		case i.Lo >= 0 && i.Hi < d.Lo:
			part = i
		case i.Lo >= 0:
			part.Hi = min(part.Hi, i.Hi)
		}
		if ok {
			part = part.join(r)
		}
		r, ok = part, true
	}
	return r, ok
}

// divisors are the parts of an interval on both sides of 0.
func divisors(j Interval) []Interval {
	var parts []Interval
	if j.Lo < 0 {
		parts = append(parts, Interval{j.Lo, min(j.Hi, -1)})
	}
	if j.Hi > 0 {
		parts = append(parts, Interval{max(j.Lo, 1), j.Hi})
	}
	return parts
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

func (i Interval) abs() Interval {
	switch {
	case i.Lo == math.MinInt64:
		return anyInt
	case i.Lo >= 0:
		return i
	case i.Hi <= 0:
		return Interval{-i.Hi, -i.Lo}
	}
	return Interval{0, max(-i.Lo, i.Hi)}
}

// Counts of things and of bytes are not negative, and saturate.

func (i Interval) and(j Interval) Interval { return Interval{satAdd(i.Lo, j.Lo), satAdd(i.Hi, j.Hi)} }
func (i Interval) by(j Interval) Interval  { return Interval{satMul(i.Lo, j.Lo), satMul(i.Hi, j.Hi)} }

// less takes j away; what is left is not negative.
func (i Interval) less(j Interval) Interval {
	out := Interval{max(0, i.Lo-min(j.Hi, i.Lo)), i.Hi}
	if i.Hi != unbounded {
		out.Hi = max(0, i.Hi-j.Lo)
	}
	return out
}

// counts is what is left of an interval where a negative number is a run-time error.
func (i Interval) counts() (n Interval, ok bool) { return Interval{max(0, i.Lo), i.Hi}, i.Hi >= 0 }

func satAdd(a, b int64) int64 {
	if a > unbounded-b {
		return unbounded
	}
	return a + b
}

func satMul(a, b int64) int64 {
	if hi, lo := bits.Mul64(uint64(a), uint64(b)); hi == 0 && lo <= unbounded {
		return int64(lo)
	}
	return unbounded
}

func add64(a, b int64) (int64, bool) {
	s := a + b
	return s, (s > a) == (b > 0)
}

func sub64(a, b int64) (int64, bool) {
	d := a - b
	return d, (d < a) == (b > 0)
}

func mul64(a, b int64) (int64, bool) {
	if a == 0 || b == 0 {
		return 0, true
	}
	p := a * b
	return p, p/b == a && !(a == -1 && b == math.MinInt64) && !(b == -1 && a == math.MinInt64)
}
