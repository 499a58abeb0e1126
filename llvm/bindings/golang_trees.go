package bindings

import (
	"fmt"
	"slices"
	"strings"

	"procad/internal/form"
	"procad/llvm/capi"
	"procad/proc"
)

// A goTrees is a type with values of recursive types in it. In Go each of these is a type of its own, of which a node
// has pointers to the nodes in it:
//
//	Tree = μα. Real + (α, α)        type Tree struct{ Of Sum[float64, Tuple2[*Tree, *Tree]] }
//
// A gradient is of the same types.
type goTrees struct {
	form  *form.Form
	root  proc.Type   // with numbers for nodes
	nodes []proc.Type // of each recursive type
	name  string      // of the variable that says how nodes are passed
	of    string      // the parameter that a gradient is of; "" for values
}

// trees is nil for a type without values of recursive types in it. Not ok if these have no form in Go, as those
// that are the arguments of a derivative.
func (p *goPackage) trees(e capi.Signature, q proc.Param) (t *goTrees, ok bool) {
	if q.Form == nil || q.Form.Heaps == nil || q.Type == proc.Unit {
		return nil, true
	}
	t = &goTrees{form: q.Form}
	whole := q.Type
	if q.Of != nil {
		whole = q.Of
		if t.of, ok = strings.CutPrefix(q.Name, "grad_"); !ok {
			t.of, ok = strings.CutPrefix(q.Name, "hvp_")
		}
		if !ok {
			return nil, false
		}
	}
	parts, ok := capi.PartTypes(whole, 1+len(q.Form.Heaps))
	if !ok || !apart(parts[0]) {
		return nil, false
	}
	t.root = parts[0]
	for _, heap := range parts[1:] {
		t.nodes = append(t.nodes, heap.(*proc.ArrayType).Elem)
	}
	p.heaps, p.nodes = t.form.Heaps, t.nodes
	defer func() { p.heaps, p.nodes = nil, nil }()
	if t.name, ok = p.grove(t); !ok {
		return nil, false
	}
	_, ok = p.goTypeAt(t.root, t.form.Part(0), maxGoDepth)
	return t, ok
}

// within runs where the types of nodes are known.
func (p *goPackage) within(t *goTrees, run func()) {
	p.heaps, p.nodes = t.form.Heaps, t.nodes
	run()
	p.heaps, p.nodes = nil, nil
}

// nodeType is the type in Go of the nodes of a recursive type.
func (p *goPackage) nodeType(f *form.Form) (name string, ok bool) {
	if name, ok = p.nodeTypes[f]; ok {
		return name, true
	}
	if p.nodeTypes == nil {
		p.nodeTypes = map[*form.Form]string{}
	}
	base := f.Name
	for _, arg := range f.Args {
		base += strings.Join(strings.FieldsFunc(arg, func(r rune) bool { return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9') }), "")
	}
	name = p.scope.name(goExported(base))
	p.nodeTypes[f] = name
	of, ok := p.goTypeAt(p.nodes[slices.Index(p.heaps, f)], f, maxGoDepth)
	fmt.Fprintf(&p.text, "\n// A %s is a value of the type %s of the kernel. In a gradient what is not Real is zero.\ntype %[1]s struct{ Of %[3]s }\n", name, goComment(f.Name), of)
	return name, ok
}

// grove writes how the nodes of types are passed, once.
func (p *goPackage) grove(t *goTrees) (name string, ok bool) {
	types := make([]string, len(t.nodes))
	for i, f := range t.form.Heaps {
		if types[i], ok = p.nodeType(f); !ok {
			return "", false
		}
	}
	key := strings.Join(types, " ")
	if name, ok := p.groves[key]; ok {
		return name, true
	}
	if p.groves == nil {
		p.groves = map[string]string{}
	}
	name = p.scope.name("trees")
	p.groves[key] = name
	var leaves, sources, set, get strings.Builder
	for i, of := range t.nodes {
		f := t.form.Heaps[i]
		var codes strings.Builder
		for _, l := range appendLeaves(nil, of) {
			codes.WriteString(l.field)
		}
		fmt.Fprintf(&leaves, "%q, ", codes.String())
		fmt.Fprintf(&sources, "%q, ", goSources(of, f))
		var body strings.Builder
		p.goSet(&body, of, f, "x", "", 0)
		fmt.Fprintf(&set, "\t\tfunc(c *call, node any) {\n\t\t\tx := node.(*%s).Of\n%s\t\t},\n", types[i], &body)
		fmt.Fprintf(&get, "\t\tfunc(c *call) any { return &%s{%s} },\n", types[i], p.goGet(of, f, 0))
	}
	fmt.Fprintf(&p.text, "\n// %s says how the nodes of %s are passed.\nvar %[1]s = grove{\n\tleaves:  []string{%[3]s},\n\tsources: []string{%[4]s},\n}\n\nfunc init() {\n\t%[1]s.set = []func(c *call, node any){\n%[5]s\t}\n\t%[1]s.get = []func(c *call) any{\n%[6]s\t}\n}\n",
		name, strings.Join(types, ", "), &leaves, &sources, &set, &get)
	return name, true
}

// goSources says where the leaves of a gradient are from: t the gradient, s the value, and there is one in the gradient
// too, v the value, z nowhere, which is zero.
func goSources(t proc.Type, f *form.Form) string {
	f = goForm(f)
	switch t := t.(type) {
	case proc.RealType:
		return "t"
	case proc.IntType:
		if f != nil && f.Ref != nil {
			return "v"
		}
	case *proc.TupleType:
		var b strings.Builder
		for i, e := range t.Elems {
			b.WriteString(goSources(e, f.Part(i)))
		}
		return b.String()
	case *proc.SumType:
		if t == proc.Bool {
			break
		}
		sides := goSources(t.L, f.Part(0)) + goSources(t.R, f.Part(1))
		if strings.ContainsAny(sides, "ts") {
			return "s" + sides
		}
		return "v" + sides
	case *proc.ArrayType:
		return strings.Repeat(goSources(t.Elem, f.Element()), 1+t.Rank)
	case proc.UnitType:
		return ""
	}
	return "z"
}

// goForm is the form of what a value is: of a declared sum that of the nested sums.
func goForm(f *form.Form) *form.Form {
	for f.Wraps() {
		f = f.Part(0)
	}
	if f.IsSum() {
		return f.Nested()
	}
	return f
}

// setTrees passes a value: what it is, and then its nodes.
func (f *goFunction) setTrees(t *goTrees, value, what string) {
	fmt.Fprintf(&f.sets, "\tc.startTrees(&%s, %q)\n", t.name, what)
	f.within(t, func() { f.goSet(&f.sets, t.root, t.form.Part(0), value, what, f.in) })
	fmt.Fprintf(&f.sets, "\tc.endTrees(%d, %d)\n", f.in, f.in+goWidth(t.root))
}

// getTrees is the expression for a result.
func (f *goFunction) getTrees(t *goTrees, at int) (text string) {
	f.within(t, func() {
		of, _ := f.goTypeAt(t.root, t.form.Part(0), maxGoDepth)
		if t.of == "" {
			text = fmt.Sprintf("treesOf(c, %d, &%s, func() %s { return %s })", at+goWidth(t.root), t.name, of, f.goGet(t.root, t.form.Part(0), at))
			return
		}
		text = fmt.Sprintf("tangentOf(c, %d, %q, &%s, %q, func(c *call) %s { return %s })", at, t.of, t.name, goSources(t.root, t.form.Part(0)), of, f.goGet(t.root, t.form.Part(0), 0))
	})
	return text
}

// hasNodes says that values of recursive types are in those of a form.
func hasNodes(f *form.Form) bool {
	return f != nil && (f.Ref != nil || hasNodes(f.Elem) || slices.ContainsFunc(f.Parts, hasNodes))
}
