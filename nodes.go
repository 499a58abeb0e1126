package procad

import (
	"fmt"
	"reflect"
	"slices"

	"procad/internal/data"
	names "procad/internal/form"
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
)

// A trees is a type with values of recursive types in it. In Go such a value is what its nodes are, in each other,
//
//	Tree = μα. Real + (α, α)        Left{2.0}, Right{[]any{Left{2.0}, Left{3.0}}}
//
// and the function takes what has numbers for the nodes, and an array of the nodes of each type. A tangent has the
// numbers of its value. Nothing here calls itself for a node: a value may be as deep as memory allows.
type trees struct {
	form   *names.Form // of the value; its heaps are the forms of nodes
	types  []proc.Type // of the value, and of the nodes of each type, with numbers for nodes
	of     int         // the parameter that the value of a tangent is, or result
	dotted bool        // it is a tangent
}

// result is what a tangent is of that belongs to the result.
const result = -1

// treesOf is nil for a type without values of recursive types in it.
func treesOf(p proc.Param, of int) *trees {
	if p.Form == nil || p.Form.Heaps == nil {
		return nil
	}
	t := &trees{form: p.Form, of: of, dotted: p.Of != nil}
	whole := p.Type
	if t.dotted {
		whole = p.Of
	}
	if whole == proc.Unit {
		return nil
	}
	for i, e := range proc.Elems(whole) {
		if i > 0 {
			e = e.(*proc.ArrayType).Elem
		}
		t.types = append(t.types, e)
	}
	return t
}

// written is what messages call the type, and what a value is in Go.
func (t *trees) written() (text, inGo string) {
	if root := t.form.Part(0); root != nil && root.Ref != nil {
		return root.Ref.Name, "procad.Left or procad.Right"
	}
	return proc.BriefSource(t.types[0]), formOf(t.types[0]).goType()
}

// know keeps what a value is with numbers for nodes.
func (fr *frame) know(of int, flat any) {
	if fr.flat == nil {
		fr.flat = map[int]any{}
	}
	fr.flat[of] = flat
}

// A node is one that is found in a value: number k of a type, in another node or, if that is nil, in the value itself.
type node struct {
	heap, k int
	value   any
	in      *node
	path    []string
}

// A numberer gives numbers to the nodes of a value, or takes those of the value that a tangent belongs to.
type numberer struct {
	*trees
	name  string // of the value, in messages
	count []int
	found []*node
	here  *node
	path  []string
}

// flat is a value with numbers for nodes, and lists of nodes: []any{value, nodes, …}. Of is that of the value of a tangent.
func (t *trees) flat(v, of any, name string) (any, *misfit) {
	w := &numberer{trees: t, name: name, count: make([]int, len(t.form.Heaps))}
	out := make([]any, 1+len(t.form.Heaps))
	lists := make([][]any, len(t.form.Heaps))
	var parts []any
	if t.dotted {
		parts = of.([]any)
		for i := range lists {
			lists[i] = make([]any, len(parts[1+i].([]any)))
			for k := range lists[i] {
				lists[i][k] = zero(t.types[1+i], parts[1+i].([]any)[k])
			}
		}
	}
	part := func(i, k int) any {
		switch {
		case !t.dotted:
			return nil
		case i == 0:
			return parts[0]
		}
		return parts[i].([]any)[k]
	}
	var m *misfit
	if out[0], m = w.number(t.types[0], t.form.Part(0), part(0, 0), v); m != nil {
		return nil, m
	}
	for len(w.found) > 0 {
		w.here, w.found = w.found[0], w.found[1:]
		n := w.here
		x, m := w.number(t.types[1+n.heap], t.form.Heaps[n.heap], part(1+n.heap, n.k), n.value)
		if m != nil {
			return nil, n.placed(m)
		}
		if t.dotted {
			lists[n.heap][n.k] = x
		} else {
			lists[n.heap] = append(lists[n.heap], x)
		}
	}
	for i, list := range lists {
		if out[1+i] = list; t.dotted && deriv.Discrete(t.types[1+i]) {
			out[1+i] = nil
		}
	}
	if t.dotted && deriv.Discrete(t.types[0]) {
		out[0] = nil
	}
	return out, nil
}

// placed says in what nodes a misfit is, not all of many.
func (n *node) placed(m *misfit) *misfit {
	const most = 8
	steps := 0
	for ; n != nil; n = n.in {
		if steps += len(n.path); steps > most {
			return m.in("…")
		}
		for _, step := range slices.Backward(n.path) {
			m.in("%s", step)
		}
	}
	return m
}

// inside runs a step into a value.
func (w *numberer) inside(step string, run func() (any, *misfit)) (any, *misfit) {
	w.path = append(w.path, step)
	defer func() { w.path = w.path[:len(w.path)-1] }()
	x, m := run()
	if m != nil {
		m.in("%s", step)
	}
	return x, m
}

// number is v with numbers for nodes; of is the value of a tangent.
func (w *numberer) number(t proc.Type, f *names.Form, of, v any) (any, *misfit) {
	f = unwrapped(f)
	switch {
	case f != nil && f.Ref != nil:
		n := &node{heap: slices.Index(w.form.Heaps, f.Ref), value: v, in: w.here, path: slices.Clone(w.path)}
		if w.dotted {
			n.k = int(of.(int64))
		} else {
			n.k = w.count[n.heap]
			w.count[n.heap]++
		}
		w.found = append(w.found, n)
		return int64(n.k), nil
	case w.dotted && !hasNodes(f) && deriv.Discrete(t):
		return nil, nil
	}
	switch t := t.(type) {
	case *proc.TupleType:
		given, m := formOf(t).list(v)
		if m != nil {
			return nil, m
		}
		list := make([]any, len(t.Elems))
		for i, e := range t.Elems {
			if list[i], m = w.inside(fmt.Sprintf("part %d", i), func() (any, *misfit) { return w.number(e, f.Part(i), partOf(of, i), given(i)) }); m != nil {
				return nil, m
			}
			if w.dotted && deriv.Discrete(e) {
				list[i] = nil
			}
		}
		return list, nil
	case *proc.SumType:
		if t == proc.Bool {
			break
		}
		right, payload, ok := sideOf(v)
		if !ok {
			return nil, formOf(t).wrongType(v)
		}
		e, k := t.L, 0
		if right {
			e, k = t.R, 1
		}
		var inner any
		if w.dotted {
			there, value, _ := sideOf(of)
			if there != right {
				return nil, &misfit{code: (&prim.RuntimeError{Kind: prim.SeedTag}).Code(), message: fmt.Sprintf("it is %s where %s is %s", side(wordOf(right)), w.name, side(wordOf(there)))}
			}
			inner = value
		}
		x, m := w.inside("the value of "+side(wordOf(right)), func() (any, *misfit) { return w.number(e, f.Part(k), inner, payload) })
		switch {
		case m != nil:
			return nil, m
		case w.dotted && deriv.Discrete(e):
			x = nil
		}
		return sided(right, x), nil
	case *proc.ArrayType:
		if hasNodes(f) {
			return w.forest(t, f, of, v)
		}
		return v, nil
	}
	return v, formOf(t).set(make([]uint64, 1), v, nil)
}

// forest is an array of the numbers of values of a recursive type.
func (w *numberer) forest(t *proc.ArrayType, f *names.Form, of, v any) (any, *misfit) {
	if t.Rank > 1 {
		return nil, &misfit{code: data.CodeWrongType, message: "an array of several dimensions of values of a recursive type has no form in Go"}
	}
	r := slice(reflect.ValueOf(v))
	if r.Kind() != reflect.Slice {
		return nil, formOf(t).wrongType(v)
	}
	numbers, _ := of.([]int64)
	if w.dotted && len(numbers) != r.Len() {
		return nil, &misfit{code: (&prim.RuntimeError{Kind: prim.SeedSize}).Code(), message: fmt.Sprintf("dimension 0 is %d, but that of %s is %d", r.Len(), w.name, len(numbers))}
	}
	list := make([]int64, r.Len())
	for i := range list {
		var k any
		if w.dotted {
			k = numbers[i]
		}
		x, m := w.inside(fmt.Sprintf("element %d", i), func() (any, *misfit) { return w.number(t.Elem, f.Element(), k, r.Index(i).Interface()) })
		if m != nil {
			return nil, m
		}
		list[i] = x.(int64)
	}
	return list, nil
}

// made is what a flat value is in Go: each node after those in it. V is that of the tangent, or the value itself.
func (t *trees) made(v, of any) any {
	values := of.([]any)
	built := make([][]any, len(t.form.Heaps))
	done := make([][]bool, len(built))
	for i := range built {
		n := len(values[1+i].([]any))
		built[i], done[i] = make([]any, n), make([]bool, n)
	}
	type place struct{ heap, k int }
	var below []place
	node := func(heap, k int) any {
		if !done[heap][k] {
			below = append(below, place{heap, k})
		}
		return built[heap][k]
	}
	t.build(t.types[0], t.form.Part(0), values[0], partOf(v, 0), node)
	for left := slices.Clone(below); len(left) > 0; {
		n := left[len(left)-1]
		if !done[n.heap][n.k] {
			below = below[:0]
			x := t.build(t.types[1+n.heap], t.form.Heaps[n.heap], values[1+n.heap].([]any)[n.k], partOf(partOf(v, 1+n.heap), n.k), node)
			if len(below) > 0 {
				left = append(left, below...)
				continue
			}
			built[n.heap][n.k], done[n.heap][n.k] = x, true
		}
		left = left[:len(left)-1]
	}
	return t.build(t.types[0], t.form.Part(0), values[0], partOf(v, 0), node)
}

// build is a part of a value whose nodes are built: of has the numbers and the sides of sums, v what is Real. In a
// tangent what is not Real is nil.
func (t *trees) build(typ proc.Type, f *names.Form, of, v any, node func(heap, k int) any) any {
	f = unwrapped(f)
	switch {
	case f != nil && f.Ref != nil:
		return node(slices.Index(t.form.Heaps, f.Ref), int(of.(int64)))
	case t.dotted && !hasNodes(f):
		return v
	}
	switch typ := typ.(type) {
	case *proc.TupleType:
		list := make([]any, len(typ.Elems))
		for i, e := range typ.Elems {
			list[i] = t.build(e, f.Part(i), partOf(of, i), partOf(v, i), node)
		}
		return list
	case *proc.SumType:
		if typ == proc.Bool {
			break
		}
		right, inner, _ := sideOf(of)
		_, own, _ := sideOf(v)
		if right {
			return Right{t.build(typ.R, f.Part(1), inner, own, node)}
		}
		return Left{t.build(typ.L, f.Part(0), inner, own, node)}
	case *proc.ArrayType:
		if hasNodes(f) {
			list := make([]any, len(of.([]int64)))
			for i, k := range of.([]int64) {
				list[i] = t.build(typ.Elem, f.Element(), k, nil, node)
			}
			return list
		}
	}
	return v
}

// zero is the tangent of a node that no tangent is given of.
func zero(t proc.Type, of any) any {
	if deriv.Discrete(t) {
		return nil
	}
	switch t := t.(type) {
	case *proc.TupleType:
		list := make([]any, len(t.Elems))
		for i, e := range t.Elems {
			list[i] = zero(e, partOf(of, i))
		}
		return list
	case *proc.SumType:
		right, value, _ := sideOf(of)
		if right {
			return Right{zero(t.R, value)}
		}
		return Left{zero(t.L, value)}
	}
	return 0.0
}

// unwrapped is the form of what a value is: of a declared sum that of the nested sums.
func unwrapped(f *names.Form) *names.Form {
	for f.Wraps() {
		f = f.Part(0)
	}
	if f.IsSum() {
		return f.Nested()
	}
	return f
}

// hasNodes says that values of recursive types are in those of a form.
func hasNodes(f *names.Form) bool {
	return f != nil && (f.Ref != nil || hasNodes(f.Elem) || slices.ContainsFunc(f.Parts, hasNodes))
}

func sideOf(v any) (right bool, value any, ok bool) {
	switch v := v.(type) {
	case Left:
		return false, v.Value, true
	case Right:
		return true, v.Value, true
	}
	return false, nil, false
}

func sided(right bool, v any) any {
	if right {
		return Right{v}
	}
	return Left{v}
}

// partOf is a part of what has parts, nil of nothing.
func partOf(v any, i int) any {
	if list, ok := v.([]any); ok && i < len(list) {
		return list[i]
	}
	return nil
}
