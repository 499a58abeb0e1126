package llvm

import (
	"slices"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
)

// A cArg is an argument in C: for one leaf, or a pointer to a struct for some that follow each other.
type cArg struct {
	name   string
	box    *cBox
	leaves []cParam
	role   role
	first  int // the place of the first leaf
}

// called is its name.
func (a cArg) called() string { return a.name }

// cArgs are the arguments for leaves.
func cArgs(list []cParam, roles []role) (args []cArg) {
	for i, p := range list {
		if last := len(args) - 1; p.box != nil && last >= 0 && args[last].box == p.box {
			args[last].leaves = append(args[last].leaves, p)
			continue
		}
		a := cArg{p.name, p.box, []cParam{p}, roles[i], i}
		if p.box != nil {
			a.name = p.box.name
		}
		args = append(args, a)
	}
	return args
}

// cType is how an argument is declared. Whoever wants a result gives the address of a struct.
func (a cArg) cType() string {
	switch {
	case a.box == nil:
		return a.leaves[0].cType(a.role)
	case a.role == argumentRole:
		return "const " + a.box.of.name + " *"
	}
	return a.box.of.name + " *"
}

// begin returns where there is a null pointer to a struct that comes in, and finds the structs that leaves are
// read from. For one that is null because nobody wants the result, that is one of zeros.
func (x *exported) begin(b *builder) {
	m := b.module
	x.from = map[*cBox]val{}
	for _, a := range cArgs(x.list, x.roles) {
		if a.box == nil {
			continue
		}
		given := x.params[a.first]
		null := b.icmp(enum.IPredEQ, given, constant.NewNull(bytePtr))
		if a.role == argumentRole {
			refuse, given := b.block("null"), b.block("given")
			b.branch(null, refuse, given)
			b.use(refuse)
			b.cur.NewRet(b.call(m.rt.once("pc_null", types.I32, bytePtr, types.I64, bytePtr, m.files().Type()), x.failure, b.at(), m.pointerTo(a.name+" is null"), m.files()))
			b.use(given)
			x.from[a.box] = x.params[a.first]
			continue
		}
		zeros := slices.Repeat([]constant.Constant{intConst(0)}, (a.box.of.size+7)/8)
		x.from[a.box] = b.cur.NewSelect(null, m.table(types.I64, zeros), given)
	}
}

// fieldAt is the place of a field.
func (b *builder) fieldAt(s val, offset int, t types.Type) val {
	p := b.gep(s, intConst(offset))
	if t.Equal(types.I8) {
		return p
	}
	return b.cur.NewBitCast(p, types.NewPointer(t))
}

// fieldType is what a field is in memory.
func (p cParam) fieldType() types.Type {
	switch {
	case p.cons > 0:
		return types.I32
	case p.leaf == tagLeaf:
		return types.I8
	}
	return p.leaf.llType()
}

// takeField reads a leaf of a struct into a word. A tag that no constructor has becomes one that no sum has.
func (b *builder) takeField(p cParam, s, in val) {
	v := val(b.cur.NewLoad(p.fieldType(), b.fieldAt(s, p.offset, p.fieldType())))
	word := intConst(p.word)
	switch {
	case p.cons > 0:
		tag := val(b.cur.NewZExt(b.cur.NewICmp(enum.IPredSGT, v, i32(int64(p.con))), types.I8))
		if p.con == 0 {
			tag = b.cur.NewSelect(b.cur.NewICmp(enum.IPredUGE, v, i32(int64(p.cons))), constant.NewInt(types.I8, 2), tag)
		}
		b.cur.NewStore(tag, b.wordAt(in, word, tagLeaf))
	case p.leaf == tagLeaf && p.truth:
		b.storeWord(b.cur.NewICmp(enum.IPredEQ, v, constant.NewInt(types.I8, 0)), in, word, tagLeaf)
	case p.leaf == tagLeaf:
		b.cur.NewStore(v, b.wordAt(in, word, tagLeaf))
	default:
		b.storeWord(v, in, word, p.leaf)
	}
}

// giveFields writes the leaves of a result to a struct, and 0 to the fields of a tangent that are none of its
// leaves. Where the struct is null nobody gets them, and buffers go.
func (x *exported) giveFields(b *builder, a cArg, out val) {
	s := x.params[a.first]
	wanted := b.icmp(enum.IPredNE, s, constant.NewNull(bytePtr))
	into := x.into()
	var given []cParam
	var vals []val
	for i, p := range a.leaves {
		if x.roles[a.first+i] != placeRole {
			continue
		}
		v := b.result(p, out)
		if p.cons > 0 {
			if p.con > 0 {
				last := len(vals) - 1
				for given[last].cons == 0 || given[last].offset != p.offset {
					last--
				}
				vals[last] = b.cur.NewAdd(vals[last], b.cur.NewZExt(v, types.I32))
				continue
			}
			v = b.cur.NewZExt(v, types.I32)
		}
		given, vals = append(given, p), append(vals, v)
	}
	b.when(wanted, func() {
		for i, p := range given {
			b.cur.NewStore(vals[i], b.fieldAt(s, p.offset, p.fieldType()))
		}
		for _, p := range a.box.blanks {
			if !into || p.array == nil && !p.size {
				b.cur.NewStore(constant.NewZeroInitializer(p.fieldType()), b.fieldAt(s, p.offset, p.fieldType()))
			}
		}
	})
	b.when(b.not(wanted), func() {
		for i, p := range given {
			if p.leaf.isPointer() {
				b.call(b.rt.drop(), x.workspace, b.bytesOf(vals[i]))
			}
		}
	})
}

// param is the parameter of an argument in C.
func (a cArg) param(outs int) *ir.Param {
	if a.box != nil {
		return ir.NewParam(a.name, bytePtr)
	}
	p := a.leaves[0]
	param := ir.NewParam(a.name, p.llType(a.role))
	if p.leaf == tagLeaf && a.first < outs {
		ext := enum.ParamAttrSignExt
		if p.truth {
			ext = enum.ParamAttrZeroExt
		}
		param.Attrs = append(param.Attrs, ext)
	}
	return param
}
