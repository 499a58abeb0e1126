package source

// expr resolves the names in e.
func (r *resolver) expr(e Expr) {
	switch e := e.(type) {
	case *IntLit, *RealLit, *BoolLit:
	case *Ident:
		r.ident(e)
	case *TupleExpr:
		r.exprs(e.Elems)
	case *RecordExpr:
		r.record(e)
	case *With:
		r.expr(e.X)
		r.exprs(fieldValues(e.Fields))
	case *FieldOf:
		r.field(e)
	case *Annot:
		r.writtenType(e.Wanted)
		r.expr(e.X)
	case *Inject:
		r.expr(e.X)
	case *Unary:
		r.expr(e.X)
	case *Binary:
		r.expr(e.X)
		r.expr(e.Y)
	case *Index:
		r.expr(e.X)
		r.exprs(e.Args)
	case *Call:
		r.call(e)
		r.exprs(e.Args)
	case *Let:
		r.let(e)
	case *If:
		r.expr(e.Cond)
		r.expr(e.Then)
		r.expr(e.Else)
	case *Case:
		r.expr(e.X)
		r.matched(e.Arms)
		for _, arm := range e.Arms {
			r.within(arm.Body, arm.Pat)
		}
	case *ArrayLit:
		r.exprs(e.Elems)
	case *Comp:
		r.comp(e)
	case *Reduce:
		r.reduce(e)
	case *Range:
		if e.From != nil {
			r.expr(e.From)
			r.expr(e.To)
		}
	case *Scan:
		r.expr(e.Init)
		r.expr(e.Over)
		r.under(e.Body, e.Acc, e.Elem)
	case *Fold:
		r.label(e.Plan)
		r.expr(e.Init)
		r.expr(e.Over)
		r.under(e.Body, e.Acc, e.Elem)
	case *NTimes:
		r.label(e.Plan)
		r.expr(e.N)
		r.expr(e.Init)
		r.under(e.Body, e.State)
	case *While:
		r.label(e.Plan)
		r.expr(e.N)
		r.expr(e.Init)
		r.under(e.Cond, e.Test)
		r.under(e.Body, e.State)
	case *Ccl:
		r.expr(e.N)
		r.expr(e.Init)
		r.under(e.Body, e.Index, e.State)
	case *SizeOf:
		r.expr(e.X)
	case *SetAt:
		r.expr(e.X)
		r.exprs(e.Index)
		r.expr(e.Value)
	case *Lambda:
		r.under(e.Body, e.Pat)
	case *Derive:
		r.differentiated(e)
	case *StopGradient:
		r.expr(e.X)
	case *Foreign:
		r.exprs(e.Args)
	case *Trace:
		r.expr(e.X)
	case *Assert:
		r.expr(e.Cond)
	}
}

func (r *resolver) exprs(list []Expr) {
	for _, e := range list {
		r.expr(e)
	}
}

// under resolves e where the variables of the patterns are visible.
func (r *resolver) under(e Expr, patterns ...*Pattern) {
	for _, p := range patterns {
		r.certain(p)
	}
	r.within(e, patterns...)
}

// within is under for patterns that some values may not match.
func (r *resolver) within(e Expr, patterns ...*Pattern) {
	mark := r.scope.mark()
	r.bindAll(patterns...)
	r.expr(e)
	r.scope.cut(mark)
}

func (r *resolver) ident(e *Ident) {
	v := r.scope.use(e.Name)
	switch d := r.defs[e.Name]; {
	case v == nil && d != nil && d.Const:
		r.constantRef(e, d)
	case v == nil && r.cons[e.Name] != nil && len(r.cons[e.Name].Args) == 0:
		e.Con = r.cons[e.Name]
	case v == nil && r.functionNamed(e):
	case v == nil:
		r.errorf(e.Pos(), CodeUnbound, "%s is not bound here", e.Name).Hintf("%s", r.variableHint(e.Name))
	case r.indices[v]:
		r.errorf(e.Pos(), CodeNotRectangular, "the size of an array cannot depend on its index %s", e.Name).
			Notef(v.Pos, "the index is bound here").
			Hintf("make a rectangle, and fill the rest: [if j < i then … else 0 for i < n, j < n]")
	default:
		e.Var = v
	}
}

// constantRef makes e a use of a constant.
func (r *resolver) constantRef(e *Ident, d *Def) { e.Const = r.reference(e.Pos(), e.Name, d) }

func (r *resolver) let(e *Let) {
	mark := r.scope.mark()
	for _, b := range e.Binds {
		switch b := b.(type) {
		case *LetValue:
			r.expr(b.Value)
			r.certain(b.Pat)
			r.bindAll(b.Pat)
			if b.Pat.Kind == PatVar && b.Pat.Wanted == nil {
				b.Pat.Var.function = functionValue(b.Value)
			}
			r.watchPattern(b.Pat, nil)
		case *LocalFunc:
			r.function(b)
		}
	}
	r.expr(e.Body)
	r.scope.cut(mark)
	for _, b := range e.Binds {
		if f, ok := b.(*LocalFunc); ok && !f.called {
			r.warnf(f.Pos, CodeUnused, "%s is never called, so its body is not checked", f.Name)
		}
	}
}

// comp resolves [e for i < n, j < d]. The bounds see no index, but a use of one
// is recognised.
func (r *resolver) comp(e *Comp) {
	mark := r.scope.mark()
	names := map[string]*Var{}
	for _, b := range e.Binders {
		r.bounds(b)
		r.distinct(names, b.Var, "index")
		r.scope.bind(b.Var)
		r.indices[b.Var] = true
	}
	for _, b := range e.Binders {
		delete(r.indices, b.Var)
	}
	r.expr(e.Elem)
	r.scope.cut(mark)
}

func (r *resolver) reduce(e *Reduce) {
	mark := r.scope.mark()
	names := map[string]*Var{}
	for _, b := range e.Binders {
		r.bounds(b)
		r.distinct(names, b.Var, "index")
		r.scope.bind(b.Var)
	}
	r.expr(e.Body)
	r.scope.cut(mark)
}

func (r *resolver) bounds(b *Binder) {
	if b.From != nil {
		r.expr(b.From)
	}
	r.expr(b.Bound)
}
