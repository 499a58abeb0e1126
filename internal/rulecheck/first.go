package rulecheck

import (
	"errors"
	"math"

	"procad/derive"
	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/gradcheck"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
)

// values compares what the clauses give beside a derivative with f(x).
func (c *checker) values(x *point) error {
	for _, part := range []struct {
		f   proc.Func
		pos diag.Pos
		dot bool
	}{{deriv.SplitRule.Of(c.rule.Of), c.rule.Split, false}, {deriv.JVPRule.Of(c.rule.Of), c.rule.Forward, true}} {
		if !part.pos.Known() {
			continue
		}
		zone, arg, err := c.body.args(x.values).For(c.body.def)
		clause := "split"
		if part.dot {
			var dot data.Value
			clause = "forward"
			zone, arg, dot, err = pipeline.Along(c.body.def, c.body.args(x.values), x.tangents())
			arg = data.Tuple(arg, dot)
		}
		if err != nil {
			return err
		}
		out, err := c.engine.Call(part.f, zone, arg)
		if err != nil {
			located := c.unit.Located(err)
			if e, ok := errors.AsType[*diag.Error](located); ok {
				c.results[Value].Skip, c.results[Value].Error = false, math.Inf(1)
				c.results[Value].Err = c.blame(part.pos, CodeValue, "%s ends with a run-time error where %s has a value: %s", clause, c.name(), e.Msg).Notef(e.Pos, "here")
				continue
			}
			return located
		}
		d := distance(x.y, out.Part(0), "the result")
		c.found(Value, d, valueTolerance, func() *diag.Error {
			return c.blame(part.pos, CodeValue, "%s does not give the value of %s: %s, %s is %.9g by %s, and %.9g by %s", clause, c.name(), x.where(), d.name, d.b, clause, d.a, c.name())
		})
	}
	if c.results[Value].Skip {
		c.skip("no clause gives a value", Value)
	}
	return nil
}

// reverse is Jᵀw, of the parameters that have Reals.
func (c *checker) reverse(f *function, x *point, w data.Value) ([]data.Value, error) {
	_, g, err := c.unit.VJP(c.engine, f.def, f.args(x.values), w)
	if err != nil {
		return nil, err
	}
	var list []data.Value
	for _, p := range f.face.Params {
		if !deriv.Discrete(p.Type) {
			list = append(list, g.Of(p))
		}
	}
	return list, nil
}

func (c *checker) forward(f *function, x *point, dots []data.Value) (data.Value, error) {
	return c.unit.JVP(c.engine, f.def, f.args(x.values), dots)
}

// automatic compares the clauses with what the body of f has for its derivative.
func (c *checker) automatic(x *point) error {
	if c.rule.Reverse.Known() || c.rule.Constant {
		if err := c.automaticReverse(x); err != nil {
			return err
		}
	}
	if c.rule.Forward.Known() {
		return c.automaticForward(x)
	}
	return nil
}

func (c *checker) automaticReverse(x *point) error {
	got, err := c.reverse(c.ruled, x, x.w)
	if err != nil {
		return c.broken(Automatic, c.rule.Reverse, "reverse", err)
	}
	want, err := c.reverse(c.body, x, x.w)
	if err != nil {
		return c.failed(err, Automatic)
	}
	d := x.distance(want, got)
	c.found(Automatic, d, tolerance, func() *diag.Error {
		e := c.blame(c.rule.Reverse, CodeDerivative, "the rule of %s does not give its derivative: %s, the cotangent of %s is %.9g by the rule, and %.9g by what %s computes",
			c.name(), x.where(), d.name, d.b, d.a, c.name())
		if c.rule.Split.Known() {
			e.Notef(c.rule.Split, "it is made of what this leaves")
		}
		return c.meant(e)
	})
	return nil
}

func (c *checker) automaticForward(x *point) error {
	got, err := c.forward(c.ruled, x, x.dots)
	if err != nil {
		return c.broken(Automatic, c.rule.Forward, "forward", err)
	}
	want, err := c.forward(c.body, x, x.dots)
	if err != nil {
		return c.failed(err, Automatic)
	}
	d := distance(want, got, "the result")
	c.found(Automatic, d, tolerance, func() *diag.Error {
		return c.meant(c.blame(c.rule.Forward, CodeDerivative, "the rule of %s does not give its derivative: %s, along a random tangent, that of %s is %.9g by the rule, and %.9g by what %s computes",
			c.name(), x.where(), d.name, d.b, d.a, c.name()))
	})
	return nil
}

func (c *checker) meant(e *diag.Error) *diag.Error {
	return e.Hintf(`a rule that is meant to disagree says so: differs "why"`)
}

// broken is a clause that ends with a run-time error.
func (c *checker) broken(k Check, pos diag.Pos, clause string, err error) error {
	e, ok := errors.AsType[*diag.Error](err)
	if !ok {
		return err
	}
	if r := c.results[k]; r.Err == nil {
		r.Skip, r.Error = false, math.Inf(1)
		r.Err = c.blame(pos, CodeDerivative, "%s ends with a run-time error where %s has a value: %s", clause, c.name(), e.Msg)
		if e.Pos.Known() {
			r.Err.Notef(e.Pos, "here")
		}
	}
	return nil
}

// differences compares Jᵀw with finite differences of ⟨w, f⟩.
func (c *checker) differences(x *point) error {
	if c.rule.Nonlinear != "" {
		c.skip("nonlinear: "+c.rule.Nonlinear, Differences)
		return nil
	}
	if c.results[Automatic].Err != nil {
		c.skip("the automatic derivative disagrees already", Differences)
		return nil
	}
	opts := gradcheck.Options{Entries: c.opts.Entries, Seed: c.opts.Seed}
	report, err := gradcheck.Check(c.unit, c.engine, c.ruled.def, c.ruled.args(x.values), opts)
	if e, ok := errors.AsType[*diag.Error](err); ok && e.Code == derive.CodeExternNoRule { // a reverse clause in C is not transposed
		opts.NoForward = true
		report, err = gradcheck.Check(c.unit, c.engine, c.ruled.def, c.ruled.args(x.values), opts)
	}
	if err != nil {
		return c.failed(err, Differences)
	}
	d := difference{}
	for _, e := range report.Entries {
		if e.Silent != "" {
			d.note = e.Silent + " at " + e.Name
			continue
		}
		size := e.Error
		if e.NaN {
			size = math.Inf(1)
		}
		if size > d.size && !e.Agree {
			d = difference{size: size, name: e.Name, a: e.Finite, b: e.Reverse, note: d.note}
		} else if e.Agree {
			c.results[Differences].Error = max(c.results[Differences].Error, e.Error)
		}
	}
	c.found(Differences, d, 0, func() *diag.Error {
		pos := c.rule.Reverse
		if !pos.Known() {
			pos = c.rule.Forward
		}
		wrong := "gives what its automatic derivative gives, but not finite differences"
		if c.rule.Extern {
			wrong = "does not give its derivative"
		}
		return c.meant(c.blame(pos, gradcheck.CodeFinite, "the rule of %s "+wrong+": %s, the cotangent of %s is %.9g, and the slope %.9g",
			c.name(), x.where(), d.name, d.b, d.a))
	})
	return nil
}
