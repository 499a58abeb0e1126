package lower

import (
	"fmt"
	"slices"
	"strconv"

	"procad/core"
	"procad/internal/diag"
	"procad/proc"
)

// A tangent conforms to its value, and a seed to the result of its function,
// where their sums have the same tags and their arrays the same dimensions.
// What is derived relies on it: a Case on a cotangent knows its tag from the
// value. So tangents are compared with the arguments where jvp(f) is called, and
// the seed with the result inside of vjp.C$f, between the forward and the reverse
// pass, by a procedure C that lower makes for each call.

// tangible says that there is something to compare in tangents of a t.
func tangible(t core.Type) bool {
	switch t := t.(type) {
	case *core.TupleType:
		return slices.ContainsFunc(t.Elems, tangible)
	case *core.SumType, *core.ArrayType:
		return !core.Discrete(t)
	}
	return false
}

// A compared is what messages call a tangent and its value.
type compared struct{ tangent, value string }

// inside is that of the elements of an array.
func (c compared) inside() compared {
	return compared{"an element of " + c.tangent, "that of " + c.value}
}

// conformArguments compares the tangents among the arguments of a derivative,
// which are at the given positions, with what they are tangents of.
func (f *fn) conformArguments(fn core.Term, args []value, at []diag.Pos) {
	r, ok := fn.(*core.Derive)
	if !ok {
		return
	}
	params := r.Func.Type().(*core.FuncType).Params
	inner := len(params)
	f.conformArguments(r.Func, args[:inner], at)
	if r.Op != core.JVP {
		return
	}
	names := argumentNames(r.Func)
	for i, t := range params {
		c := compared{"the tangent of " + names[i], names[i]}
		f.conform(at[inner+i], t, args[i], args[inner+i], c)
	}
}

// argumentNames is what messages call the arguments of a definition, or of a
// derivative of one.
func argumentNames(fn core.Term) []string {
	switch r := fn.(type) {
	case *core.Global:
		names := make([]string, len(r.Def.Params))
		for i, p := range r.Def.Params {
			names[i] = strconv.Quote(p.Name)
		}
		return names
	case *core.Derive:
		names := argumentNames(r.Func)
		switch r.Op {
		case core.JVP:
			for _, name := range names {
				names = append(names, "the tangent of "+name)
			}
		case core.VJP:
			names = append(names, "the seed of "+functionName(r))
		}
		return names
	}
	panic(fmt.Sprintf("lower: no rule for a call of %T", fn))
}

// functionName is what messages call a definition, or a derivative of one.
func functionName(fn core.Term) string {
	switch r := fn.(type) {
	case *core.Global:
		return r.Def.Name
	case *core.Ruled:
		return r.Rule.Name
	case *core.Derive:
		return string(r.Op) + "(" + functionName(r.Func) + ")"
	}
	panic(fmt.Sprintf("lower: no rule for a call of %T", fn))
}

// conform compares d, a tangent of v, with v, a value of type t.
func (f *fn) conform(pos diag.Pos, t core.Type, v, d value, c compared) {
	if !tangible(t) {
		return
	}
	switch t := t.(type) {
	case *core.TupleType:
		for i, e := range t.Elems {
			f.conform(pos, e, v.elems[i], d.elems[i], c)
		}
	case *core.SumType:
		f.conformSum(pos, t, v.leaf, d.leaf, c)
	case *core.ArrayType:
		f.conformSizes(pos, t, v.leaf, d.leaf, c)
		if tangible(t.Elem) {
			f.conformElements(pos, t, v.leaf, d.leaf, nil, c.inside())
		}
	}
}

// conformSum compares two tags, and then what they stand before.
//
//	Case v (Inl x (Case d (Inl ẋ (x ~ ẋ)) (Inr w (run-time error)))) (Inr y (Case d (Inl w (run-time error)) (Inr ẏ (y ~ ẏ))))
func (f *fn) conformSum(pos diag.Pos, t *core.SumType, v, d *leaf, c compared) {
	dt := core.Tangent(t).(*core.SumType)
	tags := [2]string{"Inl", "Inr"}
	part, tangent := [2]core.Type{t.Cons[0].Of, t.Cons[1].Of}, [2]core.Type{dt.Cons[0].Of, dt.Cons[1].Of}
	side := func(of int) proc.Branch {
		x := f.nestedVar(part[of], nil)
		return f.branch(x, func() {
			xv := f.unnested(pos, x, part[of], nil)
			inner := func(tag int) proc.Branch {
				y := f.nestedVar(tangent[tag], nil)
				return f.branch(y, func() {
					if tag == of {
						f.conform(pos, part[of], xv, f.unnested(pos, y, tangent[tag], nil), c)
						return
					}
					message := fmt.Sprintf("%s is %s where %s is %s", c.tangent, tags[tag], c.value, tags[of])
					no := f.boolConst(pos, f.variable("t", proc.Bool), false)
					f.call(pos, proc.CheckOf("seedTag", message), f.variable("u", proc.Unit), no)
				})
			}
			s := &proc.Case{Where: where(pos), In: f.linear(d)}
			s.L, s.R = inner(0), inner(1)
			f.emit(s)
			f.ends[s] = f.clock
		})
	}
	s := &proc.Case{Where: where(pos), In: f.linear(v)}
	s.L, s.R = side(0), side(1)
	f.emit(s)
	f.ends[s] = f.clock
}

// conformSizes compares the dimensions of two arrays.
func (f *fn) conformSizes(pos diag.Pos, t *core.ArrayType, v, d *leaf, c compared) {
	for axis := range t.Rank {
		what := "the size"
		if t.Rank > 1 {
			what = fmt.Sprintf("dimension %d", axis)
		}
		got := f.size(pos, f.variable("n", proc.Int), d, axis)
		want := f.size(pos, f.variable("n", proc.Int), v, axis)
		message := fmt.Sprintf("%s of %s is not that of %s", what, c.tangent, c.value)
		f.call(pos, proc.CheckOf("seedSize", message), f.variable("u", proc.Unit), got, want)
	}
}

// conformElements compares the elements of two arrays at the given indices and
// all that may follow them.
//
//	u = Call sum{f} [v, d] n        f : [i, v, d] … (x = Read v i; ẋ = Read d i; x ~ ẋ)
func (f *fn) conformElements(pos diag.Pos, t *core.ArrayType, v, d *leaf, at []*leaf, c compared) {
	if len(at) < t.Rank {
		n := f.size(pos, f.variable("n", proc.Int), v, len(at))
		f.addLoop(pos, n, func(g *fn) {
			g.conformElements(pos, t, v, d, append(at[:len(at):len(at)], g.index(nil)), c)
		})
		return
	}
	element := func(of *leaf, t core.Type) value {
		x := f.nestedVar(t, nil)
		f.emit(&proc.Read{Where: where(pos), Out: x, Ref: f.ref(of), Idx: f.linears(at)})
		return f.unnested(pos, x, t, nil)
	}
	f.conform(pos, t.Elem, element(v, t.Elem), element(d, core.Tangent(t.Elem)), c)
}

// seedCheck is the procedure C : (T, δT) → (T, δT) for r, which is vjp(g) with a
// seed at the given position; it is "" where there is nothing to compare. g is
// called as l says.
func (f *fn) seedCheck(r *core.Derive, l *layout, pos diag.Pos) proc.Func {
	t := r.Func.Type().(*core.FuncType).Result
	if !tangible(t) {
		return proc.Func{}
	}
	if c, ok := f.seedChecks[r]; ok {
		return c
	}
	names := compared{"the seed of " + functionName(r), "the result of " + functionName(r.Func)}
	f.seedChecks[r] = f.conformer(pos, f.root, l, t, names)
	return f.seedChecks[r]
}

// SeedCheck adds to p, of which d is a definition, the procedure C : (T, δT) →
// (T, δT) for vjp(d) where it is called from outside.
func SeedCheck(p *proc.Program, d *core.Def) (c proc.Func, err error) {
	defer recoverBailout(&p, &err)
	l := newLowerer(p.File, nil)
	l.program = p
	for _, def := range p.Defs {
		l.functions[def.Name] = true
	}
	result := &layout{result: d.Result, outTypes: leafTypes(d.Result, nil)}
	leaves := make([]*packing, len(result.outTypes))
	for i := range leaves {
		leaves[i] = packLeaf(i)
	}
	result.out = packTuple(leaves...)
	return l.conformer(d.Pos, d.Name, result, d.Result, compared{"the seed of vjp(" + d.Name + ")", "the result of " + d.Name}), nil
}

// conformer makes the procedure C for the result of l, which is a t.
func (l *lowerer) conformer(pos diag.Pos, root string, of *layout, t core.Type, names compared) proc.Func {
	g := l.newFn(nil, root, l.funcName(root+".seed", true))
	both := of.withTangent(core.TupleOf(t, core.Tangent(t)))
	leaves := make([]*leaf, len(both.outTypes))
	in := g.packedVar(both, both.out, make([]*target, len(leaves)))
	g.unpack(pos, both, both.out, in, make([]*target, len(leaves)), leaves)
	v := regroup(both.result, leaves)
	g.conform(pos, t, v.elems[0], v.elems[1], names)
	out := g.pack(pos, both.out, leaves)
	g.define(pos, g.finishOut(out, []proc.Var{in}, nil), []proc.Var{in})
	return g.name
}

// withTangent is the layout whose result is that of l, a T, and a δT.
func (l *layout) withTangent(result core.Type) *layout {
	both := &layout{result: result, outTypes: leafTypes(result, nil)}
	both.out = packTuple(l.out, l.out.tangent(tangentLeaves(l.outTypes, len(l.outTypes))))
	return both
}
