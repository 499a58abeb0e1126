package split

import (
	"slices"

	"procad/proc"
	"procad/proc/argmax"
	"procad/proc/deriv"
)

// A Policy says how the loops that a procedure calls keep their traces, by the
// derivations that make its two passes.
type Policy struct{ F, R proc.Deriv }

var (
	// Recompute runs the iterations of commuting loops again in the reverse pass.
	Recompute = Policy{deriv.RevF, deriv.RevR}
	// Store keeps the traces of all iterations.
	Store = Policy{deriv.StoreRevF, deriv.StoreRevR}
	// Fuse runs each iteration of a sum forwards and backwards at once, at a
	// cotangent of 1, and multiplies by that of the sum in the reverse pass.
	Fuse = Policy{deriv.FuseRevF, deriv.FuseRevR}
)

// PolicyOf is the policy of a derivation that makes a pass.
func PolicyOf(d proc.Deriv) (Policy, bool) {
	for _, p := range []Policy{Recompute, Store, Fuse} {
		if d == p.F || d == p.R {
			return p, true
		}
	}
	return Policy{}, false
}

// A PlanName names what the reverse of a loop does.
type PlanName string

// The plans. Those that keep a stack have the iterations in order.
const (
	StoreNothing     PlanName = "nothing"     // an iteration leaves no trace
	StoreStack       PlanName = "stack"       // of the traces of all iterations
	StoreArray       PlanName = "array"       // of the traces of all iterations
	RecomputeEach    PlanName = "recompute"   // each iteration, before it is reversed
	ReplayAll        PlanName = "replay"      // the loop, from its first state
	OneSweep         PlanName = "sweep"       // each iteration forwards and backwards at once
	WinningIteration PlanName = "argmax"      // the one that the result is of
	StoreStates      PlanName = "checkpoints" // by a strategy
)

// A Plan is what the reverse of a loop does, see package loops, which decides it.
type Plan struct {
	Name PlanName
	// Iteration is the policy of F and R of an iteration: that of the loop where iterations have an order, and Store
	// where they run again, or forwards and backwards at once, so that nothing in them runs a third time.
	Iteration Policy
	// Strategy is that of the loop, where it stores states.
	Strategy deriv.Strategy
	// Trace is X, what an iteration leaves, where the plan depends on it; else nil.
	Trace proc.Type
	// Unread are the arrays in the state, by their numbers in deriv.Unread, whose elements the reverse of no iteration
	// reads in a cotangent. The loop stores their dimensions, and the caller the arrays of the first state.
	Unread []int
	// Why are the reasons, for a person.
	Why []string
	// ArgMax is what a fold finds, where one iteration is reversed.
	ArgMax *argmax.Search
}

// F and R are those of an iteration that the reverse of a loop of f runs.
func (p *Plan) F(f proc.Func) proc.Func { return p.Iteration.F.Of(p.Iterated(f)) }
func (p *Plan) R(f proc.Func) proc.Func { return p.Iteration.R.Of(p.Iterated(f)) }

// Iterated is the function whose F and R the reverse of a loop of f runs.
func (p *Plan) Iterated(f proc.Func) proc.Func { return Leaving(f, p.Unread) }

// Leaving is f with a reverse that does not set the elements of some arrays, by their numbers in deriv.Unread.
func Leaving(f proc.Func, unread []int) proc.Func {
	if len(unread) == 0 {
		return f
	}
	places := slices.Clone(unread)
	if d, _, ok := deriv.Apart(f); ok {
		more, _ := deriv.IsUnread(d)
		places = append(places, more...)
	}
	slices.Sort(places)
	return deriv.Unread(slices.Compact(places)).Of(deriv.Restoring(f))
}

// findPolicies gives each loop that the rule of Call gives a trace its policy, in a
// definition whose own is given.
func findPolicies(f *functions, a *annotations, d *proc.Def, own Policy, fuse bool) {
	d.Body.Walk(func(s proc.Stmt) {
		call, ok := s.(*proc.Call)
		if !ok || f.err != nil {
			return
		}
		_, _, loop := call.Func.Loop()
		if _, known := a.policy[call.Func]; known || !loop || deriv.Inert(f.sig(call.Func)) || f.err != nil || a.idle(f, call) {
			return
		}
		policy, _, err := f.lib.Policy(d, call.Func, own, fuse)
		if err != nil {
			f.fail(err)
			return
		}
		a.policy[call.Func] = policy
	})
}

// Plain says that t is made of numbers alone.
func Plain(t proc.Type) bool {
	if tuple, ok := t.(*proc.TupleType); ok {
		for _, e := range tuple.Elems {
			if !Plain(e) {
				return false
			}
		}
		return true
	}
	return t == proc.Real || t == proc.Int || t == deriv.InactiveReal
}
