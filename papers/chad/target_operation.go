package chad

// The operations of the target language that take functions. The binding forms of
// the source language become these, so that what they run over is a variable.

// Builder is build(n, f), the array of f i for i < n. With rows, the arguments
// that follow are the sizes of f i.
type Builder struct{ Rows int }

// Name is build.
func (Builder) Name() string { return "build" }

// Result is the array.
func (o Builder) Result(args []Type) Type {
	if len(args) != 2+o.Rows || !ints(args[2:], o.Rows) {
		return nil
	}
	f, ok := args[1].(FunType)
	k := dimensions(args[0])
	if !ok || k == 0 || f.From != args[0] {
		return nil
	}
	return arrayOf(f.To, k)
}

// dimensions is how many sizes a value of the type t has: 0 if it is not of sizes.
func dimensions(t Type) int {
	switch t := t.(type) {
	case IntType:
		return 1
	case ProdType:
		if n := dimensions(t.A); n > 0 && t.B == Type(IntType{}) {
			return n + 1
		}
	}
	return 0
}

// Summer is sum(n, f), the sum of f i for i < n. With Zero, a third argument is
// the sum of nothing. Inner says that the sum of nothing is another sum's business.
type Summer struct{ Zero, Inner bool }

// Name is sum.
func (Summer) Name() string { return "sum" }

// Result is that of f.
func (o Summer) Result(args []Type) Type {
	if len(args) != 2+place(o.Zero) {
		return nil
	}
	f, ok := args[1].(FunType)
	if !ok || dimensions(args[0]) == 0 || f.From != args[0] || o.Zero && args[2] != f.To {
		return nil
	}
	return f.To
}

// ArgMax is argmax(n, f), the first index of the largest f i.
type ArgMax struct{}

// Name is argmax.
func (ArgMax) Name() string { return "argmax" }

// Result is the index.
func (ArgMax) Result(args []Type) Type {
	if len(args) != 2 || dimensions(args[0]) == 0 {
		return nil
	}
	if to := Type(RealType{}); args[1] != Type(FunType{args[0], to}) && args[1] != Type(FunType{args[0], IntType{}}) {
		return nil
	}
	return args[0]
}

// Tracer is trace(n, s, f), with a := s; for i = 0, …, n-1: a := f <i, a>. Its value is
// the list of all <i, a> that f took, and the last a. With Cond, a fourth argument
// c, it ends where c a does not hold, and it is an error if that is not so after n.
type Tracer struct{ Down, Cond bool }

// Name is trace.
func (o Tracer) Name() string {
	return [...]string{"trace", "traceDown"}[place(o.Down)] + [...]string{"", "While"}[place(o.Cond)]
}

// Result is the list and the state.
func (o Tracer) Result(args []Type) Type {
	if len(args) != 3+place(o.Cond) || args[0] != Type(IntType{}) {
		return nil
	}
	s := args[1]
	p := ProdType{IntType{}, s}
	if args[2] != Type(FunType{p, s}) || o.Cond && args[3] != Type(FunType{s, boolType}) {
		return nil
	}
	return ProdType{ListType{p}, s}
}

// Mapper is map(f, a).
type Mapper struct{}

// Name is map.
func (Mapper) Name() string { return "map" }

// Result is the array.
func (Mapper) Result(args []Type) Type {
	a, ok := array(args[1:], 0)
	f, isFunc := args[0].(FunType)
	if !ok || !isFunc || len(args) != 2 || a.Rank != 1 || f.From != a.Elem {
		return nil
	}
	return ArrayType{f.To, 1}
}
