package export

import (
	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"

	"procad/llvm/abi"
	"procad/llvm/ll"
	"procad/proc"
)

// exportWords writes the function that a program calls which has loaded the library
// itself, and knows the types. Its own parameters are the same for every entry:
//
//	int SYMBOL(const int64_t *in, int64_t *out, pc_workspace *workspace, pc_error *error)
//
// in has a word for each argument that the function for C has, and out one for each of its
// places for results, in their order. A Real is its bits; a Bool is 0 or 1, and the tag of a
// sum is in the lowest byte. What C's arguments are checked for, these are too.
func (m *Exporter) exportWords(e abi.Entry, def *proc.Def, entry *ir.Func) error {
	f, err := m.library.Function(e, def)
	if err != nil {
		return err
	}
	list, outs := f.Params, f.Outs
	in, out := ir.NewParam("in", abi.WordPtr), ir.NewParam("out", abi.WordPtr)
	workspace, failure := ir.NewParam("workspace", abi.BytePtr), ir.NewParam("error", abi.BytePtr)
	m.exportAs(e, def, &exported{
		fn: ir.NewFunc(e.Symbol, types.I32, in, out, workspace, failure), list: list, outs: outs, roles: f.Roles(false), args: f.Args(false),
		entry: m.cEntry(e, def, entry, list, outs), workspace: workspace, failure: failure,
		take: func(b *wrapper, i int, words val) {
			p := list[i]
			if p.Leaf != abi.TagLeaf {
				b.StoreWord(b.LoadWord(in, ll.Int(i), p.Leaf), words, ll.Int(p.Word), p.Leaf)
				return
			}
			tag := val(b.Cur.NewLoad(types.I8, b.WordAt(in, ll.Int(i), abi.TagLeaf)))
			if p.Bool {
				b.StoreWord(b.Cur.NewICmp(enum.IPredEQ, tag, constant.NewInt(types.I8, 0)), words, ll.Int(p.Word), abi.TagLeaf)
				return
			}
			b.Cur.NewStore(tag, b.WordAt(words, ll.Int(p.Word), abi.TagLeaf))
		},
		give: func(b *wrapper, i int, v val) {
			at := ll.Int(i - outs)
			if p := list[i]; p.Leaf != abi.TagLeaf {
				b.StoreWord(v, out, at, p.Leaf)
				return
			}
			b.StoreWord(b.Cur.NewZExt(v, types.I64), out, at, abi.IntLeaf)
		},
	})
	return nil
}
