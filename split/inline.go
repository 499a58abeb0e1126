package split

import (
	"procad/internal/diag"
	"procad/internal/optim"
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
	"procad/proc/graph"
)

// primitive says that f is a plain name of the table of primitives.
func primitive(f proc.Func) bool {
	_, ok := prim.Table[f]
	return ok
}

// conversion says that f is inactive or lift, which compute nothing.
func conversion(f proc.Func) bool {
	family, _, _ := f.Family()
	return family == "inactive" || family == "lift"
}

func swap(f proc.Func) bool {
	family, _, _ := f.Family()
	return family == "swap"
}

func freeing(f proc.Func) bool {
	family, _, _ := f.Family()
	return family == "lift"
}

// inline puts the procedures of revf$P and revr$P, which are short, of primitives, conversions and swap in the
// place of their calls: then it shows which parts of a trace R does not use,
// such as the other factor of a constant, or the cotangent of an element that a set overwrites.
func (t *splitter) inline(p proc.Procedure) proc.Procedure {
	if t.without(optim.Rules) {
		return p
	}
	out, err := graph.Inlined(p, func(c *proc.Call) (proc.Procedure, error) {
		_, base, derived := deriv.Apart(c.Func)
		if !derived || !primitive(base) && !conversion(base) && (!swap(base) || t.trial) {
			return nil, nil
		}
		d, err := t.lib.Def(c.Func)
		if err != nil {
			return nil, err
		}
		return t.instance(d, c), nil
	})
	if err != nil {
		t.fail(err)
		return p
	}
	return out
}

// instance is the procedure of d for one call, under names that begin with that of its result.
func (t *splitter) instance(d *proc.Def, c *proc.Call) proc.Procedure {
	body := graph.Instance(d, c, t.names, func(name string) string { return t.names.Fresh(c.Out.Name + "." + name) })
	body.Walk(func(s proc.Stmt) { s.(interface{ Move(diag.Pos) }).Move(c.Pos) })
	return body
}

// lift drops the cotangents of what is inactive. It is the rule of free, which computes nothing.
//
//	b = Call lift a      F: b = Call lift a            Υ: -     R: ā = b̄, without what is inactive in a
func (t *splitter) lift(s *proc.Call) passes {
	r := t.builder(s)
	t.take(r, s.In, func(aBar proc.Var) { // a discrete array that is dead comes back all the same
		in := r.Tuple(s.Out.Name+".bt'", r.Unit(), t.bar(s.Out))
		r.Emit(&proc.Call{Where: at(r), Out: aBar, Func: deriv.RevR.Of(s.Func), In: in})
	})
	return passes{fwd: proc.Procedure{s}, rev: t.inline(r.Body)}
}
