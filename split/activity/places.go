package activity

import (
	"math/big"

	"procad/proc"
	"procad/proc/deriv"
)

// The places of a type, from left to right, are its Reals and the arrays with
// Reals in their elements, which are inactive as a whole or not at all.

// Places is a set of places of a list of types, counted through from 0. It is
// written as a hexadecimal number, whose bit k stands for place k.
type Places struct{ bits big.Int }

// String writes the set as names of functions have it.
func (p *Places) String() string { return p.bits.Text(16) }

// parsePlaces is the inverse of String, for what deriv.IsInactive lets through.
func parsePlaces(text string) *Places {
	p := &Places{}
	p.bits.SetString(text, 16)
	return p
}

func (p *Places) empty() bool { return p.bits.Sign() == 0 }

// Inactive finds the places at which ts, types between τ and H τ, have Inactive.
func Inactive(ts ...proc.Type) *Places {
	p := &Places{}
	k := 0
	for _, t := range ts {
		each(t, func(inactive bool) bool {
			if inactive {
				p.bits.SetBit(&p.bits, k, 1)
			}
			k++
			return inactive
		})
	}
	return p
}

// in is ts with Inactive at the places of the set, and Real elsewhere; ok says that
// ts have as many places.
func (p *Places) in(ts []proc.Type) (inactive []proc.Type, ok bool) {
	k := 0
	inactive = make([]proc.Type, len(ts))
	for i, t := range ts {
		inactive[i] = each(t, func(bool) bool {
			k++
			return p.bits.Bit(k-1) == 1
		})
	}
	return inactive, p.bits.BitLen() <= k
}

// each goes through the places of t and holds those for which visit, which is
// told whether they are inactive, says so.
func each(t proc.Type, visit func(inactive bool) bool) proc.Type {
	switch t := t.(type) {
	case proc.RealType:
		return choose(visit(t == deriv.InactiveReal), t)
	case *proc.TupleType:
		elems := make([]proc.Type, len(t.Elems))
		for i, e := range t.Elems {
			elems[i] = each(e, visit)
		}
		return proc.NewTuple(elems...)
	case *proc.SumType:
		l := each(t.L, visit)
		return proc.NewSum(l, each(t.R, visit))
	case *proc.ArrayType:
		if deriv.Discrete(deriv.Activate(t)) {
			return t
		}
		return choose(visit(deriv.Discrete(t)), t)
	}
	return t
}

func choose(inactive bool, t proc.Type) proc.Type {
	if inactive {
		return deriv.Deactivate(t)
	}
	return deriv.Activate(t)
}

// join is the type that both a and b can be freed to.
//
//	Inactive ⊔ Inactive = Inactive      Inactive ⊔ Real = Real
func join(a, b proc.Type) proc.Type {
	if a == b {
		return a
	}
	switch a := a.(type) {
	case *proc.TupleType:
		b := b.(*proc.TupleType)
		elems := make([]proc.Type, len(a.Elems))
		for i, e := range a.Elems {
			elems[i] = join(e, b.Elems[i])
		}
		return proc.NewTuple(elems...)
	case *proc.SumType:
		b := b.(*proc.SumType)
		return proc.NewSum(join(a.L, b.L), join(a.R, b.R))
	}
	return deriv.Activate(a)
}

// whole is t, or t lifted if anything in it is active.
func whole(t proc.Type) proc.Type {
	if deriv.Discrete(t) {
		return t
	}
	return deriv.Activate(t)
}

func mapped(ts []proc.Type, to func(proc.Type) proc.Type) []proc.Type {
	out := make([]proc.Type, len(ts))
	for i, t := range ts {
		out[i] = to(t)
	}
	return out
}
