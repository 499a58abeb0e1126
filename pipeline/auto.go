package pipeline

import (
	"fmt"
	"math"
	"slices"

	"github.com/dustin/go-humanize"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/estimate"
	"procad/internal/units"
	"procad/proc"
	"procad/proc/deriv"
)

// CodeNoPlan: no choice of strategies needs as little memory as is given.
const CodeNoPlan = "no-plan"

// A Decision is what Auto chose.
type Decision struct {
	Choices []Choice
	Peak    int64 // an upper bound of what native code has in use at once
	All     bool  // all combinations of strategies stood for choice
}

// Auto gives strategies to the loops of a function that have auto, or, where no
// loop has, to those that have none: the fastest for which a gradient needs no
// more memory than is given. Nothing is run: how long a plan takes is reckoned
// from operations, and its memory is that of bound.Run. Only a Real has a gradient.
func (u *Unit) Auto(d *proc.Def, args *data.Args, memory int64) (*Decision, error) {
	if d.Out.Type != proc.Real {
		return nil, u.notReal(d, args.Interface.Result)
	}
	a, err := u.newAuto(d, args)
	if err != nil {
		return nil, err
	}
	best, least, err := a.fastest(memory)
	if err != nil {
		return nil, err
	}
	if best == nil {
		return nil, a.none(memory, least)
	}
	if err := a.refine(best, memory); err != nil {
		return nil, err
	}
	peak, err := a.peak(best.strategies)
	if err != nil {
		return nil, err
	}
	for _, l := range a.loops {
		u.chosen[l.Site.Body] = a.why(peak, memory)
	}
	return &Decision{a.choices(best.strategies), peak, a.combinations() <= mostPlans}, nil
}

// why says what the choice is by.
func (a *auto) why(peak, memory int64) string {
	why := fmt.Sprintf("auto: the lowest counted cost of those tried that fit; the gradient needs at most %s of %s", humanize.IBytes(uint64(peak)), humanize.IBytes(uint64(memory)))
	if peak == math.MaxInt64 { // as much memory as there is
		why = "auto: the lowest counted cost of those tried; no bound on the memory of the gradient is known"
	}
	if a.combinations() > mostPlans {
		why += fmt.Sprintf("; not all combinations of strategies for %d loops were tried", len(a.loops))
	}
	return why
}

// auto is the work of Auto.
type auto struct {
	unit  *Unit
	def   *proc.Def
	zone  []*estimate.Value
	arg   *estimate.Value
	loops []*autoLoop
	peaks map[string]int64
}

// An autoLoop is a loop that a strategy is chosen for.
type autoLoop struct {
	*LoopPlan
	iteration float64 // the time of an iteration, loops in it included
	within    *autoLoop
	inner     []*autoLoop
	each      float64 // how often it is begun in an iteration of the loop around it, or in all
}

// A plan is a strategy for each loop.
type plan struct {
	strategies []deriv.Strategy
	time       float64
}

func (u *Unit) newAuto(d *proc.Def, args *data.Args) (*auto, error) {
	zone, arg, err := args.For(d)
	if err != nil {
		return nil, err
	}
	a := &auto{unit: u, def: d, arg: estimate.TupleOf(estimate.Of(arg), estimate.RealValue()), peaks: map[string]int64{}}
	for _, v := range zone {
		a.zone = append(a.zone, estimate.Of(v))
	}
	all, err := u.Loops(d, args)
	if err != nil {
		return nil, err
	}
	asked := slices.ContainsFunc(all, func(p *LoopPlan) bool { return p.Site.Strategy().Kind == deriv.Auto })
	for _, p := range all {
		kind := p.Site.Strategy().Kind
		if p.Chooses() && (kind == deriv.Auto || !asked && kind == "") {
			a.loops = append(a.loops, &autoLoop{LoopPlan: p, iteration: p.iteration})
		}
	}
	return a, a.nest()
}

// nest finds the loop around each loop: of those whose iterations reach it, the one
// that the others reach, too.
func (a *auto) nest() error {
	reach := map[*autoLoop]map[proc.Func]bool{}
	for _, l := range a.loops {
		p, err := a.unit.Closure(l.Site.Body)
		if err != nil {
			return err
		}
		reach[l] = map[proc.Func]bool{}
		for _, d := range p.Defs {
			reach[l][d.Name] = true
		}
	}
	for _, l := range a.loops {
		for _, o := range a.loops {
			if o != l && reach[o][l.Site.In] && (l.within == nil || reach[l.within][o.Site.In]) {
				l.within = o
			}
		}
		l.each = mean(l.Entries)
	}
	for _, l := range a.loops {
		if o := l.within; o != nil {
			o.inner = append(o.inner, l)
			l.each = mean(l.Entries) / max(mean(o.Entries)*mean(o.Iterations), 1)
		}
	}
	return nil
}

func mean(i estimate.Interval) float64 { return (float64(i.Lo) + float64(i.Hi)) / 2 }

// time reckons the time of the loops' reverse passes, in the units of package cost. With F forward iterations
// for n, of which n are taped,
//
//	time(l) = (F - n) iteration + n (units.Reverse own + Σ each time(inner))        own: an iteration without the loops in it
func (a *auto) time(strategies []deriv.Strategy) float64 {
	of := map[*autoLoop]deriv.Strategy{}
	for i, l := range a.loops {
		of[l] = strategies[i]
	}
	var time func(l *autoLoop) float64
	time = func(l *autoLoop) float64 {
		n := mean(l.Iterations)
		f := n // of the fastest one, too: where it runs iterations again, memory would take longer
		if c, err := l.Predict(of[l]); err == nil && l.Iterations.Hi > 0 && of[l] != l.fastest() {
			f = float64(c.Forward) * n / float64(l.Iterations.Hi)
		}
		own, inside := l.iteration, 0.0
		for _, i := range l.inner {
			own -= i.each * mean(i.Iterations) * i.iteration
			inside += i.each * time(i)
		}
		return (f-n)*l.iteration + n*(units.Reverse*max(own, units.Op)+inside)
	}
	total := 0.0
	for _, l := range a.loops {
		if l.within == nil {
			total += l.each * time(l)
		}
	}
	return total
}

func (a *auto) choices(strategies []deriv.Strategy) []Choice {
	choices := make([]Choice, len(a.loops))
	for i, l := range a.loops {
		choices[i] = Choice{Loops{Body: l.Site.Body}, strategies[i]}
	}
	return choices
}

// peak is a bound on the memory of value and gradient. The program has the
// strategies then.
func (a *auto) peak(strategies []deriv.Strategy) (int64, error) {
	if err := a.unit.Checkpoint(a.choices(strategies)...); err != nil {
		return 0, err
	}
	key := fmt.Sprint(strategies)
	if peak, ok := a.peaks[key]; ok {
		return peak, nil
	}
	r, err := a.unit.bound(deriv.VJP.Of(a.def.Name), a.zone, a.arg)
	if err != nil {
		return 0, err
	}
	a.peaks[key] = r.Peak
	return r.Peak, nil
}

// refine gives loops more checkpoints, as long as everything fits.
func (a *auto) refine(p *plan, memory int64) error {
	for i, l := range a.loops {
		s := p.strategies[i]
		if s.Kind != deriv.Binomial && s.Kind != deriv.Mixed {
			continue
		}
		fits, high := s.K, max(l.Iterations.Hi, 2)
		for step := s.K; fits < high && step > 0; {
			more := slices.Clone(p.strategies)
			more[i].K = min(fits+step, high)
			peak, err := a.peak(more)
			if err != nil {
				return err
			}
			if peak <= memory {
				fits = more[i].K
				continue
			}
			high = more[i].K - 1
			step = min(step/2, high-fits)
		}
		p.strategies[i].K = fits
	}
	return nil
}

// none says that no plan fits, and what would.
func (a *auto) none(memory, least int64) error {
	err := diag.Errorf(a.def.Pos, CodeNoPlan, "with every choice of strategies the gradient of %.100s needs more than %s bytes", a.unit.Given(a.def.Name), humanize.Comma(memory)).In(a.unit.Source.Name)
	switch {
	case least == math.MaxInt64:
		return err.Hintf("no bound on its memory is known")
	case len(a.loops) == 0:
		return err.Hintf("it has no loop that takes a strategy, and needs up to %s bytes", humanize.Comma(least))
	}
	return err.Hintf("the best choice that was found needs up to %s bytes", humanize.Comma(least))
}
