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
	"procad/interp"
	"procad/llvm"
	"procad/llvm/abi"
	"procad/llvm/engine"
	"procad/pipeline"
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
)

// everything is all that can be counted in a call of one of fs.
func everything(t *testing.T, lookup abi.Lookup, fs ...proc.Func) *profile.Wanted {
	w := &profile.Wanted{}
	seen := map[proc.Func]bool{}
	types := map[proc.Type]bool{}
	var note func(typ proc.Type)
	note = func(typ proc.Type) {
		if types[typ] {
			return
		}
		types[typ] = true
		switch typ := typ.(type) {
		case *proc.StackType:
			if (&profile.Wanted{Items: []proc.Type{typ.Elem}}).Check(lookup) == nil {
				w.Items = append(w.Items, typ.Elem)
			}
			note(typ.Elem)
		case *proc.TupleType:
			for _, e := range typ.Elems {
				note(e)
			}
		case *proc.SumType:
			note(typ.L)
			note(typ.R)
		}
	}
	var visit func(f proc.Func)
	visit = func(f proc.Func) {
		if _, _, ok := prim.Message(f); ok || seen[f] {
			return
		}
		seen[f] = true
		if _, body, ok := f.Loop(); ok {
			visit(body)
			return
		}
		def, err := lookup(f)
		require.NoError(t, err)
		if def == nil {
			return
		}
		w.Funcs = append(w.Funcs, f)
		note(def.In.Type)
		def.Body.Walk(func(s proc.Stmt) {
			proc.Binds(s, func(v proc.Var) { note(v.Type) })
			if c, ok := s.(*proc.Call); ok {
				visit(c.Func)
			}
		})
	}
	for _, f := range fs {
		visit(f)
	}
	return w
}

// sameProfile calls f in the interpreter and natively, and compares what they counted.
func sameProfile(t *testing.T, text string, m *interp.Machine, e *engine.Engine, f proc.Func, zone []data.Value, arg data.Value) *profile.Counts {
	_, wantErr := m.Call(f, zone, arg)
	_, gotErr := e.Call(f, zone, arg)
	var want, got *prim.RuntimeError
	require.Equal(t, wantErr == nil, gotErr == nil, "%s: %v, %v", text, wantErr, gotErr)
	if errors.As(wantErr, &want) && errors.As(gotErr, &got) && (want.Kind == prim.OutOfMemory || got.Kind == prim.OutOfMemory) {
		return m.Profile
	}
	require.Equal(t, m.Profile, e.Last().Profile, text)
	return m.Profile
}

// TestProfile compares the counts of all calls of testdata/llvm/run, where
// definitions are written in pieces.
func TestProfile(t *testing.T) {
	llvm.NeedClang(t)
	for _, file := range golden.Files(t, "../testdata/llvm/run/*.txtar") {
		t.Run(filepath.Base(file), func(t *testing.T) {
			s := llvm.ReadSuite(t, file)
			lookup := pipeline.NewLibrary(s.Prog).Def
			w := everything(t, lookup, s.Functions()...)
			m := interp.New(interp.Lookup(lookup), interp.Profile(*w))
			e := &engine.Engine{Lookup: lookup, Options: llvm.Variants["pieces"]}
			e.Options.Profile = w
			defer e.Close()
			require.NoError(t, e.Prepare(s.Functions()...))
			for _, c := range s.Cases {
				zone, arg, err := c.Args.For(s.Prog.Lookup(c.Func))
				require.NoError(t, err)
				sameProfile(t, c.Text, m, e, c.Func, zone, arg)
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
			w := everything(t, u.Library.Def, grad)
			e := &engine.Engine{Lookup: u.Library.Def, Options: llvm.Variants[[]string{"strict", "default", "calls", "pieces"}[k%4]]}
			e.Options.Profile = w
			defer e.Close()
			counts := sameProfile(t, u.Source.Text+values, interp.New(u.Library.Def, interp.Profile(*w)), e, grad, zone, arg)
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
			w := everything(t, lookup, proc.MustParseFunc("grad$f"))
			m := interp.New(interp.Lookup(lookup), interp.Profile(*w))
			e := &engine.Engine{Lookup: lookup, Options: llvm.Variants[[]string{"default", "calls"}[k%2]]}
			e.Options.Profile = w
			defer e.Close()
			for _, n := range []int64{0, 1, 2, 5, 13} {
				counts := sameProfile(t, fmt.Sprint(n), m, e, proc.MustParseFunc("grad$f"), nil, data.Tuple(data.Int(n), data.Real(0.5)))
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
