package estimate

import (
	"procad/internal/native"
	"procad/proc"
)

// kept is the most memory in large blocks while the entry of native code hands
// the result to its caller: one buffer after the other, where a small one moves
// to an allocation of its own first.
func (m *machine) kept(out *Value) int64 {
	own := m.own(out)
	if own == nil {
		return 0
	}
	k := &keeper{machine: m, left: own.large, most: own.large}
	k.value(out)
	return k.most
}

type keeper struct {
	*machine
	left int64 // large blocks that still count
	most int64
}

func (k *keeper) value(v *Value) {
	if v == nil || k.isScalar(v.typ) {
		return
	}
	switch t := v.typ.(type) {
	case *proc.ArrayType:
		n := v.count()
		numbers, tags := k.leavesOf(t.Elem)
		k.buffers(n.by(Exactly(8)), numbers)
		k.buffers(n, tags)
	case *proc.SumType:
		before, after := k.left, int64(0)
		for _, side := range v.parts {
			if side != nil {
				k.left = before
				k.value(side)
				after = max(after, k.left)
			}
		}
		k.left = after
	default:
		for _, part := range v.parts {
			k.value(part)
		}
	}
}

func (k *keeper) buffers(size Interval, n int64) {
	switch {
	case n == 0:
	case size.Lo <= native.LargestSmall:
		k.most = max(k.most, satAdd(k.left, min(size.Hi, native.LargestSmall)))
	default:
		k.left = left(k.left, satMul(size.Lo, n))
	}
}
