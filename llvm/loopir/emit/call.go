package emit

import (
	"slices"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"

	"procad/llvm/abi"
	"procad/llvm/abort"
	"procad/llvm/ll"
	"procad/llvm/loopir"
	"procad/prim"
)

// call writes a call of a function of the program.
func (w *writer) call(op *loopir.Op) {
	s, fn := w.Callee(op.Func)
	args := w.allOf(op.Args)
	if s.InBlock {
		zone := len(args) - len(s.In)
		words, free := w.Words(w.Body, len(s.In))
		defer free()
		for i, l := range s.In {
			w.StoreWord(args[zone+i], words, ll.Int(i), l)
		}
		args = append(slices.Clip(args[:zone]), words)
	}
	args = append([]val{w.Ctx}, args...)
	if s.Positioned() {
		args = slices.Insert(args, 1, w.At())
	}
	if !s.OutBlock {
		w.setAll(op.Outs, w.parts(s, w.Body.Call(fn, args...)))
		return
	}
	words, free := w.Words(w.Body, len(s.Out))
	defer free()
	w.Body.Call(fn, append(args, words)...)
	w.setAll(op.Outs, w.words(words, s.Out))
}

// words are leaves that stand in a block.
func (w *writer) words(base val, ls []abi.Leaf) []val {
	out := make([]val, len(ls))
	for i, l := range ls {
		out[i] = w.LoadWord(base, ll.Int(i), l)
	}
	return out
}

// parts takes a result apart that is not in a block.
func (w *writer) parts(s *abi.Signature, c *ir.InstCall) []val {
	switch len(s.Out) {
	case 0:
		return nil
	case 1:
		return []val{c}
	}
	out := make([]val, len(s.Out))
	for i := range out {
		w.Size++
		out[i] = w.Cur.NewExtractValue(c, uint64(i))
	}
	return out
}

// parameters says what the parameters of the function are: leaves of Θ, and those of the argument, which may be in a
// block. It returns where the result goes, if that is a block.
func (w *writer) parameters(f *loopir.Func, s *abi.Signature) (results val) {
	var given []val
	for _, p := range s.Values() {
		given = append(given, p)
	}
	if s.OutBlock {
		results = given[len(given)-1]
		given = given[:len(given)-1]
	}
	if s.InBlock {
		last := len(given) - 1
		given = append(slices.Clip(given[:last]), w.words(given[last], s.In)...)
	}
	w.setAll(f.Body.Params, given)
	return results
}

// giveBack returns the result.
func (w *writer) giveBack(s *abi.Signature, out []val, results val) {
	switch {
	case s.OutBlock:
		for i, l := range s.Out {
			w.StoreWord(out[i], results, ll.Int(i), l)
		}
		w.Cur.NewRet(nil)
	case len(out) == 0:
		w.Cur.NewRet(nil)
	case len(out) == 1:
		w.Cur.NewRet(out[0])
	default:
		var all val = constant.NewUndef(s.Result())
		for i, v := range out {
			all = w.Cur.NewInsertValue(all, v, uint64(i))
		}
		w.Cur.NewRet(all)
	}
}

// extern calls a function of C. The buffers for its results come last; the numbers of the result come from the call.
func (w *writer) extern(op *loopir.Op) {
	e, err := prim.ExternOf(op.Func)
	if err != nil {
		abort.With(err)
	}
	args := w.allOf(op.Args)
	var zone [][]val
	for _, t := range e.Zone {
		n := w.In.Width(t)
		zone, args = append(zone, args[:n:n]), args[n:]
	}
	var numbers []val
	out := w.CallExtern(e, zone, args)
	for _, t := range e.Results() {
		n := w.In.Width(t)
		if n == 1 {
			numbers = append(numbers, out[0])
		}
		out = out[n:]
	}
	w.setAll(op.Outs, numbers)
}

// print prints a value.
func (w *writer) print(op *loopir.Op) {
	t, name, form, ok := prim.Traced(op.Func)
	if !ok {
		abort.Fail("%s is no trace", op.Func)
	}
	w.CallTrace(t, name, form, w.allOf(op.Args))
}
