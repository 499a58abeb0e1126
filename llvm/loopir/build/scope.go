package build

import (
	"procad/llvm/abi"
	"procad/llvm/abort"
	"procad/llvm/loopir"
	"procad/proc"
)

// A scope has what the names of a definition stand for while its body is written. A variable is there from the statement
// that binds it to the one that uses it.
type scope struct {
	def  *proc.Def
	vars map[string][]val
	zone map[string]*ref
	// log lists what changed since the outermost open branch of a Case began.
	log      []change
	branches int
}

// A change is that a variable was bound, or used with what it stood for.
type change struct {
	name string
	vals []val
	used bool
}

func newScope(d *proc.Def, zone []*ref, in []val) *scope {
	s := &scope{def: d, vars: map[string][]val{d.In.Name: in}, zone: map[string]*ref{}}
	for i, r := range zone {
		s.zone[d.Zone[i].Name] = r
	}
	return s
}

// bind lets a variable stand for values. They get its name, if they have none.
func (s *scope) bind(v proc.Var, vals []val) {
	for i, x := range vals {
		if x.Origin == loopir.Result && x.Name == "" {
			x.Name = abi.PartName(v.Name, i, len(vals))
		}
	}
	s.vars[v.Name] = vals
	if s.branches > 0 {
		s.log = append(s.log, change{name: v.Name})
	}
}

// take ends the life of a variable and returns what it stood for.
func (s *scope) take(v proc.Var) []val {
	vals, ok := s.vars[v.Name]
	if !ok {
		abort.Fail("%s uses %s, which is not bound", s.def.Name, v.Name)
	}
	delete(s.vars, v.Name)
	if s.branches > 0 {
		s.log = append(s.log, change{v.Name, vals, true})
	}
	return vals
}

func (s *scope) takeEach(vs []proc.Var) []val {
	vals := make([]val, 0, len(vs))
	for _, v := range vs {
		vals = append(vals, s.take(v)...)
	}
	return vals
}

// ref is what a name of Θ stands for.
func (s *scope) ref(name string) *ref {
	r, ok := s.zone[name]
	if !ok {
		abort.Fail("%s mentions %s, which is not in its zone", s.def.Name, name)
	}
	return r
}

func (s *scope) refs(names []string) []*ref {
	list := make([]*ref, len(names))
	for i, name := range names {
		list[i] = s.ref(name)
	}
	return list
}

// within writes a nested procedure, where a name of Θ stands for r.
func (b *builder) within(name string, r *ref, p proc.Procedure) {
	b.zone[name] = r
	b.procedure(p)
	delete(b.zone, name)
}

// beginBranch and endBranch enclose a branch of a Case.
func (s *scope) beginBranch() int {
	s.branches++
	return len(s.log)
}

// endBranch returns what the branch binds for others (Δ), in order, and what it uses from around it (Γ).
func (s *scope) endBranch(begin int) (bound []string, used []change) {
	fresh := map[string]bool{}
	for _, c := range s.log[begin:] {
		switch {
		case !c.used:
			fresh[c.name] = true
		case fresh[c.name]:
			delete(fresh, c.name)
		default:
			used = append(used, c)
		}
	}
	for _, c := range s.log[begin:] {
		if !c.used && fresh[c.name] {
			bound = append(bound, c.name)
			delete(fresh, c.name)
		}
	}
	s.log = s.log[:begin]
	s.branches--
	return bound, used
}

// caseOf writes a Case. In both branches Γ is the same, and Δ has the same variables.
//
//	Case a (Inl x p) (Inr y q)    ↦    Δ = if tag { y = …; q; yield Δ } else { x = …; p; yield Δ }
func (b *builder) caseOf(s *proc.Case) {
	vals := b.take(s.In)
	n := 1 + b.width(s.L.Var.Type)
	inl, inr := vals[1:n:n], vals[n:]
	if known, right := side(vals[0]); known {
		branch, in := s.L, inl
		if right {
			branch, in = s.R, inr
		}
		b.bind(branch.Var, in)
		b.procedure(branch.Body)
		return
	}
	var bound []string
	var used []change
	var widths []int
	out := b.fork(vals[0], func() []val {
		begin := b.beginBranch()
		b.bind(s.R.Var, inr)
		b.procedure(s.R.Body)
		bound, used = b.endBranch(begin)
		var out []val
		for _, name := range bound {
			out = append(out, b.vars[name]...)
			widths = append(widths, len(b.vars[name]))
			delete(b.vars, name)
		}
		for _, c := range used {
			b.vars[c.name] = c.vals
		}
		return out
	}, func() []val {
		begin := b.beginBranch()
		b.bind(s.L.Var, inl)
		b.procedure(s.L.Body)
		b.endBranch(begin)
		var out []val
		for _, name := range bound {
			out = append(out, b.vars[name]...)
		}
		return out
	})
	if b.branches > 0 {
		b.log = append(b.log, used...)
	}
	for i, name := range bound {
		b.bind(proc.Var{Name: name}, out[:widths[i]:widths[i]])
		out = out[widths[i]:]
	}
}
