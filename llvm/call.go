package llvm

import (
	"slices"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"

	"procad/internal/optim"
	"procad/llvm/abi"
	"procad/llvm/ll"
)

// A signature is how a definition is called, with the function that it becomes.
type signature struct {
	*abi.Signature
	fn *ir.Func
}

// signature declares the function that a definition becomes, and puts it on
// the list of those to write.
func (m *emitter) signature(n *node) *signature {
	if n.sig != nil {
		return n.sig
	}
	d := n.def
	called := m.Layouts.Signature(d, abi.Passing{
		Direct: m.limits.direct, Returned: m.limits.returned, Distinct: !m.without(optim.Alias), Aliased: n.aliased,
	})
	s := &signature{called, ir.NewFunc(m.symbolOf(d.Name), called.Result(), called.Params...)}
	s.fn.Linkage = enum.LinkageInternal
	s.fn.FuncAttrs = append(s.fn.FuncAttrs, enum.FuncAttrNoUnwind)
	switch {
	case m.isUnoptimisedDef(n):
		n.always = false
		if m.unoptimised != nil {
			m.unoptimised.open(s.fn)
		} else {
			onlyTranslated(s.fn)
		}
	case n.outlined, n.loopOutlined:
		s.fn.FuncAttrs = append(s.fn.FuncAttrs, enum.FuncAttrNoInline)
	case n.always:
		s.fn.FuncAttrs = append(s.fn.FuncAttrs, enum.FuncAttrAlwaysInline)
	}
	n.sig = s
	m.queue = append(m.queue, n)
	return s
}

// callDef writes a call of a definition, or its body.
func (b *builder) callDef(n *node, zone []*ref, in []val) []val {
	if n.inline || b.inner && n.always && !n.loops || b.inIterations() || b.promotes(n) {
		whole := b.outliner.suspend()
		defer b.outliner.resume(whole)
		return b.inline(n.def, zone, in)
	}
	s := b.signature(n)
	args := []val{b.Ctx}
	for _, r := range zone {
		args = append(args, r.vals...)
	}
	if !s.InBlock {
		args = append(args, in...)
	} else {
		words := b.block8(len(in))
		for i, l := range s.In {
			b.storeWord(in[i], words.base, ll.Int(i), l)
		}
		args = append(args, words.base)
		defer words.release()
	}
	if !s.OutBlock {
		return kept(b.passages(n), in, b.Parts(s.Signature, b.invoke(n, args)))
	}
	words := b.block8(len(s.Out))
	defer words.release()
	b.invoke(n, append(args, words.base))
	return kept(b.passages(n), in, b.Words(words.base, s.Out))
}

// invoke writes the call itself. What LLVM will inline counts as written here.
func (b *builder) invoke(n *node, args []val) *ir.InstCall {
	if n.always {
		b.Size += n.code.Line
	}
	if n.sig.Positioned() {
		args = slices.Insert(args, 1, b.At())
	}
	return b.call(n.sig.fn, args...)
}

// words are a block of memory for leaves on their way to or from a function.
type words struct {
	base    val
	release func()
}

// block8 makes a block of n words.
func (b *builder) block8(n int) words {
	if n <= b.limits.alloca {
		return words{b.Alloca(types.I64, n), func() {}}
	}
	p := b.alloc(ll.Int(8 * n))
	return words{b.Cur.NewBitCast(p, abi.WordPtr), func() { b.call(b.Runtime.Free, b.Ctx, p) }}
}

// write writes the function of a definition.
func (m *emitter) write(n *node) {
	s := n.sig
	if n.outlined {
		m.writeOutlined(n)
		return
	}
	var size int
	if f := m.loopFunc(n); f != nil {
		size = m.writeLoopFunc(n, f)
	} else {
		size = m.writeDirectly(n)
	}
	if m.unoptimised != nil && m.unoptimised.shared[s.fn] == s.fn {
		m.unoptimised.write(s.fn)
	} else {
		m.Print(s.fn)
	}
	m.written += size
}

// writeDirectly writes a definition from its procedure.
func (m *emitter) writeDirectly(n *node) (size int) {
	s := n.sig
	b := m.newBuilder(s.fn, s.fn.Params[0])
	if s.Positioned() {
		b.Caller = s.Caller
	}
	zone, in, results := b.parameters(n)
	out := b.inline(n.def, zone, in)
	b.Return(s.Signature, out, results)
	b.Finish()
	return b.Size
}

// parameters are what the names and the argument of a definition stand for.
func (b *builder) parameters(n *node) (zone []*ref, in []val, results val) {
	s := n.sig
	given, results := b.Given(s.Signature)
	for i, r := range n.def.Zone {
		k := len(s.Zone[i])
		zone = append(zone, &ref{mode: r.Mode, typ: r.Type, vals: given[:k:k]})
		given = given[k:]
	}
	return zone, given, results
}
