package pipeline

import (
	"fmt"

	"github.com/dustin/go-humanize"

	"procad/internal/native"
	"procad/loops/schedule"
	"procad/proc/deriv"
	"procad/split"
)

// An automatic is what a loop does for which nobody has chosen a strategy, on this machine.
type automatic struct {
	strategy deriv.Strategy // auto, where it shows only in a run
	why      string         // empty where the plan says it
	plan     *split.Plan
}

// Automatic is the strategy in force where nobody has chosen one: auto, where it shows only in a run which one that is.
func (l *LoopPlan) Automatic() deriv.Strategy { return l.automatic.strategy }

// WhyAutomatic says why it is that one.
func (l *LoopPlan) WhyAutomatic() string {
	if why := l.automatic.plan.Why; l.automatic.why == "" {
		return why[len(why)-1]
	}
	return l.automatic.why
}

// decide finds that of a loop whose plan without a strategy is known, by the sizes of the first iteration: a schedule goes by them.
func (l *LoopPlan) decide(by *split.Plan) automatic {
	if by.Name != split.StoreStates {
		return automatic{deriv.Strategy{Kind: deriv.KeepAll}, "", by}
	}
	loop := l.Loop()
	loop.State, loop.Trace = l.FirstState.Hi, l.FirstTrace.Hi
	s, size := loop.Automatic(native.CacheBytes())
	exact := l.Iterations.Exact() && l.FirstState.Exact() && l.FirstTrace.Exact()
	if !exact && size != schedule.Fit && size != schedule.Few {
		return automatic{deriv.Strategy{Kind: deriv.Auto}, "not all sizes are known before the run", by}
	}
	why := ""
	switch size {
	case schedule.Few:
		why = "the iterations are few"
	case schedule.Fit:
		why = "all traces stay in the cache"
	case schedule.Leave:
		why = fmt.Sprintf("all traces would take %s and leave the cache, and those of %s iterations stay in it",
			humanize.IBytes(uint64(l.Loop().Bytes(0, loop.Iterations))), humanize.Comma(s.K))
	case schedule.Large:
		why = "all traces leave the cache, and those of a few iterations would, too"
	case schedule.Long:
		why = "there are more iterations than a schedule can have"
	}
	return automatic{s, why, by}
}

// predictAutomatic is the cost of the automatic strategy: an upper bound, where it shows only in a run.
func (l *LoopPlan) predictAutomatic() (schedule.Counts, error) {
	all := l.Loop()
	if s := l.automatic.strategy; s.Kind != deriv.Auto {
		return all.Automatically(s)
	}
	c, err := schedule.Predict(deriv.Strategy{Kind: deriv.KeepAll}, all)
	if err != nil || all.Iterations > schedule.MaxIterations {
		return c, err
	}
	k := max(1, native.CacheBytes()/max(1, l.FirstTrace.Hi))
	blocks, err := all.Automatically(deriv.Strategy{Kind: deriv.Every, K: k})
	c.Forward, c.Writes, c.Checkpoints, c.Repetitions = 2*all.Iterations, blocks.Writes, blocks.Checkpoints, 2
	if blocks.Bytes > c.Bytes {
		c.Bytes, c.Peak = blocks.Bytes, blocks.Peak
	}
	return c, err
}
