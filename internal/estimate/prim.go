package estimate

import (
	"math"

	"procad/internal/native"
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
)

// Call runs a Call. What it gives is new memory; it gives nothing where that is a run-time error.
func (fr *frame) Call(s *proc.Call, in *Value, zone []*Value) *Value {
	fr.frees(in)
	out := fr.apply(s, in, zone)
	if out == nil {
		fr.run.Stop()
	}
	return fr.gives(out)
}

func (fr *frame) apply(s *proc.Call, in *Value, zone []*Value) *Value {
	if _, _, derived := deriv.Apart(s.Func); !derived {
		if kind, body, ok := s.Func.Loop(); ok {
			return fr.loop(s, kind, body, in, zone)
		}
	}
	if d := fr.definition(s.Func); d != nil {
		c := fr.call(d, zone, in)
		fr.ran(c, Exactly(1))
		return c.out
	}
	if _, ok := prim.Table[s.Func]; ok {
		return fr.arithmetic(s.Func, in)
	} else if c, _, ok := prim.Message(s.Func); ok {
		return fr.check(c, in)
	} else if prim.IsExtern(s.Func) {
		return fr.extern(s.Func, in)
	}
	family, types, _ := s.Func.Family()
	rule := families[family]
	if rule == nil {
		failf("%s has no definition", s.Func)
	}
	return rule(fr, types, zone, in)
}

// ran counts n runs of a call.
func (fr *frame) ran(c *call, n Interval) {
	fr.also(c.work.by(n))
	if n.Lo > 0 {
		fr.during(&c.peak)
	} else if n.Hi > 0 {
		maybe := c.peak
		maybe.data.Lo = 0
		fr.during(&maybe)
	}
	fr.loops.add(c.loops, n, fr.lattice)
}

// check is assert{"m"}, agree{"m"} and the like.
func (fr *frame) check(c prim.Check, in *Value) *Value {
	if !c.Equal && in.parts[0] == nil {
		return nil
	}
	if c.Equal && (in.parts[0].iv.Hi < in.parts[1].iv.Lo || in.parts[1].iv.Hi < in.parts[0].iv.Lo) {
		return nil
	}
	return fr.unit()
}

// arithmetic is a primitive of prim.Table; nil where it is a run-time error.
func (fr *frame) arithmetic(f proc.Func, in *Value) *Value {
	x, y := in, in
	if len(in.parts) == 2 {
		x, y = in.parts[0], in.parts[1]
	}
	sig := prim.Table[f]
	switch {
	case sig.Out == proc.Bool:
		return fr.compare(f, x, y)
	case sig.Out == proc.Int:
		return fr.integer(f, x, y)
	}
	return fr.reals(realOf(f, x, y))
}

func (fr *frame) compare(f proc.Func, x, y *Value) *Value {
	a, b := x.iv, y.iv
	switch f {
	case prim.ILt:
		return fr.bool(a.Lo < b.Hi, a.Hi >= b.Lo)
	case prim.ILe:
		return fr.bool(a.Lo <= b.Hi, a.Hi > b.Lo)
	case prim.IEq:
		return fr.bool(max(a.Lo, b.Lo) <= min(a.Hi, b.Hi), !a.Exact() || a != b)
	}
	if x.real.known && y.real.known {
		a, b := x.real, y.real
		switch f {
		case prim.Lt:
			return fr.bool(a.lo < b.hi, a.hi >= b.lo)
		case prim.Le:
			return fr.bool(a.lo <= b.hi, a.hi > b.lo)
		}
	}
	return fr.bool(true, true)
}

func (fr *frame) integer(f proc.Func, x, y *Value) *Value {
	a, b := x.iv, y.iv
	switch f {
	case prim.IAdd:
		if b.Exact() || y.rel == 0 && x.rel != 0 {
			return fr.shift(x, b)
		}
		return fr.shift(y, a)
	case prim.ISub:
		if v := fr.apart(x, y); v != nil {
			return v
		}
		if b.Lo == math.MinInt64 {
			return fr.int(a.minus(b))
		}
		return fr.shift(x, Interval{-b.Hi, -b.Lo})
	case prim.IMul:
		switch {
		case b == Exactly(1):
			return x
		case a == Exactly(1):
			return y
		}
		return fr.int(a.times(b))
	case prim.IDiv:
		return fr.quotient(a.over(b))
	case prim.IMod:
		return fr.quotient(a.mod(b))
	case prim.IMin:
		switch {
		case a.Hi <= b.Lo:
			return x
		case b.Hi <= a.Lo:
			return y
		}
		return fr.int(Interval{min(a.Lo, b.Lo), min(a.Hi, b.Hi)})
	case prim.IMax:
		switch {
		case a.Lo >= b.Hi:
			return x
		case b.Lo >= a.Hi:
			return y
		}
		return fr.int(Interval{max(a.Lo, b.Lo), max(a.Hi, b.Hi)})
	case prim.INeg:
		return fr.int(Exactly(0).minus(a))
	case prim.IAbs:
		return fr.int(a.abs())
	case prim.CacheBytes:
		return fr.int(Exactly(native.CacheBytes()))
	}
	return fr.floor(x.real) // int x
}

// apart is x - y where both are known relative to the same Int.
func (fr *frame) apart(x, y *Value) *Value {
	if x.rel == 0 || x.rel != y.rel {
		return nil
	}
	return fr.int(x.iv.minus(y.iv).meet(x.off.minus(y.off)))
}

func (fr *frame) quotient(i Interval, ok bool) *Value {
	if !ok {
		return nil
	}
	return fr.int(i)
}

// floor is int of a Real; nil where that is no Int.
func (fr *frame) floor(s span) *Value {
	if !s.known {
		return fr.int(anyInt)
	}
	lo, hi := math.Floor(s.lo), math.Floor(s.hi)
	if !(hi >= -1<<63 && lo < 1<<63) {
		return nil
	}
	i := anyInt
	if lo >= -1<<63 {
		i.Lo = int64(lo)
	}
	if hi < 1<<63 {
		i.Hi = int64(hi)
	}
	return fr.int(i)
}

// realOf knows the functions that sizes are computed with. All of them are
// monotone, rounding included, so their values at the ends are bounds.
func realOf(f proc.Func, x, y *Value) span {
	if f == prim.ToReal {
		return span{true, float64(x.iv.Lo), float64(x.iv.Hi)}
	}
	a, b := x.real, y.real
	if !a.known || !b.known {
		return span{}
	}
	out := span{known: true}
	switch f {
	case prim.Add:
		out.lo, out.hi = a.lo+b.lo, a.hi+b.hi
	case prim.Sub:
		out.lo, out.hi = a.lo-b.hi, a.hi-b.lo
	case prim.Mul:
		out.lo, out.hi = corners(a, b, func(x, y float64) float64 { return x * y })
	case prim.Div:
		if b.lo <= 0 && b.hi >= 0 {
			return span{}
		}
		out.lo, out.hi = corners(a, b, func(x, y float64) float64 { return x / y })
	case prim.Neg:
		out.lo, out.hi = -a.hi, -a.lo
	case prim.Sqrt:
		out.lo, out.hi = math.Sqrt(a.lo), math.Sqrt(a.hi)
	case prim.Floor:
		out.lo, out.hi = math.Floor(a.lo), math.Floor(a.hi)
	case prim.Min:
		out.lo, out.hi = min(a.lo, b.lo), min(a.hi, b.hi)
	case prim.Max:
		out.lo, out.hi = max(a.lo, b.lo), max(a.hi, b.hi)
	default:
		return span{}
	}
	if out.lo != out.lo || out.hi != out.hi || math.IsInf(out.lo, 0) || math.IsInf(out.hi, 0) {
		return span{}
	}
	return out
}

func corners(a, b span, f func(x, y float64) float64) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, x := range [2]float64{a.lo, a.hi} {
		for _, y := range [2]float64{b.lo, b.hi} {
			z := f(x, y)
			lo, hi = math.Min(lo, z), math.Max(hi, z)
		}
	}
	return lo, hi
}
