package pipeline

import (
	"slices"

	"procad/internal/diag"
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
)

// A Rule is a derivative that a program gives of one of its functions.
type Rule struct {
	Func  proc.Func // what programs call: ruled$f, nonlinear$f or constant$f
	Of    proc.Func // f
	Pos   diag.Pos
	Split diag.Pos // of the clauses; unknown where there is none
	// Forward and Reverse are what derivatives are made of. Where there is only one, the other is its transpose.
	Forward, Reverse diag.Pos

	Extern             bool // f is a function of C
	Constant           bool
	Differs, Nonlinear string // why; "" if it does not, or is linear
	TakesFunctions     bool   // of a copy of a function, for the functions of one call

	user *proc.Interface // of f; nil where it has parameters that no user writes
}

// Value is value$f.
func (r *Rule) Value() proc.Func { return deriv.ValueRule.Of(r.Of) }

// Rules are those of the program, and of the functions of other files that it uses, by their places. A copy of a function that takes
// functions has one where a derivative of it may be made.
func (u *Unit) Rules() []*Rule {
	var list []*Rule
	for _, f := range sortedRules(u.Program) {
		line := u.Program.Rules[f]
		r := &Rule{
			Func: deriv.RuleKind(line).Of(f), Of: f, Pos: line.Pos,
			Constant: line.Constant, Differs: line.Differs, Nonlinear: line.Nonlinear, user: u.Program.Params[f],
		}
		at := func(part proc.Deriv) (pos diag.Pos) {
			if d := u.Program.Lookup(part.Of(f)); d != nil {
				pos = d.Pos
			}
			return pos
		}
		r.Forward, r.Split, r.Reverse = at(deriv.JVPRule), at(deriv.SplitRule), at(deriv.PullRule)
		if r.Split == at(deriv.ValueRule) { // made of it, where no clause is written
			r.Split = diag.Pos{}
		}
		if value := u.Program.Lookup(r.Value()); value != nil {
			r.Extern = prim.ExternIn(value) != nil
			if r.Extern && deriv.Discrete(value.Out.Type) { // it has no rule, nor needs one
				continue
			}
		}
		r.TakesFunctions = slices.Contains(u.higherRules, r.Pos)
		if r.Constant || r.Forward.Known() || r.Reverse.Known() {
			list = append(list, r)
		}
	}
	return list
}

// Calling is a definition of the program that calls the function of a rule, and nothing else; it adds it.
func (u *Unit) Calling(r *Rule) (*proc.Def, error) {
	of, err := u.Definition(r.Func)
	if err != nil {
		return nil, err
	}
	name := r.Of.Extended(".rule")
	for u.Program.Lookup(name) != nil {
		name = name.Extended("'")
	}
	b := proc.Builder{Names: proc.NewNames(of), Pos: r.Pos}
	d := &proc.Def{Pos: r.Pos, Name: name, Zone: of.Zone, In: of.In}
	d.Out = b.Call("y", of.Out.Type, r.Func, zone(of.Zone), of.In)
	d.Body = b.Body
	u.Program.Add(d)
	return d, nil
}

// Interface names the parameters of d, which is ruled$f or value$f, as they are written. Its arrays are names of Θ, and its
// other leaves the argument, in the order in which they are in the parameters.
func (r *Rule) Interface(d *proc.Def) *proc.Interface {
	if r.user == nil {
		return d.Interface()
	}
	p := placer{zone: d.Zone, whole: proc.Elems(d.In.Type) == nil || len(proc.Elems(d.In.Type)) == 1}
	face := &proc.Interface{Result: r.user.Result, Written: r.user.Written}
	for _, param := range r.user.Params {
		face.Params = append(face.Params, p.place(param))
	}
	if len(p.zone) > 0 || !p.whole && p.index != len(proc.Elems(d.In.Type)) {
		return d.Interface()
	}
	return face
}

// A placer gives the leaves of parameters their places.
type placer struct {
	zone  []proc.Ref // that have no parameter yet
	index int        // of the next part of the argument
	whole bool       // the argument is one leaf
}

func (p *placer) place(param proc.Param) proc.Param {
	out := proc.Param{Name: param.Name, Type: param.Type, Index: -1, Sizes: param.Sizes, Form: param.Form}
	tuple, ok := param.Type.(*proc.TupleType)
	_, array := param.Type.(*proc.ArrayType)
	switch {
	case param.Type == proc.Unit:
	case ok:
		for i, t := range tuple.Elems {
			part := proc.Param{Type: t}
			if i < len(param.Parts) {
				part = param.Parts[i]
			}
			out.Parts = append(out.Parts, p.place(part))
		}
	case array && len(p.zone) > 0:
		out.Ref, p.zone = p.zone[0].Name, p.zone[1:]
	case !p.whole:
		out.Index = p.index
		p.index++
	}
	return out
}
