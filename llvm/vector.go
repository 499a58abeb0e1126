package llvm

import (
	"fmt"
	"slices"
	"strings"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"

	"procad/llvm/abi"
	"procad/llvm/toolchain"
)

// variantSymbol is the name of a variant of a function.
func variantSymbol(v toolchain.Variant, name string, args int) string {
	return fmt.Sprintf("_ZGV%cN%d%s_%s", v.Letter, v.Lanes, strings.Repeat("v", args), name)
}

// vectorCall marks the call of a function with the variants that it has.
func (b *builder) vectorCall(call *ir.InstCall, name string) {
	v := b.opts.Vector
	if len(v.Variants) == 0 || !v.Names[name] {
		return
	}
	if b.trial != nil {
		b.trial.vectors++
	}
	var list []string
	for _, variant := range v.Variants {
		symbol := variantSymbol(variant, name, len(call.Args))
		list = append(list, fmt.Sprintf("_ZGV_LLVM_N%d%s_%s(%s)", variant.Lanes, strings.Repeat("v", len(call.Args)), name, symbol))
		b.declareVector(symbol, variant.Lanes, len(call.Args))
	}
	call.FuncAttrs = append(call.FuncAttrs, ir.AttrPair{Key: "vector-function-abi-variant", Value: strings.Join(list, ",")})
}

// declareVector declares a variant, and keeps LLVM from forgetting it.
func (m *emitter) declareVector(symbol string, lanes, args int) *ir.Func {
	known := m.Runtime.Declared(symbol) != nil
	t := types.NewVector(uint64(lanes), types.Double)
	f := m.Runtime.With(symbol, []ir.FuncAttribute{enum.FuncAttrReadNone, enum.FuncAttrWillReturn}, t, slices.Repeat([]types.Type{t}, args)...)
	if !known {
		m.vectors = append(m.vectors, constant.NewBitCast(f, abi.BytePtr))
	}
	return f
}

// listVectors writes the list of the variants that are declared.
func (m *emitter) listVectors() {
	if len(m.vectors) == 0 {
		return
	}
	g := ir.NewGlobalDef("llvm.compiler.used", constant.NewArray(nil, m.vectors...))
	g.Linkage = enum.LinkageAppending
	g.Section = "llvm.metadata"
	m.AddGlobal(g)
}
