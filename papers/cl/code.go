package cl

import (
	"fmt"

	"procad/internal/diag"
	"procad/papers/ks"
)

// Code is a term c : S ⇒ T of CL, Figure 9: a function without variables. Where S
// is a tuple it is an environment, of any number of components, one included. Each
// declaration below shows how it is written.
type Code interface {
	From() ks.Type // S
	To() ks.Type   // T
}

// An arrow is what all codes have.
type arrow struct {
	At   diag.Pos // of the source term; for run-time errors
	S, T ks.Type
}

func (a *arrow) From() ks.Type { return a.S }
func (a *arrow) To() ks.Type   { return a.T }

// The forms of Figure 9.
type (
	// Identity is I.
	Identity struct{ arrow }
	// Constant is K(k).
	Constant struct {
		arrow
		K *ks.Const
	}
	// Prune is P[i1, …, im / n]; its places count from 0.
	Prune struct {
		arrow
		Places []int
	}
	// Function is F(f).
	Function struct {
		arrow
		F ks.Fun
	}
	// Then is c1; c2.
	Then struct {
		arrow
		First, Second Code
	}
	// Tuple is (c1, …, cn).
	Tuple struct {
		arrow
		Elems []Code
	}
	// If is IF(c1, c2, c3).
	If struct {
		arrow
		Cond, True, False Code
	}
	// Let is L(x, cr, cb). The variable has no use but to be printed.
	Let struct {
		arrow
		X           string
		Bound, Body Code
	}
	// Build is B(cs, i, ce). Row is the sizes of an element that is a vector, as in
	// package ks.
	Build struct {
		arrow
		Size, Elem Code
		I          string
		Row        []Code
	}
)

// The forms that Figure 9 does not have.
type (
	// Case is CASE(c, x1. c1, …, xn. cn).
	Case struct {
		arrow
		X    Code
		Arms []Arm
	}
	// Fold is FOLD(ca, cv, x, cb), where x is the accumulator and an element.
	Fold struct {
		arrow
		Acc, Over Code
		X         string
		Body      Code
	}
	// Scan is SCAN(ca, cv, x, cb), a fold that gives a vector too: cb gives the next
	// accumulator and an element. SCAN' goes from the last element to the first.
	Scan struct {
		arrow
		Down      bool
		Acc, Over Code
		X         string
		Body      Code
	}
	// Count is COUNT(cn, cs, x. c, y. cb), as in package ks.
	Count struct {
		arrow
		Limit, State Code
		X, Y         string
		Cond, Body   Code
	}
)

// An Arm is x. c.
type Arm struct {
	X    string
	Body Code
}

// Def is f: S ⇒ T = c.
type Def struct {
	Title string
	Body  Code
}

// Name is the definition's name.
func (d *Def) Name() string { return d.Title }

// Result is T for S.
func (d *Def) Result(arg ks.Type) (ks.Type, error) {
	if !ks.Equal(arg, d.Body.From()) {
		return nil, fmt.Errorf("%s takes %s, not %s", d.Title, d.Body.From(), arg)
	}
	return d.Body.To(), nil
}

// The constructors. That types fit is an invariant of those who make codes; Verify
// says whether it holds.

func identity(s ks.Type) Code { return &Identity{arrow{S: s, T: s}} }

func constant(k *ks.Const) Code { return &Constant{arrow{k.At, ks.Unit, k.Of}, k} }

// prune is P[places / n].
func prune(s ks.Type, places ...int) Code {
	out := ks.Tuple{}
	for _, i := range places {
		out = append(out, s.(ks.Tuple)[i])
	}
	return &Prune{arrow{S: s, T: out}, places}
}

// fun is F(f).
func fun(f ks.Fun, s ks.Type) Code { return funAt(diag.Pos{}, f, s) }

func funAt(at diag.Pos, f ks.Fun, s ks.Type) Code {
	t, err := f.Result(s)
	if err != nil {
		panic(diag.Errorf(at, "internal", "%v", err))
	}
	return &Function{arrow{at, s, t}, f}
}

// then is c1; …; cn.
func then(first Code, rest ...Code) Code {
	for _, c := range rest {
		if _, ok := c.(*Identity); !ok {
			first = &Then{arrow{S: first.From(), T: c.To()}, first, c}
		}
	}
	return first
}

// tuple is (c1, …, cn) of codes from s.
func tuple(s ks.Type, elems ...Code) Code {
	t := ks.Tuple{}
	for _, c := range elems {
		t = append(t, c.To())
	}
	return &Tuple{arrow{S: s, T: t}, elems}
}

func conditional(cond, yes, no Code) Code {
	return &If{arrow{S: cond.From(), T: yes.To()}, cond, yes, no}
}

// let is L(x, cr, cb), where body makes cb for the environment S > R.
func let(x string, bound Code, body func(s ks.Tuple) Code) Code {
	b := body(push(bound.From(), bound.To()))
	return &Let{arrow{S: bound.From(), T: b.To()}, x, bound, b}
}

// push is S > R.
func push(s ks.Type, r ks.Type) ks.Tuple {
	env := s.(ks.Tuple)
	return append(env[:len(env):len(env)], r)
}

// last is the R of S > R, and initial its S.
func last(s ks.Type) Code { return sel(s, len(s.(ks.Tuple))-1) }

func initial(s ks.Type) Code {
	places := make([]int, len(s.(ks.Tuple))-1)
	for i := range places {
		places[i] = i
	}
	return prune(s, places...)
}

// sel is F(π(k, n)); several go from a tuple to a tuple in it.
func sel(s ks.Type, path ...int) Code {
	c := fun(ks.Select{K: path[0], N: len(s.(ks.Tuple))}, s)
	for _, k := range path[1:] {
		c = then(c, fun(ks.Select{K: k, N: len(c.To().(ks.Tuple))}, c.To()))
	}
	return c
}

// drop gives (): P[/ n] of an environment.
func drop(s ks.Type) Code {
	if _, ok := s.(ks.Tuple); ok {
		return prune(s)
	}
	return fun(Drop{}, s)
}

// zero is the 0 of δt.
func zero(s, t ks.Type) Code { return then(drop(s), fun(ks.Zero{Of: t}, ks.Unit)) }
