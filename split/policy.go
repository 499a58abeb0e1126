package split

import (
	"procad/internal/optim"
	"procad/proc"
)

// A Policy says how the loops that a procedure calls keep their traces, by the
// derivations that make its two passes.
type Policy struct{ F, R proc.Deriv }

var (
	// Recompute runs the iterations of commuting loops again in the reverse pass.
	Recompute = Policy{proc.RevF, proc.RevR}
	// Store keeps the traces of all iterations.
	Store = Policy{proc.StoreRevF, proc.StoreRevR}
	// Fuse runs each iteration of a sum forwards and backwards at once, at a
	// cotangent of 1, and multiplies by that of the sum in the reverse pass.
	Fuse = Policy{proc.FuseRevF, proc.FuseRevR}
)

// Fusible says that a loop is a sum that can be fused: of Reals, over iterations
// that read nothing with a tangent but Reals and arrays of Reals.
func Fusible(kind proc.LoopKind, body proc.Sig) bool {
	if kind != proc.SumOf && kind != proc.Adds || body.Out != proc.Real {
		return false
	}
	active := false
	for _, r := range body.Zone {
		a, array := r.Type.(*proc.ArrayType)
		active = active || !proc.Discrete(r.Type)
		if r.Mode != proc.Shared || !proc.Discrete(r.Type) && r.Type != proc.Real && !(array && a.Elem == proc.Real) {
			return false
		}
	}
	return active
}

// policies finds the policy of each loop that a definition calls.
type policies struct {
	*functions
	*annotations
	costs costs
	own   Policy // of the definition
	fuse  bool   // sums that can be
}

// find goes through the calls that the rule of Call gives a trace.
func (c *policies) find(p proc.Procedure) {
	if c.own != Recompute {
		return
	}
	p.Walk(func(s proc.Stmt) {
		call, ok := s.(*proc.Call)
		if !ok || c.err != nil {
			return
		}
		kind, body, loop := call.Func.Loop()
		if _, known := c.policy[call.Func]; known || !loop || c.sig(call.Func).Inert() || c.err != nil || c.idle(c.functions, call) {
			return
		}
		c.policy[call.Func] = c.choose(kind, body)
	})
}

// choose stores the traces of a loop that would run its iterations again where that
// costs less, and fuses a sum where that costs less still.
func (c *policies) choose(kind proc.LoopKind, body proc.Func) Policy {
	switch {
	case c.fuses(kind, body):
		return Fuse
	case c.stores(kind, body):
		return Store
	}
	return c.own
}

// fuses says that a sum is fused: if there are loops in its iterations, or if storing
// their traces costs more than the pass over what they read. Otherwise running an
// iteration again costs less than that pass, but for one of adds, which nothing stores:
// there it is the costs that are compared. Where parameters are inactive the choice is
// the same, so that a part of a gradient is the same to the bit.
func (c *policies) fuses(kind proc.LoopKind, body proc.Func) bool {
	if !c.fuse || c.without(optim.Fuse) {
		return false
	}
	sig, whole := c.sig(body), c.sig(body.Unheld())
	if c.err != nil || !Fusible(kind, sig) || !Fusible(kind, whole) {
		return false
	}
	iteration := c.sig(proc.StoreRevF.Of(body.Unheld()))
	if c.err != nil {
		return false
	}
	trace, passes := proc.Elems(iteration.Out)[1], pass(whole.Zone)
	switch {
	case !proc.Scalar(trace):
		return true
	case kind == proc.Adds:
		def := c.definition(proc.Trace.Of(Store.F.Of(body.Unheld())))
		return def != nil && c.costs.of(def) >= wordCost*passes
	}
	return words(trace) > passes && c.stores(kind, body.Unheld())
}

// stores says that the traces of the iterations of a loop that commutes are kept in an
// array, rather than made again: making one costs more than its words, and the
// array takes no more memory than words(trace) times one that is there anyway. Not
// those of adds, whose iterations would have to run one after the other to keep them.
func (c *policies) stores(kind proc.LoopKind, body proc.Func) bool {
	if c.without(optim.Keep) || c.without(optim.TraceArrays) || kind != proc.SumOf && kind.BuildRank() == 0 {
		return false
	}
	sig := c.sig(Store.F.Of(body))
	if c.err != nil {
		return false
	}
	parts := proc.Elems(sig.Out)
	if kind == proc.SumOf && proc.Tangent(parts[0]) != parts[0] || !plain(parts[1]) || words(parts[1]) == 0 {
		return false
	}
	def := c.definition(proc.Trace.Of(Store.F.Of(body)))
	if def == nil || kind == proc.SumOf && !c.follows(def, def.Zone[0].Name) {
		return false
	}
	return c.costs.of(def) > wordCost*words(parts[1])
}

// plain says that t is made of numbers alone.
func plain(t proc.Type) bool {
	if tuple, ok := t.(*proc.TupleType); ok {
		for _, e := range tuple.Elems {
			if !plain(e) {
				return false
			}
		}
		return true
	}
	return t == proc.Real || t == proc.Int || t == proc.Held
}

// follows says that an iteration reads an element or a row of an array at its own
// number, which i is a name of: then there is an array as long as the loop.
func (c *policies) follows(d *proc.Def, i string) bool {
	number := map[proc.Var]bool{}
	found := false
	d.Body.Walk(func(s proc.Stmt) {
		at := func(idx []proc.Var) {
			for _, v := range idx {
				found = found || number[v]
			}
		}
		switch s := s.(type) {
		case *proc.Dup:
			number[s.Out] = number[s.In]
		case *proc.Untuple: // of a copy
			for _, v := range s.Outs {
				number[v] = number[s.In]
			}
		case *proc.Read:
			number[s.Out] = s.Ref == i
			at(s.Idx)
		case *proc.Row:
			at(s.Idx)
		case *proc.Call:
			for k, z := range s.Zone {
				if z != i || found {
					continue
				}
				if inner := c.definition(s.Func); inner != nil {
					found = c.follows(inner, inner.Zone[k].Name)
				}
			}
		}
	})
	return found
}
