package emit

import (
	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"procad/llvm/abi"
	"procad/llvm/abort"
	"procad/llvm/loopir"
	"procad/llvm/module"
	"procad/proc"
)

// A val is a value of LLVM.
type val = value.Value

// A Target is the module that functions are written for.
type Target struct {
	Module      *module.Module
	Unchecked   bool                                                 // indices are not checked
	Contract    []enum.FastMathFlag                                  // of arithmetic
	Reorder     []enum.FastMathFlag                                  // of what is added up in any order
	NoNaNs      []enum.FastMathFlag                                  // of the largest of numbers in any order, none of which is a NaN
	Callee      func(proc.Func) (*abi.Signature, *ir.Func)           // how a function of the program is called
	Counter     func(at int) val                                     // the address of a counter of the run
	Threads     bool                                                 // threads share loops
	Joined      map[proc.Func]bool                                   // the functions that threads run at the same time
	Lanes       int                                                  // how many numbers a vector register has
	Math        func(b *module.Body, symbol string, args ...val) val // calls an elementary function
	Callers     map[string]*ir.Func                                  // what calls one of several calls, by its name
	MostOnStack int                                                  // a block of more words is not on the machine's stack
}

// Function writes a function into fn, which is called as s says; an outermost one is called from outside alone. It returns how many
// instructions it has, roughly.
func Function(t *Target, f *loopir.Func, s *abi.Signature, fn *ir.Func, outermost bool) (size int, err error) {
	defer abort.Catch(&err)
	w := &writer{
		Target: t, f: f, Body: module.NewBody(t.Module, fn, fn.Params[0]), vals: make([][]val, f.Values),
		sums: map[*loopir.Op]bool{}, outermost: outermost,
	}
	if s.Positioned() {
		w.Caller = s.Caller
	}
	given, results := w.Given(s)
	w.setAll(f.Body.Params, given)
	w.block(f.Body)
	w.Return(s, w.allOf(f.Body.Yield), results)
	w.Finish()
	return w.Size, nil
}

// A writer writes one function.
type writer struct {
	*Target
	*module.Body
	f     *loopir.Func
	vals  [][]val             // what each value is, by ID
	spare [3]val              // places that nobody reads, by what is there
	sums  map[*loopir.Op]bool // what puts together numbers that may be in any order

	outermost bool // its results are those of a call from outside
}

// block writes the operations of a block.
func (w *writer) block(b *loopir.Block) {
	for _, op := range b.Ops {
		if op.Kind.Positioned() {
			w.Pos = op.Pos
		}
		w.op(op)
	}
}

// op writes an operation.
func (w *writer) op(op *loopir.Op) {
	switch op.Kind {
	case loopir.Alloc, loopir.Clear, loopir.Copy, loopir.Release, loopir.Cell, loopir.Local, loopir.View, loopir.Row, loopir.Load, loopir.Store, loopir.Accum:
		w.memory(op)
	case loopir.Empty, loopir.Slots, loopir.Push, loopir.Pop, loopir.Grow, loopir.Shrink, loopir.Len:
		w.stack(op)
	case loopir.Check:
		w.check(op)
	case loopir.For:
		w.forLoop(op)
	case loopir.While:
		w.whileLoop(op)
	case loopir.If:
		w.branches(op)
	case loopir.Call:
		w.call(op)
	case loopir.Par:
		w.par(op)
	case loopir.Room:
		w.set(op.Outs[0], []val{w.Call(w.In.Runtime.Once("pc_room", types.I64, abi.BytePtr), w.Ctx)})
	case loopir.Extern:
		w.extern(op)
	case loopir.Print:
		w.print(op)
	case loopir.Count, loopir.Level:
		w.count(op)
	case loopir.Splat, loopir.Iota, loopir.Reduce:
		w.set(op.Outs[0], []val{w.vector(op)})
	case loopir.Select:
		w.set(op.Outs[0], w.choices(w.one(op.Args[0]), w.of(op.Args[1]), w.of(op.Args[2])))
	default:
		w.set(op.Outs[0], []val{w.arithmetic(op)})
	}
}
