package elaborate

import (
	"slices"

	"procad/core"
	"procad/source"
)

// A case is a tree of cases of core, which take one constructor after the other:
//
//	case e of C1(p) -> a, C2 -> b, C3(q) -> c
//	    = case e of Inl x -> (let p = x in a), Inr y -> case y of Inl _ -> b, Inr z -> (let q = z in c)
//
// A branch that several leaves of the tree take is a function of what its pattern binds.

// A place is a part of the value that is looked at.
type place struct {
	v    *core.Var
	of   source.Type
	uses int // patterns that bind it or take it apart
}

// A line is a branch with what its pattern says of each place that is left to look at;
// nil says nothing.
type line struct {
	pats  []*source.Pattern
	arm   *branch
	bound map[*source.Pattern]*place // those that have a variable or a type
}

// A branch is p -> e.
type branch struct {
	arm    *source.Arm
	leaves int
	fn     *core.Var         // what is called, if there are several leaves
	takes  []*source.Pattern // those that bind a variable, in order
}

// A tree is nested cases: a leaf, or what takes a place apart.
type tree struct {
	leaf  *line
	at    *place
	parts []*place // of a tuple; nil of a sum
	then  *tree    // of a tuple
	sum   []choices
}

// choices is what a constructor carries and the tree for it. The last one is for all that
// follow it as well if rest says so: then part is what is left of the sum.
type choices struct {
	part *place
	then *tree
	rest bool
}

// matching is the case e of p1 -> e1, ….
func (e *elaborator) matching(n core.Node, x *source.Case) core.Term {
	root := e.place(nil, x.X.Type())
	root.v.Pos = x.X.Pos()
	var lines []*line
	var branches []*branch
	for _, arm := range x.Arms {
		b := &branch{arm: arm, takes: variables(arm.Pat, nil)}
		branches = append(branches, b)
		lines = append(lines, &line{[]*source.Pattern{arm.Pat}, b, map[*source.Pattern]*place{}})
	}
	t := e.build([]*place{root}, lines)
	scrutinee := e.expr(x.X)
	var binds []binding
	for _, b := range branches {
		if b.leaves > 1 {
			binds = append(binds, e.shared(b))
		}
	}
	if root.uses == 1 && t.at == root {
		return lets(binds, e.emit(n, t, scrutinee))
	}
	whole := root.v
	if root.uses == 0 {
		whole = nil
	}
	binds = append([]binding{{vars: []*core.Var{whole}, bound: scrutinee}}, binds...)
	return lets(binds, e.emit(n, t, use(root.v)))
}

// variables adds the patterns in p that bind a variable.
func variables(p *source.Pattern, list []*source.Pattern) []*source.Pattern {
	if p.Kind == source.PatVar {
		list = append(list, p)
	}
	for _, elem := range p.Elems {
		list = variables(elem, list)
	}
	return list
}

// place is a new place, called as the first pattern there that is a variable.
func (e *elaborator) place(pats []*source.Pattern, of source.Type) *place {
	p := &place{v: &core.Var{Type: e.typ(of)}, of: of}
	for _, pat := range pats {
		if pat == nil {
			continue
		}
		if !p.v.Pos.Known() {
			p.v.Pos = pat.Pos
		}
		if pat.Kind == source.PatVar && p.v.Name == "" {
			p.v.Name, p.v.Pos = pat.Var.Name, pat.Pos
		}
	}
	return p
}

// build looks at the first place that the first line takes apart.
func (e *elaborator) build(places []*place, lines []*line) *tree {
	for _, l := range lines {
		for i, p := range l.pats {
			if p != nil && l.bound[p] == nil && (p.Kind == source.PatVar || p.Wanted != nil) {
				l.bound[p] = places[i]
				places[i].uses++
			}
		}
	}
	first := lines[0]
	at := slices.IndexFunc(first.pats, func(p *source.Pattern) bool {
		return p != nil && p.Kind != source.PatVar && p.Kind != source.PatWild
	})
	if at < 0 {
		first.arm.leaves++
		return &tree{leaf: first}
	}
	places[at].uses++
	p := first.pats[at]
	if p.Kind == source.PatTuple || p.Kind == source.PatRecord {
		return e.treeOfTuple(places, lines, at)
	}
	return e.treeOfSum(places, lines, at)
}

// replaced is the list with others in the place of element at.
func replaced[T any](list []T, at int, by ...T) []T {
	return append(append(list[:at:at], by...), list[at+1:]...)
}

// in is the line with patterns for the parts of place at.
func (l *line) in(at int, parts ...*source.Pattern) *line {
	bound := map[*source.Pattern]*place{}
	for p, where := range l.bound {
		bound[p] = where
	}
	return &line{replaced(l.pats, at, parts...), l.arm, bound}
}

// treeOfTuple takes a tuple or a record apart.
func (e *elaborator) treeOfTuple(places []*place, lines []*line, at int) *tree {
	var types []source.Type
	switch t := places[at].of.(type) {
	case *source.Tuple:
		types = t.Elems
	case *source.Record:
		types = t.Types
	}
	n := &tree{at: places[at], parts: []*place{}}
	var inner []*line
	for _, l := range lines {
		parts := make([]*source.Pattern, len(types))
		switch p := l.pats[at]; {
		case p == nil:
		case p.Kind == source.PatTuple:
			copy(parts, p.Elems)
		case p.Kind == source.PatRecord:
			for i, f := range p.Fields {
				parts[places[at].of.(*source.Record).Field(f)] = p.Elems[i]
			}
		}
		inner = append(inner, l.in(at, parts...))
	}
	for i, t := range types {
		var pats []*source.Pattern
		for _, l := range inner {
			pats = append(pats, l.pats[at+i])
		}
		n.parts = append(n.parts, e.place(pats, t))
	}
	n.then = e.build(replaced(places, at, n.parts...), inner)
	return n
}

// payloads are what the constructors of a sum carry.
func payloads(t source.Type) []source.Type {
	switch t := t.(type) {
	case *source.Sum:
		return []source.Type{t.L, t.R}
	case *source.NamedSum:
		list := make([]source.Type, len(t.Decl.Cons))
		for k := range list {
			list[k] = t.Payload(k)
		}
		return list
	}
	return nil
}

// carried is the number of the constructor that p is of, and a pattern for what that
// carries, nil for nothing; -1 if p is of none.
func carried(p *source.Pattern) (con int, payload *source.Pattern) {
	switch {
	case p == nil:
	case p.Kind == source.PatSide && p.Right:
		return 1, p.Elems[0]
	case p.Kind == source.PatSide:
		return 0, p.Elems[0]
	case p.Kind == source.PatCon && len(p.Elems) == 0:
		return p.Con.Index, nil
	case p.Kind == source.PatCon && len(p.Elems) == 1:
		return p.Con.Index, p.Elems[0]
	case p.Kind == source.PatCon:
		return p.Con.Index, &source.Pattern{Pos: p.Pos, Kind: source.PatTuple, Elems: p.Elems}
	}
	return -1, nil
}

// treeOfSum has a tree for each constructor, up to the last one that a pattern names, and
// one for all others.
func (e *elaborator) treeOfSum(places []*place, lines []*line, at int) *tree {
	n := &tree{at: places[at]}
	types := payloads(places[at].of)
	last := -1
	for _, l := range lines {
		con, _ := carried(l.pats[at])
		last = max(last, con)
	}
	for k, t := range types {
		rest := k > last
		var inner []*line
		var pats []*source.Pattern
		for _, l := range lines {
			con, payload := carried(l.pats[at])
			if con >= 0 && con != k {
				continue
			}
			inner = append(inner, l.in(at, payload))
			pats = append(pats, payload)
		}
		part := e.place(pats, t)
		if !part.v.Pos.Known() {
			part.v.Pos = places[at].v.Pos
		}
		n.sum = append(n.sum, choices{part, e.build(replaced(places, at, part), inner), rest})
		if rest {
			break
		}
	}
	return n
}

// emit is the term of a tree, whose place is looked at as x.
func (e *elaborator) emit(n core.Node, t *tree, x core.Term) core.Term {
	switch {
	case t.leaf != nil:
		return e.leaf(n, t.leaf)
	case t.parts != nil && len(t.parts) == 1:
		part := t.parts[0]
		return lets([]binding{{vars: []*core.Var{part.v}, bound: x}}, e.next(n, t.then))
	case t.parts != nil:
		vars := make([]*core.Var, len(t.parts))
		for i, part := range t.parts {
			vars[i] = part.variable()
		}
		return lets([]binding{{tuple: true, vars: vars, bound: x}}, e.next(n, t.then))
	}
	return e.choose(n, t, 0, unrolled(x, t.at.of))
}

// next is the term of a tree whose place has a variable.
func (e *elaborator) next(n core.Node, t *tree) core.Term {
	if t.leaf != nil {
		return e.emit(n, t, nil)
	}
	return e.emit(n, t, use(t.at.v))
}

// variable is that of a place; nil if nothing uses it.
func (p *place) variable() *core.Var {
	if p.uses == 0 {
		return nil
	}
	return p.v
}

// leaf is the body of a branch, with what its pattern binds.
func (e *elaborator) leaf(n core.Node, l *line) core.Term {
	var checks []binding
	for p, at := range l.bound {
		if s, computed := e.sized(p.Wanted, false); s != nil && p.Kind != source.PatVar {
			check := &core.SizeCheck{Node: node(p.Pos, at.v.Type), X: use(at.v), Shape: s, Name: messageName(p)}
			checks = append(checks, binding{vars: []*core.Var{nil}, bound: lets(computed, check)})
		}
	}
	slices.SortFunc(checks, func(a, b binding) int {
		if a.bound.Pos().Before(b.bound.Pos()) {
			return -1
		}
		return 1
	})
	if f := l.arm.fn; f != nil {
		call := &core.Apply{Node: n, Func: use(f)}
		for _, p := range l.arm.takes {
			call.Args = append(call.Args, use(l.bound[p].v))
		}
		return lets(checks, call)
	}
	binds := checks
	for _, p := range l.arm.takes {
		binds = e.take(p, l.bound[p].v, binds)
	}
	return lets(binds, e.expr(l.arm.arm.Body))
}

// take lets the variable of p be v.
func (e *elaborator) take(p *source.Pattern, v *core.Var, binds []binding) []binding {
	e.vars[p.Var] = v
	if s, computed := e.sized(p.Wanted, false); s != nil {
		check := &core.SizeCheck{Node: node(p.Pos, v.Type), X: use(v), Shape: s, Name: messageName(p)}
		v = e.variable(p.Var)
		binds = append(binds, binding{vars: []*core.Var{v}, bound: lets(computed, check)})
	}
	return e.open(v, p.Type, binds)
}

// shared is the function that the leaves of a branch call.
func (e *elaborator) shared(b *branch) binding {
	fn := &core.Lambda{}
	t := &core.FuncType{}
	var binds []binding
	for _, p := range b.takes {
		v := e.variable(p.Var)
		fn.Params, t.Params = append(fn.Params, v), append(t.Params, v.Type)
		binds = e.take(p, v, binds)
	}
	fn.Body = lets(binds, e.expr(b.arm.Body))
	t.Result = fn.Body.Type()
	at := b.arm.Pat.Pos
	fn.Node = node(at, t)
	b.fn = &core.Var{Pos: at, Name: "branch", Type: t}
	return binding{vars: []*core.Var{b.fn}, bound: fn}
}
