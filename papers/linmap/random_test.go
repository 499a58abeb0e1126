package linmap_test

import (
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/core"
	"procad/core/eval"
	"procad/data"
	"procad/diag"
	"procad/internal/coredata"
	"procad/internal/coretest"
	"procad/internal/gen"
	"procad/papers/ks"
	"procad/papers/linmap"
	"procad/pipeline"
)

type floats struct{}

func (floats) Real(v float64) (ks.Value, error) { return v, nil }
func (floats) Prim(op core.Op, xs ...ks.Value) (ks.Value, error) {
	d := &core.Def{}
	var args []core.Term
	var types []core.Type
	for _, x := range xs {
		var t core.Type = core.Real
		if _, ok := x.(int64); ok {
			t = core.Int
		}
		v := &core.Var{Name: "x", Type: t}
		d.Params = append(d.Params, v)
		types = append(types, t)
		args = append(args, core.UseOf(v))
	}
	d.Result = core.PrimType(op, types)
	d.Body = &core.Prim{Node: core.Node{Of: d.Result}, Op: op, Args: args}
	return eval.Run(d, xs, 100)
}

func TestRandom(t *testing.T) {
	n, refused, large := 0, 0, 0
	for seed := range uint64(300) {
		p := gen.New(gen.FromSeed(seed), gen.Options{Kinks: true, Stop: true, Size: 60})
		u, err := pipeline.Load(&diag.Source{Name: "x.fun", Text: p.Text})
		require.NoError(t, err)
		entry, err := u.Entry(p.Main)
		require.NoError(t, err)
		given, _, err := data.Read(&diag.Source{Name: "data", Text: p.Data}, u.Program.InterfaceOf(entry.Name))
		require.NoError(t, err)
		d := coretest.Load(t, p.Text).Lookup(p.Main)
		var args []eval.Value
		for i, v := range given.Values {
			args = append(args, coredata.Value(d.Params[i].Type, v))
		}
		f, err := ks.From(d)
		var no *ks.Unsupported
		if errors.As(err, &no) {
			refused++
			t.Log(seed, err)
			continue
		}
		require.NoError(t, err)
		require.NoError(t, ks.Verify(f))
		x := ks.Args(importAll(d, args)...)
		m := &ks.Machine{D: floats{}}
		v, err := m.Run(f, x)
		want, wantErr := eval.Run(d, args, 1<<20)
		require.Equal(t, wantErr == nil, err == nil, "%v\n%v\n%s%s", err, wantErr, p.Text, p.Data)
		if err != nil {
			continue
		}
		near(t, want, ks.Export(d.Result, v, func(v ks.Value) eval.Value { return v }), 0, p)
		grad, err := eval.Derivative(core.Grad, d, args, 1<<22)
		if err != nil || d.Result != core.Real {
			continue
		}
		require.NoError(t, ks.Verify(linmap.NewDeriver().Reverse(f)))
		dx, err := linmap.Gradient(m, f, x, 1.0)
		require.NoError(t, err, p.Text)
		n++
		dv := linmap.NewDeriver()
		r, ok := dv.Eliminate(dv.Reverse(f))
		if !ok {
			large++
		} else {
			require.NoError(t, ks.Verify(r), p.Text)
			dx, err := m.Run(r, ks.Args(x, 1.0))
			require.NoError(t, err, p.Text)
			near(t, grad, exportGradient(d, args, dx), 1e-9, p)
		}
		near(t, grad, exportGradient(d, args, dx), 1e-9, p)
	}
	t.Log(n, refused, large)
}

func importAll(d *core.Def, args []eval.Value) []ks.Value {
	out := make([]ks.Value, len(args))
	for i, v := range args {
		out[i] = ks.Import(d.Params[i].Type, v, func(v eval.Value) ks.Value { return v })
	}
	return out
}

func exportGradient(d *core.Def, args []eval.Value, dx ks.Value) eval.Value {
	var s core.Type = core.TupleOf(types(d)...)
	var x eval.Value = eval.Tuple(args)
	if len(args) == 1 {
		x = args[0]
	}
	return ks.ExportTangent(s, x, dx, func(v ks.Value) eval.Value { return v }, 0.0)
}

func types(d *core.Def) []core.Type {
	var out []core.Type
	for _, p := range d.Params {
		out = append(out, p.Type)
	}
	return out
}

func near(t *testing.T, want, got eval.Value, tolerance float64, p *gen.Program) {
	a, b := numbers(want), numbers(got)
	require.Equal(t, len(a), len(b), p.Text)
	scale := 1.0
	for _, x := range a {
		scale = max(scale, math.Abs(x))
	}
	for i := range a {
		if math.IsNaN(a[i]) && math.IsNaN(b[i]) || a[i] == b[i] {
			continue
		}
		if !assert.LessOrEqual(t, math.Abs(a[i]-b[i]), tolerance*scale, "%v %v\n%s%s", want, got, p.Text, p.Data) {
			t.FailNow()
		}
	}
}

func numbers(v eval.Value) []float64 {
	switch v := v.(type) {
	case float64:
		return []float64{v}
	case eval.Tuple:
		var out []float64
		for _, x := range v {
			out = append(out, numbers(x)...)
		}
		return out
	case *eval.Variant:
		return append([]float64{float64(v.Con)}, numbers(v.Of)...)
	case *eval.Array:
		out := []float64{}
		for _, d := range v.Dims {
			out = append(out, float64(d))
		}
		for _, x := range v.Elems {
			out = append(out, numbers(x)...)
		}
		return out
	case int64:
		return []float64{float64(v)}
	}
	panic(v)
}
