package elaborate

import (
	"strconv"

	"procad/core"
	"procad/source"
)

// Program is p, which source.Check has accepted, as a core program.
func Program(p *source.Program) *core.Program {
	e := &elaborator{
		defs:      map[*source.Def]*core.Def{},
		vars:      map[*source.Var]*core.Var{},
		instances: map[*source.Instance]*core.Var{},
		types:     map[source.Type]core.Type{},
		recs:      map[string]*core.RecType{},
		fields:    map[*core.Var]*fieldSet{},
		sizes:     map[*source.Size]*core.Var{},
		consts:    map[*source.Def]core.Term{},

		recursions: map[*source.Recursion]*core.Recursion{},
		rules:      map[*source.Def]*core.Rule{},
	}
	out := &core.Program{Source: p.Source}
	for _, d := range p.Defs {
		if d.Recursion != nil {
			e.recursive(d)
		}
	}
	for _, d := range p.Defs {
		if d.Rule != nil {
			out.Defs = append(out.Defs, e.ruled(d)...)
			continue
		}
		def := e.def(d)
		if d.Const && inlined(def.Body) {
			e.consts[d] = def.Body
			continue
		}
		e.defs[d] = def
		out.Defs = append(out.Defs, def)
	}
	for _, d := range p.Defs {
		if d.Rule != nil {
			out.Defs = append(out.Defs, e.rule(d)...)
		}
	}
	// A local function that is called at several types is several functions.
	core.Labels(out)
	return out
}

type elaborator struct {
	defs      map[*source.Def]*core.Def
	vars      map[*source.Var]*core.Var
	instances map[*source.Instance]*core.Var
	types     map[source.Type]core.Type
	recs      map[string]*core.RecType
	fields    map[*core.Var]*fieldSet    // of those that are records
	sizes     map[*source.Size]*core.Var // of arrays that are stored field by field, where they have no names
	consts    map[*source.Def]core.Term  // that are copied to where they are used
	computed  []binding                  // of sizes in the type at hand

	recursions map[*source.Recursion]*core.Recursion
	rules      map[*source.Def]*core.Rule
}

// recursive makes a definition that others call before its body is there.
func (e *elaborator) recursive(d *source.Def) {
	def := &core.Def{Pos: d.Pos, Name: d.Name, Result: e.typ(d.Sig.Result), Params: e.params(d.Params)}
	r := e.recursions[d.Recursion]
	if r == nil {
		r = &core.Recursion{Limit: core.DefaultDepth}
		e.recursions[d.Recursion] = r
	}
	def.Recursion, r.Defs = r, append(r.Defs, def)
	e.defs[d] = def
}

func (e *elaborator) def(d *source.Def) *core.Def {
	out := e.defs[d]
	if out == nil {
		out = &core.Def{Pos: d.Pos, Name: d.Name, Result: e.typ(d.Sig.Result), Params: e.params(d.Params)}
	}
	for _, p := range d.Params {
		out.ParamSizes = append(out.ParamSizes, e.writtenSizes(p.Type))
		out.ParamForms = append(out.ParamForms, e.formOf(p.Type.Type()))
	}
	out.ResultSizes = e.writtenSizes(d.Result)
	out.ResultForm = e.formOf(d.Sig.Result)
	out.Body = e.function(d.Name, d.Params, d.Result, d.Body)
	return out
}

// writtenSizes is what t calls the sizes in it.
func (e *elaborator) writtenSizes(t source.TypeExpr) (out core.Sizes) {
	switch t := source.Under(t).(type) {
	case *source.TupleType:
		for _, elem := range t.Elems {
			out.Parts = append(out.Parts, e.writtenSizes(elem))
		}
	case *source.ChoiceType:
		if len(t.Cons) > 1 { // the sizes of a sum have no names
			return out
		}
		args := t.Cons[0]
		if len(args) == 1 {
			return e.writtenSizes(args[0])
		}
		for _, a := range args {
			out.Parts = append(out.Parts, e.writtenSizes(a))
		}
	case *source.RecordType:
		if len(t.Fields) == 1 {
			return e.writtenSizes(t.Fields[0].Type)
		}
		for _, f := range t.Fields {
			out.Parts = append(out.Parts, e.writtenSizes(f.Type))
		}
	case *source.TypeName:
		return core.NoSizes(e.typ(t.Type()))
	case *source.ArrayType:
		for _, s := range t.Sizes {
			name := s.Name
			switch s.Kind {
			case source.SizeLit:
				name = strconv.FormatInt(s.Lit, 10)
			case source.SizeExpr:
				name = ""
			}
			out.Names = append(out.Names, name)
		}
		out.Names = append(out.Names, make([]string, t.Type().(*source.Array).Rank-len(t.Sizes))...)
		if a, ok := t.Type().(*source.Array); ok && a.Fieldwise() {
			return sizesOfFields(e.writtenSizes(t.Elem), e.typ(t.Elem.Type()), out.Names)
		}
	}
	return out
}

func (e *elaborator) params(params []*source.Param) []*core.Var {
	vars := make([]*core.Var, len(params))
	for i, p := range params {
		vars[i] = e.param(p)
	}
	return vars
}

// param is a parameter. What a pattern takes apart has no name in the program.
func (e *elaborator) param(p *source.Param) *core.Var {
	v := e.variable(p.Var)
	if p.Pat != nil {
		v.Name = ""
	}
	return v
}

// function is the body of the function name, with the sizes that the types of its
// parameters bind, then the checks of the others, and then what patterns bind.
//
//	def f(x: Real[n], y: Real[n, 3]) = e        let n = size(x, 0); y = (y : Real[n, 3]) in e
func (e *elaborator) function(name string, params []*source.Param, result source.TypeExpr, body source.Expr) core.Term {
	var binds []binding
	for _, p := range params {
		if p.Type != nil {
			binds = e.bindSizes(p.Type, func() core.Term { return use(e.vars[p.Var]) }, 0, binds)
		}
	}
	for _, p := range params {
		if p.Type == nil {
			continue
		}
		if s, computed := e.sized(p.Type, true); s != nil {
			binds = append(binds, computed...)
			x := use(e.vars[p.Var])
			name := p.Var.Name
			if name == "_" {
				name = unnamed
			}
			check := &core.SizeCheck{Node: core.Node{At: p.Var.Pos, Of: x.Of}, X: x, Shape: s, Name: name}
			binds = append(binds, binding{vars: []*core.Var{e.param(p)}, bound: check})
		}
	}
	for _, p := range params {
		binds = e.open(e.vars[p.Var], p.Var.Type, binds)
		if p.Pat != nil {
			binds = e.match(p.Pat, use(e.vars[p.Var]), binds)
		}
	}
	return lets(binds, e.wanted(body, result, "the result of "+name))
}

// bindSizes binds the sizes in t that a value, made by x, has. An array of tuples or records is stored as arrays of
// their parts. For a part of type t, x makes these arrays, and their first outer axes are those of the array around it.
//
//	def f(v: (Real, Int[m])[n]) = e        let m = size(v.1, 1); n = size(v.0, 0) in e
func (e *elaborator) bindSizes(t source.TypeExpr, x func() core.Term, outer int, binds []binding) []binding {
	switch t := source.Under(t).(type) {
	case *source.TupleType:
		for i, elem := range t.Elems {
			binds = e.bindSizes(elem, func() core.Term { return component(x(), i) }, outer, binds)
		}
	case *source.RecordType:
		for i, f := range t.Fields {
			binds = e.bindSizes(f.Type, func() core.Term { return fieldValue(t, x, i) }, outer, binds)
		}
	case *source.ArrayType:
		a, array := t.Type().(*source.Array)
		binds = e.bindSizes(t.Elem, x, outer+len(t.Sizes), binds)
		for axis, s := range t.Sizes {
			of := core.Node{At: s.Pos, Of: core.Int}
			switch {
			case s.Binds:
				n := &core.Size{Node: of, X: first(part{term: x}, x().Type()), Axis: outer + axis}
				binds = append(binds, binding{vars: []*core.Var{e.variable(s.Var)}, bound: n})
			case s.Kind == source.SizeAny && array && a.Fieldwise():
				e.sizes[s] = &core.Var{Pos: s.Pos, Name: "size", Type: core.Int}
				n := &core.Size{Node: of, X: first(part{term: x}, x().Type()), Axis: outer + axis}
				binds = append(binds, binding{vars: []*core.Var{e.sizes[s]}, bound: n})
			}
		}
	}
	return binds
}

// component is component i of a tuple.
func component(x core.Term, i int) core.Term {
	elems := x.Type().(*core.TupleType).Elems
	part := &core.Var{Pos: x.Pos(), Name: "part", Type: elems[i]}
	vars := make([]*core.Var, len(elems))
	vars[i] = part
	return &core.Untuple{Node: core.Node{At: x.Pos(), Of: part.Type}, Vars: vars, Bound: x, Body: use(part)}
}

// variable is a new core variable for v.
func (e *elaborator) variable(v *source.Var) *core.Var {
	e.vars[v] = &core.Var{Pos: v.Pos, Name: v.Name, Type: e.typ(v.Type)}
	return e.vars[v]
}

// typ is t as a core type.
func (e *elaborator) typ(t source.Type) core.Type {
	if u, ok := e.types[t]; ok {
		return u
	}
	var u core.Type
	switch t := t.(type) {
	case source.Basic:
		u = [...]core.Type{source.Real: core.Real, source.Int: core.Int, source.Bool: core.Bool, source.Unit: core.Unit}[t]
	case *source.Tuple:
		elems := make([]core.Type, len(t.Elems))
		for i, elem := range t.Elems {
			elems[i] = e.typ(elem)
		}
		u = core.TupleOf(elems...)
	case *source.NamedSum:
		if t.Recursive() {
			u = e.recursiveType(t)
			break
		}
		u = e.typ(t.Nested())
	case *source.Record:
		elems := make([]core.Type, len(t.Types))
		for i, elem := range t.Types {
			elems[i] = e.typ(elem)
		}
		u = core.TupleOf(elems...)
	case *source.Sum:
		u = core.SumOf(e.typ(t.L), e.typ(t.R))
	case *source.Array:
		u = core.ArrayOf(e.typ(t.Elem), t.Rank)
		if t.Fieldwise() {
			u = fieldwise(e.typ(t.Elem), t.Rank)
		}
	case *source.Func:
		u = e.funcType(t)
	case *source.Captured:
		name, trace := t.Of()
		u = &core.CapturedType{Name: name, Trace: trace}
	}
	e.types[t] = u
	return u
}

// use is a use of v.
func use(v *core.Var) *core.Use { return &core.Use{Node: core.Node{At: v.Pos, Of: v.Type}, Var: v} }
