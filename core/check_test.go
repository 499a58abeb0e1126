package core

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/diag"
)

func at(t Type) Node { return Node{diag.Pos{Line: 1, Col: 1}, t} }

func use(v *Var) Term { return &Use{at(v.Type), v} }

func yes() Term { return &Inject{at(Bool), True, &Tuple{Node: at(Unit)}} }

// TestPrintConstants prints numbers that have no literal.
func TestPrintConstants(t *testing.T) {
	for want, c := range map[string]Term{
		"(1.0 / 0.0)":                &RealConst{at(Real), math.Inf(1)},
		"(-1.0 / 0.0)":               &RealConst{at(Real), math.Inf(-1)},
		"(0.0 / 0.0)":                &RealConst{at(Real), math.NaN()},
		"-0.0":                       &RealConst{at(Real), math.Copysign(0, -1)},
		"1e22":                       &RealConst{at(Real), 1e22},
		"5e-324":                     &RealConst{at(Real), 5e-324},
		"(-9223372036854775807 - 1)": &IntConst{at(Int), math.MinInt64},
		"-2.5 - -2.0":                &Prim{at(Real), Sub, []Term{&RealConst{at(Real), -2.5}, &RealConst{at(Real), -2}}},
	} {
		d := &Def{Name: "f", Result: c.Type(), Body: c}
		var b strings.Builder
		require.NoError(t, (&Program{Defs: []*Def{d}}).Print(&b))
		assert.Equal(t, "def f(): "+c.Type().String()+" =\n  "+want+"\n", b.String())
	}
}

// nested is nTimes[outer:](k, nTimes[inner:](k, x, \s. s), \s. s).
func nested(x, k *Var, outer, inner string) Term {
	loop := func(label string, init Term) Term {
		s := &Var{Name: "s", Type: Real}
		return &NTimes{Node: at(Real), Plan: Plan{Label: label}, Count: use(k), Init: init, State: s, Body: use(s)}
	}
	return loop(outer, loop(inner, use(x)))
}

// TestCheck accepts a term of each rule, and rejects what differs from it.
func TestCheck(t *testing.T) {
	reals := &ArrayType{Real, 1}
	matrix := &ArrayType{Real, 2}
	pair := TupleOf(Real, Int)
	sum := SumOf(Real, Int)
	type scope struct{ x, k, v, m, p, s *Var }
	for _, c := range []struct {
		name  string
		of    Type
		term  func(s scope) Term
		wrong string // "" if it is right
	}{
		{"use", Real, func(s scope) Term { return use(s.x) }, ""},
		{"use of what is not bound", Real, func(s scope) Term { return use(&Var{Name: "y", Type: Real}) }, "y is not bound here"},
		{"use with another type", Int, func(s scope) Term { return &Use{at(Int), s.x} }, "is Real, but says Int"},
		{"prim", Real, func(s scope) Term { return &Prim{at(Real), Add, []Term{use(s.x), use(s.x)}} }, ""},
		{"loops with different labels", Real, func(s scope) Term { return nested(s.x, s.k, "a", "b") }, ""},
		{"loops without labels", Real, func(s scope) Term { return nested(s.x, s.k, "", "") }, ""},
		{"loops with one label", Real, func(s scope) Term { return nested(s.x, s.k, "a", "a") }, "a is the label of two loops"},
		{"prim of two types", Real, func(s scope) Term { return &Prim{at(Real), Add, []Term{use(s.x), use(s.k)}} }, "add does not take (Real, Int)"},
		{"prim of too many", Real, func(s scope) Term { return &Prim{at(Real), "sin", []Term{use(s.x), use(s.x)}} }, "sin does not take (Real, Real)"},
		{"no prim", Real, func(s scope) Term { return &Prim{at(Real), "sinus", []Term{use(s.x)}} }, "sinus does not take (Real)"},
		{"let", Real, func(s scope) Term {
			y := &Var{Name: "y", Type: Real}
			return &Let{at(Real), y, use(s.x), use(y)}
		}, ""},
		{"let of another type", Int, func(s scope) Term {
			y := &Var{Name: "y", Type: Int}
			return &Let{at(Int), y, use(s.x), use(y)}
		}, "y is Int, and is bound to Real"},
		{"let out of scope", Real, func(s scope) Term {
			y := &Var{Name: "y", Type: Real}
			return &Prim{at(Real), Add, []Term{&Let{at(Real), y, use(s.x), use(y)}, use(y)}}
		}, "y is not bound here"},
		{"bound twice", Real, func(s scope) Term { return &Let{at(Real), s.x, use(s.x), use(s.x)} }, "x is bound twice"},
		{"let that says another type", Real, func(s scope) Term { return &Let{at(Real), nil, use(s.x), use(s.k)} }, "is Int, but says Real"},
		{"untuple", Int, func(s scope) Term {
			k := &Var{Name: "k", Type: Int}
			return &Untuple{at(Int), []*Var{nil, k}, use(s.p), use(k)}
		}, ""},
		{"untuple of three", Int, func(s scope) Term {
			return &Untuple{at(Int), []*Var{nil, nil, nil}, use(s.p), use(s.k)}
		}, "(Real, Int) has not 3 components"},
		{"tuple of one", Real, func(s scope) Term { return &Tuple{at(Real), []Term{use(s.x)}} }, "a tuple has not one component"},
		{"inject", sum, func(s scope) Term { return &Inject{at(sum), 1, use(s.k)} }, ""},
		{"inject of another side", sum, func(s scope) Term { return &Inject{at(sum), 0, use(s.k)} }, "this is Int, and Real is wanted"},
		{"inject of no side", sum, func(s scope) Term { return &Inject{at(sum), 2, use(s.k)} }, "constructor 2 is not of Real + Int"},
		{"case", Int, func(s scope) Term {
			k := &Var{Name: "k", Type: Int}
			return &Case{at(Int), use(s.s), []Arm{{nil, use(s.k)}, {k, use(k)}}}
		}, ""},
		{"case with one arm", Int, func(s scope) Term { return &Case{at(Int), use(s.s), []Arm{{nil, use(s.k)}}} }, "1 arms are not those of Real + Int"},
		{"case with two types", Int, func(s scope) Term { return &Case{at(Int), use(s.s), []Arm{{nil, use(s.k)}, {nil, use(s.x)}}} }, "this is Real, and Int is wanted"},
		{"apply", Real, func(s scope) Term {
			y := &Var{Name: "y", Type: Real}
			f := &Lambda{at(&FuncType{Params: []Type{Real}, Result: Real}), []*Var{y}, use(y)}
			return &Apply{at(Real), f, []Term{use(s.x)}}
		}, ""},
		{"apply to another type", Real, func(s scope) Term {
			y := &Var{Name: "y", Type: Real}
			f := &Lambda{at(&FuncType{Params: []Type{Real}, Result: Real}), []*Var{y}, use(y)}
			return &Apply{at(Real), f, []Term{use(s.k)}}
		}, "a function of (Real) is applied to (Int)"},
		{"apply of no function", Real, func(s scope) Term { return &Apply{at(Real), use(s.x), nil} }, "Real is no function"},
		{"grad of what is not Real", Real, func(s scope) Term {
			y := &Var{Name: "y", Type: Real}
			f := &Lambda{at(&FuncType{Params: []Type{Real}, Result: Int}), []*Var{y}, use(s.k)}
			return &Apply{at(Real), &Derive{at(Real), Grad, nil, f}, []Term{use(s.x)}}
		}, "there is no grad of (Real) -> Int"},
		{"a later definition", Real, func(s scope) Term {
			f := &Def{Name: "g", Result: Real}
			return &Apply{at(Real), &Global{at(f.Type()), f}, nil}
		}, "g is not defined before"},
		{"element", Real, func(s scope) Term { return &Index{at(Real), use(s.m), []Term{use(s.k), use(s.k)}} }, ""},
		{"row", reals, func(s scope) Term { return &Index{at(reals), use(s.m), []Term{use(s.k)}} }, ""},
		{"too many indices", Real, func(s scope) Term { return &Index{at(Real), use(s.v), []Term{use(s.k), use(s.k)}} }, "2 indices are not for Real[_]"},
		{"an index that is Real", Real, func(s scope) Term { return &Index{at(Real), use(s.v), []Term{use(s.x)}} }, "this is Real, and Int is wanted"},
		{"size", Int, func(s scope) Term { return &Size{at(Int), use(s.m), 1} }, ""},
		{"size of no dimension", Int, func(s scope) Term { return &Size{at(Int), use(s.v), 1} }, "Real[_] has no dimension 1"},
		{"set", reals, func(s scope) Term { return &Set{at(reals), use(s.v), []Term{use(s.k)}, use(s.x)} }, ""},
		{"set of a row", matrix, func(s scope) Term { return &Set{at(matrix), use(s.m), []Term{use(s.k)}, use(s.v)} }, "1 indices are not for an element of Real[_, _]"},
		{"check", reals, func(s scope) Term {
			return &SizeCheck{at(reals), use(s.v), &ArrayShape{[]ShapeSize{{use(s.k), "k"}}}, "v"}
		}, ""},
		{"check of a tuple", reals, func(s scope) Term { return &SizeCheck{at(reals), use(s.v), &TupleShape{}, "v"} }, "*core.TupleShape is not for Real[_]"},
		{"assert", Unit, func(s scope) Term { return &Assert{at(Unit), yes(), "so", Asserted} }, ""},
		{"assert of an Int", Unit, func(s scope) Term { return &Assert{at(Unit), use(s.k), "so", Asserted} }, "this is Int, and Bool is wanted"},
		{"build", matrix, func(s scope) Term {
			i := &Var{Name: "i", Type: Int}
			return &Build{at(matrix), []Binder{{i, use(s.k)}}, []Term{use(s.k)}, use(s.v)}
		}, ""},
		{"build whose size uses the index", reals, func(s scope) Term {
			i := &Var{Name: "i", Type: Int}
			return &Build{at(reals), []Binder{{i, use(i)}}, nil, use(s.x)}
		}, "i is not bound here"},
		{"build with sizes of numbers", reals, func(s scope) Term {
			i := &Var{Name: "i", Type: Int}
			return &Build{at(reals), []Binder{{i, use(s.k)}}, []Term{use(s.k)}, use(s.x)}
		}, "1 sizes are not those of Real"},
		{"sum", Real, func(s scope) Term {
			i, j := &Var{Name: "i", Type: Int}, &Var{Name: "j", Type: Int}
			return &Reduce{at(Real), Sum, []Binder{{i, use(s.k)}, {j, use(i)}}, nil, use(s.x)}
		}, ""},
		{"sum of sums", sum, func(s scope) Term {
			i := &Var{Name: "i", Type: Int}
			return &Reduce{at(sum), Sum, []Binder{{i, use(s.k)}}, nil, use(s.s)}
		}, "there is no sum of Real + Int"},
		{"max of a tuple", pair, func(s scope) Term {
			i := &Var{Name: "i", Type: Int}
			return &Reduce{at(pair), Max, []Binder{{i, use(s.k)}}, nil, use(s.p)}
		}, "there is no max of (Real, Int)"},
		{"fold", Real, func(s scope) Term {
			a, x := &Var{Name: "a", Type: Real}, &Var{Name: "x", Type: reals}
			return &Fold{at(Real), Plan{}, false, a, x, use(a), use(s.x), use(s.m)}
		}, ""},
		{"fold over elements of another type", Real, func(s scope) Term {
			a, x := &Var{Name: "a", Type: Real}, &Var{Name: "x", Type: Real}
			return &Fold{at(Real), Plan{}, false, a, x, use(a), use(s.x), use(s.m)}
		}, "x is Real, and is bound to Real[_]"},
		{"nTimes", Real, func(s scope) Term {
			a := &Var{Name: "a", Type: Real}
			return &NTimes{at(Real), Plan{}, use(s.k), use(s.x), a, use(a)}
		}, ""},
		{"nTimes to another type", Real, func(s scope) Term {
			a := &Var{Name: "a", Type: Real}
			return &NTimes{at(Real), Plan{}, use(s.k), use(s.x), a, use(s.k)}
		}, "this is Int, and Real is wanted"},
		{"while", Real, func(s scope) Term {
			a, b := &Var{Name: "a", Type: Real}, &Var{Name: "b", Type: Real}
			return &While{at(Real), Plan{}, use(s.k), use(s.x), a, yes(), b, use(b)}
		}, ""},
		{"while of a number", Real, func(s scope) Term {
			return &While{at(Real), Plan{}, use(s.k), use(s.x), nil, use(s.k), nil, use(s.x)}
		}, "this is Int, and Bool is wanted"},
		{"ccl", Real, func(s scope) Term {
			i, a := &Var{Name: "i", Type: Int}, &Var{Name: "a", Type: Real}
			return &Ccl{at(Real), use(s.k), use(s.x), i, a, use(a)}
		}, ""},
		{"ccl with a Real index", Real, func(s scope) Term {
			i := &Var{Name: "i", Type: Real}
			return &Ccl{at(Real), use(s.k), use(s.x), i, nil, use(s.x)}
		}, "i is Real, and is bound to Int"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := scope{
				&Var{Name: "x", Type: Real}, &Var{Name: "k", Type: Int}, &Var{Name: "v", Type: reals},
				&Var{Name: "m", Type: matrix}, &Var{Name: "p", Type: pair}, &Var{Name: "s", Type: sum},
			}
			d := &Def{Name: "f", Params: []*Var{s.x, s.k, s.v, s.m, s.p, s.s}, Result: c.of, Body: c.term(s)}
			err := Check(&Program{Source: &diag.Source{Name: "f.fun"}, Defs: []*Def{d}})
			if c.wrong == "" {
				assert.NoError(t, err)
				return
			}
			require.Error(t, err)
			assert.Contains(t, err.Error(), c.wrong)
		})
	}
}
