package recursion

import (
	"math/bits"
	"slices"

	"procad/core"
	"procad/internal/diag"
)

// Codes of what is wrong with recursive types in a program.
const (
	// CodeContents: values of a recursive type that would have arrays or functions in them, or that a loop of updates makes.
	CodeContents = "recursion"
)

// maxTypes is how many recursive types there may be in a program.
const maxTypes = 512

// Contents rejects recursive types whose values would have arrays or functions in them.
func Contents(p *core.Program) (err error) {
	defer p.Source.Catch(&err)
	contents(p)
	return nil
}

func contents(p *core.Program) {
	seen := map[*core.RecType]bool{}
	check := func(at diag.Pos, t core.Type) {
		for _, r := range core.RecTypes(t) {
			if !seen[r] && !plainNode(r.Of) {
				hint := "keep the arrays outside of it, and in it Ints that are numbers of rows"
				if core.HasFunc(r.Of) {
					hint = "write a constructor for each function, such as Scale(Real), and a function that applies each of them to an argument"
				}
				panic(diag.Errorf(at, CodeContents, "values of the type %s would contain arrays or functions, and values of a recursive type contain none", r).Hintf("%s", hint))
			}
			seen[r] = true
		}
		if len(seen) > maxTypes {
			panic(diag.Errorf(at, CodeContents, "there are more than %d recursive types in the program", maxTypes))
		}
	}
	each(p, func(at diag.Pos, t core.Type) { check(at, t) })
}

// each calls f for the types in a program.
func each(p *core.Program, f func(at diag.Pos, t core.Type)) {
	for _, d := range p.Defs {
		for _, v := range d.Params {
			f(v.Pos, v.Type)
		}
		f(d.Pos, d.Result)
		core.Visit(d.Body, func(t core.Term) { f(t.Pos(), t.Type()) })
	}
}

// plainNode says that values of t have neither arrays nor functions in them.
func plainNode(t core.Type) bool {
	switch t := t.(type) {
	case core.Basic, *core.RecType:
		return true
	case *core.TupleType:
		return !slices.ContainsFunc(t.Elems, func(e core.Type) bool { return !plainNode(e) })
	case *core.SumType:
		return !slices.ContainsFunc(t.Cons, func(c core.Con) bool { return !plainNode(c.Of) })
	}
	return false
}

// Types makes Ints of the values of recursive types: each is the number of a node in an array of
// the nodes of its type, a heap.
func Types(p *core.Program) (err error) {
	h := &heaps{
		taken: map[string]bool{}, numbers: map[*core.RecType]int{}, known: map[core.Term]effect{},
		locals: map[*core.Var]*routine{}, globals: map[*core.Def]*routine{}, pure: map[*core.Def]*core.Def{},
		append: map[*core.RecType]*core.Def{},
	}
	first := map[*core.RecType]diag.Pos{}
	each(p, func(at diag.Pos, t core.Type) {
		for _, r := range core.RecTypes(t) {
			if !first[r].Known() {
				first[r] = at
			}
			if _, ok := h.numbers[r]; !ok {
				h.numbers[r] = len(h.types)
				h.types = append(h.types, r)
			}
		}
	})
	if len(h.types) == 0 {
		return nil
	}
	for _, d := range p.Defs {
		h.taken[d.Name] = true
	}
	defer p.Source.Catch(&err)
	for _, r := range h.types {
		h.appends(first[r], r)
	}
	for _, d := range p.Defs {
		h.define(d)
	}
	p.Defs = h.out
	core.Labels(p)
	return nil
}

// heaps is a program that is being changed.
type heaps struct {
	types   []*core.RecType
	numbers map[*core.RecType]int
	taken   map[string]bool
	out     []*core.Def

	known   map[core.Term]effect
	locals  map[*core.Var]*routine
	globals map[*core.Def]*routine
	pure    map[*core.Def]*core.Def // that give their result alone, for derivatives
	append  map[*core.RecType]*core.Def
}

// A types is a set of recursive types, by their numbers.
type types [maxTypes / 64]uint64

func (a types) some() bool { return a != types{} }

func (a types) or(b types) types {
	for i := range a {
		a[i] |= b[i]
	}
	return a
}

func (a types) and(b types) types {
	for i := range a {
		a[i] &= b[i]
	}
	return a
}

func (a types) without(b types) types {
	for i := range a {
		a[i] &^= b[i]
	}
	return a
}

// An effect is which heaps a term reads, and which it adds nodes to.
type effect struct{ reads, adds types }

func (e effect) or(f effect) effect { return effect{e.reads.or(f.reads), e.adds.or(f.adds)} }
func (e effect) all() types         { return e.reads.or(e.adds) }

func (h *heaps) one(r core.Type) (set types) {
	k := h.numbers[r.(*core.RecType)]
	set[k/64] = 1 << (k % 64)
	return set
}

// of are the recursive types in t.
func (h *heaps) of(t core.Type) (set types) {
	for _, r := range core.RecTypes(t) {
		set = set.or(h.one(r))
	}
	return set
}

// list is a set in the order of the numbers.
func (h *heaps) list(set types) []*core.RecType {
	var list []*core.RecType
	for i, word := range set {
		for ; word != 0; word &= word - 1 {
			list = append(list, h.types[64*i+bits.TrailingZeros64(word)])
		}
	}
	return list
}

// A routine is a definition, or a local function, with its heaps as further parameters and results:
//
//	f(x, h, n) = (y, h', n')        the heaps that f reads or adds to; those that it adds to; n' of those that y is in
type routine struct {
	effect
	def *core.Def // the definition with these parameters; nil of a local function
}

// effect is that of evaluating t.
func (h *heaps) effect(t core.Term) effect {
	if e, ok := h.known[t]; ok {
		return e
	}
	var e effect
	switch t := t.(type) {
	case *core.Roll:
		e.adds = h.one(t.Of)
	case *core.Unroll:
		e.reads = h.one(t.X.Type())
	case *core.Let:
		if fn, ok := t.Bound.(*core.Lambda); ok {
			h.locals[t.Var] = &routine{effect: h.effect(fn.Body)}
			e = h.effect(t.Body)
			h.known[t] = e
			return e
		}
	case *core.Apply:
		switch f := t.Func.(type) {
		case *core.Global:
			e = h.globals[f.Def].effect
		case *core.Use:
			e = h.locals[f.Var].effect
		case *core.Derive:
			e.reads = h.globals[base(f)].all()
		}
	}
	core.EachSlot(t, func(at *core.Term, _ bool) { e = e.or(h.effect(*at)) })
	h.known[t] = e
	return e
}

// base is the definition that a chain of derivatives is of.
func base(t core.Term) *core.Def {
	for {
		switch f := t.(type) {
		case *core.Derive:
			t = f.Func
		case *core.Global:
			return f.Def
		default:
			return nil
		}
	}
}
