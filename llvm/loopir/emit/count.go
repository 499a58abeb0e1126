package emit

import (
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"

	"procad/llvm/loopir"
)

// count writes a Count or a Level.
//
//	now = load c[5] + n; store c[5] = now;  and of a level  c[6] = max now, c[6]
func (w *writer) count(op *loopir.Op) {
	at := int(op.Args[0].Bits)
	p := w.Counter(at)
	now := w.Cur.NewAdd(w.Cur.NewLoad(types.I64, p), w.one(op.Args[1]))
	w.Cur.NewStore(now, p)
	w.Size += 3
	if op.Kind == loopir.Count {
		return
	}
	p = w.Counter(at + 1)
	most := w.Cur.NewLoad(types.I64, p)
	w.Cur.NewStore(w.Choice(w.ICmp(enum.IPredSGT, now, most), now, most), p)
	w.Size += 2
}
