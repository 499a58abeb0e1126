package llvm

import (
	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/enum"

	"procad/internal/native"
	"procad/internal/optim"
	"procad/llvm/abi"
	"procad/llvm/loopir"
	"procad/llvm/loopir/build"
	"procad/llvm/loopir/emit"
	"procad/llvm/loopir/passes"
	"procad/proc"
)

// The limits decide how functions are written and called. Operations are those of the loop IR.
type limits struct {
	piece       int // how many operations the pieces of long functions have
	unoptimised int // after so many instructions in the part, pieces without loops that run seldom are only translated
	long        int // in a function of so many operations in a line, those are only translated from the first on
	tuned       int // after so many instructions, all pieces are only translated

	direct   int // an argument with more leaves is passed as a block of words
	returned int // a result with more leaves is written to a block of words
	alloca   int // a block with more words is no place on the stack of the machine
}

var usualLimits = limits{
	piece: passes.UsualPiece, unoptimised: 20_000, long: 60_000, tuned: 250_000,
	direct: native.MostPassed, returned: native.MostReturned, alloca: native.MostOnStack,
}

func limitsOf(opts Options) *limits {
	if opts.limits != nil {
		return opts.limits
	}
	return &usualLimits
}

// A function is one of the loop IR, and that of LLVM which it becomes.
type function struct {
	*loopir.Func
	*abi.Signature
	fn    *ir.Func
	line  int  // its operations that are not in loops
	loops bool // it has a loop
	heavy bool // it has a loop of many operations without a loop inside
	whole bool // it stays a function of its own
	calls int  // at how many places it is called, from outside too
	inner bool // another function calls it
	size  int  // its operations
	full  int  // its operations, and those of what is inlined into it
	long  bool // it is a piece of a long function, or calls such
	runs  int  // how often it runs in a call of an entry, up to often
	flat  bool // LLVM is told to inline it
}

// often is how many runs make a function worth the time that LLVM takes for it.
const often = 16

// mostDirect is how many arguments a loop has that threads share. In a block of words LLVM would not know that arrays are distinct.
const mostDirect = 200

// heavyLoop is how many operations make a loop heavy. In a function of its own, LLVM knows what its arrays are: more than a
// call is worth.
const heavyLoop = 60

// LLVM is told to inline a function of at most mostInline operations, if at most mostCopied operations are then there several
// times. What is inlined into the function counts: a chain of functions in which each calls the next one twice would double at
// each step. All copies together have mostCopied operations and as many as the program at most.
const (
	mostInline = 1500
	mostCopied = 1000
)

// program makes the functions that entries need.
func (m *emitter) program(entries []abi.Entry) error {
	list := make([]proc.Func, len(entries))
	for i, e := range entries {
		list[i] = e.Func
	}
	prog, err := build.Program(m.lookup, m.meter, list...)
	if err != nil {
		return err
	}
	opts := passes.Options{Strict: m.opts.Strict || m.without(optim.Reorder), Lanes: m.vectorLanes(), Piece: m.limits.piece, Without: m.opts.Without, Threads: m.opts.Threads, Sizes: m.sizes}
	if _, err := passes.Run(prog, opts); err != nil {
		return err
	}
	m.prog, m.aliased = prog, emit.Aliased(prog)
	var shared []proc.Func
	for _, e := range entries {
		if m.sharesBatch(e) {
			shared = append(shared, e.Func)
		}
	}
	m.target.Joined = emit.Joined(prog, shared...)
	m.survey(entries)
	return nil
}

// survey says of each function how it is written, and how often it runs.
func (m *emitter) survey(entries []abi.Entry) {
	for _, f := range m.prog.Funcs {
		m.functions[f.Name] = &function{Func: f}
	}
	for _, e := range entries {
		m.functions[e.Func].runs++
		m.functions[e.Func].calls++
	}
	lines := map[*function]int{} // with what it calls
	room := mostCopied           // for copies
	for _, f := range m.prog.Funcs {
		f.Body.Walk(func(*loopir.Op) { room++ })
	}
	for i := len(m.prog.Funcs) - 1; i >= 0; i-- {
		f := m.functions[m.prog.Funcs[i].Name]
		m.count(f, f.Body, f.runs)
	}
	for _, g := range m.prog.Funcs {
		f := m.functions[g.Name]
		f.line = line(f.Body)
		f.Body.Walk(func(op *loopir.Op) {
			f.size++
			f.full++
			if op.Kind.Calls() {
				callee := m.functions[op.Func]
				f.long = f.long || callee.Piece
				lines[f] += lines[callee]
				if callee.flat {
					f.full += callee.full
				}
			}
		})
		f.long = f.long || f.Piece
		lines[f] += f.line
		f.heavy = heavy(f.Body)
		f.whole = f.long || f.heavy || f.Shared
		copied := f.full * max(f.calls-1, 0)
		if f.flat = !f.whole && f.size <= mostInline && copied <= min(mostCopied, room) && !m.without(optim.Inline); f.flat {
			room -= copied
		}
	}
	for _, g := range m.prog.Funcs {
		if f := m.functions[g.Name]; f.long && !f.Piece {
			long := lines[f]
			f.Body.Walk(func(op *loopir.Op) {
				if op.Kind == loopir.Call && m.functions[op.Func].Piece {
					m.functions[op.Func].line = long
				}
			})
		}
	}
}

// count counts the runs of what a block calls, which itself runs so often.
func (m *emitter) count(f *function, b *loopir.Block, runs int) {
	for _, op := range b.Ops {
		switch op.Kind {
		case loopir.Call, loopir.Par:
			callee := m.functions[op.Func]
			callee.runs = min(callee.runs+runs, often)
			callee.calls++
			callee.inner = true
			f.loops = f.loops || op.Kind == loopir.Par
		case loopir.For, loopir.While:
			f.loops = true
			m.count(f, op.Sub[0], often)
			continue
		}
		for _, inner := range op.Sub {
			m.count(f, inner, runs)
		}
	}
}

// line is how many operations a block has that are not in loops.
func line(b *loopir.Block) int {
	n := 0
	for _, op := range b.Ops {
		n++
		if op.Kind == loopir.If {
			n += line(op.Sub[0]) + line(op.Sub[1])
		}
	}
	return n
}

// heavy says that a block has a heavy loop.
func heavy(b *loopir.Block) bool {
	found := false
	b.Walk(func(op *loopir.Op) {
		if op.Kind != loopir.For && op.Kind != loopir.While {
			return
		}
		size, inner := 0, false
		op.Sub[0].Walk(func(op *loopir.Op) {
			size++
			inner = inner || op.Kind == loopir.For || op.Kind == loopir.While
		})
		found = found || size >= heavyLoop && !inner
	})
	return found
}

// symbolOf names the function of a definition. No function of C is called so.
func (s *section) symbolOf(f proc.Func) string { return "proc." + s.prefix + f.String() }

// function declares the function that one of the loop IR becomes, and puts it on the list of those to write.
func (m *emitter) function(name proc.Func) *function {
	f := m.functions[name]
	if f.fn != nil {
		return f
	}
	direct := m.limits.direct
	if f.Shared {
		direct = mostDirect
	}
	f.Signature = emit.Signature(f.Func, m.aliased, abi.Passing{Direct: direct, Returned: m.limits.returned, Distinct: !m.without(optim.Alias)})
	f.fn = ir.NewFunc(m.symbolOf(name), f.Result(), f.Params...)
	f.fn.Linkage = enum.LinkageInternal
	f.fn.FuncAttrs = append(f.fn.FuncAttrs, enum.FuncAttrNoUnwind)
	switch late := m.onlyTranslated(f); {
	case late && m.unoptimised != nil:
		m.unoptimised.open(f.fn)
	case late, f.Piece && m.written > m.limits.tuned:
		f.fn.FuncAttrs = append(f.fn.FuncAttrs, enum.FuncAttrNoInline, enum.FuncAttrOptNone)
	case f.whole:
		f.fn.FuncAttrs = append(f.fn.FuncAttrs, enum.FuncAttrNoInline)
	case f.flat:
		f.fn.FuncAttrs = append(f.fn.FuncAttrs, enum.FuncAttrAlwaysInline)
	}
	m.queue = append(m.queue, f)
	return f
}

// onlyTranslated says that a function which is still to be written is not worth the time that LLVM takes to optimise it.
func (m *emitter) onlyTranslated(f *function) bool {
	if f.runs >= often || f.loops || f.long && !f.Piece {
		return false
	}
	return m.written > m.limits.unoptimised || f.Piece && f.line > m.limits.long
}

// write writes a function.
func (m *emitter) write(f *function) {
	size, err := emit.Function(m.target, f.Func, f.Signature, f.fn, !f.inner)
	if err != nil {
		panic(err)
	}
	if m.unoptimised != nil && m.unoptimised.shared[f.fn] == f.fn {
		m.unoptimised.write(f.fn)
	} else {
		m.Print(f.fn)
	}
	m.written += size
}

// newTarget is what functions are written for.
func (m *emitter) newTarget() *emit.Target {
	t := &emit.Target{
		Module: m.Module, Unchecked: m.opts.Unchecked, Lanes: m.vectorLanes(), Threads: m.opts.Threads != passes.NoLoops, MostOnStack: m.limits.alloca, Math: m.math, Callers: map[string]*ir.Func{},
		NoNaNs:  []enum.FastMathFlag{enum.FastMathFlagNNaN, enum.FastMathFlagNSZ},
		Counter: func(at int) val { return m.counter(at) },
		Callee: func(f proc.Func) (*abi.Signature, *ir.Func) {
			callee := m.function(f)
			return callee.Signature, callee.fn
		},
	}
	if m.opts.Strict {
		return t
	}
	if !m.without(optim.Contract) {
		t.Contract = []enum.FastMathFlag{enum.FastMathFlagContract}
	}
	t.Reorder = t.Contract
	if !m.without(optim.Reorder) {
		t.Reorder = append([]enum.FastMathFlag{enum.FastMathFlagReassoc}, t.Contract...)
	}
	return t
}
