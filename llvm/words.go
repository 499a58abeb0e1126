package llvm

import (
	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"

	"procad/proc"
)

// ReleaseSuffix follows the name of an entry in that of the function that frees its result.
const ReleaseSuffix = "_release"

// exportWords writes the functions that a program calls which has loaded the library
// itself, and knows the types. Their own parameters are the same for every entry:
//
//	int SYMBOL(const int64_t *in, int64_t *out, pc_error *error)
//	void SYMBOL_release(const int64_t *out)
//
// in has a word for each leaf of the parameters, in their order, and out one for each
// leaf of the result. The tag of a sum is the lowest byte of its word. A Bool is a sum,
// in arrays too: 0 is true. Nothing is checked but the CPU. After a fault nothing is to
// be released.
func (m *module) exportWords(e Entry, n *node, entry *ir.Func) error {
	in, out, fault := ir.NewParam("in", wordPtr), ir.NewParam("out", wordPtr), ir.NewParam("error", bytePtr)
	fn := ir.NewFunc(e.Symbol, types.I32, in, out, fault)
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
	b.cur.NewRet(b.call(m.rt.call(entry), entry, words, out, fault, m.pointerTo(m.opts.File), i32(m.callFlags()), intConst(e.limit())))
	b.finish()
	m.print(fn)
	m.exportRelease(e, n.def.Out.Type)
	return nil
}

// exportRelease writes the function that frees the arrays of a result.
func (m *module) exportRelease(e Entry, result proc.Type) {
	var list []cParam
	m.cLeaves(&list, cNames{}, "result", result, 0, nil)
	out := ir.NewParam("out", wordPtr)
	fn := ir.NewFunc(e.Symbol+ReleaseSuffix, types.Void, out)
	b := m.newBuilder(fn, nil)
	m.forOldest(fn)
	for _, p := range list {
		if p.array != nil && p.leaf.isPointer() {
			b.call(m.rt.release(), b.bytesOf(b.result(p, out)))
		}
	}
	b.cur.NewRet(nil)
	b.finish()
	m.print(fn)
}
