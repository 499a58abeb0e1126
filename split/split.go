package split

import (
	"fmt"

	"procad/internal/optim"
	"procad/proc"
	"procad/proc/linear"
)

// Library gives what a transformation needs to know of other functions.
type Library interface {
	// Sig is the type of any function.
	Sig(proc.Func) (proc.Sig, error)
	// Def is the definition of a function, nil if it is a primitive or a loop.
	Def(proc.Func) (*proc.Def, error)
	// Without are the optimisations to do without.
	Without() optim.Set
}

// Flavour says how the loops that a procedure calls keep their traces.
type Flavour struct{ F, R proc.Deriv }

var (
	// Recompute runs the turns of commuting loops again in the reverse pass.
	Recompute = Flavour{proc.RevF, proc.RevR}
	// Store keeps the traces of all turns.
	Store = Flavour{proc.StoreRevF, proc.StoreRevR}
	// Fuse runs each turn of a sum forwards and backwards at once, at a
	// cotangent of 1, and multiplies by that of the sum in the reverse pass.
	Fuse = Flavour{proc.FuseRevF, proc.FuseRevR}
)

// Fusible says that a loop is a sum that can be fused: of Reals, over turns
// that read nothing with a tangent but Reals and arrays of Reals.
func Fusible(kind proc.LoopKind, body proc.Sig) bool {
	if kind != proc.SumOf && kind != proc.Adds || body.Out != proc.Real {
		return false
	}
	active := false
	for _, r := range body.Zone {
		a, array := r.Type.(*proc.ArrayType)
		active = active || !proc.Discrete(r.Type)
		if r.Mode != proc.Shared || !proc.Discrete(r.Type) && r.Type != proc.Real && !(array && a.Elem == proc.Real) {
			return false
		}
	}
	return active
}

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
// fused costs besides, a pass over what its turns read, comes once.
func Apart(lib Library, d *proc.Def, fl Flavour) (*Parts, error) {
	d, err := updating(lib, d)
	if err != nil {
		return nil, err
	}
	t := newSplitter(lib, d, fl)
	t.fuse = true
	r := t.block(d.Body)
	if t.err != nil {
		return nil, t.err
	}
	return &Parts{F: r.fwd, Trace: r.trace, R: r.rev, Bar: t.name, Names: t.names}, nil
}

// Forward is  revf$f : S → (T, X).
//
//	Θ | s : S ⊢ F[p] ; x = (Υ) ; o = (t, x) ⊣ o : (T, X)
func Forward(lib Library, d *proc.Def, fl Flavour) (*proc.Def, error) {
	p, err := apartSlim(lib, d, fl)
	if err != nil {
		return nil, err
	}
	b := &proc.Builder{Names: p.Names, Pos: d.Pos, Body: p.F}
	x := b.Tuple("x", p.Trace...)
	if p.boxed() {
		x = box(b, x)
	}
	o := b.Tuple("o", d.Out, x)
	return &proc.Def{Pos: d.Pos, Name: fl.F.Of(d.Name), Zone: d.Zone, In: d.In, Body: linear.TidyBut(lib.Without(), b.Body), Out: o}, nil
}

// Reverse is  revr$f : (X, cot T) → cot S.
//
//	Θ̄ | i : (X, cot T) ⊢ (x, t̄) = i ; (Υ) = x ; R[p] ⊣ s̄ : cot S
func Reverse(lib Library, d *proc.Def, fl Flavour) (*proc.Def, error) {
	p, err := apartSlim(lib, d, fl)
	if err != nil {
		return nil, err
	}
	b := &proc.Builder{Names: p.Names, Pos: d.Pos}
	packed := tupleType(p.Trace)
	kept, boxed := packed, p.boxed()
	if boxed {
		kept = proc.NewStack(packed)
	}
	cot := proc.Cotangent(d.Out.Type)
	in := b.Var("i", proc.NewTuple(kept, cot))
	out := proc.Var{Name: p.Bar(d.Out.Name), Type: cot}
	x := proc.Var{Name: b.Names.Fresh("x"), Type: packed}
	if len(p.Trace) == 1 {
		x = p.Trace[0]
	}
	if boxed {
		k := b.Var("k", kept)
		b.Emit(&proc.Untuple{Outs: []proc.Var{k, out}, In: in})
		unbox(b, k, x)
	} else {
		b.Emit(&proc.Untuple{Outs: []proc.Var{x, out}, In: in})
	}
	if len(p.Trace) != 1 {
		b.Emit(&proc.Untuple{Outs: p.Trace, In: x})
	}
	if cot == proc.Unit {
		b.Elim(out)
	}
	b.Emit(p.R...)
	res := proc.Var{Name: p.Bar(d.In.Name), Type: proc.Cotangent(d.In.Type)}
	if res.Type == proc.Unit {
		res = b.Unit()
	}
	return &proc.Def{
		Pos: d.Pos, Name: fl.R.Of(d.Name), Zone: proc.CotangentZone(d.Zone, p.Bar),
		In: in, Body: linear.TidyBut(lib.Without(), b.Body), Out: res,
	}, nil
}

func apartSlim(lib Library, d *proc.Def, fl Flavour) (*Parts, error) {
	d, err := updating(lib, d)
	if err != nil {
		return nil, err
	}
	t := newSplitter(lib, d, fl)
	r := t.slim(t.shapes(t.block(d.Body)))
	if t.err != nil {
		return nil, t.err
	}
	return &Parts{F: r.fwd, Trace: r.trace, R: r.rev, Bar: t.name, Names: t.names, plain: t.without(optim.Annotations)}, nil
}

// A splitter takes one definition apart.
type splitter struct {
	lib    Library
	fl     Flavour
	names  *proc.Names
	suffix string
	refs   map[string]proc.Ref
	open   map[string]bool // the names of Θ in scope
	// mentioned are the names of Θ, bars included, that R uses.
	mentioned map[string]bool
	// asItIs are the variables of p that an Elim leaves in the trace.
	asItIs map[proc.Var]bool
	still  *still
	spent  *spent
	err    error
	fuse   bool // sums that can be
	looked map[zoneName]bool
	priced map[proc.Func]int64
}

func newSplitter(lib Library, d *proc.Def, fl Flavour) *splitter {
	t := &splitter{
		lib: lib, fl: fl, names: proc.NewNames(d), suffix: d.Suffix(".bar"),
		refs: map[string]proc.Ref{}, open: map[string]bool{}, mentioned: map[string]bool{}, asItIs: map[proc.Var]bool{},
		looked: map[zoneName]bool{}, priced: map[proc.Func]int64{},
	}
	for _, r := range d.Zone {
		t.refs[r.Name] = r
		t.open[r.Name] = true
	}
	t.still = &still{t, map[proc.Var]bool{}}
	t.spent = &spent{t: t, arr: map[proc.Var]bool{}}
	if !t.without(optim.Annotations) {
		t.still.scan(d.Body)
		t.spent.find(d)
	}
	return t
}

// under takes a procedure apart in the scope of one more name of Θ.
func (t *splitter) under(r proc.Ref, p proc.Procedure) row {
	t.refs[r.Name] = r
	t.open[r.Name] = true
	defer delete(t.open, r.Name)
	return t.slim(t.block(p))
}

func (t *splitter) without(n optim.Name) bool { return t.lib.Without().Has(n) }

func (t *splitter) fail(err error) {
	if t.err == nil {
		t.err = err
	}
}

func (t *splitter) sig(f proc.Func) proc.Sig {
	s, err := t.lib.Sig(f)
	if err != nil {
		t.fail(err)
	}
	return s
}

// flavour is that of a call. Of a loop that would run its turns again the traces
// are stored where that costs less, and a sum is fused where that costs less still.
func (t *splitter) flavour(f proc.Func) Flavour {
	kind, body, ok := f.Loop()
	switch {
	case !ok || t.fl != Recompute || t.without(optim.Annotations):
		return t.fl
	case t.fuses(kind, body):
		return Fuse
	case t.stores(kind, body):
		return Store
	}
	return t.fl
}

// fuses says that a sum is fused: if there are loops in its turns, or if storing
// their traces costs more than the pass over what they read. Otherwise running a
// turn again costs less than that pass, but for a turn of adds, which nothing stores:
// there it is the prices that are compared. Where parameters are held the choice is
// the same, so that a part of a gradient is the same to the bit.
func (t *splitter) fuses(kind proc.LoopKind, body proc.Func) bool {
	if !t.fuse || t.without(optim.Fuse) {
		return false
	}
	sig, whole := t.sig(body), t.sig(body.Unheld())
	if t.err != nil || !Fusible(kind, sig) || !Fusible(kind, whole) {
		return false
	}
	turn := t.sig(proc.StoreRevF.Of(body.Unheld()))
	if t.err != nil {
		return false
	}
	trace, passes := proc.Elems(turn.Out)[1], pass(whole.Zone)
	switch {
	case !proc.Scalar(trace):
		return true
	case kind == proc.Adds:
		def := t.definition(proc.Trace.Of(Store.F.Of(body.Unheld())))
		return def != nil && t.price(def) >= wordPrice*passes
	}
	return words(trace) > passes && t.stores(kind, body.Unheld())
}

// name is the name of the cotangent of what is called n.
func (t *splitter) name(n string) string { return n + t.suffix }

// bar is the cotangent of v; it exists only where its type is not ().
func (t *splitter) bar(v proc.Var) proc.Var {
	return proc.Var{Name: t.name(v.Name), Type: proc.Cotangent(v.Type)}
}

func barred(v proc.Var) bool { return proc.Cotangent(v.Type) != proc.Unit }

// mention returns a name of Θ for use in R.
func (t *splitter) mention(n string) string {
	t.mentioned[n] = true
	return n
}

// A row is what a row of the figure makes of a statement.
type row struct {
	fwd   proc.Procedure
	trace []proc.Var
	rev   proc.Procedure
}

// block is the row of the sequence.
//
//	p1 ; p2        F: F[p1] ; F[p2]        Υ: Υ1, Υ2        R: R[p2] ; R[p1]
func (t *splitter) block(p proc.Procedure) row {
	var all row
	revs := make([]proc.Procedure, len(p))
	n := 0
	for i, s := range p {
		r := t.stmt(s)
		if t.err != nil {
			return row{}
		}
		all.fwd = append(all.fwd, r.fwd...)
		all.trace = append(all.trace, r.trace...)
		revs[len(p)-1-i] = r.rev
		n += len(r.rev)
	}
	all.rev = make(proc.Procedure, 0, n)
	for _, r := range revs {
		all.rev = append(all.rev, r...)
	}
	return all
}

// stmt finds the row of a statement.
func (t *splitter) stmt(s proc.Stmt) row {
	switch s := s.(type) {
	case *proc.Call:
		return t.call(s)
	case *proc.Const:
		return t.constant(s)
	case *proc.Elim:
		return t.elim(s)
	case *proc.Dup:
		return t.dup(s)
	case *proc.Tuple:
		return t.tuple(s)
	case *proc.Untuple:
		return t.untuple(s)
	case *proc.Inl:
		return t.inject(s, s.Out, s.In, true)
	case *proc.Inr:
		return t.inject(s, s.Out, s.In, false)
	case *proc.Case:
		return t.cases(s)
	case *proc.Share:
		return t.share(s)
	case *proc.Accum:
		return t.accum(s)
	case *proc.Read:
		return t.read(s)
	case *proc.Add:
		return t.add(s)
	case *proc.Size:
		return row{fwd: proc.Procedure{s}}
	case *proc.Row:
		return t.row(s)
	case *proc.Choose:
		return t.choose(s)
	}
	t.fail(fmt.Errorf("split: no row for %T", s))
	return row{}
}
