package e2e_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/clangs"
	"procad/internal/data"
	"procad/internal/diag"
	"procad/llvm"
	"procad/llvm/engine"
	"procad/llvm/toolchain"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
)

// movable are the parameters of a function in which anything is Real.
func movable(face *proc.Interface) []string {
	var names []string
	for _, p := range face.Params {
		if !deriv.Discrete(p.Type) {
			names = append(names, p.Name)
		}
	}
	return names
}

// holding is s with all parameters inactive but some.
func (s *subject) holding(wrt []string) (*subject, error) {
	u := *s.unit
	d, err := u.Wrt(u.Program.Lookup(s.f), wrt)
	if err != nil {
		return nil, err
	}
	h := *s
	h.unit, h.prog, h.lib, h.f, h.sig = &u, u.Program, u.Library, d.Name, d.Sig()
	h.arg.Type = d.In.Type
	h.zone = slices.Clone(s.zone)
	for i, r := range d.Zone {
		h.zone[i].Type = r.Type
	}
	return &h, nil
}

// mostMore is how many operations a gradient in some parameters may take more than
// the whole, beside a copy of the argument: cotangents of tuples are taken apart
// where some parts are inactive.
const mostMore = 40

// randomMore is how many times the operations of the whole gradient a random
// program's gradient in some parameters may take; 1.52 is the most seen in 20,000.
const randomMore = 1.6

// wrt takes the gradient in some parameters, or in all with what is computed from
// Ints inactive, which is that part of the whole gradient, bit for bit where nothing
// leaves a loop, and nothing but parameters is inactive. In a random program it may take
// randomMore times the operations: sums of arrays have a reverse though all is inactive,
// and keep it apart.
func wrt(s *subject, r *rand.Rand) error {
	names := movable(s.unit.Program.InterfaceOf(s.f))
	if len(names) == 0 || deriv.Discrete(s.sig.Out) {
		return nil // there is nothing to make inactive
	}
	some := slices.DeleteFunc(slices.Clone(names), func(string) bool { return r.IntN(2) == 0 })
	return s.wrt(some, r, randomMore)
}

// wrt compares the gradient in some parameters with that part of the whole one;
// no parameters are all of them.
func (s *subject) wrt(some []string, r *rand.Rand, most float64) error {
	names := some
	if len(some) == 0 {
		names = movable(s.unit.Program.InterfaceOf(s.f))
	}
	y, err := s.value(s.machine())
	if err != nil {
		return meaningless(err)
	}
	seed := tangent(y, floats(r))
	whole := s.machine()
	all, err := s.parts(whole, seed, names)
	if err != nil {
		return meaningless(err)
	}
	h, err := s.holding(some)
	if err != nil {
		return err
	}
	m := h.machine()
	part, err := h.parts(m, seed, names)
	if err != nil {
		return err
	}
	if float64(m.Ops) > most*float64(whole.Ops)+mostMore+float64(len(floatsOf(s.arg))) {
		return fmt.Errorf("with respect to %s, %d operations, of %d for the whole gradient", strings.Join(names, ", "), m.Ops, whole.Ops)
	}
	return s.sameParts(h, names, all, part)
}

// leaves says whether something leaves a loop of the reverse pass, which depends on what is inactive.
func (s *subject) leaves() bool {
	p, err := s.unit.Closure(deriv.VJP.Of(s.f))
	return err == nil && slices.ContainsFunc(p.Defs, func(d *proc.Def) bool { return strings.HasPrefix(d.Name.String(), "outside$") })
}

// parts are the gradients in parameters.
func (s *subject) parts(e pipeline.Engine, seed data.Value, names []string) ([]data.Value, error) {
	face := s.unit.Program.InterfaceOf(s.f)
	args := &data.Args{Interface: face}
	for _, p := range face.Params {
		args.Values = append(args.Values, s.given(p))
	}
	_, g, err := s.unit.VJP(e, s.unit.Program.Lookup(s.f), args, seed)
	if err != nil {
		return nil, err
	}
	var list []data.Value
	for _, p := range face.Params {
		if slices.Contains(names, p.Name) {
			list = append(list, g.Of(p))
		}
	}
	return list, nil
}

func (s *subject) sameParts(h *subject, names []string, all, some []data.Value) error {
	same := identical
	if gains, err := s.lib.Gains(s.f); gains || err != nil || s.leaves() || h.leaves() {
		same = near
	}
	for i := range all {
		if !same(all[i], some[i]) {
			return fmt.Errorf("with respect to %s, the gradient is %s, and as a part of the whole %s", strings.Join(names, ", "), show(some[i]), show(all[i]))
		}
	}
	return nil
}

// given is the value of a parameter.
func (s *subject) given(p proc.Param) data.Value {
	if len(p.Parts) > 0 {
		parts := make([]data.Value, len(p.Parts))
		for i, part := range p.Parts {
			parts[i] = s.given(part)
		}
		return data.Tuple(parts...)
	}
	v := s.arg
	switch {
	case p.Ref != "":
		v = s.zone[slices.IndexFunc(s.sig.Zone, func(r proc.Ref) bool { return r.Name == p.Ref })]
	case p.Index >= 0 && len(proc.Elems(s.arg.Type)) != 1:
		v = v.Part(p.Index)
	}
	v.Type = deriv.Activate(v.Type)
	return v
}

// TestWrt takes gradients of every kernel in every set of up to four, and in
// sets of more, parameters. In the first parameter, and in all, every property of derivatives holds, too.
func TestWrt(t *testing.T) {
	t.Parallel()
	for _, k := range kernels {
		t.Run(k.fn, func(t *testing.T) {
			u := loadFile(t, "../../testdata/kernels/"+k.file+".fun")
			s := kernelSubject(t, u, k.fn, k.given)
			names := movable(u.Program.InterfaceOf(s.f))
			require.NotEmpty(t, names)
			for _, some := range append(subsets(names), nil) {
				assert.NoError(t, s.wrt(some, rand.New(rand.NewPCG(1, 2)), 1), "%v", some)
				if len(some) != 0 && !slices.Equal(some, names[:1]) {
					continue
				}
				h, err := s.holding(some)
				require.NoError(t, err)
				for _, p := range smooth {
					assert.NoError(t, p.holds(h, rand.New(rand.NewPCG(1, 2))), "%v: %s", some, p.name)
				}
			}
		})
	}
}

// TestWrtNative is the same in native code, with --strict.
func TestWrtNative(t *testing.T) {
	t.Parallel()
	compiler := toolchain.Compiler{Level: -1, Strict: true}
	clangs.Need(t, compiler.Find)
	for _, k := range kernels {
		some := map[string][]string{
			"gmm": {"mu", "gamma"}, "lstm": {"extra_params"}, "heat": {"r", "u0"}, "nbody": {"mass"}, "burgers": {"nu"}, "rnn": {"W"}, "ba": {"pts"},
		}[k.fn]
		if some == nil {
			continue
		}
		t.Run(k.fn, func(t *testing.T) {
			s := kernelSubject(t, loadFile(t, "../../testdata/kernels/"+k.file+".fun"), k.fn, k.given)
			h, err := s.holding(some)
			require.NoError(t, err)
			y, err := s.value(s.machine())
			require.NoError(t, err)
			seed := tangent(y, floats(rand.New(rand.NewPCG(1, 2))))
			native := func(s *subject) []data.Value {
				e := &engine.Engine{Lookup: s.lib.Def, Compiler: compiler, Options: llvm.Options{Strict: true}}
				parts, err := s.parts(e, seed, some)
				require.NoError(t, err)
				return parts
			}
			require.NoError(t, s.sameParts(h, some, native(s), native(h)))
		})
	}
}

// subsets are all sets of names, or, of many names, those of one name and those without one.
func subsets(names []string) [][]string {
	var sets [][]string
	if len(names) > 4 {
		for i, name := range names {
			sets = append(sets, []string{name}, slices.Concat(names[:i], names[i+1:]))
		}
		return sets
	}
	for set := 1; set < 1<<len(names); set++ {
		var some []string
		for i, name := range names {
			if set>>i&1 == 1 {
				some = append(some, name)
			}
		}
		sets = append(sets, some)
	}
	return sets
}

// kernelSubject draws what is not given.
func kernelSubject(t *testing.T, u *pipeline.Unit, fn string, fixed map[string]any) *subject {
	d, err := u.Entry(fn)
	require.NoError(t, err)
	given := map[string]any{}
	for name, v := range fixed {
		given[name] = v
	}
	r := rand.New(rand.NewPCG(1, 2))
	for _, p := range u.Program.InterfaceOf(d.Name).Params {
		if _, ok := given[p.Name]; !ok {
			given[p.Name] = drawn(p, given, r)
		}
	}
	text, err := json.Marshal(given)
	require.NoError(t, err)
	s, err := newSubject(u, fn, string(text))
	require.NoError(t, err)
	return s
}

// TestWrtInBranches takes the gradient of a function that takes the gradient of
// another, of which both branches use a number that is inactive there: its seed.
func TestWrtInBranches(t *testing.T) {
	text := `def f1(x: Real, y: Real[n]): Real =
  (if fold(\(k, _). k * 2, 2, y) == 2 then [x for i < 2] else [0.25 for i < 2])[1]

def f(a: Real, b: Real): Real = let _ = grad(f1)(0.25 - a, [b for i < 3]) in a * b
`
	u, err := pipeline.Load(&diag.Source{Name: "f.fun", Text: text})
	require.NoError(t, err)
	s, err := newSubject(u, "f", `{"a": 1, "b": 2}`)
	require.NoError(t, err)
	assert.NoError(t, s.wrt([]string{"a"}, rand.New(rand.NewPCG(1, 2)), randomMore))
}

// TestWrtOfMatrices has a gradient in an array that is not square, and is inactive outside.
func TestWrtOfMatrices(t *testing.T) {
	u, err := pipeline.Load(&diag.Source{Name: "f.fun", Text: `
def inner(m: Real[p, q], x: Real): Real = x * sum(i < p, j < q) m[i, j]^2
def f(m: Real[p, q], a: Real): Real = let (g, _) = grad(inner)(m, a) in a * (sum(i < p, j < q) g[i, j]^2)
`})
	require.NoError(t, err)
	s, err := newSubject(u, "f", `{"m": [[1, 2, 3], [4, 5, 6]], "a": 2}`)
	require.NoError(t, err)
	assert.NoError(t, s.wrt([]string{"a"}, rand.New(rand.NewPCG(1, 2)), randomMore))
}
