package module

import (
	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"procad/llvm/abi"
	"procad/llvm/ll"
)

// Room makes a block of n words for the time of a call, and says how it ends: on the machine's stack if there are at most
// most.
func (b *Body) Room(n, most int) (base value.Value, free func()) {
	if n <= most {
		return b.Alloca(types.I64, n), func() {}
	}
	p := b.Call(b.In.Runtime.Alloc, b.Ctx, ll.Int(8*n), b.At())
	return b.Cur.NewBitCast(p, abi.WordPtr), func() { b.Call(b.In.Runtime.Free, b.Ctx, p) }
}

// Invoke calls a function of the program with leaves, as s says. Blocks of more words than most are not on the machine's stack.
func (b *Body) Invoke(s *abi.Signature, fn *ir.Func, leaves []value.Value, most int) []value.Value {
	args := []value.Value{b.Ctx}
	if s.Positioned() {
		args = append(args, b.At())
	}
	direct := len(s.Direct)
	if !s.InBlock {
		direct = len(leaves)
	}
	args = append(args, leaves[:direct]...)
	if s.InBlock {
		words, free := b.Room(len(s.In), most)
		defer free()
		for i, l := range s.In {
			b.StoreWord(leaves[direct+i], words, ll.Int(i), l)
		}
		args = append(args, words)
	}
	if !s.OutBlock {
		return b.Parts(s, b.Call(fn, args...))
	}
	words, free := b.Room(len(s.Out), most)
	defer free()
	b.Call(fn, append(args, words)...)
	return b.Words(words, s.Out)
}

// Given are the leaves that the function at hand is called with, as s says, of which some may be in a block of words.
// results is where the result goes, if that is a block.
func (b *Body) Given(s *abi.Signature) (leaves []value.Value, results value.Value) {
	params := s.Values()
	if s.OutBlock {
		last := len(params) - 1
		params, results = params[:last], params[last]
	}
	for _, p := range params {
		leaves = append(leaves, p)
	}
	if s.InBlock {
		last := len(leaves) - 1
		leaves = append(leaves[:last:last], b.Words(leaves[last], s.In)...)
	}
	return leaves, results
}

// Words are leaves that stand in a block of words.
func (b *Body) Words(words value.Value, ls []abi.Leaf) []value.Value {
	out := make([]value.Value, len(ls))
	for i, l := range ls {
		out[i] = b.LoadWord(words, ll.Int(i), l)
	}
	return out
}

// Parts takes a result apart that is not in a block.
func (b *Body) Parts(s *abi.Signature, c *ir.InstCall) []value.Value {
	switch len(s.Out) {
	case 0:
		return nil
	case 1:
		return []value.Value{c}
	}
	out := make([]value.Value, len(s.Out))
	for i := range out {
		b.Size++
		out[i] = b.Cur.NewExtractValue(c, uint64(i))
	}
	return out
}

// Return returns the result of the function at hand.
func (b *Body) Return(s *abi.Signature, out []value.Value, results value.Value) {
	switch {
	case s.OutBlock:
		for i, l := range s.Out {
			b.StoreWord(out[i], results, ll.Int(i), l)
		}
		b.Cur.NewRet(nil)
	case len(out) == 0:
		b.Cur.NewRet(nil)
	case len(out) == 1:
		b.Cur.NewRet(out[0])
	default:
		var all value.Value = constant.NewUndef(s.Result())
		for i, v := range out {
			all = b.Cur.NewInsertValue(all, v, uint64(i))
		}
		b.Cur.NewRet(all)
	}
}
