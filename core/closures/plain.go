package closures

import "procad/core"

// FirstOrder reports whether functions in p are only definitions, derivatives of these, and lambdas that variables are
// bound to, and are only called, with values without functions.
func FirstOrder(p *core.Program) bool {
	for _, d := range p.Defs {
		if !first(d.Type()) || !plainDef(d) {
			return false
		}
	}
	return true
}

func plainDef(d *core.Def) bool { return first(d.Type()) && plain(d.Body) }

// plain says that a term in the place of a value has no functions but such.
func plain(t core.Term) bool {
	for {
		switch let := t.(type) {
		case *core.Let:
			if fn, ok := let.Bound.(*core.Lambda); ok && let.Var != nil && first(fn.Of.(*core.FuncType)) {
				if !plain(fn.Body) {
					return false
				}
			} else if !plain(let.Bound) {
				return false
			}
			t = let.Body
			continue
		case *core.Untuple:
			if !plain(let.Bound) {
				return false
			}
			t = let.Body
			continue
		}
		break
	}
	if core.HasFunc(t.Type()) {
		return false
	}
	ok := true
	if call, is := t.(*core.Apply); is {
		ok = called(call.Func)
		for _, arg := range call.Args {
			ok = ok && plain(arg)
		}
		return ok
	}
	for _, at := range core.Places(t) {
		ok = ok && plain(*at)
	}
	return ok
}

// called says that f may be what is called.
func called(f core.Term) bool {
	switch f := f.(type) {
	case *core.Global:
		return first(f.Def.Type())
	case *core.Ruled:
		return first(f.Of.(*core.FuncType))
	case *core.Use:
		return first(f.Of.(*core.FuncType))
	case *core.Derive:
		_, local := f.Func.(*core.Use)
		return !local && called(f.Func)
	}
	return false
}
