package chad

// The operations on arrays of reals that the paper's examples have.

// A Vector is one of these operations. v is the cotangent of the result, vi is
// proj_i v, the tangent of argument i.
//
//	            Dop                     Dop^t
//	a + b       v1 + v2                 <v, v>
//	a * b       b * v1 + a * v2         <b * v, a * v>
//	A ⋆ x       v1 ⋆ x + A ⋆ v2         <v ⊗ x, Aᵀ ⋆ v>
//	sum a       sum v                   replicate(size a) v
//	replicate(n, x)   replicate(n) v2   <0, sum v>
type Vector string

// The operations: elementwise + and *, A ⋆ x, sum and replicate.
const (
	VAdd      Vector = "vadd"
	VMul      Vector = "vmul"
	MatVec    Vector = "matvec"
	VSum      Vector = "vsum"
	Replicate Vector = "vreplicate"
)

var (
	vectorType = ArrayType{RealType{}, 1}
	matrixType = ArrayType{RealType{}, 2}
)

// Name is that of the operation.
func (o Vector) Name() string { return string(o) }

func (o Vector) signature() (args []Type, result Type) {
	switch o {
	case VAdd, VMul:
		return []Type{vectorType, vectorType}, vectorType
	case MatVec:
		return []Type{matrixType, vectorType}, vectorType
	case VSum:
		return []Type{vectorType}, RealType{}
	}
	return []Type{IntType{}, RealType{}}, vectorType
}

// Result is real or an array.
func (o Vector) Result(args []Type) Type {
	want, result := o.signature()
	if len(want) != len(args) {
		return nil
	}
	for i, t := range want {
		if args[i] != t {
			return nil
		}
	}
	return result
}

// Derivative is Dop.
func (o Vector) Derivative(_ Calculus, xs []Term, _ []Type) LinTerm {
	v1 := linPart(v, 0, len(xs))
	v2 := linPart(v, 1, len(xs))
	switch o {
	case VAdd:
		return &LinPlus{v1, v2}
	case VMul:
		return &LinPlus{linOp(VScale, v1, xs[1]), linOp(VScale, v2, xs[0])}
	case MatVec:
		return &LinPlus{linOp(TimesVector, v1, xs[1]), linOp(MatrixTimes, v2, xs[0])}
	case VSum:
		return linOp(Total, v)
	}
	return linOp(Spread, v2, xs[0])
}

// Transpose is Dop^t.
func (o Vector) Transpose(_ Calculus, xs []Term, _ []Type) LinTerm {
	switch o {
	case VAdd:
		return &LinPair{v, v}
	case VMul:
		return &LinPair{linOp(VScale, v, xs[1]), linOp(VScale, v, xs[0])}
	case MatVec:
		return &LinPair{linOp(Outer, v, xs[1]), linOp(TransposeTimes, v, xs[0])}
	case VSum:
		return linOp(Spread, v, &Op{Op: Size{}, Args: xs})
	}
	return &LinPair{&LinZero{LUnit{}}, linOp(Total, v)}
}

func linOp(op VectorOp, t LinTerm, args ...Term) LinTerm { return &LinOp{op, args, t} }

// A VectorOp is a linear operation on arrays of reals, linear in v.
type VectorOp string

// The linear operations.
const (
	VScale         VectorOp = "vscale"     // a; v ↦ a * v, elementwise
	TimesVector    VectorOp = "v⋆"         // x; v ↦ v ⋆ x
	MatrixTimes    VectorOp = "⋆v"         // A; v ↦ A ⋆ v
	TransposeTimes VectorOp = "ᵀ⋆v"        // A; v ↦ Aᵀ ⋆ v
	Outer          VectorOp = "v⊗"         // x; v ↦ v ⊗ x
	Total          VectorOp = "vsum"       // ; v ↦ sum v
	Spread         VectorOp = "vreplicate" // n; v ↦ replicate(n) v
)

// Name is that of the operation.
func (o VectorOp) Name() string { return string(o) }

// Result is real_ or an array.
func (o VectorOp) Result(args []Type, from Linear) Linear {
	var vector, matrix Linear = LArray{LReal{}, 1}, LArray{LReal{}, 2}
	type signature struct {
		args         []Type
		from, result Linear
	}
	s := map[VectorOp]signature{
		VScale:         {[]Type{vectorType}, vector, vector},
		TimesVector:    {[]Type{vectorType}, matrix, vector},
		MatrixTimes:    {[]Type{matrixType}, vector, vector},
		TransposeTimes: {[]Type{matrixType}, vector, vector},
		Outer:          {[]Type{vectorType}, vector, matrix},
		Total:          {nil, vector, LReal{}},
		Spread:         {[]Type{IntType{}}, LReal{}, vector},
	}[o]
	if len(args) != len(s.args) || from != s.from || len(args) == 1 && args[0] != s.args[0] {
		return nil
	}
	return s.result
}
