package export

import (
	"slices"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"

	"procad/llvm/abi"
	"procad/llvm/capi"
	"procad/llvm/ll"
)

// begin returns where there is a null pointer to a struct that comes in, and finds the structs that leaves are
// read from. For one that is null because nobody wants the result, that is one of zeros.
func (x *exported) begin(b *wrapper) {
	m := b.Exporter
	x.from = map[*capi.Box]val{}
	for _, a := range x.args {
		if a.Box == nil {
			continue
		}
		given := x.params[a.First]
		null := b.ICmp(enum.IPredEQ, given, constant.NewNull(abi.BytePtr))
		if a.Role == capi.ArgumentRole {
			refuse, given := b.Block("null"), b.Block("given")
			b.Branch(null, refuse, given)
			b.Use(refuse)
			b.Cur.NewRet(b.Call(m.Runtime.Once("pc_null", types.I32, abi.BytePtr, types.I64, abi.BytePtr, m.Files().Type()), x.failure, b.At(), m.PointerTo(a.Name+" is null"), m.Files()))
			b.Use(given)
			x.from[a.Box] = x.params[a.First]
			continue
		}
		zeros := slices.Repeat([]constant.Constant{ll.Int(0)}, (a.Box.Size()+7)/8)
		x.from[a.Box] = b.Cur.NewSelect(null, m.Table(types.I64, zeros), given)
	}
}

// fieldAt is the place of a field.
func (b *wrapper) fieldAt(s val, offset int, t types.Type) val {
	p := b.GEP(s, ll.Int(offset))
	if t.Equal(types.I8) {
		return p
	}
	return b.Cur.NewBitCast(p, types.NewPointer(t))
}

// takeField reads a leaf of a struct into a word. A tag that no constructor has becomes one that no sum has.
func (b *wrapper) takeField(p capi.Param, s, in val) {
	v := val(b.Cur.NewLoad(p.FieldType(), b.fieldAt(s, p.Offset, p.FieldType())))
	word := ll.Int(p.Word)
	switch {
	case p.Cons > 0:
		tag := val(b.Cur.NewZExt(b.Cur.NewICmp(enum.IPredSGT, v, ll.I32(int64(p.Con))), types.I8))
		if p.Con == 0 {
			tag = b.Cur.NewSelect(b.Cur.NewICmp(enum.IPredUGE, v, ll.I32(int64(p.Cons))), constant.NewInt(types.I8, 2), tag)
		}
		b.Cur.NewStore(tag, b.WordAt(in, word, abi.TagLeaf))
	case p.Leaf == abi.TagLeaf && p.Bool:
		b.StoreWord(b.Cur.NewICmp(enum.IPredEQ, v, constant.NewInt(types.I8, 0)), in, word, abi.TagLeaf)
	case p.Leaf == abi.TagLeaf:
		b.Cur.NewStore(v, b.WordAt(in, word, abi.TagLeaf))
	default:
		b.StoreWord(v, in, word, p.Leaf)
	}
}

// giveFields writes the leaves of a result to a struct, and 0 to the fields of a tangent that are none of its
// leaves. Where the struct is null nobody gets them, and buffers go.
func (x *exported) giveFields(b *wrapper, a capi.Arg, out val) {
	s := x.params[a.First]
	wanted := b.ICmp(enum.IPredNE, s, constant.NewNull(abi.BytePtr))
	into := x.into()
	var given []capi.Param
	var vals []val
	for i, p := range a.Leaves {
		if x.roles[a.First+i] != capi.PlaceRole {
			continue
		}
		v := b.result(p, out)
		if p.Cons > 0 {
			if p.Con > 0 {
				last := len(vals) - 1
				for given[last].Cons == 0 || given[last].Offset != p.Offset {
					last--
				}
				vals[last] = b.Cur.NewAdd(vals[last], b.Cur.NewZExt(v, types.I32))
				continue
			}
			v = b.Cur.NewZExt(v, types.I32)
		}
		given, vals = append(given, p), append(vals, v)
	}
	b.When(wanted, func() {
		for i, p := range given {
			b.Cur.NewStore(vals[i], b.fieldAt(s, p.Offset, p.FieldType()))
		}
		for _, p := range a.Box.Blanks {
			if !into || p.Array == nil && !p.Size {
				b.Cur.NewStore(constant.NewZeroInitializer(p.FieldType()), b.fieldAt(s, p.Offset, p.FieldType()))
			}
		}
	})
	b.When(b.Not(wanted), func() {
		for i, p := range given {
			if p.Leaf.IsPointer() {
				b.Call(pcDrop(b.Runtime), x.workspace, b.BytesOf(vals[i]))
			}
		}
	})
}

// paramOf is the parameter of an argument in C.
func paramOf(a capi.Arg, outs int) *ir.Param {
	if a.Box != nil {
		return ir.NewParam(a.Name, abi.BytePtr)
	}
	p := a.Leaves[0]
	param := ir.NewParam(a.Name, p.Type(a.Role))
	if p.Leaf == abi.TagLeaf && a.First < outs {
		ext := enum.ParamAttrSignExt
		if p.Bool {
			ext = enum.ParamAttrZeroExt
		}
		param.Attrs = append(param.Attrs, ext)
	}
	return param
}
