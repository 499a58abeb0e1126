package chad

import (
	"strconv"

	"procad/core"
	"procad/internal/diag"
)

// An Operation is op ∈ Op. A source program has those that are Differentiable;
// the target language has those of target_operation.go too.
type Operation interface {
	Name() string
	Result(args []Type) Type // nil if op does not take such arguments
	eval(m *machine, at diag.Pos, args []Value) Value
}

// Differentiable is an operation with its derivatives, section 7.3: the one thing
// that CHAD is told about it.
//
//	x1 : τ1, …, xk : τk; v : D(τ1)₂*…*D(τk)₂ ⊢ Dop  : D(σ)₂
//	x1 : τ1, …, xk : τk; v : D(σ)₂           ⊢ Dop^t : D(τ1)₂*…*D(τk)₂
type Differentiable interface {
	Operation
	Derivative(c Calculus, xs []Term, types []Type) LinTerm
	Transpose(c Calculus, xs []Term, types []Type) LinTerm
}

// A Calculus is what the primitives on numbers have as partial derivatives in
// their arguments: nil is 0.
type Calculus func(op core.Op, xs []Term) []Term

// Derivatives is the calculus of derivatives: core's table, as terms.
func Derivatives(op core.Op, xs []Term) []Term { return core.Partials(terms{}, op, xs) }

// Dependence is the calculus of what depends on what: a Real result on each
// argument (section 11.3).
func Dependence(op core.Op, xs []Term) []Term {
	partials := make([]Term, len(xs))
	for i := range xs {
		partials[i] = constant(1)
	}
	return partials
}

// terms is the algebra of terms.
type terms struct{}

func (terms) Real(x float64) Term { return constant(x) }
func (terms) Int(n int64) Term    { return whole(n) }

func (terms) Prim(op core.Op, args ...Term) Term {
	if x, ok := constantOf(args[0]); ok && op == core.Neg {
		return constant(-x)
	}
	return &Op{Op: Scalar{op}, Args: args}
}

func (terms) If(cond Term, then, otherwise func() Term) Term {
	return &Case{cond, newVar("_", UnitType{}), newVar("_", UnitType{}), then(), otherwise()}
}

// Constant is a number: an operation without arguments.
type Constant struct {
	Value float64
	Int   int64
	Whole bool // Int, not Value
}

func constant(x float64) Term { return &Op{Op: Constant{Value: x}} }
func whole(n int64) Term      { return &Op{Op: Constant{Int: n, Whole: true}} }

// constantOf is the real number that t is.
func constantOf(t Term) (float64, bool) {
	if op, ok := t.(*Op); ok {
		c, ok := op.Op.(Constant)
		return c.Value, ok && !c.Whole
	}
	return 0, false
}

// Name is the number.
func (c Constant) Name() string {
	if c.Whole {
		return strconv.FormatInt(c.Int, 10)
	}
	return strconv.FormatFloat(c.Value, 'g', -1, 64)
}

// Result is real or int.
func (c Constant) Result(args []Type) Type {
	switch {
	case len(args) > 0:
		return nil
	case c.Whole:
		return IntType{}
	}
	return RealType{}
}

// Derivative is that of c: 0. Its transpose gives <>.
func (c Constant) Derivative(Calculus, []Term, []Type) LinTerm {
	if c.Whole {
		return &LinZero{LUnit{}}
	}
	return &LinZero{LReal{}}
}

// Transpose is <>.
func (Constant) Transpose(Calculus, []Term, []Type) LinTerm { return &LinUnit{} }

// Scalar is a primitive of core: a function of numbers and Bools.
type Scalar struct{ Op core.Op }

// Name is that of core.
func (o Scalar) Name() string { return string(o.Op) }

// Result is that of core.
func (o Scalar) Result(args []Type) Type {
	types := make([]core.Type, len(args))
	for i, t := range args {
		switch t {
		case Type(RealType{}):
			types[i] = core.Real
		case Type(IntType{}):
			types[i] = core.Int
		case Type(boolType):
			types[i] = core.Bool
		default:
			return nil
		}
	}
	switch core.PrimType(o.Op, types) {
	case core.Real:
		return RealType{}
	case core.Int:
		return IntType{}
	case core.Bool:
		return boolType
	}
	return nil
}

// Derivative is the sum over the arguments.
//
//	Dop(x1, …, xk; v) = Σ ∂i op(x1, …, xk) * proj_i v
func (o Scalar) Derivative(c Calculus, xs []Term, types []Type) LinTerm {
	var sum []LinTerm
	for i, partial := range o.partials(c, xs, types) {
		if partial != nil {
			sum = append(sum, scaled(partial, linPart(v, i, len(xs))))
		}
	}
	return plus(Forward.tangent(o.Result(types)), sum...)
}

// Transpose is the tuple of the arguments.
//
//	Dop^t(x1, …, xk; v) = <∂1 op(x1, …, xk) * v, …, ∂k op(x1, …, xk) * v>
func (o Scalar) Transpose(c Calculus, xs []Term, types []Type) LinTerm {
	parts := make([]LinTerm, len(xs))
	for i, partial := range o.partials(c, xs, types) {
		parts[i] = &LinZero{Forward.tangent(types[i])}
		if partial != nil {
			parts[i] = scaled(partial, v)
		}
	}
	return linPairs(parts...)
}

// partials is ∂1 op, …, ∂k op. Those that are 0 are nil, as are those in what is not real.
func (o Scalar) partials(c Calculus, xs []Term, types []Type) []Term {
	partials := make([]Term, len(xs))
	if o.Result(types) != Type(RealType{}) {
		return partials
	}
	for i, partial := range c(o.Op, xs) {
		if x, ok := constantOf(partial); types[i] == Type(RealType{}) && !(ok && x == 0) {
			partials[i] = partial
		}
	}
	return partials
}

// scaled is c * t.
func scaled(c Term, t LinTerm) LinTerm {
	if x, ok := constantOf(c); ok && x == 1 {
		return t
	}
	return &LinOp{Scale{}, []Term{c}, t}
}
