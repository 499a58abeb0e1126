package estimate_test

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/estimate"
	"procad/internal/gen"
	"procad/interp"
	"procad/loops"
	"procad/pipeline"
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
)

// A subject is a function with data to run it on.
type subject struct {
	unit *pipeline.Unit
	f    proc.Func
	zone []data.Value
	arg  data.Value
}

func loadUnit(t require.TestingT, text string) *pipeline.Unit {
	u, err := pipeline.Load(&diag.Source{Name: "test.fun", Text: text})
	require.NoError(t, err, text)
	return u
}

func subjectOf(t require.TestingT, u *pipeline.Unit, name, json string) *subject {
	d, err := u.Entry(name)
	require.NoError(t, err)
	args, _, err := data.Read(&diag.Source{Name: "data.json", Text: json}, u.Program.InterfaceOf(d.Name))
	require.NoError(t, err)
	s := &subject{unit: u, f: d.Name}
	s.zone, s.arg, err = args.For(d)
	require.NoError(t, err)
	return s
}

// abstract are the values that Run gets for those of a call.
func abstract(zone []data.Value, arg data.Value) ([]*estimate.Value, *estimate.Value) {
	var all []*estimate.Value
	for _, v := range zone {
		all = append(all, estimate.Of(v))
	}
	return all, estimate.Of(arg)
}

// holds says what a value has that is not in an abstract one.
func holds(a *estimate.Value, v data.Value) error {
	if a == nil {
		return fmt.Errorf("no value was expected")
	}
	if n := estimate.Bytes(a); !n.Contains(bytesOf(v)) {
		return fmt.Errorf("%d bytes, not %s", bytesOf(v), n)
	}
	return within(a, data.LayoutOf(v.Type), v.Words, v.Objects)
}

func bytesOf(v data.Value) int64 { return estimate.Bytes(estimate.Of(v)).Lo }

func within(a *estimate.Value, l *data.Layout, words []uint64, objects []data.Object) error {
	if a == nil {
		return fmt.Errorf("a value of type %s was not expected", l.Type)
	}
	part := func(i int) error { return within(a.Part(i), l.Parts[i], words[l.WordAt[i]:], objects[l.ObjAt[i]:]) }
	switch l.Type.(type) {
	case proc.IntType:
		if n := int64(words[0]); !a.Int().Contains(n) {
			return fmt.Errorf("%d is not in %s", n, a.Int())
		}
		return nil
	case *proc.SumType:
		return part(int(words[0]))
	case *proc.ArrayType:
		arr := objects[0].(*data.Array)
		for i, d := range arr.Dims {
			if !a.Dims()[i].Contains(int64(d)) {
				return fmt.Errorf("a dimension of %d is not in %s", d, a.Dims()[i])
			}
		}
		elem := make([]uint64, len(arr.Leaves))
		for e := range arr.Len() {
			for i, leaf := range arr.Leaves {
				elem[i] = leaf[e]
			}
			if err := within(a.Elem(), l.Elem, elem, nil); err != nil {
				return fmt.Errorf("element %d: %w", e, err)
			}
		}
		return nil
	case *proc.StackType:
		s := objects[0].(*data.Stack)
		if n := int64(s.Len); !a.Items().Contains(n) {
			return fmt.Errorf("%d items are not in %s", n, a.Items())
		}
		return nil
	}
	for i := range l.Parts {
		if err := part(i); err != nil {
			return fmt.Errorf("part %d: %w", i, err)
		}
	}
	return nil
}

// check compares a run by the interpreter with what is said of it before.
func (s *subject) check(f proc.Func, zone []data.Value, arg data.Value) (*estimate.Report, error) {
	az, aa := abstract(zone, arg)
	r, err := estimate.Run(s.unit.Library.Def, f, az, aa)
	if err != nil {
		return nil, err
	}
	m := interp.New(s.unit.Library.Def)
	v, err := m.Call(f, zone, arg)
	if failure := (*prim.RuntimeError)(nil); errors.As(err, &failure) && (failure.Kind == prim.Internal || failure.Kind == prim.Misuse) {
		return nil, err
	}
	if err != nil {
		return r, nil // a run-time error is not foreseen
	}
	switch {
	case r.Result == nil:
		return r, fmt.Errorf("%s gives a value, but a run-time error was expected", f)
	case !r.Operations.Contains(m.Ops):
		return r, fmt.Errorf("%s: %d operations are not in %s", f, m.Ops, r.Operations)
	case !r.Live.Contains(8 * m.PeakWords):
		return r, fmt.Errorf("%s: %d live bytes are not in %s", f, 8*m.PeakWords, r.Live)
	case r.Peak < m.PeakWords:
		// A tag takes a byte in native code.
		return r, fmt.Errorf("%s: %d live words, more than the peak of %d bytes", f, m.PeakWords, r.Peak)
	}
	if err := holds(r.Result, v); err != nil {
		return r, fmt.Errorf("%s: the result is not in %s: %w", f, r.Result, err)
	}
	return r, nil
}

func ones(t proc.Type, like data.Value) data.Value {
	l := data.LayoutOf(t)
	v := data.Value{Type: t, Words: make([]uint64, l.Words), Objects: make([]data.Object, l.Objects)}
	fillOnes(data.LayoutOf(like.Type), like.Words, like.Objects, v.Words, v.Objects)
	return v
}

// fillOnes makes a tangent of a value in which every Real is 1.
func fillOnes(l *data.Layout, words []uint64, objects []data.Object, out []uint64, outObjects []data.Object) (w, o int) {
	if deriv.Tangent(l.Type) == proc.Unit {
		return 0, 0
	}
	switch l.Type.(type) {
	case proc.RealType:
		out[0] = math.Float64bits(1)
		return 1, 0
	case *proc.SumType:
		out[0] = words[0]
		w = 1
	case *proc.ArrayType:
		a := objects[0].(*data.Array)
		tl := data.LayoutOf(deriv.Tangent(l.Type)).Elem
		b := &data.Array{Dims: a.Dims, Leaves: make([][]uint64, tl.Words)}
		for i := range b.Leaves {
			b.Leaves[i] = make([]uint64, a.Len())
		}
		elem, cot := make([]uint64, len(a.Leaves)), make([]uint64, tl.Words)
		for e := range a.Len() {
			for i, leaf := range a.Leaves {
				elem[i] = leaf[e]
			}
			fillOnes(l.Elem, elem, nil, cot, nil)
			for i := range cot {
				b.Leaves[i][e] = cot[i]
			}
		}
		outObjects[0] = b
		return 0, 1
	}
	for i, p := range l.Parts {
		if l.IsSum() && int(words[0]) != i {
			t := data.LayoutOf(deriv.Tangent(p.Type))
			w, o = w+t.Words, o+t.Objects
			continue
		}
		dw, do := fillOnes(p, words[l.WordAt[i]:], objects[l.ObjAt[i]:], out[w:], outObjects[o:])
		w, o = w+dw, o+do
	}
	return w, o
}

// all checks a function, its forward pass and its gradient.
func (s *subject) all() (reports map[proc.Func]*estimate.Report, err error) {
	reports = map[proc.Func]*estimate.Report{}
	if reports[s.f], err = s.check(s.f, s.zone, s.arg); err != nil {
		return nil, err
	}
	y, err := interp.New(s.unit.Library.Def).Call(s.f, s.zone, s.arg)
	if err != nil {
		return reports, nil
	}
	if _, err := s.check(deriv.RevF.Of(s.f), s.zone, s.arg); err != nil {
		return nil, err
	}
	vjp := deriv.VJP.Of(s.f)
	seed := ones(deriv.Tangent(y.Type), y)
	reports[vjp], err = s.check(vjp, s.zone, data.Tuple(s.arg, seed))
	return reports, err
}

// strategies are tried on the loops of random programs; "" is none.
var strategies = []string{"", "store", "recompute", "every(1)", "every(3)", "sqrt", "binomial(1)", "binomial(3)", "bisect", "mixed(1)", "mixed(4)"}

// assign gives every loop that has none a strategy.
func (s *subject) assign(t require.TestingT, choose func() string) {
	for _, site := range loops.Sites(s.unit.Program) {
		name := choose()
		if name == "" {
			continue
		}
		strategy, err := deriv.ParseStrategy(name)
		require.NoError(t, err)
		if site.Kind != proc.While || strategy.Online() {
			site.Set(strategy)
		}
	}
	s.unit.Library = pipeline.NewLibrary(s.unit.Program)
}

// TestRandomPrograms checks that runs of random programs are as foreseen.
func TestRandomPrograms(t *testing.T) {
	runs, exact, live := 0, 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		p := gen.New(gen.FromRapid(rt), gen.Options{Kinks: true, Derivatives: true, Size: 80})
		s := subjectOf(rt, loadUnit(rt, p.Text), p.Main, p.Data)
		s.assign(rt, func() string { return rapid.SampledFrom(strategies).Draw(rt, "strategy") })
		reports, err := s.all()
		if err != nil {
			rt.Fatalf("%v\n%s\n%s", err, p.Text, p.Data)
		}
		for _, r := range reports {
			runs++
			if r.Operations.Exact() {
				exact++
			}
			if r.Live.Hi < math.MaxInt64 {
				live++
			}
		}
	})
	t.Logf("%d runs; of %d the operations are known exactly, of %d the memory is bounded", runs, exact, live)
	assert.Positive(t, exact)
	// The states that while keeps with every(k) have no bound.
	assert.Greater(t, live, runs*9/10)
}
