package rulecheck

import (
	"fmt"
	"strconv"
	"strings"

	"procad/internal/data"
	"procad/proc"
	"procad/proc/deriv"
)

// A point is where a rule is checked.
type point struct {
	number int // from 1
	face   *proc.Interface
	values []data.Value // of the parameters
	y      data.Value   // f of them
	w      data.Value   // a random cotangent of y
	dots   []data.Value // a random tangent of each parameter
}

// reals are the Reals of the parameters.
func (x *point) reals() (list []*uint64) {
	for i, p := range x.face.Params {
		if !deriv.Discrete(p.Type) {
			list = append(list, data.RealWords(x.values[i])...)
		}
	}
	return list
}

// tangents are 0 for each parameter.
func (x *point) tangents() []data.Value {
	list := make([]data.Value, len(x.values))
	for i, v := range x.values {
		list[i] = data.ZeroTangent(v)
	}
	return list
}

// moving are the tangents of the parameters that have Reals.
func (x *point) moving() (list []data.Value) {
	for i, p := range x.face.Params {
		if !deriv.Discrete(p.Type) {
			list = append(list, x.dots[i])
		}
	}
	return list
}

// distance compares cotangents of the parameters.
func (x *point) distance(a, b []data.Value) difference {
	var names []string
	for _, p := range x.face.Params {
		if !deriv.Discrete(p.Type) {
			names = append(names, p.Name)
		}
	}
	for i, p := range a {
		a[i].Form = p.Form
	}
	return listDistance(a, b, names)
}

// where is the point, as a message says it.
func (x *point) where() string {
	const most = 80
	var parts []string
	for i, p := range x.face.Params {
		if p.Type != proc.Unit {
			parts = append(parts, p.Name+" = "+shown(x.values[i]))
		}
	}
	if text := strings.Join(parts, ", "); len(text) <= most {
		return "for " + text
	}
	return fmt.Sprintf("at point %d", x.number)
}

// shown is a value with few digits.
func shown(v data.Value) string {
	v = v.Clone()
	for _, word := range data.RealWords(v) {
		if x := get(word); finite(x) {
			short, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 4, 64), 64)
			set(word, short)
		}
	}
	var b strings.Builder
	data.Write(&b, v)
	return strings.TrimSpace(b.String())
}

// points are where to check the rule, or why it cannot be checked anywhere.
func (c *checker) points(recorded Recorded) (list []*point, why string, err error) {
	if calls := recorded[c.rule.Func]; len(calls) > 0 {
		c.rule.Recorded = true
		for _, call := range calls {
			x := &point{number: len(list) + 1, face: c.ruled.face}
			x.values = c.ruled.values(call)
			if x.y, err = c.unit.Run(c.engine, c.ruled.def, c.ruled.args(x.values)); err != nil {
				return nil, "", err
			}
			list = append(list, x)
		}
		return list, "", nil
	}
	if c.rule.TakesFunctions {
		return nil, "it takes functions; give data with --in for a function that calls it", nil
	}
	return c.randomPoints()
}

// fill gives the Reals of a value random numbers.
func (c *checker) fill(v data.Value) {
	for _, word := range data.RealWords(v) {
		set(word, c.random.NormFloat64())
	}
}
