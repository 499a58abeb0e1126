package activity

import (
	"slices"

	"procad/internal/optim"
	"procad/proc"
	"procad/proc/deriv"
)

// A part of a variable is useful if its cotangent can be other than zero. What is only compared, rounded to an Int, stopped or
// dropped is not useful. What only that is made from is not useful either, also where a function or a loop makes it:
//
//	def step(x: Real): (Real, Real) = (…, error)        let (y, error) = step(x) in if error < tol then y else …
//
// The error is not useful. So inactive.0.2$step is called, which gives it as an Inactive: its reverse has no
// cotangent of it, and its forward pass keeps nothing for it. Parameters that only the error
// depends on are inactive, too.
//
// A usefulness is what is known of the variables of one definition: their types, with Inactive for
// what is not useful. It is found from the end to the beginning. The flow then goes from the beginning to the end.
type usefulness struct {
	*Activity
	types    *proc.ByName[proc.Type]
	refs     map[string]bool // names of Θ of which something is useful
	variants variants
	grown    bool // a variant gives more than calls before were told
	err      error
}

// variants are those of functions that a definition calls, in the order in which they are found: what each gives is the result of
// the function with Inactive for some parts. Of each function there are at most maxVariants, and one that gives nothing. The last
// one gives the join of what it and all that are found later are to give. So what a definition calls depends on nothing but itself.
type variants map[proc.Func][]proc.Type

const maxVariants = 4

// of is what the variant of f gives that is called where given is useful. It is not found if a definition has not been gone through.
func (vs variants) of(f proc.Func, given proc.Type) (proc.Type, bool) {
	list := vs[f]
	if slices.Contains(list, given) || deriv.Discrete(given) {
		return given, true
	}
	if len(list) == maxVariants && join(list[maxVariants-1], given) == list[maxVariants-1] {
		return list[maxVariants-1], true
	}
	return nil, false
}

// usefulIn goes through a definition of whose result out is useful.
func (a *Activity) usefulIn(d *proc.Def, out proc.Type) *usefulness {
	return a.usefulTo(d, func(u *usefulness) { u.add(d.Out, out) })
}

// usefulTo goes through a definition of which begin says what is useful at its end. It does so again if a variant gives more than
// at the time of some call.
func (a *Activity) usefulTo(d *proc.Def, begin func(*usefulness)) *usefulness {
	found := variants{}
	for {
		u := &usefulness{Activity: a, types: proc.NewByName[proc.Type](proc.NamesIn(len(d.Body))), refs: map[string]bool{}, variants: found}
		begin(u)
		u.procedure(d.Body)
		if !u.grown || u.err != nil {
			return u
		}
	}
}

// Useful gives the type of each variable of d, with Inactive for what is not useful. The body of d may be a part of one:
// all that it leaves is useful.
func (a *Activity) Useful(d *proc.Def) (func(proc.Var) proc.Type, error) {
	used := map[string]bool{d.Out.Name: true}
	d.Body.Walk(func(s proc.Stmt) { proc.Uses(s, func(v proc.Var) { used[v.Name] = true }) })
	u := a.usefulTo(d, func(u *usefulness) {
		u.addAll(d.Out)
		d.Body.Walk(func(s proc.Stmt) {
			proc.Binds(s, func(v proc.Var) {
				if !used[v.Name] {
					u.addAll(v)
				}
			})
		})
	})
	return u.of, u.err
}

// of is the type of v with Inactive for what is not useful.
func (u *usefulness) of(v proc.Var) proc.Type {
	if t := u.types.Get(v.Name); t != nil {
		return t
	}
	return deriv.Deactivate(v.Type)
}

// add makes t of v useful, beside what is.
func (u *usefulness) add(v proc.Var, t proc.Type) { u.types.Set(v.Name, join(u.of(v), t)) }

// addAll makes all of v useful.
func (u *usefulness) addAll(v proc.Var) { u.add(v, v.Type) }

func (u *usefulness) procedure(p proc.Procedure) {
	for k := len(p) - 1; k >= 0 && u.err == nil; k-- {
		u.stmt(p[k])
	}
}

// stmt says what is useful of what a statement uses. With ω for what is useful of what it binds,
//
//	Elim a; n = Size s k; b = Call stop a      nothing of a and s
//	b = Call f [θ] a         Useful(f, ω) of a; all of θ, if anything of a or b is useful, or f adds
//	t = Dup a                ω1 ⊔ ω2 of a, where t : (ω1, ω2)
//	Case a (Inl x p) …       ω1 + ω2 of a, where x : ω1, y : ω2
//	v' = Share v (s. p)      ω of v, and all of it if something of s is useful in p
//	x = Read s i             s, if anything of x is
//	Row s i (r. p)           s, if something of r is useful in p; so with Choose
//	Add s i x; Accum         all
//
// and tuples and sums have their parts.
func (u *usefulness) stmt(s proc.Stmt) {
	switch s := s.(type) {
	case *proc.Call:
		u.call(s)
	case *proc.Dup:
		for _, t := range proc.Elems(u.of(s.Out)) {
			u.add(s.In, t)
		}
	case *proc.Tuple:
		t := u.of(s.Out)
		for k, v := range s.Ins {
			if len(s.Ins) > 1 {
				u.add(v, proc.Elems(t)[k])
			} else {
				u.add(v, t)
			}
		}
	case *proc.Untuple:
		parts := make([]proc.Type, len(s.Outs))
		for k, v := range s.Outs {
			parts[k] = u.of(v)
		}
		u.add(s.In, proc.NewTuple(parts...))
	case *proc.Inl:
		u.add(s.In, u.of(s.Out).(*proc.SumType).L)
	case *proc.Inr:
		u.add(s.In, u.of(s.Out).(*proc.SumType).R)
	case *proc.Case:
		u.procedure(s.L.Body)
		u.procedure(s.R.Body)
		u.add(s.In, proc.NewSum(u.of(s.L.Var), u.of(s.R.Var)))
	case *proc.Share:
		u.procedure(s.Body)
		u.add(s.In, u.of(s.Out))
		if u.refs[s.Name] {
			u.addAll(s.In)
		}
	case *proc.Row:
		u.procedure(s.Body)
		if u.refs[s.Name] {
			u.refs[s.Ref] = true
		}
	case *proc.Choose:
		u.procedure(s.Body)
		if u.refs[s.Name] {
			u.refs[s.True], u.refs[s.False] = true, true
		}
	case *proc.Read:
		if !deriv.Discrete(u.of(s.Out)) {
			u.refs[s.Ref] = true
		}
	case *proc.Elim, *proc.Const, *proc.Size:
	default:
		proc.Bodies(s, u.procedure)
		proc.Uses(s, u.addAll)
	}
}

func (u *usefulness) call(s *proc.Call) {
	out := u.of(s.Out)
	sig, err := u.lib.Sig(s.Func)
	if u.err = err; err != nil {
		return
	}
	in, err := u.argument(s.Func, sig, out)
	if u.err = err; err != nil {
		return
	}
	u.add(s.In, in)
	if !deriv.Discrete(in) || !deriv.Discrete(out) || sig.Accumulates() {
		for _, name := range s.Zone {
			u.refs[name] = true
		}
	}
}

// argument is what is useful of the argument of f, where out is useful of its result.
func (u *usefulness) argument(f proc.Func, sig proc.Sig, out proc.Type) (proc.Type, error) {
	if f.OfFamily("stop") {
		return deriv.Deactivate(sig.In), nil
	}
	given, err := u.variantOf(f, sig, out)
	if err != nil {
		return nil, err
	}
	if given != sig.Out {
		given = u.found(f, given)
	}
	switch {
	case given != sig.Out:
		return u.given(f, given)
	case deriv.Discrete(out) && !sig.Accumulates():
		return deriv.Deactivate(sig.In), nil
	}
	return sig.In, nil
}

// found is what the variant of f gives that is called where given is useful: one that is new, or the last one, which then gives
// more.
func (u *usefulness) found(f proc.Func, given proc.Type) proc.Type {
	if of, ok := u.variants.of(f, given); ok {
		return of
	}
	list := u.variants[f]
	if len(list) == maxVariants {
		given = join(list[maxVariants-1], given)
		list[maxVariants-1] = given
		u.grown = true
		return given
	}
	u.variants[f] = append(list, given)
	return given
}

// variantOf is what a variant of f gives of whose result out is useful: Inactive for Reals in tuples that are not. It is the result
// of f if all of these are useful. A function without a definition has no variants, nor have a derivative, one with
// a rule, and a loop without a state.
func (a *Activity) variantOf(f proc.Func, sig proc.Sig, out proc.Type) (proc.Type, error) {
	given := meet(sig.Out, out)
	if a.without.Has(optim.Useful) || given == sig.Out {
		return sig.Out, nil
	}
	kind, body, loop := f.Loop()
	if !loop {
		body = f
	}
	_, _, derived := deriv.Apart(body)
	if _, _, rule := deriv.OfRule(body); rule || derived || loop && !kind.Sequential() {
		return sig.Out, nil
	}
	if d, err := a.lib.Def(body); d == nil || err != nil {
		return sig.Out, err
	}
	return given, nil
}

// given is what is useful of the argument of a variant of a definition or a loop, which gives out. Of the state of a loop it
// is what is useful at its end, joined with what is useful to its iterations, which is the least type that an iteration keeps.
func (a *Activity) given(f proc.Func, out proc.Type) (proc.Type, error) {
	kind, body, loop := f.Loop()
	if !loop {
		return a.parameter(f, out)
	}
	for state := out; ; {
		of := state
		if kind == proc.While {
			of = proc.NewTuple(proc.Bool, state)
		}
		t, err := a.parameter(body, of)
		if err != nil {
			return nil, err
		}
		next := join(state, t)
		if next == state {
			return proc.NewTuple(proc.Int, state), nil
		}
		state = next
	}
}

// parameter is what is useful of the parameter of a definition.
func (a *Activity) parameter(f proc.Func, out proc.Type) (proc.Type, error) {
	d, err := a.lib.Def(f)
	if err != nil {
		return nil, err
	}
	key := Name(f, d.Sig(), zoneOf(d), d.In.Type, out)
	if t, ok := a.params[key]; ok {
		return t, nil
	}
	u := a.usefulIn(d, out)
	if u.err != nil {
		return nil, u.err
	}
	t := u.of(d.In)
	a.params[key] = t
	return t, nil
}

func zoneOf(d *proc.Def) []proc.Type {
	zone := make([]proc.Type, len(d.Zone))
	for i, r := range d.Zone {
		zone[i] = r.Type
	}
	return zone
}

// meet is t with Inactive for the Reals in tuples for which other has it.
func meet(t, other proc.Type) proc.Type {
	switch t := t.(type) {
	case proc.RealType:
		if deriv.Discrete(other) {
			return deriv.Deactivate(t)
		}
	case *proc.TupleType:
		elems, others := make([]proc.Type, len(t.Elems)), proc.Elems(other)
		for i, e := range t.Elems {
			elems[i] = meet(e, others[i])
		}
		return proc.NewTuple(elems...)
	}
	return t
}
