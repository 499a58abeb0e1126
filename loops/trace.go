package loops

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
	"procad/proc/graph"
	"procad/proc/linear"
	"procad/split"
)

// Trace is trace$F of a forward pass F : S → (T, X), for an iteration that runs again
// where nobody needs its value:
//
//	trace$F [θ] s = t    where (_, t) = F [θ] s
//
// What binds only variables that are eliminated is left out. It cannot fail,
// since it has not failed before on the same argument:
//
//	b = op a; … Elim b                       is  Elim a                    of a Call without accumulators, too
//	b = Call F' a; (x, t) = b; … Elim x      is  t = Call trace$F' a       of a forward pass F'
func Trace(d *proc.Def) (*proc.Def, error) {
	pair := proc.Elems(d.Out.Type)
	if _, ok := d.Out.Type.(*proc.TupleType); !ok || len(pair) != 2 {
		return nil, fmt.Errorf("%s is no forward pass", d.Name)
	}
	b := &proc.Builder{Names: proc.NewNames(d), Body: d.Body}
	parts := b.Untuple(d.Out, "x", "t")
	b.Elim(parts[0])
	p := &pruner{names: b.Names, dead: map[proc.Var]bool{}, half: map[proc.Var]proc.Var{}}
	body := linear.Simplify(b.Body)
	p.refs = graph.Refs(d.Zone, body)
	body = p.procedure(body)
	body = append(p.elims(d.In), body...)
	return &proc.Def{
		Pos: d.Pos, Name: deriv.Trace.Of(d.Name), Zone: d.Zone, In: d.In, Body: linear.Simplify(body), Out: parts[1],
	}, nil
}

// A pruner leaves out of a procedure what is dead, from its end to its beginning.
type pruner struct {
	names *proc.Names
	dead  map[proc.Var]bool     // eliminated later, by an Elim that is left out
	half  map[proc.Var]proc.Var // pairs of which the first is dead, with the second
	refs  map[string]proc.Ref
}

// isForward says that f is a forward pass that has more to leave out than a
// primitive, or a loop whose iterations need each other.
func isForward(f proc.Func) bool {
	d, base, ok := deriv.Apart(f)
	if _, erase := deriv.IsErasure(d); ok && erase {
		return isForward(base)
	}
	if kind, _, loop := base.Loop(); loop && (kind.Sequential() || kind == proc.CCL) {
		return false
	}
	_, known := prim.Table[base]
	_, _, family := base.Family()
	return ok && !known && !family && (d == split.Recompute.F || d == split.Store.F)
}

func (p *pruner) procedure(body proc.Procedure) proc.Procedure {
	calls := map[proc.Var]bool{} // what forward passes bind here
	for _, s := range body {
		if c, ok := s.(*proc.Call); ok && isForward(c.Func) {
			calls[c.Out] = true
		}
	}
	var back proc.Procedure // from the end to the beginning
	for _, s := range slices.Backward(body) {
		back = p.stmt(s, calls, back)
	}
	slices.Reverse(back)
	return back
}

// stmt appends what stays of a statement to what stands behind it.
func (p *pruner) stmt(s proc.Stmt, calls map[proc.Var]bool, back proc.Procedure) proc.Procedure {
	if e, ok := s.(*proc.Elim); ok {
		p.dead[e.In] = true
		return back
	}
	var outs []proc.Var
	proc.Binds(s, func(v proc.Var) { outs = append(outs, v) })
	living := func(v proc.Var) bool { return !p.dead[v] }
	if len(outs) > 0 && !slices.ContainsFunc(outs, living) && p.pure(s) && !usesStack(s) {
		proc.Uses(s, func(v proc.Var) { p.dead[v] = true })
		return back
	}
	switch s := s.(type) {
	case *proc.Untuple:
		if calls[s.In] && len(outs) == 2 && p.dead[outs[0]] {
			p.half[s.In] = outs[1]
			return back
		}
	case *proc.Call:
		if t, ok := p.half[s.Out]; ok {
			back = append(back, p.elims(t)...)
			return append(back, &proc.Call{Where: s.Where, Out: t, Func: deriv.Trace.Of(s.Func), Zone: s.Zone, In: s.In})
		}
	}
	back = append(back, p.elims(outs...)...)
	if c, ok := s.(*proc.Case); ok {
		return append(back, p.branches(c))
	}
	return append(back, (&proc.Mapper{Body: p.procedure}).Stmt(s))
}

// usesStack says that a statement uses a stack. It stays: an Elim of a stack would have no reverse derivative.
func usesStack(s proc.Stmt) (found bool) {
	proc.Uses(s, func(v proc.Var) { found = found || proc.HasStack(v.Type) })
	return found
}

// elims are the Elims of those that are dead.
func (p *pruner) elims(vs ...proc.Var) (elims proc.Procedure) {
	for _, v := range vs {
		if p.dead[v] {
			elims = append(elims, &proc.Elim{In: v})
		}
	}
	return elims
}

// branches prunes those of a Case. What only one of them leaves dead, it
// eliminates when it begins.
func (p *pruner) branches(c *proc.Case) proc.Stmt {
	l, deadL := p.branch(c.L)
	r, deadR := p.branch(c.R)
	r = p.apart(l, r)
	for _, v := range deadL {
		if slices.Contains(deadR, v) {
			p.dead[v] = true
		} else {
			l.Body = append(proc.Procedure{&proc.Elim{In: v}}, l.Body...)
		}
	}
	for _, v := range deadR {
		if !p.dead[v] {
			r.Body = append(proc.Procedure{&proc.Elim{In: v}}, r.Body...)
		}
	}
	return &proc.Case{Where: c.Where, In: c.In, L: l, R: r}
}

// apart renames in r what l binds too and both eliminate now, where before it
// left them as one variable.
func (p *pruner) apart(l, r proc.Branch) proc.Branch {
	other := graph.NewRenaming()
	l.Binds(func(v proc.Var) {
		if p.dead[v] {
			other.Vars[v.Name] = p.names.Fresh(v.Name)
		}
	})
	if len(other.Vars) == 0 {
		return r
	}
	return proc.Branch{Var: other.Var(r.Var), Body: other.Procedure(r.Body)}
}

// branch prunes a branch, and lists what it leaves dead of the context of the Case.
func (p *pruner) branch(b proc.Branch) (proc.Branch, []proc.Var) {
	q := &pruner{names: p.names, dead: maps.Clone(p.dead), half: p.half, refs: p.refs}
	body := q.procedure(b.Body)
	inner := map[proc.Var]bool{b.Var: true}
	b.Body.Binds(func(v proc.Var) { inner[v] = true })
	var outer []proc.Var
	for v := range q.dead {
		if !p.dead[v] && !inner[v] {
			outer = append(outer, v)
		}
	}
	slices.SortFunc(outer, func(v, w proc.Var) int { return strings.Compare(v.Name, w.Name) })
	return proc.Branch{Var: b.Var, Body: append(q.elims(b.Var), body...)}, outer
}

// pure says that a statement only binds its result.
func (p *pruner) pure(s proc.Stmt) bool {
	return graph.EffectOf(s, func(name string) bool { return p.refs[name].Mode == proc.Accumulator })&(graph.Adds|graph.Holds) == 0
}
