package gradcheck

import (
	"errors"
	"math/rand/v2"
	"slices"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/interp"
	"procad/loops"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
)

// CodeNotCommuting: iterations of a ccl do not commute, and a reverse derivative
// relies on it.
const CodeNotCommuting = "not-commuting"

const (
	// commuteDrawn is how many iterations of a ccl are compared: all if there are no more.
	commuteDrawn = 16
	// commuteSpan is how many iterations they are drawn from: those that run first.
	commuteSpan = 100_000
	// commuteTolerance is what the two orders may differ by, in units of the
	// largest number that they give.
	commuteTolerance = 1e-9
	// CommuteOps bounds the operations of the run that finds the states of the
	// iterations: a few seconds in the interpreter.
	CommuteOps = 100_000_000
)

// Commute compares, for every ccl whose reverse the given functions rely on, R of
// drawn iterations i₁ … iₖ in both orders:
//
//	revr$f (t₁, … revr$f (tₖ, s̄)) = revr$f (tₖ, … revr$f (t₁, s̄))
//
// of all of them and of the first two, at a random s̄, with what they add to the
// cotangents of names of Θ. The traces are those of the states that the iterations of the
// first run of the loop with two iterations begin with, in the interpreter, when d is called
// with the data. A body that provably only adds needs no comparison.
//
// The error names a loop whose iterations do not commute. unseen are the loops that were
// not reached, or not all of whose drawn iterations were, within so many operations.
func Commute(u *pipeline.Unit, d *proc.Def, args *data.Args, ops int64, fs ...proc.Func) (unseen []diag.Pos, err error) {
	relied, err := Relied(u, fs...)
	if err != nil || len(relied) == 0 {
		return nil, err
	}
	c := &commuter{unit: u, random: rand.New(rand.NewPCG(1, 8)), bodies: map[proc.Func]*body{}}
	for _, s := range relied {
		c.bodies[s.Body] = &body{pos: s.Pos}
		c.order = append(c.order, s.Body)
	}
	zone, arg, err := args.For(d)
	if err != nil {
		return nil, err
	}
	m := u.Interpreter(interp.Watch(c, ops))
	arg.Type = deriv.Activate(arg.Type)
	for i := range zone {
		zone[i].Type = deriv.Activate(zone[i].Type)
	}
	// Run-time errors are for the engine to report.
	_, runErr := m.Call(d.Name, zone, arg)
	for _, f := range c.order {
		b := c.bodies[f]
		if errors.Is(runErr, interp.ErrOps) && !b.complete() {
			unseen = append(unseen, b.pos)
		}
		if err := c.compare(b); err != nil {
			return unseen, err
		}
	}
	return unseen, nil
}

// Relied are the ccl whose reverse the given functions rely on, one for each body that does not provably only add.
func Relied(u *pipeline.Unit, fs ...proc.Func) ([]loops.Site, error) {
	if len(loops.Promises(u.Program)) == 0 {
		return nil, nil
	}
	reached, err := u.Closure(fs...)
	if err != nil {
		return nil, err
	}
	var sites []loops.Site
	seen, relied := map[proc.Func]bool{}, reversed(reached)
	for _, s := range loops.Promises(reached) {
		if relied[s.Body] && !seen[s.Body] && !onlyAdds(reached.Lookup(s.Body)) {
			seen[s.Body] = true
			sites = append(sites, s)
		}
	}
	return sites, nil
}

// reversed are the bodies of ccl with a reverse pass in a program, which may be in some of
// the parameters of a function only.
func reversed(p *proc.Program) map[proc.Func]bool {
	bodies := map[proc.Func]bool{}
	for _, d := range p.Defs {
		op, loop, _ := deriv.Apart(deriv.Unerased(d.Name))
		if kind, body, _ := loop.Loop(); kind == proc.CCL && op == deriv.RevR {
			bodies[body] = true
			if deriv.Unerased(d.Name) != d.Name {
				bodies[deriv.Active(body)] = true // which erased$revr$loop{f} runs
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
	drawn []int64
	seen  map[int64]*interp.Iteration
	next  int64 // the lowest of them, which comes last
}

// complete says that all drawn iterations have been seen.
func (b *body) complete() bool { return b.seen != nil && b.seen[b.next] != nil }

// Enters draws from the first run of a loop with two iterations.
func (c *commuter) Enters(f proc.Func, n int64) {
	b := c.bodies[f]
	if b == nil || n < 2 || b.seen != nil {
		return
	}
	b.seen, b.next = map[int64]*interp.Iteration{}, n
	span := min(n, commuteSpan)
	for len(b.drawn) < int(min(span, commuteDrawn)) {
		i := n - 1 - c.random.Int64N(span)
		if _, again := b.seen[i]; again {
			continue
		}
		b.drawn = append(b.drawn, i)
		b.seen[i] = nil
		b.next = min(b.next, i)
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

// compare runs R of the drawn iterations in both orders, and where that makes a
// difference finds two of them whose order does.
func (c *commuter) compare(b *body) error {
	ts, bar, err := c.traces(b)
	if err != nil || len(ts) < 2 {
		return err
	}
	sig, err := c.unit.Library.Sig(deriv.StoreRevR.Of(ts[0].Body))
	if err != nil {
		return err
	}
	r := &reverser{m: c.unit.Interpreter(), f: ts[0].Body, sig: sig}
	if r.commute(ts, bar) && r.commute(ts[:2], bar) {
		return nil
	}
	for k, s := range ts {
		for _, t := range ts[:k] {
			if !r.commute([]traced{s, t}, bar) {
				return diag.Errorf(b.pos, CodeNotCommuting, "the iterations of this ccl do not commute: the reverse of iterations %d and %d depends on their order, so the gradient would be wrong", max(s.Index, t.Index), min(s.Index, t.Index)).
					In(c.unit.Source.Name).Hintf("use fold, which keeps what the reverse of each iteration needs")
			}
		}
	}
	return nil
}

// A traced iteration has the trace of its F.
type traced struct {
	*interp.Iteration
	trace data.Value
}

// zoneOf are the names of Θ that an iteration is called with, its index first.
func zoneOf(it *interp.Iteration) []data.Value {
	return append([]data.Value{data.Int(it.Index)}, it.Zone...)
}

// traces runs F of the drawn iterations that were seen, and draws s̄. It leaves those out
// whose F ends with a run-time error, which the engine reports, and those through which
// the cotangent of the first cannot go, since sums have other tags.
func (c *commuter) traces(b *body) (ts []traced, bar data.Value, err error) {
	m := c.unit.Interpreter()
	for _, i := range b.drawn {
		it := b.seen[i]
		if it == nil {
			continue
		}
		inactive, err := c.unit.Library.WithInactive(it.Body)
		if err != nil {
			return nil, bar, err
		}
		st, err := m.Call(deriv.StoreRevF.Of(it.Body), zoneOf(it), it.State)
		if err != nil {
			continue
		}
		fits := true
		for _, s := range []data.Value{it.State, st.Part(0)} {
			s.Type = inactive.Out.Type
			zero := data.ZeroTangent(s)
			if zero.Type == proc.Unit {
				return nil, bar, nil
			}
			if bar.Type == nil {
				bar = zero
			}
			fits = fits && data.Differ(bar, zero, 0) == nil
		}
		if fits {
			ts = append(ts, traced{it, st.Part(1)})
		}
	}
	if len(ts) > 0 {
		for _, word := range data.RealWords(bar) {
			set(word, c.random.NormFloat64())
		}
	}
	return ts, bar, nil
}

// A reverser runs revr.store$f.
type reverser struct {
	m   *interp.Machine
	f   proc.Func
	sig proc.Sig
}

// commute says that R of some iterations gives the same in both orders, or ends with an
// error in one of them.
func (r *reverser) commute(ts []traced, bar data.Value) bool {
	there, err := r.all(ts, bar)
	if err != nil {
		return true
	}
	ts = slices.Clone(ts)
	slices.Reverse(ts)
	back, err := r.all(ts, bar)
	return err != nil || alike(there, back)
}

// all runs R of some iterations, one after the other, and returns the cotangents of the
// names of Θ and of the state.
func (r *reverser) all(ts []traced, bar data.Value) ([]data.Value, error) {
	var added []data.Value
	for k, t := range ts {
		shared := 0
		values := zoneOf(t.Iteration)
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
		out, err := r.m.Call(deriv.StoreRevR.Of(r.f), zone, data.Tuple(t.trace, bar))
		if err != nil {
			return nil, err
		}
		bar = out
	}
	return append(added, bar), nil
}
