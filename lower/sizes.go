package lower

import (
	"fmt"

	"procad/core"
	"procad/internal/diag"
	"procad/proc"
)

// checked is (e : sizes). The sizes also help where those of e cannot be known
// before it is computed.
func (f *fn) checked(e *core.SizeCheck, to *target) value {
	return f.wanted(e.X, e, e.Shape, to)
}

// wanted lowers e, a part of what the check is of, whose sizes have to be s.
func (f *fn) wanted(e core.Term, check *core.SizeCheck, s core.Shape, to *target) value {
	for {
		rest, ok := f.binding(e)
		if !ok {
			break
		}
		e = rest
	}
	if t, ok := e.(*core.Tuple); ok {
		if tuple, ok := s.(*core.TupleShape); ok {
			v := value{elems: make([]value, len(t.Elems))}
			for i, x := range t.Elems {
				v.elems[i] = f.wanted(x, check, tuple.Elems[i], to.part(i))
			}
			return v
		}
	}
	sizes := f.unproved(e, s)
	if sizes && to != nil {
		to = to.loose()
	}
	var v value
	switch e := e.(type) {
	case *core.Build:
		v = f.comp(e, to)
	case *core.Reduce:
		v = f.reduce(e, to)
	default:
		v = f.expr(e, to)
	}
	if sizes {
		f.checkSizes(s, v, check.At, check.Name)
	}
	return v
}

// loose is the target without exact names: what is checked after it is made
// gets its exact name after the check.
func (to *target) loose() *target {
	if to == nil {
		return nil
	}
	l := &target{name: to.name, parts: make([]*target, len(to.parts))}
	for i, p := range to.parts {
		l.parts[i] = p.loose()
	}
	return l
}

// unproved says that some size of s is not seen from the text of e.
func (f *fn) unproved(e core.Term, s core.Shape) bool {
	a, ok := s.(*core.ArrayShape)
	if !ok {
		return s != nil
	}
	for axis, size := range a.Sizes {
		if size.Size != nil && !f.sizeIs(e, axis, size.Size) {
			return true
		}
	}
	return false
}

// sizeIs says that the size of an array is seen to be n.
func (f *fn) sizeIs(e core.Term, axis int, n core.Term) bool {
	is := f.facts.Size(e, axis)
	return is != nil && is.Equal(f.facts.Int(n))
}

// checkSizes compares the sizes of s with those of v, which messages call by the
// given name.
func (f *fn) checkSizes(s core.Shape, v value, pos diag.Pos, name string) {
	switch s := s.(type) {
	case *core.TupleShape:
		for i, e := range s.Elems {
			f.checkSizes(e, v.elems[i], pos, name)
		}
	case *core.SumShape:
		f.checkSum(s, v.leaf, pos, name)
	case *core.ArrayShape:
		for axis, size := range s.Sizes {
			if size.Size != nil {
				f.checkSize(size, v.leaf, axis, pos, name)
			}
		}
	}
}

func (f *fn) checkSize(s core.ShapeSize, l *leaf, axis int, pos diag.Pos, name string) {
	got := f.size(pos, f.variable("n", proc.Int), l, axis)
	message := fmt.Sprintf("dimension %d of %s and %s", axis, name, s.Name)
	f.agree(pos, message, got, f.scalar(s.Size))
}

// agree calls agree{"message"}.
func (f *fn) agree(pos diag.Pos, message string, a, b proc.Var) {
	f.call(pos, proc.CheckOf("agree", message), f.variable("u", proc.Unit), a, b)
}

// checkSum checks the sizes of whichever side a value is on.
func (f *fn) checkSum(t *core.SumShape, l *leaf, pos diag.Pos, name string) {
	of := coreType(l.Type).(*core.SumType)
	s := &proc.Case{Where: where(pos), In: f.linear(l)}
	branch := func(con int) proc.Branch {
		t, of := t.Cons[con], of.Cons[con].Of
		x := f.nestedVar(of, nil)
		return f.branch(x, func() {
			f.checkSizes(t, f.unnested(pos, x, of, nil), pos, name)
		})
	}
	s.L = branch(0)
	s.R = branch(1)
	f.emit(s)
}

// bindSize is n = size(x, k) of a parameter x, which need not be there if nothing
// mentions it.
func (f *fn) bindSize(n *core.Var, size *core.Size) {
	a := f.array(size.X, "a")
	v := f.size(size.At, f.variable(n.Name, proc.Int), a, size.Axis)
	f.idle[v.Name] = true
	f.set(n, f.value(v))
}
