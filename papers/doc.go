// Package papers is the ground that the systems of the four papers stand on. Each
// system is a package below this one: a derivation of the gradient of the same
// programs, independent of the others and of the compiler, with the rules of its
// paper above the lines that implement them.
//
//	core ──delta──▶ gradient       paper 2: dual numbers with a tape
//	core ──ks──▶ Figure 1 of paper 1 ──linmap──▶ gradient      linear maps
//	                                 ──tupling──▶ gradient     values tupled with linear maps
//	                                 ──cl──▶ gradient          the categorical language
//	                                 ──bog──▶ gradient         a record from forward to reverse
//	core ──chad──▶ gradient        paper 4: CHAD
//	λ-terms ──vlad──▶ gradient     paper 3: derivatives attached to functions
//
// vlad has a language of its own, as paper 3 is about terms without types.
// compare runs all others, and the compiler beside them.
//
// What they share is core, which they start from, the values of core/eval, and the
// numbers of papers/number. core.Partials is the one table of partial derivatives,
// written without that of the compiler's primitives. A test in this package says that
// no system sees the compiler, which is compared with them.
package papers
