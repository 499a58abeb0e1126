package module

import (
	"strconv"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"

	written "procad/internal/form"
	"procad/llvm/abi"
	"procad/llvm/ll"
	"procad/proc"
)

// The runtime knows types and forms as constants (toolchain/runtime/print.h).
var (
	typeStruct = types.NewStruct(types.I8, types.I64, types.I64, abi.BytePtr)
	formStruct = types.NewStruct(types.I8, types.I64, abi.BytePtr, abi.BytePtr, abi.BytePtr)
)

// TypeTable is the address of a list of types.
func (m *Module) TypeTable(ts []proc.Type) constant.Constant {
	list := make([]constant.Constant, len(ts))
	for i, t := range ts {
		list[i] = m.typeConstant(t)
	}
	return m.Table(typeStruct, list)
}

// typeConstant is the pc_type of a type.
func (m *Module) typeConstant(t proc.Type) constant.Constant {
	kind, n, parts := byte('U'), 0, []proc.Type(nil)
	switch t := t.(type) {
	case proc.RealType:
		kind = 'R'
	case proc.IntType:
		kind = 'I'
	case *proc.TupleType:
		kind, n, parts = 'T', len(t.Elems), t.Elems
	case *proc.SumType:
		kind, n, parts = 'S', 2, []proc.Type{t.L, t.R}
		if t == proc.Bool {
			kind, n, parts = 'B', 0, nil
		}
	case *proc.ArrayType:
		kind, n, parts = 'A', t.Rank, []proc.Type{t.Elem}
	}
	var address constant.Constant = constant.NewNull(abi.BytePtr)
	if len(parts) > 0 {
		address = m.TypeTable(parts)
	}
	return constant.NewStruct(typeStruct, constant.NewInt(types.I8, int64(kind)), ll.Int(n), ll.Int(m.Width(t)), address)
}

// FormAddress is the address of the pc_form of a form; null of nil, and of what the runtime has no
// form for: values of recursive types, which are numbers of nodes.
func (m *Module) FormAddress(f *written.Form) constant.Constant {
	kind, n, names, args, parts := byte(0), 0, []string(nil), []constant.Constant(nil), []*written.Form(nil)
	switch {
	case f == nil || f.Heaps != nil || f.Ref != nil:
		return constant.NewNull(abi.BytePtr)
	case f.Each > 0:
		kind, n, parts = 'I', f.Each, []*written.Form{f.Item}
	case f.IsRecord():
		kind, n, names, parts = 'F', len(f.Fields), f.Fields, f.Parts
	case f.IsSum():
		kind, n, parts = 'C', len(f.Cons), f.Parts
		for _, c := range f.Cons {
			names, args = append(names, c.Name), append(args, ll.Int(c.Args))
		}
	case f.Elem != nil:
		kind, n, parts = 'E', 1, []*written.Form{f.Elem}
	case f.NamesParts():
		kind, n, parts = 'P', len(f.Parts), f.Parts
	default:
		return constant.NewNull(abi.BytePtr)
	}
	texts := make([]constant.Constant, len(names))
	for i, name := range names {
		texts[i] = m.PointerTo(name)
	}
	c := constant.NewStruct(formStruct, constant.NewInt(types.I8, int64(kind)), ll.Int(n),
		m.Table(abi.BytePtr, texts), m.Table(types.I64, args), m.FormTable(parts))
	return m.Table(formStruct, []constant.Constant{c})
}

// FormTable is the address of a list of addresses of forms.
func (m *Module) FormTable(fs []*written.Form) constant.Constant {
	list := make([]constant.Constant, len(fs))
	for i, f := range fs {
		list[i] = m.FormAddress(f)
	}
	return m.Table(abi.BytePtr, list)
}

// Table is the address of a list of constants, null of none.
func (m *Module) Table(t types.Type, list []constant.Constant) constant.Constant {
	if len(list) == 0 {
		return constant.NewNull(abi.BytePtr)
	}
	return constant.NewBitCast(m.TableGlobal(t, list), abi.BytePtr)
}

// TableGlobal is a constant that has a list of constants, the same for equal lists.
func (m *Module) TableGlobal(t types.Type, list []constant.Constant) *ir.Global {
	c := constant.NewArray(types.NewArray(uint64(len(list)), t), list...)
	key := c.String()
	g := m.tables[key]
	if g == nil {
		g = ir.NewGlobalDef("table."+strconv.Itoa(len(m.tables)), c)
		g.Linkage, g.Immutable = enum.LinkagePrivate, true
		m.tables[key] = g
		m.AddGlobal(g)
	}
	return g
}

// EachGlobal calls yield for the constants that a constant has addresses of, and those that they have.
func EachGlobal(c constant.Constant, yield func(*ir.Global)) {
	switch c := c.(type) {
	case *ir.Global:
		yield(c)
		EachGlobal(c.Init, yield)
	case *constant.ExprBitCast:
		EachGlobal(c.From, yield)
	case *constant.ExprGetElementPtr:
		EachGlobal(c.Src, yield)
	case *constant.Struct:
		for _, f := range c.Fields {
			EachGlobal(f, yield)
		}
	case *constant.Array:
		for _, e := range c.Elems {
			EachGlobal(e, yield)
		}
	}
}
