package faults

const (
	dead        = "split/dead.go"
	defUse      = "proc/graph/defuse.go"
	annotate    = "split/annotate.go"
	minimise    = "split/minimise.go"
	splitValues = "split/values.go"
	splitCalls  = "split/values_call.go"
	graphTerms  = "proc/graph/term.go"
	driver      = "proc/graph/interpret.go"
	invariance  = "proc/graph/invariant.go"
	estimated   = "internal/estimate/stmt.go"
	mincut      = "split/mincut.go"
	shapeOnly   = "split/shape_only.go"
	reads       = "proc/graph/reads.go"
	unread      = "loops/unread.go"
	tagOnly     = "split/tag_only.go"
	activity    = "split/activity/activity.go"
	callee      = "split/activity/callee.go"
	erase       = "split/activity/erase.go"
	inactive    = "split/activity/stmt.go"
	places      = "split/activity/places.go"
	useful      = "split/activity/useful.go"
	factor      = "loops/factor/factor.go"
	chain       = "loops/factor/chain.go"
	factorLive  = "loops/factor/live.go"
	after       = "loops/factor/after.go"
	leaving     = "loops/factor/write.go"
	simplified  = "proc/linear/simplify.go"
	emptied     = "proc/graph/unused.go"
	common      = "proc/graph/common.go"
	unsetArrays = "split/unset.go"
	settled     = "split/settled.go"
)

// Analyses are the faults in what is found out about procedures before and after the rules:
// cotangents that are useful or dead, what is kept in traces, activity, linear parts of loops.
var Analyses = []Row{
	{Name: "useful: calls that are left out", File: annotate, In: ") idle(", Old: "deriv.Discrete(a.wanted(s.Out))", New: "!deriv.Discrete(a.wanted(s.Out))"},
	{Name: "useful: calls that add are left out", File: annotate, In: ") idle(", Old: "&& !f.sig(s.Func).Accumulates()", New: ""},

	{Name: "simplify: a quotient by 0", File: simplified, In: "func divisible(", Old: "x != 0 && ", New: ""},
	{Name: "simplify: an Add of what is no zero", File: simplified, In: ") visit(", Old: "s.Bits == 0", New: "s.Bits != 0"},
	{Name: "simplify: an Add in a forward pass", File: simplified, In: ") visit(", Old: "t.reverse && s.Out", New: "s.Out"},
	{Name: "simplify: a Case with one branch that does something", File: emptied, In: "func idle(", Old: "&& !slices", New: "|| !slices"},

	{Name: "simplify: other constants in branches", File: common, In: "func sameConstant(", Old: "k.Bits == s.Bits", New: "(k.Bits == s.Bits || true)"},
	{Name: "simplify: the other side in branches", File: common, In: "func sameConstant(", Old: "m.Stmt.(*proc.Inl); !ok", New: "m.Stmt.(*proc.Inl); ok != ok"},
	{Name: "simplify: constants and what comes from outside of branches", File: common, In: ") only(", Old: "v.Users == 1", New: "true"},
	{Name: "simplify: constants and payloads", File: common, In: ") Common(", Old: "!v.Left()", New: "v.binders < 2"},
	{Name: "simplify: the last of the constants in branches", File: common, In: ") Common(", Old: "!c.take(v.def) ||", New: ""},

	{Name: "dead: the result of a definition", File: dead, In: ") find(", Old: "z.leave(d.Out)", New: ""},
	{Name: "dead: others of what has left", File: dead, In: ") leave(", Old: "append(z.left, v)", New: "z.left"},
	{Name: "dead: what another branch leaves", File: defUse, In: ") Near(", Old: "range g.before[v]", New: "range g.before[v][:0]"},
	{Name: "dead: what is read", File: dead, In: "case *proc.Share:", Old: "!z.unread(s.Name, s.Body)", New: "false"},
	{Name: "dead: parts of a tuple", File: dead, In: ") tie(", Old: "all = all &&", New: "all = all ||"},
	{Name: "dead: what a call reads", File: dead, In: ") unread(", Old: "deriv.Inert(z.sig(c.Func))", New: "deriv.Inert(z.sig(c.Func)) || call"},
	{Name: "dead: what a Case takes", File: dead, In: "case *proc.Case:", Old: "z.leave(v)", New: "_ = v"},

	{Name: "minimise: what is kept twice", File: minimise, In: ") keep(", Old: "delete(wanted, l.value)", New: ""},
	{Name: "minimise: what is not kept", File: minimise, In: ") keep(", Old: "if !wanted[l.value]", New: "if wanted[l.value]"},
	{Name: "minimise: what R only eliminates", File: minimise, In: "func unused(", Old: "traced[e.In]", New: "!traced[e.In]"},
	{Name: "minimise: equal operations", File: splitValues, In: ") shared(", Old: "append(t.Args, a.term)", New: "append(t.Args, g.terms.Of(graph.Term{}))"},
	{Name: "minimise: constants", File: splitValues, In: ") Const(", Old: "Bits: s.Bits}", New: "Bits: 0}"},
	{Name: "minimise: parts of a tuple", File: driver, In: "case *proc.Untuple:", Old: "at(parts, i)", New: "at(parts, i/2)"},
	{Name: "minimise: sizes", File: splitValues, In: ") Size(", Old: "Bits: uint64(len(n.idx) + s.Axis)}", New: "Bits: 0}"},
	{Name: "minimise: which array", File: graphTerms, In: ") Of(", Old: " name: t.Name,", New: ""},
	{Name: "minimise: dimensions of a build", File: splitCalls, In: "func built(", Old: "dims: in.parts}", New: "dims: []*value{in.parts[0], in.parts[0]}}"},
	{Name: "minimise: how often a while ran", File: splitCalls, In: "func loopValue(", Old: "proc.CCL, proc.Adds:", New: "proc.CCL, proc.Adds, proc.While:"},
	{Name: "minimise: names that a function is given", File: driver, In: ") Inside(", Old: "zone[i]", New: "zone[i/len(zone)]"},
	{Name: "minimise: arguments", File: mincut, In: "for _, a := range x.args {\n\t\t\tn.Edge", Old: "mincut.Infinite", New: "0"},
	{Name: "minimise: a branch by rounded numbers is chosen again", File: splitCalls, In: ") primitive(", Old: "return a.inexact }", New: "return false }"},
	{Name: "minimise: a Case is chosen again the other way round", File: "split/recompute_case.go", In: "sides(r, s.emit(arm)", Old: "tagged(r, left, v, u)", New: "tagged(r, !left, v, u)"},
	{Name: "minimise: depth", File: mincut, In: "func kept(", Old: "depth[x] == cutDepth", New: "depth[x] > cutDepth"},

	{Name: "interpretation: what both branches leave", File: driver, In: ") join(", Old: "x.was, y.was", New: "x.was, x.was"},
	{Name: "interpretation: what both branches use up", File: driver, In: ") join(", Old: "case !x.had:", New: "case x.had:"},
	{Name: "interpretation: a branch begins with what is before the Case", File: driver, In: ") takeBack(", Old: "r.put(r.trail[k])", New: "_ = r.trail[k]"},
	{Name: "interpretation: a branch that stops", File: driver, In: ") cases(", Old: "if reached {", New: "if ran {"},
	{Name: "interpretation: after branches that stop", File: driver, In: ") cases(", Old: "r.dead = ran\n", New: "_ = ran\n"},
	{Name: "interpretation: a call has its own variables", File: driver, In: ") Inside(", Old: "r.scope = outer", New: "_ = outer"},
	{Name: "interpretation: the states of a loop", File: driver, In: "func Limit[", Old: "if !more {", New: "if !more || k > 0 {"},
	{Name: "interpretation: the state of a while", File: driver, In: ") Loop(", Old: "if kind == proc.While {", New: "if kind == proc.NTimes {"},
	{Name: "interpretation: an iteration that stops", File: driver, In: ") Loop(", Old: "reached, r.dead = !r.dead, false", New: "reached = !r.dead"},
	{Name: "interpretation: how a loop begins", File: driver, In: ") Loop(", Old: "at(parts, 0), at(parts, 1)", New: "at(parts, 1), at(parts, 0)"},
	{Name: "invariance: a state of a loop", File: invariance, In: ") Widen(", Old: "next.without(b.Indices)", New: "next"},
	{Name: "invariance: the elements of what changes", File: invariance, In: ") Read(", Old: "!v.Fixed || ", New: ""},
	{Name: "invariance: which row", File: invariance, In: ") Row(", Old: "v.Opaque = v.Opaque || !ok", New: "v.Opaque = !ok && v.Opaque"},
	{Name: "invariance: rows of rows", File: invariance, In: ") Row(", Old: "v.Prefix = slices.Concat(v.Prefix, at)", New: "v.Prefix = at"},
	{Name: "estimate: a branch that may not run", File: estimated, In: ") Cases(", Old: "l.work.join(r.work)", New: "l.work"},
	{Name: "estimate: the memory of branches", File: estimated, In: ") Join(", Old: "fr.frees(l)", New: "_ = l"},
	{Name: "estimate: what a copy takes", File: estimated, In: ") Dup(", Old: "fr.frees(x)", New: "_ = x"},

	{Name: "shape only: elements that are read", File: reads, In: ") Read(_ *proc.Read", Old: "n.Reads()", New: ""},
	{Name: "shape only: what is not ended", File: shapeOnly, In: ") shapeOnly(", Old: "wanted[h.Arrays[0]]", New: "wanted[nil]"},
	{Name: "reads: what a function reads of an argument", File: reads, In: "func match(", Old: "b.Read || a.Read", New: "b.Read"},
	{Name: "reads: what a branch may leave", File: reads, In: ") Join(", Old: "union(l, r)", New: "l"},
	{Name: "reads: what an earlier iteration leaves", File: reads, In: ") Widen(", Old: "u != state", New: "false"},
	{Name: "unset: what is read", File: unsetArrays, In: "func left(", Old: "!a.Read && ", New: ""},
	{Name: "unset: what R leaves", File: unsetArrays, In: "func left(", Old: " && !wanted[a]", New: ""},
	{Name: "unset: what a restored array is made from", File: unsetArrays, In: ") findUnset(", Old: "from[k].Reads()", New: "_ = from[k]"},
	{Name: "unset: what the body of a loop reads", File: unsetArrays, In: ") passedOn(", Old: "!given[k].Read()", New: "given[k] != nil"},
	{Name: "unset: what another state is made from", File: unsetArrays, In: "func passedOn(", Old: "may[k], again = false, true", New: "again = false"},
	{Name: "unset: what R reads with functions that keep less", File: unsetArrays, In: "func FindUnset(", Old: "found.arrays, not.arrays", New: "found.arrays, found.arrays"},
	{Name: "unset: what another body of a loop reads", File: unsetArrays, In: ") unsetStates(", Old: "len(left) == len(may)", New: "len(left) <= len(may)"},
	{Name: "settled: what the same iteration sets", File: settled, In: ") positive(", Old: "return f.C >= 1", New: "return f.C >= 0"},
	{Name: "settled: what a later iteration sets", File: settled, In: ") positive(", Old: "|| k < 0 {", New: "&& k < 0 {"},
	{Name: "settled: bounds of a loop inside", File: settled, In: ") positive(", Old: "if k > 0 {", New: "if k != 0 {"},
	{Name: "settled: arrays that change places", File: settled, In: "func accesses(", Old: "ok = ok && at == k", New: "_ = at == k"},
	{Name: "settled: a later iteration", File: settled, In: ") affine(", Old: "Plus(1, graph.Symbolic(later))", New: "Plus(0, graph.Symbolic(later))"},
	{Name: "sections: what is read", File: "proc/graph/sections.go", In: ") read(", Old: "w.reads = append(w.reads,", New: "_ = append(w.reads,"},
	{Name: "useful: what is read is not", File: useful, In: "case *proc.Read:", Old: "u.refs[s.Ref] = true", New: "u.refs[s.Ref] = false"},
	{Name: "useful: what is shared is not", File: useful, In: "case *proc.Share:", Old: "if u.refs[s.Name] {", New: "if false {"},
	{Name: "useful: one part of a tuple is not", File: useful, In: "case *proc.Untuple:", Old: "parts[k] = u.of(v)", New: "parts[k] = deriv.Deactivate(v.Type)"},
	{Name: "useful: the argument of a function without a definition is not", File: useful, In: ") argument(", Old: "return sig.In, nil", New: "return deriv.Deactivate(sig.In), nil"},
	{Name: "useful: what stop takes is", File: useful, In: ") argument(", Old: "return deriv.Deactivate(sig.In), nil", New: "return sig.In, nil"},
	{Name: "useful: one copy is not", File: useful, In: "case *proc.Dup:", Old: "proc.Elems(u.of(s.Out))", New: "proc.Elems(u.of(s.Out))[:1]"},
	{Name: "useful: iterations of a loop use nothing", File: useful, In: ") given(", Old: "next := join(state, t)", New: "_, next := t, state"},
	{Name: "useful: a branch uses nothing", File: useful, In: "case *proc.Case:", Old: "u.procedure(s.R.Body)", New: "_ = s.R.Body"},
	{Name: "useful: what a call adds is not", File: useful, In: ") argument(", Old: "case deriv.Discrete(out) && !sig.Accumulates():", New: "case deriv.Discrete(out):"},
	{Name: "useful: what is read where something is added is not", File: useful, In: ") call(", Old: " || sig.Accumulates()", New: ""},
	{Name: "useful: the array of a row is not", File: useful, In: "case *proc.Row:", Old: "u.refs[s.Ref] = true", New: "u.refs[s.Ref] = false"},
	{Name: "useful: calls before are not told what is joined", File: useful, In: ") usefulTo(", Old: "!u.grown || ", New: "!u.grown || u.grown || "},
	{Name: "useful: the last variant gives what it gave", File: useful, In: ") found(", Old: "given = join(list[maxVariants-1], given)", New: "given = list[maxVariants-1]"},
	{Name: "useful: what gives nothing is joined too", File: useful, In: ") of(f proc.Func, given", Old: " || deriv.Discrete(given)", New: ""},
	{Name: "useful: a chosen array is not", File: useful, In: "case *proc.Choose:", Old: "u.refs[s.True], u.refs[s.False] = true, true", New: "u.refs[s.True] = true"},
	{Name: "inlined iterations: what can fail goes from a forward pass", File: "loops/loop.go", In: "func Derive(", Old: "if l.backwards {", New: "if true {"},
	{Name: "inlined iterations: a definition that ends its () gives one that nobody has made", File: "proc/linear/unit.go", In: "func PassUnit(", Old: "if ends && makes {", New: "if ends && (makes || !makes) {"},
	{Name: "reads: an element of an array", File: reads, In: "case \"swap\":", Old: "[]*Contents{a, a}", New: "[]*Contents{a, nil}"},
	{Name: "reads: an element as an index", File: reads, In: "func readEach(", Old: "x.Reads()", New: "_ = x"},
	{Name: "shape only: dimensions", File: shapeOnly, In: ") shapeOnly(", Old: "Axis: k", New: "Axis: 0"},
	{Name: "tag only: sides of a sum", File: tagOnly, In: "func zeroOf(", Old: "tagged(b, left, out, z)", New: "tagged(b, !left, out, z)"},
	{Name: "tag only: tags of a sum", File: tagOnly, In: "func tagsOf(", Old: "tagged(b, left, tags, in)", New: "tagged(b, !left, tags, in)"},

	{Name: "activity: constants", File: activity, In: "case *proc.Const:", Old: "deriv.Deactivate(s.Out.Type)", New: "s.Out.Type"},
	{Name: "activity: branches", File: activity, In: ") bind(", Old: "join(*at, t)", New: "*at"},
	{Name: "activity: accumulators", File: activity, In: "case *proc.Accum:", Old: "s.Out.Type", New: "fl.of(s.In)"},
	{Name: "activity: choices between arrays", File: activity, In: "case *proc.Choose:", Old: "fl.refs[s.False] != fl.refs[s.True]", New: "false"},
	{Name: "activity: parts of a tuple", File: activity, In: "case *proc.Untuple:\n\t\treturn", Old: "[k]", New: "[0]"},
	{Name: "activity: what one of two is", File: places, In: "func join(", Old: "return deriv.Activate(a)", New: "return a"},
	{Name: "activity: elements of one array", File: places, In: "func whole(", Old: "return deriv.Activate(t)", New: "return t"},
	{Name: "activity: the state of a loop", File: callee, In: ") loop(", Old: "if next == state {", New: "if next == state || next != state {"},
	{Name: "activity: what a loop adds to", File: callee, In: ") loop(", Old: "join(proc.Elems(in)[1], t)", New: "t"},
	{Name: "activity: primitives of what is active", File: callee, In: ") primitive(", Old: "inactive := deriv.Discrete(in)", New: "inactive := deriv.Discrete(in) || len(zone) == 0"},
	{Name: "activity: the level of what is inactive", File: erase, In: "func Erased(", Old: "return callee(deriv.Active(f))", New: "return f"},
	{Name: "activity: adds", File: inactive, In: "case *proc.Add:", Old: "w.free(w.use(s.In), s.In.Type)", New: "w.use(s.In)"},
	{Name: "activity: sides of a choice", File: inactive, In: ") apart(", Old: "s.Name, s.True)", New: "s.Name, s.False)"},
	{Name: "activity: dimensions of zeros", File: inactive, In: ") zeros(", Old: "Axis: k", New: "Axis: 0"},

	{Name: "factor: loops in order", File: factor, In: "func readable(", Old: "!of.Sequential()", New: "of.Sequential()"},
	{Name: "factor: products of two", File: chain, In: ") arithmetic(", Old: "c.Term(x) != nil && c.Term(y) == nil", New: "c.Term(y) == nil"},
	{Name: "factor: denominators", File: chain, In: "case prim.Div, prim.SDiv:", Old: "c.Term(x) == nil && c.Term(y) != nil", New: "c.Term(x) == nil"},
	{Name: "factor: accumulators that begin with something", File: chain, In: ") added(", Old: "!known || !c.zero(s.In)", New: "!known"},
	{Name: "factor: a number that is not zero", File: chain, In: ") zero(", Old: "(s.Bits) == 0", New: "(s.Bits) >= 0"},
	{Name: "factor: names that are a choice", File: chain, In: "case *proc.Read:", Old: "v.Share == nil || v.Opaque", New: "v.Share == nil"},
	{Name: "factor: what may fail", File: factorLive, In: ") root(", Old: "&^graph.Holds != 0", New: "&graph.Holds != 0"},
	{Name: "factor: arrays that are added to", File: factorLive, In: ") mark(", Old: "l.mark(add.Stmt)", New: "_ = add"},
	{Name: "factor: loops without iterations", File: after, In: ") after(", Old: `b.Tuple("t", d, m)`, New: `b.Tuple("t", d, k1)`},
	{Name: "factor: where a sum is read", File: leaving, In: ") leaving(", Old: "w.axes(b, v)", New: "w.axes(b, v)[:0]"},
	{Name: "factor: operands", File: leaving, In: ") arithmeticOf(", Old: `b.Tuple("t", x, operand(y))`, New: `b.Tuple("t", operand(y), x)`},
	{Name: "factor: seeds where a name is chosen", File: leaving, In: ") leaves(", Old: "case *proc.Choose:", New: "case *proc.Choose: break"},
	{Name: "factor: rows", File: leaving, In: ") place(", Old: "range v.Prefix", New: "range v.Prefix[:0]"},
}
