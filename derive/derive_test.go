package derive_test

import (
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"procad/derive"
	"procad/internal/data"
	"procad/internal/diag"
	"procad/interp"
	"procad/pipeline"
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
	"procad/typecheck"
)

func load(t *testing.T, name string) (*proc.Program, *derive.Library) {
	text, err := os.ReadFile("../testdata/derive/" + name)
	require.NoError(t, err)
	p, err := proc.Parse(&diag.Source{Name: name, Text: string(text)}, prim.Sig)
	require.NoError(t, err)
	require.NoError(t, typecheck.Program(p))
	return p, pipeline.NewLibrary(p)
}

func TestDerivedProceduresCheck(t *testing.T) {
	for _, file := range []string{"loops.proc", "discrete.proc"} {
		p, lib := load(t, file)
		for _, d := range p.Defs {
			for _, op := range []proc.Deriv{deriv.Fwd, deriv.Rev, deriv.RevF, deriv.RevR, deriv.StoreRevF, deriv.StoreRevR} {
				_, err := lib.Def(op.Of(d.Name))
				require.NoError(t, err, "%s", op.Of(d.Name))
			}
		}
	}
}

// random fills a value of tangent or source type: arrays have 3 elements a
// side, Reals are small, Ints are 2.
func random(r *rand.Rand, t proc.Type) data.Value {
	l := data.LayoutOf(t)
	v := data.Value{Type: t, Words: make([]uint64, l.Words), Objects: make([]data.Object, l.Objects)}
	fill(r, l.Kinds(), v.Words)
	var arrays func(t proc.Type)
	k := 0
	arrays = func(t proc.Type) {
		switch t := t.(type) {
		case *proc.TupleType:
			for _, e := range t.Elems {
				arrays(e)
			}
		case *proc.ArrayType:
			a := &data.Array{}
			n := 1
			for range t.Rank {
				a.Dims = append(a.Dims, 3)
				n *= 3
			}
			for _, kind := range data.LayoutOf(t.Elem).Kinds() {
				leaf := make([]uint64, n)
				for i := range leaf {
					fill(r, []data.LeafKind{kind}, leaf[i:i+1])
				}
				a.Leaves = append(a.Leaves, leaf)
			}
			v.Objects[k] = a
			k++
		}
	}
	arrays(t)
	return v
}

func fill(r *rand.Rand, kinds []data.LeafKind, words []uint64) {
	for i, k := range kinds {
		switch k {
		case data.RealLeaf:
			words[i] = math.Float64bits(r.Float64() + 0.1)
		case data.IntLeaf:
			words[i] = 2
		}
	}
}

// inner is ⟨a, b⟩, and the sum of the absolute terms.
func inner(a, b data.Value) (sum, scale float64) {
	add := func(xs, ys []uint64) {
		for i := range xs {
			p := math.Float64frombits(xs[i]) * math.Float64frombits(ys[i])
			sum, scale = sum+p, scale+math.Abs(p)
		}
	}
	add(a.Words, b.Words)
	for i := range a.Objects {
		x, y := a.Objects[i].(*data.Array), b.Objects[i].(*data.Array)
		for j := range x.Leaves {
			add(x.Leaves[j], y.Leaves[j])
		}
	}
	return sum, scale
}

// duality checks ⟨ȳ, ẏ⟩ = ⟨x̄, ẋ⟩ for f with a zone of shared names.
func duality(t *testing.T, lib *derive.Library, f proc.Func) {
	sig, err := lib.Sig(f)
	require.NoError(t, err)
	r := rand.New(rand.NewPCG(1, 2))
	m := interp.New(lib.Def)
	var zone, dots, duals []data.Value
	for _, s := range sig.Zone {
		v := random(r, s.Type)
		zone, dots = append(zone, v), append(dots, v)
		if d := deriv.Tangent(s.Type); d != proc.Unit {
			dot := random(r, d)
			dots, duals = append(dots, dot), append(duals, dot)
		}
	}
	arg, argDot := random(r, sig.In), random(r, deriv.Tangent(sig.In))
	if argDot.Type != proc.Unit {
		duals = append(duals, argDot)
	}
	out, err := m.Call(deriv.Fwd.Of(f), dots, data.Tuple(arg.Clone(), argDot.Clone()))
	require.NoError(t, err, "fwd$%s", f)
	seed := random(r, deriv.Tangent(sig.Out))
	back, err := m.Call(deriv.VJP.Of(f), zone, data.Tuple(arg.Clone(), seed.Clone()))
	require.NoError(t, err, "vjp$%s", f)

	// The tangent comes after the value, G after the result.
	y := tail(out, deriv.Tangent(sig.Out))
	lhs, scale := inner(seed, y)
	dual := data.Tuple(duals...)
	rhs, scale2 := inner(tail(back, dual.Type), dual)
	require.InDelta(t, lhs, rhs, 1e-12*(scale+scale2)+1e-300, "%s", f)
	require.NotZero(t, scale, "%s", f)
}

// tail is the second component of a pair, which is of type t.
func tail(v data.Value, t proc.Type) data.Value {
	l := data.LayoutOf(t)
	return data.Value{Type: t, Words: v.Words[len(v.Words)-l.Words:], Objects: v.Objects[len(v.Objects)-l.Objects:]}
}

func TestDuality(t *testing.T) {
	p, lib := load(t, "loops.proc")
	for _, d := range p.Defs {
		if deriv.Tangent(d.Out.Type) == proc.Unit {
			continue
		}
		t.Run(d.Name.String(), func(t *testing.T) {
			duality(t, lib, d.Name)
			duality(t, lib, deriv.VJP.Of(d.Name))
			duality(t, lib, deriv.VJP.Of(deriv.VJP.Of(d.Name)))
		})
	}
}

// flat are all numbers of a value.
func flat(v data.Value) []float64 {
	var out []float64
	add := func(words []uint64) {
		for _, w := range words {
			out = append(out, math.Float64frombits(w))
		}
	}
	add(v.Words)
	for _, o := range v.Objects {
		for _, leaf := range o.(*data.Array).Leaves {
			add(leaf)
		}
	}
	return out
}

// TestJacobians checks  jacfwd$f = jacrev$f , for results of rank 0 and 1, and
// as derivatives of derivatives.
func TestJacobians(t *testing.T) {
	_, lib := load(t, "loops.proc")
	m := interp.New(lib.Def)
	r := rand.New(rand.NewPCG(3, 4))
	for _, f := range []proc.Func{proc.Name("apply"), proc.Name("norm"), proc.Name("total"), proc.Name("square"), proc.Name("iterate"), proc.Name("best"), proc.Name("cond"), proc.Name("gather"), proc.MustParseFunc("grad$square"), proc.Name("states")} {
		t.Run(f.String(), func(t *testing.T) {
			sig, err := lib.Sig(f)
			require.NoError(t, err)
			var zone []data.Value
			for _, s := range sig.Zone {
				zone = append(zone, random(r, s.Type))
			}
			arg := random(r, sig.In)
			fwd, err := m.Call(deriv.JacFwd.Of(f), zone, arg.Clone())
			require.NoError(t, err)
			rev, err := m.Call(deriv.JacRev.Of(f), zone, arg.Clone())
			require.NoError(t, err)
			require.Equal(t, fwd.Type, rev.Type)
			require.InDeltaSlice(t, flat(fwd), flat(rev), 1e-12)
			require.NotEmpty(t, flat(fwd))
		})
	}
}

// TestJacobiansOfLoops checks  jacfwd$loop{g} = jacrev$loop{g} = jacfwd$f  where f calls loop{g}
// and nothing else, for loops of every kind. Where f has no Jacobian, the loop has none.
func TestJacobiansOfLoops(t *testing.T) {
	p, lib := load(t, "loops.proc")
	more, err := proc.Parse(&diag.Source{Text: `
def until (s : Real) -> (o : (Bool, Real))
  s.dup = Dup s
  (s.1, s.2) = s.dup
  one = Const 1.0
  c = (s.1, one)
  b = Call lt c
  s' = Call exp s.2
  o = (b, s')
def elements [i : &Int, j : &Int, v : &[Real]] (u : ()) -> (y : Real)
  Elim u
  k = Read i
  l = Read j
  e = Read v k
  h = Read v l
  p = (e, h)
  y = Call mul p
`}, prim.Sig)
	require.NoError(t, err)
	for _, d := range more.Defs {
		p.Add(d)
	}
	m := interp.New(lib.Def)
	r := rand.New(rand.NewPCG(5, 6))
	for name, made := range map[string]bool{
		"nTimes{step}": true, "nTimes.recompute{step}": true, "fold{cclstep}": true, "fold.every.2{cclstep}": true, "foldr{cclstep}": true, "ccl{cclstep}": true,
		"while{until}": true, "build{term}": true, "build2{elements}": true, "sum{term}": true, "adds{term}": true, "max{term}": true,
		"argmax{term}": false, "fold{accstep}": false,
	} {
		t.Run(name, func(t *testing.T) {
			loop := proc.MustParseFunc(name)
			sig, err := lib.Sig(loop)
			require.NoError(t, err)
			f := &proc.Def{Name: proc.Name(strings.NewReplacer("{", "_", "}", "").Replace(name)), Zone: sig.Zone, In: proc.Var{Name: "a", Type: sig.In}, Out: proc.Var{Name: "o", Type: sig.Out}}
			call := &proc.Call{Out: f.Out, Func: loop, In: f.In}
			var zone []data.Value
			for _, z := range sig.Zone {
				call.Zone = append(call.Zone, z.Name)
				zone = append(zone, random(r, z.Type))
			}
			f.Body = proc.Procedure{call}
			p.Add(f)
			_, none := lib.Def(deriv.JacFwd.Of(f.Name))
			require.Equal(t, made, none == nil, "%v", none)
			arg := random(r, sig.In)
			for _, jac := range []proc.Deriv{deriv.JacFwd, deriv.JacRev} {
				if !made {
					_, err := lib.Def(jac.Of(loop))
					require.ErrorContains(t, err, "is neither Real nor an array of Real nor discrete")
					continue
				}
				want, err := m.Call(deriv.JacFwd.Of(f.Name), zone, arg.Clone())
				require.NoError(t, err)
				have, err := m.Call(jac.Of(loop), zone, arg.Clone())
				require.NoError(t, err)
				require.Equal(t, want.Type, have.Type)
				require.InDeltaSlice(t, flat(want), flat(have), 1e-12, "%s", jac.Of(loop))
				require.NotEmpty(t, flat(want))
			}
		})
	}
}

// TestReverseOfJacobian checks duality of Jacobians of a function whose trace
// has a stack: jacrev$f copies it, and what is derived from jacrev$f does not.
func TestReverseOfJacobian(t *testing.T) {
	_, lib := load(t, "loops.proc")
	for _, f := range []proc.Func{proc.Name("states"), proc.Name("apply")} {
		t.Run(f.String(), func(t *testing.T) {
			duality(t, lib, deriv.JacRev.Of(f))
			duality(t, lib, deriv.JacFwd.Of(f))
		})
	}
}
