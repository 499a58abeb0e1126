package pipeline

import "procad/internal/optim"

// renamed are the names that scripts may still have of passes, and those that they have.
var renamed = map[string]optim.Name{
	"adds":           optim.Reductions,
	"apart":          optim.LoopOutlining,
	"aside":          optim.Fission,
	"cut":            optim.Outlining,
	"elements":       optim.Fusion,
	"facts":          optim.ValueRanges,
	"fixed":          optim.InvariantState,
	"fuse":           optim.FusedSweep,
	"gather":         optim.ScalarPromotion,
	"guards":         optim.CheckHoisting,
	"inspect":        optim.Speculation,
	"keep":           optim.Store,
	"lane-rows":      optim.LaneTiles,
	"lane-single":    optim.LaneSerial,
	"lane-windows":   optim.LaneRotation,
	"once":           optim.CSE,
	"outside":        optim.Factoring,
	"remake":         optim.Recompute,
	"room":           optim.Preallocation,
	"running-powers": optim.StrengthReduction,
	"shapes":         optim.ShapeOnly,
	"slim":           optim.Minimise,
	"small":          optim.ScalarReplacement,
	"spans":          optim.IndexSets,
	"spare":          optim.BlockCache,
	"through":        optim.Effects,
	"tidy":           optim.Simplify,
	"winner":         optim.ArgMax,
}
