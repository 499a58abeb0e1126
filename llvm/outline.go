package llvm

import (
	"slices"
	"strconv"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"

	"procad/llvm/abi"
	"procad/llvm/ll"
	"procad/llvm/module"
)

// An outliner writes a definition that is too long for one LLVM function as
// several pieces. A driver calls them in order and does the large Cases. A
// value that is needed in a later piece is kept in a frame, a block of words
// that all pieces share.
//
// The methods take a nil outliner for a definition in one piece.
type outliner struct {
	node    *node
	driver  *builder
	frame   *ir.InstCall // makes the frame, in the driver; its size comes last
	base    val          // the frame in the driver
	args    val          // the argument's block in the driver; null if there is none
	results val          // likewise of the result
	root    *scope       // of the definition: what is inline below it is never outlined
	deep    int          // in how many loops and small branches the code stands
	slots   int          // the words of the frame
	pieces  int
	skipped int // how many instructions of the piece are in loops

	// Of the current piece:
	frameIn, argsIn, resultsIn val
	loaded                     map[uint64]val // by the keys of slots
	stored                     map[val]slot
	reals                      map[val]val // blocks of words as blocks of Reals
	dirtyRefs                  []string

	joins map[string][]slot // of the variables that the large Cases around this place leave
}

// A slot stands for a value that is in memory: a word of the frame or of the
// argument's block. Code that uses it in a piece loads it there once. A cell
// is not the word but its address, as an accumulator needs it.
type slot struct {
	index int
	leaf  abi.Leaf
	arg   bool
	cell  bool
}

// key tells slots apart.
func (s slot) key() uint64 {
	k := uint64(s.index)<<16 | uint64(s.leaf)<<2
	if s.arg {
		k |= 1
	}
	if s.cell {
		k |= 2
	}
	return k
}

func (s slot) Type() types.Type { return s.leaf.Type() }
func (s slot) Ident() string    { return "slot" }
func (s slot) String() string   { return "slot" }

// writeOutlined writes a definition in pieces.
func (m *emitter) writeOutlined(n *node) {
	s := n.sig
	d := m.newBuilder(s.fn, s.fn.Params[0])
	c := &outliner{node: n, driver: d, joins: map[string][]slot{}, args: constant.NewNull(abi.WordPtr), results: constant.NewNull(abi.WordPtr)}
	d.Pos = n.def.Pos
	if s.Positioned() {
		d.Caller = s.Caller
	}
	c.frame = d.call(m.Runtime.Alloc, d.Ctx, ll.Int(0), d.At())
	c.base = d.Cur.NewBitCast(c.frame, abi.WordPtr)
	zone, in := c.enter()
	b := &builder{emitter: m, outliner: c, scope: newScope(nil, n.def, zone, in), Body: module.Body{In: m.Module, Pos: n.def.Pos}}
	c.root = b.scope
	c.begin(b)
	b.entered(n.def.Name)
	b.procedure(n.def.Body)
	c.finish(b)
}

// enter puts the parameters of the driver into the frame.
func (c *outliner) enter() (zone []*ref, in []val) {
	s := c.node.sig
	params := s.Values()
	keep := func(leaves []abi.Leaf) []val {
		out := make([]val, len(leaves))
		for i, l := range leaves {
			to := c.fresh(l)
			c.driver.storeWord(params[0], c.base, ll.Int(to.index), l)
			out[i] = to
			params = params[1:]
		}
		return out
	}
	for i, r := range c.node.def.Zone {
		zone = append(zone, &ref{mode: r.Mode, typ: r.Type, vals: keep(s.Zone[i])})
	}
	if s.InBlock {
		c.args = params[0]
		params = params[1:]
		for i, l := range s.In {
			in = append(in, slot{index: i, leaf: l, arg: true})
		}
	} else {
		in = keep(s.In)
	}
	if s.OutBlock {
		c.results = params[0]
	}
	return zone, in
}

// fresh is a word of the frame that nothing is in.
func (c *outliner) fresh(l abi.Leaf) slot {
	c.slots++
	return slot{index: c.slots - 1, leaf: l}
}

// begin starts a piece, which the driver calls where it stands.
func (c *outliner) begin(b *builder) {
	c.pieces++
	names := []string{"frame", "args", "results"}
	params := []*ir.Param{ir.NewParam("ctx", abi.BytePtr)}
	for _, name := range names {
		params = append(params, ir.NewParam(name, abi.WordPtr))
	}
	fn := ir.NewFunc(b.symbolOf(c.node.def.Name)+"."+strconv.Itoa(c.pieces), types.Void, params...)
	fn.Linkage = enum.LinkageInternal
	fn.FuncAttrs = append(fn.FuncAttrs, enum.FuncAttrNoUnwind, enum.FuncAttrNoInline)
	args := []val{c.driver.Ctx, c.base, c.args, c.results}
	p := c.driver.emitter.newBuilder(fn, fn.Params[0])
	p.outliner, p.scope, p.Pos = c, b.scope, b.Pos
	if at := c.driver.Caller; at != nil {
		param := ir.NewParam("at", types.I64)
		fn.Params, fn.Sig.Params = append(fn.Params, param), append(fn.Sig.Params, types.I64)
		p.Caller, args = param, append(args, at)
	}
	c.driver.call(fn, args...)
	*b = *p
	c.frameIn, c.argsIn, c.resultsIn = fn.Params[1], fn.Params[2], fn.Params[3]
	c.loaded, c.stored, c.reals = map[uint64]val{}, map[val]slot{}, map[val]val{}
	c.dirtyRefs = c.dirtyRefs[:0]
	c.skipped = 0
}

// end ends a piece: what is alive goes to the frame.
func (c *outliner) end(b *builder) {
	c.root.vars.settle(func(vals []val) []val { return c.spillAll(b, vals) })
	for _, name := range c.dirtyRefs {
		if r, ok := c.root.zone[name]; ok {
			c.root.zone[name] = &ref{mode: r.mode, typ: r.typ, vals: c.spillAll(b, r.vals)}
		}
	}
	b.Cur.NewRet(nil)
	b.Finish()
	switch unoptimised := c.isUnoptimised(b); {
	case unoptimised && b.unoptimised != nil:
		b.unoptimised.print(b.Func)
	case unoptimised || b.written > b.limits.tuned:
		b.Func.FuncAttrs = append(b.Func.FuncAttrs, enum.FuncAttrOptNone)
		b.Print(b.Func)
	default:
		b.Print(b.Func)
	}
	b.written += b.Size
}

// finish writes the result, and the end of the driver.
func (c *outliner) finish(b *builder) {
	s, d := c.node.sig, c.driver
	name := c.node.def.Out.Name
	for i, l := range s.Out {
		if !s.OutBlock {
			break
		}
		c.maybe(b)
		c.store(b, c.local(b, b.vars.of(name)[i]), c.resultsIn, i, l)
	}
	c.end(b)
	var out []val
	if !s.OutBlock {
		for _, v := range b.vars.of(name) {
			if at, ok := v.(slot); ok {
				v = d.loadWord(c.place(at), ll.Int(at.index), at.leaf)
			}
			out = append(out, v)
		}
	}
	d.call(d.Runtime.Free, d.Ctx, c.frame)
	c.frame.Args[1] = ll.Int(8 * c.slots)
	d.giveBackBlock(s, out)
	d.Finish()
	d.Print(s.fn)
}

// giveBackBlock returns a result, of which a block has its leaves already.
func (b *builder) giveBackBlock(s *signature, out []val) {
	if s.OutBlock {
		b.Cur.NewRet(nil)
		return
	}
	b.Return(s.Signature, out, nil)
}

// place is the block in the driver that a slot is in.
func (c *outliner) place(s slot) val {
	if s.arg {
		return c.args
	}
	return c.base
}

// maybe cuts here if the piece is long enough.
func (c *outliner) maybe(b *builder) {
	if c != nil && c.deep == 0 && (b.Size-c.skipped > b.limits.piece || b.Size > b.limits.looped) {
		c.end(b)
		c.begin(b)
	}
}

// suspend and resume enclose code that stays in one piece.
func (c *outliner) suspend() bool {
	if c != nil {
		c.deep++
	}
	return c != nil
}

func (c *outliner) resume(suspended bool) {
	if suspended {
		c.deep--
	}
}

// skip says that so many instructions were in a loop.
func (c *outliner) skip(n int) {
	if c.free() {
		c.skipped += n
	}
}

// free says that the code may be cut here.
func (c *outliner) free() bool { return c != nil && c.deep == 0 }

func (c *outliner) dirtyRef(b *builder, name string) {
	if c != nil && b.scope == c.root {
		c.dirtyRefs = append(c.dirtyRefs, name)
	}
}

// local is the value itself where v is a slot: loaded at the entry of the piece.
func (c *outliner) local(b *builder, v val) val {
	s, ok := v.(slot)
	if !ok {
		return v
	}
	if v, ok := c.loaded[s.key()]; ok {
		return v
	}
	here := b.Cur
	b.Cur = b.Entry
	from := c.frameIn
	if s.arg {
		from = c.argsIn
	}
	var x val
	if s.cell {
		x = c.wordAt(b, from, s.index, abi.RealLeaf)
	} else {
		x = b.LoadFrom(c.wordAt(b, from, s.index, s.leaf), s.leaf)
	}
	b.Cur = here
	c.loaded[s.key()] = x
	c.stored[x] = s
	return x
}

// wordAt is the place of a leaf in a block of words that the piece gets. Most words are Reals:
// one cast of the block at the entry is for all of them.
func (c *outliner) wordAt(b *builder, words val, index int, l abi.Leaf) val {
	if l != abi.RealLeaf || !b.typeIn(l).Equal(types.Double) {
		return b.wordAt(words, ll.Int(index), l)
	}
	reals, ok := c.reals[words]
	if !ok {
		reals = b.Entry.NewBitCast(words, abi.RealPtr)
		c.reals[words] = reals
	}
	return b.gep(reals, ll.Int(index))
}

// store writes a leaf to a block of words. What is undefined is not written, and then is what
// was there.
func (c *outliner) store(b *builder, v, words val, index int, l abi.Leaf) {
	if ll.IsUndef(v) {
		return
	}
	b.StoreTo(b.as(v, b.typeIn(l)), c.wordAt(b, words, index, l), l)
}

func (c *outliner) localAll(b *builder, vals []val) []val {
	if c == nil || !slices.ContainsFunc(vals, func(v val) bool { _, ok := v.(slot); return ok }) {
		return vals
	}
	out := make([]val, len(vals))
	for i, v := range vals {
		out[i] = c.local(b, v)
	}
	return out
}

// spill is a slot with the value v; constants stay as they are.
func (c *outliner) spill(b *builder, v val) val {
	switch v := v.(type) {
	case slot:
		return v
	case constant.Constant:
		return v
	}
	s, ok := c.stored[v]
	if !ok {
		s = c.fresh(leafOf(v.Type()))
		c.store(b, v, c.frameIn, s.index, s.leaf)
		c.stored[v] = s
	}
	return s
}

func (c *outliner) spillAll(b *builder, vals []val) []val {
	if !slices.ContainsFunc(vals, func(v val) bool { _, ok := v.(slot); return !ok }) {
		return vals
	}
	out := make([]val, len(vals))
	for i, v := range vals {
		out[i] = c.spill(b, v)
	}
	return out
}

// leafOf is the leaf with an LLVM type.
func leafOf(t types.Type) abi.Leaf {
	for l := abi.RealLeaf; l < abi.TagsLeaf; l++ {
		if l.Type().Equal(t) {
			return l
		}
	}
	return abi.TagsLeaf
}

// cell makes a cell for an accumulator: on the machine's stack, or in the
// frame if the accumulator may outlive the piece.
func (c *outliner) cell(b *builder) val {
	if !c.free() {
		return b.Alloca(types.Double, 1)
	}
	s := c.fresh(abi.RealsLeaf)
	s.cell = true
	return s
}
