// Package bog differentiates by a record that goes from the forward to the reverse
// pass: paper 1, Section 11, Figures 24 and 25. The paper calls the record a BOG.
//
//		f(x: S): T = e  ──Converter──▶  the single-use dialect  ──Passes──▶  f_fbog : S → (T, B)     f_rbog : (δT, B) → δS
//
//	  - term.go, print.go: the dialect. Single in check.go says that every variable is used once.
//	  - single.go: definitions of package ks in the dialect; dup and elim stand where a variable is used twice, or not at all.
//	  - forward.go: Figure 24. reverse.go: Figure 25.
//	  - loop.go: both for case, build and fold, which the figures do not have. scan.go: a fold that keeps a vector.
//
// The paper is not sure whether a variable may be left unused. It may not: δx would
// not be bound. Variables without Rs have no δx, and are not counted.
package bog
