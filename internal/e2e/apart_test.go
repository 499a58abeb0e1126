package e2e_test

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/clangs"
	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/gen"
	"procad/interp"
	"procad/llvm"
	"procad/llvm/engine"
	"procad/llvm/toolchain"
	"procad/pipeline"
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
)

var (
	apartPrograms = flag.Int("apart", 2, "how many random programs of each mode TestApart checks")
	apartNative   = flag.Int("apart.native", 1, "how many random programs of each mode TestApartNative checks")
	apartFirst    = flag.Uint64("apart.first", 0, "the number of the first program of TestApart and TestApartNative")
)

// apartModes are programs whose functions call each other, and have derivatives of each other in them.
var apartModes = []mode{
	{name: "smooth", options: gen.Options{Derivatives: true, Data: true, Size: 60}},
	{name: "kinks", options: gen.Options{Kinks: true, Stop: true, Derivatives: true, FirstOnly: true, Size: 70}},
	{name: "functions", options: gen.Options{Functions: true, Kinks: true, Derivatives: true, Size: 50}},
	{name: "recursive", options: gen.Options{Recursion: true, Kinks: true, Derivatives: true, Data: true, Size: 50}},
	{name: "trees", options: gen.Options{Trees: true, Recursion: true, Derivatives: true, FirstOnly: true, Data: true, Size: 30}},
}

// An entry is what a build makes of a function: its value, or one of its derivatives.
type entry int

const (
	itsValue entry = iota
	itsGradient
	itsPullback
	itsPushforward
	itsHessian
	itsHalves
	entries
)

func (p entry) String() string {
	return [...]string{"value", "grad", "vjp", "jvp", "hvp", "halves"}[p]
}

// An order is a function that a build is asked for, with the entries that are made of it, in some parameters.
type order struct {
	gen.Function
	wrt     []string
	entries []entry
}

func (o order) String() string { return fmt.Sprint(o.entries, " of ", o.Name, " in ", o.wrt) }

// A delivery is what a build has made of one function.
type delivery struct {
	*libraryOf
	seed  data.Value
	made  map[entry][]*pipeline.Combined
	value proc.Func
	errs  map[entry]error
}

// A build has one unit, and what it made of the functions that it was asked for, in their order.
type build struct {
	unit *pipeline.Unit
	made []*delivery
}

// builds makes what a library of the functions has.
func builds(text string, orders ...order) (*build, error) {
	u, err := pipeline.Load(&diag.Source{Name: "random.fun", Text: text})
	if err != nil {
		return nil, err
	}
	b := &build{unit: u}
	for _, o := range orders {
		d, err := b.deliver(o)
		if err != nil {
			return nil, fmt.Errorf("%v: %w", o, err)
		}
		b.made = append(b.made, d)
	}
	return b, nil
}

func (b *build) deliver(o order) (*delivery, error) {
	u := b.unit
	s, err := newSubject(u, o.Name, o.Data)
	if err != nil {
		return nil, err
	}
	face, err := u.Callable(s.def)
	if err != nil {
		return nil, err
	}
	m := &delivery{libraryOf: &libraryOf{subject: s, unit: u, face: face}, made: map[entry][]*pipeline.Combined{}, value: s.f, errs: map[entry]error{}}
	if slices.Equal(o.entries, []entry{itsValue}) {
		return m, nil
	}
	d, err := u.Wrt(s.def, o.wrt)
	if err != nil {
		return nil, err
	}
	face = u.Interface(d)
	for _, p := range o.entries {
		var c, reverse *pipeline.Combined
		switch p {
		case itsGradient:
			c, err = u.Combine(d, face)
		case itsPullback:
			c, err = u.Pullback(d, face)
		case itsPushforward:
			c, err = u.Pushforward(d, face)
		case itsHessian:
			c, err = u.Curvature(d, face)
		case itsHalves:
			c, reverse, err = u.ForwardReverse(d, face)
		default:
			continue
		}
		if err != nil {
			m.errs[p] = err
			continue
		}
		m.made[p] = []*pipeline.Combined{c}
		if reverse != nil {
			m.made[p] = append(m.made[p], reverse)
		}
	}
	return m, nil
}

// passes says that an executable can be given all that an entry takes: no trace that has a stack.
func (m *delivery) passes(p entry) bool {
	return !slices.ContainsFunc(m.made[p], func(c *pipeline.Combined) bool { return proc.HasStack(c.Def.In.Type) || proc.HasStack(c.Def.Out.Type) })
}

// funcs are those that an engine calls.
func (m *delivery) funcs(entries []entry) (fs []proc.Func) {
	for _, p := range entries {
		if !m.passes(p) {
			continue
		}
		if p == itsValue {
			fs = append(fs, m.value)
		}
		for _, c := range m.made[p] {
			fs = append(fs, c.Def.Name)
		}
	}
	return fs
}

// An outcome is what an entry gives.
type outcome struct {
	values []data.Value
	err    error
}

// run runs an entry.
func (m *delivery) run(e pipeline.Engine, p entry) outcome {
	if err := m.errs[p]; err != nil {
		return outcome{err: err}
	}
	if p == itsValue {
		v, err := call(e, m.value, clones(m.zone), m.arg.Clone())
		return outcome{[]data.Value{v}, err}
	}
	c := m.made[p][0]
	var more []data.Value
	for _, x := range c.Face.Params[len(m.face.Params):] {
		of, ok := c.Tangents[x.Name]
		if !ok {
			more = append(more, m.seed)
			continue
		}
		i := slices.IndexFunc(m.face.Params, func(p proc.Param) bool { return p.Name == of })
		more = append(more, tangent(m.valueOf(m.face.Params[i]), floats(rand.New(rand.NewPCG(uint64(i), 5)))))
	}
	zone, arg, err := m.args(c.Face, more...).For(c.Def)
	if err != nil {
		return outcome{err: err}
	}
	v, err := call(e, c.Def.Name, zone, arg)
	if err != nil || p != itsHalves {
		return outcome{[]data.Value{v}, err}
	}
	w, err := call(e, m.made[p][1].Def.Name, zone, data.Tuple(v.Part(1), m.seed))
	return outcome{[]data.Value{v.Part(0), w}, err}
}

// differs says how two outcomes differ, "" if they do not.
func (o outcome) differs(from outcome) string {
	if o.err != nil || from.err != nil {
		a, okA := errors.AsType[*prim.RuntimeError](o.err)
		b, okB := errors.AsType[*prim.RuntimeError](from.err)
		if okA && okB && a.Kind == b.Kind && a.Pos == b.Pos || o.err != nil && from.err != nil && o.err.Error() == from.err.Error() {
			return ""
		}
		return fmt.Sprintf("%v, and alone %v", o.err, from.err)
	}
	for i, v := range o.values {
		if !identical(v, from.values[i]) {
			return fmt.Sprintf("%s, and alone %s", show(v), show(from.values[i]))
		}
	}
	return ""
}

// A catalog is a random program, with what is asked for of each of its functions.
type catalog struct {
	text   string
	orders []order // one for each function, with everything
	seeds  []data.Value
	values []outcome
}

// catalogOf draws what is asked for: parameters, and all entries that the types allow.
func catalogOf(p *gen.Program, r *rand.Rand) (*catalog, error) {
	g := &catalog{text: p.Text}
	for _, f := range p.Functions {
		b, err := builds(p.Text, order{Function: f, entries: []entry{itsValue}})
		if err != nil {
			return nil, err
		}
		m := b.made[0]
		o := order{Function: f, entries: []entry{itsValue}}
		value := m.run(m.machine(), itsValue)
		names := movable(m.face)
		if value.err == nil && len(names) > 0 && !deriv.Discrete(m.sig.Out) {
			o.wrt = slices.DeleteFunc(slices.Clone(names), func(string) bool { return r.IntN(2) == 0 })
			for k := range entries {
				if onlyReal := k == itsGradient || k == itsHessian; k != itsValue && (!onlyReal || m.sig.Out == proc.Real) {
					o.entries = append(o.entries, k)
				}
			}
		}
		seed := data.Unit()
		if value.err == nil {
			seed = tangent(value.values[0], floats(rand.New(rand.NewPCG(3, 4))))
		}
		g.orders, g.seeds, g.values = append(g.orders, o), append(g.seeds, seed), append(g.values, value)
	}
	return g, nil
}

// some is a subset of the functions and of what is made of them, in an order.
func (g *catalog) some(r *rand.Rand) (of []int, orders []order) {
	of = r.Perm(len(g.orders))
	for i := len(of) - 1; i >= 0 && len(of) > 2; i-- {
		if r.IntN(4) == 0 {
			of = slices.Delete(of, i, i+1)
		}
	}
	for _, i := range of {
		o := g.orders[i]
		o.entries = slices.Clone(o.entries)
		r.Shuffle(len(o.entries), func(a, b int) { o.entries[a], o.entries[b] = o.entries[b], o.entries[a] })
		o.entries = o.entries[:1+r.IntN(len(o.entries))]
		orders = append(orders, o)
	}
	return of, orders
}

// TestApart builds random functions of a program and derivatives of them together, in a random order.
//
//	Apart    a function or a derivative of a build = the same in a build of its own, bit for bit, with as many operations
func TestApart(t *testing.T) {
	checkApart(t, *apartPrograms, apart)
}

// checkApart checks a number of random programs of each mode; check says how many functions and derivatives it compared.
func checkApart(t *testing.T, each int, check func(*gen.Program, *rand.Rand) (compared int, err error)) {
	var programs, compared atomic.Int64
	t.Run("modes", func(t *testing.T) {
		for _, mode := range apartModes {
			t.Run(mode.name, func(t *testing.T) {
				t.Parallel()
				options := mode.options
				options.Each = true
				for k := range uint64(each) {
					p := gen.New(gen.FromSeed(*apartFirst+k), options)
					n, err := check(p, rand.New(rand.NewPCG(k, 1)))
					require.NoError(t, err, "program %d: %#v", *apartFirst+k, p)
					compared.Add(int64(n))
					programs.Add(1)
				}
			})
		}
	})
	t.Logf("%d programs, %d functions and derivatives of builds compared with those alone", programs.Load(), compared.Load())
	assert.Greater(t, compared.Load(), programs.Load())
}

// apart compares two builds of some functions with those of each alone.
func apart(p *gen.Program, r *rand.Rand) (compared int, err error) {
	g, err := catalogOf(p, r)
	if err != nil {
		return 0, err
	}
	type single struct {
		fn int
		entry
	}
	type result struct {
		outcome
		ops int64
	}
	runs := func(m *delivery, p entry) result {
		machine := interp.New(m.unit.Library.Def)
		o := m.run(machine, p)
		return result{o, machine.Ops}
	}
	alone := map[single]result{}
	for range 2 {
		of, orders := g.some(r)
		b, err := builds(g.text, orders...)
		if err != nil {
			return compared, fmt.Errorf("%v: %w", orders, err)
		}
		for i, m := range b.made {
			m.seed = g.seeds[of[i]]
			for _, p := range orders[i].entries {
				key := single{of[i], p}
				want, ok := alone[key]
				if !ok {
					o := orders[i]
					o.entries = []entry{p}
					a, err := builds(g.text, o)
					if err != nil {
						return compared, fmt.Errorf("alone, %v: %w", o, err)
					}
					a.made[0].seed = m.seed
					want = runs(a.made[0], p)
					alone[key] = want
				}
				got := runs(m, p)
				if d := got.differs(want.outcome); d != "" {
					return compared, fmt.Errorf("%v of %s in a build of %v: %s", p, orders[i].Name, orders, d)
				}
				if got.ops != want.ops && got.err == nil {
					return compared, fmt.Errorf("%v of %s in a build of %v: %d operations, and alone %d", p, orders[i].Name, orders, got.ops, want.ops)
				}
				compared++
			}
		}
	}
	return compared, nil
}

// TestApartNative is TestApart in native code that keeps to what is written, so that bits can be compared:
// one executable has the builds of several functions, and those of each alone.
func TestApartNative(t *testing.T) {
	t.Parallel()
	compiler := toolchain.Compiler{Level: -1, Strict: true}
	clangs.Need(t, compiler.Find)
	checkApart(t, *apartNative, func(p *gen.Program, r *rand.Rand) (int, error) { return apartNatively(p, r, compiler) })
}

func apartNatively(p *gen.Program, r *rand.Rand, compiler toolchain.Compiler) (compared int, err error) {
	g, err := catalogOf(p, r)
	if err != nil {
		return 0, err
	}
	of, orders := g.some(r)
	together, err := builds(g.text, orders...)
	if err != nil {
		return 0, fmt.Errorf("%v: %w", orders, err)
	}
	newEngine := func(u *pipeline.Unit) *engine.Engine {
		return &engine.Engine{Lookup: u.Library.Def, Compiler: compiler, Options: llvm.Options{File: "random.fun", Strict: true}}
	}
	all := engine.Calls{Engine: newEngine(together.unit)}
	type pair struct {
		made, alone *delivery
		engine      *engine.Engine
		entry
	}
	var pairs []pair
	var calls []engine.Calls
	for i, m := range together.made {
		m.seed = g.seeds[of[i]]
		all.Funcs = append(all.Funcs, m.funcs(orders[i].entries)...)
		for _, p := range orders[i].entries {
			if !m.passes(p) {
				continue
			}
			o := orders[i]
			o.entries = []entry{p}
			b, err := builds(g.text, o)
			if err != nil {
				return 0, fmt.Errorf("alone, %v: %w", o, err)
			}
			a := b.made[0]
			a.seed = m.seed
			e := newEngine(b.unit)
			pairs = append(pairs, pair{m, a, e, p})
			calls = append(calls, engine.Calls{Engine: e, Funcs: a.funcs(o.entries)})
		}
	}
	calls = append(calls, all)
	for _, c := range calls {
		defer c.Engine.Close()
	}
	if err := engine.PrepareAll(calls...); err != nil {
		return 0, err
	}
	for _, p := range pairs {
		got, want := p.made.run(all.Engine, p.entry), p.alone.run(p.engine, p.entry)
		if d := got.differs(want); d != "" {
			return compared, fmt.Errorf("%v of %s in a build of %v: %s", p.entry, p.made.f, orders, d)
		}
		compared++
	}
	return compared, nil
}
