package build

import (
	"procad/internal/profile"
	"procad/llvm/loopir"
	"procad/proc"
)

// What is counted of a run, if the meter has a place k for it:
//
//	a definition f is entered    ↦    count k, 1
//	an item x comes to a stack   ↦    level k, 1; level bytes, held(x)
//	an item x goes from one      ↦    count k, -1; count bytes, -held(x)
//
// Items come by a push and with a copy of their stack. They go by a pop and with their stack.

func (b *builder) entered(f proc.Func) {
	if at, ok := b.meter.Func(f); ok {
		b.op(loopir.Count, b.int(int64(at)), b.int(1))
	}
}

// counts says that items of a type are counted.
func (b *builder) counts(t proc.Type) bool {
	_, ok := b.meter.Item(t)
	return ok
}

// weighed is how many bytes an item holds, if items of its type are counted. It is asked before the item is given away.
func (b *builder) weighed(t proc.Type, x []val) val {
	if !b.counts(t) {
		return nil
	}
	return b.held(t, x)
}

// comes counts an item that weighs so much.
func (b *builder) comes(t proc.Type, weight val) {
	if at, ok := b.meter.Item(t); ok {
		b.op(loopir.Level, b.int(int64(at)), b.int(1))
		b.op(loopir.Level, b.int(profile.BytesAt), weight)
	}
}

func (b *builder) goes(t proc.Type, x []val) {
	if at, ok := b.meter.Item(t); ok {
		b.op(loopir.Count, b.int(int64(at)), b.int(-1))
		b.op(loopir.Count, b.int(profile.BytesAt), b.sub(b.int(0), b.held(t, x)))
	}
}

// visits says that the items of a stack are looked at one by one where it is copied or freed: they own something, or count.
func (b *builder) visits(t *proc.StackType) bool { return !proc.Scalar(t.Elem) || b.counts(t.Elem) }
