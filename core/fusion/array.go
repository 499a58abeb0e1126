package fusion

import (
	"slices"

	"procad/core"
	"procad/core/inline"
	"procad/core/known"
)

// An array is one that may be fused, and what is found out about it.
type array struct {
	*fuser
	let     *core.Let
	binders []core.Binder // of comprehensions in comprehensions as of one
	sizes   []known.Poly  // of the binders; nil for one that has to be computed
	elem    core.Term     // no comprehension
	row     []core.Term   // the sizes of elem, if it is an array and they are known
	inner   map[*core.Var]bool

	one    *core.Build // the loops of which are those of the one around it
	around []place     // in the scope of the array, where look is now
	reads  []read
	spans  []span // places of its sizes
	calls  int    // of functions that are given it, or capture it, and other names for it
	other  bool   // something else mentions it

	fixed     int         // how many of the binders an iteration fixes
	index     []core.Term // by what
	iteration *core.Term  // the body of that iteration

}

// A read is a[i, …].
type read struct {
	at     *core.Term
	args   []core.Term
	around []place
}

// A span is size(a, k).
type span struct {
	at   *core.Term
	axis int
}

// A place is in the iterations of a loop, or in something that does not run
// once.
type place struct {
	core.Binder
	iteration *core.Term // of the last index of the loop: its body, if something can be computed before that
	build     bool       // the loop makes an array
	over      bool       // the size is compared with 0 whenever the loop runs
}

// seldom is what may run not at all, or often.
var seldom = []place{{}}

// arrayOf is the array that a let binds; nil if it binds none, or one that is
// left.
func (f *fuser) arrayOf(let *core.Let) *array {
	build, ok := f.facts.Unchecked(let.Bound).(*core.Build)
	if !ok {
		return nil
	}
	a := &array{fuser: f, let: let, elem: build, inner: map[*core.Var]bool{}}
	for {
		inner, ok := a.elem.(*core.Build)
		if !ok {
			break
		}
		for _, b := range inner.Binders {
			a.sizes = append(a.sizes, f.outside(b.Size, a.inner))
		}
		for _, b := range inner.Binders {
			a.inner[b.Var] = true
		}
		a.binders, a.elem, a.row = append(a.binders, inner.Binders...), inner.Body, inner.Row
	}
	return a
}

// outside is the polynomial of an Int, if that uses no variable that is bound in
// the array.
func (f *fuser) outside(n core.Term, inner map[*core.Var]bool) known.Poly {
	if !core.Independent(n, inner) {
		return nil
	}
	return f.facts.Int(n)
}

// look goes through a term in the scope of the array.
func (a *array) look(at *core.Term) {
	for {
		t := *at
		if a.mention(at) {
			return
		}
		switch let := t.(type) {
		case *core.Let:
			_, fn := let.Bound.(*core.Lambda)
			another := let.Var != nil && a.is(a.facts.Unchecked(let.Bound))
			if another || fn && core.Mentions(let.Bound, a.let.Var) {
				a.calls++
			}
			if !another {
				a.look(&let.Bound)
			}
			at = &let.Body
			continue
		case *core.Untuple:
			a.look(&let.Bound)
			at = &let.Body
			continue
		}
		for _, n := range core.Carried(t) {
			a.look(n)
		}
		if a.loop(t) {
			return
		}
		always, others := core.Slots(t)
		if fold, ok := t.(*core.Fold); ok { // what it goes through may become part of its iterations
			always, others = []*core.Term{&fold.Init}, append(others, &fold.Over)
		}
		for _, at := range always {
			a.look(at)
		}
		a.inside(seldom, func() {
			for _, at := range others {
				a.look(at)
			}
		})
		return
	}
}

// inside goes through part of a term with more around it.
func (a *array) inside(more []place, look func()) {
	n := len(a.around)
	a.around = append(a.around, more...)
	look()
	a.around = a.around[:n]
}

// loop goes through a loop whose iterations can read the array, if t is one.
func (a *array) loop(t core.Term) bool {
	var around []place
	switch t := t.(type) {
	case *core.Build:
		for i := range t.Binders {
			b := &t.Binders[i]
			a.look(&b.Size)
			around = append(around, place{Binder: *b, build: true, over: true})
		}
		if inner, one := t.Body.(*core.Build); one {
			a.one = inner
		} else {
			around[len(around)-1].iteration = &t.Body
		}
		a.inside(around, func() { a.look(&t.Body) })
	case *core.Reduce:
		for i := range t.Binders {
			b := &t.Binders[i]
			a.inside(around, func() { a.look(&b.Size) })
			around = append(around, place{Binder: *b, over: i == 0})
		}
		around[len(around)-1].iteration = &t.Body
		a.inside(around, func() { a.look(&t.Body) })
	default:
		return false
	}
	return true
}

// mention notes what t is if it is a, an element, a row or a size of it.
func (a *array) mention(at *core.Term) bool {
	switch t := (*at).(type) {
	case *core.Use:
		a.other = a.other || a.is(t)
		return true
	case *core.Index:
		base, args := core.Indexed(t)
		if a.is(base) {
			a.reads = append(a.reads, read{at, args, slices.Clone(a.around)})
			for _, args := range indices(t) {
				for i := range args {
					a.look(&args[i])
				}
			}
			return true
		}
	case *core.Apply:
		given := slices.ContainsFunc(t.Args, a.is)
		if !given || inline.Known(t.Func, a.facts.Lambda) == nil {
			return false
		}
		a.calls++
		for i, arg := range t.Args {
			if !a.is(arg) {
				a.look(&t.Args[i])
			}
		}
		return true
	case *core.Size:
		if a.is(t.X) {
			a.spans = append(a.spans, span{at, t.Axis})
			return true
		}
	}
	return false
}

// is says that a term is the array.
func (a *array) is(t core.Term) bool {
	use, ok := t.(*core.Use)
	return ok && use.Var == a.let.Var
}

// indices are the lists of them in a[i][j, k].
func indices(t *core.Index) [][]core.Term {
	list := [][]core.Term{t.At}
	for {
		inner, ok := t.X.(*core.Index)
		if !ok {
			return list
		}
		t = inner
		list = append(list, t.At)
	}
}
