package lower

import (
	"procad/proc"
	"procad/source"
)

// deepest bounds how deep an expression is looked at for its value.
const deepest = 32

// constant is the value of an Int or a Bool that does not depend on the
// arguments: 1 is true. false if it does, or if there may be a fault.
func (f *fn) constant(e source.Expr) (int64, bool) { return f.constantWithin(e, deepest) }

func (f *fn) constantWithin(e source.Expr, depth int) (int64, bool) {
	if !f.small || depth == 0 || e.Type() != source.Int && e.Type() != source.Bool {
		return 0, false
	}
	switch e := e.(type) {
	case *source.IntLit:
		return e.Value, true
	case *source.BoolLit:
		return number(e.Value), true
	case *source.Ident:
		if l := f.env[e.Var].leaf; l != nil && l.known != nil {
			return *l.known, true
		}
	case *source.SizeOf:
		if x, ok := e.X.(*source.Ident); ok {
			if l := f.env[x.Var].leaf; l != nil {
				return l.dim(e.Axis)
			}
		}
	case *source.Unary:
		if x, ok := f.constantWithin(e.X, depth-1); ok {
			if e.Op == source.Not {
				return 1 - x, true
			}
			return -x, true
		}
	case *source.Binary:
		if e.X.Type() == source.Real {
			return 0, false
		}
		y, ok := f.constantWithin(e.Y, depth-1)
		if !ok {
			return 0, false
		}
		if x, ok := f.constantWithin(e.X, depth-1); ok {
			return evaluated(e.Op, x, y)
		}
	}
	return 0, false
}

// evaluated is x op y; false if that is a fault.
func evaluated(op source.Op, x, y int64) (int64, bool) {
	switch op {
	case source.Add:
		return x + y, true
	case source.Sub:
		return x - y, true
	case source.Mul:
		return x * y, true
	case source.Div:
		// x = (x div y) y + x mod y        x mod y has the sign of y
		if y == 0 {
			return 0, false
		}
		r, _ := evaluated(source.Mod, x, y)
		return (x - r) / y, true
	case source.Mod:
		if y == 0 {
			return 0, false
		}
		r := x % y
		if r != 0 && (r < 0) != (y < 0) {
			r += y
		}
		return r, true
	case source.And:
		return x & y, true
	case source.Or:
		return x | y, true
	case source.Eq:
		return number(x == y), true
	case source.Ne:
		return number(x != y), true
	case source.Lt:
		return number(x < y), true
	case source.Le:
		return number(x <= y), true
	case source.Gt:
		return number(x > y), true
	case source.Ge:
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
func (f *fn) knownLeaf(t source.Type, k int64) *leaf {
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
func (f *fn) learn(t source.TypeExpr, v value) {
	switch t := t.(type) {
	case *source.TupleType:
		for i, e := range t.Elems {
			f.learn(e, v.elems[i])
		}
	case *source.ArrayType:
		for _, s := range t.Sizes {
			n := int64(-1)
			if s.Kind == source.SizeLit && f.small {
				n = s.Lit
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
