package llvm

import (
	"slices"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"

	"procad/internal/optim"
	"procad/llvm/abi"
	"procad/proc"
)

// A signature is how a definition is called: with the context, the leaves of
// the names of Θ, and those of the argument; the leaves of the result come back.
type signature struct {
	fn       *ir.Func
	caller   *ir.Param    // the position of the call; nil if the definition has one
	zone     [][]abi.Leaf // the leaves of each name; a cell of a scalar accumulator is a realsLeaf
	in, out  []abi.Leaf
	inBlock  bool
	outBlock bool
}

// refLeaves are the leaves by which a name of zone Θ is passed.
func (m *module) refLeaves(r proc.Ref) []abi.Leaf {
	leaves := m.Leaves(r.Type)
	if _, ok := r.Type.(*proc.ArrayType); ok || r.Mode == proc.Shared {
		return leaves
	}
	cells := make([]abi.Leaf, len(leaves))
	for i, l := range leaves {
		if cells[i] = l; l == abi.RealLeaf {
			cells[i] = abi.RealsLeaf
		}
	}
	return cells
}

// signature declares the function that a definition becomes, and puts it on
// the list of those to write.
func (m *module) signature(n *node) *signature {
	if n.sig != nil {
		return n.sig
	}
	d := n.def
	s := &signature{in: m.Leaves(d.In.Type), out: m.Leaves(d.Out.Type)}
	s.inBlock = len(s.in) > m.limits.direct
	s.outBlock = len(s.out) > m.limits.returned || realLeaves(s.out) > realRegisters
	params := []*ir.Param{ir.NewParam("ctx", abi.BytePtr)}
	if !d.Pos.Known() {
		s.caller = ir.NewParam("at", types.I64)
		params = append(params, s.caller)
	}
	// Nobody writes a shared array as long as it is shared, and nobody else has
	// an owned one.
	param := func(name string, l abi.Leaf, alone bool) {
		p := ir.NewParam(name, l.Type())
		if alone && l.IsPointer() && !m.without(optim.Alias) {
			p.Attrs = append(p.Attrs, enum.ParamAttrNoAlias)
		}
		params = append(params, p)
	}
	for k, r := range d.Zone {
		leaves := m.refLeaves(r)
		s.zone = append(s.zone, leaves)
		for i, l := range leaves {
			param(partName(r.Name, i, len(leaves)), l, !n.aliased[k])
		}
	}
	if s.inBlock {
		param("args", abi.IntsLeaf, true)
	} else {
		for i, l := range s.in {
			param(partName(d.In.Name, i, len(s.in)), l, true)
		}
	}
	if s.outBlock {
		param("results", abi.IntsLeaf, true)
	}
	unique(params)
	s.fn = ir.NewFunc(m.symbolOf(d.Name), s.result(), params...)
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

// realRegisters is how many Reals come back in registers. x86-64 returns further ones on
// the x87 stack, by way of memory, and at -O0 clang takes them from there wrongly
// (testdata/x87.ll).
const realRegisters = 2

func realLeaves(leaves []abi.Leaf) int {
	n := 0
	for _, l := range leaves {
		if l == abi.RealLeaf {
			n++
		}
	}
	return n
}

// partName names one leaf of several after the variable that has them.
func partName(name string, i, n int) string {
	if n == 1 {
		return name
	}
	return name + "." + formatInt(int64(i))
}

// unique gives parameters different names.
func unique(params []*ir.Param) {
	names := proc.NewNames()
	for _, p := range params {
		p.SetName(names.Fresh(p.Name()))
	}
}

func (s *signature) result() types.Type {
	switch {
	case s.outBlock || len(s.out) == 0:
		return types.Void
	case len(s.out) == 1:
		return s.out[0].Type()
	}
	parts := make([]types.Type, len(s.out))
	for i, l := range s.out {
		parts[i] = l.Type()
	}
	return types.NewStruct(parts...)
}

// callDef writes a call of a definition, or its body.
func (b *builder) callDef(n *node, zone []*ref, in []val) []val {
	if n.inline || b.inner && n.always && !n.loops || b.inIterations() || b.promotes(n) {
		whole := b.outliner.suspend()
		defer b.outliner.resume(whole)
		return b.inline(n.def, zone, in)
	}
	s := b.signature(n)
	args := []val{b.ctx}
	for _, r := range zone {
		args = append(args, r.vals...)
	}
	if !s.inBlock {
		args = append(args, in...)
	} else {
		words := b.block8(len(in))
		for i, l := range s.in {
			b.storeWord(in[i], words.base, intConst(i), l)
		}
		args = append(args, words.base)
		defer words.release()
	}
	if !s.outBlock {
		return kept(b.passages(n), in, b.results(s, b.invoke(n, args)))
	}
	words := b.block8(len(s.out))
	defer words.release()
	b.invoke(n, append(args, words.base))
	out := make([]val, len(s.out))
	for i, l := range s.out {
		out[i] = b.loadWord(words.base, intConst(i), l)
	}
	return kept(b.passages(n), in, out)
}

// invoke writes the call itself. What LLVM will inline counts as written here.
func (b *builder) invoke(n *node, args []val) *ir.InstCall {
	if n.always {
		b.size += n.code.Line
	}
	if n.sig.positioned() {
		args = slices.Insert(args, 1, b.at())
	}
	return b.call(n.sig.fn, args...)
}

// results takes a result apart that is not in a block.
func (b *builder) results(s *signature, c *ir.InstCall) []val {
	switch len(s.out) {
	case 0:
		return nil
	case 1:
		return []val{c}
	}
	out := make([]val, len(s.out))
	for i := range out {
		b.size++
		out[i] = b.cur.NewExtractValue(c, uint64(i))
	}
	return out
}

// words are a block of memory for leaves on their way to or from a function.
type words struct {
	base    val
	release func()
}

// block8 makes a block of n words.
func (b *builder) block8(n int) words {
	if n <= b.limits.alloca {
		return words{b.alloca(types.I64, n), func() {}}
	}
	p := b.alloc(intConst(8 * n))
	return words{b.cur.NewBitCast(p, abi.WordPtr), func() { b.call(b.rt.free, b.ctx, p) }}
}

// write writes the function of a definition.
func (m *module) write(n *node) {
	s := n.sig
	if n.outlined {
		m.writeOutlined(n)
		return
	}
	b := m.newBuilder(s.fn, s.fn.Params[0])
	if s.positioned() {
		b.caller = s.caller
	}
	zone, in, results := b.parameters(n)
	out := b.inline(n.def, zone, in)
	b.giveBack(s, out, results)
	b.finish()
	if m.unoptimised != nil && m.unoptimised.shared[s.fn] == s.fn {
		m.unoptimised.write(s.fn)
	} else {
		m.print(s.fn)
	}
	m.written += b.size
}

// parameters are what the names and the argument of a definition stand for.
func (b *builder) parameters(n *node) (zone []*ref, in []val, results val) {
	s := n.sig
	params := make([]val, 0, len(s.fn.Params))
	for _, p := range s.values() {
		params = append(params, p)
	}
	for i, r := range n.def.Zone {
		k := len(s.zone[i])
		zone = append(zone, &ref{mode: r.Mode, typ: r.Type, vals: params[:k:k]})
		params = params[k:]
	}
	if !s.inBlock {
		in, params = params[:len(s.in):len(s.in)], params[len(s.in):]
	} else {
		for i, l := range s.in {
			in = append(in, b.loadWord(params[0], intConst(i), l))
		}
		params = params[1:]
	}
	if s.outBlock {
		results = params[0]
	}
	return zone, in, results
}

// giveBack returns the result of a function.
func (b *builder) giveBack(s *signature, out []val, results val) {
	switch {
	case s.outBlock:
		for i, l := range s.out {
			b.storeWord(out[i], results, intConst(i), l)
		}
		b.cur.NewRet(nil)
	case len(out) == 0:
		b.cur.NewRet(nil)
	case len(out) == 1:
		b.cur.NewRet(out[0])
	default:
		var all val = undefStruct(s.result())
		for i, v := range out {
			all = b.cur.NewInsertValue(all, v, uint64(i))
		}
		b.cur.NewRet(all)
	}
}
