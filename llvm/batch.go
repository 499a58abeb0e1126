package llvm

import (
	"slices"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
)

// batchSymbol is what the function is called that solves several problems.
func batchSymbol(e Entry) string { return e.Symbol + "_batch" }

// A batchArg is an argument in C of a function for several problems: what the function for one is given, as an
// array with an element, or what an element is, for each problem; the count of these; or a dimension, which all have.
type batchArg struct {
	cArg
	count bool
	after int // of a count: the place among the arguments of the function for one of what it counts
}

// batchArgs are the arguments for those of the function for one problem. The components of an array of tuples
// have one count.
func batchArgs(args []cArg) (list []batchArg) {
	names := cNames{"count": true, "done": true, "workspace": true, "error": true}
	for _, a := range args {
		names[a.name] = true
	}
	first := 0
	for k, a := range args {
		list = append(list, batchArg{cArg: a})
		if a.isSize() {
			continue
		}
		if k == 0 || a.extent() == nil || args[k-1].extent() != a.extent() {
			first = k
		}
		if a.extent() == nil || k+1 == len(args) || args[k+1].extent() != a.extent() {
			list = append(list, batchArg{cArg{name: names.name(args[first].name + "_count"), role: a.role, first: a.first}, true, k})
		}
	}
	return list
}

// extent is that of the buffer of an array, nil of anything else.
func (a cArg) extent() *extent {
	if a.box != nil {
		return nil
	}
	return a.leaves[0].array
}

// isSize says that it is a dimension of an array.
func (a cArg) isSize() bool { return a.box == nil && a.leaves[0].size }

// isScalar says that it is a number that goes in.
func (a cArg) isScalar() bool { return a.box == nil && a.extent() == nil && a.role == argumentRole }

// cType is how an argument is declared.
func (a batchArg) cType() string {
	switch {
	case a.count:
		return "int64_t "
	case a.isScalar() && !a.isSize():
		return "const " + a.cArg.cType() + "*"
	}
	return a.cArg.cType()
}

// llType is the same in LLVM.
func (a batchArg) llType(inner types.Type) types.Type {
	switch {
	case a.count:
		return types.I64
	case a.isScalar() && !a.isSize():
		if a.leaves[0].leaf == tagLeaf {
			return types.I8Ptr
		}
		return types.NewPointer(inner)
	}
	return inner
}

// exportBatch writes
//
//	int SYMBOL_batch(int64_t count, an array for each argument, int64_t *done, pc_workspace *workspace, pc_error *error)
//
// which calls the function for one problem, whose arguments are args, for each of them. An array of one element goes to all.
func (m *module) exportBatch(e Entry, n *node, one *ir.Func, args []cArg, outs int) error {
	if err := m.checkSymbol(batchSymbol(e)); err != nil {
		return err
	}
	list := batchArgs(args)
	count, done := ir.NewParam("count", types.I64), ir.NewParam("done", wordPtr)
	workspace, failure := ir.NewParam("workspace", bytePtr), ir.NewParam("error", bytePtr)
	params, given, counts := []*ir.Param{count}, make([]*ir.Param, len(args)), make([]*ir.Param, len(args))
	for k, a := range list {
		inner := types.Type(types.I64)
		if !a.count {
			inner = one.Params[k-countsBefore(list, k)].Type()
		}
		p := ir.NewParam(a.name, a.llType(inner))
		params = append(params, p)
		if a.count {
			counts[a.after] = p
		} else {
			given[k-countsBefore(list, k)] = p
		}
	}
	for k := len(args) - 2; k >= 0; k-- { // all components of an array have its count
		if args[k].extent() != nil && args[k].extent() == args[k+1].extent() {
			counts[k] = counts[k+1]
		}
	}
	fn := ir.NewFunc(batchSymbol(e), types.I32, append(params, done, workspace, failure)...)
	x := &batch{builder: m.newBuilder(fn, nil), args: args, outs: outs, count: count, done: done, failure: failure, given: given, counts: counts}
	x.pos = n.def.Pos
	m.forOldest(fn)
	x.finished(intConst(0))
	x.refuse(x.call(m.rt.ready(), failure))
	x.checkCounts(list)
	steps := x.steps()
	most := x.alloca(types.I64, 1)
	x.cur.NewStore(intConst(0), most)
	peak := m.rt.once("pc_peak", types.Void, bytePtr, wordPtr)
	x.loop(count, nil, func(i val, _ []val) []val {
		call := make([]val, 0, len(args)+2)
		for k := range args {
			call = append(call, x.argument(k, i, steps[k]))
		}
		kind := x.call(one, append(call, workspace, failure)...)
		x.call(peak, failure, most)
		x.when(x.icmp(enum.IPredNE, kind, i32(0)), func() { x.finished(i) })
		x.refuse(kind)
		return nil
	})
	x.finished(count)
	x.cur.NewRet(i32(0))
	x.finish()
	m.print(fn)
	return nil
}

// countsBefore is how many counts are among the arguments before one.
func countsBefore(list []batchArg, k int) (n int) {
	for _, a := range list[:k] {
		if a.count {
			n++
		}
	}
	return n
}

// A batch is the function for several problems while it is written. Given and counts are by the arguments of the one
// for a single problem.
type batch struct {
	*builder
	args          []cArg
	outs          int
	count         *ir.Param
	done, failure *ir.Param
	given, counts []*ir.Param
}

// finished says to the caller how many problems are.
func (x *batch) finished(n val) {
	x.when(x.icmp(enum.IPredNE, x.done, constant.NewNull(wordPtr)), func() { x.cur.NewStore(n, x.done) })
}

// refuse returns a status unless it is 0.
func (x *batch) refuse(status val) {
	refuse, go_ := x.block("refuse"), x.block("go")
	x.branch(x.icmp(enum.IPredEQ, status, i32(0)), go_, refuse)
	x.use(refuse)
	x.cur.NewRet(status)
	x.use(go_)
}

// demand returns the run-time error bad-argument unless a condition holds.
func (x *batch) demand(ok val, what string) {
	m := x.module
	refuse, go_ := x.block("refuse"), x.block("go")
	x.branch(ok, go_, refuse)
	x.use(refuse)
	x.cur.NewRet(x.call(m.rt.once("pc_null", types.I32, bytePtr, types.I64, bytePtr, m.files().Type()), x.failure, x.at(), m.pointerTo(what), m.files()))
	x.use(go_)
}

// checkCounts demands that there is one element for all problems, or one for each; of results one for each.
func (x *batch) checkCounts(list []batchArg) {
	x.demand(x.icmp(enum.IPredSGE, x.count, intConst(0)), "count is negative")
	for _, a := range list {
		if !a.count {
			continue
		}
		is := val(x.icmp(enum.IPredEQ, x.counts[a.after], x.count))
		if a.first < x.outs {
			x.demand(x.or(is, x.icmp(enum.IPredEQ, x.counts[a.after], intConst(1))), a.name+" is neither 1 nor count")
		} else {
			x.demand(x.or(is, x.null(a.after)), a.name+" is not count")
		}
	}
	for k, a := range x.args {
		if a.isScalar() && !a.isSize() || a.box != nil && a.role == argumentRole {
			x.demand(x.or(x.not(x.null(k)), x.icmp(enum.IPredEQ, x.count, intConst(0))), a.name+" is null")
		}
	}
}

// null says that an argument is a null pointer.
func (x *batch) null(k int) val {
	return x.icmp(enum.IPredEQ, x.given[k], constant.NewNull(x.given[k].Type().(*types.PointerType)))
}

// steps are the distances of the elements of consecutive problems for each argument: 0 where all have the same.
// Sizes are not checked yet, so products may overflow.
func (x *batch) steps() []val {
	sizes := map[*extent]val{}
	for _, a := range x.args {
		if e := a.extent(); e != nil && sizes[e] == nil {
			var n val = intConst(1)
			for j, s := range x.args {
				if s.isSize() && slices.Contains(e.dims, s.leaves[0].word) && (j < len(x.args)) && (s.first < x.outs) == (a.first < x.outs) {
					n = x.cur.NewMul(n, x.given[j])
				}
			}
			sizes[e] = n
		}
	}
	list := make([]val, len(x.args))
	for k, a := range x.args {
		if a.isSize() {
			continue
		}
		var n val = intConst(1)
		switch {
		case a.box != nil:
			n = intConst(a.box.of.size)
		case a.extent() != nil:
			n = sizes[a.extent()]
		}
		list[k] = x.cur.NewSelect(x.icmp(enum.IPredEQ, x.counts[k], intConst(1)), intConst(0), n)
		if a.first >= x.outs {
			list[k] = n
		}
	}
	return list
}

// argument is what the function for one problem is given for problem i.
func (x *batch) argument(k int, i, step val) val {
	a, p := x.args[k], x.given[k]
	if a.isSize() {
		return p
	}
	at := x.gep(p, x.cur.NewMul(i, step))
	if !a.isScalar() {
		return x.cur.NewSelect(x.null(k), constant.NewNull(p.Type().(*types.PointerType)), at)
	}
	v := val(x.cur.NewLoad(p.Type().(*types.PointerType).ElemType, at))
	if a.leaves[0].leaf == tagLeaf && a.leaves[0].truth {
		v = x.cur.NewICmp(enum.IPredNE, v, constant.NewInt(types.I8, 0))
	}
	return v
}
