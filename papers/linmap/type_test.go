package linmap_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"procad/core"
	"procad/internal/golden"
	"procad/internal/kstest"
	"procad/papers/ks"
	"procad/papers/linmap"
)

// arguments are a function of Figure 3 or 12, with types that it takes, and types
// that it does not take, because the type in one place is another one.
type arguments struct {
	fun       ks.Fun
	good, bad ks.Tuple
}

func to(s, t ks.Type) ks.Type { return ks.Lin{From: s, To: t} }
func fn(s, t ks.Type) ks.Type { return ks.Func{From: s, To: t} }
func vec(t ks.Type) ks.Type   { return ks.Vec{Elem: t} }

var (
	r, tworow = ks.R, kstest.TwoR
	stepType  = fn(ks.Tuple{r, r}, r)
)

var operations = []arguments{
	{linmap.Apply{}, ks.Tuple{to(tworow, r), tworow}, ks.Tuple{to(tworow, r), r}},
	{linmap.Reverse{}, ks.Tuple{r, to(tworow, r)}, ks.Tuple{tworow, to(tworow, r)}},
	{linmap.Compose{}, ks.Tuple{to(r, tworow), to(vec(r), r)}, ks.Tuple{to(r, tworow), to(vec(r), tworow)}},
	{linmap.Plus{}, ks.Tuple{to(r, tworow), to(r, tworow)}, ks.Tuple{to(r, tworow), to(r, r)}},
	{linmap.Zero{From: r, To: tworow}, ks.Tuple{}, ks.Tuple{r, r}},
	{linmap.One{Of: tworow}, ks.Tuple{}, ks.Tuple{r, r}},
	{linmap.Scale{Of: tworow}, ks.Tuple{r}, ks.Tuple{ks.N}},
	{linmap.VCat{}, ks.Tuple{to(r, tworow), to(r, vec(r))}, ks.Tuple{to(r, tworow), to(tworow, vec(r))}},
	{linmap.VCatV{}, ks.Tuple{vec(to(r, tworow))}, ks.Tuple{vec(tworow)}},
	{linmap.HCat{}, ks.Tuple{to(tworow, r), to(vec(r), r)}, ks.Tuple{to(tworow, r), to(vec(r), tworow)}},
	{linmap.HCatV{}, ks.Tuple{vec(to(r, tworow))}, ks.Tuple{vec(tworow)}},
	{linmap.Transpose{}, ks.Tuple{to(r, tworow)}, ks.Tuple{tworow}},
	{linmap.In{K: 1, Of: kstest.Either}, ks.Tuple{}, ks.Tuple{r, r}},
	{linmap.Out{K: 1, Of: kstest.Either}, ks.Tuple{}, ks.Tuple{r, r}},
}

var folds = []arguments{
	{ks.Fold{}, ks.Tuple{stepType, r, vec(r)}, ks.Tuple{stepType, tworow, vec(r)}},
	{
		linmap.LmFold{},
		ks.Tuple{stepType, fn(ks.Tuple{r, r}, to(ks.Tuple{tworow, ks.Tuple{r, r}}, r)), r, vec(r)},
		ks.Tuple{stepType, fn(ks.Tuple{r, r}, to(ks.Tuple{tworow, ks.Tuple{r, tworow}}, r)), r, vec(r)},
	},
	{
		linmap.FFold{},
		ks.Tuple{stepType, r, vec(r), fn(ks.Tuple{ks.Tuple{r, r}, ks.Tuple{r, r}}, r), r, vec(r)},
		ks.Tuple{stepType, r, vec(r), fn(ks.Tuple{ks.Tuple{r, r}, ks.Tuple{r, r}}, r), r, r},
	},
	{
		linmap.RFold{},
		ks.Tuple{stepType, fn(ks.Tuple{ks.Tuple{r, r}, r}, ks.Tuple{tworow, ks.Tuple{r, r}}), r, vec(r), r},
		ks.Tuple{stepType, fn(ks.Tuple{ks.Tuple{r, r}, r}, ks.Tuple{tworow, ks.Tuple{r, tworow}}), r, vec(r), r},
	},
}

// TestTypes are the types of Figures 3 and 12, and that each operation rejects
// arguments of others.
func TestTypes(t *testing.T) {
	for name, list := range map[string][]arguments{"figure3": operations, "figure12": folds} {
		golden.Run(t, "testdata/"+name+".txtar", func(t *testing.T, _ string, a *txtar.Archive) []txtar.File {
			var out strings.Builder
			for _, op := range list {
				of, err := op.fun.Result(ks.TupleOf(op.good...))
				require.NoError(t, err)
				fmt.Fprintf(&out, "%s : %s → %s\n", op.fun.Name(), ks.TupleOf(op.good...), of)
				_, err = op.fun.Result(ks.TupleOf(op.bad...))
				assert.Error(t, err, "%s of %s", op.fun.Name(), op.bad)
			}
			return []txtar.File{{Name: "types", Data: []byte(out.String())}}
		})
	}
}

// TestFolds are FFold and RFold against the recursions of Figures 14 and 15, for
// f(a, x) = a x + 3 a, whose derivatives are (x + 3) da + a dx.
func TestFolds(t *testing.T) {
	op := func(op core.Op, a, b ks.Term) ks.Term { return kstest.Do(ks.Op{Op: op}, a, b) }
	pi := func(t ks.Term, k int) ks.Term { return kstest.Do(ks.Select{K: k, N: 2}, t) }
	real := func(x float64) ks.Term { return ks.Real(kstest.Nowhere, x) }
	use := func(x *ks.Var) ks.Term { return ks.UseOf(kstest.Nowhere, x) }
	step := func(a, x ks.Term) ks.Term { return op(core.Add, op(core.Mul, a, x), op(core.Mul, real(3), a)) }
	da := func(x ks.Term) ks.Term { return op(core.Add, x, real(3)) }
	tt := &ks.Var{Name: "t", Type: tworow}
	f := ks.Fn(tt, step(pi(use(tt), 0), pi(use(tt), 1)))
	tdt := &ks.Var{Name: "t_dt", Type: ks.Tuple{tworow, tworow}}
	fdt := ks.Fn(tdt, op(core.Add,
		op(core.Mul, da(pi(pi(use(tdt), 0), 1)), pi(pi(use(tdt), 1), 0)),
		op(core.Mul, pi(pi(use(tdt), 0), 0), pi(pi(use(tdt), 1), 1))))
	tdr := &ks.Var{Name: "t_dr", Type: ks.Tuple{tworow, r}}
	dr := pi(use(tdr), 1)
	fdr := ks.Fn(tdr, ks.Tuples(kstest.Nowhere, op(core.Mul, real(2), dr), ks.Tuples(kstest.Nowhere,
		op(core.Mul, da(pi(pi(use(tdr), 0), 1)), dr), op(core.Mul, pi(pi(use(tdr), 0), 0), dr))))

	// FF(i, acc, dacc) and RF(i, acc, dr), where an iteration adds 2 dr to ds.
	v, dv := []float64{2, 5}, []float64{1, -1}
	var ff func(i int, acc, dacc float64) float64
	ff = func(i int, acc, dacc float64) float64 {
		if i == len(v) {
			return dacc
		}
		return ff(i+1, acc*v[i]+3*acc, (v[i]+3)*dacc+acc*dv[i])
	}
	var rf func(i int, acc, dr float64) (ds float64, dv []float64, dacc float64)
	rf = func(i int, acc, dr float64) (float64, []float64, float64) {
		if i == len(v) {
			return 0, make([]float64, len(v)), dr
		}
		ds, dv, dacc := rf(i+1, acc*v[i]+3*acc, dr)
		dv[i] += acc * dacc
		return ds + 2*dacc, dv, (v[i] + 3) * dacc
	}
	pairs := func(x, y float64) ks.Term {
		i := &ks.Var{Name: "i", Type: ks.N}
		return kstest.Do(ks.Build{}, ks.Int(kstest.Nowhere, 2), ks.Fn(i, ks.If(kstest.Nowhere, op(core.Eq, use(i), ks.Int(kstest.Nowhere, 0)), real(x), real(y))))
	}
	d := kstest.NewDrawing(1)
	forward := kstest.Do(linmap.FFold{}, f, real(7), pairs(v[0], v[1]), fdt, real(1), pairs(dv[0], dv[1]))
	d.Same(t, r, real(ff(0, 7, 1)), forward)
	ds, dvs, dacc := rf(0, 7, 11)
	want := ks.Tuples(kstest.Nowhere, real(ds), ks.Tuples(kstest.Nowhere, real(dacc), pairs(dvs[0], dvs[1])))
	reverse := kstest.Do(linmap.RFold{}, f, fdr, real(7), pairs(v[0], v[1]), real(11))
	d.Same(t, ks.Tuple{r, ks.Tuple{r, vec(r)}}, want, reverse)
}
