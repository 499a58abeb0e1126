package llvm_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/gen"
	"procad/internal/golden"
	"procad/internal/profile"
	"procad/internal/profile/profiletest"
	"procad/interp"
	"procad/llvm"
	"procad/llvm/engine"
	"procad/pipeline"
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
)

// A counting is a program whose runs are counted, by the interpreter and by native code.
type counting struct {
	machine *interp.Machine
	engine  *engine.Engine
}

// count prepares to count all that can be counted in calls of one of fs.
func count(t *testing.T, lookup func(proc.Func) (*proc.Def, error), opts llvm.Options, fs ...proc.Func) *counting {
	w := profiletest.Everything(t, lookup, fs...)
	e := &engine.Engine{Lookup: lookup, Options: opts}
	e.Options.Profile = w
	t.Cleanup(e.Close)
	require.NoError(t, e.Prepare(fs...))
	return &counting{interp.New(lookup, interp.Profile(*w)), e}
}

// same calls f in the interpreter and natively, and compares what they counted.
func (c *counting) same(t *testing.T, text string, f proc.Func, zone []data.Value, arg data.Value) *profile.Counts {
	_, wantErr := c.machine.Call(f, zone, arg)
	_, gotErr := c.engine.Call(f, zone, arg)
	var want, got *prim.RuntimeError
	require.Equal(t, wantErr == nil, gotErr == nil, "%s: %v, %v", text, wantErr, gotErr)
	if errors.As(wantErr, &want) && errors.As(gotErr, &got) && (want.Kind == prim.OutOfMemory || got.Kind == prim.OutOfMemory) {
		return c.machine.Profile
	}
	require.Equal(t, c.machine.Profile, c.engine.Last().Profile, text)
	return c.machine.Profile
}

// TestProfile compares the counts of all calls of testdata/llvm/run, where
// definitions are written in pieces.
func TestProfile(t *testing.T) {
	llvm.NeedClang(t)
	for _, file := range golden.Files(t, "../testdata/llvm/run/*.txtar") {
		t.Run(filepath.Base(file), func(t *testing.T) {
			s := llvm.ReadSuite(t, file)
			lookup := pipeline.NewLibrary(s.Prog).Def
			counting := count(t, lookup, llvm.Variants["pieces"], s.Functions()...)
			for _, c := range s.Cases {
				zone, arg, err := c.Args.For(s.Prog.Lookup(c.Func))
				require.NoError(t, err)
				counting.same(t, c.Text, c.Func, zone, arg)
			}
		})
	}
}

// TestProfileOfGradients compares the counts of the gradients of the kernels
// and of random programs.
func TestProfileOfGradients(t *testing.T) {
	llvm.NeedClang(t)
	gradient := func(name string, k int, u *pipeline.Unit, f proc.Func, values string) {
		t.Run(name, func(t *testing.T) {
			d := u.Program.Lookup(f)
			if d.Out.Type != proc.Real {
				t.Skip("no gradient")
			}
			args, _, err := data.Read(&diag.Source{Name: "data", Text: values}, u.Program.InterfaceOf(f))
			require.NoError(t, err)
			zone, arg, err := args.For(d)
			require.NoError(t, err)
			grad := deriv.Grad.Of(f)
			counting := count(t, u.Library.Def, llvm.Variants[[]string{"strict", "default", "calls", "pieces"}[k%4]], grad)
			counts := counting.same(t, u.Source.Text+values, grad, zone, arg)
			for typ, level := range counts.Items {
				assert.Zero(t, level.Live, "%s", typ)
			}
		})
	}
	for k, c := range []struct{ name, values string }{
		{"llsq", `{"x": ` + matrix(4) + `, "n": 6}`},
		{"lstm", `{"main_params": ` + matrix(4, 8) + `, "extra_params": ` + matrix(3, 2) + `, "state": ` + matrix(4, 2) + `, "sequence": ` + matrix(5, 2) + `}`},
		{"gmm", `{"alpha": ` + matrix(3) + `, "mu": ` + matrix(3, 2) + `, "q": ` + matrix(3, 2) + `, "l": ` + matrix(3, 1) + `, "x": ` + matrix(7, 2) + `, "m": 1, "gamma": 1.5}`},
		{"lse", `{"x": ` + matrix(70) + `}`},
		{"nested", `{"u0": ` + matrix(5) + `, "kappa": ` + matrix(5) + `, "observed": ` + matrix(5) + `, "r": 0.1, "steps": 4, "sweeps": 3}`},
	} {
		text, err := os.ReadFile("../testdata/kernels/" + c.name + ".fun")
		require.NoError(t, err)
		u, err := pipeline.Load(&diag.Source{Name: c.name + ".fun", Text: string(text)})
		require.NoError(t, err)
		gradient(c.name, k, u, proc.MustParseFunc(c.name), c.values)
	}
	for seed := *firstProgram; seed < *firstProgram+uint64(*programs); seed++ {
		p := gen.New(gen.FromSeed(seed), gen.Options{Derivatives: seed%2 == 0, Kinks: seed%3 == 0})
		u, err := pipeline.Load(&diag.Source{Name: "random.fun", Text: p.Text})
		require.NoError(t, err)
		gradient(fmt.Sprint(seed), int(seed), u, proc.MustParseFunc(p.Main), p.Data)
	}
}

// matrix is an array of some Reals as JSON.
func matrix(dims ...int) string {
	if len(dims) == 0 {
		return fmt.Sprint(0.3)
	}
	parts := make([]string, dims[0])
	for i := range parts {
		parts[i] = matrix(dims[1:]...)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// scheduled is a loop with a strategy, which runs a loop with the strategy in its iterations.
const scheduled = `
def step (x : Real) -> (y : Real)
  d = Dup x; (a, b) = d; c = Call sin a; p = (c, b); y = Call mul p

def outer [i : &Int] (xv : (Real, [Real])) -> (o : (Real, [Real]))
  (x, v) = xv; k = Read i; kx = (k, x); y = Call nTimes%[1]s{step} kx
  d = Dup y; (a, b) = d; z = Const 0; vzb = (v, z, b); r = Call swap{[Real]} vzb; (w, old) = r
  ya = (old, a); s = Call add ya
  o = (s, w)

def f (nx : (Int, Real)) -> (y : Real)
  (n, x) = nx
  one = Const 2; v = Call blank{[Real]} one
  s = (x, v); ns = (n, s); t = Call fold%[1]s{outer} ns; (y, w) = t; Elim w
`

// TestProfileOfSchedules compares the counts of checkpointed loops.
func TestProfileOfSchedules(t *testing.T) {
	llvm.NeedClang(t)
	for k, strategy := range []string{"", ".recompute", ".every.3", ".sqrt", ".binomial.2", ".bisect", ".mixed.3"} {
		t.Run(strategy, func(t *testing.T) {
			lookup := pipeline.NewLibrary(llvm.Parse(t, "scheduled.proc", fmt.Sprintf(scheduled, strategy))).Def
			grad := proc.MustParseFunc("grad$f")
			counting := count(t, lookup, llvm.Variants[[]string{"default", "calls"}[k%2]], grad)
			for _, n := range []int64{0, 1, 2, 5, 13} {
				counts := counting.same(t, fmt.Sprint(n), grad, nil, data.Tuple(data.Int(n), data.Real(0.5)))
				reversed := int64(0)
				for _, f := range []string{"revr$step", "revr.store$step", "iteration.revr$nTimes{step}"} {
					reversed += counts.Entered[proc.MustParseFunc(f)]
				}
				assert.GreaterOrEqual(t, reversed, n*(n-1)/2)
				assert.Zero(t, counts.Bytes.Live)
			}
		})
	}
}
