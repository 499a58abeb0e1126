package rulecheck

import (
	"procad/core/linearity"
	"procad/internal/data"
	"procad/internal/diag"
	"procad/pipeline"
	"procad/proc/deriv"
)

// linear says that what the clauses give is linear, which the other derivatives are made of.
func (c *checker) linear(x *point) error {
	if c.rule.Nonlinear != "" {
		c.skip("nonlinear: "+c.rule.Nonlinear, Linear)
	} else if c.rule.Reverse.Known() {
		of := func(w []data.Value) ([]data.Value, error) { return c.reverse(c.ruled, x, w[0]) }
		if err := c.linearIn(x, []data.Value{x.w}, of, c.rule.Reverse, "reverse", "the cotangent"); err != nil {
			return err
		}
	}
	if c.rule.Forward.Known() {
		of := func(dots []data.Value) ([]data.Value, error) {
			y, err := c.forward(c.ruled, x, dots)
			return []data.Value{y}, err
		}
		return c.linearIn(x, x.dots, of, c.rule.Forward, "forward", "the tangents")
	}
	if c.rule.Constant {
		c.skip("constant", Linear)
	}
	return nil
}

func (c *checker) linearIn(x *point, u []data.Value, of func([]data.Value) ([]data.Value, error), pos diag.Pos, clause, in string) error {
	v := make([]data.Value, len(u))
	both, zero := make([]data.Value, len(u)), make([]data.Value, len(u))
	for i := range u {
		v[i], both[i], zero[i] = u[i].Clone(), u[i].Clone(), u[i].Clone()
		c.fill(v[i])
		add(v[i], 8, v[i]) // far from what is small
		add(both[i], 2, v[i])
		add(zero[i], -1, u[i])
	}
	var out [4][]data.Value
	for k, in := range [][]data.Value{u, v, both, zero} {
		var err error
		if out[k], err = of(in); err != nil {
			return c.failed(err, Linear)
		}
	}
	sum := make([]data.Value, len(out[0]))
	for i := range sum {
		sum[i] = out[0][i].Clone()
		add(sum[i], 2, out[1][i])
	}
	d := listDistance(sum, out[2], nil)
	if nothing := sizeOf(out[3]); nothing > d.size {
		d = difference{size: nothing}
	}
	c.found(Linear, d, tolerance, func() *diag.Error {
		e := c.blame(pos, linearity.CodeNotLinear, "%s of the rule of %s is not linear in %s: %s", clause, c.name(), in, x.where())
		if clause == "reverse" {
			e.Hintf(`a rule that is meant so says nonlinear "why"`)
		}
		return e
	})
	return nil
}

// dual compares ⟨w, J ẋ⟩ with ⟨Jᵀw, ẋ⟩.
func (c *checker) dual(x *point) error {
	if c.rule.Nonlinear != "" {
		c.skip("nonlinear: "+c.rule.Nonlinear, Dual)
		return nil
	}
	dy, err := c.forward(c.ruled, x, x.dots)
	if err != nil {
		return c.failed(err, Dual)
	}
	g, err := c.reverse(c.ruled, x, x.w)
	if err != nil {
		return c.failed(err, Dual)
	}
	d := product([]data.Value{x.w}, []data.Value{dy}, g, x.moving())
	c.found(Dual, d, tolerance, func() *diag.Error {
		e := c.blame(c.rule.Reverse, CodeDerivative, "forward and reverse of the rule of %s are not of one derivative: %s, <w, Jẋ> is %.9g, and <Jᵀw, ẋ> %.9g", c.name(), x.where(), d.a, d.b)
		if c.rule.Forward.Known() && c.rule.Reverse.Known() {
			e.Notef(c.rule.Forward, "the other clause")
		}
		return e
	})
	return nil
}

// second compares the derivatives of the gradients that the rule and the body of f have.
func (c *checker) second(x *point) error {
	if c.results[Automatic].Err != nil || c.results[Differences].Err != nil {
		c.skip("the first derivative disagrees already", Second)
		return nil
	}
	if c.rule.Extern {
		return c.secondOfExtern(x)
	}
	var out [2]data.Value
	for k, f := range []*function{c.body, c.ruled} {
		v, err := c.curvature(f, x)
		if err != nil {
			return c.failed(err, Second)
		}
		out[k] = v
	}
	d := listDistance(out[:1], out[1:], nil)
	c.found(Second, d, secondOrder, func() *diag.Error {
		pos := c.rule.Reverse
		if !pos.Known() {
			pos = c.rule.Forward
		}
		return c.blame(pos, CodeDerivative, "the rule of %s gives its derivative, but the derivative of that is not its second: %s, along a random tangent, a number of it is %.9g by the rule, and %.9g by what %s computes",
			c.name(), x.where(), d.b, d.a, c.name()).
			Hintf("second derivatives come from the clauses: a value under stopGradient is a constant in them")
	})
	return nil
}

// curvature is the derivative of Jᵀw along ẋ:
//
//	fwd$vjp$f [Θ, Θ̇] ((x, w), (ẋ, 0)) = ((y, g), (ẏ, ġ))
func (c *checker) curvature(f *function, x *point) (data.Value, error) {
	zone, arg, along, err := pipeline.Along(f.def, f.args(x.values), x.dots)
	if err != nil {
		return data.Value{}, err
	}
	in := data.Tuple(arg, x.w)
	dot := data.ZeroTangent(in)
	words := data.RealWords(dot)
	for i, word := range data.RealWords(along) {
		*words[i] = *word
	}
	out, err := c.engine.Call(deriv.Fwd.Of(deriv.VJP.Of(f.def.Name)), zone, data.Tuple(in, dot))
	if err != nil {
		return out, c.unit.Located(err)
	}
	return out.Part(1).Part(1), nil
}
