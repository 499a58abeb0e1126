package faults

const (
	mapTypes   = "papers/linmap/map.go"
	mapForward = "papers/linmap/forward.go"
	mapReverse = "papers/linmap/reverse.go"
	mapFold    = "papers/linmap/fold.go"
	mapBuiltin = "papers/linmap/builtin.go"
	mapDerive  = "papers/linmap/derive.go"
	mapLaw     = "papers/linmap/law.go"
	mapApply   = "papers/linmap/law_apply.go"
	mapValue   = "papers/linmap/law_value.go"
	ksRule     = "papers/ks/rule.go"
	ksApply    = "papers/ks/apply.go"
	ksFrom     = "papers/ks/from_array.go"
	tupOp      = "papers/tupling/operation.go"
	tupDerive  = "papers/tupling/derive.go"
	tupBasic   = "papers/tupling/basic.go"
	tupPoly    = "papers/tupling/poly.go"
	clRun      = "papers/cl/run.go"
	clConvert  = "papers/cl/convert.go"
	clForward  = "papers/cl/forward.go"
	clReverse  = "papers/cl/reverse.go"
	clSplit    = "papers/cl/split.go"
	clSplitTwo = "papers/cl/split_case.go"
	clTrace    = "papers/cl/trace.go"
	clCheck    = "papers/cl/check.go"
	bogSingle  = "papers/bog/single.go"
	bogForward = "papers/bog/forward.go"
	bogReverse = "papers/bog/reverse.go"
	bogLoop    = "papers/bog/loop.go"
	bogCheck   = "papers/bog/check.go"
)

// Paper1 are the faults in the systems of paper 1 that stand beside the compiler.
var Paper1 = []Row{
	// Figure 2.
	{Name: "paper 1, figure 2: +", File: ksApply, In: "f.Op == core.Add", Old: "args[0], args[1]", New: "args[0], args[0]"},
	{Name: "paper 1, figure 2: build", File: ksApply, In: "func (m *Machine) BuildVector", Old: "e := f(i)", New: "e := f(0 * i)"},
	{Name: "paper 1, figure 2: ix", File: ksApply, In: "func (f Index) Apply", Old: "return v.Elems[i]", New: "return v.Elems[0]"},
	{Name: "paper 1, figure 2: sum", File: ksApply, In: "func (f Add) Apply", Old: "elems[1:]", New: "elems[:0]"},
	{Name: "paper 1, figure 2: argmax", File: ksApply, In: "func (f ArgMax) Apply", Old: "best = i", New: "best = 0 * i"},
	{Name: "paper 1, figure 2: derivative of π", File: mapBuiltin, In: "case ks.Select:", Old: "f.K, of", New: "0*f.K, of"},
	{Name: "paper 1, figure 2: derivative of ix", File: mapBuiltin, In: "case ks.Index:", Old: "one(at, of), zero(at, of, of)", New: "zero(at, of, of), one(at, of)"},
	{Name: "paper 1, figure 2: derivative of sum", File: mapBuiltin, In: "case ks.Add:", Old: "ks.Fn(i, one(at, of))", New: "ks.Fn(i, zero(at, of, of))"},
	{Name: "paper 1, figure 2: derivative of stopGradient", File: mapBuiltin, In: "case ks.Stop:", Old: "zero(at, x.Type, of)", New: "one(at, of)"},
	{Name: "paper 1, figure 2: derivative of primitives", File: mapBuiltin, In: "func scale(", Old: "ks.Do(k.Pos(), Scale{ks.R}, k)", New: "one(k.Pos(), ks.R)"},

	{Name: "paper 1, loops: ccl goes up", File: ksFrom, In: "down := ", Old: "Do(at, Op{core.Sub}, last, UseOf(at, i))", New: "Do(at, Op{core.Add}, Do(at, Op{core.Mul}, last, Int(at, 0)), UseOf(at, i))"},
	{Name: "paper 1, loops: maxima take the last", File: ksFrom, In: "func (c *converter) maxima(", Old: "part(1, r), x), first, r)", New: "x, part(1, r)), first, r)"},
	{Name: "paper 1, loops: maxima of nothing are 0", File: ksFrom, In: "func (c *converter) maxima(", Old: "truth(core.False), zero", New: "truth(core.True), zero"},
	{Name: "paper 1, loops: a fold that adds only adds", File: ksFrom, In: "case *core.Fold:", Old: "e = e.Plain()", New: "e.Plain()"},

	// Figures 3 and 12.
	{Name: "paper 1, figure 3: type of ∘", File: mapTypes, In: "func (f Compose) Result", Old: "ks.Equal(m.From, n.To)", New: "m.From != nil"},
	{Name: "paper 1, figure 3: type of ⊙", File: mapTypes, In: "func (f Apply) Result", Old: "ks.Equal(ks.Tangent(m.From), x)", New: "x != nil"},
	{Name: "paper 1, figure 3: type of ×", File: mapTypes, In: "func (f VCat) Result", Old: "!ks.Equal(m.From, from)", New: "m.From == nil"},
	{Name: "paper 1, figure 3: type of ⋈", File: mapTypes, In: "func (f HCat) Result", Old: "!ks.Equal(m.To, to)", New: "m.To == nil"},
	{Name: "paper 1, figure 12: type of lmFold", File: mapFold, In: "func (f LmFold) Result", Old: "ks.Equal(ab, ks.Tuple{a, b}) && ", New: "ab != nil && "},
	{Name: "paper 1, figure 12: type of RFold", File: mapFold, In: "func (f RFold) Result", Old: "ks.Equal(dab, ks.Tuple{da, db}) && ", New: "dab != nil && "},

	// Figure 4 on values.
	{Name: "paper 1, figure 4: m ⊙ 0", File: mapForward, In: "func (a *applier) memo", Old: "return x // m", New: "panic(x) // m"},
	{Name: "paper 1, figure 4: S(k) ⊙ x", File: mapForward, In: "case *scaleNode:", Old: "return a.Times(a.at, m.k, x)", New: "return x"},
	{Name: "paper 1, figure 4: H ⊙ x", File: mapForward, In: "case *hcatNode:", Old: "ks.Part(x, i)", New: "ks.Part(x, 0*i)"},
	{Name: "paper 1, figure 4: (m1 ∘ m2) ⊙ x", File: mapForward, In: "case *composeNode:", Old: "a.memo(done, m.n, x)", New: "a.memo(done, m.n, a.plus(x, x))"},
	{Name: "paper 1, figure 4: (m1 ⊕ m2) ⊙ x", File: mapForward, In: "case *plusNode:", Old: "a.memo(done, m.n, x)", New: "a.memo(done, m.m, x)"},
	{Name: "paper 1, figure 4: (m1 × m2) ⊙ x", File: mapForward, In: "case *vcatNode:", Old: "ys[i] = a.memo(done, n, x)", New: "ys[i] = a.memo(done, n, a.plus(x, x))"},

	// Figure 5 on values.
	{Name: "paper 1, figure 5: r ⊙ᴿ (m1 ∘ m2)", File: mapReverse, In: "case *composeNode:", Old: "a.reverse(r, m.m)", New: "a.reverse(a.plus(r, r), m.m)"},
	{Name: "paper 1, figure 5: r ⊙ᴿ (m1 ⊕ m2)", File: mapReverse, In: "case *plusNode:", Old: "q.add(a, r, m.n)", New: "q.add(a, r, m.m)"},
	{Name: "paper 1, figure 5: r ⊙ᴿ (m1 × m2)", File: mapReverse, In: "case *vcatNode:", Old: "ks.Part(r, i)", New: "ks.Part(r, 0*i)"},
	{Name: "paper 1, figure 5: r ⊙ᴿ S(k)", File: mapReverse, In: "case *scaleNode:", Old: "a.Times(a.at, m.k, r)", New: "r"},
	{Name: "paper 1, figure 5: r ⊙ᴿ (m1 ⋈ m2)", File: mapReverse, In: "case *hcatNode:", Old: "a.reverse(r, n)", New: "a.reverse(a.plus(r, r), n)"},
	{Name: "paper 1, figure 5: (LM1) without its sum", File: mapReverse, In: "func (q *queue) add", Old: "a.plus(old, r)", New: "a.plus(old, ks.None{})"},
	{Name: "paper 1, figure 5: (LM1) in the wrong order", File: mapReverse, In: "func (q *queue) Less", Old: " > ", New: " < "},

	// Figures 4 and 5 on terms.
	{Name: "paper 1, law: (m1 ⋈ m2) ∘ (n1 × n2)", File: mapLaw, In: `"(m1 ⋈ m2) ∘ (n1 × n2)`, Old: "compose(ms[i+1], ns[i+1])", New: "compose(ms[i+1], zeroOf(ns[i+1]))"},
	{Name: "paper 1, law: S(k1) ∘ S(k2)", File: mapLaw, In: `"S(k1) ∘ S(k2)`, Old: "core.Mul", New: "core.Add"},
	{Name: "paper 1, law: S(k1) ⊕ S(k2)", File: mapLaw, In: `"S(k1) ⊕ S(k2)`, Old: "core.Add", New: "core.Mul"},
	{Name: "paper 1, law: m ⊕ 𝟎", File: mapLaw, In: `"m ⊕ 𝟎`, Old: "return m\n", New: "return n\n"},
	{Name: "paper 1, law: (m1 ⊕ m2)ᵀ", File: mapLaw, In: `"(m1 ⊕ m2)ᵀ`, Old: "return each(t, Plus{}, m.Args(), transpose)", New: "return zeroOf(t)"},
	{Name: "paper 1, law: map", File: mapLaw, In: "func mapVec(", Old: "ks.UseOf(at, i), v)", New: "ks.Int(at, 0), v)"},
	{Name: "paper 1, law: (m1 ⋈ m2) ⊙ (x1, x2)", File: mapApply, In: `"(m1 ⋈ m2) ⊙`, Old: "plus(out, apply2(n, component(x, i+1)))", New: "apply2(n, component(x, i+1))"},
	{Name: "paper 1, law: S(k) ⊙ x", File: mapApply, In: `"S(k) ⊙ x`, Old: "times(m.Arg, x)", New: "x"},
	{Name: "paper 1, law: r ⊙ᴿ (m1 × m2)", File: mapApply, In: `"(r1, r2) ⊙ᴿ (m1 × m2)`, Old: "plus(out, reverse2(component(r, i+1), n))", New: "reverse2(component(r, i+1), n)"},
	{Name: "paper 1, law: r ⊙ᴿ (m1 ⊕ m2)", File: mapApply, In: `"r ⊙ᴿ (m1 ⊕ m2)`, Old: "reverse2(r, m.Args()[1])", New: "reverse2(r, m.Args()[0])"},
	{Name: "paper 1, law: r ⊙ᴿ S(k)", File: mapApply, In: `"r ⊙ᴿ S(k)`, Old: "times(m.Arg, r)", New: "r"},
	{Name: "paper 1, law: FFold", File: mapApply, In: "func forwardFold(", Old: "apply2(e.Body, ks.Tuples(m.At, ds,", New: "apply2(e.Body, ks.Tuples(m.At, plus(ds, ds),"},
	{Name: "paper 1, law: the sum of a one-hot vector", File: mapValue, In: "func oneHot(", Old: "|| ks.Uses(b, f.Var) > 0", New: "|| ks.Uses(b, f.Var) > 9"},
	{Name: "paper 1, law: 0 + x", File: mapValue, In: "func arithmetic(", Old: "return args[1]", New: "return args[0]"},

	// Figures 6 and 13 to 15.
	{Name: "paper 1, figure 6: ∇[f(e)]", File: mapDerive, In: "// ∇S[f(e)] =", Old: "n.term(e.Arg))", New: "zero(e.At, n.s, e.Arg.Type()))"},
	{Name: "paper 1, figure 6: ∇[let]", File: mapDerive, In: "case *ks.Let:", Old: "m := n.term(e.Bound)", New: "m := zero(at, n.s, e.Var.Type)"},
	{Name: "paper 1, figure 6: ∇[case]", File: mapDerive, In: "func (n *nabla) choice", Old: "ks.UseOf(e.At, dm))", New: "zero(e.At, n.s, dm.Type.(ks.Lin).To))"},
	{Name: "paper 1, figure 6: ∂f", File: mapDerive, In: "func (d *Deriver) Jacobian", Old: "one(f.At, s)", New: "zero(f.At, s, s)"},
	{Name: "paper 1, figure 13: p without acc", File: mapDerive, In: "p := ks.Do(at, VCat{}", Old: "n.term(acc)", New: "zero(at, n.s, acc.Type())"},
	{Name: "paper 1, figure 13: p without v", File: mapDerive, In: "p := ks.Do(at, VCat{}", Old: "n.term(v)", New: "zero(at, n.s, v.Type())"},
	{Name: "paper 1, figure 13: ∂x of a free variable", File: mapDerive, In: "for _, x := range ks.Free(step)", Old: "ks.UseOf(at, dx), state)", New: "zero(at, n.s, x.Type), state)"},
	{Name: "paper 1, figure 13: ⊙", File: mapFold, In: "func (a *applier) forwardFold", Old: "eval.Tuple{ds, dt}", New: "eval.Tuple{a.plus(ds, ds), dt}"},
	{Name: "paper 1, figure 14: FF", File: mapFold, In: "func ffold(", Old: "ks.Part(dv, i)", New: "ks.Part(dv, 0*i)"},
	{Name: "paper 1, figure 15: RF, ds", File: mapFold, In: "func rfold(", Old: "m.Plus(at, ds, ks.Part(out, 0))", New: "ks.Part(out, 0)"},
	{Name: "paper 1, figure 15: RF, accumulators", File: mapFold, In: "func rfold(", Old: "accs[i] = acc", New: "accs[i] = accs[0]"},

	// Figures 7 and 8.
	{Name: "paper 1, figure 7: ∇̄[f(e)]", File: tupBasic, In: "func (b *Basic) call", Old: "second(r), second(a)", New: "second(r), ks.Do(e.At, linmap.Zero{From: n.a, To: e.Arg.Type()})"},
	{Name: "paper 1, figure 7: ∂̄f", File: tupBasic, In: "func (b *Basic) Jacobian", Old: "linmap.One{Of: s}", New: "linmap.Zero{From: s, To: s}"},
	{Name: "paper 1, figure 8: ∂̄op", File: tupPoly, In: "func (p *Poly) jacobian", Old: "ks.Substitute(d.Body, d.Param, first(use)), second(use)", New: "ks.Substitute(d.Body, d.Param, first(use)), ks.Do(c.At, linmap.Zero{From: p.a, To: c.Arg.Type()})"},
	{Name: "paper 1, figure 8: ×̄", File: tupOp, In: "func (f VCat) Apply", Old: "eval.Tuple{values, linmap", New: "eval.Tuple{eval.Tuple{values[0], values[0]}, linmap"},
	{Name: "paper 1, figure 8: ⋈̄", File: tupOp, In: "func (f HCat) Apply", Old: "sum = m.Plus(at, sum, v)", New: "sum = v"},
	{Name: "paper 1, figure 8: ᵀ̄", File: tupOp, In: "func (f Transpose) Apply", Old: "linmap.Transpose{}.Apply(m, at, ks.Part(arg, 1))", New: "ks.Part(arg, 1)"},
	{Name: "paper 1, figures 7 and 8: case", File: tupDerive, In: "func (n *nabla) choice", Old: "second(bar))", New: "ks.Do(e.At, linmap.Zero{From: n.a, To: sum}))"},
	{Name: "paper 1, figures 7 and 8: fold", File: tupDerive, In: "func (n *nabla) fold", Old: "acc := n.term(args[1])", New: "acc := n.constant(n.primal(args[1]))"},

	// Figures 9 to 11, and Section 6.1.
	{Name: "paper 1, figure 10: P", File: clRun, In: "case *Prune:", Old: "out[i] = ks.Part(t, k)", New: "out[i] = ks.Part(t, 0*k)"},
	{Name: "paper 1, figure 10: IF", File: clRun, In: "case *If:", Old: "Con == 0", New: "Con == 1"},
	{Name: "paper 1, figure 10: φ", File: clConvert, In: "func (g context) place", Old: "return i", New: "return 0 * i"},
	{Name: "paper 1, figure 10: pruning", File: clConvert, In: "func (c *Convert) scope", Old: "context(g).types(), places...)", New: "context(g).types(), append([]int{0}, places[1:]...)...)"},
	{Name: "paper 1, figure 11: L", File: clCheck, In: "case *Let:", Old: "return k.code(push(k.env(s), k.code(s, c.Bound)), c.Body)", New: "return c.T"},
	{Name: "paper 1, figure 11: B", File: clCheck, In: "case *Build:", Old: "return ks.Vec{", New: "return c.T\n\t\t_ = ks.Vec{"},
	{Name: "paper 1, cl: B←", File: clReverse, In: "case *Build:", Old: "indexed(e, sel(e, 2), sel(e, 1))", New: "zero(e, c.Elem.To())"},
	{Name: "paper 1, cl: L←", File: clReverse, In: "func (d *Deriver) bound", Old: "add(e, s, rest, back(then(last(e), last(ds))))", New: "rest"},
	{Name: "paper 1, cl: P←", File: clReverse, In: "func scatter(", Old: "if i == j {", New: "if i == j && len(parts) == 0 {"},
	{Name: "paper 1, cl: L→", File: clForward, In: "case *Let:", Old: "pushed(e, sel(e, 1), sel(e, 2, 1))", New: "pushed(e, sel(e, 1), zero(e, c.Bound.To()))"},
	{Name: "paper 1, cl: FOLD→", File: clForward, In: "func (d *Deriver) forwardFold", Old: "sel(g, 3, 0, 1), sel(g, 3, 1, 1)", New: "sel(g, 3, 0, 1), zero(g, c.Over.To().(ks.Vec).Elem)"},
	{Name: "paper 1, section 6.1: (c1; c2)", File: clSplit, In: "func (d *Deriver) splitThen", Old: "sel(e, 2)), first.reverse)", New: "add(e, first.forward.To().(ks.Tuple)[0], sel(e, 2), sel(e, 2))), first.reverse)"},
	{Name: "paper 1, section 6.1: (c1, …, cn)", File: clSplit, In: "func (d *Deriver) splitTuple", Old: "x.part(in, i, 0), sel(in, 1, i)", New: "x.part(in, i, 0), zero(in, e.To())"},
	{Name: "paper 1, section 6.1: IF", File: clSplit, In: "func (d *Deriver) splitIf", Old: "return halves{conditional(c.Cond, marked(yes, 0), marked(no, 1)), back}", New: "back.Arms[0].Body = zero(push(in, x.Cons[0].Of), s)\n\treturn halves{conditional(c.Cond, marked(yes, 0), marked(no, 1)), back}"},
	{Name: "paper 1, section 6.1: CASE", File: clSplitTwo, In: "func (d *Deriver) splitCase", Old: "constructor(sum, k))", New: "constructor(sum, k), fun(ks.Zero{Of: sum}, ks.Unit))"},
	{Name: "paper 1, section 6.1: X", File: clTrace, In: "func (p packing) part", Old: "if i < k {", New: "if i < k-1 {"},
	{Name: "paper 1, cl: SCAN'", File: clReverse, In: "func (d *Deriver) backward", Old: "true, acc", New: "false, acc"},

	// Figures 24 and 25, and the rules that they share with CL.
	{Name: "paper 1, rules: ix", File: ksRule, In: "case Index:", Old: "equal(j, pi(kept, 0))", New: "equal(j, pi(kept, 1))"},
	{Name: "paper 1, rules: primitives forward", File: ksRule, In: "func primitive(", Old: "part = plus(sum, part)", New: "part = plus(part, part)"},
	{Name: "paper 1, rules: primitives backward", File: ksRule, In: "func primitive(", Old: "out[i] = times(k, dt)", New: "out[i] = dt"},
	{Name: "paper 1, rules: constructors", File: ksRule, In: "func Carried(", Old: "if i == k {", New: "if i != k {"},
	{Name: "paper 1, figure 24: dup", File: bogSingle, In: "func (c *Converter) share", Old: "len(users[x]) > 1", New: "len(users[x]) > 2"},
	{Name: "paper 1, figure 24: elim", File: bogSingle, In: "func (c *Converter) choice", Old: "ks.Uses(arm.Body, y) == 0", New: "ks.Uses(arm.Body, y) < 0"},
	{Name: "paper 1, figure 24: let", File: bogForward, In: "func (d *Deriver) after", Old: "pi(p, 1), pi(q, 1)", New: "pi(q, 1), pi(p, 1)"},
	{Name: "paper 1, figure 25: f(e)", File: bogReverse, In: "case *Call:", Old: "return r.part(e.Arg, da", New: "return r.part(e.Arg, plus(da, da)"},
	{Name: "paper 1, figure 25: (e1, e2)", File: bogReverse, In: "case *Pair:", Old: "pi(dt, i), b, i", New: "zero(e.Elems[i].Type()), b, i"},
	{Name: "paper 1, figure 25: (b1, b2) = b", File: bogReverse, In: "func (r *reverser) part(", Old: "let(\"b\", pi(b, k)", New: "let(\"b\", pi(b, 0)"},
	{Name: "paper 1, figure 25: dup", File: bogForward, In: "case Dup:", Old: "plus(pi(dt, 0), pi(dt, 1))", New: "plus(pi(dt, 0), pi(dt, 0))"},
	{Name: "paper 1, figure 25: case", File: bogLoop, In: "func (r *reverser) reverseLoop", Old: "dx = in.d[arm.X]", New: "dx = zero(arm.X.Type)"},
	{Name: "paper 1, figure 25: build", File: bogLoop, In: "vs := free(e.Elem, e.I)", Old: "element(dt)", New: "zero(e.Elem.Type())"},
	{Name: "paper 1, figure 25: fold", File: bogLoop, In: "vs := free(e.Body, e.T)", Old: "plus(pi(pi(use, 0), 1), in.tuple(vs))", New: "in.tuple(vs)"},
	{Name: "paper 1, single use: arms", File: bogCheck, In: "for k, arm := range arms", Old: "if inner[x] != n && c.err == nil", New: "if inner[x] > 9 && c.err == nil"},
	{Name: "paper 1, single use: binders", File: bogCheck, In: "func (c *counts) bind", Old: "n != 1", New: "n > 9"},
}
