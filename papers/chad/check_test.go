package chad

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/core"
)

// TestFigure3 has for each rule of Figure 3 a term that it admits, and one that it does not.
func TestFigure3(t *testing.T) {
	x, y, f := realVar("x"), realVar("y"), newVar("f", realToReal)
	p := newVar("p", ProdType{RealType{}, UnitType{}})
	elsewhere := realVar("elsewhere")
	for _, c := range []struct {
		rule   string
		term   Term
		of     Type
		wrong  Term
		reason string
	}{
		{"identifier", use(x), RealType{}, use(elsewhere), "elsewhere is not in scope"},
		{"let", named("z", RealType{}, use(x), func(z Term) Term { return &Pair{z, z} }), ProdType{RealType{}, RealType{}},
			&Let{realVar("z"), &Unit{}, use(x)}, "z is of the type real, and stands for what is of 1"},
		{"operation", add(use(x), use(y)), RealType{}, add(use(x), &Unit{}), "add of [real 1]"},
		{"arity", constant(1), RealType{}, prim("sin", use(x), use(y)), "sin of [real real]"},
		{"unit", &Unit{}, UnitType{}, fst(&Unit{}), "a projection of what is no pair"},
		{"pair", &Pair{use(x), &Unit{}}, ProdType{RealType{}, UnitType{}}, &Pair{use(x), use(elsewhere)}, "elsewhere is not in scope"},
		{"fst", fst(use(p)), RealType{}, fst(use(x)), "a projection of what is no pair"},
		{"snd", snd(use(p)), UnitType{}, snd(use(f)), "a projection of what is no pair"},
		{"abstraction", lam("z", RealType{}, func(z Term) Term { return &Pair{z, z} }), FunType{RealType{}, ProdType{RealType{}, RealType{}}},
			&Pair{lam("z", RealType{}, func(z Term) Term { return z }), use(elsewhere)}, "elsewhere is not in scope"},
		{"application", app(use(f), use(x)), RealType{}, app(use(f), &Unit{}), "an argument is of the type 1, and should be of real"},
		{"application of no function", app(use(f), use(x)), RealType{}, app(use(x), use(x)), "what is no function is applied"},
	} {
		of, err := Check(c.term, x, y, f, p)
		require.NoError(t, err, c.rule)
		assert.Equal(t, c.of, of, c.rule)
		_, err = Check(c.wrong, x, y, f, p)
		assert.EqualError(t, err, c.reason, c.rule)
	}
}

// TestFigure5 is the same for the linear terms of Figure 5, where v : real_*real_.
func TestFigure5(t *testing.T) {
	x, h := realVar("x"), newVar("h", LFunType{LReal{}, LUnit{}})
	two := LProd{LReal{}, LReal{}}
	zero := &LinZero{LReal{}}
	one := &LinFst{v} // v : real_*real_ ⊢ fst v : real_
	y, k := realVar("y"), newVar("y", IntType{})
	for _, c := range []struct {
		rule   string
		term   LinTerm
		of     Linear
		wrong  LinTerm
		reason string
	}{
		{"linear identifier", v, two, &LinFst{&LinFst{v}}, "a projection of what is no linear pair"},
		{"let", &LinLet{y, use(x), &LinOp{Scale{}, []Term{use(y)}, one}}, LReal{},
			&LinLet{k, use(x), one}, "y is of the type int, and stands for what is of real"},
		{"linear let", &LinLetV{one, &LinPair{v, v}}, two, &LinLetV{one, &LinFst{v}}, "a projection of what is no linear pair"},
		{"linear operation", &LinOp{Scale{}, []Term{use(x)}, one}, LReal{}, &LinOp{Scale{}, []Term{use(x)}, v}, "* of [real] and real_*real_"},
		{"unit", &LinUnit{}, LUnit{}, &LinSnd{&LinUnit{}}, "a projection of what is no linear pair"},
		{"pair", &LinPair{one, v}, LProd{LReal{}, two}, &LinPair{one, &LinFst{one}}, "a projection of what is no linear pair"},
		{"fst", &LinFst{v}, LReal{}, &LinFst{one}, "a projection of what is no linear pair"},
		{"snd", &LinSnd{v}, LReal{}, &LinSnd{one}, "a projection of what is no linear pair"},
		{"power", &LinPower{y, &LinOp{Scale{}, []Term{use(y)}, one}}, Power{RealType{}, LReal{}},
			&LinPower{k, &LinOp{Scale{}, []Term{use(k)}, one}}, "* of [int] and real_"},
		{"power, applied", &LinAt{&LinPower{y, one}, use(x)}, LReal{}, &LinAt{one, use(x)}, "what is no power is applied"},
		{"copower", &LinCopower{use(x), one}, Copower{RealType{}, LReal{}}, &LinCopower{use(k), one}, "y is not in scope"},
		{"case of a copower", &LinCase{&LinCopower{use(x), one}, y, &LinOp{Scale{}, []Term{use(y)}, v}}, LReal{},
			&LinCase{one, y, v}, "a case of what is no copower"},
		{"linear application", dot(use(h), one), LUnit{}, dot(use(h), v), "a linear function of real_ is applied to real_*real_"},
		{"zero", zero, LReal{}, dot(use(x), zero), "what is no linear function is applied"},
		{"plus", &LinPlus{one, zero}, LReal{}, &LinPlus{one, v}, "real_ + real_*real_"},
	} {
		of, err := Check(&LinLambda{two, c.term}, x, h)
		require.NoError(t, err, c.rule)
		assert.Equal(t, LFunType{two, c.of}, of, c.rule)
		_, err = Check(&LinLambda{two, c.wrong}, x, h)
		assert.EqualError(t, err, c.reason, c.rule)
	}
}

// TestBeyondTypes are the rules for sums, indices and loops.
func TestBeyondTypes(t *testing.T) {
	x, n, a := realVar("x"), newVar("n", IntType{}), newVar("a", vectorType)
	i := func() *Var { return newVar("i", IntType{}) }
	p := newVar("p", ProdType{IntType{}, RealType{}})
	l, r := realVar("l"), newVar("r", UnitType{})
	for reason, wrong := range map[string]Term{
		"the branches of a case are of the types real and 1":               &Case{&Inl{use(x), UnitType{}}, l, r, use(l), use(r)},
		"a case of what is no sum":                                         &Case{use(x), l, r, use(l), use(x)},
		"what map runs over is of the type real, and should be of real[_]": &Map{l, use(l), use(x)},
		"map gives elements of the type 1":                                 &Map{l, &Unit{}, use(a)},
		"a size of the type real":                                          &Build{Size: use(x), Var: i(), Body: use(x)},
		"a maximum of 1":                                                   &Max{Size: use(n), Var: i(), Body: &Unit{}},
		"a loop takes its state from real to 1":                            &Loop{Count: use(n), Init: use(x), Var: p, Body: &Unit{}},
		"a condition of the type real":                                     &Loop{Count: use(n), Init: use(x), Var: p, Body: snd(use(p)), CondV: l, Cond: use(l)},
		"index of [real[_] real]":                                          &Op{Op: Index{1}, Args: []Term{use(a), use(x)}},
		"the sum of nothing is of the type 1, and should be of real":       &Sum{Size: use(n), Zero: &Unit{}, Var: i(), Body: use(x)},
		"set of [real[_] int 1]":                                           &Op{Op: Set{}, Args: []Term{use(a), use(n), &Unit{}}},
		"assert of [real]":                                                 &Op{Op: Assert{}, Args: []Term{use(x)}},
	} {
		_, err := Check(wrong, x, n, a)
		assert.EqualError(t, err, reason)
	}
	_, err := Check(&Pair{prim(core.Lt, use(x), use(x)), &Inr{use(x), IntType{}}}, x)
	assert.NoError(t, err)
}
