package pipeline

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
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

// A Choice is a strategy for some loops of a program.
type Choice struct {
	// Loop is a label, DEFINITION.LABEL, LINE, LINE:COLUMN, or empty for all loops. A label
	// of the text stands for the loop and all its copies, that of a copy for the copy alone.
	Loop     string
	Strategy proc.Strategy
}

// ParseChoice reads LOOP=STRATEGY, or STRATEGY for all loops.
func ParseChoice(text string) (Choice, error) {
	loop, strategy, ok := strings.Cut(text, "=")
	if !ok {
		loop, strategy = "", text
	}
	s, err := proc.ParseStrategy(strategy)
	if err != nil {
		return Choice{}, diag.Errorf(diag.Pos{}, CodeStrategy, "%v", err).Hintf("for example --checkpoint 'binomial(20)' or --checkpoint 'steps=sqrt'")
	}
	return Choice{strings.TrimSpace(loop), s}, nil
}

// Checkpoint gives loops of the program strategies, later choices before
// earlier ones. Whatever was derived before is forgotten.
func (u *Unit) Checkpoint(choices ...Choice) error {
	if len(choices) == 0 {
		return nil
	}
	sites := loops.Sites(u.Program)
	if u.chosen == nil {
		u.chosen = map[proc.Func]string{}
	}
	for _, c := range choices {
		found := false
		labelled := instances(sites, c.Loop)
		for _, s := range sites {
			if c.Loop != "" && !named(s, c.Loop) && (s.Origin != nil || !labelled[s.Pos]) {
				continue
			}
			if s.Kind == proc.While && !c.Strategy.Online() {
				if c.Loop == "" {
					continue
				}
				return diag.Errorf(s.Pos, CodeStrategy, "a while loop cannot have the strategy %s", c.Strategy).In(u.Source.Name).
					Hintf("how often it iterates is not known before it ends; it can have store, recompute, every(k) or binomial(s)")
			}
			found = true
			s.Set(c.Strategy)
			u.chosen[s.Body] = byCommand
		}
		if !found && c.Loop == "" {
			return diag.Errorf(diag.Pos{}, CodeNoLoop, "no loop of the program can have the strategy %s", c.Strategy).In(u.Source.Name).Hintf("%s", loopNames(sites))
		}
		if !found {
			return diag.Errorf(diag.Pos{}, CodeNoLoop, "no sequential loop is called %.100s", c.Loop).In(u.Source.Name).Hintf("%s", loopNames(sites))
		}
	}
	u.Forget()
	return nil
}

const byCommand = "the command line"

// Why says who chose the strategy of a loop.
func (u *Unit) Why(s loops.Site) string {
	switch {
	case u.chosen[s.Body] != "":
		return u.chosen[s.Body]
	case s.Strategy().Kind != "":
		return "the program"
	}
	return "the default"
}

// named says whether a loop is meant by a name: its own, or that of a loop it is a copy of.
func named(s loops.Site, name string) bool {
	if o := s.Origin; o != nil && (name == o.Loop.Label() || name == o.Loop.String()) {
		return true
	}
	line := strconv.Itoa(s.Pos.Line)
	body, err := proc.ParseFunc(name)
	return name == s.Label() || err == nil && deriv.Active(body) == deriv.Active(s.Body) || s.Pos.Line > 0 && (name == line || name == fmt.Sprintf("%s:%d", line, s.Pos.Col))
}

// instances are where the loops with a label stand, which may be one that was made: a local
// function that is called at two types has two loops at one place, and so has one that is inlined.
func instances(sites []loops.Site, label string) map[diag.Pos]bool {
	at := map[diag.Pos]bool{}
	for _, s := range sites {
		if s.Label() == label && s.Pos.Known() {
			at[s.Pos] = true
		}
	}
	return at
}

func loopNames(sites []loops.Site) string {
	if len(sites) == 0 {
		return "the program has no loops nTimes, fold or while with a state; a fold that only adds has one if it has a label or a strategy"
	}
	var names []string
	for _, s := range sites {
		name := fmt.Sprintf("%s (%d:%d)", s.Title(), s.Pos.Line, s.Pos.Col)
		if from := s.From(); from != "" {
			name = fmt.Sprintf("%s (%d:%d, %s)", s.Title(), s.Pos.Line, s.Pos.Col, from)
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

// undecided says what is to be done where a program itself wants the derivative
// of a loop with auto, whose memory nobody gives.
func undecided(err error) error {
	e, ok := errors.AsType[*diag.Error](err)
	if _, auto := errors.AsType[*loops.Undecided](err); !ok || !auto {
		return err
	}
	return diag.Errorf(e.Pos, CodeStrategy, "this derivative is of a loop with auto, which is decided for a whole gradient only").
		In(e.File).Hintf("name a strategy at the loop")
}
