package delta

import (
	"procad/core/eval"
	"procad/internal/diag"
)

// A Delta is a linear function of the adjoints of inputs, as data (Figure 10). The
// Delta of a dual number is Zero or a Var; a binding is of constant size.
//
//	data Delta = Zero | Scale R Delta | Add Delta Delta | Var Id | Let Id Delta Delta
type Delta interface{ isDelta() }

// The Deltas.
type (
	Zero  struct{}
	Scale struct {
		By eval.Value
		Of Delta
	}
	Add struct{ X, Y Delta }
	Var struct{ ID int }
	// Let is Let i u1 u2: only Nested makes it.
	Let struct {
		ID        int
		Bound, In Delta
	}
)

func (Zero) isDelta()   {}
func (*Scale) isDelta() {}
func (*Add) isDelta()   {}
func (Var) isDelta()    {}
func (*Let) isDelta()   {}

// A Tape is the state of M: the bindings of the ids First, First+1, …, in
// the order in which they were made (section 5.3.3).
//
//	type DeltaState = (Id, DeltaBinds)
type Tape struct {
	First int
	Binds []Delta

	room int // for so many bindings
}

// newTape is the state (a + 1, []), where 1 … a are the ids of inputs.
func newTape(a, room int) *Tape { return &Tape{First: a + 1, room: room} }

// bind is deltaLet.
//
//	deltaLet d = \(i, bs). (i, (i + 1, (i, d) : bs))
func (t *Tape) bind(d Delta) Var {
	t.Binds = append(t.Binds, d)
	return Var{t.First + len(t.Binds) - 1}
}

// Zero is the Delta of a constant.
func (t *Tape) Zero() any { return Zero{} }

// Sum binds Addj (Scale cj dj).
func (t *Tape) Sum(pos diag.Pos, terms []Term) any {
	if len(t.Binds) == t.room {
		fail(pos, "out-of-memory", "the tape has more than %d bindings", t.room)
	}
	return t.bind(addAll(terms))
}

// addAll is Addj (Scale cj dj): Zero of none.
func addAll(terms []Term) Delta {
	var sum Delta
	for _, term := range terms {
		d := term.Of.(Delta)
		if term.By != nil {
			d = &Scale{term.By, d}
		}
		if sum == nil {
			sum = d
		} else {
			sum = &Add{sum, d}
		}
	}
	if sum == nil {
		return Zero{}
	}
	return sum
}

// Nested is what runDelta makes of the bindings and the Delta of a result: the oldest
// binding is the outermost.
//
//	runDelta i m = let ((r, d), (_, bs)) = m (i, []) in (r, foldl (\body (j, rhs). Let j rhs body) d bs)
func (t *Tape) Nested(d Delta) Delta {
	for k := len(t.Binds) - 1; k >= 0; k-- {
		d = &Let{t.First + k, t.Binds[k], d}
	}
	return d
}

// Bytes is what the bindings need: 8 for each number, 4 for each Var, and 4 for each
// binding.
func (t *Tape) Bytes() int64 {
	var n int64
	for _, d := range t.Binds {
		n += 4 + size(d)
	}
	return n
}

func size(d Delta) int64 {
	switch d := d.(type) {
	case *Scale:
		return 8 + size(d.Of)
	case *Add:
		return size(d.X) + size(d.Y)
	case Var:
		return 4
	}
	return 0
}
