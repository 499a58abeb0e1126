// Package gradcheck compares the reverse and the forward derivative of a
// function with each other and with finite differences.
//
// With φ(x) = ⟨ȳ, f(x)⟩, for ȳ = 1 where f(x) is a Real and a random one else:
//
//	reverse      x̄ = Jᵀ ȳ, at an entry                     vjp$f
//	forward      ⟨ȳ, J e⟩, for e = 1 at the entry           fwd$f
//	finite-diff  (4 D(h/2) - D(h)) / 3, D(h) = (φ(x + he) - φ(x - he)) / 2h
//	dot product  ⟨ȳ, J ẋ⟩ = ⟨Jᵀ ȳ, ẋ⟩, for a random ẋ
//
// The error of an entry is the larger of |reverse - forward| and
// |reverse - finite-diff|, in units of the larger of the entry and a
// thousandth of the largest entry of x̄.
package gradcheck
