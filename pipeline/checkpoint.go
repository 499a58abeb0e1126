package pipeline

import (
	"fmt"
	"slices"
	"strings"

	"procad/internal/diag"
	"procad/loops"
	"procad/proc"
	"procad/proc/deriv"
)

// Codes of the messages about loops and their strategies.
const (
	// CodeNoLoop: no loop has the label or the position that is given.
	CodeNoLoop = "no-such-loop"
	// CodeStrategy: a strategy that does not exist, or that a loop cannot have.
	CodeStrategy = "bad-strategy"
	// CodeOrder: the iterations of a ccl do not commute.
	CodeOrder = "ccl-order"
)

// Checkpoint gives loops of the program strategies, later choices before
// earlier ones. Whatever was derived before is forgotten.
func (u *Unit) Checkpoint(choices ...Choice) error {
	if len(choices) == 0 {
		return nil
	}
	all := loops.Sequential(u.Program)
	sites := loops.Sites(u.Program)
	if u.chosen == nil {
		u.chosen = map[proc.Func]string{}
	}
	for _, c := range choices {
		found := false
		for _, s := range c.Loops.Among(sites) {
			if s.Kind == proc.While && !c.Strategy.Online() {
				if c.Loops.All() {
					continue
				}
				return diag.Errorf(s.Pos, CodeStrategy, "a while loop cannot have the strategy %s", c.Strategy).In(u.Source.Name).
					Hintf("how often it iterates is not known before it ends; it can have store, recompute, every(k) or binomial(s)")
			}
			found = true
			s.Set(c.Strategy)
			u.chosen[s.Body] = byCommand
		}
		if !found && c.Loops.All() {
			return diag.Errorf(diag.Pos{}, CodeNoLoop, "no loop of the program can have the strategy %s", c.Strategy).In(u.Source.Name).Hintf("%s", loopNames(all))
		}
		if !found {
			return u.noLoop(c.Loops, all)
		}
	}
	u.Forget()
	return nil
}

// noLoop says that none of some loops is meant that takes a strategy.
func (u *Unit) noLoop(which Loops, all []loops.Site) error {
	for _, s := range which.Among(all) {
		if s.Fixed != "" {
			return diag.Errorf(s.Pos, CodeStrategy, "this loop takes no strategy: %s", s.Fixed).In(u.Source.Name).Hintf("%s", loopNames(all))
		}
	}
	return diag.Errorf(diag.Pos{}, CodeNoLoop, "no sequential loop is called %.100s", which).In(u.Source.Name).Hintf("%s", loopNames(all))
}

const byCommand = "the command line"

// ByCommand says that the command line gave a loop its strategy.
func (u *Unit) ByCommand(s loops.Site) bool { return u.chosen[s.Body] == byCommand }

// Why says who chose the strategy of a loop, and why, as far as the plan does not say it.
func (u *Unit) Why(p *LoopPlan) string {
	s := p.Site.Strategy()
	who := "the default"
	switch {
	case u.chosen[p.Site.Body] != "" && s.Kind != deriv.Auto:
		return u.chosen[p.Site.Body]
	case s.Kind == deriv.Auto:
		who = "auto"
	case s.Kind != "":
		return "the program"
	}
	if p.automatic.why != "" {
		who += ": " + p.automatic.why
	}
	return who
}

// loopNames lists those of some loops that take a strategy.
func loopNames(all []loops.Site) string {
	sites := slices.DeleteFunc(slices.Clone(all), func(s loops.Site) bool { return s.Fixed != "" })
	switch {
	case len(sites) == 0 && len(all) > 0:
		return "the loops of the program stand for recursions, which take no strategy: write nTimes, fold, while, or tail calls"
	case len(sites) == 0:
		return "the program has no loops nTimes, fold or while with a state; a fold that only adds has one if it has a label or a strategy"
	}
	var names []string
	for _, s := range sites {
		name := fmt.Sprintf("%s (%s)", s.Title(), s.Pos)
		if from := s.From(); from != "" {
			name = fmt.Sprintf("%s (%s, %s)", s.Title(), s.Pos, from)
		}
		switch {
		case slices.Contains(names, name): // the same loop, with something inactive
		case len(names) == 20:
			return "its loops are " + strings.Join(append(names, "…"), ", ")
		default:
			names = append(names, name)
		}
	}
	return "its loops are " + strings.Join(names, ", ")
}
