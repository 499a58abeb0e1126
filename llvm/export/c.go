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
	"procad/llvm/module"
	"procad/proc"
)

// exportC writes the functions that C calls:
//
//	int SYMBOL(leaves of the parameters, places for the leaves of the result, pc_workspace *workspace, pc_error *error)
//
// and, where there are arrays in the result, SYMBOL_into, which has their buffers and
// dimensions in place of places for them; if the options say so, SYMBOL_batch, too.
func (m *Exporter) exportC(e abi.Entry, def *proc.Def, entry *ir.Func) error {
	f, err := m.library.Function(e, def)
	if err != nil {
		return err
	}
	entry = m.cEntry(e, def, entry, f.Params, f.Outs)
	one := m.exportLeaves(e.Symbol, e, def, &exported{entry: entry, list: f.Params, outs: f.Outs, roles: f.Roles(false), args: f.Args(false)})
	if f.GivesArrays() {
		if err := m.opts.CheckName(f.IntoName()); err != nil {
			return err
		}
		entry = m.intoEntry(e, def, entry, f.Params[f.Outs:])
		one = m.exportLeaves(f.IntoName(), e, def, &exported{entry: entry, list: f.Params, outs: f.Outs, roles: f.Roles(true), args: f.Args(true)})
	}
	if !m.opts.Batch || e.Pass != abi.NoPass {
		return nil
	}
	return m.exportBatch(f, e, def, one)
}

// exportLeaves writes a function whose parameters are the leaves.
func (m *Exporter) exportLeaves(symbol string, e abi.Entry, def *proc.Def, x *exported) *ir.Func {
	params := make([]*ir.Param, 0, len(x.list)+2)
	x.params = map[int]*ir.Param{}
	for _, a := range x.args {
		params = append(params, paramOf(a, x.outs))
		x.params[a.First] = params[len(params)-1]
	}
	x.workspace, x.failure = ir.NewParam("workspace", abi.BytePtr), ir.NewParam("error", abi.BytePtr)
	x.fn = ir.NewFunc(symbol, types.I32, append(params, x.workspace, x.failure)...)
	x.take = func(b *wrapper, i int, in val) {
		p := x.list[i]
		if x.roles[i] == capi.BufferRole && p.Box != nil {
			in = b.GEP(in, ll.Int(m.InWords(def)))
		}
		if p.Box != nil {
			b.takeField(p, x.from[p.Box], in)
			return
		}
		v := val(x.params[i])
		switch {
		case x.roles[i] == capi.BufferRole:
			in = b.GEP(in, ll.Int(m.InWords(def)))
		case p.Leaf == abi.TagLeaf && p.Bool:
			v = b.Not(v)
		case p.Leaf == abi.TagLeaf:
			b.Cur.NewStore(v, b.WordAt(in, ll.Int(p.Word), abi.TagLeaf))
			return
		}
		b.StoreWord(v, in, ll.Int(p.Word), p.Leaf)
	}
	x.give = func(b *wrapper, i int, v val) { b.give(v, x.params[i], x.workspace) }
	m.exportAs(e, def, x)
	return x.fn
}

// An exported is the function of an entry that callers outside call: it takes arguments
// into the words of the entry, and gives the results, each of which is in the list. If it
// writes into buffers, these follow the arguments, at the words that the result has them at.
type exported struct {
	fn, entry          *ir.Func
	list               []capi.Param
	outs               int
	roles              []capi.Role
	args               []capi.Arg
	params             map[int]*ir.Param // by the leaf, or the first one of a struct
	from               map[*capi.Box]val // the structs that leaves are read from
	workspace, failure *ir.Param
	take               func(b *wrapper, i int, in val)
	give               func(b *wrapper, i int, v val)
}

// into says that the function writes into buffers.
func (x *exported) into() bool { return slices.Contains(x.roles, capi.BufferRole) }

// exportAs writes the body of an exported function.
func (m *Exporter) exportAs(e abi.Entry, def *proc.Def, x *exported) {
	b := m.wrap(x.fn, nil)
	b.Pos = def.Pos
	m.forOldest(x.fn)
	unready := b.Call(pcReady(m.Runtime), x.failure)
	refuse, ready := b.Block("refuse"), b.Block("ready")
	b.Branch(b.ICmp(enum.IPredEQ, unready, ll.I32(0)), ready, refuse)
	b.Use(refuse)
	b.Cur.NewRet(unready)
	b.Use(ready)
	words, width, flags := m.InWords(def), m.Width(def.Out.Type), m.callFlags(e)|checksFlag
	if x.into() {
		words, flags = words+width, flags|intoFlag
	}
	in, out := b.Alloca(types.I64, max(1, words)), b.Alloca(types.I64, max(1, width))
	x.begin(b)
	for i := range x.list {
		if i < x.outs || x.roles[i] == capi.BufferRole {
			x.take(b, i, in)
		}
	}
	call := pcCall(m.Runtime, "pc_call", x.entry)
	if e.Pass != abi.NoPass {
		call = pcCall(m.Runtime, []string{abi.ForwardPass: "pc_forward", abi.ReversePass: "pc_reverse"}[e.Pass], x.entry)
	}
	kind := b.Call(call, x.entry, in, out, x.workspace, x.failure, m.Files(), ll.I32(flags), ll.Int(e.Limit()))
	b.When(b.ICmp(enum.IPredEQ, kind, ll.I32(0)), func() {
		for _, a := range x.args {
			switch {
			case a.First < x.outs:
			case a.Box != nil:
				x.giveFields(b, a, out)
			case a.Role == capi.PlaceRole:
				x.give(b, a.First, b.result(a.Leaves[0], out))
			}
		}
	})
	b.Cur.NewRet(kind)
	b.Finish()
	m.Print(x.fn)
}

// result is a leaf of a result as C has it: 0 or null on a side where a sum is not.
func (b *wrapper) result(p capi.Param, words val) val {
	v := b.LoadWord(words, ll.Int(p.Word), p.Leaf)
	if p.Leaf == abi.TagLeaf {
		if p.Bool {
			v = b.Not(v)
		}
		v = b.Cur.NewZExt(v, types.I8)
	}
	if len(p.Sides) == 0 {
		return v
	}
	return b.Cur.NewSelect(b.there(p.Sides, words), v, constant.NewZeroInitializer(v.Type()))
}

// give writes a result to its place. Where that is null nobody gets the result, and a
// buffer goes.
func (b *wrapper) give(v val, place, workspace *ir.Param) {
	null := constant.NewNull(place.Type().(*types.PointerType))
	wanted := b.ICmp(enum.IPredNE, place, null)
	b.When(wanted, func() { b.Cur.NewStore(v, place) })
	if _, ok := v.Type().(*types.PointerType); ok {
		b.When(b.Not(wanted), func() { b.Call(pcDrop(b.Runtime), workspace, b.BytesOf(v)) })
	}
}

// pcDrop is pc_drop.
func pcDrop(r *module.Runtime) *ir.Func {
	return r.Once("pc_drop", types.Void, abi.BytePtr, abi.BytePtr)
}

// forOldest lets a function run on every CPU of the family.
func (m *Exporter) forOldest(f *ir.Func) {
	if m.opts.Oldest != "" {
		f.FuncAttrs = append(f.FuncAttrs, ir.AttrPair{Key: "target-cpu", Value: m.opts.Oldest}, ir.AttrPair{Key: "target-features", Value: ""})
	}
}

// pcReady is pc_ready: whether the CPU has what the code needs.
func pcReady(r *module.Runtime) *ir.Func { return r.Once("pc_ready", types.I32, abi.BytePtr) }

// pcCall is pc_call, pc_forward or pc_reverse, for entries.
func pcCall(r *module.Runtime, name string, entry *ir.Func) *ir.Func {
	return r.Once(name, types.I32, entry.Type(), abi.WordPtr, abi.WordPtr, abi.BytePtr, abi.BytePtr, types.NewPointer(abi.BytePtr), types.I32, types.I64)
}
