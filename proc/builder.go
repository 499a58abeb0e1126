package proc

import (
	"math"

	"procad/internal/diag"
)

// A Builder appends statements to a procedure, under fresh names.
type Builder struct {
	Names *Names
	Pos   diag.Pos // of the statements to come
	Body  Procedure
}

// Var makes a fresh variable.
func (b *Builder) Var(base string, t Type) Var { return Var{b.Names.Fresh(base), t} }

// Emit appends statements as they are.
func (b *Builder) Emit(ss ...Stmt) { b.Body = append(b.Body, ss...) }

func (b *Builder) where() Where { return Where{b.Pos} }

// Call calls f, which gives a value of type out.
func (b *Builder) Call(name string, out Type, f Func, zone []string, in Var) Var {
	v := b.Var(name, out)
	b.Emit(&Call{b.where(), v, f, zone, in})
	return v
}

// Tuple packs variables: one stays as it is.
func (b *Builder) Tuple(name string, ins ...Var) Var {
	if len(ins) == 1 {
		return ins[0]
	}
	types := make([]Type, len(ins))
	for i, v := range ins {
		types[i] = v.Type
	}
	v := b.Var(name, NewTuple(types...))
	b.Emit(&Tuple{b.where(), v, append([]Var(nil), ins...)})
	return v
}

// Untuple unpacks a variable of tuple type into named parts.
func (b *Builder) Untuple(v Var, names ...string) []Var {
	types := Elems(v.Type)
	outs := make([]Var, len(types))
	for i, t := range types {
		outs[i] = b.Var(names[min(i, len(names)-1)], t)
	}
	b.Emit(&Untuple{b.where(), append([]Var(nil), outs...), v})
	return outs
}

// Dup copies a variable.
func (b *Builder) Dup(v Var) (Var, Var) {
	t := b.Var(v.Name+".2", NewTuple(v.Type, v.Type))
	b.Emit(&Dup{b.where(), t, v})
	ab := b.Untuple(t, v.Name)
	return ab[0], ab[1]
}

// Elim drops a variable.
func (b *Builder) Elim(v Var) { b.Emit(&Elim{b.where(), v}) }

// Unit makes a ().
func (b *Builder) Unit() Var { return b.Tuple("u") }

// Int makes an integer constant.
func (b *Builder) Int(name string, k int64) Var {
	v := b.Var(name, Int)
	b.Emit(&Const{b.where(), v, uint64(k)})
	return v
}

// Real makes a real constant.
func (b *Builder) Real(name string, x float64) Var {
	v := b.Var(name, Real)
	b.Emit(&Const{b.where(), v, math.Float64bits(x)})
	return v
}

// Read reads a scalar name of Θ, or an element.
func (b *Builder) Read(name string, t Type, ref string, idx ...Var) Var {
	v := b.Var(name, t)
	b.Emit(&Read{b.where(), v, ref, idx})
	return v
}

// Project makes out of a sum the value on the side that the sum is known to be on.
//
//	Case in (Inl out) (Inr z (out = Call unreachable z))        where it is on the left
func (b *Builder) Project(in, out Var, left bool) {
	sum := in.Type.(*SumType)
	other := sum.R
	if !left {
		other = sum.L
	}
	z := b.Var("z", other)
	never := Branch{Var: z, Body: Procedure{&Call{b.where(), out, FamilyOf("unreachable", other, out.Type), nil, z}}}
	c := &Case{Where: b.where(), In: in, L: Branch{Var: out}, R: never}
	if !left {
		c.L, c.R = never, Branch{Var: out}
	}
	b.Emit(c)
}

// nest runs body with b.Body empty and returns what it appended.
func (b *Builder) nest(body func()) Procedure {
	outer := b.Body
	b.Body = nil
	body()
	inner := b.Body
	b.Body = outer
	return inner
}

// Share makes v a shared name within body.
func (b *Builder) Share(v Var, name string, body func(s string)) Var {
	s := b.Names.Fresh(name)
	inner := b.nest(func() { body(s) })
	out := b.Var(v.Name, v.Type)
	b.Emit(&Share{b.where(), out, v, s, inner})
	return out
}

// Accum makes v an accumulator within body.
func (b *Builder) Accum(v Var, name string, body func(s string)) Var {
	s := b.Names.Fresh(name)
	inner := b.nest(func() { body(s) })
	out := b.Var(v.Name, v.Type)
	b.Emit(&Accum{b.where(), out, v, s, inner})
	return out
}
