package build_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/gen"
	"procad/internal/golden"
	"procad/internal/stages"
	"procad/interp"
	"procad/llvm/loopir"
	"procad/llvm/loopir/build"
	"procad/llvm/loopir/passes"
	"procad/llvm/loopir/run"
	"procad/pipeline"
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
	"procad/source"
)

// A subject is a function with data.
type subject struct {
	unit *pipeline.Unit
	def  *proc.Def
	zone []data.Value
	arg  data.Value
}

func newSubject(t *testing.T, src *diag.Source, fn, json string) *subject {
	s, err := read(t, src, fn, json)
	require.NoError(t, err)
	return s
}

// read gives a function data. The error is that the data are not for it.
func read(t *testing.T, src *diag.Source, fn, json string) (*subject, error) {
	u, err := pipeline.Load(src)
	require.NoError(t, err)
	d, err := u.Entry(fn)
	require.NoError(t, err)
	args, _, err := data.Read(&diag.Source{Name: "data.json", Text: json}, u.Program.InterfaceOf(d.Name))
	if err != nil {
		return nil, err
	}
	s := &subject{unit: u, def: d}
	s.zone, s.arg, err = args.For(d)
	return s, err
}

// random is a random tangent of a value.
func random(v data.Value, r *rand.Rand) data.Value {
	z := data.ZeroTangent(v).Clone()
	if err := data.Walk(z, func(l data.Leaf) error {
		if l.Kind == data.RealLeaf {
			*l.Word = math.Float64bits(2*r.Float64() - 1)
		}
		return nil
	}); err != nil {
		panic(err)
	}
	return z
}

// A count is what was compared: how many values, and how many run-time errors of each kind.
type count struct {
	second  bool // second derivatives are compared too
	reorder bool // of values and gradients what passes give that add up in another order, too, to 1e-9
	values  int
	pieces  int // how many functions there were: each third one is divided into pieces too
	errors  map[string]int
}

// compare demands that value, vector-Jacobian product, what the reverse derivative adds to accumulators, and tangent are
// those of the interpreter, bit for bit, or that there is the same run-time error.
//
//	run (build f) x = interp f x
func (s *subject) compare(t *testing.T, c *count) {
	r := rand.New(rand.NewPCG(1, 2))
	y, err := interp.New(s.unit.Library.Def).Call(s.def.Name, clones(s.zone), s.arg)
	s.compareValue(t, c)
	deep, _ := errors.AsType[*prim.RuntimeError](err)
	if deriv.Discrete(s.def.Out.Type) || deep != nil && deep.Kind == prim.RecursionDepth { // a derivative goes as deep
		return
	}
	var zone []data.Value // each name with its tangent, or with the accumulator of its cotangent
	for _, v := range s.zone {
		if zone = append(zone, v); !deriv.Discrete(v.Type) {
			zone = append(zone, random(v, r))
		}
	}
	if err == nil {
		vjp, seeded := deriv.VJP.Of(s.def.Name), data.Tuple(s.arg, random(y, r))
		s.same(t, c, vjp, s.zone, seeded)
		inOrder := c.inOrder()
		if c.second {
			s.same(t, inOrder, deriv.Fwd.Of(vjp), zone, data.Tuple(seeded, random(seeded, r)))
		}
		s.same(t, inOrder, deriv.Rev.Of(s.def.Name), zone, data.Tuple(s.arg, random(y, r)))
		c.values = inOrder.values
	}
	inOrder := c.inOrder()
	s.same(t, inOrder, deriv.Fwd.Of(s.def.Name), zone, data.Tuple(s.arg, random(s.arg, r)))
	c.values = inOrder.values
}

// inOrder counts on, of what is not compared in another order too.
func (c *count) inOrder() *count {
	if c.errors == nil {
		c.errors = map[string]int{}
	}
	next := *c
	next.reorder = false
	return &next
}

// compareValue compares the function itself.
func (s *subject) compareValue(t *testing.T, c *count) { s.same(t, c, s.def.Name, s.zone, s.arg) }

// same compares one function.
func (s *subject) same(t *testing.T, c *count, f proc.Func, zone []data.Value, arg data.Value) {
	def, err := s.unit.Library.Def(f)
	require.NoError(t, err)
	p, err := build.Program(s.unit.Library.Def, nil, f)
	require.NoError(t, err, "%s", f)
	again(t, p)
	var printed bytes.Buffer
	zoneBefore := zone
	zone = clones(zone)
	want, wantErr := interp.New(s.unit.Library.Def, interp.Trace(&printed)).Call(f, zone, arg.Clone())
	check := func(stage string, difference func(want, got data.Value) string) {
		var printedToo bytes.Buffer
		zoneToo := clones(zoneBefore)
		got, gotErr := run.New(p, run.Trace(&printedToo)).Call(def, zoneToo, arg.Clone())
		assert.Equal(t, printed.String(), printedToo.String(), "%s, %s", f, stage)
		if failure, ok := errors.AsType[*prim.RuntimeError](wantErr); ok {
			other, _ := errors.AsType[*prim.RuntimeError](gotErr)
			assert.Equal(t, failure, other, "%s, %s", f, stage)
			return
		}
		require.NoError(t, gotErr, "%s, %s", f, stage)
		assert.Empty(t, difference(want, got), "%s, %s", f, stage)
		for i, v := range zone {
			assert.Empty(t, difference(v, zoneToo[i]), "%s, %s, %s", f, stage, def.Zone[i].Name)
		}
	}
	check("as it is built", difference)
	_, err = passes.Run(p, passes.Options{Strict: true})
	require.NoError(t, err, "%s", f)
	again(t, p)
	check("after the passes", difference)
	if c.pieces++; c.pieces%3 == 0 && !outOfMemory(wantErr) { // frames need memory too
		p, err = build.Program(s.unit.Library.Def, nil, f)
		require.NoError(t, err, "%s", f)
		_, err = passes.Run(p, passes.Options{Strict: true, Piece: 3})
		require.NoError(t, err, "%s", f)
		again(t, p)
		check("in short pieces", exact)
	}
	if c.reorder {
		p, err = build.Program(s.unit.Library.Def, nil, f)
		require.NoError(t, err, "%s", f)
		_, err = passes.Run(p, passes.Options{Lanes: 4})
		require.NoError(t, err, "%s", f)
		again(t, p)
		check("after the passes, in another order", distance)
		p, err = build.Program(s.unit.Library.Def, nil, f)
		require.NoError(t, err, "%s", f)
		p.Entries = []proc.Func{f}
		_, err = passes.Run(p, passes.Options{Lanes: 4, Threads: passes.AllLoops})
		require.NoError(t, err, "%s", f)
		again(t, p)
		check("with threads", distance)
	}
	if failure, ok := errors.AsType[*prim.RuntimeError](wantErr); ok {
		if c.errors == nil {
			c.errors = map[string]int{}
		}
		c.errors[failure.Code()]++
		return
	}
	require.NoError(t, wantErr)
	c.values++
}

func outOfMemory(err error) bool {
	failure, ok := errors.AsType[*prim.RuntimeError](err)
	return ok && failure.Kind == prim.OutOfMemory
}

// again demands that the text of a program is read back as the program.
func again(t *testing.T, p *loopir.Program) {
	text := printed(t, p)
	q, err := loopir.Parse(&diag.Source{Name: "again", Text: text})
	require.NoError(t, err)
	require.NoError(t, q.Check())
	require.True(t, text == printed(t, q), "the text is not read back")
}

func printed(t *testing.T, p *loopir.Program) string {
	var text strings.Builder
	require.NoError(t, p.Print(&text))
	return text.String()
}

func clones(vs []data.Value) []data.Value {
	out := make([]data.Value, len(vs))
	for i, v := range vs {
		out[i] = v.Clone()
	}
	return out
}

// difference says how two values differ, bit for bit, but for the bits of NaNs.
func difference(want, got data.Value) string {
	equal := func(x, y []uint64) bool {
		return slices.EqualFunc(x, y, func(v, w uint64) bool {
			return v == w || math.IsNaN(math.Float64frombits(v)) && math.IsNaN(math.Float64frombits(w))
		})
	}
	if !equal(want.Words, got.Words) {
		return fmt.Sprintf("%x and %x", want.Words, got.Words)
	}
	for i, o := range want.Objects {
		if o == nil && got.Objects[i] == nil {
			continue
		}
		a, ok := o.(*data.Array)
		b, ok2 := got.Objects[i].(*data.Array)
		if !ok || !ok2 || !slices.Equal(a.Dims, b.Dims) || !slices.EqualFunc(a.Leaves, b.Leaves, equal) {
			return fmt.Sprintf("object %d: %v and %v", i, o, got.Objects[i])
		}
	}
	return ""
}

// distance says how two values differ, but for the rounding of their Reals.
func distance(want, got data.Value) string { return distant(want, got, 1e-9) }

// exact says how two values differ, bit for bit, but for the bits of NaNs and on the sides that sums are not.
func exact(want, got data.Value) string { return distant(want, got, 0) }

func distant(want, got data.Value, most float64) (text string) {
	var xs, ys []data.Leaf
	list := func(to *[]data.Leaf) func(data.Leaf) error {
		return func(l data.Leaf) error { *to = append(*to, l); return nil }
	}
	if err := errors.Join(data.Walk(want, list(&xs)), data.Walk(got, list(&ys))); err != nil {
		return err.Error()
	}
	if len(xs) != len(ys) {
		return fmt.Sprintf("%d and %d leaves", len(xs), len(ys))
	}
	for i, x := range xs {
		a, b := math.Float64frombits(*x.Word), math.Float64frombits(*ys[i].Word)
		if *x.Word == *ys[i].Word || x.Kind == data.RealLeaf && (math.IsNaN(a) && math.IsNaN(b) || most > 0 && math.Abs(a-b) <= most*(1+math.Abs(a))) {
			continue
		}
		return fmt.Sprintf("%v and %v", a, b)
	}
	return ""
}

const testdata = "../../../testdata/"

func file(t *testing.T, name string) *diag.Source {
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	return &diag.Source{Name: name, Text: string(text), Files: source.System}
}

// TestKernels compares the kernels, and what else is written as them.
func TestKernels(t *testing.T) {
	c := count{second: true, reorder: true}
	for _, pattern := range []string{"kernels/*.fun", "variants/*.fun"} {
		for _, name := range golden.Files(t, testdata+pattern) {
			t.Run(golden.Name(name), func(t *testing.T) {
				kernel, _, _ := strings.Cut(golden.Name(name), "_")
				json, err := os.ReadFile(testdata + "kernels/" + kernel + ".json")
				require.NoError(t, err)
				newSubject(t, file(t, name), kernel, string(json)).compare(t, &c)
			})
		}
	}
	t.Logf("%+v", c)
	assert.Greater(t, c.values, 80)
}

// TestConstructs compares a program for each construct of the language.
func TestConstructs(t *testing.T) {
	c := count{second: true, reorder: true}
	for _, name := range golden.Files(t, testdata+"constructs/*.fun") {
		t.Run(golden.Name(name), func(t *testing.T) {
			_, json := golden.Program(t, name)
			newSubject(t, file(t, name), "f", json).compare(t, &c)
		})
	}
	t.Logf("%+v", c)
	assert.Greater(t, c.values, 150)
}

// TestMistakes compares the run-time errors of programs that have one.
func TestMistakes(t *testing.T) {
	c := count{reorder: true}
	for _, name := range golden.Files(t, testdata+"stages/*.txtar") {
		t.Run(golden.Name(name), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			require.NoError(t, err)
			s := stages.Of(t, a)
			newSubject(t, s.Program(), "f", s.Data().Text).compare(t, &c)
			for _, m := range s.Mistakes {
				json, ok := golden.DataOf(m.Text)
				if !ok {
					continue
				}
				if s, err := read(t, m, "f", json); err == nil {
					s.compare(t, &c)
				}
			}
		})
	}
	t.Logf("%+v", c)
	for _, code := range []string{"index-range", "negative-count", "empty-max", "divide-by-zero", "assert", "sizes-disagree", "iteration-limit", "recursion-depth"} {
		assert.Positive(t, c.errors[code], code)
	}
}

// TestRandom compares random programs.
func TestRandom(t *testing.T) {
	modes := map[string]gen.Options{
		"exact":     {Field: true, Stop: true, Size: 60},
		"kinks":     {Kinks: true, Derivatives: true, Size: 60},
		"data":      {Kinks: true, Derivatives: true, Data: true, Functions: true, Size: 60},
		"recursive": {Recursion: true, Kinks: true, Derivatives: true, Data: true, Size: 60},
		"trees":     {Trees: true, Recursion: true, Kinks: true, Derivatives: true, Data: true, Size: 60},
	}
	for name, opts := range modes {
		t.Run(name, func(t *testing.T) {
			var c count
			for seed := range uint64(*programs) {
				p := gen.New(gen.FromSeed(7_000_000+seed), opts)
				if !t.Run(fmt.Sprint(seed), func(t *testing.T) {
					newSubject(t, &diag.Source{Name: "random.fun", Text: p.Text}, p.Main, p.Data).compare(t, &c)
				}) {
					t.Log(p.GoString())
				}
			}
			t.Logf("%+v", c)
			assert.GreaterOrEqual(t, c.values, *programs)
		})
	}
}
