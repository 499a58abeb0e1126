package lower

import (
	"procad/core"
	"procad/proc"
)

// deepest bounds how deep an expression is looked at for its value.
const deepest = 32

// constant is the value of an Int or a Bool that does not depend on the
// arguments: 1 is true. false if it does, or if there may be a fault.
func (f *fn) constant(e core.Term) (int64, bool) { return f.constantWithin(e, deepest) }

func (f *fn) constantWithin(e core.Term, depth int) (int64, bool) {
	if !f.small || depth == 0 || e.Type() != core.Int && e.Type() != core.Bool {
		return 0, false
	}
	switch e := e.(type) {
	case *core.IntConst:
		return e.Value, true
	case *core.Inject:
		return number(e.Con == core.True), true
	case *core.Use:
		if l := f.env[e.Var].leaf; l != nil && l.known != nil {
			return *l.known, true
		}
	case *core.Size:
		if x, ok := e.X.(*core.Use); ok {
			if l := f.env[x.Var].leaf; l != nil {
				return l.dim(e.Axis)
			}
		}
	case *core.Case:
		x, y, and, ok := logical(e)
		if !ok {
			return 0, false
		}
		if y, ok := f.constantWithin(y, depth-1); ok {
			if x, ok := f.constantWithin(x, depth-1); ok {
				if and {
					return x & y, true
				}
				return x | y, true
			}
		}
	case *core.Prim:
		args := make([]int64, len(e.Args))
		for i := len(args) - 1; i >= 0; i-- {
			x, ok := f.constantWithin(e.Args[i], depth-1)
			if !ok {
				return 0, false
			}
			args[i] = x
		}
		return evaluated(e.Op, args)
	}
	return 0, false
}

// logical takes x && y and x || y apart.
//
//	x && y = if x then y else false        x || y = if x then true else y
func logical(e *core.Case) (x, y core.Term, and, ok bool) {
	if e.X.Type() != core.Bool || e.Of != core.Bool {
		return nil, nil, false, false
	}
	yes, no := e.Arms[core.True].Body, e.Arms[core.False].Body
	switch {
	case core.IsTruth(no, core.False):
		return e.X, yes, true, true
	case core.IsTruth(yes, core.True):
		return e.X, no, false, true
	}
	return nil, nil, false, false
}

// evaluated is op of Ints and Bools; false if that is a fault, or not folded.
func evaluated(op core.Op, args []int64) (int64, bool) {
	switch op {
	case core.Not:
		return 1 - args[0], true
	case core.Neg:
		return -args[0], true
	}
	if len(args) != 2 {
		return 0, false
	}
	x, y := args[0], args[1]
	switch op {
	case core.Add:
		return x + y, true
	case core.Sub:
		return x - y, true
	case core.Mul:
		return x * y, true
	case core.IDiv:
		// x = (x div y) y + x mod y        x mod y has the sign of y
		if y == 0 {
			return 0, false
		}
		r, _ := evaluated(core.IMod, args)
		return (x - r) / y, true
	case core.IMod:
		if y == 0 {
			return 0, false
		}
		r := x % y
		if r != 0 && (r < 0) != (y < 0) {
			r += y
		}
		return r, true
	case core.Eq:
		return number(x == y), true
	case core.Lt:
		return number(x < y), true
	case core.Le:
		return number(x <= y), true
	case core.Gt:
		return number(x > y), true
	case core.Ge:
		return number(x >= y), true
	}
	return 0, false
}

func number(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// knownLeaf is an Int or a Bool that is k. Whatever needs a variable makes a
// constant of its own, so no loop has to see it.
func (f *fn) knownLeaf(t core.Type, k int64) *leaf {
	return &leaf{Var: proc.Var{Type: procType(t)}, fn: f, known: &k}
}

// constantVar makes the variable of a leaf that is known.
func (f *fn) constantVar(l *leaf, to *target) proc.Var {
	if l.Type == proc.Bool {
		return f.boolConst(f.at, f.result(to, proc.Bool), *l.known == 1)
	}
	out := f.result(to, proc.Int)
	f.emit(&proc.Const{Where: where(f.at), Out: out, Bits: uint64(*l.known)})
	return out
}

// learn notes the sizes of a parameter, which have been checked.
func (f *fn) learn(s core.Shape, v value) {
	switch s := s.(type) {
	case *core.TupleShape:
		for i, e := range s.Elems {
			f.learn(e, v.elems[i])
		}
	case *core.ArrayShape:
		for _, size := range s.Sizes {
			n := int64(-1)
			if lit, ok := size.Size.(*core.IntConst); ok && f.small {
				n = lit.Value
			}
			v.leaf.dims = append(v.leaf.dims, n)
		}
	}
}

// dim is the size of an array along an axis, if it is known.
func (l *leaf) dim(axis int) (int64, bool) {
	if axis >= len(l.dims) || l.dims[axis] < 0 {
		return 0, false
	}
	return l.dims[axis], true
}
