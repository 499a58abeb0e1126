package pipeline

import (
	"cmp"
	"math"
	"slices"

	"procad/loops/schedule"
	"procad/proc"
	"procad/proc/deriv"
)

// mostPlans bounds how many plans are made, and how many of them are looked at.
const mostPlans = 300

// fastest finds the fastest plan that needs no more memory than is given, nil if none does, and
// the least memory that was found.
func (a *auto) fastest(memory int64) (best *plan, least int64, err error) {
	if a.combinations() > mostPlans {
		return a.byLoop(memory)
	}
	least = math.MaxInt64
	for _, p := range a.plans() {
		peak, err := a.peak(p.strategies)
		if err != nil {
			return nil, 0, err
		}
		least = min(least, peak)
		if peak <= memory {
			return &p, least, nil
		}
	}
	return nil, least, nil
}

// combinations is how many plans there are, or more than mostPlans.
func (a *auto) combinations() int {
	n := 1
	for _, l := range a.loops {
		if n *= len(l.candidates(len(a.loops))); n > mostPlans {
			break
		}
	}
	return n
}

// plans are all combinations of strategies, the fastest first.
func (a *auto) plans() []plan {
	plans := []plan{{}}
	for _, l := range a.loops {
		var longer []plan
		for _, s := range l.candidates(len(a.loops)) {
			for _, p := range plans {
				longer = append(longer, plan{strategies: append(slices.Clone(p.strategies), s)})
			}
		}
		plans = longer
	}
	for i := range plans {
		plans[i].time = a.time(plans[i].strategies)
	}
	a.sort(plans)
	return plans
}

// byLoop is for more combinations than are looked at. If the fastest plan does not fit, it starts
// with what keeps least, and gives one loop after the other the fastest strategy that fits. The
// loop whose strategy saves most time is the first.
func (a *auto) byLoop(memory int64) (best *plan, least int64, err error) {
	fast, slow := make([]deriv.Strategy, len(a.loops)), make([]deriv.Strategy, len(a.loops))
	for i, l := range a.loops {
		list := l.candidates(len(a.loops))
		fast[i], slow[i] = list[0], list[len(list)-1]
	}
	peak, err := a.peak(fast)
	if err != nil || peak <= memory {
		return &plan{strategies: fast, time: a.time(fast)}, peak, err
	}
	least = peak
	if peak, err = a.peak(slow); err != nil {
		return nil, 0, err
	}
	if least = min(least, peak); peak > memory {
		return nil, least, nil
	}
	best = &plan{strategies: slow, time: a.time(slow)}
	tried := 2
	for _, i := range a.bySaving(best, fast) {
		for _, p := range a.others(best, i) {
			if p.time >= best.time || tried == mostPlans {
				break
			}
			tried++
			peak, err := a.peak(p.strategies)
			if err != nil {
				return nil, 0, err
			}
			if peak <= memory {
				best = &p
				break
			}
		}
	}
	return best, least, nil
}

// others are the plans that differ from p in the strategy of a loop at most, the fastest first.
func (a *auto) others(p *plan, loop int) []plan {
	var plans []plan
	for _, s := range a.loops[loop].candidates(len(a.loops)) {
		strategies := slices.Clone(p.strategies)
		strategies[loop] = s
		plans = append(plans, plan{strategies: strategies, time: a.time(strategies)})
	}
	a.sort(plans)
	return plans
}

// bySaving are the loops in the order of the time that their fastest strategies save.
func (a *auto) bySaving(p *plan, fast []deriv.Strategy) []int {
	order, times := make([]int, len(fast)), make([]float64, len(fast))
	for i := range fast {
		strategies := slices.Clone(p.strategies)
		strategies[i] = fast[i]
		order[i], times[i] = i, a.time(strategies)
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(times[i], times[j]) })
	return order
}

func (a *auto) sort(plans []plan) {
	slices.SortStableFunc(plans, func(p, q plan) int { return cmp.Compare(p.time, q.time) })
}

// fastest is the strategy of the loop where nothing bounds its memory. Where it is not known before the run, it is
// store, whose memory does not depend on the machine that runs.
func (l *LoopPlan) fastest() deriv.Strategy {
	if s := l.Automatic(); s.Chosen() {
		return s
	}
	return deriv.Strategy{Kind: deriv.KeepAll}
}

// candidates are strategies between the fastest and the one that keeps least.
func (l *autoLoop) candidates(loops int) []deriv.Strategy {
	list := []deriv.Strategy{l.fastest()}
	n := l.Iterations.Hi
	steps := []int64{1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20, 26, 40, 80}
	switch {
	case loops == 2:
		steps = []int64{1, 2, 3, 5, 10, 26}
	case loops > 2:
		steps = []int64{2, 10}
	}
	seen := map[int64]bool{}
	for _, r := range steps {
		s := schedule.CheckpointsFor(n, r)
		if s < 2 || seen[s] {
			continue
		}
		seen[s] = true
		if l.Site.Kind != proc.While {
			list = append(list, deriv.Strategy{Kind: deriv.Mixed, K: s})
		}
		list = append(list, deriv.Strategy{Kind: deriv.Binomial, K: s})
	}
	return append(list, deriv.Strategy{Kind: deriv.Recompute})
}
