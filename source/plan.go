package source

import (
	"slices"
	"strconv"

	"procad/internal/diag"
	"procad/proc"
	"procad/proc/deriv"
)

// A Plan is what brackets after the name of a sequential loop say about it.
//
//	[label: strategy]      [label:]      [strategy]
type Plan struct {
	Pos      diag.Pos       // of the label
	Label    string         // "" if there is none
	Strategy deriv.Strategy // of what the reverse keeps of the iterations; none if its Kind is ""
}

// sequential are the loops that can have a plan.
var sequential = map[string]proc.LoopKind{"nTimes": proc.NTimes, "fold": proc.Fold, "while": proc.While}

// commuting are those that cannot.
var commuting = map[string]bool{"ccl": true, "build": true, "sum": true, "max": true, "argmax": true}

const strategyHint = "the strategies are store, recompute, every(k), sqrt, binomial(s), bisect, mixed(s) and auto"

// planned reports whether the current token is the name of a loop with
// brackets that cannot be indices, since arguments follow.
func (p *parser) planned() bool {
	open := p.peek(1)
	closing := int(open.match)
	loop := sequential[p.text()] != "" || commuting[p.text()]
	return loop && p.isAt(open, "[") && closing > 0 && p.isAt(p.tokens[min(closing+1, len(p.tokens)-1)], "(")
}

// noPlan rejects a plan of a loop whose iterations commute.
func (p *parser) noPlan() {
	if commuting[p.text()] && p.isAt(p.peek(1), "[") {
		name := p.text()
		p.next()
		p.fail(p.errorAt(p.pos(), CodeStrategy, "%s can have neither a label nor a strategy: its iterations commute, so there is nothing to choose about what is kept of them", name).
			Hintf("strategies are for fold, nTimes and while"))
	}
}

// plan is what follows the name of a sequential loop, if anything.
func (p *parser) plan(loop string) Plan {
	var plan Plan
	if !p.is("[") {
		return plan
	}
	open := p.expect("[")
	if p.isName() && p.isAt(p.peek(1), ":") {
		plan.Pos, plan.Label = p.name("a label")
		p.next()
	}
	if plan.Label == "" || !p.is("]") {
		plan.Strategy = p.strategy(sequential[loop], plan.Label != "")
	}
	p.close("]", open)
	return plan
}

// strategy is the name of a strategy and its number, if it has one.
func (p *parser) strategy(loop proc.LoopKind, labelled bool) deriv.Strategy {
	if !p.isName() {
		what := "a label or a strategy"
		if labelled {
			what = "a strategy"
		}
		p.fail(p.expected(what).Hintf("write %[1]s[steps: every(10)](…), %[1]s[steps:](…) or %[1]s[every(10)](…); %[2]s", loop, strategyHint))
	}
	pos, name := p.name("a strategy")
	kind := deriv.StrategyKind(name)
	if !kind.Known() {
		e := p.errorAt(pos, CodeStrategy, "there is no strategy %s", name)
		known := map[string]bool{}
		for k := range deriv.Strategies {
			known[string(k)] = true
		}
		switch near := didYouMean(name, known); {
		case near != "":
			e.Hintf("%s %s", near, strategyHint)
		case !labelled && p.is("]"):
			e.Hintf("a label ends in a colon, %s[%s:](…); %s", loop, name, strategyHint)
		default:
			e.Hintf("%s", strategyHint)
		}
		p.fail(e)
	}
	arg, at, has := "", pos, p.is("(")
	if has {
		arg, at = p.strategyNumber(name)
	}
	s, err := deriv.NewStrategy(kind, arg, has)
	switch {
	case err != nil:
		p.fail(p.errorAt(at, CodeStrategy, "%v", err))
	case loop == proc.While && !s.Online():
		p.fail(p.errorAt(pos, CodeStrategy, "a while cannot have the strategy %s, which has to know in advance how many iterations there will be", s).
			Hintf("it can have store, recompute, every(k), binomial(s) or auto"))
	}
	return s
}

// strategyNumber is the number of a strategy in its brackets, and its place.
func (p *parser) strategyNumber(name string) (arg string, pos diag.Pos) {
	open := p.expect("(")
	pos = p.pos()
	if p.accept("-") {
		arg = "-"
	}
	if p.tok().kind != tokInt {
		p.fail(p.errorAt(p.pos(), CodeStrategy, "the number of %s is written in digits, not as %s", name, p.describe(p.tok())).
			Hintf("a strategy is chosen when the program is compiled, as in %s(20)", name))
	}
	arg += p.text()
	if _, err := strconv.ParseInt(arg, 10, 64); err != nil {
		p.fail(p.errorAt(pos, CodeLiteralRange, "%s is too large for an Int", p.describe(p.tok())))
	}
	p.next()
	p.close(")", open)
	return arg, pos
}

// label notes the label of a loop, and rejects one that the function has already.
func (r *resolver) label(plan Plan) {
	if plan.Label == "" {
		return
	}
	if i := slices.IndexFunc(r.def.Plans, func(q Plan) bool { return q.Label == plan.Label }); i >= 0 {
		r.errorf(plan.Pos, CodeDuplicate, "%s is the label of more than one loop of %s", plan.Label, r.def.Name).
			Notef(r.def.Plans[i].Pos, "the first one")
		return
	}
	r.def.Plans = append(r.def.Plans, plan)
}
