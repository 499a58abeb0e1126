package loops

import (
	"fmt"

	"procad/internal/optim"
	"procad/internal/units"
	"procad/proc"
	"procad/proc/cost"
	"procad/proc/deriv"
	"procad/split"
)

// ChoosePolicy is the policy of a loop that d calls, with the reason, where own is that of d. In a definition that runs
// iterations again, the traces of its iterations are stored where that costs less than to run
// them again, and a sum is fused where that costs less still, and where fuse says that
// its reverse pass follows at once. In any definition a sum is fused whose traces are large.
func ChoosePolicy(lib split.Library, d *proc.Def, name proc.Func, own split.Policy, fuse bool) (split.Policy, string, error) {
	kind, body, _ := name.Loop()
	c := &policies{lib: lib}
	c.model.Def = c.definition
	policy, why := own, inside
	if own == split.Recompute {
		why = ""
		if fused := c.fuses(kind, body, fuse); fused != "" {
			policy, why = split.Fuse, fused
		} else if stored := c.stores(kind, body); stored != "" {
			policy, why = split.Store, stored
		}
	}
	if policy == own && !lib.Without().Has(optim.FusedSweep) && c.sweeps(d, name) {
		policy, why = split.Fuse, largeTraces
	}
	return policy, why, c.err
}

const inside = "it is in what runs again or at once, so its iterations do not run a third time"

// policies asks a library about functions, and keeps the first error.
type policies struct {
	lib   split.Library
	model cost.Model
	err   error
}

func (c *policies) sig(f proc.Func) proc.Sig {
	s, err := c.lib.Sig(f)
	if err != nil && c.err == nil {
		c.err = err
	}
	return s
}

// definition is nil for what has none.
func (c *policies) definition(f proc.Func) *proc.Def {
	d, err := c.lib.Def(f)
	if err != nil {
		if c.err == nil {
			c.err = err
		}
		return nil
	}
	return d
}

// fusible says that a loop is a sum that can be fused: of Reals, over iterations
// that read nothing with a tangent but Reals and arrays of Reals.
func fusible(kind proc.LoopKind, body proc.Sig) bool {
	if kind != proc.SumOf && kind != proc.Adds || body.Out != proc.Real {
		return false
	}
	active := false
	for _, r := range body.Zone {
		a, array := r.Type.(*proc.ArrayType)
		active = active || !deriv.Discrete(r.Type)
		if r.Mode != proc.Shared || !deriv.Discrete(r.Type) && r.Type != proc.Real && !(array && a.Elem == proc.Real) {
			return false
		}
	}
	return active
}

// fuses says why a sum is fused, "" if it is not: if there are loops in its iterations that
// leave traces, or if the pass over what they read costs no more than the cheaper of running an
// iteration again and, where stores allows it, keeping its trace. An iteration that leaves
// nothing does not run again. Where parameters are inactive the choice is the same, so
// that a part of a gradient is the same to the bit.
func (c *policies) fuses(kind proc.LoopKind, body proc.Func, fuse bool) string {
	if !fuse || c.lib.Without().Has(optim.FusedSweep) {
		return ""
	}
	active := deriv.Active(body)
	f := split.Store.F.Of(active)
	sig, whole := c.sig(body), c.sig(active)
	if c.err != nil || !fusible(kind, sig) || !fusible(kind, whole) {
		return ""
	}
	iteration := c.sig(f)
	if c.err != nil {
		return ""
	}
	trace := proc.Elems(iteration.Out)[1]
	if !proc.Scalar(trace) {
		return "there are loops in its iterations"
	}
	forward, def := c.definition(f), c.definition(deriv.Trace.Of(f))
	if trace == proc.Unit || forward == nil || def == nil {
		return ""
	}
	passing := units.Word * c.pass(forward)
	if c.stores(kind, active) != "" {
		if keeping := units.Word * cost.Words(trace); keeping >= passing {
			return fmt.Sprintf("keeping a trace costs %d, and the pass over what it reads %d", keeping, passing)
		}
	} else if again := c.model.Of(def); again >= passing {
		return fmt.Sprintf("running an iteration again costs %s, and the pass over what it reads %d", amount(again), passing)
	}
	return ""
}

// amount is a cost, for a person.
func amount(n int64) string {
	if n >= units.Unbounded {
		return "as much as its loops"
	}
	return fmt.Sprint(n)
}

// stores says why the traces of the iterations of a loop that commutes are kept in an
// array, rather than made again, "" if they are not: making one costs more than its words, and the
// array takes no more memory than words(trace) times one that is there anyway. Not
// those of adds, whose iterations would have to run one after the other to keep them, nor
// where R has a branch of the iteration: it is chosen from Θ, as in the iteration that is run
// again, or by a tag, which is no number.
func (c *policies) stores(kind proc.LoopKind, body proc.Func) string {
	without := c.lib.Without()
	if without.Has(optim.Store) || without.Has(optim.TraceArrays) || kind != proc.SumOf && kind.BuildRank() == 0 {
		return ""
	}
	sig := c.sig(split.Store.F.Of(body))
	if c.err != nil {
		return ""
	}
	parts := proc.Elems(sig.Out)
	n := cost.Words(parts[1])
	if kind == proc.SumOf && deriv.Tangent(parts[0]) != parts[0] || !split.Plain(parts[1]) || n == 0 {
		return ""
	}
	def := c.definition(deriv.Trace.Of(split.Store.F.Of(body)))
	if def == nil || kind == proc.SumOf && !c.follows(def, func(proc.Ref) bool { return true }, true) {
		return ""
	}
	if again := c.model.Of(def); again > units.Word*n && !(c.branches(body) && c.branches(split.Store.R.Of(body))) {
		return fmt.Sprintf("running an iteration again costs %s, and keeping its trace %d", amount(again), units.Word*n)
	}
	return ""
}

// branches says that there is a Case in f, those that it calls left aside.
func (c *policies) branches(f proc.Func) bool {
	found := false
	if d := c.definition(f); d != nil {
		d.Body.Walk(func(s proc.Stmt) {
			_, isCase := s.(*proc.Case)
			found = found || isCase
		})
	}
	return found
}

// pass is what fusing a sum costs an iteration f, in words of a trace, each stored and loaded:
// of each array that is read, zeros are stored in ḡ, to which iterations add what
// they would add to θ̄, and then ḡ and θ̄ are loaded, and θ̄ is stored. An iteration has a part of
// an array that it reads at its own number, as large as its other axes make it.
func (c *policies) pass(f *proc.Def) int64 {
	n := int64(0)
	for _, r := range f.Zone {
		a, array := r.Type.(*proc.ArrayType)
		if !array || deriv.Discrete(r.Type) {
			continue
		}
		part := int64(2)
		if a.Rank > 1 && c.follows(f, func(s proc.Ref) bool { return s == r }, false) {
			for range a.Rank - 1 {
				part *= units.Iterations
			}
		}
		n += part
	}
	return n
}
