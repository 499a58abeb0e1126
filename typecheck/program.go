package typecheck

import (
	"fmt"
	"strings"

	"procad/internal/diag"
	"procad/prim"
	"procad/proc"
)

// Program checks every definition, and that none calls itself. Beside their
// own, they may call the primitives and the derivatives of primitives. The
// error is a diag.List.
func Program(p *proc.Program) error {
	sigs := newSignatures(p)
	ts := newTypes()
	var errs diag.List
	seen := make(map[proc.Func]*proc.Def, len(p.Defs))
	for _, d := range p.Defs {
		if first := seen[d.Name]; first != nil {
			errs = append(errs, redefined(d, first))
		} else if _, isPrim := prim.Table[d.Name]; isPrim {
			errs = append(errs, diag.Errorf(d.Pos, Redefined, "%s is a primitive", d.Name))
		}
		seen[d.Name] = d
		errs = append(errs, check(d, sigs.of, ts)...)
	}
	errs = append(errs, cycles(p)...)
	errs.Sort()
	for _, e := range errs {
		e.In(p.File)
	}
	return errs.Err()
}

func redefined(d, first *proc.Def) *diag.Error {
	e := diag.Errorf(d.Pos, Redefined, "%s is defined a second time", d.Name)
	if first.Pos.Known() {
		e.Notef(first.Pos, "it is defined here first")
	}
	return e
}

// Def checks a definition,  Θ | In : S ⊢ Body ⊣ Out : T. sig gives the types
// of the functions it calls. Its error is a diag.List.
func Def(d *proc.Def, sig func(proc.Func) (proc.Sig, error)) error {
	return check(d, sig, newTypes()).Err()
}

func check(d *proc.Def, sig func(proc.Func) (proc.Sig, error), ts *types) diag.List {
	c := newChecker(d, sig, ts)
	for _, r := range d.Zone {
		c.enter(r)
	}
	c.bind(d.In)
	c.procedure(d.Body)
	if len(c.errs) >= maxErrors {
		return c.errs
	}
	c.result(d.Out)
	for _, v := range c.ctx.log {
		if v.state == live {
			c.unused(v)
		}
	}
	return c.errs
}

// Judgement finds the Γ and Δ of a bare procedure, with the names of theta
// visible: what it uses and does not bind, in the order of use, and what it
// binds and does not use, in the order of binding.
func Judgement(theta []proc.Ref, p proc.Procedure, sig func(proc.Func) (proc.Sig, error)) (gamma, delta []proc.Var, err error) {
	c := newChecker(&proc.Def{}, sig, newTypes())
	c.free = &gamma
	for _, r := range theta {
		c.enter(r)
	}
	c.procedure(p)
	for _, v := range c.ctx.log {
		if v.state == live {
			delta = append(delta, v.Var)
		}
	}
	return gamma, delta, c.errs.Err()
}

// Format writes a judgement, with p for the procedure and · for an empty context.
func Format(theta []proc.Ref, gamma, delta []proc.Var) string {
	var b strings.Builder
	for i, r := range theta {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%s : %c%s", r.Name, r.Mode, r.Type)
	}
	if len(theta) > 0 {
		b.WriteString(" | ")
	}
	return b.String() + formatVars(gamma) + " ⊢ p ⊣ " + formatVars(delta)
}

func formatVars(vs []proc.Var) string {
	if len(vs) == 0 {
		return "·"
	}
	parts := make([]string, len(vs))
	for i, v := range vs {
		parts[i] = v.Name + " : " + v.Type.String()
	}
	return strings.Join(parts, ", ")
}

func newChecker(d *proc.Def, sig func(proc.Func) (proc.Sig, error), ts *types) *checker {
	return &checker{types: ts, def: d, sig: sig, ctx: newContext(len(d.Body)), refs: map[string]*ref{}}
}

// signatures gives the types of functions, and remembers them.
type signatures struct {
	find  func(proc.Func) (proc.Sig, error)
	known map[proc.Func]signature
}

type signature struct {
	sig proc.Sig
	err error
}

func newSignatures(p *proc.Program) *signatures {
	lookup := func(f proc.Func) (proc.Sig, bool) {
		d := p.Lookup(f)
		if d == nil {
			d, _ = prim.Derived(f)
		}
		if d == nil {
			return proc.Sig{}, false
		}
		return d.Sig(), true
	}
	find := func(f proc.Func) (proc.Sig, error) { return prim.Sig(f, lookup) }
	return &signatures{find, map[proc.Func]signature{}}
}

func (s *signatures) of(f proc.Func) (proc.Sig, error) {
	known, ok := s.known[f]
	if !ok {
		known.sig, known.err = s.find(f)
		s.known[f] = known
	}
	return known.sig, known.err
}
