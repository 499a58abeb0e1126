package loops

import (
	"fmt"

	"procad/internal/optim"
	"procad/proc"
	"procad/proc/argmax"
	"procad/proc/cost"
	"procad/proc/deriv"
	"procad/split"
)

// What the reverse of a loop does is decided in two steps: here, under a policy, and in
// policy.go, which policy a call has. All else asks for the plan.
//
//	policy      loop                                          plan
//	fuse        sum, adds                                     sweep         fuse.go
//	-           with a strategy that keeps less               checkpoints   checkpoint.go; nothing, if X = ()
//	recompute   ccl, of a scalar state                        replay        ccl.go
//	-           fold that finds a maximum                     argmax        argmax.go
//	-           nTimes, fold, foldr without a strategy        checkpoints   checkpoint.go, as blocks.go says
//	-           nTimes, fold, foldr, ccl, while               stack         kept.go, while.go; nothing, if X = ()
//	-           max, argmax                                   argmax        max.go
//	recompute   build, sum, adds                              recompute     commute.go; nothing, if X = ()
//	store       build, sum, adds                              array, stack  commute_keep.go; nothing, if X = ()
//
// X is the trace of an iteration.

// Choose is the plan of a loop under a policy.
func Choose(lib split.Library, name proc.Func, policy split.Policy) (*split.Plan, error) {
	kind, body, ok := name.Loop()
	if !ok {
		return nil, fmt.Errorf("%s is no loop", name)
	}
	f, err := lib.Sig(body)
	if err != nil {
		return nil, err
	}
	c := &chooser{lib, name, kind, body, f, policy, deriv.StrategyOf(name)}
	if policy == split.Fuse {
		if !fusible(kind, f) {
			return nil, fmt.Errorf("%s cannot run forwards and backwards in one sweep", name)
		}
		return &split.Plan{Name: split.OneSweep, Iteration: split.Store, Why: []string{"the derivative of a sum is linear in its cotangent, so each iteration runs backwards right after it ran forwards"}}, nil
	}
	if c.strategy.Chosen() && c.strategy.Kind != deriv.KeepAll {
		return c.checkpoints()
	}
	if kind == proc.CCL && policy == split.Recompute && proc.Scalar(f.In) {
		return &split.Plan{Name: split.ReplayAll, Iteration: split.Store, Why: []string{"its iterations are promised to commute, and its state has no arrays, so only the first state is stored"}}, nil
	}
	if e := c.argmax(); e != nil {
		return &split.Plan{Name: split.WinningIteration, Iteration: split.Store, ArgMax: e,
			Why: []string{"it finds a maximum or a minimum, so the number of the iteration that wins is stored, and that iteration is recomputed"}}, nil
	}
	switch ways[kind] {
	case Kept, Whiles:
		return c.ordered()
	case Max:
		return &split.Plan{Name: split.WinningIteration, Iteration: split.Store, Why: []string{"it finds a maximum, so the index of that is stored, and that iteration is recomputed"}}, nil
	}
	return c.commuting()
}

// A chooser decides for a loop.
type chooser struct {
	lib      split.Library
	name     proc.Func
	kind     proc.LoopKind
	body     proc.Func
	f        proc.Sig
	policy   split.Policy
	strategy deriv.Strategy
}

// trace is X.
func (c *chooser) trace() (proc.Type, error) {
	s, err := c.lib.Sig(c.policy.F.Of(c.body))
	if err != nil {
		return nil, err
	}
	return proc.Elems(s.Out)[1], nil
}

// traced is a plan, or that to keep nothing if an iteration leaves no trace.
func (c *chooser) traced(name split.PlanName, why ...string) (*split.Plan, error) {
	x, err := c.trace()
	if err != nil {
		return nil, err
	}
	if x == proc.Unit {
		return &split.Plan{Name: split.StoreNothing, Iteration: c.policy, Trace: x, Why: []string{"an iteration leaves no trace, so no trace is stored and no iteration runs again"}}, nil
	}
	return &split.Plan{Name: name, Iteration: c.policy, Trace: x, Why: why}, nil
}

// ordered is the plan of a loop whose iterations need the state of the one before.
func (c *chooser) ordered() (*split.Plan, error) {
	plan, err := c.ofStates(split.StoreStack, "each iteration needs the state of the one before")
	if err != nil || c.strategy.Kind == deriv.KeepAll || plan.Trace == proc.Unit {
		return plan, err
	}
	blocks, why, err := c.blocks(plan.Trace)
	if why != "" {
		plan.Why = append(plan.Why, why)
	}
	if blocks {
		plan.Name = split.StoreStates
	}
	return plan, err
}

// ofStates is traced where iterations have a state: its arrays may be unread.
func (c *chooser) ofStates(name split.PlanName, why string) (*split.Plan, error) {
	unread, err := c.unread()
	if err != nil {
		return nil, err
	}
	whys := []string{why}
	if len(unread) > 0 {
		whys = append(whys, "no reverse of an iteration reads the elements of "+arrays(len(unread), split.ArraysIn(c.f.In))+" in the state, so only the dimensions are stored")
	}
	iterated := *c
	iterated.body = split.Leaving(c.body, unread)
	plan, err := iterated.traced(name, whys...)
	if plan != nil {
		plan.Unread, plan.Strategy = unread, c.strategy
	}
	return plan, err
}

// arrays counts some of all arrays, for a person.
func arrays(some, all int) string {
	switch {
	case all == 1:
		return "the array"
	case some == all:
		return "the arrays"
	}
	return fmt.Sprintf("%d of %d arrays", some, all)
}

// checkpoints is the plan of a loop with a strategy. Where iterations leave no
// trace, there is nothing to be saved, and it is that of a loop without one.
func (c *chooser) checkpoints() (*split.Plan, error) {
	s := c.strategy
	switch {
	case strategyTable[s.Kind] == nil:
		return nil, fmt.Errorf("%s: the strategy %s is not known", c.name, s)
	case c.kind == proc.While && !s.Online():
		return nil, fmt.Errorf("%s: a while loop cannot have the strategy %s", c.name, s)
	}
	return c.ofStates(split.StoreStates, fmt.Sprintf("the strategy %s stores states, and recomputes iterations from them", s))
}

// argmax is what a fold does that finds the largest or the smallest of some numbers, of
// which a reverse pass wants one iteration; nil if it does something else, if the
// program has chosen a strategy, or if the iterations add to something.
//
//	revf$fold{f} (n, s) = (s', w)        with w the number of that iteration
func (c *chooser) argmax() *argmax.Search {
	if c.kind != proc.Fold || c.strategy.Chosen() || c.lib.Without().Has(optim.ArgMax) {
		return nil
	}
	d, err := c.lib.Def(c.body)
	if err != nil || d == nil || d.Sig().Accumulates() {
		return nil
	}
	return argmax.Of(d)
}

// commuting is the plan of build, sum and adds.
func (c *chooser) commuting() (*split.Plan, error) {
	if c.policy == split.Recompute {
		// An iteration that runs again stores the traces of the loops in it.
		inner := *c
		inner.policy = split.Store
		plan, err := inner.traced(split.RecomputeEach, "its iterations commute, so each is run again before it is reversed")
		if plan != nil && plan.Name == split.RecomputeEach {
			plan.Trace = nil
		}
		return plan, err
	}
	x, err := c.trace()
	if err != nil {
		return nil, err
	}
	why := ""
	switch {
	case x == proc.Unit:
		return c.traced(split.StoreNothing)
	case c.lib.Without().Has(optim.TraceArrays):
		why = "the traces are on a stack without trace-arrays"
	case !proc.Scalar(x):
		why = "a trace has arrays or stacks, and an element of an array has none"
	case idle(x) > maxIdle:
		why = fmt.Sprintf("a trace has %d words, of which %d may say nothing, so the traces go on a stack", cost.Room(x), idle(x))
	case c.kind == proc.SumOf && !tangent(c.f.Out):
		why = "what is added up is not made of Reals alone"
	default:
		return c.traced(split.StoreArray, fmt.Sprintf("a trace has %s, so the traces make an array", words(cost.Room(x))))
	}
	return c.traced(split.StoreStack, why)
}

func words(n int64) string {
	if n == 1 {
		return "1 word"
	}
	return fmt.Sprint(n, " words")
}
