package gradcheck

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"procad/data"
	"procad/diag"
	"procad/interp"
	"procad/loops"
	"procad/pipeline"
	"procad/proc"
)

// CodeNotCommuting: iterations of a ccl do not commute, and a reverse derivative
// relies on it.
const CodeNotCommuting = "not-commuting"

const (
	// commutePairs is how many pairs of iterations of a ccl are compared.
	commutePairs = 2
	// commuteSpan is how many iterations they are drawn from: those that run first.
	commuteSpan = 100_000
	// commuteTolerance is what the two orders may differ by, in units of the
	// largest number that they give.
	commuteTolerance = 1e-9
	// CommuteOps bounds the operations of the run that finds the states of the
	// pairs: a few seconds in the interpreter.
	CommuteOps = 100_000_000
)

// Commute compares, for every ccl whose reverse the given functions rely on, R of
// two pairs of iterations in both orders:
//
//	revr$f (tᵢ, revr$f (tⱼ, s̄)) = revr$f (tⱼ, revr$f (tᵢ, s̄))
//
// at a random s̄, with what both add to the cotangents of names of Θ. The traces are those
// of the states that iterations i and j of the first run of the loop with two
// iterations begin with, in the interpreter, when d is called with the data. A body that
// provably only adds needs no comparison.
//
// The error names a loop whose iterations do not commute. unseen are the loops that were
// not reached, or not all of whose drawn iterations were, within so many operations.
func Commute(u *pipeline.Unit, d *proc.Def, args *data.Args, ops int64, fs ...proc.Func) (unseen []diag.Pos, err error) {
	if len(loops.Promises(u.Program)) == 0 {
		return nil, nil
	}
	reached, err := u.Closure(fs...)
	if err != nil {
		return nil, err
	}
	c := &commuter{unit: u, random: rand.New(rand.NewPCG(1, 8)), bodies: map[proc.Func]*body{}}
	relied := reversed(reached)
	for _, s := range loops.Promises(reached) {
		def := reached.Lookup(s.Body)
		if !relied[s.Body] || c.bodies[s.Body] != nil || onlyAdds(def) {
			continue
		}
		c.bodies[s.Body] = &body{pos: s.Pos}
		c.order = append(c.order, s.Body)
	}
	if len(c.order) == 0 {
		return nil, nil
	}
	zone, arg, err := args.For(d)
	if err != nil {
		return nil, err
	}
	m := interp.New(u.Library.Def, interp.Watch(c, ops))
	arg.Type = proc.Free(arg.Type)
	for i := range zone {
		zone[i].Type = proc.Free(zone[i].Type)
	}
	// Run-time errors are for the engine to report.
	_, runErr := m.Call(d.Name, zone, arg)
	for _, f := range c.order {
		b := c.bodies[f]
		if errors.Is(runErr, interp.ErrOps) && !b.complete() {
			unseen = append(unseen, b.pos)
		}
		for _, p := range b.pairs {
			i, j := b.seen[p[0]], b.seen[p[1]]
			if i == nil || j == nil {
				continue
			}
			if err := c.compare(b, i, j); err != nil {
				return unseen, err
			}
		}
	}
	return unseen, nil
}

// reversed are the bodies of ccl with a reverse pass in a program, which may be in some of
// the parameters of a function only.
func reversed(p *proc.Program) map[proc.Func]bool {
	bodies := map[proc.Func]bool{}
	for _, d := range p.Defs {
		deriv, loop, _ := d.Name.Unerased().Derived()
		if kind, body, _ := loop.Loop(); kind == proc.CCL && deriv == proc.RevR {
			bodies[body] = true
			if d.Name.Unerased() != d.Name {
				bodies[body.Unheld()] = true // which erased$revr$loop{f} runs
			}
		}
	}
	return bodies
}

// A commuter watches a run for the iterations to be compared.
type commuter struct {
	unit    *pipeline.Unit
	random  *rand.Rand
	bodies  map[proc.Func]*body
	order   []proc.Func
	current proc.Func
}

// A body is that of a ccl, with the iterations that are drawn.
type body struct {
	pos   diag.Pos
	pairs [][2]int64
	seen  map[int64]*interp.Iteration
	next  int64 // the lowest of them, which comes last
}

// complete says that all drawn iterations have been seen.
func (b *body) complete() bool { return b.seen != nil && b.seen[b.next] != nil }

// Enters draws pairs from the first run of a loop with two iterations.
func (c *commuter) Enters(f proc.Func, n int64) {
	b := c.bodies[f]
	if b == nil || n < 2 || b.seen != nil {
		return
	}
	b.seen, b.next = map[int64]*interp.Iteration{}, n
	span := min(n, commuteSpan)
	for range commutePairs {
		first := c.random.Int64N(span)
		second := (first + 1 + c.random.Int64N(span-1)) % span
		i, j := n-1-first, n-1-second
		b.pairs = append(b.pairs, [2]int64{i, j})
		b.seen[i], b.seen[j] = nil, nil
		b.next = min(b.next, i, j)
	}
}

// Wants is for the first run only, whose iterations have not been seen.
func (c *commuter) Wants(f proc.Func, i int64) bool {
	b := c.bodies[f]
	if b == nil {
		return false
	}
	it, drawn := b.seen[i]
	return drawn && it == nil
}

// errSeen ends the run when all has been seen.
var errSeen = errors.New("all iterations have been seen")

func (c *commuter) Show(it interp.Iteration) error {
	b := c.bodies[it.Body]
	b.seen[it.Index] = &it
	for _, b := range c.bodies {
		if !b.complete() {
			return nil
		}
	}
	return errSeen
}

// compare runs R of two iterations in both orders.
func (c *commuter) compare(b *body, i, j *interp.Iteration) error {
	m := interp.New(c.unit.Library.Def)
	r := &reverser{m: m, f: i.Body}
	var err error
	if r.sig, err = c.unit.Library.Sig(proc.StoreRevR.Of(i.Body)); err != nil {
		return err
	}
	held, err := c.unit.Library.Held(i.Body)
	if err != nil {
		return err
	}
	var traces [2]data.Value
	var bars []data.Value // of the states before and after
	for k, it := range []*interp.Iteration{i, j} {
		zone := append([]data.Value{data.Int(it.Index)}, it.Zone...)
		st, err := m.Call(proc.StoreRevF.Of(it.Body), zone, it.State)
		if err != nil {
			return nil // the engine reports what goes wrong
		}
		traces[k] = st.Part(1)
		for _, s := range []data.Value{it.State, st.Part(0)} {
			s.Type = held.Out.Type
			bars = append(bars, data.ZeroTangent(s))
		}
	}
	for _, bar := range bars {
		if bar.Type == proc.Unit || data.Differ(bars[0], bar, 0) != nil {
			return nil // no cotangent, or one that cannot go through both: sums have other tags
		}
	}
	bar := bars[0]
	for _, word := range data.RealWords(bar) {
		set(word, c.random.NormFloat64())
	}
	its := [2]*interp.Iteration{i, j}
	there, err := r.both(its, traces, [2]int{0, 1}, bar)
	if err != nil {
		return nil
	}
	back, err := r.both(its, traces, [2]int{1, 0}, bar)
	if err != nil {
		return nil
	}
	if alike(there, back) {
		return nil
	}
	return diag.Errorf(b.pos, CodeNotCommuting, "the iterations of this ccl do not commute: the reverse of iterations %d and %d depends on their order, so the gradient would be wrong", i.Index, j.Index).
		In(c.unit.Source.Name).Hintf("use fold, which keeps what the reverse of each iteration needs")
}

// A reverser runs revr.store$f.
type reverser struct {
	m   *interp.Machine
	f   proc.Func
	sig proc.Sig
}

// both runs R of two iterations in an order, and returns the cotangents of the
// state and of the names of Θ.
func (r *reverser) both(its [2]*interp.Iteration, traces [2]data.Value, order [2]int, bar data.Value) ([]data.Value, error) {
	var added []data.Value
	for k, which := range order {
		it, shared := its[which], 0
		values := append([]data.Value{data.Int(it.Index)}, it.Zone...)
		var zone []data.Value
		accumulators := 0
		for _, ref := range r.sig.Zone {
			if ref.Mode == proc.Shared {
				zone = append(zone, values[shared])
				shared++
				continue
			}
			if k == 0 {
				added = append(added, data.ZeroTangent(values[shared-1]))
			}
			zone = append(zone, added[accumulators])
			accumulators++
		}
		out, err := r.m.Call(proc.StoreRevR.Of(r.f), zone, data.Tuple(traces[which], bar))
		if err != nil {
			return nil, err
		}
		bar = out
	}
	return append(added, bar), nil
}

// alike says that the Reals of two lists differ by rounding only. Where any is not
// finite, the comparison says nothing.
func alike(a, b []data.Value) bool {
	largest, distance := 0.0, 0.0
	for i := range a {
		xs, ys := data.RealWords(a[i]), data.RealWords(b[i])
		for k, x := range xs {
			x, y := get(x), get(ys[k])
			largest = max(largest, math.Abs(x), math.Abs(y))
			distance = max(distance, math.Abs(x-y))
		}
	}
	return math.IsNaN(distance) || math.IsInf(largest, 0) || distance <= commuteTolerance*largest
}

// onlyAdds says that the iterations of f : [i, Θ] S → S commute by their form:
// each part of the state stays as it is, or something is added to it that does
// not depend on any part that changes.
//
//	f (acc, env) = (acc + g(i, env), env)
func onlyAdds(f *proc.Def) bool {
	w := &walker{user: map[string]proc.Stmt{}, out: f.Out}
	for _, s := range f.Body {
		proc.Uses(s, func(v proc.Var) { w.user[v.Name] = s })
	}
	state := []proc.Var{f.In}
	if parts, ok := w.user[f.In.Name].(*proc.Untuple); ok {
		state = parts.Outs
	}
	for place, v := range state {
		if proc.Tangent(v.Type) == proc.Unit {
			// What is discrete may change as it likes only if nothing depends on it.
			if p := w.follow(v); !p.ends || p.place != place || p.added {
				return false
			}
			continue
		}
		p := w.follow(v)
		if !p.ends || p.added && p.read || len(state) > 1 && p.place != place {
			return false
		}
	}
	return true
}

// A passage is what happens to a part of the state on its way to the result.
type passage struct {
	ends        bool // it reaches the result
	place       int  // there
	added, read bool // something was added to it, or something else may depend on it
}

// A walker follows a variable through the statements of a body. What is used
// inside of a Case counts as lost.
type walker struct {
	user map[string]proc.Stmt
	out  proc.Var
}

func (w *walker) follow(v proc.Var) passage {
	if v == w.out {
		return passage{ends: true}
	}
	switch s := w.user[v.Name].(type) {
	case *proc.Share:
		p := w.follow(s.Out)
		p.read = true
		return p
	case *proc.Dup:
		if copies, ok := w.user[s.Out.Name].(*proc.Untuple); ok {
			for _, c := range copies.Outs {
				if p := w.follow(c); p.ends {
					p.read = true
					return p
				}
			}
		}
	case *proc.Tuple:
		if s.Out == w.out {
			return passage{ends: true, place: slices.Index(s.Ins, v)}
		}
		call, ok := w.user[s.Out.Name].(*proc.Call)
		if ok && (call.Func == "add" || call.Func == "sub" && s.Ins[0] == v) {
			p := w.follow(call.Out)
			p.added = true
			return p
		}
	}
	return passage{}
}
