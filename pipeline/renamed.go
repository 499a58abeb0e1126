package pipeline

import "procad/internal/optim"

// renamed are the names that scripts may still have of passes, and those that they have.
var renamed = map[string]optim.Name{
	"adds":           optim.Reductions,
	"aside":          optim.Fission,
	"cut":            optim.Outlining,
	"elements":       optim.Fusion,
	"fuse":           optim.FusedSweep,
	"gather":         optim.ScalarPromotion,
	"guards":         optim.CheckHoisting,
	"speculation":    optim.Inspection,
	"keep":           optim.Store,
	"once":           optim.CSE,
	"outside":        optim.Factoring,
	"remake":         optim.Recompute,
	"running-powers": optim.StrengthReduction,
	"shapes":         optim.ShapeOnly,
	"slim":           optim.Minimise,
	"small":          optim.ScalarReplacement,
	"spans":          optim.IndexSets,
	"spare":          optim.BlockCache,
	"tidy":           optim.Simplify,
	"winner":         optim.ArgMax,
}
