package capi

import (
	"strconv"

	forms "procad/internal/form"
	"procad/llvm/abi"
	"procad/proc"
)

// An elementLeaf is a leaf of the elements of an array; there says that tangents have it.
type elementLeaf struct {
	name         string
	leaf         abi.Leaf
	truth, there bool
}

func elementLeaves(name string, t, dt proc.Type, f *forms.Form) (all []elementLeaf) {
	for f.Wraps() {
		if f.IsRecord() {
			name = under(name, f.Fields[0])
		}
		f = f.Part(0)
	}
	if f.IsSum() {
		return constructorLeaves(name, t, dt, f)
	}
	fields := f.IsRecord()
	there := dt != proc.Unit
	switch t := t.(type) {
	case proc.RealType:
		return []elementLeaf{{name, abi.RealLeaf, false, there}}
	case proc.IntType:
		return []elementLeaf{{name, abi.IntLeaf, false, there}}
	case *proc.TupleType:
		dts := tangents(dt, len(t.Elems))
		for i, e := range t.Elems {
			part := strconv.Itoa(i)
			if fields {
				part = f.Fields[i]
			}
			all = append(all, elementLeaves(under(name, part), e, dts[i], f.Part(i))...)
		}
	case *proc.SumType:
		if t == proc.Bool {
			return []elementLeaf{{name, abi.TagLeaf, true, there}}
		}
		l, r := proc.Type(proc.Unit), proc.Type(proc.Unit)
		if sum, ok := dt.(*proc.SumType); ok {
			l, r = sum.L, sum.R
		}
		all = append(all, elementLeaf{under(name, "tag"), abi.TagLeaf, false, there})
		all = append(append(all, elementLeaves(under(name, "inl"), t.L, l, f.Part(0))...), elementLeaves(under(name, "inr"), t.R, r, f.Part(1))...)
	}
	return all
}

// constructorLeaves are the leaves of a declared sum that is an element. The tag after_C says whether it is
// C, 0, or a later constructor, 1; where there are two it is the only one, and called tag.
func constructorLeaves(name string, t, dt proc.Type, f *forms.Form) (all []elementLeaf) {
	last := len(f.Cons) - 1
	for k, con := range f.Cons {
		payload, part := t, dt
		if k < last {
			tag := "after_" + con.Name
			if last == 1 {
				tag = "tag"
			}
			sum := t.(*proc.SumType)
			payload, t = sum.L, sum.R
			own, there := dt.(*proc.SumType)
			part, dt = proc.Unit, proc.Unit
			if there {
				part, dt = own.L, own.R
			}
			all = append(all, elementLeaf{under(name, tag), abi.TagLeaf, false, there})
		}
		if con.Args < 2 {
			all = append(all, elementLeaves(under(name, con.Name), payload, part, f.Part(k))...)
			continue
		}
		types, _ := PartTypes(payload, con.Args)
		dts := tangents(part, con.Args)
		for i, arg := range arguments(con) {
			all = append(all, elementLeaves(under(under(name, con.Name), arg), types[i], dts[i], f.Part(k).Part(i))...)
		}
	}
	return all
}

// under is the name of a part of what has a name, or has none.
func under(name, part string) string {
	if name == "" {
		return part
	}
	return name + "_" + part
}
