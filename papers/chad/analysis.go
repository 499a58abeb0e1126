package chad

import (
	"slices"

	"procad/core"
	"procad/core/eval"
	"procad/internal/diag"
	"procad/papers/number"
)

// An Analysis is a monoid for the (co)tangents of reals, and what the primitives do to
// it: with another one D→ and D← are other dynamic analyses than derivatives, section 11.3.
// All other rules are the same.
type Analysis struct {
	Name     string
	Calculus Calculus
	Tangents func(d number.Domain) Tangents
	Zero     func(d number.Domain) eval.Value // the 0 of the ground monoid, as a value
}

// Differentiation is real_, with + and *.
var Differentiation = Analysis{"derivatives", Derivatives, func(d number.Domain) Tangents { return reals{d} }, zeroOf}

// Activity says by D← on which inputs a result depends with a derivative that is not 0
// everywhere, and by D→ which results depend on given inputs: the monoid is (Bool, false, or), and a
// partial derivative, unless it is the constant 0, takes what it scales as it is.
var Activity = Analysis{"activity", Derivatives, func(number.Domain) Tangents { return active{} }, func(number.Domain) eval.Value { return false }}

// Provenance says by D→ which inputs a result was computed from, of those that are
// labelled: the monoid is sets of labels, with ∪. A primitive depends on all of its arguments.
var Provenance = Analysis{"provenance", Dependence, func(number.Domain) Tangents { return sources{} }, func(number.Domain) eval.Value { return []string{} }}

// Formal is formal derivatives of polynomials over a commutative semiring, which takes the
// place of the reals in the values too.
var Formal = Analysis{"formal derivatives", Derivatives, func(d number.Domain) Tangents { return reals{d} }, zeroOf}

func zeroOf(d number.Domain) eval.Value { return d.Literal(diag.Pos{}, 0) }

// reals is real_ of a domain: its numbers, with + and *.
type reals struct{ number.Domain }

func (r reals) Plus(a, b Value) Value  { return r.Prim(diag.Pos{}, core.Add, a, b) }
func (r reals) Scale(c, v Value) Value { return r.Prim(diag.Pos{}, core.SMul, v, c) }

// active is (Bool, or). false is 0, so its only other element is true.
type active struct{}

func (active) Plus(Value, Value) Value      { return true }
func (active) Scale(_ Value, v Value) Value { return v }

// sources is sets of labels in order, none twice; {} is 0.
type sources struct{}

func (sources) Plus(a, b Value) Value {
	all := slices.Concat(a.([]string), b.([]string))
	slices.Sort(all)
	return slices.Compact(all)
}

func (sources) Scale(_, v Value) Value { return v }

// Booleans is the semiring (Bool, false, or, true, and) as a domain of numbers: 0 is false and every
// other literal true. Other primitives have no meaning in it.
func Booleans() number.Domain { return &booleans{} }

type booleans struct{ count int64 }

func (*booleans) Name() string                             { return "Booleans" }
func (*booleans) Literal(_ diag.Pos, x float64) eval.Value { return x != 0 }
func (*booleans) Input(x float64) (eval.Value, error)      { return x != 0, nil }
func (b *booleans) Operations() int64                      { return b.count }

func (b *booleans) Prim(pos diag.Pos, op core.Op, args ...eval.Value) eval.Value {
	b.count++
	if x, ok := args[0].(bool); ok {
		switch op {
		case core.Add:
			return x || args[1].(bool)
		case core.Mul, core.SMul, core.ZMul:
			return x && args[1].(bool)
		}
	}
	return number.Float().Prim(pos, op, args...)
}
