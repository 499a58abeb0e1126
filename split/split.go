package split

import (
	"procad/internal/optim"
	"procad/proc"
	"procad/proc/deriv"
	"procad/proc/linear"
)

// Parts is a definition taken apart, before its trace is packed.
type Parts struct {
	F     proc.Procedure
	Trace []proc.Var // Υ
	R     proc.Procedure
	Bar   func(string) string
	Names *proc.Names
	plain bool // without annotations
}

// Apart takes a definition apart. Bar of the result gives the names of
// cotangents; In's and Out's cotangents are bound by those names where their
// types have one. Sums are fused: R follows F at once, so what a sum that is
// fused costs besides, a pass over what its iterations read, comes once.
func Apart(lib Library, d *proc.Def, own Policy) (*Parts, error) {
	return apart(lib, d, own, true)
}

// apart makes updates, then annotations, then F and R by the rules, and, where R does not follow F at once, the steps
// after them.
func apart(lib Library, d *proc.Def, own Policy, fuse bool) (*Parts, error) {
	d, err := updating(lib, d)
	if err != nil {
		return nil, err
	}
	not, err := FindUnset(lib, d, own, fuse)
	if err != nil {
		return nil, err
	}
	t := newSplitter(lib, d, own, fuse)
	t.unset = not
	r := t.both()
	if t.err != nil {
		return nil, t.err
	}
	return &Parts{F: r.fwd, Trace: r.trace, R: r.rev, Bar: t.name, Names: t.names, plain: t.without(optim.Annotations)}, nil
}

// both are F and R of the definition.
func (t *splitter) both() passes {
	if !t.fuse { // else R has what F has
		t.given = newGiven(t, t.of)
	}
	r := t.sequence(t.of.Body)
	r.rev = inPlace(r.rev)
	if t.fuse {
		return r
	}
	return t.shortened(r, true, nil, kept)
}

// Halves are a definition taken apart for two procedures: one makes the trace, one takes it.
type Halves struct {
	*Parts
	of      *proc.Def
	own     Policy
	without optim.Set
}

// Take takes a definition apart for two procedures, and keeps little of Υ.
func Take(lib Library, d *proc.Def, own Policy) (*Halves, error) {
	p, err := apart(lib, d, own, false)
	if err != nil {
		return nil, err
	}
	return &Halves{p, d, own, lib.Without()}, nil
}

// Forward is  revf$f : S → (T, X).
//
//	Θ | s : S ⊢ F[p] ; x = (Υ) ; o = (t, x) ⊣ o : (T, X)
func (p *Halves) Forward() *proc.Def {
	d := p.of
	b := &proc.Builder{Names: p.Names.Beside(), Pos: d.Pos, Body: p.F}
	o := b.Tuple("o", d.Out, pack(b, "x", p.Trace, p.boxed()))
	return &proc.Def{Pos: d.Pos, Name: p.own.F.Of(d.Name), Zone: d.Zone, In: d.In, Body: linear.SimplifyUnless(p.without, b.Body), Out: o}
}

// Reverse is  revr$f : (X, cot T) → cot S.
//
//	Θ̄ | i : (X, cot T) ⊢ (x, t̄) = i ; (Υ) = x ; R[p] ⊣ s̄ : cot S
func (p *Halves) Reverse() *proc.Def {
	d := p.of
	b := &proc.Builder{Names: p.Names.Beside(), Pos: d.Pos}
	in := b.Names.Fresh("i")
	x, unpack := packed(b, "x", p.Trace, p.boxed())
	out := proc.Var{Name: p.Bar(d.Out.Name), Type: deriv.Cotangent(d.Out.Type)}
	i := proc.Var{Name: in, Type: proc.NewTuple(x.Type, out.Type)}
	b.Emit(&proc.Untuple{Outs: []proc.Var{x, out}, In: i})
	unpack()
	if out.Type == proc.Unit {
		b.Elim(out)
	}
	b.Emit(p.R...)
	res := proc.Var{Name: p.Bar(d.In.Name), Type: deriv.Cotangent(d.In.Type)}
	if res.Type == proc.Unit {
		res = b.Unit()
	}
	return &proc.Def{
		Pos: d.Pos, Name: p.own.R.Of(d.Name), Zone: deriv.CotangentZone(d.Zone, p.Bar),
		In: i, Body: linear.SimplifyReverseUnless(p.without, b.Body), Out: res,
	}
}

// A splitter takes one definition apart.
type splitter struct {
	*functions
	*annotations
	of     *proc.Def
	own    Policy
	names  *proc.Names
	suffix string
	refs   map[string]proc.Ref
	open   map[string]bool // the names of Θ in scope
	// mentioned are the names of Θ, bars included, that R uses.
	mentioned map[string]bool
	// asItIs are the variables of p that an Elim leaves in the trace.
	asItIs map[proc.Var]bool
	given  *values                   // of the text of the definition, as far as the rules have come
	leaves map[*proc.Case][]proc.Var // see left
	linear map[proc.Func]*proc.Def   // see traceless

	// A trial is to find what R reads. Its calls of swap stay, and restored has what restores arrays in it.
	trial    bool
	fuse     bool
	restored []restored

	builders []proc.Builder // for the next statements
	room     proc.Procedure // where their bodies begin
}

func newSplitter(lib Library, d *proc.Def, own Policy, fuse bool) *splitter {
	f := &functions{lib: lib}
	t := &splitter{
		functions: f, annotations: annotate(f, d, own, fuse), of: d, own: own, fuse: fuse, names: proc.NewNames(d), suffix: d.Suffix(".bar"),
		refs: map[string]proc.Ref{}, open: map[string]bool{}, mentioned: map[string]bool{}, asItIs: map[proc.Var]bool{}, leaves: map[*proc.Case][]proc.Var{}, linear: map[proc.Func]*proc.Def{},
	}
	for _, r := range d.Zone {
		t.refs[r.Name] = r
		t.open[r.Name] = true
	}
	return t
}

// policyOf is the policy of a call.
func (t *splitter) policyOf(f proc.Func) Policy {
	if p, ok := t.policy[f]; ok {
		return p
	}
	return t.own
}

// body takes the body of a statement apart.
func (t *splitter) body(p proc.Procedure) passes {
	return t.shortened(t.sequence(p), false, nil, kept)
}

// branchBody takes the body of a branch of a Case apart, which knows what was given outside.
func (t *splitter) branchBody(p proc.Procedure) passes {
	return t.shortened(t.sequence(p), false, t.given, kept)
}

// under takes a body apart in the scope of one more name of Θ.
func (t *splitter) under(r proc.Ref, p proc.Procedure) passes {
	t.refs[r.Name] = r
	t.open[r.Name] = true
	defer delete(t.open, r.Name)
	return t.body(p)
}

// viewing takes the body of a Row apart. It leaves all that R needs: what R recomputes is chosen around
// it, where the array is at hand, and where the rest of R may need the same.
func (t *splitter) viewing(r proc.Ref, p proc.Procedure) passes {
	t.refs[r.Name] = r
	t.open[r.Name] = true
	defer delete(t.open, r.Name)
	return t.shortened(t.sequence(p), false, nil, all)
}
