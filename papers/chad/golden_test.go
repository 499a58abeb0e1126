package chad

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"procad/core"
	"procad/internal/golden"
	"procad/papers/number"
)

// archives compares the archives of a folder of testdata with what made has for each name; there is an
// archive for each, and no other.
func archives(t *testing.T, folder string, made map[string][]txtar.File) {
	dir := filepath.Join("testdata", folder)
	if golden.Update() {
		require.NoError(t, os.MkdirAll(dir, 0o755))
		for name := range made {
			file := filepath.Join(dir, name+".txtar")
			if _, err := os.Stat(file); err != nil {
				require.NoError(t, os.WriteFile(file, nil, 0o644))
			}
		}
	}
	files := golden.Files(t, filepath.Join(dir, "*.txtar"))
	assert.Len(t, files, len(made))
	golden.Run(t, filepath.Join(dir, "*.txtar"), func(t *testing.T, name string, _ *txtar.Archive) []txtar.File {
		require.Contains(t, made, name)
		return made[name]
	})
}

func file(name, text string) txtar.File {
	return txtar.File{Name: name, Data: []byte(strings.TrimRight(text, "\n") + "\n")}
}

// rule is the source term, and what D→ and D← make of it, as they stand in the rules.
func (o open) rule(t *testing.T) []txtar.File {
	files := []txtar.File{file("source", Text(o.term, o.vars...))}
	for _, mode := range []Mode{Forward, Reverse} {
		d, err := NewDeriver(mode, Derivatives).Term(o.term, o.vars...)
		require.NoError(t, err)
		files = append(files, file(mode.String(), Text(d.Term, d.Vars...)))
	}
	return files
}

// simplified is the source term, and D→ and D← of it after the rules.
func (o open) simplified(t *testing.T, rules []Rule, modes ...Mode) []txtar.File {
	files := []txtar.File{file("source", Text(o.term, o.vars...))}
	for _, mode := range modes {
		d, err := NewDeriver(mode, Derivatives).Term(o.term, o.vars...)
		require.NoError(t, err)
		c, vars := Concrete(d.Term, d.Vars...)
		c = Simplify(c, rules, nil)
		of, err := Check(c, vars...)
		require.NoError(t, err)
		dt, err := Check(d.Term, d.Vars...)
		require.NoError(t, err)
		require.Equal(t, concreteType(dt), of)
		files = append(files, file(mode.String(), Text(c, vars...)))
	}
	return files
}

// TestRules has an archive for each rule of sections 7.4 and 7.5, of section 10, and of
// what is beyond the paper.
func TestRules(t *testing.T) {
	x, y := realVar("x"), realVar("y")
	p := newVar("p", ProdType{RealType{}, RealType{}})
	f := newVar("f", realToReal)
	s := newVar("s", SumType{RealType{}, RealType{}})
	a, m := newVar("a", vectorType), newVar("m", matrixType)
	n := newVar("n", IntType{})
	square := &Def{Name: "square", Param: x, Body: mul(use(x), use(x)), Result: RealType{}}
	i := func() *Var { return newVar("i", IntType{}) }
	at := func(i *Var) Term { return &Op{Op: Index{1}, Args: []Term{use(a), use(i)}} }
	i1, i2, i3, i4 := i(), i(), i(), i()
	q := newVar("q", ProdType{IntType{}, RealType{}})
	b := realVar("b")
	z1, z2 := realVar("z"), realVar("z")
	of := func(t Term, vars ...*Var) open { return open{vars, t} }
	cases := map[string]open{
		"7.4-7.5-variable":       of(use(x), x, y),
		"7.4-7.5-let":            of(let("z", RealType{}, use(x), func(z Term) Term { return z }), x),
		"7.4-7.5-operation":      of(mul(use(x), use(y)), x, y),
		"7.4-7.5-constant":       of(constant(2), x),
		"7.4-7.5-unit":           of(&Unit{}, x),
		"7.4-7.5-pair":           of(&Pair{use(x), use(y)}, x, y),
		"7.4-7.5-fst":            of(fst(use(p)), p),
		"7.4-7.5-snd":            of(snd(use(p)), p),
		"7.4-7.5-lambda":         of(lam("z", RealType{}, func(z Term) Term { return mul(use(x), z) }), x),
		"7.4-7.5-application":    of(app(use(f), use(x)), f, x),
		"7.3-elementwise":        of(vector(VMul, use(a), use(a)), a),
		"7.3-matrix-vector":      of(vector(MatVec, use(m), use(a)), m, a),
		"7.3-sum":                of(vector(VSum, use(a)), a),
		"7.3-replicate":          of(vector(Replicate, use(n), use(x)), n, x),
		"7.3-conditional":        of(prim("abs", use(x)), x),
		"10-map":                 of(&Map{z1, mul(use(x), use(z1)), use(a)}, x, a),
		"beyond-call":            of(&Call{square, use(y)}, y),
		"beyond-inl":             of(&Inl{use(x), UnitType{}}, x),
		"beyond-inr":             of(&Inr{use(x), UnitType{}}, x),
		"beyond-case":            of(&Case{use(s), z1, z2, mul(use(x), use(z1)), use(z2)}, x, s),
		"beyond-stop":            of(&Stop{use(x)}, x),
		"beyond-index":           of(&Op{Op: Index{1}, Args: []Term{use(a), use(n)}}, a, n),
		"beyond-size":            of(size(use(a)), a),
		"beyond-set":             of(&Op{Op: Set{}, Args: []Term{use(a), use(n), use(x)}}, a, n, x),
		"beyond-literal":         of(&Op{Op: Literal{[]int64{2}, RealType{}}, Args: []Term{use(x), use(y)}}, x, y),
		"beyond-assert":          of(&Op{Op: Assert{"assert", "positive"}, Args: []Term{prim(core.Lt, constant(0), use(x))}}, x),
		"beyond-build":           of(&Build{Size: use(n), Var: i1, Body: mul(use(x), at(i1))}, n, x, a),
		"beyond-sum":             of(&Sum{Size: use(n), Zero: constant(0), Var: i2, Body: mul(use(x), at(i2))}, n, x, a),
		"beyond-max":             of(&Max{Size: use(n), Var: i3, Body: at(i3)}, n, a),
		"beyond-argmax":          of(&Max{Index: true, Size: use(n), Var: i4, Body: at(i4)}, n, a),
		"beyond-loop":            of(&Loop{Count: use(n), Init: use(x), Var: q, Body: mul(use(y), snd(use(q)))}, n, x, y),
		"beyond-loop-with-a-end": of(&Loop{Count: use(n), Init: use(x), Var: q, Body: mul(use(y), snd(use(q))), CondV: b, Cond: prim(core.Lt, use(b), constant(1))}, n, x, y),
	}
	made := map[string][]txtar.File{}
	for name, o := range cases {
		made[name] = o.rule(t)
	}
	archives(t, "rules", made)
}

// inline is what the paper does by hand from Figure 10 to Figure 11, and in appendix B.2: a
// function goes to all of its calls. It is no rule of Table 1, as it may take time.
var inline = Rule{"inline", "let f = λx. a in e ⇝ e[λx. a/f]", func(t Term) Term {
	if f, ok := t.(*Let); ok {
		if _, ok := f.Bound.(*Lambda); ok {
			return put(f.Body, f.Var, f.Bound)
		}
	}
	return nil
}}

// TestFigures has an archive for each of Figures 9 to 12 and appendix B.2: D→ or D← of the
// programs of Figures 1 and 2, after the rules of Table 1.
func TestFigures(t *testing.T) {
	x := realVar("x")
	b2 := open{[]*Var{x}, lam("z", RealType{}, func(z Term) Term { return add(mul(use(x), z), constant(1)) })}
	archives(t, "figures", map[string][]txtar.File{
		"figure-9a":            fig1a().simplified(t, Table1(), Forward),
		"figure-9b":            fig1b().simplified(t, Table1(), Reverse),
		"figure-10":            fig2a(4).simplified(t, Table1(), Forward),
		"figure-11":            fig2a(4).simplified(t, append(Table1(), inline), Forward),
		"figure-12":            fig2b().simplified(t, Table1(), Reverse),
		"figure-12-inlined":    fig2b().simplified(t, append(Table1(), inline), Reverse),
		"appendix-B.2":         b2.simplified(t, Table1(), Forward),
		"appendix-B.2-inlined": b2.simplified(t, append(Table1(), inline), Forward, Reverse),
	})
}

// table1 has left sides for each rule of Table 1, and their variables.
func table1() (examples map[string][]Term, vars []*Var) {
	a, b, c, d := realVar("a"), realVar("b"), realVar("c"), realVar("d")
	p, q := newVar("p", ProdType{RealType{}, RealType{}}), newVar("q", ProdType{RealType{}, RealType{}})
	f := newVar("f", realToReal)
	g := newVar("g", FunType{RealType{}, ListType{RealType{}}})
	l, m := newVar("l", ListType{RealType{}}), newVar("m", ListType{RealType{}})
	n := newVar("n", IntType{})
	zero := &Zero{RealType{}}
	e := func(x Term) Term { return mul(x, x) }
	concrete := func(op Operation, args ...Term) Term { return &Op{Op: op, Args: args} }
	overReal := func(body func(x Term) Term) Term { return lam("x", RealType{}, body) }
	overInt := func(body func(x Term) Term) Term { return lam("i", IntType{}, body) }
	elem := func(i Term) Term { return add(use(a), prim("real", i)) }
	vars = []*Var{a, b, c, d, p, q, f, g, l, m, n}
	examples = map[string][]Term{
		"lamAppLet":    {app(overReal(e), use(a))},
		"letRotate":    {let("x", RealType{}, let("y", RealType{}, app(use(f), use(a)), e), e)},
		"letPairSplit": {let("x", p.Type, &Pair{app(use(f), use(a)), app(use(f), use(b))}, func(x Term) Term { return mul(fst(x), add(fst(x), snd(x))) })},
		"letInline": {
			let("x", RealType{}, use(a), e),
			let("x", RealType{}, sine(use(a)), func(x Term) Term { return mul(use(b), x) }),
		},
		"pairProj1": {fst(&Pair{use(a), use(b)})},
		"pairProj2": {snd(&Pair{use(a), use(b)})},
		"pairEta":   {&Pair{fst(use(p)), snd(use(p))}},
		"letProj1":  {fst(let("x", RealType{}, app(use(f), use(a)), func(x Term) Term { return &Pair{e(x), x} }))},
		"letProj2":  {snd(let("x", RealType{}, app(use(f), use(a)), func(x Term) Term { return &Pair{x, e(x)} }))},
		"plusZero1": {&Plus{zero, use(a)}},
		"plusZero2": {&Plus{use(a), zero}},
		"plusPair":  {&Plus{&Pair{use(a), use(b)}, &Pair{use(c), use(d)}}},
		"plusLet1":  {&Plus{let("x", RealType{}, app(use(f), use(a)), e), use(b)}},
		"plusLet2":  {&Plus{use(a), let("x", RealType{}, app(use(f), use(b)), e)}},
		"algebra": {
			concrete(Plain{Scale{}, LReal{}}, use(a), zero),
			concrete(Plain{Scale{}, LReal{}}, constant(0), use(a)),
			fst(&Zero{p.Type}), snd(&Zero{p.Type}), app(&Zero{realToReal}, use(a)),
		},
		"letLamPairSplit": {let("h", FunType{RealType{}, p.Type}, overReal(func(x Term) Term { return &Pair{e(x), sine(x)} }), func(h Term) Term {
			return add(fst(app(h, use(a))), snd(app(h, use(b))))
		})},
		"mapPairSplit": {concrete(ListMap{}, overReal(func(x Term) Term { return &Pair{e(x), sine(x)} }), use(l))},
		"mapZero": {
			concrete(ListMap{}, overReal(func(Term) Term { return zero }), use(l)),
			concrete(PlainBuild{}, use(n), overInt(func(Term) Term { return zero })),
		},
		"sumZip": {
			concrete(ListSum{}, concrete(ListZip{}, use(l), use(m))),
			concrete(PlainSum{}, use(n), overInt(func(i Term) Term { return &Pair{elem(i), e(elem(i))} })),
		},
		"sumZero": {
			concrete(ListSum{}, &Zero{l.Type}),
			concrete(PlainSum{}, use(n), overInt(func(Term) Term { return zero })),
		},
		"sumSingleton": {concrete(ListSum{}, concrete(ListMap{}, overReal(func(x Term) Term { return concrete(Single{}, x) }), use(l)))},
	}
	return examples, vars
}

// TestTable1Rules has an archive for each rule of Table 1.
func TestTable1Rules(t *testing.T) {
	examples, vars := table1()
	made := map[string][]txtar.File{}
	for _, r := range Table1() {
		require.Contains(t, examples, r.Name)
		files := []txtar.File{file("law", r.Law)}
		for _, before := range examples[r.Name] {
			after := r.apply(before)
			require.NotNil(t, after, r.Name)
			was, err := Check(before, vars...)
			require.NoError(t, err, r.Name)
			is, err := Check(after, vars...)
			require.NoError(t, err, r.Name)
			require.Equal(t, was, is, r.Name)
			files = append(files, file("left", Text(before, vars...)), file("right", Text(after, vars...)))
		}
		made[r.Name] = files
	}
	require.Len(t, made, 21)
	archives(t, "table1", made)
}

// TestTable1Values says that both sides of each rule of Table 1 have the same value.
func TestTable1Values(t *testing.T) {
	examples, vars := table1()
	double := Func(func(x Value) Value { return 2 * x.(float64) })
	single := Func(func(x Value) Value { return list{x} })
	values := []Value{1.5, 2.5, 3.5, 4.5, tuple(5.5, 6.5), tuple(7.5, 8.5), double, single, list{1.0, 2.0}, list{3.0, 4.0}, int64(3)}
	var e *env
	for i, x := range vars {
		e = e.with(x, values[i])
	}
	for _, r := range Table1() {
		for _, before := range examples[r.Name] {
			value := func(t Term) Value {
				return newMachine(number.Float(), reals{number.Float()}, 1000).eval(e, t)
			}
			if l, ok := value(before).(list); ok && r.Name == "mapZero" {
				assert.Equal(t, list{nil, nil}, l) // 0 as a list of a sum has no entries
				continue
			}
			assertSame(t, value(before), value(r.apply(before)))
		}
	}
	// No rule takes what it does not match.
	for _, other := range []Term{&Pair{fst(use(vars[4])), snd(use(vars[5]))}, &Plus{use(vars[0]), use(vars[1])}} {
		assert.Equal(t, Text(other), Text(Simplify(other, Table1(), nil)))
	}
	list := func(op Operation, args ...Term) Term { return &Op{Op: op, Args: args} }
	constantList := list(ListSum{}, list(ListMap{}, lam("x", RealType{}, func(Term) Term { return list(Single{}, use(vars[0])) }), use(vars[8])))
	assert.Equal(t, Text(constantList), Text(Simplify(constantList, Table1(), nil)))
}

// TestInlineTime says when letInline leaves a binding: its work would be done more often.
func TestInlineTime(t *testing.T) {
	a := realVar("a")
	for text, bound := range map[string]func(x Term) Term{
		"let x = sin a in\nx * x":     func(x Term) Term { return mul(x, x) },
		"let x = sin a in\nλy. x * y": func(x Term) Term { return lam("y", RealType{}, func(y Term) Term { return mul(x, y) }) },
		"sin a * 2.0":                 func(x Term) Term { return mul(x, constant(2)) },
	} {
		before := let("x", RealType{}, sine(use(a)), bound)
		assert.Equal(t, text, Text(Simplify(before, Table1(), nil), a))
	}
}
