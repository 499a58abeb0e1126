package faults

// Lower are the faults in what makes procedures of core programs.
var Lower = []Row{
	{Name: "lower: sizes of rows that are not seen", File: "lower/sizes.go", In: ") sizeIs(", Old: "is.Equal(f.facts.Int(n))", New: "true"},
	{Name: "lower: sizes that are not the written ones", File: "lower/sizes.go", In: ") checkSize(", Old: "got, f.scalar(s.Size)", New: "got, got"},
	{Name: "lower: sizes in the other side of a sum", File: "lower/sizes.go", In: ") checkSum(", Old: "s.R = branch(1)", New: "s.R = s.L"},
	{Name: "lower: the sum of no arrays", File: "lower/sum.go", In: "func determined(", Old: "return ok && !", New: "return !ok || !"},
	{Name: "lower: a maximum in inner loops of nothing", File: "lower/max.go", In: ") max(", Old: "len(e.Binders) > 1", New: "len(e.Binders) > 9"},
	{Name: "lower: the maximum of Ints", File: "lower/max.go", In: ") maxIntFrom(", Old: `prim.IMax`, New: `prim.IMin`},
	{Name: "lower: how many values a maximum has", File: "lower/max.go", In: ") maxIntFrom(", Old: `gc, g.intConst(pos, 1)`, New: `gc, g.intConst(pos, 0)`},
	{Name: "lower: ties of argmax", File: "lower/argmax.go", In: ") argmaxInt(", Old: `prim.ILt, g.variable("t", proc.Bool), m, x`, New: `prim.ILe, g.variable("t", proc.Bool), m, x`},
	{Name: "lower: comparisons the other way round", File: "lower/expr.go", In: "var intOps", Old: `core.Gt: {prim: prim.ILt, swap: true}`, New: `core.Gt: {prim: prim.ILt}`},
	{Name: "lower: Reals the other way round", File: "lower/expr.go", In: "var realOps", Old: `core.Ge: {prim: prim.Le, swap: true}`, New: `core.Ge: {prim: prim.Lt, swap: true}`},
	{Name: "lower: arrays that a call reads", File: "lower/call.go", In: ") apply(", Old: "f.ref(leaves[i])", New: "f.ref(leaves[l.zone[i-i]])"},
	{Name: "lower: arrays of zeros", File: "lower/addto.go", In: ") addView(", Old: "f.linears(at[len(at)-rank:])", New: "f.linears(at[:rank])"},
	{Name: "lower: literals", File: "lower/literal.go", In: ") putAll(", Old: "t.Place(k)", New: "t.Place(len(elems)-1-k)"},
	{Name: "lower: arrays that somebody else has", File: "lower/own.go", In: ") consume(", Old: "|| o.live[v.Name] != nil):", New: "):"},
	{Name: "lower: gradients of what is stopped", File: "lower/stop.go", In: ") stop(", Old: "return f.value(f.stopScalar(pos, f.linear(l), to))", New: "return v"},
	{Name: "lower: elements that are stopped", File: "lower/stop.go", In: ") stopArray(", Old: "g.value(g.stopScalar(pos, x, nil))", New: "g.value(x)"},
	{Name: "lower: tangents of another size", File: "lower/conform.go", In: ") conformSizes(", Old: "d, axis)", New: "v, axis)"},
	{Name: "lower: the end of while", File: "lower/loop.go", In: ") while(", Old: "g.into(pos, s, next) })", New: "g.receive(p, s); g.into(body.Pos(), g.expr(body, next), next) })"},
	{Name: "lower: the state of a fold", File: "lower/loop.go", In: ") nTimes(", Old: "f.scalar(e.Count), f.expr(e.Init, nil)", New: "f.intConst(e.At, 1), f.expr(e.Init, nil)"},
	{Name: "lower: bool", File: "lower/branch.go", In: ") boolEqual(", Old: "if !same {", New: "if same {"},
	{Name: "lower: parts of a tuple", File: "lower/pattern.go", In: ") match(", Old: "v.elems[i])", New: "v.elems[len(p.parts)-1-i])"},
}
