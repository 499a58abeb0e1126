package compare_test

import (
	"regexp"
	"strings"

	"procad/internal/gen"
)

// afterPasses gives the systems what the passes of core make of the program.
func afterPasses(s *sample) {
	p, err := s.Unit.Core()
	if err != nil {
		panic(err)
	}
	s.Program, s.Func = p, p.Lookup(s.Func.Name)
}

// cube has the rules for x³, of which each is right.
var cube = []string{
	"forward(dx) = 3 * x^2 * dx",
	"reverse(w) = 3 * x^2 * w",
	"forward(dx) = (x^3, 3 * x^2 * dx)",
	"forward(dx) = 3 * x^2 * dx\n  reverse(w) = w * 3 * x^2",
	"split = (x^3, x * x)\n  reverse(p, w) = 3 * p * w",
}

// header is that of a definition of gen with a Real as its result, and its body.
var header = regexp.MustCompile(`(?s)^(\w+\([^\n]*\): Real =\n)(.*)$`)

// ruled gives the definitions of a program a function with a rule around them.
func ruled(p *gen.Program, seed uint64) {
	defs := strings.Split("\n"+p.Text, "\ndef ")
	for i, d := range defs {
		defs[i] = header.ReplaceAllString(d, "${1}  cubed(${2})")
	}
	p.Text = "def cubed(x: Real): Real = x^3\nderivative cubed(x: Real)\n  " + cube[seed%uint64(len(cube))] + strings.Join(defs, "\ndef ") + "\n"
}
