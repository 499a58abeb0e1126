package faults

const (
	partials   = "core/partials.go"
	typing     = "core/check.go"
	loops      = "core/check_loop.go"
	printing   = "core/print.go"
	printLet   = "core/print_bind.go"
	numbers    = "core/eval/number.go"
	terms      = "core/eval/eval.go"
	evalLoop   = "core/eval/loop.go"
	operator   = "core/eval/derive.go"
	values     = "core/eval/value.go"
	copying    = "core/copy.go"
	walking    = "core/walk.go"
	knowing    = "core/known/known.go"
	keys       = "core/known/key.go"
	onceFind   = "core/cse/cse.go"
	onceBind   = "core/cse/share.go"
	inlining   = "core/inline/inline.go"
	labelling  = "core/labels.go"
	recursion  = "core/recursion/recursion.go"
	recNormal  = "core/recursion/normal.go"
	recLoop    = "core/recursion/loop.go"
	recBuild   = "core/recursion/build.go"
	recStatic  = "core/recursion/static.go"
	recMachine = "core/recursion/machine.go"
	recHeap    = "core/recursion/heap.go"
	recTypes   = "core/recursion/types.go"
	recEntry   = "core/recursion/entry.go"
	evalDepth  = "core/eval/recursion.go"
	fusing     = "core/fusion/fusion.go"
	fuseFind   = "core/fusion/array.go"
	swapLoop   = "core/interchange/loop.go"
	swapSafe   = "core/interchange/safe.go"
	swapEach   = "core/interchange/iteration.go"
	hoistFind  = "core/hoist/find.go"
	fuseSure   = "core/fusion/settle.go"
	fuseMake   = "core/fusion/rewrite.go"
	inWeight   = "core/inline/weight.go"
	fuseCall   = "core/fusion/call.go"
	fewTerm    = "core/scalars/term.go"
	fewLoop    = "core/scalars/loop.go"
	fewCall    = "core/scalars/call.go"
	fewBuild   = "core/scalars/builder.go"
	fewUses    = "core/scalars/uses.go"
	constant   = "core/scalars/constant.go"
	binding    = "source/elaborate/bind.go"
	elabExpr   = "source/elaborate/expr.go"
	elabProg   = "source/elaborate/program.go"
	elabSize   = "source/elaborate/shape.go"
)

// Core are the faults in the core language: its checker, its printer, its
// evaluator, and what makes it of programs.
var Core = []Row{
	// The table of derivatives.
	{Name: "partials: sub", File: partials, In: "case Sub:", Old: "neg(one)", New: "one"},
	{Name: "partials: mul", File: partials, In: "case Mul:", Old: "y, x", New: "x, y"},
	{Name: "partials: quo in x", File: partials, In: "case Quo:", Old: "quo(one, y)", New: "quo(one, x)"},
	{Name: "partials: quo in y", File: partials, In: "case Quo:", Old: "neg(quo(", New: "(quo("},
	{Name: "partials: sdiv in d", File: partials, In: "case SDiv:", Old: "neg(a.Prim(", New: "(a.Prim("},
	{Name: "partials: slopes of singular functions are weak", File: partials, In: "func Contribution[", Old: "return a.Prim(SMul, d, k)", New: "return a.Prim(Mul, d, k)"},
	{Name: "partials: powi", File: partials, In: "case Powi:", Old: "sub(y, a.Int(1))", New: "y"},
	{Name: "partials: powi at 0", File: partials, In: "case Powi:", Old: "a.Prim(Eq, y, a.Int(0))", New: "a.Prim(Eq, y, a.Int(-1000))"},
	{Name: "partials: pow in x", File: partials, In: `case "pow":`, Old: "sub(y, one)", New: "y"},
	{Name: "partials: pow in y", File: partials, In: `case "pow":`, Old: `f("log")`, New: "x"},
	{Name: "partials: pow of a negative number", File: partials, In: `case "pow":`, Old: "a.Prim(Lt, zero, x)", New: "a.Prim(Lt, zero, square(x))"},
	{Name: "partials: cos", File: partials, In: `case "cos":`, Old: `neg(f("sin"))`, New: `f("sin")`},
	{Name: "partials: acos", File: partials, In: `case "acos":`, Old: "neg(quo(", New: "(quo("},
	{Name: "partials: atan2", File: partials, In: `case "atan2":`, Old: "quo(y, q), neg(quo(x, q))", New: "quo(x, q), neg(quo(y, q))"},
	{Name: "partials: ties of max", File: partials, In: `case "max":`, Old: "Le, y, x", New: "Lt, y, x"},
	{Name: "partials: ties of min", File: partials, In: `case "min":`, Old: "Le, x, y", New: "Lt, x, y"},
	{Name: "partials: polygamma", File: partials, In: `case "polygamma":`, Old: "add(x, a.Int(1))", New: "x"},

	// Numbers and derivatives.
	{Name: "eval: smul is mul", File: numbers, In: "case core.SMul:", Old: "x == 0", New: "x != x"},
	{Name: "eval: zmul is mul", File: numbers, In: "case core.ZMul:", Old: "x == 0 || y == 0", New: "x != x"},
	{Name: "eval: zmul is smul", File: numbers, In: "case core.ZMul:", Old: "x == 0 || y == 0", New: "x == 0"},
	{Name: "eval: sdiv is div", File: numbers, In: "case core.SDiv:", Old: "x == 0", New: "x != x"},
	{Name: "dual: a level is not the highest", File: numbers, In: "func primitive(", Old: "max(top, level(x))", New: "max(min(top, 1), level(x))"},
	{Name: "dual: tangents of one argument", File: numbers, In: "func primitive(", Old: "sum = primitive(pos, core.Add, sum, ", New: "sum = primitive(pos, core.Add, 0.0, "},
	{Name: "dual: partial derivatives without inner tangents", File: numbers, In: "func primitive(", Old: "core.Partials(algebra{pos}, op, primals)", New: "core.Partials(algebra{pos}, op, []Value(stopped(Tuple(primals)).(Tuple)))"},
	{Name: "jvp: one level for all", File: operator, In: ") jvp(", Old: "m.levels++", New: "m.levels = 1"},
	{Name: "jvp: tangents are not compared", File: operator, In: ") jvp(", Old: `conform(at.arg(len(args)+i), "tangent", d.of.Params[i], x, tangents[i])`, New: ""},
	{Name: "vjp: the seed is not compared", File: operator, In: "case core.VJP:", Old: `conform(at.arg(n), "seed", d.of.Result, y, args[n])`, New: ""},
	{Name: "vjp: the seed is 1", File: operator, In: "case core.VJP:", Old: "inner(at.pos, args[n], dy)", New: "inner(at.pos, mapReals(args[n], func(Value) Value { return 1.0 }), dy)"},
	{Name: "directions: the first is left out", File: operator, In: "func directions(", Old: "i := -1", New: "i := 0"},
	{Name: "jacobians: rows for columns", File: operator, In: "func transposed(", Old: "append(append([]int64{}, out...), in...)", New: "append(append([]int64{}, in...), out...)"},
	{Name: "stopGradient: derivatives go on", File: terms, In: "case *core.StopGradient:", Old: "stopped(m.eval(e, t.X))", New: "m.eval(e, t.X)"},

	// Values.
	{Name: "eval: a closure sees where it is called", File: terms, In: "func (f *closure) apply(", Old: "e := f.env", New: "var e *env"},
	{Name: "eval: the other arm", File: terms, In: "case *core.Case:", Old: "let.Arms[x.Con]", New: "let.Arms[len(let.Arms)-1-x.Con]"},
	{Name: "eval: sizes are not checked", File: terms, In: "case *core.SizeCheck:", Old: "m.check(e, t, t.Shape, x)", New: ""},
	{Name: "eval: the rows of a sum of no rows", File: evalLoop, In: ") zero(", Old: "sizes.Sizes[axis].Size == nil", New: "sizes.Sizes[axis].Size != nil"},
	{Name: "eval: rows may differ", File: evalLoop, In: ") build(", Old: `agree(t.At, "the lengths of the rows of this array", row, element.Dims)`, New: ""},
	{Name: "eval: max is the last of the largest", File: evalLoop, In: ") reduce(", Old: "primitive(t.At, core.Lt, total, x)", New: "primitive(t.At, core.Le, total, x)"},
	{Name: "eval: argmax is the index before", File: evalLoop, In: ") reduce(", Old: "total, at = x, iteration", New: "total, at = x, iteration-1"},
	{Name: "argmax of Ints: the last of the largest", File: "lower/argmax.go", In: ") argmaxInt(", Old: `prim.ILt, g.variable`, New: `prim.ILe, g.variable`},
	{Name: "argmax of Ints: of what is not first", File: "lower/argmax.go", In: ") argmaxInt(", Old: "math.MinInt64)", New: "math.MinInt64-math.MinInt64)"},
	{Name: "eval: ccl goes up", File: evalLoop, In: "case *core.Ccl:", Old: "e.with(t.Index, i)", New: "e.with(t.Index, n-1-i)"},
	{Name: "eval: while has one iteration more", File: evalLoop, In: "case *core.While:", Old: "if i == n {", New: "if i == n+1 {"},
	{Name: "eval: negative counts", File: terms, In: ") count(", Old: "n < 0", New: "n < -100"},
	{Name: "eval: mod has the sign of x", File: numbers, In: "case core.IDiv, core.IMod:", Old: "r += y", New: "r += 0"},
	{Name: "eval: int of what is no Int", File: numbers, In: `if op == "int" {`, Old: "!(x >= math.MinInt64 && x < -math.MinInt64)", New: "x != x"},
	{Name: "eval: negative powers", File: "internal/special/elementary.go", In: "func Powi(", Old: "r = 1 / r", New: "r = -r"},
	{Name: "eval: an index that is too large", File: values, In: ") at(", Old: "i >= a.Dims[k]", New: "i > a.Dims[k]+int64(len(a.Elems))"},
	{Name: "eval: set of a row", File: values, In: ") set(", Old: "k*int(a.Dims[axis])", New: "k*int(a.Dims[axis/2])"},
	{Name: "eval: set changes its argument", File: values, In: ") set(", Old: "slices.Clone(a.Elems)", New: "slices.Clip(a.Elems)"},

	// Typing rules.
	{Name: "check: variables out of scope", File: typing, In: "case *Use:", Old: "e.Var.mark != (mark{c, true})", New: "e.Var.mark.by != c"},
	{Name: "check: bound twice", File: typing, In: ") open(", Old: "if v.mark.by == c {", New: "if v.mark.by == c && v.mark.in && v.Name == \"\" {"},
	{Name: "check: what a let binds", File: typing, In: ") binds(", Old: "!Equal(v.Type, t)", New: "v.Type == nil"},
	{Name: "check: types that terms say", File: typing, In: ") term(", Old: "!Equal(t, e.Type())", New: "t == nil"},
	{Name: "check: arguments", File: typing, In: "case *Apply:", Old: "!equalTypes(args, f.Params)", New: "len(args) != len(f.Params)"},
	{Name: "check: definitions that come later", File: typing, In: "case *Global:", Old: "!c.defs[e.Def]", New: "e.Def == nil"},
	{Name: "check: arms", File: typing, In: "case *Case:", Old: "c.want(arm.Body, e.Of)", New: "c.term(arm.Body)"},
	{Name: "check: indices", File: typing, In: "case *Index:", Old: "c.ints(e.At)", New: "c.terms(e.At)"},
	{Name: "check: too many indices", File: typing, In: "case *Index:", Old: "len(e.At) > a.Rank", New: "len(e.At) > a.Rank+9"},
	{Name: "check: axes", File: typing, In: "case *Size:", Old: "e.Axis >= a.Rank", New: "e.Axis > a.Rank"},
	{Name: "check: what a step gives", File: loops, In: ") step(", Old: "c.want(e, to)", New: "c.term(e)"},
	{Name: "check: what can be added", File: loops, In: "func addable(", Old: "return false\n}", New: "return true\n}"},

	// Printing.
	{Name: "print: the right operand of -", File: printing, In: `Sub: {"-"`, Old: "additive, additive, multiplicative", New: "additive, additive, additive"},
	{Name: "print: the right operand of /", File: printing, In: `Quo: {"/"`, Old: "multiplicative, multiplicative, power", New: "multiplicative, multiplicative, multiplicative"},
	{Name: "print: the base of a power", File: printing, In: `Powi: {"^"`, Old: "power, atom, atom", New: "power, prefix, atom"},
	{Name: "print: a variable that hides another", File: printing, In: ") bind(", Old: "return !taken[name] &&", New: "return"},
	{Name: "print: an infinity", File: printing, In: "case math.IsInf(x, -1):", Old: "(-1.0 / 0.0)", New: "(1.0 / 0.0)"},
	{Name: "print: the operands of ||", File: printLet, In: ") connective(", Old: `" || ", disjunction`, New: `" || ", conjunction`},
	{Name: "print: sizes of a type", File: printLet, In: ") sized(", Old: "n.Size != nil", New: "n.Size == nil"},

	// From programs to core.
	{Name: "elaborate: > is <", File: elabExpr, In: "source.Gt:", Old: "core.Gt", New: "core.Lt"},
	{Name: "elaborate: != is ==", File: elabExpr, In: "source.Ne:", Old: "not: true", New: "not: false"},
	{Name: "elaborate: && is ||", File: elabExpr, In: "case source.And:", Old: "choice(n, a, b, truth(n, false))", New: "choice(n, a, truth(n, true), b)"},
	{Name: "elaborate: Inr is Inl", File: elabExpr, In: "case *source.Inject:", Old: "con = 1", New: "con = 0"},
	{Name: "elaborate: an Int literal for a Real", File: elabExpr, In: "case *source.IntLit:", Old: "float64(x.Value)", New: "float64(x.Value + 1)"},
	{Name: "elaborate: patterns in tuples", File: binding, In: ") match(", Old: "append(append(binds, b), later...)", New: "append(binds, b)"},
	{Name: "elaborate: sizes of parameters", File: elabProg, In: ") function(", Old: "s != nil", New: "s != nil && len(binds) > 99"},
	{Name: "elaborate: sizes in a let", File: binding, In: ") wanted(", Old: "s == nil", New: "s != nil || s == nil"},
	{Name: "elaborate: rows of an array without elements", File: elabExpr, In: "case *source.Comp:", Old: "rowSizes(b)", New: "nil"},
	{Name: "elaborate: the sum of no arrays", File: "source/elaborate/reduce.go", In: "r.Body = lets(starts", Old: "zeroShape(r)", New: "nil"},
	{Name: "elaborate: the starts of inner loops", File: "source/elaborate/reduce.go", In: ") binders(", Old: "if k == 0 {", New: "if k >= 0 {"},
	{Name: "elaborate: written sizes of rows", File: binding, In: ") wanted(", Old: "complete(term, s)", New: ""},
	{Name: "elaborate: sizes that a loop binds", File: elabSize, In: ") simple(", Old: "return !hidden[t.Var]", New: "return true"},
	{Name: "elaborate: the sizes of a view", File: elabSize, In: "case *core.Index:", Old: "hidden.sizes(t.X)[len(t.At):]", New: "hidden.sizes(t.X)[:t.Of.(*core.ArrayType).Rank]"},

	// Cotangents that are not used.
	{Name: "want: uses of one of two", File: "core/want/use.go", In: "func both(", Old: "case a == nil || b != nil && b.all:", New: "case b != nil:"},
	{Name: "want: uses in sizes", File: "core/want/use.go", In: ") term(", Old: "core.Carried(t)", New: "core.Carried(nil)"},
	{Name: "want: parts of a tuple", File: "core/want/use.go", In: "case *core.Tuple:", Old: "s.term(e, u.part(i))", New: "s.term(e, u.part(i/2))"},
	{Name: "want: uses after a let", File: "core/want/use.go", In: ") lets(", Old: "s.term(let.Bound, s.vars[let.Var])", New: "s.term(let.Bound, nil)"},
	{Name: "want: the other parameter", File: "core/want/want.go", In: ") derive(", Old: "used = result.part(i)", New: "used = result.part(n-1-i)"},
	{Name: "want: the value of a vjp", File: "core/want/want.go", In: ") derive(", Old: "result = result.part(1)", New: "result = result.part(0)"},
	{Name: "want: all is left out of what has one part", File: "core/want/want.go", In: ") derive(", Old: "!fewer || whole && result != nil", New: "!fewer"},
	{Name: "want: what one arm leaves out", File: "core/want/want.go", In: "case *core.Case:", Old: "!arms[i].equal(all)", New: "arms[i] == nil && i > 0"},
	{Name: "want: names of what is left out", File: "core/want/want.go", In: ") lets(", Old: "!r.mentioned[v]", New: "v != nil"},
	{Name: "want: an arm without what is gone", File: "core/want/want.go", In: "func without(", Old: "p == nil || !p.all", New: "p != nil || i == 0"},
	{Name: "print: the value of a derivative without cotangents", File: "core/print_derive.go", In: "func lacking(", Old: "if !d.Wanted[i] && !Discrete(p) {", New: "if !d.Wanted[i] && Discrete(p) {"},
	{Name: "print: cotangents that a let shows", File: "core/print_derive.go", In: "func unseen(", Old: "return let.Var != v", New: "return true"},
	{Name: "derivative in some parameters: all in the evaluator", File: operator, In: ") constant(", Old: "d.wanted != nil && !d.wanted[k] || ", New: ""},
	{Name: "derivative in no parameter: does not fail", File: operator, In: ") cotangent(", Old: "if !ran {", New: "if false {"},
	{Name: "derivative in some parameters: the type of a Jacobian", File: "core/program.go", In: "case JacFwd, JacRev:", Old: ", wanted != nil && !wanted[i]:", New: ":"},
	{Name: "derivative in some parameters: which are inactive", File: "lower/layout.go", In: ") holding(", Old: "if !r.Wanted[i] {", New: "if r.Wanted[i] {"},
	{Name: "erased: constant for outer derivatives", File: "split/activity/erase.go", In: "func erase(", Old: "t := b.Tuple(\"t\", v(c.In), b.Unit())", New: "in := v(c.In); if proc.Scalar(in.Type) { in = b.Call(\"s\", in.Type, proc.FamilyOf(\"stop\", in.Type), nil, in) }; t := b.Tuple(\"t\", in, b.Unit())"},
	{Name: "erased: what is stopped", File: "split/activity/stmt.go", In: ") callOf(", Old: "case c.inactive, c.stopped && out.Type != b.Type:", New: "case c.stopped && out.Type != b.Type:\n\tcase c.inactive:"},
	{Name: "erased: jacrev as it is", File: "derive/jacrev_rows.go", In: "named || op == deriv.Erased {", Old: "return l.erase(again)", New: "return d, nil"},
	{Name: "unread: jacrev as it is", File: "derive/jacrev_rows.go", In: "named || op == deriv.Erased {", Old: "return &renamed, nil", New: "return d, nil"},

	// Functions as values.
	{Name: "closures: derivatives in what a lambda sees", File: "core/closures/derive.go", In: "func apart(", Old: "wanted[k+i] = true", New: "wanted[i] = true"},
	{Name: "closures: the parts of a cotangent", File: "core/closures/derive.go", In: "func last(", Old: "i < len(vars); i++", New: "i < len(vars)-1; i++"},
	{Name: "closures: tangents are arguments", File: "core/closures/derive.go", In: "func apart(", Old: "append(all, args[m:]...)", New: "append(all, args[:m]...)"},
	{Name: "closures: copies for other functions", File: "core/closures/shape.go", In: "case *funShape:\n\t\tb.WriteString", Old: "list(s.caps)", New: ""},
	{Name: "closures: free variables", File: "core/closures/call.go", In: ") instance(", Old: "f.caps[i]", New: "f.caps[0]"},
	{Name: "closures: functions of other lambdas", File: "core/closures/shape.go", In: "func alike(", Old: "ok && s.fn == u.fn", New: "ok"},
	{Name: "closures: arrays of the branches", File: "core/closures/term.go", In: ") branches(", Old: "blocks[i].bound(t.Arms[i].Var)", New: "nil"},
	{Name: "closures: functions that a loop makes", File: "core/closures/array.go", In: ") iteration(", Old: "next := join(s, p.around(x, b.bound(places.own()...)))", New: "next := s"},
	{Name: "closures: recursions", File: "core/closures/order.go", In: "func recursive(", Old: "d.Recursion = r\n", New: "_ = r\n"},
	{Name: "generic: rows", File: "source/unify.go", In: ") arrays(", Old: "b.Rank-a.Rank)))", New: "b.Rank-a.Rank+1)))"},
	{Name: "generic: instances", File: "source/generic.go", In: ") instancesOf(", Old: "typeKey(r.Types...)", New: "typeKey(r.Types[:1]...)"},

	// What passes share.
	{Name: "copy: variables are shared", File: copying, In: ") bind(", Old: "c.vars[v] = &w", New: "c.vars[v] = v"},
	{Name: "copy: terms are shared", File: copying, In: "case *IntConst:", Old: "return clone(t)", New: "return t"},
	{Name: "copy: arguments are shared", File: copying, In: "case *Prim:", Old: "slices.Clone(t.Args)", New: "t.Args"},
	{Name: "copy: sizes are shared", File: copying, In: "func CopyShape(", Old: "slices.Clone(s.Sizes)", New: "s.Sizes"},
	{Name: "visit: carried sizes are left out", File: walking, In: "func Places(", Old: "Carried(t)...", New: "Carried(t)[:0]..."},
	{Name: "known: a Real and an Int", File: keys, In: "case *core.RealConst:", Old: "real %x", New: "%x"},
	{Name: "known: differences", File: knowing, In: "case core.Sub:", Old: "-1)", New: "1)"},
	{Name: "known: products", File: knowing, In: "func product(", Old: "slices.Sort(atoms)", New: "slices.Sort(atoms); atoms = atoms[1:]"},
	{Name: "known: sizes of views", File: knowing, In: "case *core.Index:", Old: "axis+len(x.At)", New: "axis"},
	{Name: "known: sizes of rows", File: knowing, In: "case *core.Build:", Old: "x.Row[axis-n]", New: "x.Row[0]"},
	{Name: "known: differences of sizes are sizes", File: knowing, In: ") Sized(", Old: "len(p) == 1 && k == 1", New: "k == 1"},
	{Name: "known: products of sizes are sizes", File: knowing, In: ") Sized(", Old: "!strings.Contains(name, \" \")", New: "true"},
	{Name: "labels: copies keep them", File: labelling, In: "func Labels(", Old: "again = append(again, p)", New: "_ = again"},
	{Name: "labels: numbers that are taken", File: labelling, In: "func Labels(", Old: "for n := 1; taken[p.Label]; n++", New: "for n := 1; n < 2; n++"},
	{Name: "labels: those of the definition come first", File: labelling, In: "func Labels(", Old: "append(own, foreign...)", New: "append(foreign, own...)"},
	{Name: "labels: loops of the definition", File: labelling, In: "func Labels(", Old: "p.Origin.Def == d.Name &&", New: "p.Origin.Def != \"\" &&"},
	{Name: "labels: copies of copies", File: labelling, In: "func Labels(", Old: "fmt.Sprint(p.Origin.Label, n)", New: "fmt.Sprint(p.Label, n)"},
	{Name: "labels: calls are forgotten", File: inlining, In: "func Copy(", Old: "core.Called(fn.Body, call.At)", New: ""},
	{Name: "labels: the order of calls", File: labelling, In: ") Called(", Old: "append([]diag.Pos{call}, p.Origin.Calls...)", New: "append(p.Origin.Calls[:len(p.Origin.Calls):len(p.Origin.Calls)], call)"},
	{Name: "labels: two loops have one", File: typing, In: ") label(", Old: "c.labels[p.Label] {", New: "c.labels[p.Label] && false {"},
	{Name: "inline: parameters that are the same", File: inlining, In: "func variables(", Old: "names[let.Var] = use.Var", New: "names[let.Var] = let.Var; _ = use"},
	{Name: "inline: sizes that are used", File: inlining, In: "func variables(", Old: "uses[let.Var] == 0", New: "uses[let.Var] >= 0"},

	{Name: "key: constants", File: keys, In: "case *core.RealConst:", Old: "math.Float64bits(t.Value)", New: "0*math.Float64bits(t.Value)"},
	{Name: "key: other names", File: keys, In: ") use(", Old: "v = other.Var", New: "_ = other; break"},
	{Name: "key: what a term binds", File: keys, In: ") use(", Old: "ok := k.inner[v]; ok", New: "ok := k.inner[v]; ok && n < 0"},
	{Name: "key: primitives", File: keys, In: "case *core.Prim:", Old: "string(t.Op)", New: "\"op\""},
	{Name: "key: numbers in polynomials", File: knowing, In: ") String(", Old: "%s:%d,\", name, p[name]", New: "%s,\", name"},
	{Name: "known: quotients that round up", File: knowing, In: ") quotient(", Old: "q--", New: ""},
	{Name: "known: quotients by other numbers", File: knowing, In: ") quotient(", Old: "strconv.FormatInt(k, 10)", New: "strconv.FormatInt(0, 10)"},
	{Name: "known: quotients that may fail", File: knowing, In: "case core.IDiv:", Old: "ok && k > 0", New: "ok && k != 0"},

	// Common subexpressions.
	{Name: "once: what one arm computes", File: onceFind, In: ") gather(", Old: "!arm[key]", New: "false"},
	{Name: "once: what all arms compute", File: onceFind, In: ") gather(", Old: "return !arm[key] }) {\n\t\t\talways[key] = true", New: "return !arm[key] }) {\n\t\t\talways[key] = false"},
	{Name: "once: arms", File: onceFind, In: ") inside(", Old: "len(ids) > 1", New: "len(ids) > 99"},
	{Name: "once: arrays", File: onceFind, In: "func plain(", Old: "return false\n}", New: "return true\n}"},
	{Name: "once: what is bound on the way", File: onceBind, In: ") bind(", Old: "binds) {\n\t\t\treturn false", New: "binds) {\n\t\t\tcontinue"},
	{Name: "once: the innermost term around", File: onceBind, In: ") common(", Old: "return other[id] })", New: "return other[id] && r.nodes[id].parent < 0 })"},
	{Name: "once: inside of what is bound", File: onceBind, In: ") share(", Old: "slices.ContainsFunc(s.ids, inside) ||", New: "slices.ContainsFunc(s.ids[:0], inside) ||"},
	{Name: "once: what is bound already", File: onceBind, In: ") bind(", Old: "slices.Delete(slices.Clone(ids), k, k+1)", New: "ids"},

	// Fusion.
	{Name: "interchange: arrays of other sizes", File: swapLoop, In: ") sized(", Old: "!m.Equal(n)", New: "!n.Equal(n)"},
	{Name: "interchange: few elements", File: swapLoop, In: ") sized(", Old: "return !few(l.sizes)", New: "return true"},
	{Name: "interchange: few rows of many elements", File: swapLoop, In: "func few(", Old: "elements <= inline.MostFew", New: "true"},
	{Name: "interchange: many elements of a known size", File: swapLoop, In: "func few(", Old: "!constant || k > inline.MostFew", New: "!constant"},
	{Name: "interchange: negative counts", File: swapLoop, In: ") interchanged(", Old: "n == nil || !n.Sized()", New: "n == nil"},
	{Name: "interchange: loops with a label", File: swapLoop, In: ") loopOf(", Old: "core.PlanOf(t) != (core.Plan{})", New: "false"},
	{Name: "interchange: loops of other sizes", File: swapEach, In: ") element(", Old: "!n.Equal(l.sizes[len(index)])", New: "false"},
	{Name: "interchange: elements at other places", File: swapEach, In: ") rewrite(", Old: "j.Var != i", New: "j.Var == nil || i == nil"},
	{Name: "interchange: arrays as a whole", File: swapEach, In: ") rewrite(", Old: "return l.elements[t.Var] == nil && !l.whole[t.Var]", New: "return true"},
	{Name: "interchange: what takes much", File: swapEach, In: ") scalars(", Old: "!inline.Cheap(b.bound)", New: "false"},
	{Name: "interchange: what can fail", File: swapEach, In: ") element(", Old: "!l.safe(t)", New: "false"},
	{Name: "interchange: indices outside", File: swapSafe, In: ") inside(", Old: "s.below[i].Equal(n) &&", New: "true &&"},
	{Name: "interchange: numbers that are no Ints", File: swapSafe, In: ") term(", Old: `t.Op == "int" ||`, New: ""},
	{Name: "interchange: parts that are not wanted", File: swapLoop, In: ") elementwise(", Old: "!slices.ContainsFunc(wanted[only+1:], used)", New: "true"},
	{Name: "fuse: a loop of another size", File: fuseSure, In: ") reaches(", Old: "!n.Equal(a.sizes[axis])", New: "false"},
	{Name: "fuse: any index", File: fuseSure, In: ") reaches(", Old: "case index.Equal(up):", New: "case true:"},
	{Name: "fuse: backwards from the size", File: fuseSure, In: ") reaches(", Old: "Value: 1}", New: "Value: 0}"},
	{Name: "fuse: indices that differ", File: fuseSure, In: ") fix(", Old: "!other.Equal(i)", New: "false"},
	{Name: "fuse: an index for two dimensions", File: fuseSure, In: ") fix(", Old: "rest[k] = place{}", New: ""},
	{Name: "fuse: rows that differ", File: fuseSure, In: "case *core.Build:", Old: "even && a.evenRows(elem.Body, inner)", New: "(even || true) && a.evenRows(elem.Body, inner)"},
	{Name: "fuse: sizes that differ", File: fuseFind, In: ") outside(", Old: "!core.Independent(n, inner)", New: "false"},
	{Name: "fuse: negative sizes", File: fuseSure, In: ") doubtful(", Old: "p.Sized() ||", New: "true ||"},
	{Name: "fuse: sizes that an inner loop compares", File: fuseSure, In: ") doubtful(", Old: "if p.over {", New: "if true {"},
	{Name: "fuse: sizes of rows that are negative", File: fuseSure, In: ") doubtful(", Old: "range a.row", New: "range a.row[:0]"},
	{Name: "fuse: what runs seldom", File: fuseFind, In: "// seldom", Old: "[]place{{}}", New: "[]place{}"},
	{Name: "fuse: through a fold", File: fuseFind, In: ") look(", Old: "append(others, &fold.Over)", New: "append([]*core.Term{&fold.Over}, others...)[1:]"},
	{Name: "fuse: another mention", File: fuseFind, In: "case *core.Use:", Old: "a.other || a.is(t)", New: "a.other"},
	{Name: "fuse: checks that may fail", File: knowing, In: ") holds(", Old: "!want.Equal(is)", New: "false"},
	{Name: "fuse: sizes of the array", File: fuseMake, In: ") size(", Old: "axis >= n", New: "axis > n"},
	{Name: "fuse: the index of the loop", File: fuseMake, In: ") element(", Old: "names[i] = j.Var", New: "names[j.Var] = i"},
	{Name: "inline: functions weigh nothing", File: inWeight, In: "case *core.Apply:", Old: "times * w.Body(c.Body)", New: "0"},
	{Name: "fuse: work that is copied", File: fuseCall, In: ") inline(", Old: "t.calls(call.Func) > 1", New: "t.calls(call.Func) > 9"},
	{Name: "fuse: long functions", File: fuseCall, In: ") inline(", Old: "t.left < 0", New: "t.left < -9999"},
	{Name: "fuse: checks inside of what a call gives", File: fuseCall, In: "func inside(", Old: "check.X, let.Body = let.Body, check", New: "let.Body = let.Body"},
	{Name: "fuse: the sizes of loops around", File: fusing, In: ") parts(", Old: "f.outer = f.outer[:depth]", New: "_ = depth"},

	// What leaves loops.
	{Name: "hoist: variables of the loop", File: hoistFind, In: ") candidate(", Old: "n.bound < depth", New: "false"},
	{Name: "hoist: variables that cannot be replaced", File: hoistFind, In: ") hide(", Old: "bound: depth, weight: 1", New: "bound: free, weight: 1"},
	{Name: "hoist: loops that may have no iterations", File: hoistFind, In: ") candidate(", Old: "size.Value > 0", New: "true"},
	{Name: "hoist: counts that change", File: hoistFind, In: ") candidate(", Old: "l.info.axes&^n.axes != 0 ||", New: ""},
	{Name: "hoist: indices below sizes that change", File: hoistFind, In: ") level(", Old: "&& f.invariant(l) ", New: ""},
	{Name: "hoist: what arms compute", File: hoistFind, In: ") slots(", Old: "f.term(s, depth+1, false)", New: "f.term(s, depth+1, always)"},
	{Name: "hoist: arrays that are larger than any", File: hoistFind, In: ") candidate(", Old: "|| !n.covered(n.axes)", New: ""},
	{Name: "hoist: loops of one iteration", File: hoistFind, In: ") candidate(", Old: "&& !(known && size.Value <= 1)", New: ""},
	{Name: "hoist: tables of divisions", File: hoistFind, In: ") candidate(", Old: "n.work == division || ", New: ""},
	{Name: "hoist: sizes of rows", File: "core/hoist/move.go", In: "func wholes(", Old: "size.Axis + len(idx)", New: "size.Axis + 0*len(idx)"},
	{Name: "hoist: the order of indices", File: "core/hoist/move.go", In: ") move(", Old: "range c.axes {\n\t\t\telement", New: "range slices.Backward(c.axes) {\n\t\t\telement"},
	{Name: "hoist: which loops are empty", File: "core/hoist/move.go", In: "func given(", Old: "Op: core.Lt", New: "Op: core.Le"},
	{Name: "hoist: what others are bound to", File: "core/hoist/move.go", In: ") rename(", Old: "else if value := m.vars[t.Var].value; value != nil", New: "else if value := m.vars[t.Var].value; false"},
	{Name: "hoist: one variable for two values", File: "core/hoist/move.go", In: ") bound(", Old: "key, short := m.facts.Key(value)", New: `key, short := "", true`},
	{Name: "hoist: calls in functions", File: "core/hoist/call.go", In: ") call(", Old: "len(f.found) == mark", New: "true"},
	{Name: "hoist: functions of no use", File: "core/hoist/call.go", In: ") close(", Old: "*o.at = o.call", New: "_ = o.call"},

	// Folds that add.
	{Name: "branches: functions with loops", File: "core/branches/branches.go", In: "func branching(", Old: "others = true", New: "others = false"},
	{Name: "branches: functions without a branch", File: "core/branches/branches.go", In: "func branching(", Old: "return found && !others", New: "return !others"},
	{Name: "branches: functions of Ints", File: "core/branches/branches.go", In: ") inlined(", Old: "!core.Discrete(body.Type()) &&", New: ""},
	{Name: "branches: long functions", File: "core/branches/branches.go", In: ") inlined(", Old: "&& inline.Weight(body) <= short", New: ""},
	{Name: "branches: functions that something else mentions", File: "core/branches/branches.go", In: ") term(", Old: "&& !core.Mentions(let.Body, let.Var)", New: ""},

	{Name: "adds: a state that is read", File: "core/reductions/reductions.go", In: ") prim(", Old: "is(e.Args[0]) && !s.in(e.Args[1])", New: "is(e.Args[0])"},
	{Name: "adds: what is subtracted", File: "core/reductions/reductions.go", In: "case e.Op == core.Sub", Old: "core.Neg", New: `"abs"`},
	{Name: "adds: from what is added", File: "core/reductions/reductions.go", In: "case e.Op == core.Add && is(e.Args[1])", Old: "e.Op == core.Add && is(e.Args[1])", New: "is(e.Args[1])"},
	{Name: "adds: bindings that read the state", File: "core/reductions/reductions.go", In: "case *core.Let:", Old: "&& !s.in(e.Bound)", New: ""},
	{Name: "adds: conditions that read the state", File: "core/reductions/reductions.go", In: "case *core.Case:", Old: "if s.in(e.X) {", New: "if false {"},
	{Name: "adds: parts that are exchanged", File: "core/reductions/reductions.go", In: "case *core.Tuple:", Old: "q = p.parts[i]", New: "q = p.parts[len(p.parts)-1-i]"},
	{Name: "adds: nothing", File: "core/reductions/reductions.go", In: "func neutral(", Old: "math.Copysign(0, -1)", New: "math.Abs(0)"},
	{Name: "adds: loops with a label", File: "core/reductions/reductions.go", In: "func Program(", Old: "f.Plan == (core.Plan{}) &&", New: ""},

	// Arrays of few elements.
	{Name: "scalars: the index of an iteration", File: fewLoop, In: ") iteration(", Old: "intAt(v.Pos, i)", New: "intAt(v.Pos, 0)"},
	{Name: "scalars: elements of which only the number is used", File: fewTerm, In: "case *core.Size:", Old: "b.named(x, \"\", t.At)", New: "_ = x"},
	{Name: "scalars: the place of an element", File: fewTerm, In: ") place(", Old: "int(i) * n", New: "int(i)"},
	{Name: "scalars: indices out of range", File: fewTerm, In: ") place(", Old: "|| i >= f.dims[axis]", New: "|| i >= 99"},
	{Name: "scalars: set changes the array", File: fewTerm, In: ") setAt(", Old: "slices.Clone(x.few.elems)", New: "x.few.elems"},
	{Name: "scalars: sums", File: fewLoop, In: ") summed(", Old: "sum = b.plus(t, sum, x)", New: "sum = x"},
	{Name: "scalars: sums of tuples", File: fewLoop, In: ") plus(", Old: "x.tuple[i], y.tuple[i]", New: "x.tuple[0], y.tuple[i]"},
	{Name: "scalars: the sum of nothing", File: fewLoop, In: ") zero(", Old: "if of == core.Int {", New: "if of == core.Real {"},
	{Name: "scalars: conditions", File: fewTerm, In: ") cases(", Old: "if k == 0 {", New: "if k == 1 {"},
	{Name: "scalars: arms", File: fewTerm, In: ") cases(", Old: "b.elements(values[i], ", New: "b.elements(values[0], "},
	{Name: "scalars: arms of other sizes", File: fewTerm, In: ") alike(", Old: "!slices.Equal(v.few.dims, dims)", New: "false"},
	{Name: "scalars: sizes that are not those", File: fewTerm, In: "func unproved(", Old: "known && c.Value == k", New: "known && c.Value|k >= 0"},
	{Name: "scalars: sizes that have been checked", File: fewTerm, In: ") checked(", Old: "out.dims[axis] = k.Value", New: "out.dims[axis] = k.Value + 1"},
	{Name: "scalars: gradients of what is stopped", File: fewTerm, In: ") stop(", Old: "b.named(b.stop(t, x), ", New: "b.named(x, "},
	{Name: "scalars: parts of what is stopped", File: fewTerm, In: "case v.tuple != nil:", Old: "out.tuple[i] = b.stop(t, x)", New: "out.tuple[i] = x"},
	{Name: "scalars: arrays are made in loops", File: fewBuild, In: ") make(", Old: "k.level != f.level", New: "false"},
	{Name: "scalars: arrays that an arm has made", File: fewBuild, In: ") there(", Old: "k.made[f]", New: "b.block.made[f]"},
	{Name: "scalars: columns that nothing decides", File: fewLoop, In: ") decides(", Old: "decides = true", New: "decides = false"},
	{Name: "scalars: columns that something else decides", File: fewLoop, In: "func only(", Old: "t.Var == i", New: "t.Var != nil"},
	{Name: "scalars: rows of other sizes", File: fewLoop, In: ") fewRow(", Old: "k.Value != dims[axis]", New: "k.Value < 0 && axis < 0"},
	{Name: "scalars: local functions that read few", File: fewCall, In: ") local(", Old: "b.readsFew(fn.Body)", New: "false"},
	{Name: "scalars: a tuple's components", File: fewTerm, In: ") untuple(", Old: "b.set(t.Vars[i], x)", New: "b.set(t.Vars[0], x)"},
	{Name: "scalars: div", File: constant, In: "case core.IDiv:", Old: "(x - r) / y", New: "x/y + 0*r"},
	{Name: "scalars: mod", File: constant, In: "case core.IMod:", Old: "r += y", New: "r -= y"},
	{Name: "scalars: comparisons", File: constant, In: "case core.Le:", Old: "x <= y", New: "x < y"},
	{Name: "scalars: places that are not known", File: fewUses, In: "case !known:", Old: "u.expr(base, sink{})", New: "u.expr(base, anywhere)"},
	{Name: "scalars: results", File: fewUses, In: ") known(", Old: "(result || !u.returned[v])", New: "true"},
	{Name: "scalars: Reals of Ints", File: fewTerm, In: `t.Op == "real"`, Old: "float64(ks[0])", New: "float64(ks[0] + 1)"},
	{Name: "literal: the order of elements", File: "core/literal.go", In: ") Plain() Term", Old: "t.Place(k)", New: "t.Place(len(elems)-1-k)"},

	// What makes loops of recursions.
	{Name: "recursion: the depth of a call", File: recMachine, In: ") passes(", Old: "integer(call.At, 1)", New: "integer(call.At, 2)"},
	{Name: "recursion: the limit", File: recMachine, In: ") within(", Old: "core.Lt", New: "core.Le"},
	{Name: "recursion: joins are no calls", File: recMachine, In: ") within(", Old: "if !m.own[f] {", New: "if m.own[f] {"},
	{Name: "recursion: the frame that a result is for", File: recMachine, In: ") resume(", Old: "!= k-len(m.enters)", New: "> k-len(m.enters)"},
	{Name: "recursion: what a frame keeps", File: recMachine, In: ") translate(", Old: "range fr.vars", New: "range fr.own"},
	{Name: "recursion: the result of the function", File: recMachine, In: ") run(", Old: "k == mine", New: "k != mine"},
	{Name: "recursion: parameters that calls change", File: recStatic, In: ") meet(", Old: "!b.known || a == b", New: "!b.known || a.known"},
	{Name: "recursion: parameters under other names", File: recStatic, In: ") static(", Old: "v = alias[v]", New: "break"},
	{Name: "recursion: checks of sizes", File: recStatic, In: "case *core.SizeCheck:", Old: "sameAs(t.X)", New: "nil"},
	{Name: "recursion: operands before a call", File: recNormal, In: ") operands(", Old: "*at = x; atom(x) || i == last", New: "*at = x; true"},
	{Name: "recursion: operands with calls", File: recNormal, In: ") operands(", Old: "last = i", New: "last = i - i"},
	{Name: "recursion: what follows a case", File: recNormal, In: ") branches(", Old: "c.from(e.At, x)", New: "x"},
	{Name: "recursion: what follows several calls", File: "core/recursion/contify.go", In: ") meet(", Old: "!b.known || a == b", New: "!b.known || a.known"},
	{Name: "recursion: variables that a loop hands on", File: "core/recursion/contify.go", In: ") hand(", Old: "m.inner[g][use.Var] = q", New: "m.inner[g][use.Var] = g.Params[0]"},
	{Name: "recursion: what follows at the ends of a loop", File: "core/recursion/contify.go", In: ") move(", Old: "slices.Contains(m.group, f)", New: "slices.Contains(m.group[:1], f)"},
	{Name: "recursion: arguments of a short join", File: "core/recursion/inline.go", In: "func written(", Old: "names[p] = use.Var", New: "names[f.Params[0]] = use.Var"},
	{Name: "recursion: what is computed once", File: recStatic, In: ") prelude(", Old: "p.vars[v] == nil", New: "v == nil"},
	{Name: "recursion: elements that take much", File: recLoop, In: "func onDemand(", Old: "len(b.Binders) > 1 || ", New: ""},
	{Name: "recursion: the count of a loop", File: recLoop, In: ") repeated(", Old: "core.Lt", New: "core.Le"},
	{Name: "recursion: negative counts", File: recLoop, In: ") counted(", Old: "core.Le, integer(at, 0)", New: "core.Le, integer(at, -9)"},
	{Name: "recursion: the order of a ccl", File: recLoop, In: "case *core.Ccl:", Old: "core.Sub, useAt(at, n), integer(at, 1)", New: "core.Sub, useAt(at, n), integer(at, 2)"},
	{Name: "recursion: the limit of a while", File: recLoop, In: "case *core.While:", Old: "core.Lt, useAt(at, i)", New: "core.Le, useAt(at, i)"},
	{Name: "recursion: maxima keep the first", File: recLoop, In: ") max(", Old: "core.Lt, useAt(at, y)", New: "core.Le, useAt(at, y)"},
	{Name: "recursion: rows without values", File: recLoop, In: ") max(", Old: "math.Inf(-1)", New: "0"},
	{Name: "recursion: places of elements", File: recBuild, In: "element := func()", Old: "core.IMod, before()", New: "core.IDiv, before()"},
	{Name: "recursion: sizes of rows", File: recBuild, In: "func setRow(", Old: "len(idx) + axis", New: "axis"},
	{Name: "recursion: what local functions see", File: recursion, In: ") again(", Old: "c.inner[v]", New: "v"},

	// What makes arrays of recursive types.
	{Name: "heaps: the number of a node", File: recHeap, In: ") roll(", Old: "return useAt(t.At, old.n)", New: "return useAt(t.At, now.n)"},
	{Name: "heaps: whether there is room", File: recHeap, In: "func appending(", Old: "core.Lt, useAt(at, n), size", New: "core.Le, useAt(at, n), size"},
	{Name: "heaps: nodes that move", File: recHeap, In: "func appending(", Old: "core.Lt, useAt(at, j), useAt(at, n)", New: "core.Lt, useAt(at, n), useAt(at, j)"},
	{Name: "heaps: what calls add", File: recTypes, In: ") effect(t core.Term)", Old: "e = h.globals[f.Def].effect", New: "e.reads = h.globals[f.Def].effect.reads"},
	{Name: "heaps: what a derivative reads", File: recTypes, In: ") effect(t core.Term)", Old: "h.globals[base(f)].all()", New: "h.globals[base(f)].adds"},
	{Name: "heaps: nodes of several parameters", File: recEntry, In: ") offsets(", Old: "core.Add, useAt(at, list[i].off), off", New: "core.Sub, useAt(at, list[i].off), off"},
	{Name: "heaps: places in one array", File: recEntry, In: ") joint(", Old: "core.Sub, k, useAt(at, s.off)", New: "core.Add, k, useAt(at, s.off)"},
	{Name: "heaps: numbers in one array", File: recEntry, In: "func shifted(", Old: "core.Add, x, useAt(at, off)", New: "core.Sub, x, useAt(at, off)"},
	{Name: "numbers: the derivative of a value", File: "core/recursion/numbers.go", In: ") derivative(", Old: "dot.reals = reals(b, dy)", New: "_ = dy"},
	{Name: "numbers: the cotangents in values", File: "core/recursion/numbers.go", In: ") cotangents(", Old: "bar.reals = reals(b, parts[i])", New: "_ = x"},
	{Name: "numbers: constructors of tangents", File: "core/recursion/numbers.go", In: ") alike(", Old: "integer(at, 0), integer(at, 1)", New: "integer(at, 0), integer(at, 0)"},
	{Name: "numbers: what is stopped", File: "core/recursion/numbers.go", In: ") stopped(", Old: "&core.StopGradient{Node: node(t.At, realsType), X: useAt(t.At, x.reals)}", New: "useAt(t.At, x.reals)"},
	{Name: "numbers: the order of constructors", File: "core/recursion/numbers_list.go", In: ") list(", Old: "integer(at, int64(i))", New: "integer(at, int64(len(t.Cons)-1-i))"},
	{Name: "numbers: the next Real", File: "core/recursion/numbers_list.go", In: ") next(", Old: "core.Copy(r.at[kind]), integer(at, 1)", New: "core.Copy(r.at[kind]), integer(at, int64(1-kind/2))"},
	{Name: "arrays in nodes: elements that are stored", File: "source/elaborate/kept.go", In: "func store(", Old: "Value: int64(i)", New: "Value: int64(0 * i)"},
	{Name: "arrays in nodes: the order of elements", File: "source/elaborate/kept.go", In: "func load(", Old: "append(next, parts...)", New: "append(parts, next...)"},
	{Name: "eval: the depth of a call from outside", File: evalDepth, In: ") enter(", Old: "r == nil || r != recursion", New: "r == nil"},
}
