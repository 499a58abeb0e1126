package ll

import (
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"
)

// NoWrap says that arithmetic does not overflow, with sign and without.
var NoWrap = []enum.OverflowFlag{enum.OverflowFlagNSW, enum.OverflowFlagNUW}

// I32 is a constant i32.
func I32(n int64) value.Value { return constant.NewInt(types.I32, n) }

// IsUndef says that a leaf is undefined, so that nothing looks at it.
func IsUndef(v value.Value) bool {
	_, ok := v.(*constant.Undef)
	return ok
}
