package profile_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/derive"
	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/profile"
	"procad/interp"
	"procad/llvm"
	"procad/llvm/abi"
	"procad/llvm/engine"
	"procad/llvm/loopir"
	"procad/llvm/loopir/build"
	"procad/llvm/loopir/passes"
	"procad/llvm/loopir/run"
	"procad/llvm/toolchain"
	"procad/pipeline"
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
)

const program = `
def step (x : Real) -> (y : Real)
  d = Dup x; (a, b) = d; c = Call sin a; p = (c, b); y = Call mul p

def iteration [i : &Int] (x : Real) -> (y : Real)
  y = Call step x

# n steps
def steps (nx : (Int, Real)) -> (y : Real)
  y = Call fold{iteration} nx

def square [i : &Int] (u : ()) -> (y : Real)
  Elim u; k = Read i; x = Call real k; d = Dup x; y = Call mul d

def squares [i : &Int] (u : ()) -> (y : Real)
  Elim u; n = Read i; y = Call sum{square} n

# 0 + 1 + … + n-1 squares
def triangle (n : Int) -> (y : Real)
  y = Call sum{squares} n

# the largest of n squares, and where it is
def largest (n : Int) -> (o : (Real, Int))
  o = Call argmax{square} n

def product [i : &Int, j : &Int] (u : ()) -> (y : Real)
  Elim u; k = Read i; l = Read j; kl = (k, l); m = Call imul kl; y = Call real m

def table (nm : (Int, Int)) -> (v : [[Real]])
  v = Call build2{product} nm

def positive (x : Real) -> (y : Real)
  y = Call exp x

def negative (x : Real) -> (y : Real)
  y = Call neg x

# one or the other
def either (x : Real) -> (y : Real)
  d = Dup x; (a, b) = d; z = Const 0.0; za = (z, a); c = Call lt za
  Case c
    (Inl t
      Elim t; y = Call positive b
    )
    (Inr f
      Elim f; y = Call negative b
    )

def both [i : &Int] (x : Real) -> (y : Real)
  m = Call either x; n = Call neg m; y = Call either n

def alternate (nx : (Int, Real)) -> (y : Real)
  y = Call fold{both} nx

def halve (n : Int) -> (o : (Bool, Int))
  two = Const 2; nt = (n, two); h = Call idiv nt
  d = Dup h; (a, b) = d; z = Const 0; za = (z, a); c = Call ilt za
  o = (c, b)

# until nothing is left
def halves (mn : (Int, Int)) -> (o : Int)
  o = Call while{halve} mn

def divide [i : &Int] (x : Int) -> (y : Int)
  k = Read i; xk = (x, k); y = Call idiv xk

# the last iteration divides by zero
def faulty (nx : (Int, Int)) -> (y : Int)
  y = Call foldr{divide} nx

def pushes (s : Stack Real) -> (t : Stack Real)
  x = Const 1.0; sx = (s, x); t = Call push{Real} sx

def pops (s : Stack Real) -> (t : Stack Real)
  sx = Call pop{Real} s; (t, x) = sx; Elim x

# two pairs, taken off again; then n numbers, of which one is taken off, a copy of the others, and all thrown away
def stacks (n : Int) -> (o : Int)
  two = Const 2; p = Call slots{(Int, Int)} two
  a = Const 1; b = Const 2; ab = (a, b); pab = (p, ab); p1 = Call push{(Int, Int)} pab
  c = Const 3; d = Const 4; cd = (c, d); pcd = (p1, cd); p2 = Call push{(Int, Int)} pcd
  q = Call pop{(Int, Int)} p2; (p3, x) = q; Elim x
  r = Call pop{(Int, Int)} p3; (p4, y) = r; (y1, y2) = y; Elim y1
  u = Call drained{(Int, Int)} p4; Elim u
  m = Const 0; s = Call empty{Real} m
  ns = (n, s); s1 = Call nTimes{pushes} ns
  one = Const 1; os = (one, s1); s2 = Call nTimes{pops} os
  t = Dup s2; (t1, t2) = t
  Elim t1
  k = Const 1; outer = Call empty{Stack Real} k
  ot = (outer, t2); outer1 = Call push{Stack Real} ot
  Elim outer1
  o = Call ineg y2
`

func load(t *testing.T, text string) *derive.Library {
	p, err := proc.Parse(&diag.Source{Name: "program.proc", Text: text}, prim.Sig)
	require.NoError(t, err)
	return pipeline.NewLibrary(p)
}

// A counter calls f and returns what was counted.
type counter func(f proc.Func, arg data.Value) *profile.Counts

func counters(t *testing.T, lib *derive.Library, w *profile.Wanted, fs ...proc.Func) map[string]counter {
	m := interp.New(lib.Def, interp.Profile(*w))
	all := map[string]counter{"interpreter": func(f proc.Func, arg data.Value) *profile.Counts {
		_, err := m.Call(f, nil, arg)
		checkRuntimeError(t, err)
		return m.Profile
	}}
	meter := profile.NewMeter(w)
	byRun := func(p *loopir.Program) counter {
		return func(f proc.Func, arg data.Value) *profile.Counts {
			words := make([]int64, meter.Size())
			def, err := lib.Def(f)
			require.NoError(t, err)
			_, err = run.New(p, run.Counters(words)).Call(def, nil, arg)
			checkRuntimeError(t, err)
			return meter.Counts(words)
		}
	}
	for name, opts := range map[string]passes.Options{"loop IR": {Last: "inline"}, "loop IR, strict": {Strict: true}, "loop IR, lanes": {Lanes: 4}} {
		p, err := build.Program(lib.Def, meter, fs...)
		require.NoError(t, err)
		_, err = passes.Run(p, opts)
		require.NoError(t, err)
		all[name] = byRun(p)
	}
	if _, err := new(toolchain.Compiler).Find(); err != nil {
		return all
	}
	for name, opts := range map[string]llvm.Options{"native": {}, "strict": {Strict: true}} {
		opts.Profile = w
		e := &engine.Engine{Lookup: lib.Def, Options: opts}
		t.Cleanup(e.Close)
		require.NoError(t, e.Prepare(fs...))
		all[name] = func(f proc.Func, arg data.Value) *profile.Counts {
			_, err := e.Call(f, nil, arg)
			checkRuntimeError(t, err)
			return e.Last().Profile
		}
	}
	return all
}

// checkRuntimeError says that the only run-time error is the one in the program.
func checkRuntimeError(t *testing.T, err error) {
	var failure *prim.RuntimeError
	if errors.As(err, &failure) {
		assert.Equal(t, prim.DivideByZero, failure.Kind)
		return
	}
	require.NoError(t, err)
}

// TestByHand counts what can be counted by hand.
func TestByHand(t *testing.T) {
	lib := load(t, program)
	trace := func(f proc.Func) proc.Type { // X of  revr$f : ((n, Stack X), …) → …
		sig, err := lib.Sig(deriv.RevR.Of(f))
		require.NoError(t, err)
		return proc.Elems(proc.Elems(sig.In)[0])[1].(*proc.StackType).Elem
	}
	x := trace(proc.MustParseFunc("fold{iteration}"))
	width := int64(8 * data.LayoutOf(x).Words)
	pair := proc.NewTuple(proc.Int, proc.Int)
	n := func(k int64) data.Value { return data.Int(k) }
	nx := func(k int64, x float64) data.Value { return data.Tuple(n(k), data.Real(x)) }
	pairs, all := []proc.Type{pair, pair, proc.Real}, []proc.Type{proc.Real, proc.NewStack(proc.Real), x, pair}
	type level = profile.Level
	cases := []struct {
		f       proc.Func
		arg     data.Value
		entered map[proc.Func]int64
		wanted  []proc.Type
		items   map[proc.Type]level // those that are not zero
		bytes   level
	}{
		{proc.Name("steps"), nx(7, 0.5), map[proc.Func]int64{proc.Name("steps"): 1, proc.Name("iteration"): 7, proc.Name("step"): 7}, all, nil, level{}},
		{proc.Name("steps"), nx(0, 0.5), map[proc.Func]int64{proc.Name("steps"): 1}, all, nil, level{}},
		{proc.Name("triangle"), n(100), map[proc.Func]int64{proc.Name("triangle"): 1, proc.Name("squares"): 100, proc.Name("square"): 4950}, all, nil, level{}},
		{proc.Name("largest"), n(100), map[proc.Func]int64{proc.Name("largest"): 1, proc.Name("square"): 100}, all, nil, level{}},
		{proc.Name("table"), data.Tuple(n(70), n(90)), map[proc.Func]int64{proc.Name("table"): 1, proc.Name("product"): 6300}, all, nil, level{}},
		{proc.Name("alternate"), nx(10, 1), map[proc.Func]int64{proc.Name("alternate"): 1, proc.Name("both"): 10, proc.Name("either"): 20, proc.Name("positive"): 10, proc.Name("negative"): 10}, all, nil, level{}},
		{proc.Name("halves"), data.Tuple(n(20), n(100)), map[proc.Func]int64{proc.Name("halves"): 1, proc.Name("halve"): 7}, all, nil, level{}},
		{proc.Name("faulty"), data.Tuple(n(9), n(1)), map[proc.Func]int64{proc.Name("faulty"): 1, proc.Name("divide"): 9}, all, nil, level{}},
		{proc.MustParseFunc("grad$steps"), nx(6, 0.5), map[proc.Func]int64{proc.MustParseFunc("grad$steps"): 1, proc.MustParseFunc("rev$steps"): 1,
			proc.MustParseFunc("revf$fold{iteration}"): 1, proc.MustParseFunc("iteration.revf$fold{iteration}"): 6, proc.MustParseFunc("revf$step"): 6,
			proc.MustParseFunc("revr$fold{iteration}"): 1, proc.MustParseFunc("iteration.revr$fold{iteration}"): 6, proc.MustParseFunc("revr$step"): 6,
		}, all, map[proc.Type]level{x: {Peak: 6}}, level{Peak: 6 * width}},
		// Never are there pairs and numbers at once.
		{proc.Name("stacks"), n(3), map[proc.Func]int64{proc.Name("stacks"): 1, proc.Name("pushes"): 3, proc.Name("pops"): 1}, pairs,
			map[proc.Type]level{pair: {Peak: 2}, proc.Real: {Peak: 4}}, level{Peak: 32}},
		// The stack that holds a stack counts what is on that: 3 numbers twice.
		{proc.Name("stacks"), n(4), map[proc.Func]int64{proc.Name("stacks"): 1, proc.Name("pushes"): 4, proc.Name("pops"): 1}, all,
			map[proc.Type]level{pair: {Peak: 2}, proc.NewStack(proc.Real): {Peak: 1}, proc.Real: {Peak: 6}}, level{Peak: 48}},
	}
	var names, fs []proc.Func
	for _, c := range cases {
		fs = append(fs, c.f)
		for f := range c.entered {
			names = append(names, f)
		}
	}
	for _, items := range [][]proc.Type{pairs, all} {
		for name, count := range counters(t, lib, &profile.Wanted{Funcs: names, Items: items}, fs...) {
			for _, c := range cases {
				if len(c.wanted) != len(items) {
					continue
				}
				want := &profile.Counts{Entered: map[proc.Func]int64{}, Items: map[proc.Type]level{}, Bytes: c.bytes}
				for _, f := range names {
					want.Entered[f] = c.entered[f]
				}
				for _, typ := range items {
					want.Items[typ] = c.items[typ]
				}
				assert.Equal(t, want, count(c.f, c.arg), "%s: %s %v", name, c.f, c.arg.Words)
			}
		}
	}
}

// What cannot be counted is an error that says so.
func TestCannotCount(t *testing.T) {
	lib := load(t, program)
	for want, w := range map[string]*profile.Wanted{
		"calls of mul cannot be counted: it has no definition":                             {Funcs: []proc.Func{proc.Name("step"), prim.Mul}},
		"calls of fold{iteration} cannot be counted: it has no definition":                 {Funcs: []proc.Func{proc.MustParseFunc("fold{iteration}")}},
		"calls of revf$nothing cannot be counted: revf$nothing: nothing has no definition": {Funcs: []proc.Func{proc.MustParseFunc("revf$nothing")}},
		"items of type () cannot be counted: they take no room":                            {Items: []proc.Type{proc.Unit}},
		"items of type ((), ()) cannot be counted: they take no room":                      {Items: []proc.Type{proc.NewTuple(proc.Unit, proc.Unit)}},
	} {
		assert.EqualError(t, w.Check(lib.Def), want)
		for range 2 {
			_, err := interp.New(lib.Def, interp.Profile(*w)).Call(proc.Name("triangle"), nil, data.Int(3))
			assert.EqualError(t, err, want)
		}
		entry := []abi.Entry{{Func: proc.Name("triangle"), Symbol: "f"}}
		assert.EqualError(t, llvm.Emit(nil, lib.Def, entry, llvm.Options{Main: true, Profile: w}), "llvm: "+want)
		assert.EqualError(t, llvm.Emit(nil, lib.Def, entry, llvm.Options{Profile: w}), "llvm: only what an executable does is counted")
	}
}
