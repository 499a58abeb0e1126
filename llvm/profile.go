package llvm

import (
	"strings"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"

	"procad/internal/profile"
	"procad/llvm/abi"
	"procad/llvm/abort"
	"procad/llvm/ll"
	"procad/proc"
)

// beginProfile makes the counters, or says what cannot be counted.
func (m *emitter) beginProfile() error {
	if m.meter == nil {
		return nil
	}
	if !m.opts.Main {
		return abort.Bugf("only what an executable does is counted")
	}
	if err := m.profile.Check(m.lookup); err != nil {
		return abort.Bugf("%w", err)
	}
	m.counters = ir.NewGlobalDef(strings.TrimSuffix("counters."+m.prefix, "."), constant.NewZeroInitializer(types.NewArray(uint64(m.meter.Size()), types.I64)))
	m.counters.Linkage = enum.LinkageInternal
	m.AddGlobal(m.counters)
	return nil
}

// counter is the address of a counter, null if there are none.
func (m *emitter) counter(at int) constant.Constant {
	if m.counters == nil {
		return constant.NewNull(abi.WordPtr)
	}
	return constant.NewGetElementPtr(m.counters.ContentType, m.counters, constant.NewInt(types.I64, 0), constant.NewInt(types.I64, int64(at)))
}

// entered counts that a definition is entered.
func (b *builder) entered(f proc.Func) {
	if at, ok := b.meter.Func(f); ok {
		b.count1(at, ll.Int(1))
	}
}

// count1 adds to a counter, and returns what it is now.
func (b *builder) count1(at int, n val) val {
	now := b.Cur.NewAdd(b.Cur.NewLoad(types.I64, b.counter(at)), n)
	b.Cur.NewStore(now, b.counter(at))
	b.Size += 3
	return now
}

// comes counts a new item of a stack, goes one that is no more there.
func (b *builder) comes(t proc.Type, x []val) {
	if at, ok := b.meter.Item(t); ok {
		b.rise(at, ll.Int(1))
		b.rise(profile.BytesAt, b.held(t, x))
	}
}

func (b *builder) goes(t proc.Type, x []val) {
	if at, ok := b.meter.Item(t); ok {
		b.count1(at, ll.Int(-1))
		b.count1(profile.BytesAt, b.Cur.NewSub(ll.Int(0), b.held(t, x)))
		b.Size++
	}
}

// rise adds to a level: beside it stands the most that it was.
func (b *builder) rise(at int, n val) {
	now := b.count1(at, n)
	most := b.Cur.NewLoad(types.I64, b.counter(at+1))
	b.Cur.NewStore(b.Choice(b.ICmp(enum.IPredSGT, now, most), now, most), b.counter(at+1))
	b.Size += 2
}
