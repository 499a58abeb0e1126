package pipeline

import "procad/internal/optim"

// renamed are the names that scripts may still have of passes, and those that they have.
var renamed = map[string]optim.Name{
	"adds":              optim.Reductions,
	"aside":             optim.Fission,
	"cut":               optim.Outlining,
	"elements":          optim.Fusion,
	"fuse":              optim.FusedSweep,
	"gather":            optim.ScalarPromotion,
	"guards":            optim.CheckHoisting,
	"inspect":           optim.Inspection,
	"invariant-state":   optim.Folding,
	"keep":              optim.Store,
	"lane-cases":        optim.Lanes,
	"lane-fills":        optim.Lanes,
	"lane-interleaving": optim.Lanes,
	"lane-tiles":        optim.Lanes,
	"once":              optim.CSE,
	"outside":           optim.Factoring,
	"remake":            optim.Recompute,
	"running-powers":    optim.StrengthReduction,
	"shapes":            optim.ShapeOnly,
	"slim":              optim.Minimise,
	"small":             optim.ScalarReplacement,
	"spans":             optim.IndexSets,
	"spare":             optim.BlockCache,
	"speculation":       optim.Inspection,
	"tidy":              optim.Simplify,
	"value-ranges":      optim.CheckHoisting,
	"winner":            optim.ArgMax,
}
