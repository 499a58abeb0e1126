package lower_test

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"procad/core"
	"procad/core/eval"
	"procad/internal/data"
	"procad/internal/diag"
	"procad/interp"
	"procad/prim"
	"procad/proc"
	"procad/source"
	"procad/source/elaborate"
	"procad/typecheck"
)

// argument is a value of a parameter, for the evaluator and for the machine.
func argument(t source.Type, k *int) (eval.Value, data.Value) {
	*k++
	switch t := t.(type) {
	case source.Basic:
		switch t {
		case source.Real:
			return float64(*k % 4), data.Real(float64(*k % 4))
		case source.Int:
			return int64(*k % 3), data.Int(int64(*k % 3))
		}
		return eval.Bool(*k%2 == 0), data.Bool(*k%2 == 0)
	case *source.Tuple:
		var vs eval.Tuple
		var ds []data.Value
		for _, e := range t.Elems {
			v, d := argument(e, k)
			vs, ds = append(vs, v), append(ds, d)
		}
		return vs, data.Tuple(ds...)
	case *source.Sum:
		if *k%2 == 0 {
			v, d := argument(t.L, k)
			_, other := argument(t.R, k)
			return &eval.Variant{Con: 0, Of: v}, data.Inl(d, other.Type)
		}
		_, other := argument(t.L, k)
		v, d := argument(t.R, k)
		return &eval.Variant{Con: 1, Of: v}, data.Inr(other.Type, d)
	}
	a := t.(*source.Array)
	b := &eval.Array{}
	n := 1
	for axis := range a.Rank {
		b.Dims = append(b.Dims, int64(2+axis%2))
		n *= 2 + axis%2
	}
	d := &data.Array{}
	var elem proc.Type
	for _, dim := range b.Dims {
		d.Dims = append(d.Dims, int(dim))
	}
	for i := range n {
		v, x := argument(a.Elem, k)
		b.Elems = append(b.Elems, v)
		if elem = x.Type; i == 0 {
			d.Leaves = make([][]uint64, len(x.Words))
		}
		for l, word := range x.Words {
			d.Leaves[l] = append(d.Leaves[l], word)
		}
	}
	return b, data.Value{Type: proc.NewArray(a.Rank, elem), Objects: []data.Object{d}}
}

// TestRandomPrograms compares lowered programs with the evaluator of core. Few programs
// may take too long to be compared.
func TestRandomPrograms(t *testing.T) {
	tried, skipped := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		tried++
		w := &writer{T: t, ccl: true}
		text := w.program()
		prog, _, err := source.Load(&diag.Source{Name: "program.fun", Text: text})
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		u, err := lowered(text)
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		for _, d := range u.Defs {
			if err := typecheck.Def(d, u.library.Sig); err != nil {
				t.Fatalf("%v in\n%s%s", err, text, d)
			}
		}
		c := elaborate.Program(prog)
		for _, d := range prog.Defs {
			if d.Name == "main" {
				if !compare(t, u, c, d, text) {
					skipped++
					t.Skip("this takes too long")
				}
			}
		}
	})
	assert.LessOrEqual(t, skipped, tried/10, "programs that take too long, of %d", tried)
}

// steps bounds what the evaluator may do.
const steps = 200_000

// compare runs a function and evaluates it as core; it is false where that takes too long.
func compare(t *rapid.T, u *unit, c *core.Program, d *source.Def, text string) bool {
	face := u.InterfaceOf(proc.MustParseFunc(d.Name))
	args := &data.Args{Interface: face}
	k := rapid.IntRange(0, 10).Draw(t, "argument")
	var values []eval.Value
	for _, p := range d.Params {
		v, x := argument(p.Var.Type, &k)
		values = append(values, v)
		args.Values = append(args.Values, x)
	}
	want, failed := eval.Run(c.Lookup(d.Name), values, steps)
	if failed == eval.ErrSteps {
		return false
	}
	def := u.Lookup(proc.MustParseFunc(d.Name))
	zone, arg, err := args.For(def)
	require.NoError(t, err)
	got, err := interp.New(u.library.Def).Call(def.Name, zone, arg)
	if err != nil {
		f, ok := errors.AsType[*prim.RuntimeError](err)
		if !ok || f.Kind == prim.Internal || f.Kind == prim.Misuse || failed == nil {
			t.Fatalf("%v, want %v, in\n%s", err, want, text)
		}
		return true
	}
	if failed != nil {
		t.Fatalf("no run-time error, want one: %v, in\n%s", failed, text)
	}
	got.Type = face.Result
	if !same(want, got) {
		t.Fatalf("%v, want %v, in\n%s", got, want, text)
	}
	return true
}

// same compares a value of the machine with one of the evaluator. Reals that
// are not small integers may be rounded in another order.
func same(want eval.Value, got data.Value) bool {
	switch want := want.(type) {
	case float64:
		x := got.Float()
		return math.Abs(want-x) <= 1e-9*math.Abs(want) || math.IsNaN(x-want) || math.Abs(want) > 1e15
	case int64:
		return got.Int64() == want
	case eval.Tuple:
		for i, e := range want {
			if !same(e, got.Part(i)) {
				return false
			}
		}
		return true
	case *eval.Variant:
		return got.IsInl() == (want.Con == 0) && same(want.Of, got.Part(want.Con))
	case *eval.Array:
		a := got.Array()
		if fmt.Sprint(a.Dims) != fmt.Sprint(want.Dims) {
			return false
		}
		elem := got.Type.(*proc.ArrayType).Elem
		for i, e := range want.Elems {
			x := data.Value{Type: elem}
			for _, leaf := range a.Leaves {
				x.Words = append(x.Words, leaf[i])
			}
			if !same(e, x) {
				return false
			}
		}
		return true
	}
	panic(fmt.Sprintf("%T", want))
}
