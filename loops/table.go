package loops

import (
	"procad/proc"
	"procad/proc/deriv"
	"procad/split"
)

// A Way is how a derivative of a loop goes. Each has a file, with its rules above a constant.
type Way string

// A Rule makes procedures of derived loops: those of some forms, of loops that go one way.
type Rule struct {
	Forms string // as deriv.Form writes them
	Way   Way
	Type  string // of what is made
	Calls string // derivations that it calls, of f itself and of each g that f runs
	Where string // the file with the rule
	Paper string // the rule in the paper
	make  func(*loop, *maker) (proc.Var, error)
}

// ways has the way of the forward derivative of each kind of loop, and of the reverse derivative
// where choose.go finds nothing better.
var ways = map[proc.LoopKind]Way{
	proc.NTimes: Kept, proc.Fold: Kept, proc.FoldR: Kept, proc.CCL: Kept, proc.While: Whiles,
	proc.MaxOf: Max, proc.ArgMax: Max, proc.SumOf: Commuting, proc.Adds: Adds,
}

func init() {
	for rank := 1; rank <= proc.MaxRank; rank++ {
		ways[proc.BuildKind(rank)] = Commuting
	}
}

// Rules are the part of the table of package derive that is of loops.
var Rules = []Rule{
	{"fwd", Kept, tangent2, "fwd$g", "loops/tangent.go", "", tangentState},
	{"fwd", Whiles, tangent2, "iteration.fwd$f", "loops/while.go", "", tangentWhile},
	{"iteration.fwd", Whiles, "part of fwd$f", "fwd$g", "loops/while.go", "", tangentWhileIteration},
	{"fwd", Max, tangent2, "fwd$g", "loops/max.go", "", tangentMax},
	{"fwd", Adds, tangent2, "iteration.fwd$f", "loops/adds.go", "", tangentAdds},
	{"fwd", Commuting, tangent2, "iteration.fwd$f", "loops/tangent.go", "", tangentCommute},
	{"iteration.fwd", Adds, "part of fwd$f", "fwd$g", "loops/tangent.go", "", tangentIteration},
	{"iteration.fwd", Commuting, "part of fwd$f", "fwd$g", "loops/tangent.go", "", tangentIteration},

	{"revf revf.store", Kept, forward, "iteration.revf$f", "loops/kept.go", "Figure 17", keptForward},
	{"iteration.revf iteration.revf.store", Kept, "part of revf$f", "revf$g, revf$unread.k$g", "loops/kept.go", "Figure 17", keptForwardIteration},
	{"revr revr.store", Kept, reverse, "iteration.revr$f", "loops/kept.go", "Figure 17", keptReverse},
	{"iteration.revr iteration.revr.store", Kept, "part of revr$f", "revr$g, revr$unread.k$g", "loops/kept.go", "Figure 17", keptReverseIteration},

	{"revf revf.store", Whiles, forward, "iteration.revf$f", "loops/while.go", "", whileForward},
	{"iteration.revf iteration.revf.store", Whiles, "part of revf$f", "revf$g", "loops/while.go", "", whileForwardIteration},
	{"revr revr.store", Whiles, reverse, "iteration.revr$f", "loops/while.go", "", whileReverse},
	{"iteration.revr iteration.revr.store", Whiles, "part of revr$f", "revr$g", "loops/while.go", "", whileReverseIteration},

	{"revf revf.store", Checkpoints, forward, "descend.revf$f, measure.revf$f, online.revf$f, save.revf$f, tape.revf$f", "loops/checkpoint.go", "", checkpointForward},
	{"save.revf save.revf.store descend.revf descend.revf.store advance.revf advance.revf.store tape.revf tape.revf.store tapeLast.revf tapeLast.revf.store", Checkpoints, "part of revf$f", "advance.revf$f, revf$g, save.revf$f, trace$revf$g", "loops/descent.go", "", checkpointIteration},
	{"measure.revf measure.revf.store", Checkpoints, "part of revf$f", "revf$g", "loops/sizes.go", "", checkpointIteration},
	{"online.revf online.revf.store thin.revf thin.revf.store thinTo.revf thinTo.revf.store thinBack.revf thinBack.revf.store", Checkpoints, "part of revf$f", "save.revf$f, thin.revf$f, thinBack.revf$f, thinTo.revf$f", "loops/online.go", "", checkpointIteration},
	{"revr revr.store", Checkpoints, reverse, "iteration.revr$f", "loops/checkpoint.go", "", checkpointReverse},
	{"iteration.revr iteration.revr.store restore.revr restore.revr.store resave.revr resave.revr.store", Checkpoints, "part of revr$f", "descend.revf$f, descend.revr$f, resave.revr$f, restore.revr$f, revr$g, tape.revf$f, tape.revr$f, tapeLast.revf$f, tapeLast.revr$f", "loops/descent.go", "", checkpointIteration},
	{"save.revr save.revr.store descend.revr descend.revr.store advance.revr advance.revr.store tape.revr tape.revr.store tapeLast.revr tapeLast.revr.store", Checkpoints, "part of revr$f", "advance.revr$f, erase.k$g, erase.k$revf$g, save.revr$f, trace$erase.k$revf$g", "loops/descent.go", "", checkpointIteration},

	{"revf", Replayed, forward, "", "loops/ccl.go", "Figure 19", cclForward},
	{"revr", Replayed, reverse, "iteration.revr$f", "loops/ccl.go", "Figure 19", cclReverse},
	{"iteration.revr", Replayed, "part of revr$f", "erase.k$revf$g, revf$g, revr$g", "loops/ccl.go", "Figure 19", cclReverseIteration},

	{"revf revf.store", Max, forward, "", "loops/max.go", "", maxForward},
	{"revr revr.store", Max, reverse, "revr$g, trace$revf$g", "loops/max.go", "", maxReverse},

	{"revf revf.store", FoldArgmax, forward, "iteration.revf$f", "loops/argmax.go", "", foldArgmaxForward},
	{"iteration.revf value.revf", FoldArgmax, "part of revf$f", "", "loops/argmax.go", "", foldArgmaxIteration},
	{"revr revr.store", FoldArgmax, reverse, "revr$value.revf$f, trace$revf$value.revf$f", "loops/argmax.go", "", foldArgmaxReverse},

	{"revf revf.store", Commuting, forward, "iteration.revf$f, revf$g", "loops/commute.go", "", commuteForward},
	{"iteration.revf.store", Commuting, "part of revf$f", "revf$g", "loops/commute_keep.go", "", commuteForwardIteration},
	{"revr revr.store", Commuting, reverse, "iteration.revr$f", "loops/commute.go", "", commuteReverse},
	{"iteration.revr iteration.revr.store", Commuting, "part of revr$f", "revr$g, trace$erase.k$revf$g, trace$revf$g", "loops/commute.go", "", commuteReverseIteration},

	{"revf.fuse", Sweep, forward, "iteration.revf$f", "loops/fuse.go", "", fuseForward},
	{"iteration.revf.fuse", Sweep, "part of revf$f", "revf$g, revr$g", "loops/fuse.go", "", fuseForwardIteration},
	{"revr.fuse", Sweep, reverse, "scalek.revr$f", "loops/fuse.go", "", fuseReverse},
	{"scalek.revr.fuse", Sweep, "part of revr$f", "", "loops/fuse.go", "", fuseScaleIteration},
}

// The types of derivatives of f : [Θ] S → T.
const (
	tangent2 = "[Θ, Θ̇] (S, δS) → (T, δT)"
	forward  = "[Θ] S → (T, X)"
	reverse  = "[Θ̄] (X, cot T) → cot S"
)

// WayOf is the way that d$loop{f}, or iteration.d$loop{f}, goes; empty if d is no derivative
// of a loop that a rule here makes.
func WayOf(lib split.Library, d proc.Deriv, loop proc.Func) (Way, error) {
	kind, _, _ := loop.Loop()
	whole := wholeOf(d)
	if whole == deriv.Fwd {
		return ways[kind], nil
	}
	policy, reverse := split.PolicyOf(whole)
	if !reverse {
		return "", nil
	}
	plan, err := lib.Plan(loop, policy)
	if err != nil {
		return "", err
	}
	return reverseWay(kind, plan), nil
}

// wholeOf is d of d and of iteration.d.
func wholeOf(d proc.Deriv) proc.Deriv {
	if whole, _, _, ok := deriv.IsIteration(d); ok {
		return whole
	}
	return d
}

func reverseWay(kind proc.LoopKind, plan *split.Plan) Way {
	switch plan.Name {
	case split.OneSweep:
		return Sweep
	case split.ReplayAll:
		return Replayed
	case split.StoreStates:
		return Checkpoints
	case split.WinningIteration:
		if plan.ArgMax != nil {
			return FoldArgmax
		}
		return Max
	}
	if way := ways[kind]; way != Adds {
		return way
	}
	return Commuting
}
