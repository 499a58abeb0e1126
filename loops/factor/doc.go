// Package factor takes linear parts out of loops that reverse passes run.
//
//	Σᵢ Lᵀ yᵢ = Lᵀ Σᵢ yᵢ        for loop-invariant L
//
// Iterations that end in  s̄ += Lᵀ yᵢ  add up yᵢ instead, in an array that is made for
// them, and  s̄ += Lᵀ Y  runs once after the loop:
//
//	u = Call sum{T} [θ, s̄] n    ↦    Y = Accum 0 (Y. u = Call sum{rest$T} [θ, s̄, Y] n)
//	                                 Share Y (Y. Call sum{outside$T} [θ, s̄, Y] (n > 0 ? 1 : 0))
//
// The iteration is read as one tree of loops, in which it is known what is loop-invariant, where
// everything is, and what is added (proc/graph). From each Add that no iteration places
// differently the values go back through what is linear to where they are not (chain.go). If the
// iteration gets shorter by more than the adding up takes (live.go, weight.go, choose.go), the
// two procedures are written (write.go, after.go, factor.go).
package factor
