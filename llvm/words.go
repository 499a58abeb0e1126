package llvm

import (
	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
)

// exportWords writes the function that a program calls which has loaded the library
// itself, and knows the types. Its own parameters are the same for every entry:
//
//	int SYMBOL(const int64_t *in, int64_t *out, pc_workspace *workspace, pc_error *error)
//
// in has a word for each leaf of the parameters, in their order, and out one for each
// leaf of the result. The tag of a sum is the lowest byte of its word. A Bool is a sum,
// in arrays too: 0 is true. Nothing is checked but the CPU.
func (m *module) exportWords(e Entry, n *node, entry *ir.Func) error {
	in, out := ir.NewParam("in", wordPtr), ir.NewParam("out", wordPtr)
	workspace, fault := ir.NewParam("workspace", bytePtr), ir.NewParam("error", bytePtr)
	fn := ir.NewFunc(e.Symbol, types.I32, in, out, workspace, fault)
	b := m.newBuilder(fn, nil)
	m.forOldest(fn)
	unready := b.call(m.rt.ready(), fault)
	refuse, ready := b.block("refuse"), b.block("ready")
	b.branch(b.icmp(enum.IPredEQ, unready, i32(0)), ready, refuse)
	b.use(refuse)
	b.cur.NewRet(unready)
	b.use(ready)
	words := b.alloca(types.I64, max(1, m.inWords(n.def)))
	at := 0
	for _, p := range faceOf(e, n.def).Params {
		parts, err := m.places(n.def, p)
		if err != nil {
			return err
		}
		for _, part := range parts {
			for k := range m.width(part.Type) {
				b.storeWord(b.loadWord(in, intConst(at), intLeaf), words, intConst(part.at+k), intLeaf)
				at++
			}
		}
	}
	b.cur.NewRet(b.call(m.rt.call("pc_call", entry), entry, words, out, workspace, fault, m.pointerTo(m.opts.File), i32(m.callFlags()), intConst(e.limit())))
	b.finish()
	m.print(fn)
	return nil
}
