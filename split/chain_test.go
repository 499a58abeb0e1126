package split

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/diag"
	"procad/internal/optim"
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
	"procad/proc/graph"
	"procad/split/activity"
)

// primitives is a library without definitions.
type primitives struct{ Library }

func (primitives) Sig(f proc.Func) (proc.Sig, error) {
	return prim.Sig(f, func(proc.Func) (proc.Sig, bool) { return proc.Sig{}, false })
}
func (primitives) Def(proc.Func) (*proc.Def, error) { return nil, nil }
func (primitives) Without() optim.Set               { return optim.Set{} }
func (p primitives) Useful(d *proc.Def) (func(proc.Var) proc.Type, error) {
	return activity.NewActivity(p, optim.Set{}).Useful(d)
}

// chain is n Cases, each in the second branch of the one before:
//
//	Case c (Inl u: y = exp x) (Inr v: … Case c' …)
func chain(t *testing.T, n int) *proc.Def {
	var b strings.Builder
	b.WriteString("def f (i : (Real, Real)) -> (y : Real)\n(x0, z0) = i\n")
	for k := range n {
		fmt.Fprintf(&b, "d%d = Dup z%d; (a%d, z%d) = d%d; e%d = Dup a%d; (l%d, r%d) = e%d; p%d = (l%d, r%d); c%d = Call lt p%d\n", k, k, k, k+1, k, k, k, k, k, k, k, k, k, k, k)
		fmt.Fprintf(&b, "Case c%d (Inl u%d; Elim u%d; Elim z%d; y = Call exp x0) (Inr v%d; Elim v%d\n", k, k, k, k+1, k, k)
	}
	fmt.Fprintf(&b, "Elim z%d; y = Call sin x0%s\n", n, strings.Repeat(")", n))
	p, err := proc.Parse(&diag.Source{Name: "chain.proc", Text: b.String()}, prim.Sig)
	require.NoError(t, err)
	return p.Defs[0]
}

// allocated is how many bytes f allocates.
func allocated(f func()) float64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return float64(after.TotalAlloc - before.TotalAlloc)
}

// TestChainTwice doubles a chain of Cases: what is found of each of its blocks, as the
// rules ask for it, from the innermost one outwards, costs twice as much.
func TestChainTwice(t *testing.T) {
	cost := func(n int) (useful, values float64) {
		d := chain(t, n)
		f := &functions{lib: primitives{}}
		var of func(proc.Var) proc.Type
		useful = allocated(func() {
			var err error
			of, err = primitives{}.Useful(d)
			assert.NoError(t, err)
		})
		found := 0
		d.Body.Walk(func(s proc.Stmt) {
			proc.Binds(s, func(v proc.Var) {
				if barred(v) && deriv.Discrete(of(v)) {
					found++
				}
			})
		})
		assert.Equal(t, 7*n+1, found, "what is compared, and what it is made of")

		s := &splitter{functions: f, annotations: &annotations{}, leaves: map[*proc.Case][]proc.Var{}}
		var blocks func(p proc.Procedure)
		blocks = func(p proc.Procedure) {
			for _, st := range p {
				if c, ok := st.(*proc.Case); ok {
					blocks(c.L.Body)
					blocks(c.R.Body)
				}
			}
			g := newValues(s)
			g.run.Procedure(p)
			assert.LessOrEqual(t, len(g.at), 20)
		}
		values = allocated(func() { blocks(d.Body) })
		for c, vs := range s.leaves {
			assert.Equal(t, []proc.Var{{Name: "y", Type: proc.Real}}, vs, "%s", c.In.Name)
		}
		return useful, values
	}
	useful, values := cost(400)
	useful2, values2 := cost(800)
	assert.LessOrEqual(t, useful2, 2.4*useful)
	assert.LessOrEqual(t, values2, 2.4*values)
}

// counted counts what is asked of a library.
type counted struct {
	primitives
	sigs *int
}

func (c counted) Sig(f proc.Func) (proc.Sig, error) {
	*c.sigs++
	return c.primitives.Sig(f)
}

// TestDeadBackwards: an array that is wanted back at the end of a chain of statements is wanted back
// along it, and each statement is asked a bounded number of times.
func TestDeadBackwards(t *testing.T) {
	asked := func(n int) (sigs int) {
		var b strings.Builder
		b.WriteString("def f (n : Int) -> (y : ([Int], Int))\nd = Dup n; (n0, m) = d; c0 = Call blank{[Int]} n0\n")
		for k := range n {
			fmt.Fprintf(&b, "c%d = Share c%d (s%d. z%d = Size s%d 0; Elim z%d)\n", k+1, k, k, k, k, k)
		}
		fmt.Fprintf(&b, "y = (c%d, m)\n", n)
		p, err := proc.Parse(&diag.Source{Name: "chain.proc", Text: b.String()}, prim.Sig)
		require.NoError(t, err)
		f := &functions{lib: counted{sigs: &sigs}}
		z := &deadCotangents{functions: f, dead: map[proc.Var]bool{}}
		z.find(p.Defs[0], graph.Of(p.Defs[0].Body))
		assert.Empty(t, z.dead)
		return sigs
	}
	assert.Equal(t, asked(10), asked(40))
}

// TestDeadInBranches: what one branch leaves is wanted back where what the other one leaves is.
func TestDeadInBranches(t *testing.T) {
	dead := func(right string) map[proc.Var]bool {
		p, err := proc.Parse(&diag.Source{Name: "branches.proc", Text: `def f (s : Int + Int) -> (y : Int)
  a = Const 3; b = Call blank{[Int]} a
  Case s (Inl n; w = Call blank{[Int]} n; v = Share w (q. ); Elim b) (Inr m; Elim m; ` + right + `)
  Elim v; y = Const 1
`}, prim.Sig)
		require.NoError(t, err)
		z := &deadCotangents{functions: &functions{lib: primitives{}}, dead: map[proc.Var]bool{}}
		z.find(p.Defs[0], graph.Of(p.Defs[0].Body))
		return z.dead
	}
	ints := proc.NewArray(1, proc.Int)
	assert.Equal(t, map[proc.Var]bool{{Name: "b", Type: ints}: true, {Name: "v", Type: ints}: true, {Name: "w", Type: ints}: true}, dead("v = Share b (q. )"))
	assert.Empty(t, dead("v = Share b (q. i = Const 0; x = Read q i; Elim x)"))
}
