package run

import (
	"procad/llvm/abi"
	"procad/llvm/loopir"
)

// block runs the operations of a block, in order.
func (f *frame) block(b *loopir.Block) error {
	for _, op := range b.Ops {
		f.op = op
		if err := f.exec(op); err != nil {
			return err
		}
	}
	return nil
}

// exec runs one operation.
func (f *frame) exec(op *loopir.Op) error {
	switch op.Kind {
	case loopir.For:
		return f.loop(op)
	case loopir.While:
		return f.while(op)
	case loopir.If:
		b := op.Sub[0]
		if f.int(op.Args[0]) == 0 {
			b = op.Sub[1]
		}
		if err := f.block(b); err != nil {
			return err
		}
		f.setAll(op.Outs, f.leaves(b.Yield))
		return nil
	case loopir.Call:
		out, err := f.call(f.prog.Lookup(op.Func), f.leaves(op.Args), f.pos())
		if err != nil {
			return err
		}
		f.setAll(op.Outs, out)
		return nil
	case loopir.Par:
		return f.par(op)
	case loopir.Check:
		return f.check(op)
	case loopir.Room:
		f.w(op.Outs[0])[0] = copies
		return nil
	case loopir.Extern:
		return f.foreign(op)
	case loopir.Print:
		return f.print(op)
	case loopir.Count, loopir.Level:
		return f.count(op)
	case loopir.Select:
		f.choose(op)
		return nil
	case loopir.Empty, loopir.Slots, loopir.Push, loopir.Pop, loopir.Grow, loopir.Shrink, loopir.Len:
		return f.stack(op)
	case loopir.Alloc, loopir.Clear, loopir.Copy, loopir.Release, loopir.Cell, loopir.Local, loopir.View, loopir.Row:
		return f.memory(op)
	case loopir.Load, loopir.Store, loopir.Accum:
		return f.access(op)
	}
	return f.arithmetic(op)
}

// copies is how many Reals the copies of the chunks of a loop may have.
const copies = 1 << 40

// loop runs  y = for i < n (s = x) { … yield next }:  s ← next, for i = 0 … n-1.
func (f *frame) loop(op *loopir.Op) error {
	body := op.Sub[0]
	index, state := body.Params[0], f.leaves(op.Args[1:])
	n, from := f.int(op.Args[0]), int64(0)
	if n < 0 {
		return f.broken("a loop has %d iterations", n)
	}
	if op.From != nil {
		if from = f.int(op.From); from < 0 {
			return f.broken("a loop begins with iteration %d", from)
		}
	}
	for k := range max(n-from, 0) {
		i := from + k
		if op.Order == loopir.Free && f.backwards {
			i = n - 1 - k
		}
		f.w(index)[0] = uint64(i)
		f.setAll(body.Params[1:], state)
		if err := f.block(body); err != nil {
			return err
		}
		state = f.appendLeaves(state[:0], body.Yield)
	}
	f.setAll(op.Outs, state)
	return nil
}

// while runs  y = while (s = x) { … yield again, next }:  s ← next, as long as again is true.
func (f *frame) while(op *loopir.Op) error {
	body := op.Sub[0]
	state := f.leaves(op.Args)
	for {
		f.setAll(body.Params, state)
		if err := f.block(body); err != nil {
			return err
		}
		state = f.appendLeaves(state[:0], body.Yield[1:])
		if f.int(body.Yield[0]) == 0 {
			f.setAll(op.Outs, state)
			return nil
		}
	}
}

// active says that an operation works in a lane.
func (f *frame) active(op *loopir.Op, lane int) bool {
	return op.Mask == nil || f.w(op.Mask)[lane] != 0
}

// check ends the run where its claim is false, in the first lane where it is.
func (f *frame) check(op *loopir.Op) error {
	args := op.Args
	lanes := 0
	for _, v := range args {
		lanes = max(lanes, v.Type.Lanes())
	}
	for lane := range lanes {
		if !f.active(op, lane) {
			continue
		}
		var xs [2]uint64
		for i, v := range args[:op.Claim.Test.Args()] {
			xs[i] = f.lane(v, lane)
		}
		if op.Claim.Test == loopir.Below && int64(xs[1]) < 0 {
			return f.broken("an index is compared with %d", int64(xs[1]))
		}
		if !holds(op.Claim.Test, xs[0], xs[1]) {
			return f.refuse(op, lane)
		}
	}
	return nil
}

// lane is the number of a lane; a number is the same in all.
func (f *frame) lane(v *loopir.Value, lane int) uint64 {
	w := f.w(v)
	return w[min(lane, len(w)-1)]
}

// holds is what a test says of numbers.
func holds(t loopir.Test, x, y uint64) bool {
	switch t {
	case loopir.Holds:
		return x != 0
	case loopir.Below:
		return x < y
	case loopir.Equal:
		return x == y
	case loopir.NonZero:
		return x != 0
	case loopir.NonNegative:
		return int64(x) >= 0
	case loopir.Fits:
		return y == 0 || x <= abi.MaxElements/y
	}
	r := real(x)
	return r >= -1<<63 && r < 1<<63
}

// refuse is the run-time error of a Check, in a lane.
func (f *frame) refuse(op *loopir.Op, lane int) error {
	c := op.Claim
	if c.Proof != loopir.Unproven {
		return f.broken("a check fails that is %s", c.Proof)
	}
	var of [2]int64
	for i, v := range op.Told() {
		of[i] = int64(f.lane(v, lane))
	}
	return f.fail(c.Kind, of[0], of[1], c.Message)
}
