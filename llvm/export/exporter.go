package export

import (
	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/value"

	"procad/llvm/abi"
	"procad/llvm/capi"
	"procad/llvm/ll"
	"procad/llvm/module"
	"procad/prim"
	"procad/proc"
)

// A val is a value of LLVM.
type val = value.Value

// An Exporter writes the functions by which callers reach entries.
type Exporter struct {
	*module.Module
	library  *capi.Library
	opts     Options
	programs []*constant.Struct // of an executable
}

// Options say what callers there are.
type Options struct {
	Main      bool                    // the main function of the runtime; else C, or Words
	Words     bool                    // a program that knows the types, and gives words
	Batch     bool                    // those with several problems, too
	Shares    func(e abi.Entry) bool  // whether threads may share the problems of one
	Repeats   func(e abi.Entry) bool  // whether a call where threads lack memory may be made again by one thread
	Flush     bool                    // results that are denormal may be 0
	Oldest    string                  // the CPU that code runs on which finds out which CPU there is; "" where none does
	CheckName func(name string) error // says what is wrong with the name of another function
}

// New is an exporter into a module. The library describes the functions for C.
func New(m *module.Module, library *capi.Library, opts Options) *Exporter {
	return &Exporter{Module: m, library: library, opts: opts}
}

// Counters are what an executable counts: their number, and the address of the first one.
type Counters struct {
	Number int
	First  constant.Constant
}

// Export writes what callers need of an entry, whose function for the runtime is
//
//	void @entry(ctx, i64* in, i64* out)
func (m *Exporter) Export(e abi.Entry, def *proc.Def, entry *ir.Func, counters Counters) error {
	switch {
	case m.opts.Main:
		return m.describe(e, def, entry, counters)
	case m.opts.Words:
		return m.exportWords(e, def, entry)
	}
	return m.exportC(e, def, entry)
}

// A wrapper is the body of a function that callers reach, or that is between them and the entry.
type wrapper struct {
	*Exporter
	module.Body
}

func (m *Exporter) wrap(fn *ir.Func, ctx val) *wrapper {
	return &wrapper{m, *module.NewBody(m.Module, fn, ctx)}
}

// check goes on only where ok is true; else the call ends with a run-time error.
func (b *wrapper) check(ok val, kind prim.RuntimeErrorKind, x, y val, message string) {
	b.Check(ok, func() { b.Failure(kind, x, y, message) })
}

// elements is the product of dimensions that a caller gives. They are no dimensions of an array if one is negative,
// or there are too many elements.
func (b *wrapper) elements(dims []val) val {
	for _, d := range dims {
		b.check(b.ICmp(enum.IPredSGE, d, ll.Int(0)), prim.NegativeCount, d, ll.Int(0), "")
	}
	var n val = ll.Int(1)
	for k, d := range dims {
		var over val
		if k == 0 {
			n = d
		} else {
			r := b.Call(b.Runtime.MulOverflow, n, d)
			product := b.Cur.NewExtractValue(r, 0)
			n, over = product, b.Cur.NewExtractValue(r, 1)
		}
		ok := b.ICmp(enum.IPredULE, n, ll.Int(abi.MaxElements))
		if over != nil {
			ok = b.Cur.NewAnd(ok, b.Not(over))
		}
		b.check(ok, prim.SizeOverflow, d, ll.Int(0), "")
	}
	return n
}

// loop writes a loop from a number up to another one, without a state.
//
//	head:  i = phi from, i+1;  br i < end, iteration, done
//	iteration:  …;  br head
//	done:
func (b *wrapper) loop(from, end val, iteration func(i val)) {
	head, body, done := b.Block("head"), b.Block("iteration"), b.Block("done")
	before := b.Cur
	b.Jump(head)
	b.Use(head)
	i := ir.NewPhi(ir.NewIncoming(from, before))
	i.SetName(b.Names.Fresh("i"))
	head.Insts = append(head.Insts, i)
	b.Branch(b.ICmp(enum.IPredSLT, i, end), body, done)
	b.Use(body)
	iteration(i)
	latch := b.Cur
	i.Incs = append(i.Incs, ir.NewIncoming(b.Add(i, ll.Int(1)), latch))
	b.Jump(head)
	b.Use(done)
}
