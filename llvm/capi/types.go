package capi

import (
	"github.com/llir/llvm/ir/types"

	"procad/llvm/abi"
)

// Type is the type of a parameter in LLVM; bool is a byte in memory.
func (p Param) Type(r Role) types.Type {
	t := p.Leaf.Type()
	if p.IsTag() || p.Leaf == abi.TagLeaf && r == PlaceRole {
		t = types.I8
	}
	if r == PlaceRole {
		return types.NewPointer(t)
	}
	return t
}

// FieldType is what a field is in memory.
func (p Param) FieldType() types.Type {
	switch {
	case p.Cons > 0:
		return types.I32
	case p.Leaf == abi.TagLeaf:
		return types.I8
	}
	return p.Leaf.Type()
}
