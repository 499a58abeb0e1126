package ks

import (
	"fmt"

	"procad/core"
	"procad/core/eval"
	"procad/internal/diag"
)

// Apply is the primitive, or its overloading for tuples and vectors.
func (f Op) Apply(m *Machine, at diag.Pos, arg Value) Value {
	args, ok := arg.(eval.Tuple)
	if !ok {
		args = eval.Tuple{arg}
	}
	if f.Op == core.Add {
		return m.Plus(at, args[0], args[1])
	}
	return m.D.Prim(at, f.Op, args...)
}

// Apply is k * x.
func (Times) Apply(m *Machine, at diag.Pos, arg Value) Value {
	args := arg.(eval.Tuple)
	return m.Times(at, args[0], args[1])
}

// Apply is the component.
func (f Select) Apply(_ *Machine, _ diag.Pos, arg Value) Value {
	if _, none := arg.(None); none {
		return arg // 0 = (0, …, 0)
	}
	return arg.(eval.Tuple)[f.K]
}

// Apply is con x.
func (f Inject) Apply(_ *Machine, _ diag.Pos, arg Value) Value {
	return &eval.Variant{Con: f.K, Of: arg}
}

// Apply is the size.
func (f Size) Apply(_ *Machine, at diag.Pos, arg Value) Value {
	if d := dims(vector(at, arg)); f.Axis < len(d) {
		return d[f.Axis]
	}
	return int64(0)
}

// Apply is v[i].
func (f Index) Apply(_ *Machine, at diag.Pos, arg Value) Value {
	i := arg.(eval.Tuple)[0].(int64)
	if _, none := arg.(eval.Tuple)[1].(None); none {
		return None{} // 0[i] = 0
	}
	v := arg.(eval.Tuple)[1].(*Vector)
	if i < 0 || i >= int64(len(v.Elems)) {
		fail(at, "index-range", fmt.Sprintf("index %d is out of range: the size is %d", i, len(v.Elems)))
	}
	return v.Elems[i]
}

// maxElems is more elements than any memory has.
const maxElems = 1 << 40

// Apply is the vector of f(0), …, f(n−1).
func (f Build) Apply(m *Machine, at diag.Pos, arg Value) Value {
	args := arg.(eval.Tuple)
	sizes := append([]Value{args[0]}, args[2:]...)
	return m.BuildVector(at, sizes, func(i int64) Value { return m.Call(args[1].(*Closure), i) })
}

// BuildVector is the vector of f(0), …, f(n−1). The sizes are n, and those of an
// element as far as they are known without one.
func (m *Machine) BuildVector(at diag.Pos, sizes []Value, f func(i int64) Value) Value {
	n := m.count(at, sizes[0])
	if n > maxElems {
		fail(at, "size-overflow", fmt.Sprintf("an array with a dimension of %d is too large for the address space", n))
	}
	out := &Vector{}
	for _, size := range sizes[1:] {
		out.Row = append(out.Row, m.count(at, size))
	}
	for i := range n {
		e := f(i)
		d := dims(e)
		if !agree(out.Row, d) {
			fail(at, "sizes-disagree", fmt.Sprintf("sizes disagree: the lengths of the rows of this array: %d and %d", out.Row, d))
		}
		if len(d) > len(out.Row) {
			out.Row = d
		}
		out.Elems = append(out.Elems, e)
	}
	return out
}

// count is a number of iterations, or a size.
func (m *Machine) count(at diag.Pos, v Value) int64 {
	n := v.(int64)
	if n < 0 {
		fail(at, "negative-count", fmt.Sprintf("the count is negative: %d", n))
	}
	return n
}

// Apply is the sum of the elements.
func (f Add) Apply(m *Machine, at diag.Pos, arg Value) Value {
	elems := vector(at, arg).Elems
	if len(elems) == 0 {
		return m.empty(at, f.Of)
	}
	total := elems[0]
	for _, x := range elems[1:] {
		total = m.Plus(at, total, x)
	}
	return total
}

// empty is the sum of nothing. A vector's sizes are not known.
func (m *Machine) empty(at diag.Pos, t Type) Value {
	switch t := t.(type) {
	case Basic:
		if t == R {
			return m.D.Literal(at, 0)
		}
		return int64(0)
	case Tuple:
		out := make(eval.Tuple, len(t))
		for i, e := range t {
			out[i] = m.empty(at, e)
		}
		return out
	}
	return None{}
}

// Apply is the first index of the largest element.
func (f ArgMax) Apply(m *Machine, at diag.Pos, arg Value) Value {
	v := vector(at, arg)
	if len(v.Elems) == 0 {
		fail(at, "empty-max", "the maximum or minimum of no values")
	}
	best := 0
	for i, x := range v.Elems {
		if truth(m.D.Prim(at, core.Lt, v.Elems[best], x)) {
			best = i
		}
	}
	return int64(best)
}

// truth says that a Bool is true.
func truth(v Value) bool { return v.(*eval.Variant).Con == core.True }

// Apply is f((… f((acc, v[0])) …, v[n−1])).
func (f Fold) Apply(m *Machine, at diag.Pos, arg Value) Value {
	args := arg.(eval.Tuple)
	acc := args[1]
	for _, x := range vector(at, args[2]).Elems {
		acc = m.Call(args[0].(*Closure), eval.Tuple{acc, x})
	}
	return acc
}

// Apply counts the iterations.
func (f Iterations) Apply(m *Machine, at diag.Pos, arg Value) Value {
	args := arg.(eval.Tuple)
	call := func(f Value) func(Value) Value { return func(s Value) Value { return m.Call(f.(*Closure), s) } }
	return m.CountIterations(at, args[0], args[1], call(args[2]), call(args[3]))
}

// CountIterations is iterations(limit, s, cond, f).
func (m *Machine) CountIterations(at diag.Pos, limit, s Value, cond, f func(Value) Value) Value {
	most, n := m.count(at, limit), int64(0)
	for ; truth(cond(s)); n++ {
		if n == most {
			fail(at, "iteration-limit", fmt.Sprintf("the loop has not ended after %d iterations", n))
		}
		s = f(s)
	}
	return n
}

// Apply fails unless the condition holds.
func (f Assert) Apply(_ *Machine, at diag.Pos, arg Value) Value {
	if !truth(arg) {
		fail(at, "assert", "assertion failed: "+f.Message)
	}
	return eval.Tuple{}
}

// Apply compares the sizes of the first argument with the others.
func (f Check) Apply(_ *Machine, at diag.Pos, arg Value) Value {
	args := arg.(eval.Tuple)
	for i, size := range f.Sizes {
		v, ok := follow(args[0], size.Path)
		if !ok {
			continue // another constructor
		}
		got, want := int64(0), args[i+1].(int64)
		if d := dims(vector(at, v)); size.Axis < len(d) {
			got = d[size.Axis]
		}
		if got != want {
			fail(at, "sizes-disagree", fmt.Sprintf("sizes disagree: dimension %d of %s and %s: %d and %d", size.Axis, f.Title, size.Name, got, want))
		}
	}
	return args[0]
}

// follow is the part of v that a path leads to.
func follow(v Value, path []Step) (Value, bool) {
	for _, s := range path {
		switch at := v.(type) {
		case *eval.Variant:
			if at.Con != s.K {
				return nil, false
			}
			v = at.Of
		case eval.Tuple:
			v = at[s.K]
		}
	}
	return v, true
}

// Apply is the argument.
func (Stop) Apply(_ *Machine, _ diag.Pos, arg Value) Value { return arg }

// Apply is 0.
func (Zero) Apply(*Machine, diag.Pos, Value) Value { return None{} }
