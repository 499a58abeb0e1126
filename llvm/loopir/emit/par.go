package emit

import (
	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"

	"procad/llvm/abi"
	"procad/llvm/ll"
	"procad/llvm/loopir"
	"procad/llvm/module"
	"procad/proc"
)

// par writes calls that may run at the same time. The runtime makes them, by a function that finds their arguments in words.
//
//	f.part(ctx, words, k):  call f(ctx, k, words[1], …)
//	words = n, x, …;  pc_parallel(ctx, f.part, words, n)
func (w *writer) par(op *loopir.Op) {
	s, fn := w.Callee(op.Func)
	var ls []abi.Leaf
	for _, v := range op.Args {
		ls = append(ls, leaves(v.Type)...)
	}
	args := w.allOf(op.Args)
	words, free := w.Room(len(ls)+1, w.MostOnStack)
	for i, l := range ls {
		w.StoreWord(args[i], words, ll.Int(i), l)
	}
	place := len(ls) // where the position is that parts have which have none
	if s.Positioned() {
		w.StoreWord(w.At(), words, ll.Int(place), abi.IntLeaf)
	}
	w.Call(w.In.Runtime.Parallel(), w.Ctx, w.caller(s, fn, ls), words, args[0])
	free()
}

// Joined finds the functions that threads run at the same time: those of loops, and those that shared are, with what they call.
func Joined(p *loopir.Program, shared ...proc.Func) map[proc.Func]bool {
	joined := map[proc.Func]bool{}
	var join func(name proc.Func)
	join = func(name proc.Func) {
		if joined[name] {
			return
		}
		joined[name] = true
		p.Lookup(name).Body.Walk(func(op *loopir.Op) {
			if op.Kind.Calls() {
				join(op.Func)
			}
		})
	}
	for _, name := range shared {
		join(name)
	}
	for _, f := range p.Funcs {
		f.Body.Walk(func(op *loopir.Op) {
			if op.Kind == loopir.Par {
				join(op.Func)
			}
		})
	}
	return joined
}

// goOn ends a call that nobody wants any more: an earlier one has failed. The loop at hand might never end.
//
//	failed, share = the first two words of ctx;  if load failed < share { pc_unwanted(ctx) }
func (w *writer) goOn() {
	if !w.Joined[w.f.Name] {
		return
	}
	failed := w.Cur.NewLoad(abi.WordPtr, w.Cur.NewBitCast(w.Ctx, types.NewPointer(abi.WordPtr)))
	share := w.Cur.NewLoad(types.I64, w.GEP(w.Cur.NewBitCast(w.Ctx, abi.WordPtr), ll.Int(1)))
	first := w.Cur.NewLoad(types.I64, failed)
	first.Atomic, first.Ordering, first.Align = true, enum.AtomicOrderingMonotonic, 8
	w.Check(w.ICmp(enum.IPredSGE, first, share), func() { w.Call(w.In.Runtime.Unwanted(), w.Ctx) })
}

// large writes what is done with so many bytes: threads share it if that is worth it, and no other thread has work.
func (w *writer) large(bytes val, shared, alone func()) {
	if _, known := bytes.(constant.Constant); known || !w.Threads || w.Joined[w.f.Name] {
		alone()
		return
	}
	many, few, done := w.Block("many"), w.Block("few"), w.Block("done")
	w.Branch(w.ICmp(enum.IPredUGE, bytes, ll.Int(largeBytes)), many, few)
	w.Use(many)
	shared()
	w.Jump(done)
	w.Use(few)
	alone()
	w.Jump(done)
	w.Use(done)
}

// largeBytes are more than the cache of a processor holds. What another thread sets of fewer bytes is in the wrong cache.
const largeBytes = 1 << 20

// caller is the function that calls one of them.
func (w *writer) caller(s *abi.Signature, fn *ir.Func, ls []abi.Leaf) *ir.Func {
	name := fn.Name() + ".part"
	if made := w.Callers[name]; made != nil {
		return made
	}
	ctx, words, k := ir.NewParam("ctx", abi.BytePtr), ir.NewParam("words", abi.WordPtr), ir.NewParam("k", types.I64)
	part := ir.NewFunc(name, types.Void, ctx, words, k)
	part.Linkage = enum.LinkageInternal
	part.FuncAttrs = append(part.FuncAttrs, enum.FuncAttrNoUnwind)
	b := module.NewBody(w.In, part, ctx)
	if s.Positioned() {
		b.Caller = b.LoadWord(words, ll.Int(len(ls)), abi.IntLeaf)
	}
	args := b.Words(words, ls)
	args[0] = k
	b.Invoke(s, fn, args, w.MostOnStack)
	b.Cur.NewRet(nil)
	b.Finish()
	w.In.Print(part)
	w.Callers[name] = part
	return part
}
