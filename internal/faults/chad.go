package faults

const (
	chadForward   = "papers/chad/forward.go"
	chadReverse   = "papers/chad/reverse.go"
	chadForwardIn = "papers/chad/forward_loop.go"
	chadReverseIn = "papers/chad/reverse_loop.go"
	chadOp        = "papers/chad/operation.go"
	chadArray     = "papers/chad/array_operation.go"
	chadVector    = "papers/chad/vector_operation.go"
	chadValue     = "papers/chad/linear/value.go"
	chadLFun      = "papers/chad/linear/lfun.go"
	chadCopower   = "papers/chad/linear/copower.go"
	chadLoop      = "papers/chad/linear/array.go"
	chadSparse    = "papers/chad/efficient.go"
	chadSparseIn  = "papers/chad/efficient_loop.go"
	chadLet       = "papers/chad/simplify_let.go"
	chadPlus      = "papers/chad/simplify_plus.go"
	chadList      = "papers/chad/simplify_array.go"
	chadConcrete  = "papers/chad/concretise.go"
)

// Chad are the faults in the rules of paper 4: at least one in each rule of D→, D←, of the operations,
// of Figure 8, of the efficient variant and of Table 1. Most leave the types as they are.
var Chad = []Row{
	{Name: "chad: D→ let", File: chadForward, In: "case *Let:", Old: "dot(dx, v)", New: "&LinPlus{dot(dx, v), dot(dx, v)}"},
	{Name: "chad: D→ operation", File: chadForward, In: "case *Op:", Old: "= dot(dx, v)", New: "= &LinPlus{dot(dx, v), dot(dx, v)}"},
	{Name: "chad: D→ pair", File: chadForward, In: "case *Pair:", Old: "dot(dy, v)", New: "&LinPlus{dot(dy, v), dot(dy, v)}"},
	{Name: "chad: D→ fst", File: chadForward, In: "case *Fst:", Old: "&LinFst{dot(dx, v)}", New: "&LinFst{&LinPlus{dot(dx, v), dot(dx, v)}}"},
	{Name: "chad: D→ snd", File: chadForward, In: "case *Snd:", Old: "&LinSnd{dot(dx, v)}", New: "&LinSnd{&LinPlus{dot(dx, v), dot(dx, v)}}"},
	{Name: "chad: D→ abstraction, argument", File: chadForward, In: "case *Lambda:", Old: "&LinZero{g.all()}, v}", New: "&LinZero{g.all()}, &LinPlus{v, v}}"},
	{Name: "chad: D→ abstraction, context", File: chadForward, In: "case *Lambda:", Old: "&LinPair{v, &LinZero{arg}}", New: "&LinPair{&LinZero{g.all()}, &LinZero{arg}}"},
	{Name: "chad: D→ application, context", File: chadForward, In: "case *Apply:", Old: "&LinAt{dot(dx, v), y}", New: "&LinZero{d.mode.tangent(d.types[t])}"},
	{Name: "chad: D→ application, argument", File: chadForward, In: "case *Apply:", Old: "dot(snd(z), dot(dy, v))", New: "&LinZero{d.mode.tangent(d.types[t])}"},
	{Name: "chad: D→ call", File: chadForward, In: "case *Call:", Old: "dot(dx, v)", New: "&LinPlus{dot(dx, v), dot(dx, v)}"},
	{Name: "chad: D→ inl", File: chadForward, In: "case *Inl:", Old: "dot(dx, v)", New: "&LinPlus{dot(dx, v), dot(dx, v)}"},
	{Name: "chad: D→ inr", File: chadForward, In: "case *Inr:", Old: "dot(dx, v)", New: "&LinPlus{dot(dx, v), dot(dx, v)}"},
	{Name: "chad: D→ case", File: chadForward, In: "case *Case:", Old: "&LinPair{v,", New: "&LinPair{&LinZero{g.all()},"},
	{Name: "chad: D→ stop", File: chadForward, In: "case *Stop:", Old: "lin(&LinZero{d.mode.tangent(d.types[t.X])})", New: "snd(d.term(g, t.X))"},
	{Name: "chad: D→ map", File: chadForwardIn, In: "case *Map:", Old: "&LinPair{&LinFst{v}, &LinOp", New: "&LinPair{&LinZero{g.all()}, &LinOp"},
	{Name: "chad: D→ build", File: chadForwardIn, In: "case *Build:", Old: "&LinPair{v, &LinZero", New: "&LinPair{&LinPlus{v, v}, &LinZero"},
	{Name: "chad: D→ sum", File: chadForwardIn, In: "case *Sum:", Old: "&LinPair{v, &LinZero", New: "&LinPair{&LinPlus{v, v}, &LinZero"},
	{Name: "chad: D→ max", File: chadForwardIn, In: "case *Max:", Old: "&LinPair{v, zero}", New: "&LinPair{&LinPlus{v, v}, zero}"},
	{Name: "chad: D→ loop, context", File: chadForwardIn, In: "case *Loop:", Old: "&LinPair{&LinFst{v}, &LinPair", New: "&LinPair{&LinZero{g.all()}, &LinPair"},
	{Name: "chad: D→ loop, state", File: chadForwardIn, In: "case *Loop:", Old: "&LinSnd{v}}}", New: "&LinPlus{&LinSnd{v}, &LinSnd{v}}}}"},

	{Name: "chad: D← let", File: chadReverse, In: "case *Let:", Old: "&LinPlus{&LinFst{v}, dot(dx, &LinSnd{v})}", New: "&LinFst{v}"},
	{Name: "chad: D← operation", File: chadReverse, In: "case *Op:", Old: "plus(g.all(), parts...)", New: "plus(g.all(), parts[:(len(parts)+1)/2]...)"},
	{Name: "chad: D← pair", File: chadReverse, In: "case *Pair:", Old: "lin(&LinPlus{dot(dx, &LinFst{v}), dot(dy, &LinSnd{v})})", New: "lin(dot(dx, &LinFst{v}))"},
	{Name: "chad: D← fst", File: chadReverse, In: "case *Fst:", Old: "&LinPair{v,", New: "&LinPair{&LinPlus{v, v},"},
	{Name: "chad: D← snd", File: chadReverse, In: "case *Snd:", Old: ".A}, v}", New: ".A}, &LinPlus{v, v}}"},
	{Name: "chad: D← abstraction, argument", File: chadReverse, In: "case *Lambda:", Old: "dot(snd(z), v)", New: "dot(snd(z), &LinPlus{v, v})"},
	{Name: "chad: D← abstraction, context", File: chadReverse, In: "case *Lambda:", Old: "use(x)}), v)", New: "use(x)}), &LinPlus{v, v})"},
	{Name: "chad: D← application, context", File: chadReverse, In: "case *Apply:", Old: "dot(dx, &LinCopower{y, v})", New: "&LinZero{g.all()}"},
	{Name: "chad: D← application, argument", File: chadReverse, In: "case *Apply:", Old: "dot(dy, dot(snd(z), v))", New: "&LinZero{g.all()}"},
	{Name: "chad: D← call", File: chadReverse, In: "case *Call:", Old: "dot(snd(z), v)", New: "dot(snd(z), &LinPlus{v, v})"},
	{Name: "chad: D← inl", File: chadReverse, In: "case *Inl:", Old: "dot(dx, &LinOp{Unside{false}, nil, v})", New: "&LinZero{g.all()}"},
	{Name: "chad: D← inr", File: chadReverse, In: "case *Inr:", Old: "dot(dx, &LinOp{Unside{true}, nil, v})", New: "&LinZero{g.all()}"},
	{Name: "chad: D← case", File: chadReverse, In: "case *Case:", Old: "&LinPlus{&LinFst{v}, dot(dz, &LinOp{side, nil, &LinSnd{v}})}", New: "&LinFst{v}"},
	{Name: "chad: D← stop", File: chadReverse, In: "case *Stop:", Old: "lin(&LinZero{g.all()})", New: "snd(d.term(g, t.X))"},
	{Name: "chad: D← map", File: chadReverseIn, In: "case *Map:", Old: "&LinFst{&LinOp{Project{}, indices(j), v}}", New: "&LinZero{g.all()}"},
	{Name: "chad: D← build", File: chadReverseIn, In: "case *Build:", Old: "indices(i), v}", New: "indices(i), &LinPlus{v, v}}"},
	{Name: "chad: D← sum", File: chadReverseIn, In: "case *Sum:", Old: "use(i)}), v)", New: "use(i)}), &LinPlus{v, v})"},
	{Name: "chad: D← max", File: chadReverseIn, In: "case *Max:", Old: "dot(snd(z), v)", New: "dot(snd(z), &LinPlus{v, v})"},
	{Name: "chad: D← loop, context", File: chadReverseIn, In: "case *Loop:", Old: "&LinPair{&LinFst{v}, &LinSnd{&LinSnd{v}}}", New: "&LinPair{&LinZero{g.all()}, &LinSnd{&LinSnd{v}}}"},
	{Name: "chad: D← loop, state", File: chadReverseIn, In: "case *Loop:", Old: "&LinPlus{&LinFst{v}, dot(dz, &LinSnd{v})}", New: "&LinFst{v}"},

	{Name: "chad: Dop of numbers", File: chadOp, In: "func (o Scalar) Derivative", Old: "scaled(partial, linPart(v, i, len(xs)))", New: "scaled(partial, linPart(v, i/2, len(xs)))"},
	{Name: "chad: Dop^t of numbers", File: chadOp, In: "func (o Scalar) Transpose", Old: "scaled(partial, v)", New: "v"},
	{Name: "chad: D of index", File: chadArray, In: "func (o Index) Derivative", Old: "linPart(v, 0, len(xs))", New: "&LinPlus{linPart(v, 0, len(xs)), linPart(v, 0, len(xs))}"},
	{Name: "chad: D^t of index", File: chadArray, In: "func (o Index) Transpose", Old: "xs, v}", New: "xs, &LinPlus{v, v}}"},
	{Name: "chad: D of set, array", File: chadArray, In: "func (Set) Derivative", Old: "&LinOp{Clear{}, xs[1 : n-1], linPart(v, 0, n)}", New: "linPart(v, 0, n)"},
	{Name: "chad: D of set, element", File: chadArray, In: "func (Set) Derivative", Old: "linPart(v, n-1, n)}", New: "&LinZero{Forward.tangent(RealType{})}}"},
	{Name: "chad: D^t of set, array", File: chadArray, In: "func (Set) Transpose", Old: "&LinOp{Clear{}, xs[1 : n-1], v}", New: "v"},
	{Name: "chad: D^t of literals", File: chadArray, In: "func (o Literal) Transpose", Old: "whole(rest % o.Dims[axis])", New: "whole(0 * rest)"},
	{Name: "chad: Dop of *", File: chadVector, In: "case VMul:", Old: "v1, xs[1]", New: "v1, xs[0]"},
	{Name: "chad: Dop^t of *", File: chadVector, In: "func (o Vector) Transpose", Old: "linOp(VScale, v, xs[1]), linOp(VScale, v, xs[0])", New: "linOp(VScale, v, xs[0]), linOp(VScale, v, xs[1])"},
	{Name: "chad: Dop of A ⋆ x", File: chadVector, In: "case MatVec:", Old: "&LinPlus{linOp(TimesVector, v1, xs[1]), linOp(MatrixTimes, v2, xs[0])}", New: "linOp(MatrixTimes, v2, xs[0])"},

	{Name: "chad: + of pairs", File: chadValue, In: "case *Pair:", Old: "m.Plus(a.B, b.B)", New: "a.B"},
	{Name: "chad: + of sides", File: chadValue, In: "case *Either:", Old: "m.Plus(a.X, b.X)", New: "a.X"},
	{Name: "chad: + of arrays", File: chadValue, In: "case *Array:", Old: "m.Plus(a.Elems[i], b.Elems[i])", New: "a.Elems[i]"},
	{Name: "chad: + of powers", File: chadValue, In: "case *Power:", Old: "m.Plus(a.at(x), b.at(x))", New: "b.at(x)"},
	{Name: "chad: + of copowers", File: chadValue, In: "case *Copower:", Old: "&Copower{left: a, right: b.(*Copower)}", New: "a"},
	{Name: "chad: composition", File: chadLFun, In: "func Compose", Old: "g.At(f.At(x))", New: "f.At(g.At(x))"},
	{Name: "chad: lpair", File: chadLFun, In: "func Lpair", Old: "f.At(x), g.At(x)", New: "g.At(x), f.At(x)"},
	{Name: "chad: lcopowfold", File: chadCopower, In: "Lcopowfold", Old: "m.Plus(total, t(c.x).At(c.v))", New: "t(c.x).At(c.v)"},
	{Name: "chad: lsum", File: chadLoop, In: "Lsum(", Old: "m.Plus(total, t(k).At(x))", New: "t(k).At(x)"},
	{Name: "chad: lscan", File: chadLoop, In: "func Lscan", Old: "range n", New: "range n / 2"},
	{Name: "chad: lback", File: chadLoop, In: "Lback(n", Old: "m.Plus(g, p.A)", New: "p.A"},

	{Name: "chad: efficient let", File: chadSparse, In: "case *Let:", Old: "bpT.run(inner.cell.Take())", New: "bpT.run(d)"},
	{Name: "chad: efficient pair", File: chadSparse, In: "case *Pair:", Old: "bpB.run(secondOf(d))", New: "bpB.run(firstOf(d))"},
	{Name: "chad: efficient abstraction", File: chadSparse, In: "case *Lambda:", Old: "cells[i].Add(part)", New: "cells[i/2].Add(part)"},
	{Name: "chad: efficient application, context", File: chadSparse, In: "case *Apply:", Old: "bpF.run(taken(cells))", New: "_ = bpF"},
	{Name: "chad: efficient application, argument", File: chadSparse, In: "case *Apply:", Old: "bpX.run(inner.cell.Take())", New: "_ = bpX"},
	{Name: "chad: efficient call", File: chadSparse, In: "case *Call:", Old: "bpX.run(inner.cell.Take())", New: "bpX.run(nil)"},
	{Name: "chad: efficient case", File: chadSparse, In: "case *Case:", Old: "if dx := inner.cell.Take(); dx != nil {", New: "if dx := inner.cell.Take(); dx != nil && s.Right {"},
	{Name: "chad: efficient build", File: chadSparseIn, In: "case *Build:", Old: "*bps) }", New: "(*bps)[:1]) }"},
	{Name: "chad: efficient sum", File: chadSparseIn, In: "case *Sum:", Old: "bp.run(d)", New: "bp.run(nil)"},
	{Name: "chad: efficient loop", File: chadSparseIn, In: "case *Loop:", Old: "k >= 0", New: "k > 0"},
	{Name: "chad: efficient max", File: chadSparseIn, In: "case *Max:", Old: "(*bps)[k]", New: "(*bps)[0]"},

	{Name: "chad: letRotate", File: chadLet, In: `"letRotate"`, Old: "&Let{y.Var, y.Bound, &Let{x.Var, y.Body, x.Body}}", New: "&Let{y.Var, y.Bound, &Let{x.Var, y.Bound, x.Body}}"},
	{Name: "chad: letPairSplit", File: chadLet, In: `"letPairSplit"`, Old: "&Pair{use(x1), use(x2)}", New: "&Pair{use(x2), use(x1)}"},
	{Name: "chad: letInline", File: chadLet, In: `"letInline"`, Old: "runs <= 1 && total", New: "runs <= 2 && total"},
	{Name: "chad: pairProj1", File: chadLet, In: `"pairProj1"`, Old: "return p.A", New: "return p.B"},
	{Name: "chad: pairProj2", File: chadLet, In: `"pairProj2"`, Old: "return p.B", New: "return p.A"},
	{Name: "chad: pairEta", File: chadLet, In: `"pairEta"`, Old: "same(l.X, r.X)", New: "!same(l.X, r.X)"},
	{Name: "chad: letLamPairSplit", File: chadLet, In: `"letLamPairSplit"`, Old: "&Apply{use(f1), use(x)}, &Apply{use(f2), use(x)}", New: "&Apply{use(f2), use(x)}, &Apply{use(f1), use(x)}"},
	{Name: "chad: plusZero1", File: chadPlus, In: `"plusZero1"`, Old: "return b", New: "return a"},
	{Name: "chad: plusZero2", File: chadPlus, In: `"plusZero2"`, Old: "return a", New: "return b"},
	{Name: "chad: plusPair", File: chadPlus, In: `"plusPair"`, Old: "&Plus{p.B, q.B}", New: "&Plus{p.B, q.A}"},
	{Name: "chad: plusLet1", File: chadPlus, In: `"plusLet1"`, Old: "&Plus{x.Body, b}", New: "&Plus{b, b}"},
	{Name: "chad: plusLet2", File: chadPlus, In: `"plusLet2"`, Old: "&Plus{a, x.Body}", New: "&Plus{a, a}"},
	{Name: "chad: algebra", File: chadPlus, In: `"algebra"`, Old: "isNumber && x == 0", New: "isNumber && x == 1"},
	{Name: "chad: mapPairSplit", File: chadList, In: `"mapPairSplit"`, Old: "&Lambda{f.Var, p.A}", New: "&Lambda{f.Var, p.B}"},
	{Name: "chad: sumZip", File: chadList, In: `"sumZip"`, Old: "zip.Args[1:]", New: "zip.Args[:1]"},
	{Name: "chad: sumSingleton", File: chadList, In: `"sumSingleton"`, Old: "same(s.Args[0], use(f.Var))", New: "true"},
	{Name: "chad: copowers as lists", File: chadConcrete, In: "case *LinCase:", Old: "&Let{w, snd(use(p)), body}", New: "&Let{w, &Zero{w.Type}, body}"},
	{Name: "chad: scans as loops", File: chadConcrete, In: "case *LinScan:", Old: "&Pair{x, use(d)}", New: "&Pair{x, &Zero{d.Type}}"},
}
