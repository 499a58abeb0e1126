package eval

import (
	"procad/core"
)

// ruled is a function with a rule for its derivatives.
type ruled struct{ rule *core.Rule }

// apply follows the rule for the highest level of what it is given:
//
//	f(x + ẋ ε) = y + ẏ ε        where (y, ẏ) = forward(x, ẋ), or (y, r) = split(x) and ẏi = ⟨pull(x, r, ei), ẋ⟩
func (f ruled) apply(m *machine, at call, args []Value) Value {
	t := f.rule.Type()
	top := 0
	for i, x := range args {
		top = max(top, highest(t.Params[i], x))
	}
	if top == 0 {
		return global{f.rule.Value}.apply(m, at, args)
	}
	primals, tangents := make([]Value, len(args)), make([]Value, len(args))
	for i, x := range args {
		primals[i] = mapReals(x, func(x Value) Value { p, _ := split(x, top); return p })
		tangents[i] = tangentOf(t.Params[i], top, x)
	}
	y, dy := m.rule(f.rule, at, primals, tangents)
	return lift(t.Result, top, y, dy)
}

// highest is the highest level of the Reals of a value; of a function, of those that it captures.
func highest(t core.Type, x Value) int {
	top := 0
	if !constant(t) {
		mapReals(x, func(x Value) Value { top = max(top, level(x)); return x })
	}
	return top
}

// rule is y and ẏ.
func (m *machine) rule(r *core.Rule, at call, args, tangents []Value) (y, dy Value) {
	t := r.Type()
	if r.Constant {
		y = ruled{r}.apply(m, at, args)
		return y, zeros(t.Result, y)
	}
	if r.Forward != nil {
		pair := global{r.Forward}.apply(m, at, append(args[:len(args):len(args)], tangents...)).(Tuple)
		conform(at.pos, "tangent", t.Result, pair[0], pair[1])
		return pair[0], pair[1]
	}
	if r.Nonlinear != "" {
		fail(at.pos, "rule-one-way", "%s", r.OneWay())
	}
	given := args[:len(args):len(args)]
	if r.Split != nil {
		pair := global{r.Split}.apply(m, at, args).(Tuple)
		y, given = pair[0], append(given, pair[1])
	} else {
		y = ruled{r}.apply(m, at, args)
	}
	if core.Discrete(t.Result) {
		return y, Tuple{}
	}
	given = given[:len(given):len(given)]
	zero := zeros(t.Result, y)
	entries := directions(zero)
	i := -1
	return y, mapReals(zero, func(Value) Value {
		i++
		ds := global{r.Pull}.apply(m, at, append(given, entries[i]))
		if len(args) == 1 {
			ds = Tuple{ds}
		}
		var sum Value = 0.0
		for k, of := range t.Params {
			if constant(of) {
				continue
			}
			d := ds.(Tuple)[k]
			if _, none := d.(nothing); none {
				continue
			}
			conform(at.pos, "cotangent", of, args[k], d)
			sum = primitive(at.pos, core.Add, sum, inner(at.pos, d, tangents[k]))
		}
		return sum
	})
}
