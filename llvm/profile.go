package llvm

import (
	"strings"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"

	"procad/llvm/abi"
	"procad/llvm/abort"
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
