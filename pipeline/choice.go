package pipeline

import (
	"fmt"
	"strconv"
	"strings"

	"procad/internal/diag"
	"procad/loops"
	"procad/proc"
	"procad/proc/deriv"
)

// A Choice is a strategy for some loops of a program.
type Choice struct {
	Loops    Loops
	Strategy deriv.Strategy
}

// Loops says which loops of a program are meant: all, where it says nothing.
type Loops struct {
	Body  proc.Func // of one loop, with whatever is inactive
	Named proc.Func // LABEL, DEFINITION.LABEL, or the body: of the text, whose copies are meant too, or of a copy alone
	At    diag.Pos  // where it stands; without a column, any that stands in the line
}

// ParseChoice reads LOOP=STRATEGY, or STRATEGY for all loops.
func ParseChoice(text string) (Choice, error) {
	loop, strategy, ok := strings.Cut(text, "=")
	if !ok {
		loop, strategy = "", text
	}
	s, err := deriv.ParseStrategy(strategy)
	if err != nil {
		return Choice{}, diag.Errorf(diag.Pos{}, CodeStrategy, "%v", err).Hintf("for example --checkpoint 'binomial(20)' or --checkpoint 'steps=sqrt'")
	}
	which, err := ParseLoops(loop)
	return Choice{which, s}, err
}

// ParseLoops reads
//
//	loops ::= () | LABEL | DEFINITION.LABEL | LINE | LINE:COLUMN
func ParseLoops(text string) (Loops, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return Loops{}, nil
	}
	line, col, both := strings.Cut(text, ":")
	if l, err := strconv.Atoi(line); err == nil && l > 0 {
		c, err := strconv.Atoi(col)
		if !both || err == nil && c > 0 {
			return Loops{At: diag.Pos{Line: l, Col: c}}, nil
		}
	}
	f, err := proc.ParseFunc(text)
	if err != nil {
		return Loops{}, diag.Errorf(diag.Pos{}, CodeNoLoop, "no loop can be called %.100q", text).
			Hintf("a loop is called LABEL, DEFINITION.LABEL, LINE or LINE:COLUMN")
	}
	return Loops{Named: f}, nil
}

// All says that all loops are meant.
func (l Loops) All() bool { return l == Loops{} }

// String is the text that ParseLoops reads.
func (l Loops) String() string {
	switch {
	case l.At.Col > 0:
		return fmt.Sprintf("%d:%d", l.At.Line, l.At.Col)
	case l.At.Line > 0:
		return strconv.Itoa(l.At.Line)
	case !l.Body.IsZero():
		return l.Body.String()
	}
	return l.Named.String()
}

// Has says that a loop is meant: by its name, or as a copy of one that is.
func (l Loops) Has(s loops.Site) bool {
	body := deriv.Active(s.Body)
	switch {
	case !l.Named.IsZero():
		o := s.Origin
		return o != nil && (l.Named == o.Loop.Label() || l.Named == o.Loop) || l.Named == body.Label() || deriv.Active(l.Named) == body
	case !l.Body.IsZero():
		return deriv.Active(l.Body) == body
	case l.At.Line > 0:
		return s.Pos.File == nil && s.Pos.Line == l.At.Line && (l.At.Col == 0 || s.Pos.Col == l.At.Col)
	}
	return true
}

// Among are the loops that are meant among those of a program: those of a name, which may
// have been made, and others that stand where they do and have no origin. A local
// function that is called at two types has two loops at one place, and so has one that is inlined.
func (l Loops) Among(sites []loops.Site) []loops.Site {
	labelled := map[diag.Pos]bool{}
	for _, s := range sites {
		if !l.Named.IsZero() && l.Named == deriv.Active(s.Body).Label() && s.Pos.Known() {
			labelled[s.Pos] = true
		}
	}
	var meant []loops.Site
	for _, s := range sites {
		if l.Has(s) || s.Origin == nil && labelled[s.Pos] {
			meant = append(meant, s)
		}
	}
	return meant
}
