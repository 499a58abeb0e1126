// Package proc is the single-use procedure language (Figure 20, completed) as
// a data structure and as a text format.
//
//	τ ::= Real | Int | () | (τ1, …, τn) | τ1 + τ2 | Array^r σ | Stack X        Bool is () + ()
//	s ::= b = Call f a | a = Const k | Elim a | t = Dup a
//	    | b = (a1, …, an) | (a1, …, an) = b | a = Inl b | a = Inr b
//	    | Case a (Inl x p) (Inr y q)
//	    | v' = Share v (s. p) | v' = Accum v (s. p) | x = Read s i… | Add s i… x
//	    | n = Size s k | Row s i… (r. p) | Choose c s1 s2 (r. p)
//	p ::= s | p ; p
//
// Typing is  Θ | Γ ⊢ p ⊣ Δ : from the linear variables Γ, each used exactly
// once, p makes the linear variables Δ. The names of zone Θ are used any
// number of times: a shared one can only be read, an accumulator can only be
// added to. What a nested procedure binds and does not use is in the
// co-context of the statement that holds it.
//
// A function takes one argument and gives one result, and takes names of Θ
// beside its argument. Every variable of a definition has one name of its own;
// branches of a Case bind the same names where both make the same Δ.
//
// The package knows no derivative, no strategy and no activity: which there are, what types they have,
// which strategies the name of a loop may have, and which other types of numbers there are beside Real, package deriv says.
package proc
