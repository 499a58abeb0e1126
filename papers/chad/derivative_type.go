package chad

// A Mode is forward, D→, or reverse, D←.
type Mode int

// The modes.
const (
	Forward Mode = iota
	Reverse
)

func (m Mode) String() string {
	if m == Forward {
		return "D→"
	}
	return "D←"
}

// primal is D(τ)₁ (sections 7.4 and 7.5; sums: Lucatelli Nunes and Vákár).
//
//	D(real)₁ = real          D(int)₁ = int            D(1)₁ = 1
//	D(τ*σ)₁ = D(τ)₁*D(σ)₁    D(τ+σ)₁ = D(τ)₁+D(σ)₁    D(τ[_])₁ = D(τ)₁[_]
//	D→(τ → σ)₁ = D→(τ)₁ → D→(σ)₁ * (D→(τ)₂ ⊸ D→(σ)₂)
//	D←(τ → σ)₁ = D←(τ)₁ → D←(σ)₁ * (D←(σ)₂ ⊸ D←(τ)₂)
func (m Mode) primal(t Type) Type {
	switch t := t.(type) {
	case ProdType:
		return ProdType{m.primal(t.A), m.primal(t.B)}
	case SumType:
		return SumType{m.primal(t.A), m.primal(t.B)}
	case ArrayType:
		return ArrayType{m.primal(t.Elem), t.Rank}
	case FunType:
		return FunType{m.primal(t.From), ProdType{m.primal(t.To), m.derivative(m.tangent(t.From), m.tangent(t.To))}}
	}
	return t
}

// tangent is D(τ)₂, of tangents or of cotangents.
//
//	D(real)₂ = real_         D(int)₂ = 1_             D(1)₂ = 1_
//	D(τ*σ)₂ = D(τ)₂*D(σ)₂    D(τ+σ)₂ = D(τ)₂⊕D(σ)₂    D(τ[_])₂ = D(τ)₂[_]
//	D→(τ → σ)₂ = D→(τ)₁ → D→(σ)₂
//	D←(τ → σ)₂ = !D←(τ)₁ ⊗ D←(σ)₂
func (m Mode) tangent(t Type) Linear {
	switch t := t.(type) {
	case RealType:
		return LReal{}
	case IntType, UnitType:
		return LUnit{}
	case ProdType:
		return LProd{m.tangent(t.A), m.tangent(t.B)}
	case SumType:
		return LSum{m.tangent(t.A), m.tangent(t.B)}
	case ArrayType:
		return LArray{m.tangent(t.Elem), t.Rank}
	case FunType:
		if m == Forward {
			return Power{m.primal(t.From), m.tangent(t.To)}
		}
		return Copower{m.primal(t.From), m.tangent(t.To)}
	}
	panic("chad: " + t.String() + " is not a type of the source language")
}

// derivative is the type of derivatives of functions whose arguments and results
// have the given (co)tangents: A ⊸ B forward, B ⊸ A in reverse.
func (m Mode) derivative(arg, result Linear) Type {
	if m == Forward {
		return LFunType{arg, result}
	}
	return LFunType{result, arg}
}

// result is the type of D(t) for Γ ⊢ t : τ, where context is D(Γ)₂.
//
//	D→(Γ)₁ ⊢ D→(t) : D→(τ)₁ * (D→(Γ)₂ ⊸ D→(τ)₂)
//	D←(Γ)₁ ⊢ D←(t) : D←(τ)₁ * (D←(τ)₂ ⊸ D←(Γ)₂)
func (m Mode) result(t Type, context Linear) Type {
	return ProdType{m.primal(t), m.derivative(context, m.tangent(t))}
}
