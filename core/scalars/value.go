package scalars

import (
	"slices"

	"procad/core"
	"procad/internal/diag"
)

// A value is what a term is: some term, a tuple of values, or an array of few
// elements.
type value struct {
	term  core.Term
	dims  []int64 // of an array: its sizes as far as they are known; -1 of others
	tuple []value
	few   *few
}

// A few is an array of few elements that is not made. Its elements are variables
// and constants, and tuples of these.
type few struct {
	of    *core.ArrayType
	at    diag.Pos
	dims  []int64
	elems []value
	level *level // where it is
}

// A level is the body of a function or of a loop: what runs as often as it does.
// It is compared by pointer.
type level struct{ _ byte }

// A block is what runs together: the body of a function or a loop, an arm.
type block struct {
	outer *block
	level *level
	binds []binding
	made  map[*few]*core.Var // the arrays that have been made in it
}

// A binding is vars = bound, of one variable or of the components of a tuple.
type binding struct {
	tuple bool
	vars  []*core.Var
	bound core.Term
}

// A want says of an array, or of those in a tuple, that it need not be made.
type want struct {
	few   bool
	name  string // of the variable that it is for, if there is one
	parts []*want
}

// element is what an element is called.
func (w *want) element() string {
	if w == nil || w.name == "" {
		return "x"
	}
	return w.name
}

// part is the want of part i of a tuple.
func (w *want) part(i int) *want {
	if w == nil || i >= len(w.parts) {
		return nil
	}
	return w.parts[i]
}

// some says that an array, or some in a tuple, need not be made.
func (w *want) some() bool {
	return w != nil && (w.few || slices.ContainsFunc(w.parts, (*want).some))
}

// has says that there is an array of few elements in v.
func (v value) has() bool {
	return v.few != nil || slices.ContainsFunc(v.tuple, value.has)
}

// known is the Int or the Bool that v is, if that is known: 1 is true.
func (v value) known() (int64, bool) {
	switch t := v.term.(type) {
	case *core.IntConst:
		return t.Value, true
	case *core.Inject:
		if t.Of == core.Bool {
			return number(t.Con == core.True), true
		}
	}
	return 0, false
}

// size is the size of an array along an axis, if it is known.
func (v value) size(axis int) (int64, bool) {
	dims := v.dims
	if v.few != nil {
		dims = v.few.dims
	}
	if axis >= len(dims) || dims[axis] < 0 {
		return 0, false
	}
	return dims[axis], true
}

func number(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// intAt is k.
func intAt(pos diag.Pos, k int64) core.Term {
	return &core.IntConst{Node: core.Node{At: pos, Of: core.Int}, Value: k}
}

// boolAt is true or false.
func boolAt(pos diag.Pos, b bool) core.Term {
	con := core.False
	if b {
		con = core.True
	}
	return &core.Inject{Node: core.Node{At: pos, Of: core.Bool}, Con: con, X: &core.Tuple{Node: core.Node{At: pos, Of: core.Unit}}}
}

// atom says that t is a variable or a constant, and is another such term at the
// given place.
func atom(t core.Term, at diag.Pos) (core.Term, bool) {
	switch t := t.(type) {
	case *core.Use:
		return &core.Use{Node: core.Node{At: at, Of: t.Of}, Var: t.Var}, true
	case *core.IntConst:
		return intAt(at, t.Value), true
	case *core.RealConst:
		return &core.RealConst{Node: core.Node{At: at, Of: core.Real}, Value: t.Value}, true
	case *core.Inject:
		if t.Of == core.Bool {
			return boolAt(at, t.Con == core.True), true
		}
	case *core.Tuple:
		if len(t.Elems) == 0 {
			return &core.Tuple{Node: core.Node{At: at, Of: core.Unit}}, true
		}
	}
	return t, false
}

// product is how many elements an array has.
func product(dims []int64) int {
	n := 1
	for _, k := range dims {
		n *= int(k)
	}
	return n
}
