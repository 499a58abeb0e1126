package ks

import (
	"fmt"
	"strings"

	"procad/core"
	"procad/internal/diag"
)

// A Builtin is a function of Figure 2, or of those that the paper leaves out.
type Builtin interface {
	Fun
	// Apply is the value of a call. It panics with an *eval.RuntimeError.
	Apply(m *Machine, at diag.Pos, arg Value) Value
}

// Op is a primitive of core: +, *, sin, <. It is overloaded as in Section 1.1:
//
//	(+) :: (t, t) → t        for t that has no functions
type Op struct{ Op core.Op }

// Times is the (*) of Section 1.1 that scales a tangent or a cotangent by a slope. What is 0 stays 0,
// also where the slope is infinite or NaN.
//
//	(*) :: (R, t) → t        for t that has no functions
type Times struct{}

// Select is π(k, n) :: (t1, …, tn) → tk, where k counts from 0.
type Select struct{ K, N int }

// Inject is con :: tk → con1 t1 + … + conn tn.
type Inject struct {
	K  int
	To Sum
}

// Size is sz :: Vec t → N, the size in dimension Axis.
type Size struct{ Axis int }

// Index is ix :: (N, Vec t) → t.
type Index struct{}

// Build is build :: (N, N → t) → Vec t. Where t is a vector, its sizes may follow:
// build(n, λi. e, n1, …). Without them a vector of no vectors has sizes 0.
type Build struct{}

// Add is sum :: Vec t → t.
type Add struct{ Of Type }

// ArgMax is argmax :: Vec t → N, the first index of the largest; t is R or N.
type ArgMax struct{}

// Fold is fold :: ((a, b) → a, a, Vec b) → a, Figure 12.
type Fold struct{}

// Iterations is iterations :: (N, s, s → Bool, s → s) → N: how often f can be applied to s
// before c does not hold any more, at most n times.
type Iterations struct{}

// Assert is assert :: Bool → ().
type Assert struct{ Message string }

// Check is check :: (t, N, …, N) → t: its first argument, whose sizes have to be
// the other ones.
type Check struct {
	Title string // of the value
	Sizes []CheckedSize
}

// A CheckedSize is a size of an array in a value.
type CheckedSize struct {
	Path []Step
	Axis int
	Name string
}

// A Step goes to a component of a tuple, or to what a constructor carries.
type Step struct {
	Con bool
	K   int
}

// Stop is stopGradient :: t → t.
type Stop struct{}

// Zero is 0 of δt.
type Zero struct{ Of Type }

// Name is as in the figures.
func (f Op) Name() string {
	if s, ok := symbols[f.Op]; ok {
		return s
	}
	return string(f.Op)
}

var symbols = map[core.Op]string{
	core.Add: "+", core.Sub: "-", core.Mul: "*", core.Quo: "/", core.IDiv: "div", core.IMod: "mod", core.Powi: "^",
	core.Eq: "==", core.Lt: "<", core.Le: "<=", core.Gt: ">", core.Ge: ">=", core.Not: "not",
}

func (Times) Name() string { return symbols[core.Mul] }

func (f Select) Name() string { return fmt.Sprintf("π%d,%d", f.K+1, f.N) }
func (f Inject) Name() string { return f.To.Cons[f.K].Name }
func (f Size) Name() string {
	if f.Axis == 0 {
		return "sz"
	}
	return fmt.Sprint("sz", f.Axis)
}
func (Index) Name() string      { return "ix" }
func (Build) Name() string      { return "build" }
func (Add) Name() string        { return "sum" }
func (ArgMax) Name() string     { return "argmax" }
func (Fold) Name() string       { return "fold" }
func (Iterations) Name() string { return "iterations" }
func (Assert) Name() string     { return "assert" }
func (Check) Name() string      { return "check" }
func (Stop) Name() string       { return "stopGradient" }
func (Zero) Name() string       { return "0" }

// Result is of the type of the primitive in core, or overloaded.
func (f Op) Result(arg Type) (Type, error) {
	args := components(arg)
	types := make([]core.Type, len(args))
	for i, t := range args {
		switch {
		case t == R:
			types[i] = core.Real
		case t == N:
			types[i] = core.Int
		case Equal(t, Bool):
			types[i] = core.Bool
		}
	}
	switch t := core.PrimType(f.Op, types); {
	case t != nil:
		return typeOf(t), nil
	case f.Op == core.Add && len(args) == 2 && Equal(args[0], args[1]):
		return args[0], nil
	}
	return nil, wrong(f, arg)
}

func (f Times) Result(arg Type) (Type, error) {
	if args := components(arg); len(args) == 2 && args[0] == R {
		return args[1], nil
	}
	return nil, wrong(f, arg)
}

func (f Select) Result(arg Type) (Type, error) {
	if t, ok := arg.(Tuple); ok && len(t) == f.N && f.K < f.N {
		return t[f.K], nil
	}
	return nil, wrong(f, arg)
}

func (f Inject) Result(arg Type) (Type, error) {
	if Equal(arg, f.To.Cons[f.K].Of) {
		return f.To, nil
	}
	return nil, wrong(f, arg)
}

func (f Size) Result(arg Type) (Type, error) {
	t := arg
	for range f.Axis + 1 {
		v, ok := t.(Vec)
		if !ok {
			return nil, wrong(f, arg)
		}
		t = v.Elem
	}
	return N, nil
}

func (f Index) Result(arg Type) (Type, error) {
	if a := components(arg); len(a) == 2 && a[0] == N {
		if v, ok := a[1].(Vec); ok {
			return v.Elem, nil
		}
	}
	return nil, wrong(f, arg)
}

func (f Build) Result(arg Type) (Type, error) {
	if a := components(arg); len(a) >= 2 && a[0] == N && allN(a[2:]) {
		if fn, ok := a[1].(Func); ok && fn.From == N {
			return Vec{fn.To}, nil
		}
	}
	return nil, wrong(f, arg)
}

func (f Add) Result(arg Type) (Type, error) {
	if v, ok := arg.(Vec); ok && Equal(v.Elem, f.Of) {
		return v.Elem, nil
	}
	return nil, wrong(f, arg)
}

func (f ArgMax) Result(arg Type) (Type, error) {
	if v, ok := arg.(Vec); ok && (v.Elem == R || v.Elem == N) {
		return N, nil
	}
	return nil, wrong(f, arg)
}

// Result is the rule of Figure 12.
//
//	t : (a, b)     e : a     acc : a     v : Vec b
//	──────────────────────────────────────────────
//	fold (λt. e) acc v : a
func (f Fold) Result(arg Type) (Type, error) {
	if a := components(arg); len(a) == 3 {
		v, ok := a[2].(Vec)
		if ok && Equal(a[0], Func{Tuple{a[1], v.Elem}, a[1]}) {
			return a[1], nil
		}
	}
	return nil, wrong(f, arg)
}

func (f Iterations) Result(arg Type) (Type, error) {
	if a := components(arg); len(a) == 4 && a[0] == N && Equal(a[2], Func{a[1], Bool}) && Equal(a[3], Func{a[1], a[1]}) {
		return N, nil
	}
	return nil, wrong(f, arg)
}

func (f Assert) Result(arg Type) (Type, error) {
	if Equal(arg, Bool) {
		return Unit, nil
	}
	return nil, wrong(f, arg)
}

func (f Check) Result(arg Type) (Type, error) {
	if a := components(arg); len(a) == 1+len(f.Sizes) && allN(a[1:]) {
		return a[0], nil
	}
	return nil, wrong(f, arg)
}

func (Stop) Result(arg Type) (Type, error) { return arg, nil }

func (f Zero) Result(arg Type) (Type, error) {
	if Equal(arg, Unit) {
		return Tangent(f.Of), nil
	}
	return nil, wrong(f, arg)
}

// components are those of a tuple, or the type itself.
func components(t Type) []Type {
	if t, ok := t.(Tuple); ok {
		return t
	}
	return []Type{t}
}

func allN(types []Type) bool {
	for _, t := range types {
		if t != N {
			return false
		}
	}
	return true
}

func wrong(f Fun, arg Type) error {
	return fmt.Errorf("%s does not take %s", strings.TrimSpace(f.Name()), arg)
}
