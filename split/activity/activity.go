package activity

import (
	"fmt"

	"procad/internal/optim"
	"procad/proc"
	"procad/proc/deriv"
)

// Library gives what has to be known of other functions.
type Library interface {
	Sig(proc.Func) (proc.Sig, error)
	Def(proc.Func) (*proc.Def, error)
}

// An Activity finds out what is active: given which parts of its parameters a
// function are inactive, which parts of its result are inactive, because they depend on no
// part that is active. It remembers what it found.
type Activity struct {
	lib     Library
	without optim.Set
	known   map[proc.Func]proc.Type // T' of inactive.I.O$f
	params  map[proc.Func]proc.Type // what is useful of the parameter of f for a result of O, by inactive.0.O$f
	gains   map[proc.Func]bool      // of Gains
}

// NewActivity is the analysis of the functions of a library, with some
// optimisations disabled.
func NewActivity(lib Library, without optim.Set) *Activity {
	return &Activity{lib: lib, without: without, known: map[proc.Func]proc.Type{}, params: map[proc.Func]proc.Type{}, gains: map[proc.Func]bool{}}
}

// Gains says that f, though all its parameters are active, calls something of which
// parameters or results are inactive: what is computed from numbers and Ints is inactive, and so is what is not useful.
func (a *Activity) Gains(f proc.Func) (bool, error) {
	if a.without.Has(optim.Ints) {
		return false, nil
	}
	if known, ok := a.gains[f]; ok {
		return known, nil
	}
	a.gains[f] = false
	if _, _, ok := deriv.OfRule(f); ok {
		return false, nil
	}
	d, err := a.lib.Def(f)
	if d == nil || err != nil {
		return false, err
	}
	fl := a.flow(d, zoneOf(d), d.In.Type, d.Out.Type)
	a.gains[f] = fl.holds
	return fl.holds, fl.err
}

// Result is the type of what f gives, with Inactive for what is inactive, where
// zone and in are those of its parameters.
func (a *Activity) Result(f proc.Func, zone []proc.Type, in proc.Type) (proc.Type, error) {
	sig, err := a.lib.Sig(f)
	if err != nil {
		return nil, err
	}
	c, err := a.callee(f, sig, zone, in, sig.Out)
	return c.out, err
}

// of is Result for a definition, with Inactive also for what is not useful of the result.
func (a *Activity) of(d *proc.Def, zone []proc.Type, in, useful proc.Type) (proc.Type, error) {
	key := Name(d.Name, d.Sig(), zone, in, useful)
	if t, ok := a.known[key]; ok {
		return t, nil
	}
	fl := a.flow(d, zone, in, useful)
	if fl.err != nil {
		return nil, fl.err
	}
	t := meet(fl.of(d.Out), useful)
	a.known[key] = t
	return t, nil
}

// A flow is what is known of the variables and of the names of Θ of one
// definition: types, with Inactive for what is inactive.
type flow struct {
	*Activity
	useful *usefulness
	types  *proc.ByName[proc.Type]
	refs   map[string]proc.Type
	holds  bool // something is called of which parameters or results are inactive
	err    error
}

// flow goes through a definition of whose result out is useful.
func (a *Activity) flow(d *proc.Def, zone []proc.Type, in, out proc.Type) *flow {
	u := a.usefulIn(d, out)
	fl := &flow{Activity: a, useful: u, err: u.err, types: proc.NewByName[proc.Type](proc.NamesIn(len(d.Body))), refs: map[string]proc.Type{}}
	fl.types.Set(d.In.Name, in)
	for i, r := range d.Zone {
		fl.refs[r.Name] = zone[i]
	}
	fl.procedure(d.Body)
	return fl
}

func (fl *flow) of(v proc.Var) proc.Type { return fl.types.Get(v.Name) }

// bind joins what the branches of a Case say of a variable that both bind.
func (fl *flow) bind(v proc.Var, t proc.Type) {
	at := fl.types.At(v.Name)
	if *at != nil {
		t = join(*at, t)
	}
	*at = t
}

func (fl *flow) procedure(p proc.Procedure) {
	for _, s := range p {
		if fl.err != nil {
			return
		}
		fl.stmt(s)
	}
}

// stmt goes through a statement. With α : τ for a variable whose type is τ, with
// Inactive where it is inactive,
//
//	a = Const k              a : H T
//	b = Call f [θ] a         b : Result(f, θ, a), of the variant of f that gives what is useful of b
//	a = Inl b                a : τ + H T2, where b : τ        the other side is not made here
//	Case a (Inl x p) …       x : τ1, where a : τ1 + τ2; what both branches bind is joined
//	v' = Share v (s. p)      s and v' : τ, where v : τ
//	v' = Accum v (s. p)      s and v' move: adds may come from anywhere
//	x = Read s i             x : σ, where s : Array^r σ
//
// and tuples, copies and rows have the types of their parts.
func (fl *flow) stmt(s proc.Stmt) {
	fl.open(s)
	switch s := s.(type) {
	case *proc.Case:
		t := fl.of(s.In).(*proc.SumType)
		fl.bind(s.L.Var, t.L)
		fl.procedure(s.L.Body)
		fl.bind(s.R.Var, t.R)
		fl.procedure(s.R.Body)
	case *proc.Choose:
		// What is made from either is joined.
		fl.procedure(s.Body)
		if fl.refs[s.False] != fl.refs[s.True] {
			fl.refs[s.Name] = fl.refs[s.False]
			fl.procedure(s.Body)
		}
	default:
		proc.Bodies(s, fl.procedure)
	}
	i := 0
	proc.Binds(s, func(v proc.Var) {
		fl.bind(v, fl.result(s, i))
		i++
	})
}

// open notes the type of the name of Θ that a statement opens.
func (fl *flow) open(s proc.Stmt) {
	r, ok := proc.Opened(s, func(name string) proc.Ref { return proc.Ref{Type: fl.refs[name]} })
	if !ok {
		return
	}
	if share, is := s.(*proc.Share); is {
		r.Type = fl.of(share.In)
	}
	fl.refs[r.Name] = r.Type
}

// result is the type of the k-th variable that s binds, given those of what it uses.
func (fl *flow) result(s proc.Stmt, k int) proc.Type {
	switch s := s.(type) {
	case *proc.Call:
		return fl.call(s).out
	case *proc.Const:
		return deriv.Deactivate(s.Out.Type)
	case *proc.Dup:
		return proc.NewTuple(fl.of(s.In), fl.of(s.In))
	case *proc.Tuple:
		parts := make([]proc.Type, len(s.Ins))
		for i, v := range s.Ins {
			parts[i] = fl.of(v)
		}
		return proc.NewTuple(parts...)
	case *proc.Untuple:
		return proc.Elems(fl.of(s.In))[k]
	case *proc.Inl:
		return proc.NewSum(fl.of(s.In), deriv.Deactivate(s.Out.Type.(*proc.SumType).R))
	case *proc.Inr:
		return proc.NewSum(deriv.Deactivate(s.Out.Type.(*proc.SumType).L), fl.of(s.In))
	case *proc.Share:
		return fl.of(s.In)
	case *proc.Accum:
		return s.Out.Type
	case *proc.Read:
		if a, ok := fl.refs[s.Ref].(*proc.ArrayType); ok {
			return a.Elem
		}
		return fl.refs[s.Ref]
	case *proc.Size:
		return proc.Int
	}
	panic(fmt.Sprintf("activity: %T binds nothing", s))
}

// call finds out how a function is called.
func (fl *flow) call(s *proc.Call) callee {
	zone := make([]proc.Type, len(s.Zone))
	for i, n := range s.Zone {
		zone[i] = fl.refs[n]
	}
	c, err := fl.chosen(s, zone)
	if err != nil && fl.err == nil {
		fl.err = err
	}
	if err != nil {
		c.out = s.Out.Type
	}
	fl.holds = fl.holds || holds(c.f)
	return c
}

// chosen is what is called in the place of a function, or of its variant for what is useful of the result.
func (fl *flow) chosen(s *proc.Call, zone []proc.Type) (callee, error) {
	sig, err := fl.lib.Sig(s.Func)
	if err != nil {
		return callee{}, err
	}
	given, err := fl.variantOf(s.Func, sig, fl.useful.of(s.Out))
	if err != nil {
		return callee{}, err
	}
	if given, ok := fl.useful.variants.of(s.Func, given); ok {
		return fl.callee(s.Func, sig, zone, fl.of(s.In), given)
	}
	return fl.callee(s.Func, sig, zone, fl.of(s.In), sig.Out)
}

// holds says that of a function, or of the iterations of a loop, parameters or results are inactive.
func holds(f proc.Func) bool {
	if _, body, ok := f.Loop(); ok {
		f = body
	}
	d, _, _ := deriv.Apart(f)
	_, _, ok := deriv.IsInactive(d)
	return ok
}
