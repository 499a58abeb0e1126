package scalars

import (
	"slices"

	"procad/core"
	"procad/core/inline"
	"procad/internal/diag"
)

// A builder makes the new body of a definition. All variables in it are new ones.
type builder struct {
	*scalars
	env     map[*core.Var]value
	bound   []*core.Var             // those in env, in the order of binding
	funcs   map[*core.Var]*core.Var // the local functions by what they are called now
	needed  map[*core.Var]bool      // of those, the ones that are called
	inPlace map[*core.Var]bool      // the local functions that are put in the place of all calls
	yields  bool                    // the result of the function at hand need not be made
	copies  int                     // how often the term at hand is written out
	calls   []diag.Pos              // those in whose places the term at hand is put, the outermost first
	row     *core.Build             // the loop at hand is one with that around it
	block   *block
}

// function is the function c, whose arrays are made.
func (b *builder) function(c *inline.Callee) (params []*core.Var, body core.Term) {
	before := b.yields
	b.yields = false
	defer func() { b.yields = before }()
	for _, p := range c.Params {
		params = append(params, b.variable(p))
	}
	return params, b.in(&level{}, func() core.Term { return b.result(b.term(c.Body, nil), c.Body.Pos()) })
}

// variable is a new variable for v, which may be nil.
func (b *builder) variable(v *core.Var) *core.Var {
	if v == nil {
		return nil
	}
	w := *v
	b.set(v, value{term: core.UseOf(&w)})
	return &w
}

// set says what a variable is.
func (b *builder) set(v *core.Var, x value) {
	b.env[v] = x
	b.bound = append(b.bound, v)
}

// scoped forgets the variables that are set meanwhile.
func (b *builder) scoped(do func()) {
	before := len(b.bound)
	do()
	for _, v := range b.bound[before:] {
		delete(b.env, v)
	}
	b.bound = b.bound[:before]
}

// in is a term in a block of its own. lv is its level, nil if that is the one at hand.
func (b *builder) in(lv *level, body func() core.Term) core.Term {
	k := b.open(lv)
	var t core.Term
	b.inside(k, func() { t = body() })
	return b.wrap(k, t)
}

// open is a new block inside of the one at hand.
func (b *builder) open(lv *level) *block {
	if lv == nil {
		lv = b.block.level
	}
	return &block{outer: b.block, level: lv, made: map[*few]*core.Var{}}
}

func (b *builder) inside(k *block, do func()) {
	outer := b.block
	b.block = k
	do()
	b.block = outer
}

// wrap is the bindings of a block around t. Local functions that nothing calls any
// more are left out.
func (b *builder) wrap(k *block, t core.Term) core.Term {
	for _, bind := range slices.Backward(k.binds) {
		if _, fn := bind.bound.(*core.Lambda); fn && !b.needed[bind.vars[0]] {
			continue
		}
		n := core.Node{At: bind.bound.Pos(), Of: t.Type()}
		if bind.tuple {
			t = &core.Untuple{Node: n, Vars: bind.vars, Bound: bind.bound, Body: t}
		} else {
			t = &core.Let{Node: n, Var: bind.vars[0], Bound: bind.bound, Body: t}
		}
	}
	return t
}

// bind binds vars in the block at hand.
func (b *builder) bind(tuple bool, bound core.Term, vars ...*core.Var) {
	b.block.binds = append(b.block.binds, binding{tuple, vars, bound})
}

// named is v of variables and constants. Other terms are bound to variables with a name,
// scalars first, so that what they read need not be copied before it is updated.
func (b *builder) named(v value, name string, pos diag.Pos) value {
	switch {
	case v.few != nil:
		return v
	case v.tuple != nil:
		out := value{tuple: make([]value, len(v.tuple))}
		for _, scalar := range []bool{true, false} {
			for i, x := range v.tuple {
				if b.scalar(x) == scalar {
					out.tuple[i] = b.named(x, name, pos)
				}
			}
		}
		return out
	}
	if _, ok := atom(v.term, pos); ok {
		return v
	}
	x := &core.Var{Pos: v.term.Pos(), Name: name, Type: v.term.Type()}
	b.bind(false, v.term, x)
	return value{term: core.UseOf(x), dims: v.dims}
}

// scalar says that there are no arrays in v.
func (b *builder) scalar(v value) bool {
	if v.tuple != nil {
		return !slices.ContainsFunc(v.tuple, func(x value) bool { return !b.scalar(x) })
	}
	return v.few == nil && !holdsArray(v.term.Type())
}

func holdsArray(t core.Type) bool {
	switch t := t.(type) {
	case *core.ArrayType:
		return true
	case *core.TupleType:
		return slices.ContainsFunc(t.Elems, holdsArray)
	case *core.SumType:
		return slices.ContainsFunc(t.Cons, func(c core.Con) bool { return holdsArray(c.Of) })
	}
	return false
}

// made is v as a term, for which arrays are made.
func (b *builder) made(v value, pos diag.Pos) core.Term {
	switch {
	case v.few != nil:
		return b.make(v.few, pos)
	case v.tuple != nil:
		return tuple(v, pos, b.made)
	}
	if t, ok := atom(v.term, pos); ok {
		return t
	}
	return v.term
}

// result is made for the result of a block, whose arrays nothing else needs.
func (b *builder) result(v value, pos diag.Pos) core.Term {
	switch {
	case v.few != nil && b.there(v.few) == nil:
		return b.literal(v.few)
	case v.tuple != nil:
		return tuple(v, pos, b.result)
	}
	return b.made(v, pos)
}

func tuple(v value, pos diag.Pos, term func(value, diag.Pos) core.Term) core.Term {
	t := &core.Tuple{Node: core.Node{At: pos}}
	types := make([]core.Type, len(v.tuple))
	for i, x := range v.tuple {
		t.Elems = append(t.Elems, term(x, pos))
		types[i] = t.Elems[i].Type()
	}
	t.Of = core.TupleOf(types...)
	return t
}

// there is the variable of an array that has been made; nil if it has not.
func (b *builder) there(f *few) *core.Var {
	for k := b.block; k != nil; k = k.outer {
		if v := k.made[f]; v != nil {
			return v
		}
	}
	return nil
}

// make makes an array of its elements, outside of loops that it is outside of.
func (b *builder) make(f *few, pos diag.Pos) core.Term {
	v := b.there(f)
	if v == nil {
		k := b.block
		for k.level != f.level {
			k = k.outer
		}
		v = &core.Var{Pos: pos, Name: "a", Type: f.of}
		k.made[f] = v
		b.inside(k, func() { b.bind(false, b.literal(f), v) })
	}
	return &core.Use{Node: core.Node{At: pos, Of: f.of}, Var: v}
}

func (b *builder) literal(f *few) core.Term {
	t := &core.Literal{Node: core.Node{At: f.at, Of: f.of}, Dims: f.dims}
	for _, x := range f.elems {
		t.Elems = append(t.Elems, b.made(x, f.at))
	}
	return t
}

// fewOf is an array of the given elements.
func (b *builder) fewOf(of core.Type, at diag.Pos, dims []int64, elems []value) value {
	return value{few: &few{of.(*core.ArrayType), at, dims, elems, b.block.level}}
}
