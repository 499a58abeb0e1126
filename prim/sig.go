package prim

import (
	"fmt"
	"strconv"

	"procad/proc"
	"procad/proc/deriv"
)

// The families. T is any type, A = Array^r σ, X the trace of an iteration. Those of
// what is inactive are in families_inactive.go.
//
//	add{T}         : (cot T, cot T) → cot T       the sum of two cotangents of a T       (a procedure)
//	zero{T}        : T → cot T                    the zero cotangent of a value          (a procedure)
//	addElement{A}  : [i… : &Int, s : +A, x : &A] () → ()      adds x[i…] to s[i…]; A = δA   (a procedure)
//	stop{T}        : T → T                        the identity, with derivative zero; T scalar
//	unreachable{A, B} : A → B                     a run-time error that only a compiler error can reach
//	zeros{A}       : [s : &A] () → δA             zeros with the dimensions of s
//	copy{A}        : [s : &A] () → A
//	blank{A}       : (Int, …) → A                 an array of the given dimensions; numbers in it are 0, sums are Inl
//	swap{A}        : (A, Int, …, σ) → (A, σ)      puts an element in its place and hands out the old one
//	zip{A, B}      : (Array^r σ, Array^r ρ) → Array^r (σ, ρ), given the two array types; a run-time error where the dimensions differ
//	unzip{A, B}    : back
//	retype{A, B}   : A → B                        the same array; A and B differ in parts () of their elements
//	empty{X}       : Int → Stack X                an empty stack, that many are expected
//	slots{X}       : Int → Stack X                an empty stack whose room for that many is made at once; one more is a run-time error
//	push{X}        : (Stack X, X) → Stack X
//	pop{X}         : Stack X → (Stack X, X)       a run-time error on an empty stack
//	drained{X}     : Stack X → ()                 a run-time error on a stack that is not empty
//	bytes{T}       : T → (T, Int)                 the value, and how many bytes it holds (see data.Value.Bytes)
//	trace{T, "x = _"} : T → T                     prints x = and the value (see Traced); T has no stacks
//	extern{A, S, T, "f(*.)"} : [s : &A] S → T     a function of C (see Extern); of any number of arrays
//	assert{"m"}    : Bool → ()                    a run-time error with message m where it is false
//	nonempty{"m"}  : Bool → ()                    as assert, of a maximum of no values
//	depth{"m"}     : Bool → ()                    as assert, of a recursion that is too deep
//	agree{"m"}     : (Int, Int) → ()              a run-time error with message m where they differ
//	seedTag{"m"}   : Bool → ()                    as assert and agree, of the tags and the sizes of
//	seedSize{"m"}  : (Int, Int) → ()              seeds and tangents
var families = map[string]func(ts []proc.Type) (proc.Sig, error){
	"add": func(ts []proc.Type) (proc.Sig, error) {
		c := deriv.Cotangent(ts[0])
		if proc.HasStack(c) {
			return proc.Sig{}, fmt.Errorf("add does not add cotangents of stacks, which are in %s", ts[0])
		}
		return proc.Sig{In: proc.NewTuple(c, c), Out: c}, nil
	},
	"zero": func(ts []proc.Type) (proc.Sig, error) {
		c := deriv.Cotangent(ts[0])
		if proc.HasStack(c) {
			return proc.Sig{}, fmt.Errorf("zero makes no cotangents of stacks, which are in %s", ts[0])
		}
		return proc.Sig{In: ts[0], Out: c}, nil
	},
	"addElement": arrayFamily(func(a *proc.ArrayType) proc.Sig {
		var zone []proc.Ref
		for k := range a.Rank {
			zone = append(zone, proc.Ref{Name: "i" + strconv.Itoa(k), Mode: proc.Shared, Type: proc.Int})
		}
		zone = append(zone, proc.Ref{Name: "s", Mode: proc.Accumulator, Type: a}, proc.Ref{Name: "x", Mode: proc.Shared, Type: a})
		return proc.Sig{Zone: zone, In: proc.Unit, Out: proc.Unit}
	}),
	"stop": func(ts []proc.Type) (proc.Sig, error) {
		if !proc.Scalar(ts[0]) {
			return proc.Sig{}, fmt.Errorf("stop takes a scalar type, not %s", ts[0])
		}
		return proc.Sig{In: ts[0], Out: ts[0]}, nil
	},
	"unreachable": func(ts []proc.Type) (proc.Sig, error) { return proc.Sig{In: ts[0], Out: ts[1]}, nil },
	"zeros": arrayFamily(func(a *proc.ArrayType) proc.Sig {
		return proc.Sig{Zone: []proc.Ref{{Name: "s", Mode: proc.Shared, Type: a}}, In: proc.Unit, Out: deriv.Tangent(a)}
	}),
	"copy": arrayFamily(func(a *proc.ArrayType) proc.Sig {
		return proc.Sig{Zone: []proc.Ref{{Name: "s", Mode: proc.Shared, Type: a}}, In: proc.Unit, Out: a}
	}),
	"blank": arrayFamily(func(a *proc.ArrayType) proc.Sig {
		in := make([]proc.Type, a.Rank)
		for i := range in {
			in[i] = proc.Int
		}
		return proc.Sig{In: proc.NewTuple(in...), Out: a}
	}),
	"swap": arrayFamily(func(a *proc.ArrayType) proc.Sig {
		in := []proc.Type{a}
		for range a.Rank {
			in = append(in, proc.Int)
		}
		return proc.Sig{In: proc.NewTuple(append(in, a.Elem)...), Out: proc.NewTuple(a, a.Elem)}
	}),
	"zip":   zipFamily(func(pair, zipped proc.Type) proc.Sig { return proc.Sig{In: pair, Out: zipped} }),
	"unzip": zipFamily(func(pair, zipped proc.Type) proc.Sig { return proc.Sig{In: zipped, Out: pair} }),
	"retype": func(ts []proc.Type) (proc.Sig, error) {
		a, ok := ts[0].(*proc.ArrayType)
		b, ok2 := ts[1].(*proc.ArrayType)
		if !ok || !ok2 || a.Rank != b.Rank || withoutUnits(a.Elem) != withoutUnits(b.Elem) {
			return proc.Sig{}, fmt.Errorf("%s and %s differ in more than parts ()", ts[0], ts[1])
		}
		return proc.Sig{In: a, Out: b}, nil
	},
	"empty": func(ts []proc.Type) (proc.Sig, error) { return proc.Sig{In: proc.Int, Out: proc.NewStack(ts[0])}, nil },
	"slots": func(ts []proc.Type) (proc.Sig, error) { return proc.Sig{In: proc.Int, Out: proc.NewStack(ts[0])}, nil },
	"push": func(ts []proc.Type) (proc.Sig, error) {
		s := proc.NewStack(ts[0])
		return proc.Sig{In: proc.NewTuple(s, ts[0]), Out: s}, nil
	},
	"pop": func(ts []proc.Type) (proc.Sig, error) {
		s := proc.NewStack(ts[0])
		return proc.Sig{In: s, Out: proc.NewTuple(s, ts[0])}, nil
	},
	"drained": func(ts []proc.Type) (proc.Sig, error) {
		return proc.Sig{In: proc.NewStack(ts[0]), Out: proc.Unit}, nil
	},
	"bytes": func(ts []proc.Type) (proc.Sig, error) {
		return proc.Sig{In: ts[0], Out: proc.NewTuple(ts[0], proc.Int)}, nil
	},
}

// arity is the number of types a family takes, where it is not one.
var arity = map[string]int{"unreachable": 2, "zip": 2, "unzip": 2, "retype": 2}

func arrayFamily(sig func(*proc.ArrayType) proc.Sig) func([]proc.Type) (proc.Sig, error) {
	return func(ts []proc.Type) (proc.Sig, error) {
		a, ok := ts[0].(*proc.ArrayType)
		if !ok {
			return proc.Sig{}, fmt.Errorf("%s is no array type", ts[0])
		}
		return sig(a), nil
	}
}

func zipFamily(sig func(pair, zipped proc.Type) proc.Sig) func([]proc.Type) (proc.Sig, error) {
	return func(ts []proc.Type) (proc.Sig, error) {
		a, ok := ts[0].(*proc.ArrayType)
		b, ok2 := ts[1].(*proc.ArrayType)
		if !ok || !ok2 || a.Rank != b.Rank {
			return proc.Sig{}, fmt.Errorf("%s and %s are no arrays of one rank", ts[0], ts[1])
		}
		return sig(proc.NewTuple(a, b), proc.NewArray(a.Rank, proc.NewTuple(a.Elem, b.Elem))), nil
	}
}

// A Check is a primitive that gives (), or ends the run with a run-time error of its kind.
type Check struct {
	Kind  RuntimeErrorKind
	Equal bool // two Ints have to be equal; else a Bool has to be true
}

var checks = map[string]Check{
	"assert": {Kind: AssertFailed}, "nonempty": {Kind: EmptyMax}, "agree": {SizesDisagree, true}, "depth": {Kind: RecursionDepth}, "seedTag": {Kind: SeedTag}, "seedSize": {SeedSize, true},
}

// Message takes the name of a check with its message, as assert{"m"}, apart.
func Message(f proc.Func) (c Check, message string, ok bool) {
	check, message, ok := f.Check()
	if !ok {
		return Check{}, "", false
	}
	c, ok = checks[check]
	return c, message, ok
}

// Sig returns the type of any function: of a definition through lookup, and of
// whatever has none. The error says what is wrong with the name.
func Sig(f proc.Func, lookup func(proc.Func) (proc.Sig, bool)) (proc.Sig, error) {
	if s, ok := lookup(f); ok {
		return s, nil
	}
	if s, ok := Table[f]; ok {
		return s, nil
	}
	if c, _, ok := Message(f); ok {
		if c.Equal {
			return proc.Sig{In: intPair, Out: proc.Unit}, nil
		}
		return proc.Sig{In: proc.Bool, Out: proc.Unit}, nil
	}
	if kind, body, ok := f.Loop(); ok {
		if err := deriv.CheckLoop(f); err != nil {
			return proc.Sig{}, err
		}
		s, err := Sig(body, lookup)
		if err != nil {
			return s, err
		}
		return kind.Sig(body, s)
	}
	if IsExtern(f) {
		return externSig(f)
	}
	if family, types, ok := f.Family(); ok {
		if sig := families[family]; sig != nil {
			if err := checkMessage(f); err != nil {
				return proc.Sig{}, err
			}
			if want := max(1, arity[family]); len(types) != want {
				return proc.Sig{}, fmt.Errorf("%s takes %d types, not %d", family, want, len(types))
			}
			return sig(types)
		}
	}
	// ruled$f, nonlinear$f and constant$f are value$f.
	if value := deriv.ValueOf(f); value != f {
		if s, ok := lookup(value); ok {
			return s, nil
		}
	}
	return proc.Sig{}, fmt.Errorf("no function is called %s", f)
}
