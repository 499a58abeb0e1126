package run

import (
	"math"
	"slices"

	"procad/internal/native"
	"procad/internal/special"
	"procad/llvm/loopir"
	"procad/prim"
	"procad/proc"
)

func real(w uint64) float64 { return math.Float64frombits(w) }
func bits(x float64) uint64 { return math.Float64bits(x) }

func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// arithmetic runs an operation of numbers, lane by lane.
func (f *frame) arithmetic(op *loopir.Op) error {
	out := f.w(op.Outs[0])
	switch op.Kind {
	case loopir.Splat:
		for i := range out {
			out[i] = f.w(op.Args[0])[0]
		}
		return nil
	case loopir.Iota:
		for i := range out {
			out[i] = f.w(op.Args[0])[0] + uint64(i)
		}
		return nil
	case loopir.Reduce:
		lanes := f.w(op.Args[0])
		if len(op.Args) == 2 {
			lanes = append(slices.Clone(f.w(op.Args[1])), lanes...)
		}
		out[0] = sum(op.Args[0].Type.Elem, lanes)
		return nil
	}
	var xs [2][]uint64
	for i, v := range op.Args {
		xs[i] = f.w(v)
	}
	for lane := range out {
		if !f.active(op, lane) {
			continue
		}
		var x, y uint64
		if len(op.Args) > 0 {
			x = xs[0][lane]
		}
		if len(op.Args) > 1 {
			y = xs[1][lane]
		}
		if op.Kind == loopir.Math {
			out[lane] = function(op.Func, x, y)
		} else if op.Args[0].Type.Elem == loopir.Real {
			out[lane] = reals(op.Kind, x, y)
		} else if (op.Kind == loopir.Div || op.Kind == loopir.Mod) && y == 0 {
			return f.broken("a division by 0")
		} else {
			out[lane] = ints(op.Kind, x, y)
		}
	}
	return nil
}

// sum adds the lanes of a vector, the first one first. Of Bools it is whether one is true.
func sum(e loopir.Elem, xs []uint64) uint64 {
	total := xs[0]
	for _, x := range xs[1:] {
		switch e {
		case loopir.Real:
			total = bits(real(total) + real(x))
		case loopir.Int:
			total += x
		default:
			total |= x
		}
	}
	return total
}

// reals is an operation of Reals.
func reals(k loopir.Kind, v, w uint64) uint64 {
	x, y := real(v), real(w)
	switch k {
	case loopir.Add:
		return bits(x + y)
	case loopir.Sub:
		return bits(x - y)
	case loopir.Mul:
		return bits(x * y)
	case loopir.Div:
		return bits(x / y)
	case loopir.Neg:
		return bits(-x)
	case loopir.Min:
		if x < y {
			return v
		}
		return w
	case loopir.Max:
		if x > y {
			return v
		}
		return w
	case loopir.Lt:
		return truth(x < y)
	case loopir.Le:
		return truth(x <= y)
	case loopir.Eq:
		return truth(x == y)
	}
	return uint64(int64(x)) // ToInt
}

// ints is an operation of Ints or of Bools.
func ints(k loopir.Kind, v, w uint64) uint64 {
	x, y := int64(v), int64(w)
	switch k {
	case loopir.Add:
		return v + w
	case loopir.Sub:
		return v - w
	case loopir.Mul:
		return v * w
	case loopir.Div, loopir.Mod:
		q, r := divide(x, y)
		if k == loopir.Mod {
			return uint64(r)
		}
		return uint64(q)
	case loopir.Neg:
		return -v
	case loopir.Min:
		return uint64(min(x, y))
	case loopir.Max:
		return uint64(max(x, y))
	case loopir.And:
		return v & w
	case loopir.Or:
		return v | w
	case loopir.Not:
		return 1 - v
	case loopir.Freeze:
		return v
	case loopir.Shl:
		return v << (w & 63)
	case loopir.Shr:
		return uint64(x >> (w & 63))
	case loopir.Lt:
		return truth(x < y)
	case loopir.Le:
		return truth(x <= y)
	case loopir.Eq:
		return truth(x == y)
	}
	return bits(float64(x)) // ToReal
}

// divide rounds towards -∞; both results wrap.
func divide(a, b int64) (q, r int64) {
	q, r = a/b, a%b
	if r != 0 && (r < 0) != (b < 0) {
		q, r = q-1, r+b
	}
	return q, r
}

// functions are the elementary functions by name.
var functions = func() map[proc.Func]special.Function {
	table := map[proc.Func]special.Function{}
	for _, f := range special.Functions {
		table[proc.Name(f.Name)] = f
	}
	return table
}()

// function is a primitive that is a Math.
func function(f proc.Func, x, y uint64) uint64 {
	switch f {
	case prim.Abs:
		return bits(math.Abs(real(x)))
	case prim.Polygamma:
		return bits(special.Polygamma(int64(x), real(y)))
	case prim.Powi:
		return bits(special.Powi(real(x), int64(y)))
	case prim.CacheBytes:
		return uint64(native.CacheBytes())
	}
	g := functions[f]
	if g.Two != nil {
		return bits(g.Two(real(x), real(y)))
	}
	return bits(g.One(real(x)))
}

// choose runs  z = select c, x, y  of numbers or objects, or lane by lane.
func (f *frame) choose(op *loopir.Op) {
	c, out := op.Args[0], op.Outs[0]
	if c.Type == loopir.BoolType {
		from := op.Args[1]
		if f.int(c) == 0 {
			from = op.Args[2]
		}
		f.set(out, f.leaves([]*loopir.Value{from})[0])
		return
	}
	for lane := range f.w(out) {
		from := op.Args[1]
		if f.w(c)[lane] == 0 {
			from = op.Args[2]
		}
		f.w(out)[lane] = f.w(from)[lane]
	}
}
