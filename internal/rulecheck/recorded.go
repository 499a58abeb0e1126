package rulecheck

import (
	"reflect"
	"slices"

	"procad/internal/data"
	"procad/interp"
	"procad/proc"
)

// Recorded are the arguments of calls of functions of rules: the values of the zone, and the argument.
type Recorded map[proc.Func][]Call

// A Call is one of them.
type Call struct {
	Zone []data.Value
	Arg  data.Value
}

// note adds a call, if it is one more of the first few that differ.
func (r Recorded) note(f proc.Func, zone []data.Value, arg data.Value) error {
	const most = 3
	call := Call{zone, arg}
	known := slices.ContainsFunc(r[f], func(other Call) bool { return reflect.DeepEqual(other, call) })
	if !known && len(r[f]) < most {
		r[f] = append(r[f], call)
	}
	return nil
}

// values are those of the parameters in a call.
func (f *function) values(call Call) []data.Value {
	var of func(p proc.Param) data.Value
	of = func(p proc.Param) data.Value {
		switch {
		case len(p.Parts) > 0:
			parts := make([]data.Value, len(p.Parts))
			for i, part := range p.Parts {
				parts[i] = of(part)
			}
			return data.Tuple(parts...)
		case p.Type == proc.Unit:
			return data.Unit()
		case p.Ref != "":
			for i, r := range f.def.Zone {
				if r.Name == p.Ref {
					return call.Zone[i]
				}
			}
		case p.Index >= 0:
			return call.Arg.Part(p.Index)
		}
		return call.Arg
	}
	var list []data.Value
	for _, p := range f.face.Params {
		v := of(p)
		v.Form = p.Form
		list = append(list, v)
	}
	return list
}

// Record runs a function of the program in the interpreter, and notes how it calls the functions of rules.
func (r *Report) Record(d *proc.Def, args *data.Args) (Recorded, error) {
	calls, funcs := Recorded{}, map[proc.Func]bool{}
	for _, rule := range r.Rules {
		funcs[rule.Func] = true
	}
	m := r.unit.Interpreter(interp.Calls(func(f proc.Func) bool { return funcs[f] }, calls.note))
	_, err := r.unit.Run(m, d, args)
	return calls, err
}
