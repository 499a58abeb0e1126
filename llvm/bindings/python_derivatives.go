package bindings

import (
	"slices"
	"strings"

	"procad/llvm/abi"
	"procad/llvm/capi"
	"procad/proc"
	"procad/proc/deriv"
)

// summaries say what the derivatives of a function are.
var summaries = map[string]string{
	"grad": "The value and the gradient of ",
	"jvp":  "The value, and the derivative in the direction that is given, of ",
	"vjp":  "The value, and the transposed derivative at the cotangent that is given, of ",
	"hvp":  "The gradient, and the product of the Hessian and the direction that is given, of ",

	"forward": "The value, and a trace for the transposed derivative, of ",
	"reverse": "The transposed derivative at the cotangent that is given, of ",
}

// derive adds what an entry gives.
func (f *pythonFunction) derive(m *pythonModule, e capi.Signature, taken scope) error {
	c, err := m.callOf(e, e.Kind, taken)
	if err != nil {
		return err
	}
	c.Of = f.Name
	if e.Kind == "vjp" || e.Kind == "reverse" {
		c.Value = f.Described()
	}
	c.Summary = "The derivative " + e.Kind + " of " + e.Of + "."
	if text, ok := summaries[e.Kind]; ok {
		c.Summary = text + e.Of + "."
	}
	gradient := -1 // where among what is returned it is
	for rest := e.Results; len(rest) > 0; {
		g := f.groupOf(rest)
		if g.size == 0 {
			t, err := m.typ(e, "", rest[0])
			if err != nil {
				return err
			}
			c.Types, c.Returns = append(c.Types, t), append(c.Returns, rest[0].Name+" : "+m.words(rest[0]))
			rest = rest[1:]
			continue
		}
		types := make([]string, g.size)
		for i, r := range rest[:g.size] {
			if types[i], err = m.typ(e, "", r); err != nil {
				return err
			}
		}
		if g.Name == "Gradient" {
			gradient = len(c.Types)
		}
		name := f.record(g.pythonRecord, e.Kind)
		c.Grouped = true
		c.Types = append(c.Types, "("+f.Name+"."+name+", ["+strings.Join(types, ", ")+"])")
		c.Returns = append(c.Returns, strings.ToLower(g.Name)+" : "+f.Name+"."+name+", a named tuple")
		for i, r := range rest[:g.size] {
			c.Returns = append(c.Returns, "    "+g.Fields[i]+" : "+m.words(f.like(r, g.Fields[i])))
		}
		rest = rest[g.size:]
	}
	switch e.Pass {
	case abi.ForwardPass:
		f.Split, c.Half = true, "forward"
		c.Returns = append(c.Returns, "trace : "+f.Name+".Trace, whose method reverse gives the derivative; until then the arrays must stay as they are")
	case abi.ReversePass:
		c.Of, c.Half = f.Name+".Trace", "reverse"
	}
	if e.Kind != "grad" {
		f.Derivatives = append(f.Derivatives, c)
		return nil
	}
	if gradient < 0 { // nothing is Real
		return nil
	}
	c.Name = "value_and_grad"
	alone := c
	alone.Name, alone.Types, alone.Part, alone.Returns, alone.Summary = "grad", nil, "[1]", c.Returns[1:], "The gradient of "+e.Of+"."
	f.Derivatives = append(f.Derivatives, c, alone)
	return nil
}

// A group is of results that belong to parameters of the function, such as grad_x, grad_y:
// they become a named tuple.
type group struct {
	pythonRecord
	size int
}

// groupOf is the group that results begin with, of size 0 if the first belongs to no parameter.
func (f *pythonFunction) groupOf(results []proc.Param) group {
	prefix := ""
	for _, p := range f.given {
		if before, ok := strings.CutSuffix(results[0].Name, "_"+p.Name); ok && before != "" && (prefix == "" || len(before) < len(prefix)) {
			prefix = before
		}
	}
	if prefix == "" {
		return group{}
	}
	g := group{pythonRecord: pythonRecord{Name: strings.ToUpper(prefix[:1]) + prefix[1:]}}
	if prefix == "grad" {
		g.Name = "Gradient"
	}
	for ; g.size < len(results); g.size++ {
		i := slices.IndexFunc(f.given, func(p proc.Param) bool { return results[g.size].Name == prefix+"_"+p.Name })
		if i < 0 {
			break
		}
		g.Fields = append(g.Fields, f.Params[i].Name)
	}
	return g
}

// record is the name of a class of named tuples; the kind of the entry tells it from others
// with other fields.
func (f *pythonFunction) record(r pythonRecord, kind string) string {
	for _, have := range f.Records {
		switch {
		case have.Name == r.Name && slices.Equal(have.Fields, r.Fields):
			return r.Name
		case have.Name == r.Name:
			r.Name = strings.ToUpper(kind[:1]) + kind[1:] + r.Name
		}
	}
	f.Records = append(f.Records, r)
	return r.Name
}

// like is a result with the sizes of the parameter that it belongs to.
func (f *pythonFunction) like(result proc.Param, field string) proc.Param {
	for i, p := range f.given {
		if f.Params[i].Name == field && p.Type == result.Type {
			result.Sizes, result.Parts = p.Sizes, p.Parts
		}
	}
	return result
}

// A pythonAbsent is a derivative that a function has not.
type pythonAbsent struct{ Name, Why string }

// A pythonUnbuilt is a derivative that a flag of build makes.
type pythonUnbuilt struct{ Name, Flag string }

// lack notes which derivatives a function of such parameters and such a result has not.
func (f *pythonFunction) lack(params []proc.Param, result proc.Type) {
	for _, d := range []struct {
		name, flag string // and of build
		onlyReal   bool
	}{
		{"grad", "", true}, {"value_and_grad", "", true}, {"hvp", "hvp", true},
		{"vjp", "vjp", false}, {"jvp", "jvp", false}, {"forward", "split", false},
	} {
		if slices.ContainsFunc(f.Derivatives, func(c pythonCall) bool { return c.Name == d.name }) {
			continue
		}
		why := ""
		switch {
		case deriv.Discrete(result):
			why = "nothing in its result is Real"
		case !slices.ContainsFunc(params, func(p proc.Param) bool { return !deriv.Discrete(p.Type) }):
			why = "nothing in its parameters is Real"
		case d.onlyReal && result != proc.Real:
			why = "its result is no Real; vjp takes a seed for one, and jacobian gives them all"
		default:
			f.Unbuilt = append(f.Unbuilt, pythonUnbuilt{d.name, d.flag})
			continue
		}
		f.Absent = append(f.Absent, pythonAbsent{d.name, why})
	}
}
