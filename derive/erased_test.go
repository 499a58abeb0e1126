package derive_test

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/derive"
	"procad/internal/data"
	"procad/interp"
	"procad/proc"
	"procad/proc/deriv"
)

// TestErased derives functions in some of their parameters only: erased$vjp$inactive.I.0$f
// gives the cotangents that vjp$f gives for the others, and so do its derivatives.
// These depend on what the first derivative holds.
func TestErased(t *testing.T) {
	p, lib := load(t, "loops.proc")
	tried := 0
	for _, d := range p.Defs {
		places := placesOf(d.Sig())
		if deriv.Discrete(d.Out.Type) || len(places) < 2 {
			continue
		}
		for k := range places {
			for _, inactive := range []uint64{1 << k, (1<<len(places) - 1) &^ (1 << k)} {
				tried++
				t.Run(d.Name.String()+strconv.FormatUint(inactive, 16), func(t *testing.T) { erased(t, lib, d, places, inactive) })
			}
		}
	}
	assert.Greater(t, tried, 50)
}

// placesOf says of each place that a function can hold whether it is an array.
func placesOf(sig proc.Sig) (arrays []bool) {
	var walk func(t proc.Type)
	walk = func(t proc.Type) {
		switch t := t.(type) {
		case proc.RealType:
			arrays = append(arrays, false)
		case *proc.TupleType:
			for _, e := range t.Elems {
				walk(e)
			}
		case *proc.ArrayType:
			if !deriv.Discrete(t) {
				arrays = append(arrays, true)
			}
		}
	}
	for _, r := range sig.Zone {
		walk(r.Type)
	}
	walk(sig.In)
	return arrays
}

func erased(t *testing.T, lib *derive.Library, d *proc.Def, arrays []bool, inactive uint64) {
	whole := deriv.VJP.Of(d.Name)
	part := deriv.Erased.Of(deriv.VJP.Of(deriv.Inactive(strconv.FormatUint(inactive, 16), "0").Of(d.Name)))
	def, err := lib.Def(part)
	require.NoError(t, err)
	require.NotContains(t, def.String(), "Inactive")
	duality(t, lib, part)

	sig, err := lib.Sig(whole)
	require.NoError(t, err)
	r := rand.New(rand.NewPCG(5, 6))
	var zone, dots []data.Value
	for _, s := range sig.Zone {
		v := random(r, s.Type)
		zone, dots = append(zone, v), append(dots, v)
		if d := deriv.Tangent(s.Type); d != proc.Unit {
			dots = append(dots, random(r, d))
		}
	}
	arg, argDot := random(r, sig.In), random(r, deriv.Tangent(sig.In))
	m := interp.New(lib.Def)
	// wanted are the numbers of (T, G) that are those of a (T, G') without what is inactive.
	wanted := func(v data.Value, values int) []float64 {
		t := proc.Elems(v.Type)
		if values > 1 {
			t = proc.Elems(t[1])
		}
		g := tail(v, t[1])
		words, objects := g.Words[:0:0], g.Objects[:0:0]
		for k, array := range arrays {
			keep := inactive>>k&1 == 0
			switch {
			case array && keep:
				objects = append(objects, g.Objects[0])
			case keep:
				words = append(words, g.Words[0])
			}
			if array {
				g.Objects = g.Objects[1:]
			} else {
				g.Words = g.Words[1:]
			}
		}
		g.Words, g.Objects = words, objects
		return flat(g)
	}
	got := func(v data.Value, values int) []float64 {
		t := proc.Elems(v.Type)
		if values > 1 {
			t = proc.Elems(t[1])
		}
		return flat(tail(v, t[1]))
	}
	for values, run := range map[int]func(f proc.Func) (data.Value, error){
		1: func(f proc.Func) (data.Value, error) { return m.Call(f, zone, arg.Clone()) },
		2: func(f proc.Func) (data.Value, error) {
			return m.Call(deriv.Fwd.Of(f), dots, data.Tuple(arg.Clone(), argDot.Clone()))
		},
	} {
		all, err := run(whole)
		require.NoError(t, err)
		some, err := run(part)
		require.NoError(t, err)
		want := wanted(all, values)
		require.NotEmpty(t, want)
		assert.InDeltaSlice(t, want, got(some, values), 1e-9, "derivatives taken: %d", values)
	}
}
