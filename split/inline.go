package split

import (
	"procad/diag"
	"procad/optim"
	"procad/prim"
	"procad/proc"
)

// primitive says that f is a plain name of the table of primitives.
func primitive(f proc.Func) bool {
	_, ok := prim.Table[f]
	return ok
}

// conversion says that f is hold or free, which compute nothing.
func conversion(f proc.Func) bool {
	family, _, _ := f.Family()
	return family == "hold" || family == "free"
}

func freeing(f proc.Func) bool {
	family, _, _ := f.Family()
	return family == "free"
}

// inline puts the procedures of revf$P and revr$P, which are short, in the
// place of their calls: then it shows which parts of a trace R does not use,
// such as the other factor of a constant.
func (t *splitter) inline(p proc.Procedure) proc.Procedure {
	if t.without(optim.Rules) {
		return p
	}
	var out proc.Procedure
	for _, s := range p {
		c, ok := s.(*proc.Call)
		if ok {
			_, base, derived := c.Func.Derived()
			ok = derived && (primitive(base) || conversion(base))
		}
		if !ok {
			out = append(out, s)
			continue
		}
		d, err := t.lib.Def(c.Func)
		if err != nil {
			t.fail(err)
			return p
		}
		out = append(out, t.instance(d, c)...)
	}
	return out
}

// instance is the procedure of d under fresh names, for one call.
func (t *splitter) instance(d *proc.Def, c *proc.Call) proc.Procedure {
	names := map[string]string{d.In.Name: c.In.Name}
	bind := func(v proc.Var) proc.Var {
		if v == d.Out {
			names[v.Name] = c.Out.Name
		} else if _, ok := names[v.Name]; !ok { // both branches of a Case bind it
			names[v.Name] = t.names.Fresh(c.Out.Name + "." + v.Name)
		}
		return proc.Var{Name: names[v.Name], Type: v.Type}
	}
	refs := map[string]string{}
	m := &proc.Mapper{
		Name: func(n string) string {
			refs[n] = t.names.Fresh(n)
			return refs[n]
		},
		Ref:  func(n string) string { return refs[n] },
		Bind: bind,
		Use:  func(v proc.Var) proc.Var { return proc.Var{Name: names[v.Name], Type: v.Type} },
	}
	body := m.Procedure(d.Body)
	body.Walk(func(s proc.Stmt) { s.(interface{ Move(diag.Pos) }).Move(c.Pos) })
	return body
}
