package chad

import (
	"procad/internal/diag"
	"procad/papers/chad/linear"
)

// The operations of the concrete language: what linear operations, copowers and
// linear loops are there. In all of them 0 is a value.

// Plain is a linear operation as an operation: lop(t1, …, tk; s) has s as its last argument.
type Plain struct {
	Op   LinearOp
	From Linear
}

// Name is that of the linear operation.
func (o Plain) Name() string { return o.Op.Name() }

// Result is CDom(lop)^T.
func (o Plain) Result(args []Type) Type {
	k := len(args) - 1
	if k < 0 || args[k] != plain(o.From) {
		return nil
	}
	if to := o.Op.Result(args[:k], o.From); to != nil {
		return plain(to)
	}
	return nil
}

func (o Plain) eval(m *machine, _ diag.Pos, args []Value) Value {
	k := len(args) - 1
	if args[k] == nil {
		return nil
	}
	return o.Op.apply(m, args[:k], args[k])
}

// Single is [t].
type Single struct{}

// Name is [].
func (Single) Name() string { return "[]" }

// Result is the list.
func (Single) Result(args []Type) Type {
	if len(args) != 1 {
		return nil
	}
	return ListType{args[0]}
}

func (Single) eval(_ *machine, _ diag.Pos, args []Value) Value { return list{args[0]} }

// ListMap is map f l.
type ListMap struct{}

// Name is map.
func (ListMap) Name() string { return "map" }

// Result is the list.
func (ListMap) Result(args []Type) Type {
	f, l, ok := over2(args)
	if !ok || f.From != l.Elem {
		return nil
	}
	return ListType{f.To}
}

// over2 is the function and the list that an operation takes.
func over2(args []Type) (f FunType, l ListType, ok bool) {
	if len(args) != 2 {
		return f, l, false
	}
	f, isFunc := args[0].(FunType)
	l, isList := args[1].(ListType)
	return f, l, isFunc && isList
}

func (ListMap) eval(_ *machine, _ diag.Pos, args []Value) Value {
	var out list
	for _, x := range entries(args[1]) {
		out = append(out, apply(args[0], x))
	}
	return out
}

// entries are those of a list, which may be 0.
func entries(v Value) list {
	l, _ := v.(list)
	return l
}

// ListSum is sum l, where the elements are of a monoid.
type ListSum struct{}

// Name is sum.
func (ListSum) Name() string { return "sum" }

// Result is that of the elements.
func (ListSum) Result(args []Type) Type {
	if l, ok := args[0].(ListType); ok && len(args) == 1 {
		return l.Elem
	}
	return nil
}

func (ListSum) eval(m *machine, _ diag.Pos, args []Value) Value {
	var total Value
	for _, x := range entries(args[0]) {
		total = m.plus(total, x)
	}
	return total
}

// ListZip is zip a b.
type ListZip struct{}

// Name is zip.
func (ListZip) Name() string { return "zip" }

// Result is the list of pairs.
func (ListZip) Result(args []Type) Type {
	a, ok := args[0].(ListType)
	b, also := args[len(args)-1].(ListType)
	if !ok || !also || len(args) != 2 {
		return nil
	}
	return ListType{ProdType{a.Elem, b.Elem}}
}

func (ListZip) eval(_ *machine, _ diag.Pos, args []Value) Value {
	a, b := entries(args[0]), entries(args[1])
	out := make(list, max(len(a), len(b)))
	at := func(l list, i int) Value {
		if i < len(l) {
			return l[i]
		}
		return nil // of a list that is 0
	}
	for i := range out {
		out[i] = &linear.Pair{A: at(a, i), B: at(b, i)}
	}
	return out
}

// PlainBuild is build(n, f), where f i is of a monoid.
type PlainBuild struct{}

// Name is build.
func (PlainBuild) Name() string { return "build" }

// Result is the array.
func (PlainBuild) Result(args []Type) Type { return Builder{}.Result(args) }

func (PlainBuild) eval(_ *machine, at diag.Pos, args []Value) Value {
	dims := counts(at, args[0])
	return linear.Lbuild(dims, func(k int) linear.LFun { return constantly(apply(args[1], indexOf(placeOf(dims, k)))) }).At(unit{})
}

// constantly is the function with the one value; it is called once.
func constantly(v Value) linear.LFun { return linear.Lop(func(Value) Value { return v }) }

// PlainSum is sum(n, f), where f i is of a monoid.
type PlainSum struct{}

// Name is sum.
func (PlainSum) Name() string { return "sum" }

// Result is that of f.
func (PlainSum) Result(args []Type) Type { return Summer{}.Result(args) }

func (PlainSum) eval(m *machine, at diag.Pos, args []Value) Value {
	dims := counts(at, args[0])
	var total Value
	for k := range product(dims) {
		total = m.plus(total, apply(args[1], indexOf(placeOf(dims, k))))
	}
	return total
}

// PlainScan is scan(l, f, s): d := s, and d := f p d for all p of l.
type PlainScan struct{}

// Name is scan.
func (PlainScan) Name() string { return "scan" }

// Result is that of s.
func (PlainScan) Result(args []Type) Type {
	l, ok := args[0].(ListType)
	if !ok || len(args) != 3 || args[1] != Type(FunType{l.Elem, FunType{args[2], args[2]}}) {
		return nil
	}
	return args[2]
}

func (PlainScan) eval(_ *machine, _ diag.Pos, args []Value) Value {
	d := args[2]
	for _, p := range entries(args[0]) {
		d = apply(apply(args[1], p), d)
	}
	return d
}

// PlainBack is back(l, f, s): <g, d> := <0, s>, and <g', d> := f p d and g := g + g'
// for all p of l, from the last.
type PlainBack struct{}

// Name is back.
func (PlainBack) Name() string { return "back" }

// Result is the pair.
func (PlainBack) Result(args []Type) Type {
	l, ok := args[0].(ListType)
	if !ok || len(args) != 3 {
		return nil
	}
	f, ok := args[1].(FunType)
	if !ok || f.From != l.Elem {
		return nil
	}
	step, ok := f.To.(FunType)
	p, isPair := step.To.(ProdType)
	if !ok || !isPair || step.From != args[2] || p.B != args[2] {
		return nil
	}
	return p
}

func (PlainBack) eval(m *machine, _ diag.Pos, args []Value) Value {
	var g Value
	d, l := args[2], entries(args[0])
	for k := len(l) - 1; k >= 0; k-- {
		p := apply(apply(args[1], l[k]), d)
		g, d = m.plus(g, firstOf(p)), secondOf(p)
	}
	return &linear.Pair{A: g, B: d}
}
