package source

import (
	"slices"
	"strings"

	"procad/internal/diag"
)

// resolver finds out what every name means. Variables and functions have
// separate names: y(i) is a call, y a variable.
type resolver struct {
	*reporter
	*Module  // whose names are meant
	records  *records
	expanded int             // names of types that stand for others
	params   map[string]Type // of the declaration of a type that is being resolved
	def      *Def            // the current one
	scope    *scope
	indices  map[*Var]bool // of the comprehension whose bounds are being resolved
	defining []*LocalFunc  // whose bodies are being resolved
	idle     []idle        // variables that may turn out not to be used
}

// resolve fills in Ident.Var, Call.Func, Size.Var and the types of written
// types, and sorts the definitions so that callees come before callers.
func resolve(prog *Program, rep *reporter) *resolver {
	r := &resolver{reporter: rep, Module: prog.module, records: newRecords(), indices: map[*Var]bool{}}
	modules := append(prog.Modules[:len(prog.Modules):len(prog.Modules)], prog.module)
	for _, m := range modules {
		r.Module = m
		r.define(m.program)
	}
	var defs []*Def
	for _, m := range modules {
		r.Module = m
		r.declare(m.program.Types)
	}
	for _, m := range modules {
		r.Module = m
		for _, d := range m.program.Defs {
			r.definition(d)
		}
		defs = append(defs, m.program.Defs...)
	}
	for _, m := range modules {
		r.Module = m
		r.rules(m.program.Rules)
	}
	r.tests(prog)
	prog.Defs = r.sort(defs)
	for _, d := range prog.Defs {
		if d.module.Name != "" {
			d.Name = d.module.Name + moduleMark + d.Name
		}
	}
	return r
}

// define notes the names of the functions, constants and constructors of a file.
func (r *resolver) define(p *Program) {
	for _, d := range p.Defs {
		r.checkName(d.Pos, d.Name)
		if first := r.defs[d.Name]; first != nil {
			r.errorf(d.Pos, CodeRedefinition, "%s is defined twice", d.Name).
				Notef(first.Pos, "first defined here")
			continue
		}
		r.defs[d.Name] = d
		if i := r.imports[d.Name]; i != nil && d.Const {
			r.errorf(d.Pos, CodeRedefinition, "%s is a constant and an import", d.Name).Notef(i.At, "the import")
		}
	}
	r.constructors(p.Types)
}

func (r *resolver) definition(d *Def) {
	r.def, r.scope = d, newScope()
	r.generics(d)
	d.Sizes = r.parameters(d.Params)
	r.watch(d.Params, nil)
	if d.Result != nil {
		r.writtenType(d.Result)
	}
	r.expr(d.Body)
	r.params = nil
}

// parameters binds parameters and the sizes in their types, which it returns.
func (r *resolver) parameters(params []*Param) (sizes []*Var) {
	names := map[string]*Var{}
	for _, p := range params {
		r.distinct(names, p.Var, "parameter")
	}
	// A size that names a parameter is compared with it. Of the others, the
	// first one that is not under a sum binds.
	lookup := func(name string) *Var {
		if v := names[name]; v != nil {
			return v
		}
		return r.scope.lookup(name)
	}
	for _, p := range params {
		if p.Type == nil {
			continue
		}
		r.typeOf(p.Type)
		eachSize(p.Type, func(s *Size, underSum bool) {
			if s.Kind != SizeName || lookup(s.Name) != nil || r.constantSize(s) || underSum {
				return
			}
			s.Var, s.Binds = &Var{Pos: s.Pos, Name: s.Name}, true
			names[s.Name] = s.Var
			sizes = append(sizes, s.Var)
		})
	}
	for _, p := range params {
		p.Var.function = certainFunction(p.Type)
		r.scope.bind(p.Var)
	}
	for _, v := range sizes {
		r.scope.bind(v)
	}
	for _, p := range params {
		if p.Type != nil {
			r.sizes(p.Type)
		}
	}
	for _, p := range params {
		if p.Pat != nil {
			r.certain(p.Pat)
			r.bind("parameter", names, p.Pat)
		}
	}
	return sizes
}

// distinct adds v to names, and rejects it if the name is there already.
func (r *resolver) distinct(names map[string]*Var, v *Var, what string) {
	if v.Name == "_" {
		return
	}
	if first := names[v.Name]; first != nil {
		r.errorf(v.Pos, CodeDuplicate, "%s is the name of more than one %s", v.Name, what).
			Notef(first.Pos, "the first one")
		return
	}
	names[v.Name] = v
}

// bindAll binds the variables of patterns that are matched together.
func (r *resolver) bindAll(patterns ...*Pattern) {
	r.bind("part of a pattern", map[string]*Var{}, patterns...)
}

// bind binds the variables of patterns, whose names are to differ from each other and from those that there are.
func (r *resolver) bind(what string, names map[string]*Var, patterns ...*Pattern) {
	for _, p := range patterns {
		r.patternTypes(p)
	}
	var bind func(p *Pattern)
	bind = func(p *Pattern) {
		if p.Kind == PatVar {
			p.Var.function = certainFunction(p.Wanted)
			r.distinct(names, p.Var, what)
			r.scope.bind(p.Var)
		}
		for _, e := range p.Elems {
			bind(e)
		}
	}
	for _, p := range patterns {
		bind(p)
	}
}

func (r *resolver) patternTypes(p *Pattern) {
	if p.Wanted != nil {
		r.writtenType(p.Wanted)
	}
	for _, e := range p.Elems {
		r.patternTypes(e)
	}
}

// writtenType resolves a type outside of parameters, whose sizes bind nothing.
func (r *resolver) writtenType(t TypeExpr) {
	r.typeOf(t)
	r.sizes(t)
}

// sizes resolves the sizes in t that do not bind.
func (r *resolver) sizes(t TypeExpr) {
	eachSize(t, func(s *Size, _ bool) {
		if s.Kind == SizeExpr && r.constantSize(s) {
			return
		}
		if s.Kind == SizeExpr {
			before := len(r.errs)
			r.expr(s.Expr)
			for _, e := range r.errs[min(before, len(r.errs)):] {
				if e.Code == CodeUnbound && e.Hint == "" {
					e.Hintf("a size is named by the type of a parameter alone, as in v: Real[n]")
				}
			}
			return
		}
		if s.Kind != SizeName || s.Binds || r.scope.lookup(s.Name) == nil && r.constantSize(s) {
			return
		}
		s.Var = r.scope.use(s.Name)
		if r.indices[s.Var] {
			r.errorf(s.Pos, CodeNotRectangular, "the size of an array cannot depend on its index %s", s.Name).
				Notef(s.Var.Pos, "the index is bound here")
			s.Var = nil
			return
		}
		if s.Var != nil {
			return
		}
		e := r.errorf(s.Pos, CodeSizeName, "the size %s is not known here", s.Name)
		if e.Hint = didYouMean(s.Name, r.scope.varNames()); e.Hint == "" {
			e.Hintf("a size is named by the type of a parameter, as in v: Real[%s]; an unknown one is _", s.Name)
		}
	})
}

// eachSize calls f for the sizes in t, in order.
func eachSize(t TypeExpr, f func(s *Size, underSum bool)) {
	var walk func(t TypeExpr, underSum bool)
	walk = func(t TypeExpr, underSum bool) {
		switch t := Under(t).(type) {
		case *TypeName:
			for _, e := range t.Args {
				walk(e, underSum)
			}
		case *TupleType:
			for _, e := range t.Elems {
				walk(e, underSum)
			}
		case *RecordType:
			for _, f := range t.Fields {
				walk(f.Type, underSum)
			}
		case *ChoiceType:
			for _, args := range t.Cons {
				for _, a := range args {
					walk(a, true)
				}
			}
		case *SumType:
			walk(t.L, true)
			walk(t.R, true)
		case *FuncType: // there is no value to bind sizes of
			walk(t.Arg, true)
			walk(t.Result, true)
		case *ArrayType:
			walk(t.Elem, underSum)
			for _, s := range t.Sizes {
				f(s, underSum)
			}
		}
	}
	walk(t, false)
}

// function resolves a local function in the scope of its definition.
func (r *resolver) function(f *LocalFunc) {
	r.checkName(f.Pos, f.Name)
	if con := r.cons[f.Name]; con != nil {
		r.errorf(f.Pos, CodeRedefinition, "%s is a constructor, and no function can have its name", f.Name).
			Notef(con.Pos, "declared here").Hintf("%s", caseHint)
	}
	mark := r.scope.mark()
	r.defining = append(r.defining, f)
	f.sizes = r.parameters(f.Params)
	r.watch(f.Params, f)
	if f.Result != nil {
		r.writtenType(f.Result)
	}
	r.expr(f.Body)
	r.defining = pop(r.defining)
	r.scope.cut(mark)
	r.scope.bindFunc(f)
}

// call finds what a name before an opening bracket means.
func (r *resolver) call(c *Call) {
	switch {
	case c.Fn != nil:
		r.expr(c.Fn)
		return
	case c.Ref != nil && r.definedName(c.Ref):
		c.Func = c.Ref
		if d := c.Ref.Base(); d != nil && d.module == r.Module {
			c.shadows = r.scope.lookup(d.Name)
		}
		return
	case c.Ref != nil:
		c.Fn, c.Ref = c.Ref.expr(), nil
		r.expr(c.Fn)
		return
	case r.variableFunction(c.Name) != nil:
		c.Fn = &Ident{node: node{pos: c.pos}, Name: c.Name}
		r.expr(c.Fn)
		return
	}
	if module, name, ok := strings.Cut(c.Name, "."); ok {
		switch d, con := r.imported(c.Pos(), c.Name); {
		case d != nil && d.Const:
			c.Fn = &FieldOf{node: node{pos: c.pos}, X: &Ident{node: node{pos: c.pos}, Name: module}, Name: name}
			r.expr(c.Fn)
		case d != nil:
			c.Func = r.reference(c.Pos(), c.Name, d)
		case con != nil:
			c.Func = con
		}
		return
	}
	c.shadows = r.scope.lookup(c.Name)
	if f := r.scope.lookupFunc(c.Name); f != nil {
		f.called, c.local = true, f
		return
	}
	if d := r.defs[c.Name]; d != nil && !d.Const {
		c.Func = r.reference(c.Pos(), c.Name, d)
		return
	}
	if con := r.cons[c.Name]; con != nil {
		c.Func = con
		return
	}
	if b := builtins[c.Name]; b != nil {
		c.Func = b
		return
	}
	if d := r.defs[c.Name]; d != nil && certainFunction(d.Result) {
		c.Fn = &Ident{node: node{pos: c.pos}, Name: c.Name}
		r.expr(c.Fn)
		return
	}
	if slices.ContainsFunc(r.defining, func(f *LocalFunc) bool { return f.Name == c.Name }) {
		r.selfCall(c.Pos(), c.Name)
		return
	}
	if hint := traceHint(c); hint != "" {
		r.errorf(c.Pos(), CodeUnknownFunction, "there is no function trace, only the form of this name").Hintf("%s", hint)
		return
	}
	r.unknownFunction(c.Pos(), c.Name)
}

// reference is a name of a definition.
func (r *resolver) reference(pos diag.Pos, name string, d *Def) *FuncRef {
	ref := &FuncRef{Pos: pos, Name: name, Def: d}
	if r.def != nil { // and not the declaration of a type
		r.def.refs = append(r.def.refs, ref)
	}
	return ref
}

func (r *resolver) unknownFunction(pos diag.Pos, name string) {
	if d := r.defs[name]; d != nil {
		r.errorf(pos, CodeUnknownFunction, "%s is a constant, not a function", name).
			Notef(d.Pos, "defined here").Hintf("write %s without brackets", name)
		return
	}
	names := map[string]bool{}
	r.scope.addFuncNames(names)
	for name := range r.defs {
		names[name] = true
	}
	for name := range builtins {
		names[name] = true
	}
	for name := range r.cons {
		names[name] = true
	}
	for name := range forms {
		names[name] = true
	}
	e := r.errorf(pos, CodeUnknownFunction, "there is no function %s", name)
	plain := strings.TrimRight(name, "'")
	switch e.Hint = funcHint(name); {
	case r.inLibrary(name) != "":
		if strings.HasPrefix(e.Hint, "did you mean ") {
			e.Hint = ""
		} else if e.Hint != "" {
			e.Hint += "; "
		}
		e.Hint += r.inLibrary(name)
	case e.Hint != "":
	case plain != name && r.defs[plain] != nil:
		e.Hintf("a derivative is grad(%s)(…)", plain)
	default:
		e.Hint = didYouMean(name, names)
	}
}

// definedName resolves op(F) where F is a definition, or a derivative of one; false if it is
// something else.
func (r *resolver) definedName(ref *FuncRef) bool {
	base := ref
	for base.Op != "" {
		base = base.Arg
	}
	if r.variableFunction(base.Name) != nil || r.scope.lookupFunc(base.Name) != nil {
		return false
	}
	d := r.defs[base.Name]
	if strings.Contains(base.Name, ".") {
		var con *Con
		if d, con = r.imported(base.Pos, base.Name); con != nil {
			r.errorf(base.Pos, CodeOperator, "%s is a constructor; derivatives are taken of functions", base.Name)
		}
		if d == nil {
			return true
		}
	}
	if d == nil || d.Const || d.Types != nil {
		return false
	}
	base.Def, base.derived = d, true
	r.def.refs = append(r.def.refs, base)
	return true
}
