package emit

import (
	"github.com/llir/llvm/ir/constant"

	"procad/llvm/abi"
	"procad/llvm/ll"
	"procad/llvm/loopir"
)

// leaf is what a number is in LLVM.
func leaf(e loopir.Elem) abi.Leaf {
	return [...]abi.Leaf{loopir.Real: abi.RealLeaf, loopir.Int: abi.IntLeaf, loopir.Bool: abi.TagLeaf}[e]
}

// leaves are the parts of a value that is passed.
func leaves(t loopir.Type) []abi.Leaf {
	switch t.Form {
	case loopir.Buffer:
		return []abi.Leaf{leaf(t.Elem).Buffer()}
	case loopir.Stack:
		return []abi.Leaf{abi.IntsLeaf, abi.IntLeaf, abi.IntLeaf}
	}
	return []abi.Leaf{leaf(t.Elem)}
}

// Width is how many leaves a value of a type has.
func Width(t loopir.Type) int { return len(leaves(t)) }

// of is what a value is in LLVM.
func (w *writer) of(v *loopir.Value) []val {
	switch v.Origin {
	case loopir.Constant:
		return []val{number(v.Type.Elem, v.Bits)}
	case loopir.Undefined:
		if v.Type == loopir.BoolType || v.Type == loopir.IntType {
			return []val{number(v.Type.Elem, 0)} // a branch by undef has no meaning in LLVM, and tests are moved out of loops
		}
		var undef []val
		for _, l := range leaves(v.Type) {
			undef = append(undef, l.Undef())
		}
		return undef
	}
	return w.vals[v.ID]
}

// number is a constant.
func number(e loopir.Elem, bits uint64) val {
	switch e {
	case loopir.Real:
		return ll.Real(bits)
	case loopir.Int:
		return ll.Int(int64(bits))
	}
	return constant.NewBool(bits != 0)
}

// one is a value that has one part.
func (w *writer) one(v *loopir.Value) val { return w.of(v)[0] }

// allOf are the parts of values, in order.
func (w *writer) allOf(vs []*loopir.Value) []val {
	var all []val
	for _, v := range vs {
		all = append(all, w.of(v)...)
	}
	return all
}

// set says what a value is. Instructions get its name, if they have none.
func (w *writer) set(v *loopir.Value, parts []val) {
	w.vals[v.ID] = parts
	if v.Name == "" {
		return
	}
	for i, p := range parts {
		if inst, ok := p.(interface {
			IsUnnamed() bool
			SetName(string)
		}); ok && inst.IsUnnamed() {
			inst.SetName(w.Names.Fresh(abi.PartName(v.Name, i, len(parts))))
		}
	}
}

// setAll says what several values are, whose parts stand in a list.
func (w *writer) setAll(vs []*loopir.Value, parts []val) {
	for _, v := range vs {
		n := len(leaves(v.Type))
		w.set(v, parts[:n:n])
		parts = parts[n:]
	}
}

// choices are those of xs if c holds, else those of ys.
func (w *writer) choices(c val, xs, ys []val) []val {
	out := make([]val, len(xs))
	for i := range xs {
		out[i] = w.Choice(c, xs[i], ys[i])
	}
	return out
}
