package split

import (
	"slices"

	"procad/internal/optim"
	"procad/proc"
	"procad/proc/linear"
)

// traceless is the reverse of a primitive f that keeps nothing, as linear ones do, as a
// definition that takes b̄ alone; nil for all others. Its calls are inlined, as those in
// inline are.
//
//	i : S ⊢ p ; (t, x) = o ; Elim x ⊣ t : T                    is t = Call f i, where revf$f : (i : S) → (o : (T, ())) is p
//	t̄ : cot T ⊢ x = () ; i = (x, t̄) ; p ⊣ s̄ : cot S            where revr$f : (i : ((), cot T)) → (s̄ : cot S) is p
func (t *splitter) traceless(f proc.Func) *proc.Def {
	if t.without(optim.Rules) || !primitive(f) {
		return nil
	}
	d, ok := t.linear[f]
	if !ok {
		fwd, rev := t.definition(t.own.F.Of(f)), t.definition(t.own.R.Of(f))
		if t.err == nil && proc.Elems(fwd.Out.Type)[1] == proc.Unit && calls(fwd, f) {
			d = ofCotangent(rev)
		}
		t.linear[f] = d
	}
	return d
}

// calls says that a forward pass which keeps nothing calls f, and does nothing else.
func calls(d *proc.Def, f proc.Func) bool {
	b := &proc.Builder{Names: proc.NewNames(d)}
	b.Emit(d.Body...)
	b.Elim(b.Untuple(d.Out, "t", "x")[1])
	p := linear.Simplify(b.Body)
	in := d.In
	if parts, ok := p[0].(*proc.Untuple); ok && len(p) == 3 {
		whole, ok := p[1].(*proc.Tuple)
		if !ok || !slices.Equal(parts.Outs, whole.Ins) {
			return false
		}
		in, p = whole.Out, p[2:]
	}
	c, ok := p[0].(*proc.Call)
	return ok && len(p) == 1 && c.Func == f && c.In == in
}

func ofCotangent(d *proc.Def) *proc.Def {
	b := &proc.Builder{Names: proc.NewNames(d)}
	bar := b.Var("bar", proc.Elems(d.In.Type)[1])
	b.Emit(&proc.Tuple{Out: d.In, Ins: []proc.Var{b.Unit(), bar}})
	b.Emit(d.Body...)
	return &proc.Def{Pos: d.Pos, Name: d.Name, In: bar, Body: linear.Simplify(b.Body), Out: d.Out}
}
