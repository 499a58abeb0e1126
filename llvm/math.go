package llvm

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"procad/llvm/abi"
	"procad/llvm/ll"
	"procad/llvm/module"
	"procad/llvm/toolchain"
)

// A val is a value of LLVM.
type val = value.Value

// cName is what C calls one of LLVM's intrinsics; another function is called what it is called.
func cName(symbol string) string {
	return strings.TrimSuffix(strings.TrimPrefix(symbol, "llvm."), ".f64")
}

// math calls a function without effects: LLVM's own, of the runtime, or of C. Where C has variants of it for vectors, they are
// named, or called.
func (m *emitter) math(b *module.Body, symbol string, in ...val) val {
	name := cName(symbol)
	if m.opts.Vector.Names[name] {
		symbol = name
	}
	for _, x := range in {
		if t, ok := x.Type().(*types.VectorType); ok {
			return m.mathInLanes(b, symbol, name, t.Len, in)
		}
	}
	c := b.Call(m.Runtime.Math(symbol, in), in...)
	m.nameVariants(c, name)
	return c
}

// mathInLanes calls a function for each lane of vectors: a variant for so many lanes, an instruction, or one lane after the
// other.
func (m *emitter) mathInLanes(b *module.Body, symbol, name string, lanes uint64, in []val) val {
	if m.opts.Vector.Names[name] {
		for _, v := range m.opts.Vector.Variants {
			if uint64(v.Lanes) == lanes {
				args := make([]val, len(in))
				for i, x := range in {
					args[i] = b.Splat(x, lanes)
				}
				return b.Call(m.declareVariant(variantSymbol(v, name, len(in)), v.Lanes, len(in)), args...)
			}
		}
	}
	t := types.NewVector(lanes, types.Double)
	switch name {
	case "sqrt", "fabs", "floor":
		return b.Call(m.Runtime.WithoutEffects("llvm."+name+".v"+strconv.FormatUint(lanes, 10)+"f64", t, t), in[0])
	}
	out := val(constant.NewUndef(t))
	for k := range int64(lanes) {
		args := make([]val, len(in))
		for i, x := range in {
			if args[i] = x; !x.Type().Equal(types.Double) && !x.Type().Equal(types.I64) {
				args[i] = b.Cur.NewExtractElement(x, ll.I32(k))
			}
		}
		b.Size += 2
		out = b.Cur.NewInsertElement(out, b.Call(m.Runtime.Math(symbol, args), args...), ll.I32(k))
	}
	return out
}

// variantSymbol is the name of a variant of a function.
func variantSymbol(v toolchain.Variant, name string, args int) string {
	return fmt.Sprintf("_ZGV%cN%d%s_%s", v.Letter, v.Lanes, strings.Repeat("v", args), name)
}

// nameVariants marks the call of a function with the variants that it has for vectors.
func (m *emitter) nameVariants(call *ir.InstCall, name string) {
	v := m.opts.Vector
	if len(v.Variants) == 0 || !v.Names[name] {
		return
	}
	var list []string
	for _, variant := range v.Variants {
		symbol := variantSymbol(variant, name, len(call.Args))
		list = append(list, fmt.Sprintf("_ZGV_LLVM_N%d%s_%s(%s)", variant.Lanes, strings.Repeat("v", len(call.Args)), name, symbol))
		m.declareVariant(symbol, variant.Lanes, len(call.Args))
	}
	call.FuncAttrs = append(call.FuncAttrs, ir.AttrPair{Key: "vector-function-abi-variant", Value: strings.Join(list, ",")})
}

// declareVariant declares a variant, and keeps LLVM from forgetting it.
func (m *emitter) declareVariant(symbol string, lanes, args int) *ir.Func {
	known := m.Runtime.Declared(symbol) != nil
	t := types.NewVector(uint64(lanes), types.Double)
	f := m.Runtime.With(symbol, []ir.FuncAttribute{enum.FuncAttrReadNone, enum.FuncAttrWillReturn}, t, slices.Repeat([]types.Type{t}, args)...)
	if !known {
		m.variants = append(m.variants, constant.NewBitCast(f, abi.BytePtr))
	}
	return f
}

// listVariants writes the list of the variants that are declared.
func (m *emitter) listVariants() {
	if len(m.variants) == 0 {
		return
	}
	g := ir.NewGlobalDef("llvm.compiler.used", constant.NewArray(nil, m.variants...))
	g.Linkage = enum.LinkageAppending
	g.Section = "llvm.metadata"
	m.AddGlobal(g)
}

// vectorLanes is how many numbers a vector register has; 0 if there are no vectors.
func (m *emitter) vectorLanes() int {
	n := 0
	for _, v := range m.opts.Vector.Variants {
		n = max(n, v.Lanes)
	}
	return n
}
