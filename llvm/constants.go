package llvm

import (
	"strconv"

	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"procad/llvm/abi"
)

// A val is a value of LLVM.
type val = value.Value

// An intConst is a constant i64. Equal ones are ==.
type intConst int64

func (c intConst) String() string   { return "i64 " + c.Ident() }
func (c intConst) Ident() string    { return formatInt(int64(c)) }
func (c intConst) Type() types.Type { return types.I64 }
func (intConst) IsConstant()        {}

// A realConst is a constant double, by its bits.
type realConst uint64

func (c realConst) String() string   { return "double " + c.Ident() }
func (c realConst) Ident() string    { return formatBits(uint64(c)) }
func (c realConst) Type() types.Type { return types.Double }
func (realConst) IsConstant()        {}

var (
	_ constant.Constant = intConst(0)
	_ constant.Constant = realConst(0)
)

var undefs = func() (u [abi.TagsLeaf + 1]val) {
	for l := range u {
		u[l] = constant.NewUndef(abi.Leaf(l).Type())
	}
	return u
}()

// undef stands for a leaf that has no value.
func undef(l abi.Leaf) val { return undefs[l] }

func formatInt(n int64) string   { return strconv.FormatInt(n, 10) }
func formatBits(b uint64) string { return string(appendBits(nil, b)) }

// appendBits appends the bits of a double as LLVM has them: 0x and 16 digits.
func appendBits(to []byte, b uint64) []byte {
	to = append(to, "0x"...)
	for shift := 60; shift >= 0; shift -= 4 {
		to = append(to, "0123456789ABCDEF"[b>>shift&15])
	}
	return to
}
