package split

import "procad/proc"

// boxLimit is how many words a packed trace may have.
const boxLimit = 256

// boxed says that a trace of type X is handed on as a stack of one item.
// Otherwise a function that calls g twice would hand on the trace of g twice,
// word by word, and a chain of such functions as many words as it has calls.
func boxed(x proc.Type) bool { return width(x, boxLimit+1) > boxLimit }

// width is the number of words of a t, or at least limit.
func width(t proc.Type, limit int) int {
	n := 0
	switch t := t.(type) {
	case proc.RealType, proc.IntType:
		n = 1
	case *proc.TupleType:
		for _, e := range t.Elems {
			if n < limit {
				n += width(e, limit-n)
			}
		}
	case *proc.SumType:
		n = 1 + width(t.L, limit)
		if n < limit {
			n += width(t.R, limit-n)
		}
	case *proc.ArrayType:
		n = 1 + t.Rank
	case *proc.StackType:
		n = 3
	}
	return n
}

// box puts a trace on a stack of its own.
func box(b *proc.Builder, x proc.Var) proc.Var {
	one := b.Int("one", 1)
	k := b.Call("k", proc.NewStack(x.Type), proc.FamilyOf("empty", x.Type), nil, one)
	return b.Call("k'", k.Type, proc.FamilyOf("push", x.Type), nil, b.Tuple("kx", k, x))
}

// unbox takes it off.
func unbox(b *proc.Builder, k, x proc.Var) {
	kx := b.Call("kx", proc.NewTuple(k.Type, x.Type), proc.FamilyOf("pop", x.Type), nil, k)
	empty := b.Var("k'", k.Type)
	b.Emit(&proc.Untuple{Outs: []proc.Var{empty, x}, In: kx})
	b.Elim(b.Call("u", proc.Unit, proc.FamilyOf("drained", x.Type), nil, empty))
}
