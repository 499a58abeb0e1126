package faults

const (
	loopBuild  = "llvm/loopir/build/"
	loopPasses = "llvm/loopir/passes/"
)

// LoopIR are the faults in what makes the loop IR, and in the passes on it.
var LoopIR = []Row{
	{Name: "loopir build: an index is not checked", File: loopBuild + "array.go", In: ") checkIndices(", Old: "for k, i := range idx {", New: "for k, i := range idx[:len(idx)/2] {"},
	{Name: "loopir build: a count is not checked", File: loopBuild + "loop.go", In: ") loopOf(", Old: "b.checkCount(n)", New: "b.checkCount(b.int(0))"},
	{Name: "loopir build: foldr runs forwards", File: loopBuild + "loop.go", In: "case proc.FoldR, ", Old: "b.sub(last, k)", New: "b.add(last, b.sub(k, last))"},
	{Name: "loopir build: sums that print are free", File: loopBuild + "loop.go", In: ") loop(", Old: "b.prints > prints", New: "b.prints > prints+9"},
	{Name: "loopir build: the tag behind a sum", File: loopBuild + "stack.go", In: ") put(", Old: "some = []val{vals[0]}", New: "some = []val{b.not(vals[0])}"},
	{Name: "loopir build: argmax takes the last", File: loopBuild + "loop.go", In: ") largest(", Old: "b.make(loopir.Lt, loopir.BoolType, s[0], x)", New: "b.make(loopir.Le, loopir.BoolType, s[0], x)"},

	{Name: "loopir inline: the position of the call", File: loopPasses + "inline.go", In: "func positioned(", Old: "!op.Pos.Known()", New: "op.Pos.Known()"},
	{Name: "loopir fold: a check that was in a branch", File: loopPasses + "fold.go", In: ") passed(", Old: "delete(d.checked, c)", New: "_ = c"},
	{Name: "loopir fold: equal tests of other values", File: loopPasses + "fold.go", In: ") passed(", Old: "c.test.Args() == 2", New: "false"},
	{Name: "loopir fold: a select", File: loopPasses + "fold.go", In: ") simple(", Old: "a[2-bits&1]", New: "a[1+bits&1]"},
	{Name: "loopir fold: a loop that changes its state", File: loopPasses + "fold.go", In: ") unchanged(", Old: "y == s || y == x", New: "y == s || y == x || y.Def != nil && len(y.Def.Args) > 0 && y.Def.Args[0] == s && y.Type.Elem == loopir.Int"},
	{Name: "loopir fold: equal operations of other values", File: loopPasses + "fold.go", In: ") known(", Old: "for i, v := range op.Args {", New: "for i, v := range op.Args[:1] {"},
	{Name: "loopir hoist: views of what is not there", File: loopPasses + "hoist.go", In: ") moves(", Old: "from.In.Kind == loopir.If", New: "from.In.Kind == loopir.While"},
	{Name: "loopir facts: the largest index", File: loopPasses + "facts.go", In: ") high(", Old: "k.end(loop.Args[0], -1)", New: "k.end(loop.Args[0], -2)"},
	{Name: "loopir facts: the smallest index", File: loopPasses + "facts.go", In: ") low(", Old: "atLeast{exact: true}", New: "atLeast{f: number(1), exact: true}"},
	{Name: "loopir facts: beside an index", File: loopPasses + "facts.go", In: ") beside(", Old: "e.equal(b.f)", New: "e.minus(b.f).terms == nil"},
	{Name: "loopir facts: less", File: loopPasses + "facts.go", In: "case is && kind == loopir.Lt:", Old: "k.less(x, y, 1)", New: "k.less(x, y, 2)"},
	{Name: "loopir facts: not less", File: loopPasses + "facts.go", In: "case kind == loopir.Lt:", Old: "k.less(y, x, 0)", New: "k.less(y, x, 1)"},
	{Name: "loopir facts: or", File: loopPasses + "facts.go", In: "case loopir.And, loopir.Or:", Old: "is == (op.Kind == loopir.And)", New: "is || op.Kind == loopir.And"},
	{Name: "loopir facts: sums are exact", File: loopPasses + "facts.go", In: ") exact(", Old: "case len(f.terms) == 0 ||", New: "case len(f.terms) >= 0 ||"},
	{Name: "loopir facts: what is in a branch holds behind it", File: loopPasses + "facts.go", In: ") undo(", Old: "k.known[:m.known], ", New: "k.known, "},
	{Name: "loopir affine: times", File: loopPasses + "affine.go", In: ") plus(", Old: "k * g.terms[j].k})", New: "g.terms[j].k})"},
	{Name: "loopir affine: what stands for a value", File: loopPasses + "affine.go", In: ") with(", Old: "rest.plus(k, g)", New: "rest.plus(1, g)"},
	{Name: "loopir checks: below 0", File: loopPasses + "checks.go", In: "case loopir.Below:\n", Old: "[]form{x, ", New: "[]form{number(0), "},
	{Name: "loopir checks: above", File: loopPasses + "checks.go", In: "case loopir.Below:\n", Old: ".minus(x).add(-1)}", New: ".minus(x)}"},
	{Name: "loopir checks: lower bounds where upper ones are", File: loopPasses + "checks.go", In: ") find(", Old: "if at < 0 {", New: "if at > 1 {"},
	{Name: "loopir checks: a test of large Ints", File: loopPasses + "checks.go", In: ") asks(", Old: "small = append(small, u.v)", New: "_ = u"},
	{Name: "loopir checks: a test of some demands", File: loopPasses + "checks.go", In: ") asks(", Old: "least = append(least, s.found)", New: "least = append(least[:0:0], s.found)"},
	{Name: "loopir checks: versions are exchanged", File: loopPasses + "checks.go", In: ") guard(", Old: "[]*loopir.Op{loop, slow}", New: "[]*loopir.Op{slow, loop}"},
	{Name: "loopir checks: what is compared overflows", File: loopPasses + "checks.go", In: ") uses(", Old: "return s.tested(g.f) && !slices", New: "return s.tested(g.f) || !slices"},
	{Name: "loopir split: what is compared overflows", File: loopPasses + "split.go", In: ") plain(", Old: "return !slices", New: "return true || !slices"},
	{Name: "loopir split: the first iterations", File: loopPasses + "split.go", In: "if op.Kind == loopir.Eq {", Old: "e.add(1), false}", New: "e, false}"},
	{Name: "loopir split: the last iterations", File: loopPasses + "split.go", In: ") edge(", Old: "(op.Kind == loopir.Le) == (k == 1)", New: "(op.Kind == loopir.Lt) == (k == 1)"},
	{Name: "loopir split: what most iterations see", File: loopPasses + "split.go", In: ") loop(", Old: "if e.is {", New: "if !e.is {"},
	{Name: "loopir split: ends that are not bounded", File: loopPasses + "split.go", In: ") within(", Old: "!s.limited(t.v, nested)", New: "false"},
}
