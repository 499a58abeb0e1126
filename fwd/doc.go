// Package fwd makes forward derivatives: it carries a tangent along with every
// value.
//
//	Θ | Γ ⊢ p ⊣ Δ     gives     Θ, Θ̇ | Γ, Γ̇ ⊢ T[p] ⊣ Δ, Δ̇
//
// where ẋ : δT for x : T, and variables with δT = () have no dot. A definition
// f : S → T gives  fwd$f : (S, δS) → (T, δT).
package fwd
