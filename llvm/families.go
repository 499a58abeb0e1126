package llvm

import (
	"github.com/llir/llvm/ir/constant"

	"procad/llvm/ll"
	"procad/prim"
	"procad/proc"
)

// families writes the functions that types in braces name.
var families map[string]func(b *builder, types []proc.Type, zone []*ref, in []val) []val

func init() {
	families = map[string]func(b *builder, types []proc.Type, zone []*ref, in []val) []val{
		"stop":        same,
		"retype":      same,
		"unreachable": unreachable,
		"zeros":       zeros,
		"copy":        copyArray,
		"blank":       blank,
		"swap":        swap,
		"zip":         zip,
		"unzip":       unzip,
		"empty":       empty,
		"slots":       slots,
		"push":        push,
		"pop":         pop,
		"drained":     drained,
		"bytes":       bytesFamily,
	}
}

// same leaves a value as it is.
func same(_ *builder, _ []proc.Type, _ []*ref, in []val) []val { return in }

// unreachable{A, B} : A → B
func unreachable(b *builder, ts []proc.Type, _ []*ref, _ []val) []val {
	if b.lanes != nil && b.lanes.mask != nil {
		b.leaveUnless(constant.False)
	} else {
		b.failure(prim.Misuse, ll.Int(0), ll.Int(0), prim.Unreachable)
	}
	var out []val
	for _, l := range b.Leaves(ts[1]) {
		out = append(out, l.Undef())
	}
	return out
}
