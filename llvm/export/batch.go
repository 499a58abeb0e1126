package export

import (
	"slices"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"

	"procad/llvm/abi"
	"procad/llvm/capi"
	"procad/llvm/ll"
	"procad/proc"
)

// batchType is the type of an argument, where that of the function for one problem is inner.
func batchType(a capi.BatchArg, inner types.Type) types.Type {
	switch {
	case a.Count:
		return types.I64
	case a.IsScalar() && !a.IsSize():
		if a.Leaves[0].Leaf == abi.TagLeaf {
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
//
//	words = the arguments of the batch, and the distances of their elements from one problem to the next
//	strips = for each array, where it begins, and its bytes
//	pc_batch(SYMBOL.problems, words, count, strips, …)
func (m *Exporter) exportBatch(f *capi.Function, e abi.Entry, def *proc.Def, one *ir.Func) error {
	if err := m.opts.CheckName(f.BatchName()); err != nil {
		return err
	}
	args, list, outs := f.Args(f.GivesArrays()), f.BatchArgs(), f.Outs
	count, done := ir.NewParam("count", types.I64), ir.NewParam("done", abi.WordPtr)
	workspace, failure := ir.NewParam("workspace", abi.BytePtr), ir.NewParam("error", abi.BytePtr)
	params, given, counts := []*ir.Param{count}, make([]val, len(args)), make([]*ir.Param, len(args))
	for k, a := range list {
		inner := types.Type(types.I64)
		if !a.Count {
			inner = one.Params[k-countsBefore(list, k)].Type()
		}
		p := ir.NewParam(a.Name, batchType(a, inner))
		params = append(params, p)
		if a.Count {
			counts[a.After] = p
		} else {
			given[k-countsBefore(list, k)] = p
		}
	}
	for k := len(args) - 2; k >= 0; k-- { // all components of an array have its count
		if args[k].Extent() != nil && args[k].Extent() == args[k+1].Extent() {
			counts[k] = counts[k+1]
		}
	}
	fn := ir.NewFunc(f.BatchName(), types.I32, append(params, done, workspace, failure)...)
	x := &batch{wrapper: m.wrap(fn, nil), args: args, outs: outs, count: count, done: done, failure: failure, given: given, counts: counts}
	x.Pos = def.Pos
	m.forOldest(fn)
	x.finished(ll.Int(0))
	x.refuse(x.Call(pcReady(m.Runtime), failure))
	x.checkCounts(list)
	x.measure()
	words := x.Alloca(types.I64, max(1, 2*len(args)))
	for k, v := range given {
		x.Cur.NewStore(v, x.place(words, k, v.Type()))
		if x.steps[k] != nil {
			x.Cur.NewStore(x.steps[k], x.place(words, len(args)+k, types.I64))
		}
	}
	strips, ins, all := val(constant.NewNull(abi.WordPtr)), 0, 0
	if m.opts.Shares(e) && !slices.ContainsFunc(args, capi.Arg.HasArrays) {
		strips, ins, all = x.strips()
	}
	solve := m.problems(f, one, x)
	pcBatch := m.Runtime.Once("pc_batch", types.I32, solve.Type(), abi.WordPtr, types.I64, abi.WordPtr, types.I64, types.I64, abi.WordPtr, abi.BytePtr, abi.BytePtr, types.I64)
	x.Cur.NewRet(x.Call(pcBatch, solve, words, count, strips, ll.Int(ins), ll.Int(all), done, workspace, failure, ll.Int(e.Limit())))
	x.Finish()
	m.Print(fn)
	return nil
}

// problems writes the function by which the runtime solves some of the problems of a batch:
//
//	int SYMBOL.problems(int64_t *words, int64_t *next, int64_t end, pc_workspace *workspace, pc_error *error)
//	  for i in *next … end { kind = SYMBOL(…); the most memory goes to *error; *next = i; return kind unless it is 0 }
func (m *Exporter) problems(f *capi.Function, one *ir.Func, of *batch) *ir.Func {
	words, next, end := ir.NewParam("words", abi.WordPtr), ir.NewParam("next", abi.WordPtr), ir.NewParam("end", types.I64)
	workspace, failure := ir.NewParam("workspace", abi.BytePtr), ir.NewParam("error", abi.BytePtr)
	fn := ir.NewFunc(f.BatchName()+".problems", types.I32, words, next, end, workspace, failure)
	fn.Linkage = enum.LinkageInternal
	x := &batch{wrapper: m.wrap(fn, nil), args: of.args, outs: of.outs, given: make([]val, len(of.args)), steps: make([]val, len(of.args))}
	for k, v := range of.given {
		x.given[k] = x.Cur.NewLoad(v.Type(), x.place(words, k, v.Type()))
		if of.steps[k] != nil {
			x.steps[k] = x.Cur.NewLoad(types.I64, x.place(words, len(x.args)+k, types.I64))
		}
	}
	most := x.Alloca(types.I64, 1)
	x.Cur.NewStore(ll.Int(0), most)
	peak := m.Runtime.Once("pc_peak", types.Void, abi.BytePtr, abi.WordPtr)
	x.loop(x.Cur.NewLoad(types.I64, next), end, func(i val) {
		x.Cur.NewStore(i, next)
		call := make([]val, 0, len(x.args)+2)
		for k := range x.args {
			call = append(call, x.argument(k, i))
		}
		kind := x.Call(one, append(call, workspace, failure)...)
		x.Call(peak, failure, most)
		x.refuse(kind)
	})
	x.Cur.NewStore(end, next)
	x.Cur.NewRet(ll.I32(0))
	x.Finish()
	m.Print(fn)
	return fn
}

// place is where a word has a value of a type.
func (x *batch) place(words val, k int, t types.Type) val {
	at := x.GEP(words, ll.Int(k))
	if t == types.I64 {
		return at
	}
	return x.Cur.NewBitCast(at, types.NewPointer(t))
}

// strips are the arrays of a batch, as pc_batch has them: those that go in, and then those for results.
func (x *batch) strips() (strips val, ins, all int) {
	strips = x.Alloca(types.I64, 2*len(x.args))
	for k, a := range x.args {
		if a.IsSize() {
			continue
		}
		p := x.given[k].Type().(*types.PointerType)
		size := ll.Int(8)
		if p.ElemType == types.I8 {
			size = 1
		}
		x.Cur.NewStore(x.given[k], x.place(strips, 2*all, p))
		x.Cur.NewStore(x.Cur.NewMul(x.Cur.NewMul(x.lengths[k], x.counts[k]), size), x.place(strips, 2*all+1, types.I64))
		all++
		if a.First < x.outs {
			ins++
		}
	}
	return strips, ins, all
}

// countsBefore is how many counts are among the arguments before one.
func countsBefore(list []capi.BatchArg, k int) (n int) {
	for _, a := range list[:k] {
		if a.Count {
			n++
		}
	}
	return n
}

// A batch is the function for several problems while it is written, or that for some of them. Given and so on are by the arguments of
// the one for a single problem.
type batch struct {
	*wrapper
	args           []capi.Arg
	outs           int
	count          *ir.Param
	done, failure  *ir.Param
	given          []val
	counts         []*ir.Param
	lengths, steps []val // of an element, and the distance from the one of a problem to the next, in what the pointer is of
}

// finished says to the caller how many problems are.
func (x *batch) finished(n val) {
	x.When(x.ICmp(enum.IPredNE, x.done, constant.NewNull(abi.WordPtr)), func() { x.Cur.NewStore(n, x.done) })
}

// refuse returns a status unless it is 0.
func (x *batch) refuse(status val) {
	refuse, go_ := x.Block("refuse"), x.Block("go")
	x.Branch(x.ICmp(enum.IPredEQ, status, ll.I32(0)), go_, refuse)
	x.Use(refuse)
	x.Cur.NewRet(status)
	x.Use(go_)
}

// demand returns the run-time error bad-argument unless a condition holds.
func (x *batch) demand(ok val, what string) {
	m := x.Exporter
	refuse, go_ := x.Block("refuse"), x.Block("go")
	x.Branch(ok, go_, refuse)
	x.Use(refuse)
	x.Cur.NewRet(x.Call(m.Runtime.Once("pc_null", types.I32, abi.BytePtr, types.I64, abi.BytePtr, m.Files().Type()), x.failure, x.At(), m.PointerTo(what), m.Files()))
	x.Use(go_)
}

// checkCounts demands that there is one element for all problems, or one for each; of results one for each.
func (x *batch) checkCounts(list []capi.BatchArg) {
	x.demand(x.ICmp(enum.IPredSGE, x.count, ll.Int(0)), "count is negative")
	for _, a := range list {
		if !a.Count {
			continue
		}
		is := val(x.ICmp(enum.IPredEQ, x.counts[a.After], x.count))
		if a.First < x.outs {
			x.demand(x.Or(is, x.ICmp(enum.IPredEQ, x.counts[a.After], ll.Int(1))), a.Name+" is neither 1 nor count")
		} else {
			x.demand(x.Or(is, x.null(a.After)), a.Name+" is not count")
		}
	}
	for k, a := range x.args {
		if a.IsScalar() && !a.IsSize() || a.Box != nil && a.Role == capi.ArgumentRole {
			x.demand(x.Or(x.Not(x.null(k)), x.ICmp(enum.IPredEQ, x.count, ll.Int(0))), a.Name+" is null")
		}
	}
}

// null says that an argument is a null pointer.
func (x *batch) null(k int) val {
	return x.ICmp(enum.IPredEQ, x.given[k], constant.NewNull(x.given[k].Type().(*types.PointerType)))
}

// measure fills in the lengths of elements, and the distances of the elements of consecutive problems for each argument: 0 where all have the same.
// Sizes are not checked yet, so products may overflow.
func (x *batch) measure() {
	sizes := map[*capi.Extent]val{}
	for _, a := range x.args {
		if e := a.Extent(); e != nil && sizes[e] == nil {
			var n val = ll.Int(1)
			for j, s := range x.args {
				if s.IsSize() && slices.Contains(e.Dims, s.Leaves[0].Word) && (j < len(x.args)) && (s.First < x.outs) == (a.First < x.outs) {
					n = x.Cur.NewMul(n, x.given[j])
				}
			}
			sizes[e] = n
		}
	}
	x.lengths, x.steps = make([]val, len(x.args)), make([]val, len(x.args))
	for k, a := range x.args {
		if a.IsSize() {
			continue
		}
		var n val = ll.Int(1)
		switch {
		case a.Box != nil:
			n = ll.Int(a.Box.Size())
		case a.Extent() != nil:
			n = sizes[a.Extent()]
		}
		x.lengths[k], x.steps[k] = n, n
		if a.First < x.outs {
			x.steps[k] = x.Cur.NewSelect(x.ICmp(enum.IPredEQ, x.counts[k], ll.Int(1)), ll.Int(0), n)
		}
	}
}

// argument is what the function for one problem is given for problem i.
func (x *batch) argument(k int, i val) val {
	a, p := x.args[k], x.given[k]
	if a.IsSize() {
		return p
	}
	at := x.GEP(p, x.Cur.NewMul(i, x.steps[k]))
	if !a.IsScalar() {
		return x.Cur.NewSelect(x.null(k), constant.NewNull(p.Type().(*types.PointerType)), at)
	}
	v := val(x.Cur.NewLoad(p.Type().(*types.PointerType).ElemType, at))
	if a.Leaves[0].Leaf == abi.TagLeaf && a.Leaves[0].Bool {
		v = x.Cur.NewICmp(enum.IPredNE, v, constant.NewInt(types.I8, 0))
	}
	return v
}
