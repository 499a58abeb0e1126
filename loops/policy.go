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

// ChoosePolicy is the policy of a loop in a definition that runs iterations again, with the
// reason: the traces of its iterations are stored where that costs less than to run
// them again, and a sum is fused where that costs less still, and where fuse says that
// its reverse pass follows at once.
func ChoosePolicy(lib split.Library, name proc.Func, fuse bool) (split.Policy, string, error) {
	kind, body, _ := name.Loop()
	c := &policies{lib: lib}
	c.model.Def = c.definition
	policy, why := split.Recompute, ""
	if fused := c.fuses(kind, body, fuse); fused != "" {
		policy, why = split.Fuse, fused
	} else if stored := c.stores(kind, body); stored != "" {
		policy, why = split.Store, stored
	}
	return policy, why, c.err
}

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

// fuses says why a sum is fused, "" if it is not: if there are loops in its iterations, or
// if storing their traces costs more than the pass over what they read. Otherwise running an
// iteration again costs less than that pass, but for one of adds, which nothing stores:
// there it is the costs that are compared. Where parameters are inactive the choice is
// the same, so that a part of a gradient is the same to the bit.
func (c *policies) fuses(kind proc.LoopKind, body proc.Func, fuse bool) string {
	if !fuse || c.lib.Without().Has(optim.FusedSweep) {
		return ""
	}
	sig, whole := c.sig(body), c.sig(deriv.Active(body))
	if c.err != nil || !fusible(kind, sig) || !fusible(kind, whole) {
		return ""
	}
	iteration := c.sig(split.Store.F.Of(deriv.Active(body)))
	if c.err != nil {
		return ""
	}
	trace, passes := proc.Elems(iteration.Out)[1], pass(whole.Zone)
	switch {
	case !proc.Scalar(trace):
		return "there are loops in its iterations"
	case kind == proc.Adds:
		def := c.definition(deriv.Trace.Of(split.Store.F.Of(deriv.Active(body))))
		if def == nil {
			return ""
		}
		if again := c.model.Of(def); again >= units.Word*passes {
			return fmt.Sprintf("running an iteration again costs %s, and the pass over what it reads %d", amount(again), units.Word*passes)
		}
		return ""
	}
	if n := cost.Words(trace); n > passes && c.stores(kind, deriv.Active(body)) != "" {
		return fmt.Sprintf("keeping a trace costs %d, and the pass over what it reads %d", units.Word*n, units.Word*passes)
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
	if def == nil || kind == proc.SumOf && !c.follows(def, def.Zone[0].Name) {
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

// pass is what fusing a sum costs, in words of a trace, each stored and loaded:
// of each array that is read, zeros are stored in ḡ, to which iterations add what
// they would add to θ̄, and then ḡ and θ̄ are loaded, and θ̄ is stored.
func pass(zone []proc.Ref) int64 {
	n := int64(0)
	for _, r := range zone {
		if _, array := r.Type.(*proc.ArrayType); array && !deriv.Discrete(r.Type) {
			n += 2
		}
	}
	return n
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
