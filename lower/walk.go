package lower

import "procad/source"

// parts visits the expressions that e is directly made of, and the bodies of
// the local functions that it binds.
func parts(e source.Expr, visit func(source.Expr)) {
	all := func(list ...source.Expr) {
		for _, x := range list {
			visit(x)
		}
	}
	loop := func(binders []*source.Binder, body source.Expr) {
		for _, b := range binders {
			visit(b.Bound)
		}
		visit(body)
	}
	switch e := e.(type) {
	case *source.TupleExpr:
		all(e.Elems...)
	case *source.Annot:
		visit(e.X)
	case *source.Inject:
		visit(e.X)
	case *source.Unary:
		visit(e.X)
	case *source.Binary:
		all(e.X, e.Y)
	case *source.Index:
		visit(e.X)
		all(e.Args...)
	case *source.Call:
		all(e.Args...)
	case *source.Let:
		for _, b := range e.Binds {
			switch b := b.(type) {
			case *source.LetValue:
				visit(b.Value)
			case *source.LocalFunc:
				for _, inst := range b.Instances {
					visit(inst.Body)
				}
			}
		}
		visit(e.Body)
	case *source.If:
		all(e.Cond, e.Then, e.Else)
	case *source.Case:
		all(e.X, e.L, e.R)
	case *source.Comp:
		loop(e.Binders, e.Elem)
	case *source.Reduce:
		loop(e.Binders, e.Body)
	case *source.Fold:
		all(e.Init, e.Over, e.Body)
	case *source.NTimes:
		all(e.N, e.Init, e.Body)
	case *source.While:
		all(e.N, e.Init, e.Cond, e.Body)
	case *source.Ccl:
		all(e.N, e.Init, e.Body)
	case *source.SizeOf:
		visit(e.X)
	case *source.SetAt:
		visit(e.X)
		all(e.Index...)
		visit(e.Value)
	case *source.StopGradient:
		visit(e.X)
	case *source.Assert:
		visit(e.Cond)
	}
}
