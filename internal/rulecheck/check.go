package rulecheck

import (
	"errors"
	"math/rand/v2"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
)

// Codes of the messages of this package.
const (
	// CodeValue: a clause gives another value than the function.
	CodeValue = "rule-value"
	// CodeDerivative: a rule does not give the derivative of its function.
	CodeDerivative = "rule-derivative"
	// CodeNoRule: a program has no rules.
	CodeNoRule = "no-rule"
)

// A Check is what is compared.
type Check string

// The checks, in order.
const (
	Value       Check = "value"
	Automatic   Check = "automatic"
	Differences Check = "differences"
	Linear      Check = "linear"
	Dual        Check = "dual"
	Second      Check = "second"
)

// Checks are all of them.
var Checks = []Check{Value, Automatic, Differences, Linear, Dual, Second}

// How much numbers may differ, in units of the largest of those that are compared.
const (
	valueTolerance = 1e-12
	tolerance      = 1e-9
	secondOrder    = 1e-7
)

// A Result is what a check of a rule comes to, at all points.
type Result struct {
	Check Check
	Error float64 // the largest
	Note  string  // why it says nothing, or does not count
	Skip  bool    // nothing was compared
	Err   *diag.Error
}

// A Rule is a rule with what was found.
type Rule struct {
	*pipeline.Rule
	Points   int
	Recorded bool // the points are of a run
	Results  []*Result

	caller *proc.Def // of the function of the rule
}

// Options say how much is compared.
type Options struct {
	Points  int    // of each rule
	Entries int    // at most so many finite differences at each point
	Seed    uint64 // of what is random
}

// New are rules that have not been checked.
func New(u *pipeline.Unit) (*Report, error) {
	report := &Report{unit: u}
	for _, r := range u.Rules() {
		caller, err := u.Calling(r)
		if err != nil {
			return nil, err
		}
		report.Rules = append(report.Rules, &Rule{Rule: r, caller: caller})
	}
	return report, nil
}

// Functions are those that Check calls, as far as they exist.
func (r *Report) Functions() []proc.Func {
	var list []proc.Func
	for _, rule := range r.Rules {
		all := []proc.Func{rule.caller.Name, rule.Value(), deriv.JVPRule.Of(rule.Of), deriv.SplitRule.Of(rule.Of)}
		for _, f := range []proc.Func{rule.caller.Name, rule.Value()} {
			all = append(all, deriv.VJP.Of(f), deriv.Fwd.Of(f), deriv.Fwd.Of(deriv.VJP.Of(f)))
		}
		for _, f := range all {
			if d, err := r.unit.Library.Def(f); err == nil && d != nil {
				list = append(list, f)
			}
		}
	}
	return list
}

// Check checks the rules at recorded points, or at random ones where there are none. The engine must know Functions.
func (r *Report) Check(e pipeline.Engine, recorded Recorded, opts Options) error {
	for _, rule := range r.Rules {
		c := &checker{unit: r.unit, engine: e, opts: opts, rule: rule, random: rand.New(rand.NewPCG(opts.Seed, 1))}
		if err := c.check(recorded); err != nil {
			return err
		}
	}
	return nil
}

// A checker checks one rule.
type checker struct {
	unit   *pipeline.Unit
	engine pipeline.Engine
	opts   Options
	rule   *Rule
	random *rand.Rand

	results     map[Check]*Result
	ruled, body *function // what calls the function of the rule, and value$f
}

// A function is one of a rule, as it is called with values of its parameters.
type function struct {
	def  *proc.Def
	face *proc.Interface
}

func (f *function) args(values []data.Value) *data.Args {
	return &data.Args{Interface: f.face, Values: values}
}

func (c *checker) check(recorded Recorded) (err error) {
	body, err := c.unit.Definition(c.rule.Value())
	if err != nil {
		return err
	}
	c.ruled = &function{c.rule.caller, c.rule.Interface(c.rule.caller)}
	c.body = &function{body, c.rule.Interface(body)}
	c.results = map[Check]*Result{}
	for _, k := range Checks {
		c.results[k] = &Result{Check: k, Skip: true}
		c.rule.Results = append(c.rule.Results, c.results[k])
	}
	points, why, err := c.points(recorded)
	if err != nil {
		return err
	}
	c.rule.Points = len(points)
	if why != "" {
		c.skip(why, Checks...)
	}
	for _, x := range points {
		if err := c.at(x); err != nil {
			return err
		}
	}
	return nil
}

// skip says of checks why they compare nothing.
func (c *checker) skip(why string, checks ...Check) {
	for _, k := range checks {
		if r := c.results[k]; r.Note == "" {
			r.Note = why
		}
	}
}

// at checks the rule at one point.
func (c *checker) at(x *point) error {
	if err := c.values(x); err != nil {
		return err
	}
	if deriv.Discrete(x.y.Type) || len(x.reals()) == 0 {
		c.skip("nothing is Real in its parameters, or in its result", Automatic, Differences, Linear, Dual, Second)
		return nil
	}
	x.w, x.dots = data.ZeroTangent(x.y), x.tangents()
	c.fill(x.w)
	for _, d := range x.dots {
		c.fill(d)
	}
	for _, check := range []func(*point) error{c.automatic, c.differences, c.linear, c.dual, c.second} {
		if err := check(x); err != nil {
			return err
		}
	}
	return nil
}

// blame is a message about a clause of the rule.
func (c *checker) blame(pos diag.Pos, code, format string, args ...any) *diag.Error {
	if !pos.Known() {
		pos = c.rule.Pos
	}
	return diag.Errorf(pos, code, format, args...).In(c.unit.Source.Name)
}

// found notes what a check found at a point; wrong makes the message.
func (c *checker) found(k Check, d difference, tolerance float64, wrong func() *diag.Error) {
	r := c.results[k]
	r.Skip = false
	if d.note != "" {
		r.Note = d.note
	}
	r.Error = max(r.Error, d.size)
	switch {
	case d.size <= tolerance || r.Err != nil:
	case c.rule.Differs != "" && k != Value && k != Linear && k != Dual:
		r.Note = "differs: " + c.rule.Differs
	case c.rule.Nonlinear != "" && k != Value:
		r.Note = "nonlinear: " + c.rule.Nonlinear
	default:
		r.Err = wrong()
	}
}

// failed notes why checks were skipped where err, of a derivative, is about the program. Other errors are given back.
func (c *checker) failed(err error, checks ...Check) error {
	e, ok := errors.AsType[*diag.Error](err)
	if !ok {
		return err
	}
	c.skip(e.Msg, checks...)
	return nil
}

func (c *checker) name() string { return c.rule.Name() }
