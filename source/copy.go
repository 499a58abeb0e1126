package source

import (
	"fmt"

	"procad/internal/diag"
)

// copier copies the body of a local function. Variables and functions bound in
// it are replaced by new ones, those from outside stay.
type copier struct {
	c     *checker
	vars  map[*Var]*Var
	funcs map[*LocalFunc]*LocalFunc
	at    *diag.Pos // of all copies; nil for where they are written
	types []Type    // for the names of types of a generic definition
}

// place is where the copy of what is at pos is.
func (k *copier) place(pos diag.Pos) diag.Pos {
	if k.at != nil {
		return *k.at
	}
	return pos
}

// bind is the copy of a variable that is bound here.
func (k *copier) bind(v *Var) *Var {
	if v == nil {
		return nil
	}
	w := &Var{Pos: k.place(v.Pos), Name: v.Name, function: v.function}
	k.vars[v] = w
	return w
}

// use is the copy of a variable, or itself if it is bound outside.
func (k *copier) use(v *Var) *Var {
	if w := k.vars[v]; w != nil {
		return w
	}
	return v
}

// function copies what surrounds the body of f.
func (k *copier) function(f *LocalFunc) (params []*Param, sizes []*Var, result TypeExpr) {
	for _, p := range f.Params {
		params = append(params, &Param{Var: k.bind(p.Var), Type: p.Type})
	}
	for _, v := range f.sizes {
		sizes = append(sizes, k.bind(v))
	}
	for _, p := range params {
		p.Type = k.typ(p.Type)
	}
	for i, p := range f.Params {
		if p.Pat != nil {
			params[i].Pat = k.pattern(p.Pat)
		}
	}
	return params, sizes, k.typ(f.Result)
}

func (k *copier) typ(t TypeExpr) TypeExpr {
	u := k.written(t)
	if len(k.types) > 0 && u != nil {
		setWritten(u, substitute(u.Type(), k.types))
	}
	return u
}

func (k *copier) written(t TypeExpr) TypeExpr {
	switch t := t.(type) {
	case *TypeName:
		if t.Means == nil {
			own := *t
			return &own
		}
		return &TypeName{t.typeNode, t.Name, t.Args, k.typ(t.Means), t.module}
	case *TupleType:
		u := &TupleType{typeNode: t.typeNode, Elems: make([]TypeExpr, len(t.Elems))}
		for i, e := range t.Elems {
			u.Elems[i] = k.typ(e)
		}
		return u
	case *ChoiceType:
		u := &ChoiceType{t.typeNode, t.Decl, t.Args, make([][]TypeExpr, len(t.Cons))}
		if len(k.types) > 0 {
			u.Args = nil
			for _, a := range t.Args {
				u.Args = append(u.Args, substitute(a, k.types))
			}
		}
		for i, args := range t.Cons {
			for _, a := range args {
				u.Cons[i] = append(u.Cons[i], k.typ(a))
			}
		}
		return u
	case *RecordType:
		u := &RecordType{typeNode: t.typeNode}
		for _, f := range t.Fields {
			u.Fields = append(u.Fields, &FieldType{f.Pos, f.Name, k.typ(f.Type)})
		}
		return u
	case *SumType:
		return &SumType{t.typeNode, k.typ(t.L), k.typ(t.R)}
	case *FuncType:
		return &FuncType{t.typeNode, k.typ(t.Arg), k.typ(t.Result)}
	case *ArrayType:
		u := &ArrayType{typeNode: t.typeNode, Elem: k.typ(t.Elem), Sizes: make([]*Size, len(t.Sizes))}
		for i, s := range t.Sizes {
			v := *s
			v.Var = k.use(s.Var)
			v.Expr = k.optional(s.Expr)
			u.Sizes[i] = &v
		}
		return u
	}
	return nil
}

func (k *copier) pattern(p *Pattern) *Pattern {
	q := &Pattern{Pos: k.place(p.Pos), Kind: p.Kind, Fields: p.Fields, Name: p.Name, Con: p.Con, Right: p.Right, Wanted: k.typ(p.Wanted)}
	q.Var = k.bind(p.Var)
	for _, e := range p.Elems {
		q.Elems = append(q.Elems, k.pattern(e))
	}
	return q
}

func (k *copier) localFunc(f *LocalFunc) *LocalFunc {
	g := &LocalFunc{Pos: k.place(f.Pos), Name: f.Name, called: f.called}
	g.Params, g.sizes, g.Result = k.function(f)
	g.Body = k.expr(f.Body)
	k.funcs[f] = g
	return g
}

func (k *copier) binders(list []*Binder) []*Binder {
	bs := make([]*Binder, len(list))
	for i, b := range list {
		from := k.optional(b.From)
		bound := k.expr(b.Bound)
		bs[i] = &Binder{k.bind(b.Var), from, bound}
	}
	return bs
}

// optional copies what may be nil.
func (k *copier) optional(e Expr) Expr {
	if e == nil {
		return nil
	}
	return k.expr(e)
}

func (k *copier) exprs(list []Expr) []Expr {
	es := make([]Expr, len(list))
	for i, e := range list {
		es[i] = k.expr(e)
	}
	return es
}

func (k *copier) fields(list []*FieldValue) []*FieldValue {
	fs := make([]*FieldValue, len(list))
	for i, f := range list {
		fs[i] = &FieldValue{f.Pos, f.Name, k.expr(f.Value)}
	}
	return fs
}

func (k *copier) ref(r *FuncRef) *FuncRef {
	if r == nil {
		return nil
	}
	s := *r
	s.Arg = k.ref(r.Arg)
	return &s
}

// expr copies e. Parts are copied in the order of their scopes: a binding
// before what it is visible in.
func (k *copier) expr(e Expr) Expr {
	if k.c.copied++; k.c.copied > maxCopied {
		k.c.errorf(e.Pos(), CodeTypeSize, "the local functions are used at too many different types")
		panic(bailout{})
	}
	n := *e.base()
	n.pos = k.place(n.pos)
	switch e := e.(type) {
	case *IntLit:
		return &IntLit{n, e.Value}
	case *RealLit:
		return &RealLit{n, e.Value}
	case *BoolLit:
		return &BoolLit{n, e.Value}
	case *Ident:
		return k.ident(n, e)
	case *TupleExpr:
		return &TupleExpr{n, k.exprs(e.Elems)}
	case *RecordExpr:
		return &RecordExpr{n, k.fields(e.Fields), e.decl}
	case *With:
		return &With{n, k.expr(e.X), k.fields(e.Fields)}
	case *FieldOf:
		if e.Means != nil {
			return k.expr(e.Means)
		}
		return &FieldOf{node: n, X: k.expr(e.X), Name: e.Name}
	case *Annot:
		return &Annot{n, k.expr(e.X), k.typ(e.Wanted)}
	case *Inject:
		return &Inject{n, e.Right, k.expr(e.X)}
	case *Unary:
		return &Unary{n, e.Op, k.expr(e.X)}
	case *Binary:
		return &Binary{n, e.Op, k.expr(e.X), k.expr(e.Y)}
	case *Index:
		return &Index{n, k.expr(e.X), k.exprs(e.Args)}
	case *Call:
		return k.call(n, e)
	case *Let:
		binds := make([]Bind, len(e.Binds))
		for i, b := range e.Binds {
			switch b := b.(type) {
			case *LetValue:
				value := k.expr(b.Value)
				binds[i] = &LetValue{k.pattern(b.Pat), value}
			case *LocalFunc:
				binds[i] = k.localFunc(b)
			}
		}
		return &Let{n, binds, k.expr(e.Body)}
	case *If:
		return &If{n, k.expr(e.Cond), k.expr(e.Then), k.expr(e.Else)}
	case *Case:
		c := &Case{n, k.expr(e.X), nil}
		for _, arm := range e.Arms {
			pat := k.pattern(arm.Pat)
			c.Arms = append(c.Arms, &Arm{pat, k.expr(arm.Body)})
		}
		return c
	case *ArrayLit:
		return &ArrayLit{n, k.exprs(e.Elems)}
	case *Comp:
		bs := k.binders(e.Binders)
		return &Comp{n, k.expr(e.Elem), bs}
	case *Reduce:
		return &Reduce{n, e.Op, k.binders(e.Binders), k.expr(e.Body)}
	case *Range:
		return &Range{n, k.optional(e.From), k.optional(e.To)}
	case *Scan:
		return &Scan{n, k.pattern(e.Acc), k.pattern(e.Elem), k.expr(e.Body), k.expr(e.Init), k.expr(e.Over)}
	case *Fold:
		return &Fold{n, e.Plan, k.pattern(e.Acc), k.pattern(e.Elem), k.expr(e.Body), k.expr(e.Init), k.expr(e.Over)}
	case *NTimes:
		return &NTimes{n, e.Plan, k.expr(e.N), k.expr(e.Init), k.pattern(e.State), k.expr(e.Body)}
	case *While:
		return &While{n, e.Plan, k.expr(e.N), k.expr(e.Init), k.pattern(e.Test), k.expr(e.Cond), k.pattern(e.State), k.expr(e.Body)}
	case *Ccl:
		return &Ccl{n, k.expr(e.N), k.expr(e.Init), k.pattern(e.Index), k.pattern(e.State), k.expr(e.Body)}
	case *SizeOf:
		return &SizeOf{n, k.expr(e.X), e.Axis}
	case *SetAt:
		return &SetAt{n, k.expr(e.X), k.exprs(e.Index), k.expr(e.Value)}
	case *Lambda:
		return k.lambda(n, e)
	case *Derive:
		return &Derive{n, e.Op, k.expr(e.X)}
	case *StopGradient:
		return &StopGradient{n, k.expr(e.X)}
	case *Foreign:
		return &Foreign{n, e.Symbol, e.Status, k.exprs(e.Args)}
	case *Trace:
		return &Trace{n, e.Name, k.expr(e.X)}
	case *Assert:
		return &Assert{n, k.expr(e.Cond), e.Msg}
	}
	panic(fmt.Sprintf("source: no rule for %T", e))
}

func (k *copier) ident(n node, e *Ident) *Ident {
	d := &Ident{node: n, Name: e.Name, Var: k.use(e.Var), Const: k.ref(e.Const), Con: e.Con, local: e.local}
	if e.shadows != nil {
		d.shadows = k.use(e.shadows)
	}
	if f, ok := e.Fn.(*FuncRef); ok {
		d.Fn = k.ref(f)
	}
	if e.Eta != nil {
		d.Eta = k.lambda(e.Eta.node, e.Eta)
	}
	if f := k.funcs[e.local]; f != nil {
		d.local = f
	}
	return d
}

func (k *copier) lambda(n node, e *Lambda) *Lambda {
	pat := k.pattern(e.Pat)
	return &Lambda{n, pat, k.expr(e.Body)}
}

func (k *copier) call(n node, e *Call) Expr {
	d := &Call{node: n, Name: e.Name, Fn: k.optional(e.Fn), Ref: k.ref(e.Ref), Args: k.exprs(e.Args), Func: e.Func, local: e.local}
	if e.shadows != nil {
		d.shadows = k.use(e.shadows)
	}
	if f, ok := d.Func.(*FuncRef); ok {
		d.Func = k.ref(f)
	}
	if d.Ref != nil {
		d.Func = d.Ref
	}
	if f := k.funcs[e.local]; f != nil {
		d.local = f
	}
	return d
}
