package faults

import "slices"

const (
	deltaTo    = "papers/delta/translate.go"
	deltaRun   = "papers/delta/machine.go"
	deltaLoop  = "papers/delta/machine_loop.go"
	deltaInto  = "papers/delta/translate_loop.go"
	deltaTape  = "papers/delta/tape.go"
	deltaEval  = "papers/delta/eval.go"
	deltaPrim  = "papers/delta/primitive.go"
	deltaFirst = "papers/delta/firstorder.go"
	deltaFuse  = "papers/delta/fuse.go"
	deltaFwd   = "papers/delta/forward.go"
	deltaVec   = "papers/delta/vectors.go"
	deltaNaive = "papers/delta/naive.go"
	deltaRule  = "papers/delta/print_rule.go"
	deltaTrace = "papers/delta/trace.go"
	deltaCheck = "papers/delta/check.go"
	emitCode   = "papers/delta/emit/code.go"
	emitLoop   = "papers/delta/emit/loop.go"
	emitReduce = "papers/delta/emit/reduce.go"
	emitPrim   = "papers/delta/emit/primitive.go"
	emitGrad   = "papers/delta/emit/gradient.go"
	deltaLib   = "papers/delta/library.go"
	numberMod  = "papers/number/mod61.go"
	compareFar = "papers/compare/differ.go"
)

// Papers are the faults in the systems of the papers.
var Papers = slices.Concat(Delta)

// Delta are the faults in the system of the second paper, a few for each figure, and in
// what it is compared with others by.
var Delta = []Row{
	{Name: "Figure 3: tangents are not scaled", File: deltaFwd, In: ") Sum(", Old: "scale(f.Numbers, pos, t.By, t.Of)", New: "t.Of"},
	{Name: "Figure 3: only the last tangent", File: deltaFwd, In: ") Sum(", Old: "core.Add, sum, x)", New: "core.Add, x, x)"},
	{Name: "Figure 5: vectors are not scaled", File: deltaVec, In: ") Sum(", Old: "v.Numbers.Prim(pos, core.SMul, d[i], t.By)", New: "d[i]"},
	{Name: "Figure 5: only the last vector", File: deltaVec, In: ") Sum(", Old: "core.Add, left[i], d[i])", New: "core.Add, left[i], left[i])"},
	{Name: "Figure 6: onehot in place 0", File: deltaVec, In: ") OneHot(", Old: "out[i] = x", New: "out[0] = x"},
	{Name: "Figure 7: not scaled", File: deltaNaive, In: ") Eval(", Old: "core.SMul, x, u.By", New: "core.Add, x, u.By"},
	{Name: "Figure 8: one side of Add", File: deltaNaive, In: "case *Add:", Old: "s.Eval(x, u.Y)", New: ""},
	{Name: "Figure 8: addAt replaces", File: deltaNaive, In: "case OneHot:", Old: "s.Numbers.Prim(diag.Pos{}, core.Add, s.At[u.I], x)", New: "x"},
	{Name: "Figure 9: let binds its body first", File: deltaTo, In: "case *core.Let:", Old: "t.bind([]*core.Var{e.Var}, false, e.Bound)", New: "t.bind([]*core.Var{e.Var}, false, &core.StopGradient{Node: core.Node{Of: e.Bound.Type()}, X: e.Bound})"},
	{Name: "Figure 9: a literal is an input", File: deltaRun, In: "case *Real:", Old: "m.slope.Zero()", New: "m.slope.Sum(x.At, nil)"},
	{Name: "Figure 9: a closure sees where it is called", File: deltaRun, In: "case *closure:", Old: "m.apply(f.env,", New: "m.apply(nil,"},
	{Name: "Figure 9: the other arm", File: deltaRun, In: "case *Case:", Old: "c.Arms[x.Con].Body", New: "c.Arms[len(c.Arms)-1-x.Con].Body"},
	{Name: "Figure 9: right unit of what is bound to another", File: deltaTo, In: ") isLast(", Old: "last.Vars[0] == use.Var", New: "use.Var != nil"},
	{Name: "Figure 9: operands in the other order", File: deltaTo, In: ") values(", Old: "if t.order.RightToLeft {", New: "if !t.order.RightToLeft {"},
	{Name: "Figure 10: ids begin at a", File: deltaTape, In: "func newTape(", Old: "First: a + 1", New: "First: a + 0"},
	{Name: "Figure 10: deltaLet gives the next id", File: deltaTape, In: ") bind(", Old: "len(t.Binds) - 1}", New: "len(t.Binds)}"},
	{Name: "Figure 10: runDelta has the newest binding outside", File: deltaTape, In: ") Nested(", Old: "d = &Let{t.First + k, t.Binds[k], d}", New: "d = &Let{t.First + len(t.Binds) - 1 - k, t.Binds[len(t.Binds)-1-k], d}"},
	{Name: "Figure 11: Scale is not multiplied", File: deltaEval, In: "case *Scale:", Old: "m.Numbers.Prim(diag.Pos{}, core.SMul, x, u.By)", New: "x"},
	{Name: "Figure 11: addDelta replaces", File: deltaEval, In: ") addDelta(", Old: "x = m.Numbers.Prim(diag.Pos{}, core.Add, old, x)", New: "_ = old"},
	{Name: "Figure 11: Let keeps the entry", File: deltaEval, In: "case *Let:", Old: "delete(m.Entries, u.ID)", New: ""},
	{Name: "array form: an entry is replaced", File: deltaEval, In: ") Seed(", Old: "x = a.numbers.Prim(diag.Pos{}, core.Add, old, x)", New: "_ = old"},
	{Name: "array form: from the oldest binding", File: deltaEval, In: ") Run()", Old: "k := len(a.tape.Binds) - 1; k >= 0; k--", New: "k := 0; k < len(a.tape.Binds); k++"},
	{Name: "array form: zeros are skipped", File: deltaEval, In: ") Run()", Old: "c != nil", New: "c != nil && c != eval.Value(0.0)"},
	{Name: "Figure 12: literals are not bound", File: deltaTo, In: "case *core.RealConst:", Old: "if t.order.Literals {", New: "if t.order.Literals && e.Value == 0 {"},
	{Name: "Figure 12: x0 is the first", File: deltaTrace, In: "case Var:", Old: "d.ID-len(names)+1", New: "d.ID-len(names)"},
	{Name: "Figure 14: partial derivatives in the other order", File: deltaPrim, In: ") primitive(", Old: "Term{partials[j], d.Second}", New: "Term{partials[len(partials)-1-j], d.Second}"},
	{Name: "Figure 14: subtraction adds", File: deltaPrim, In: "case core.Sub:", Old: "d.Literal(pos, -1)", New: "d.Literal(pos, 1)"},
	{Name: "Figure 14: the text of subtraction", File: deltaRule, In: "case core.Sub:", Old: `{"-1.0", true}`, New: `{"1.0", false}`},
	{Name: "Figure 15: open functions", File: deltaFuse, In: "func closed(", Old: "ok && !own[use.Var]", New: "ok && false && !own[use.Var]"},
	{Name: "Figure 15: ids of the outer tape", File: deltaFuse, In: ") fused(", Old: "m.slope = inner", New: "m.slope = outer"},
	{Name: "Figure 15: the gradient at the next input", File: deltaFuse, In: ") fused(", Old: "adjoints.Of(i + 1)", New: "adjoints.Of(i)"},
	{Name: "Figure 16: only the first Real of a tuple is seeded", File: deltaFirst, In: "func pairs(", Old: "y.(eval.Tuple)[i], dy.(eval.Tuple)[i], f)", New: "y.(eval.Tuple)[i], dy.(eval.Tuple)[0], f)"},
	{Name: "Figure 16: other constructors of a seed", File: deltaFirst, In: "func pairs(", Old: "v.Con != dv.Con", New: "v.Con > dv.Con+9"},
	{Name: "Figure 16: the dot product with itself", File: deltaFirst, In: ") Dot(", Old: "&Dual{dy, Zero{}}", New: "&Dual{dy, y.Second}"},
	{Name: "8.1: a definition is translated each time", File: deltaLib, In: ") Def(", Old: "l.made[f] = d", New: ""},
	{Name: "8.3: rows of the next index", File: "papers/delta/value.go", In: "func offset(", Old: "start += int(i) * n", New: "start = int(i) * n"},
	{Name: "loops: sum without D{+}", File: deltaLoop, In: ") plus(", Old: "m.primitive(pos, core.Add, []any{a, b})", New: "m.primitive(pos, core.Sub, []any{a, b})"},
	{Name: "loops: max is the last of the largest", File: deltaLoop, In: ") reduce(", Old: "core.Lt, plain(total), plain(x)", New: "core.Le, plain(total), plain(x)"},
	{Name: "loops: a fold that adds only adds", File: deltaInto, In: ") loop(", Old: "e = fold.Plain()", New: "fold.Plain()"},
	{Name: "loops: ccl goes up", File: deltaLoop, In: "case *core.Ccl:", Old: "e.with(t.Index, i)", New: "e.with(t.Index, n-1-i)"},
	{Name: "loops: while ends an iteration late", File: deltaLoop, In: "case *core.While:", Old: "if i == n {", New: "if i == n+1 {"},
	{Name: "stopGradient: derivatives go on in delta", File: deltaRun, In: "case *Stop:", Old: "&Dual{d.Primal, m.slope.Zero()}", New: "d"},
	{Name: "delta: arguments are not checked", File: deltaCheck, In: ") prim(", Old: "t == nil", New: "t == nil && false"},
	{Name: "delta: results are not checked", File: deltaCheck, In: "func Check(", Old: "c.same(d.Of.Pos, d.Of.Result, c.code(scope, d.Body))", New: "c.code(scope, d.Body)"},
	{Name: "emit: the state before a statement", File: emitCode, In: ") stmts(", Old: "e.stmts(b, rest, last, b.use(next))", New: "e.stmts(b, rest, last, core.Copy(m))"},
	{Name: "emit: stopGradient keeps ids", File: emitCode, In: ") stopped(", Old: "if core.Equal(t, dual) {", New: "if core.Equal(t, dual) {\n\t\treturn x\n\t}\n\tif core.Equal(t, dual) {"},
	{Name: "emit: a row at the same place", File: emitLoop, In: ") counted(", Old: "b.prim(core.Add, b.use(i), b.int(1))", New: "b.prim(core.Add, b.use(i), b.int(0))"},
	{Name: "emit: ccl begins at 0", File: emitLoop, In: "// ccl:", Old: "b.prim(core.Sub, core.Copy(n), b.int(1))", New: "b.int(0)"},
	{Name: "emit: the condition of a while makes bindings", File: emitLoop, In: ") dropped(", Old: "e.drop = true", New: "e.drop = outer"},
	{Name: "emit: sums of arrays of other sizes", File: emitReduce, In: ") plusArray(", Old: "b.size(core.Copy(y), axis)", New: "b.size(core.Copy(x), axis)"},
	{Name: "emit: max is the last of the largest", File: emitReduce, In: ") max(", Old: "b.prim(core.Lt, number(", New: "b.prim(core.Le, number("},
	{Name: "emit: two arguments with one id", File: emitPrim, In: ") rule(", Old: "core.Copy(df), us[j]", New: "core.Copy(df), core.Copy(us[0])"},
	{Name: "emit: the binding at the next id", File: emitPrim, In: ") rule(", Old: "b.tuple(entry...), b.use(i))", New: "b.tuple(entry...), b.prim(core.Add, b.use(i), b.int(1)))"},
	{Name: "emit: one argument of a binding", File: emitGrad, In: ") eval(", Old: "add(b.use(mid), bound[2], bound[3])", New: "b.use(mid)"},
	{Name: "emit: ids of elements", File: emitGrad, In: ") at(", Old: "b.int(stride)", New: "b.int(1)"},
	{Name: "emit: ids of parameters", File: emitGrad, In: ") offsets(", Old: "b.prim(core.Add, core.Copy(id), e.count(b, core.Copy(params[0])))", New: "core.Copy(id)"},
	{Name: "mod61: literals of any length", File: numberMod, In: ") Literal(", Old: "whole != math.Trunc(whole)", New: "whole > 1e300"},
	{Name: "mod61: comparisons of residues", File: numberMod, In: "core.Lt:", Old: "x < y", New: "uint64(x) < uint64(y)"},
	{Name: "compare: residues that differ", File: compareFar, In: "case !ok || !also:", Old: "math.Inf(1)", New: "0"},
	{Name: "compare: one NaN", File: compareFar, In: "case math.IsNaN(x) || math.IsNaN(y)", Old: "math.Inf(1)", New: "0"},
}
