package llvm

import (
	"slices"
	"strings"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"

	"procad/internal/quote"
	"procad/internal/special"
	"procad/llvm/abi"
	"procad/llvm/abort"
	"procad/llvm/export"
	"procad/llvm/ll"
	"procad/llvm/module"
	"procad/proc"
)

// export writes what callers from outside need of an entry: a function of the
// one form that the runtime can call, behind which a run-time error is caught,
//
//	void @NAME.entry(ctx, i64* in, i64* out)
//
// where in has the leaves of Θ and of the argument, a word each.
func (m *emitter) export(e abi.Entry) error {
	n, err := m.node(e.Func)
	if err != nil {
		return err
	}
	if err := m.checkSymbol(e.Symbol); err != nil {
		return err
	}
	for _, r := range n.def.Zone {
		if r.Mode == proc.Accumulator {
			return abort.Bugf("%s adds to %s, and so cannot be called from outside", e.Func.Given(), r.Name)
		}
	}
	in, out := n.def.In.Type, n.def.Out.Type
	switch e.Pass {
	case abi.ForwardPass:
		out = proc.Elems(out)[0]
	case abi.ReversePass:
		in = proc.Elems(in)[1]
	}
	for _, t := range []proc.Type{in, out} {
		if proc.HasStack(t) {
			return abort.Bugf("%s cannot be called from outside: %.100s has a stack in it", e.Func.Given(), t)
		}
	}
	return m.exporter.Export(e, n.def, m.entryOf(e, n), export.Counters{Number: m.meter.Size(), First: m.counter(0)})
}

// taken are names of C that the runtime and what it calls need.
var taken = func() []string {
	names := strings.Fields("main malloc calloc realloc free memcpy memmove memset setjmp _setjmp longjmp snprintf printf " +
		"fprintf fputs fwrite fread exit abort fabs lgamma_r round copysign ceil")
	for _, f := range special.Functions {
		names = append(names, cName(f.LLVM))
	}
	return names
}()

// checkSymbol says what is wrong with the name of an entry. Only a library
// needs names for C.
func (m *emitter) checkSymbol(symbol string) error {
	if m.Symbols[symbol] {
		return abort.Bugf("two entries are called %s", symbol)
	}
	m.Symbols[symbol] = true
	if m.opts.Main {
		return nil
	}
	if e := m.Externs[symbol]; e != nil {
		return module.OfBoth(symbol, e.File, e.Pos)
	}
	switch {
	case !quote.IsCName(symbol):
		return abort.Bugf("%q is no name for a function in C", symbol)
	case strings.HasPrefix(symbol, "pc_") || slices.Contains(taken, symbol):
		return abort.Bugf("the name %s is taken in C: choose another one", symbol)
	}
	return nil
}

// entryOf writes NAME.entry. The caller's arrays are never written: those that
// the definition owns are copies. The result's arrays outlive the call. Numbers
// that are passed in blocks anyway are passed in the caller's.
func (m *emitter) entryOf(e abi.Entry, n *node) *ir.Func {
	in, out := ir.NewParam("in", abi.WordPtr), ir.NewParam("out", abi.WordPtr)
	ctx := ir.NewParam("ctx", abi.BytePtr)
	fn := ir.NewFunc(e.Symbol+".entry", types.Void, ctx, in, out)
	fn.Linkage = enum.LinkageInternal
	fn.FuncAttrs = append(fn.FuncAttrs, enum.FuncAttrNoUnwind)
	b := m.newBuilder(fn, ctx)
	b.Pos = n.def.Pos
	at := 0
	load := func(l abi.Leaf) val {
		at++
		return b.loadWord(in, ll.Int(at-1), l)
	}
	var zone []*ref
	for _, r := range n.def.Zone {
		vals := make([]val, 0, m.Width(r.Type))
		for _, l := range m.Leaves(r.Type) {
			vals = append(vals, load(l))
		}
		zone = append(zone, &ref{mode: r.Mode, typ: r.Type, vals: vals})
	}
	sig := m.signature(n)
	if sig.InBlock && sig.OutBlock && proc.Scalar(n.def.In.Type) && proc.Scalar(n.def.Out.Type) {
		args := []val{ctx}
		for _, r := range zone {
			args = append(args, r.vals...)
		}
		b.invoke(n, append(args, b.gep(in, ll.Int(at)), out))
	} else {
		var args []val
		for _, l := range m.Leaves(n.def.In.Type) {
			args = append(args, load(l))
		}
		if e.Pass == abi.ReversePass { // the trace is nobody else's
			trace := m.Width(proc.Elems(n.def.In.Type)[0])
			args = append(args[:trace:trace], b.clone(proc.Elems(n.def.In.Type)[1], args[trace:])...)
		} else {
			args = b.clone(n.def.In.Type, args)
		}
		vals := b.callEntry(n, zone, args)
		vals = b.keep(n.def.Out.Type, vals)
		for i, l := range m.Leaves(n.def.Out.Type) {
			b.storeWord(vals[i], out, ll.Int(i), l)
		}
	}
	b.Cur.NewRet(nil)
	b.Finish()
	m.Print(fn)
	return fn
}

// callEntry calls a definition that is always a function of its own.
func (b *builder) callEntry(n *node, zone []*ref, in []val) []val {
	inline := n.inline
	n.inline = false
	defer func() { n.inline = inline }()
	return b.callDef(n, zone, in)
}

// keep lets the arrays of a result live on after the call.
func (b *builder) keep(t proc.Type, vals []val) []val {
	if proc.Scalar(t) {
		return vals
	}
	switch t := t.(type) {
	case *proc.TupleType:
		var out []val
		for _, e := range t.Elems {
			n := b.Width(e)
			out = append(out, b.keep(e, vals[:n])...)
			vals = vals[n:]
		}
		return out
	case *proc.SumType:
		n := b.Width(t.L)
		return b.side(vals[0],
			func() []val { return b.inr(t, b.keep(t.R, vals[1+n:])) },
			func() []val { return b.inl(t, b.keep(t.L, vals[1:1+n])) })
	case *proc.ArrayType:
		buffers, dims := b.split(t, vals)
		size := b.Product(dims)
		var out []val
		for i, l := range b.Leaves(t.Elem) {
			p := val(b.call(b.Runtime.Keep, b.Ctx, b.BytesOf(buffers[i]), b.bytes(size, l), b.At()))
			if l != abi.TagLeaf {
				p = b.Cur.NewBitCast(p, l.Buffer().Type())
			}
			out = append(out, p)
		}
		return append(out, dims...)
	}
	return vals
}
