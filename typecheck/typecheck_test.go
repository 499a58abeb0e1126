package typecheck_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"procad/internal/diag"
	"procad/internal/golden"
	"procad/prim"
	"procad/proc"
	"procad/typecheck"
)

// check parses and checks a program.
func check(src *diag.Source) error {
	p, err := proc.Parse(src, prim.Sig)
	if err != nil {
		return err
	}
	return typecheck.Program(p)
}

func TestExamples(t *testing.T) {
	for _, e := range typecheck.Explanations {
		err := check(&diag.Source{Name: "example.proc", Text: e.Example})
		list := diag.All(err)
		if assert.Len(t, list, 1, "%s: %v", e.Code, err) {
			assert.Equal(t, e.Code, list[0].Code)
			assert.True(t, list[0].Pos.Known(), e.Code)
		}
	}
}

// TestGoldens renders the messages about each program in testdata/typecheck.
// A file has one program, in.proc, and what is written about it, want.
func TestGoldens(t *testing.T) {
	golden.Run(t, "../testdata/typecheck/*.txtar", func(t *testing.T, _ string, a *txtar.Archive) []txtar.File {
		require.Equal(t, "in.proc", a.Files[0].Name)
		src := &diag.Source{Name: "in.proc", Text: string(a.Files[0].Data)}
		var got bytes.Buffer
		err := check(src)
		diag.Render(&got, src, err)
		for _, e := range diag.All(err) {
			assert.True(t, slices.ContainsFunc(typecheck.Explanations, func(x typecheck.Explanation) bool { return x.Code == e.Code }), e.Code)
		}
		return append(a.Files[:1], txtar.File{Name: "want", Data: got.Bytes()})
	})
}

// TestBuilt checks what no text can say, because parsing finds it first or
// infers the types.
func TestBuilt(t *testing.T) {
	x := proc.Var{Name: "x", Type: proc.Real}
	y := proc.Var{Name: "y", Type: proc.Real}
	pair := proc.NewTuple(proc.Real, proc.Real)
	array := proc.NewArray(1, proc.Real)
	shared := proc.Ref{Name: "s", Mode: proc.Shared, Type: array}
	for want, d := range map[string]*proc.Def{
		"error: in f: y = Call expo x: no function is called expo [unknown-function]": {Body: proc.Procedure{
			&proc.Call{Out: y, Func: proc.Name("expo"), In: x}}},
		"error: in f: y = Call exp z: nothing binds z before it is used here [unbound]\nerror: in f: x is not used [unused]": {Body: proc.Procedure{
			&proc.Call{Out: y, Func: prim.Exp, In: proc.Var{Name: "z", Type: proc.Real}}}},
		"error: in f: (y) = x: x : Real is no tuple [not-a-tuple]": {Body: proc.Procedure{
			&proc.Untuple{Outs: []proc.Var{y}, In: x}}},
		"error: in f: Case x: x : Real is no sum [not-a-sum]": {Body: proc.Procedure{
			&proc.Case{In: x, L: proc.Branch{Var: y}, R: proc.Branch{Var: y}}}},
		"error: in f: y = Read t: no name of Θ is called t here [unknown-ref]\nerror: in f: x is not used [unused]": {Body: proc.Procedure{
			&proc.Read{Out: y, Ref: "t"}}},
		"error: in f: (y, a, b) = t: t : (Real, Real) has 2 parts, not 3 [wrong-arity]": {Body: proc.Procedure{
			&proc.Dup{Out: proc.Var{Name: "t", Type: pair}, In: x},
			&proc.Untuple{Outs: []proc.Var{y, {Name: "a", Type: proc.Real}, {Name: "b", Type: proc.Real}}, In: proc.Var{Name: "t", Type: pair}},
			&proc.Elim{In: proc.Var{Name: "a", Type: proc.Real}}, &proc.Elim{In: proc.Var{Name: "b", Type: proc.Real}}}},
		"error: in f: Row s (r.: s : [Real] has no rows with 0 indices [wrong-arity]": {Body: proc.Procedure{
			&proc.Row{Ref: "s", Name: "r"}, &proc.Call{Out: y, Func: prim.Exp, In: x}}},
		"error: in f: y = Call exp x: x is used as Int, but bound as Real [type-mismatch]": {Body: proc.Procedure{
			&proc.Call{Out: y, Func: prim.Exp, In: proc.Var{Name: "x", Type: proc.Int}}}},
		"error: in f:  = Size s 0: a variable, or a name of Θ, is the empty text [ill-formed]": {Body: proc.Procedure{
			&proc.Size{Out: proc.Var{Type: proc.Int}, Ref: "s"}, &proc.Elim{In: proc.Var{Type: proc.Int}}, &proc.Call{Out: y, Func: prim.Exp, In: x}}},
		"error: in f: b = Share a (.: a variable, or a name of Θ, is the empty text [ill-formed]": {Body: proc.Procedure{
			&proc.Call{Out: y, Func: prim.Exp, In: x}, &proc.Const{Out: proc.Var{Name: "a", Type: proc.Real}},
			&proc.Share{Out: proc.Var{Name: "b", Type: proc.Real}, In: proc.Var{Name: "a", Type: proc.Real}}, &proc.Elim{In: proc.Var{Name: "b", Type: proc.Real}}}},
		"error: in f: y = Dup x: y is Real, but (Real, Real) is wanted [type-mismatch]": {Body: proc.Procedure{
			&proc.Dup{Out: y, In: x}}},
		"error: in f: (y) = Outlined Case [s] (x): this is no statement of the language [ill-formed]\nerror: in f: nothing binds the result y [unbound]\nerror: in f: x is not used [unused]": {Body: proc.Procedure{
			&proc.Outlined{Outs: proc.Aliases([]proc.Var{y}), Zone: proc.Aliases([]string{"s"}), Ins: proc.Aliases([]proc.Var{x})}}},
	} {
		d.Name, d.Zone, d.In, d.Out = proc.Name("f"), []proc.Ref{shared}, x, y
		err := typecheck.Def(d, func(f proc.Func) (proc.Sig, error) {
			return prim.Sig(f, func(proc.Func) (proc.Sig, bool) { return proc.Sig{}, false })
		})
		assert.EqualError(t, err, want)
	}
}

// TestMissingTypes checks that variables without a type are reported wherever
// they stand.
func TestMissingTypes(t *testing.T) {
	v := func(name string) proc.Var { return proc.Var{Name: name} }
	for _, s := range []proc.Stmt{
		&proc.Call{Out: v("y"), Func: prim.Exp, In: v("x")},
		&proc.Const{Out: v("y")},
		&proc.Dup{Out: v("y"), In: v("x")},
		&proc.Tuple{Out: v("y"), Ins: []proc.Var{v("x"), v("a")}},
		&proc.Untuple{Outs: []proc.Var{v("y"), v("z")}, In: v("x")},
		&proc.Inl{Out: v("y"), In: v("x")},
		&proc.Case{In: v("x"), L: proc.Branch{Var: v("y")}, R: proc.Branch{Var: v("y")}},
		&proc.Share{Out: v("y"), In: v("x"), Name: "s"},
		&proc.Accum{Out: v("y"), In: v("x"), Name: "s"},
		&proc.Read{Out: v("y"), Ref: "r", Idx: []proc.Var{v("x")}},
		&proc.Add{Ref: "r", In: v("x")},
		&proc.Row{Ref: "r", Idx: []proc.Var{v("x")}, Name: "s"},
		&proc.Choose{In: v("x"), True: "r", False: "r", Name: "s"},
	} {
		d := &proc.Def{Name: proc.Name("f"), Zone: []proc.Ref{{Name: "r", Mode: proc.Shared}}, In: v("x"), Body: proc.Procedure{s}, Out: v("y")}
		err := typecheck.Program(&proc.Program{Defs: []*proc.Def{d}})
		assert.ErrorContains(t, err, "[ill-formed]", "%T", s)
	}
}

func TestJudgement(t *testing.T) {
	p, err := proc.Parse(&diag.Source{Text: `
def f [s : &[Real]] (x : (Real, Bool)) -> (y : Real)
  (a, c) = x
  n = Size s 0
  Case c
    (Inl t
      y = Call exp a
      Elim t
    )
    (Inr t'
      Elim a
      Elim t'
      y = Const 0.0
    )
`}, prim.Sig)
	require.NoError(t, err)
	d := p.Defs[0]
	sig := func(f proc.Func) (proc.Sig, error) {
		return prim.Sig(f, func(proc.Func) (proc.Sig, bool) { return proc.Sig{}, false })
	}
	for from, want := range map[int]string{
		0: "s : &[Real] | x : (Real, Bool) ⊢ p ⊣ n : Int, y : Real",
		1: "s : &[Real] | c : Bool, a : Real ⊢ p ⊣ n : Int, y : Real",
		3: "s : &[Real] | · ⊢ p ⊣ ·",
	} {
		gamma, delta, err := typecheck.Judgement(d.Zone, d.Body[from:], sig)
		require.NoError(t, err)
		assert.Equal(t, want, typecheck.Format(d.Zone, gamma, delta))
	}
}
