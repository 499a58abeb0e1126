package ll

import (
	"strconv"

	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/types"
)

// An Int is a constant i64. Equal ones are ==.
type Int int64

func (c Int) String() string   { return "i64 " + c.Ident() }
func (c Int) Ident() string    { return strconv.FormatInt(int64(c), 10) }
func (c Int) Type() types.Type { return types.I64 }
func (Int) IsConstant()        {}

// A Real is a constant double, by its bits.
type Real uint64

func (c Real) String() string   { return "double " + c.Ident() }
func (c Real) Ident() string    { return formatBits(uint64(c)) }
func (c Real) Type() types.Type { return types.Double }
func (Real) IsConstant()        {}

var (
	_ constant.Constant = Int(0)
	_ constant.Constant = Real(0)
)

func formatBits(b uint64) string { return string(appendBits(nil, b)) }

// appendBits appends the bits of a double as LLVM has them: 0x and 16 digits.
func appendBits(to []byte, b uint64) []byte {
	to = append(to, "0x"...)
	for shift := 60; shift >= 0; shift -= 4 {
		to = append(to, "0123456789ABCDEF"[b>>shift&15])
	}
	return to
}
