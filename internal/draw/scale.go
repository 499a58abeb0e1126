package draw

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// scale maps numbers from lo to hi to pixels from p0 to p1.
type scale struct {
	lo, hi float64
	log    bool
	p0, p1 float64
}

func (s scale) at(v float64) float64 {
	f := (v - s.lo) / (s.hi - s.lo)
	if s.log {
		f = math.Log(v/s.lo) / math.Log(s.hi/s.lo)
	}
	return s.p0 + f*(s.p1-s.p0)
}

// extent is the range of the numbers seen.
type extent struct{ lo, hi float64 }

func newExtent() extent { return extent{math.Inf(1), math.Inf(-1)} }

func (e *extent) add(v float64) { e.lo, e.hi = min(e.lo, v), max(e.hi, v) }

// linear is a scale from zero (or below) to a little above the largest number.
func (e extent) linear() scale {
	lo, hi := min(e.lo, 0), e.hi
	if hi <= lo {
		hi = lo + max(1, math.Abs(lo))
	}
	return scale{lo: lo, hi: hi + 0.06*(hi-lo)}
}

// logarithmic is a scale with some room on both sides; equal numbers get a factor of two.
func (e extent) logarithmic() scale {
	factor := max(math.Pow(e.hi/e.lo, 0.07), 1.02)
	if e.hi/e.lo < 1.0001 {
		factor = 2
	}
	return scale{lo: e.lo / factor, hi: e.hi * factor, log: true}
}

// finite is an error for a number that no linear axis can show.
func finite(what string, v float64) error {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return fmt.Errorf("%s is %v: only finite numbers can be drawn", what, v)
	}
	return nil
}

// positive is an error for a number that no logarithmic axis can show. The bounds keep every ratio of two of them finite.
func positive(what string, v float64) error {
	if err := finite(what, v); err != nil {
		return err
	}
	if v < 1e-100 || v > 1e100 {
		return fmt.Errorf("%s is %v: a logarithmic axis takes numbers from 1e-100 to 1e100", what, v)
	}
	return nil
}

// tick is a mark on an axis; a minor one has no label.
type tick struct {
	at    float64
	label string
}

// ticks are about count marks with labels on s, and marks without a label between them.
func (s scale) ticks(u Unit, count int) []tick {
	switch {
	case s.log && u == Bytes && s.hi/s.lo >= 6:
		return s.powersOfTwo(count)
	case s.log && s.hi/s.lo >= 6:
		return s.powersOfTen(u, count)
	}
	return s.even(u, count)
}

// even ticks are multiples of 1, 2 or 5 times a power of ten; of bytes, of a power of two where that is a whole number of their unit.
func (s scale) even(u Unit, count int) []tick {
	size, name := u.prefix(max(math.Abs(s.lo), math.Abs(s.hi)))
	raw := (s.hi - s.lo) / float64(count) / size
	step := math.Pow(10, math.Floor(math.Log10(raw)))
	for _, m := range []float64{1, 2, 5, 10} {
		if m*step >= raw*(1-1e-9) {
			step *= m
			break
		}
	}
	if u == Bytes && raw > 0.5 {
		step = math.Exp2(math.Ceil(math.Log2(raw)))
	}
	// One notation for all: in full where that is short, else as multiples of a thousand, a million, …, or of a thousandth, ….
	digits := func() int { return max(0, -int(math.Floor(math.Log10(step)+1e-9))) }
	if top := max(math.Abs(s.lo), math.Abs(s.hi)) / size; top >= 1e7 || digits() > 9 {
		exp := 3 * int(math.Floor(math.Log10(top)/3))
		size, step, name = size*math.Pow10(exp), step/math.Pow10(exp), "·10"+superscript(exp)+name
	}
	var out []tick
	for i := math.Ceil(s.lo/size/step - 1e-9); i*step*size <= s.hi*(1+1e-12); i++ {
		v := i * step
		label := thousands(int64(math.Round(v))) + name
		switch {
		case v == 0:
			label = "0"
		case digits() > 0:
			label = strings.Replace(strconv.FormatFloat(v, 'f', digits(), 64), "-", "−", 1) + name
		}
		out = append(out, tick{v * size, label})
	}
	return out
}

func (s scale) powersOfTwo(count int) []tick {
	lo, hi := math.Ceil(math.Log2(s.lo)-1e-9), math.Floor(math.Log2(s.hi)+1e-9)
	step := 1.0
	for _, m := range []float64{1, 2, 5, 10, 20, 50, 100} {
		if step = m; (hi-lo)/m <= float64(count) {
			break
		}
	}
	var out []tick
	for e := lo; e <= hi; e++ {
		switch {
		case math.Mod(e, step) == 0:
			out = append(out, tick{math.Exp2(e), Bytes.Format(math.Exp2(e))})
		case step <= 10:
			out = append(out, tick{at: math.Exp2(e)})
		}
	}
	return out
}

func (s scale) powersOfTen(u Unit, count int) []tick {
	decades := math.Log10(s.hi / s.lo)
	step := math.Ceil(decades / float64(count))
	var out []tick
	for e := math.Floor(math.Log10(s.lo)); e <= math.Log10(s.hi)+1e-9; e++ {
		for m := 1.0; m < 10; m++ {
			v := m * math.Pow(10, e)
			if v < s.lo*(1-1e-9) || v > s.hi*(1+1e-9) {
				continue
			}
			named := m == 1 && math.Mod(e, step) == 0 || decades < 1.5 && (m == 2 || m == 5) || decades < 2.5 && m == 3 && decades >= 1.5
			switch {
			case named:
				out = append(out, tick{v, u.Format(v)})
			case m == 1 || decades <= 8:
				out = append(out, tick{at: v})
			}
		}
	}
	return out
}
