package lower

import (
	"slices"
	"strings"

	"procad/core"
	"procad/internal/diag"
	"procad/proc"
	"procad/proc/deriv"
)

// The function of a rule, f : [Θ] S → T, has all its arrays in Θ, so that its derivatives, which
// others than this package give names of Θ, have the same form whatever the rule does with them:
//
//	value$f : [Θ] S → T
//	jvp$f   : [Θ, Θ̇] (S, δS) → (T, δT)
//	split$f : [Θ] S → (T, X)                 X has what S has of the parameters that pull$f uses, and what the split leaves
//	pull$f  : [Θ̄] (X, δT) → δS
//
// ruled$f is what programs call: package derive derives it by these.

// ruleParts notes which definitions are parts of rules.
func (l *lowerer) ruleParts(src *core.Program) {
	for _, r := range src.Rules() {
		l.values[r.Value] = r
		l.program.Rules[ruleName(r)] = ruleLine(r)
		for _, d := range r.Parts() {
			l.parts[d] = r
		}
	}
}

// ruleName is what the procedures of a rule are called after.
func ruleName(r *core.Rule) proc.Func { return Name(strings.TrimSuffix(r.Value.Name, ".value")) }

// ruledName is the function that programs call.
func ruledName(r *core.Rule) proc.Func { return deriv.RuleKind(ruleLine(r)).Of(ruleName(r)) }

// ruleLine is what procedures say of a rule.
func ruleLine(r *core.Rule) *proc.Rule {
	return &proc.Rule{Pos: r.Pos, Constant: r.Constant, Differs: r.Differs, Nonlinear: r.Nonlinear}
}

// ruledLayout is how the function of a rule is called.
func (l *lowerer) ruledLayout(r *core.Rule) *layout {
	lay := *l.callees[r.Value]
	lay.name = ruledName(r)
	return &lay
}

// rulePart lowers a definition that is a part of a rule.
func (l *lowerer) rulePart(r *core.Rule, d *core.Def) *layout {
	l.facts.Learn(d.Body)
	switch d {
	case r.Value:
		return l.ruleValue(r)
	case r.Forward:
		l.ruleForward(r)
	case r.Split:
		l.ruleSplit(r)
	case r.Pull:
		l.rulePull(r)
		if r.Split == nil {
			l.ruleSplit(r)
		}
	}
	return nil
}

// ruleValue is value$f.
func (l *lowerer) ruleValue(r *core.Rule) *layout {
	d := r.Value
	lay := &layout{name: deriv.ValueRule.Of(ruleName(r)), result: d.Result, outTypes: leafTypes(d.Result, nil)}
	var ins []*packing
	for _, p := range d.Params {
		lay.inTypes = leafTypes(p.Type, lay.inTypes)
	}
	for i, t := range lay.inTypes {
		if isArray(t) {
			lay.zone = append(lay.zone, i)
		} else {
			ins = append(ins, packLeaf(i))
		}
	}
	lay.in, lay.out = packTuple(ins...), packFlat(len(lay.outTypes))
	f := l.ruleFn(r, d, lay)
	v := f.expr(f.enter(d.Params, d.Body), targetOf(d.Result, "r"))
	f.close(f.pack(d.Pos, lay.out, v.leaves(nil)))
	return lay
}

// ruleForward is jvp$f.
func (l *lowerer) ruleForward(r *core.Rule) {
	d, of := r.Forward, l.callees[r.Value]
	t := core.ForwardType(r.Value.Type())
	node := &core.Derive{Node: core.Node{At: d.Pos, Of: t}, Op: core.JVP, Func: &core.Global{Node: core.Node{At: d.Pos, Of: r.Value.Type()}, Def: r.Value}}
	lay := derived(node, of, deriv.JVPRule.Of(ruleName(r)))
	f := l.ruleFn(r, d, lay)
	f.enterRule(d)
	v := f.expr(f.rest, targetOf(d.Result, "r"))
	f.conform(d.Pos, r.Value.Result, v.elems[0], v.elems[1], compared{"the tangent that the rule of " + r.Name + " gives", "its result"})
	f.close(f.pack(d.Pos, lay.out, v.leaves(nil)))
}

// kept are the leaves of the parameters of f that pull$f finds in X: those that are no arrays, of
// the parameters that it uses.
func (l *lowerer) kept(r *core.Rule) []int {
	lay := l.callees[r.Value]
	var list []int
	leaf := 0
	for i, p := range r.Value.Params {
		uses := tangible(p.Type) && hasSum(p.Type)
		own := r.Pull.Params[i]
		core.Visit(r.Pull.Body, func(t core.Term) {
			if use, ok := t.(*core.Use); ok && use.Var == own {
				uses = true
			}
		})
		for range leafTypes(p.Type, nil) {
			if uses && !slices.Contains(lay.zone, leaf) {
				list = append(list, leaf)
			}
			leaf++
		}
	}
	return list
}

// hasSum says that values of t have sums in them.
func hasSum(t core.Type) bool {
	switch t := t.(type) {
	case *core.TupleType:
		return slices.ContainsFunc(t.Elems, hasSum)
	case *core.ArrayType:
		return hasSum(t.Elem)
	case *core.SumType:
		return true
	}
	return false
}

// ruleSplit is split$f: of a rule without a split clause it is ruled$f, whose own
// derivatives follow the rule again, and leaves parameters alone.
func (l *lowerer) ruleSplit(r *core.Rule) {
	of := l.callees[r.Value]
	lay := *of
	lay.name = deriv.SplitRule.Of(ruleName(r))
	d := r.Split
	if d == nil {
		d = r.Value
	}
	f := l.ruleFn(r, d, &lay)
	var t, x value
	if r.Split == nil {
		args := make([]value, len(d.Params))
		for i, p := range d.Params {
			args[i] = f.env[p]
		}
		t = f.apply(d.Pos, l.ruledLayout(r), args, targetOf(r.Value.Result, "r"))
	} else {
		v := f.expr(f.enter(d.Params, d.Body), targetOf(d.Result, "r"))
		t, x = v.elems[0], v.elems[1]
	}
	var left []*leaf
	for _, i := range l.kept(r) {
		left = append(left, f.leaves[i])
	}
	left = x.leaves(left)
	out := f.tuple(d.Pos, []proc.Var{f.pack(d.Pos, of.out, t.leaves(nil)), f.tuple(d.Pos, f.linears(left))})
	f.close(out)
}

// rulePull is pull$f. What it gives for arrays of Θ it adds to their cotangents:
//
//	Θ̄ = s : &A, s̄ : +δA, …        Add s̄ d        where d is the cotangent that the clause gives
func (l *lowerer) rulePull(r *core.Rule) {
	d, of := r.Pull, l.callees[r.Value]
	lay := &layout{name: deriv.PullRule.Of(ruleName(r)), inTypes: of.inTypes}
	n := len(of.inTypes)
	var left []*packing
	for _, i := range l.kept(r) {
		left = append(left, packLeaf(i))
	}
	if r.Split != nil {
		for _, t := range leafTypes(r.Residual(), nil) {
			left = append(left, packLeaf(len(lay.inTypes)))
			lay.inTypes = append(lay.inTypes[:len(lay.inTypes):len(lay.inTypes)], t)
		}
	}
	w := of.out.tangent(tangentLeaves(of.outTypes, len(lay.inTypes)))
	lay.inTypes = leafTypes(core.Tangent(r.Value.Result), lay.inTypes[:len(lay.inTypes):len(lay.inTypes)])
	lay.zone, lay.in = of.zone, packTuple(packTuple(left...), w)
	if len(left) == 0 {
		lay.in = packTuple(packTuple(), w)
	}
	f := l.ruleFn(r, d, lay)
	f.enterRule(d)
	parts := f.cotangents(r, d)
	dIn := tangentLeaves(of.inTypes, 0)
	ds := make([]*leaf, n)
	k := 0
	for i, p := range r.Value.Params {
		name := compared{"the cotangent that the rule of " + r.Name + " gives for " + p.Name, p.Name}
		types := leafTypes(p.Type, nil)
		if leaf := f.leaves[k]; len(types) == 1 && f.bars[k] != nil && parts[i].term != nil && f.streams(parts[i].term, leaf, checked(d.Params[i], d.Body)) {
			f.addTo(f.bars[k], nil, parts[i].term)
			k++
			continue
		}
		v := parts[i].value
		if parts[i].term != nil {
			v = f.expr(parts[i].term, nil)
		}
		if whole, ok := f.given(p.Type, k); ok {
			f.conform(d.Pos, p.Type, whole, v, name)
		}
		tangents := v.leaves(nil)
		for _, t := range types {
			if !deriv.Discrete(t) {
				x := tangents[0]
				tangents = tangents[1:]
				if f.bars[k] == nil {
					ds[dIn(k)] = x
				} else {
					f.addWhole(d.Pos, f.bars[k], x)
				}
			}
			k++
		}
	}
	f.close(f.pack(d.Pos, of.in.tangent(dIn), ds))
}

// addWhole adds an array to an accumulator.
func (f *ruleFn) addWhole(pos diag.Pos, acc, x *leaf) {
	if f.local(x).view() {
		f.addView(pos, acc, nil, x, 0)
		return
	}
	in := f.linear(x)
	f.emit(&proc.Add{Where: where(pos), Ref: f.ref(acc), In: in})
}

// A part is the cotangent of one parameter: a term where it can be seen, or a value.
type rulePartValue struct {
	term  core.Term
	value value
}

// cotangents are those of the parameters.
func (f *ruleFn) cotangents(r *core.Rule, d *core.Def) []rulePartValue {
	e := f.rest
	for {
		rest, ok := f.binding(e)
		if !ok {
			break
		}
		e = rest
	}
	n := len(r.Value.Params)
	parts := make([]rulePartValue, n)
	tuple, ok := e.(*core.Tuple)
	switch {
	case n == 1:
		parts[0].term = e
	case d.Result == core.Unit:
		f.expr(e, nil)
	case ok:
		for i, x := range tuple.Elems {
			parts[i].term = x
		}
	default:
		for i, v := range f.expr(e, nil).elems {
			parts[i].value = v
		}
	}
	return parts
}

// streams says that an array is a comprehension whose sizes are seen to be those of x.
func (f *ruleFn) streams(e core.Term, x *leaf, v *core.Var) bool {
	e = core.Inner(e)
	if _, ok := e.(*core.Build); !ok {
		return false
	}
	_, rank := arrayType(x.Type)
	for axis := range rank {
		n := &core.Size{Node: core.Node{At: e.Pos(), Of: core.Int}, X: core.UseOf(v), Axis: axis}
		if !f.sizeIs(e, axis, n) {
			return false
		}
	}
	return true
}

// checked is what a body calls a parameter once its sizes have been compared with what its type says.
func checked(v *core.Var, body core.Term) *core.Var {
	for {
		switch let := body.(type) {
		case *core.Let:
			if check, ok := let.Bound.(*core.SizeCheck); ok {
				if use, ok := check.X.(*core.Use); ok && use.Var == v {
					v = let.Var
				}
			}
			body = let.Body
		case *core.Untuple:
			body = let.Body
		default:
			return v
		}
	}
}

// A ruleFn is a procedure of a rule in the making.
type ruleFn struct {
	*fn
	pos    diag.Pos
	in     proc.Var
	leaves []*leaf       // of the parameters; nil of what is not passed
	bars   map[int]*leaf // the accumulators of the cotangents, by leaf; of pull$f
	rest   core.Term     // of the body
}

// ruleFn begins a procedure that is called as lay says, and gives the parameters of d their values.
func (l *lowerer) ruleFn(r *core.Rule, d *core.Def, lay *layout) *ruleFn {
	f := &ruleFn{fn: l.newFn(nil, r.Value.Name, lay.name), pos: d.Pos, leaves: make([]*leaf, len(lay.inTypes)), bars: map[int]*leaf{}}
	names := make([]string, 0, len(lay.inTypes))
	for i, p := range d.Params {
		name := p.Name
		if name == "_" || name == "" {
			name = "p" + string(rune('1'+i%9))
		}
		for range leafTypes(p.Type, nil) {
			names = append(names, name)
		}
	}
	for _, i := range lay.zone {
		f.leaves[i] = f.zoneName(names[i], proc.Shared, lay.inTypes[i])
		if t := deriv.Tangent(lay.inTypes[i]); d == r.Pull && t != proc.Unit {
			f.bars[i] = f.zoneName(names[i]+".bar", proc.Accumulator, t)
		}
	}
	targets := make([]*target, len(names))
	for i, name := range names {
		targets[i] = &target{name: name}
	}
	given := &layout{outTypes: lay.inTypes}
	if lay.in.leaf >= 0 {
		f.in = f.variable(names[lay.in.leaf], lay.inTypes[lay.in.leaf])
	} else {
		f.in = f.variable("args", lay.in.typ(lay.inTypes))
	}
	f.unpack(d.Pos, given, lay.in, f.in, targets, f.leaves)
	k := 0
	for _, p := range d.Params {
		n := len(leafTypes(p.Type, nil))
		f.set(p, regroup(p.Type, f.leaves[k:k+n]))
		k += n
	}
	return f
}

// given is the value of a parameter of type t whose leaves begin with number k, if all are passed.
func (f *ruleFn) given(t core.Type, k int) (value, bool) {
	leaves := f.leaves[k : k+len(leafTypes(t, nil))]
	return regroup(t, leaves), tangible(t) && !slices.Contains(leaves, nil)
}

func (f *ruleFn) enterRule(d *core.Def) { f.rest = f.enter(d.Params, d.Body) }

// close ends the procedure with its result.
func (f *ruleFn) close(out proc.Var) {
	f.define(f.pos, f.finishOut(out, []proc.Var{f.in}, nil), []proc.Var{f.in})
}
