package interp_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"procad/internal/data"
	"procad/interp"
	"procad/proc"
)

// A rebuilder writes a procedure that takes a value apart and makes it again:
// through Case, stacks, calls and copies, so that every way to move leaves is used.
type rebuilder struct {
	t     *rapid.T
	n     int
	body  proc.Procedure
	prog  *proc.Program
	calls int
}

func (b *rebuilder) fresh(t proc.Type) proc.Var {
	b.n++
	return proc.Var{Name: fmt.Sprint("v", b.n), Type: t}
}

func (b *rebuilder) emit(s proc.Stmt) { b.body = append(b.body, s) }

// nested collects the statements that f emits.
func (b *rebuilder) nested(f func()) proc.Procedure {
	outer := b.body
	b.body = nil
	f()
	inner := b.body
	b.body = outer
	return inner
}

func (b *rebuilder) call(f proc.Func, in proc.Var, out proc.Type) proc.Var {
	v := b.fresh(out)
	b.emit(&proc.Call{Out: v, Func: f, In: in})
	return v
}

func (b *rebuilder) tuple(vs ...proc.Var) proc.Var {
	types := make([]proc.Type, len(vs))
	for i, v := range vs {
		types[i] = v.Type
	}
	t := b.fresh(proc.NewTuple(types...))
	b.emit(&proc.Tuple{Out: t, Ins: vs})
	return t
}

func (b *rebuilder) untuple(v proc.Var) []proc.Var {
	var vs []proc.Var
	for _, t := range proc.Elems(v.Type) {
		vs = append(vs, b.fresh(t))
	}
	b.emit(&proc.Untuple{Outs: vs, In: v})
	return vs
}

func (b *rebuilder) value(v proc.Var) proc.Var {
	switch rapid.IntRange(0, 5).Draw(b.t, "detour") {
	case 0:
		return b.throughStack(v)
	case 1:
		return b.throughCall(v)
	case 2: // the copy is kept, or the original
		pair := b.fresh(proc.NewTuple(v.Type, v.Type))
		b.emit(&proc.Dup{Out: pair, In: v})
		both := b.untuple(pair)
		k := rapid.IntRange(0, 1).Draw(b.t, "which")
		b.emit(&proc.Elim{In: both[1-k]})
		v = both[k]
	}
	switch t := v.Type.(type) {
	case *proc.TupleType:
		var parts []proc.Var
		for _, part := range b.untuple(v) {
			parts = append(parts, b.value(part))
		}
		return b.tuple(parts...)
	case *proc.SumType:
		out, left, right := b.fresh(t), b.fresh(t.L), b.fresh(t.R)
		c := &proc.Case{In: v, L: proc.Branch{Var: left}, R: proc.Branch{Var: right}}
		c.L.Body = b.nested(func() { b.emit(&proc.Inl{Out: out, In: b.value(left)}) })
		c.R.Body = b.nested(func() { b.emit(&proc.Inr{Out: out, In: b.value(right)}) })
		b.emit(c)
		return out
	}
	return v
}

func (b *rebuilder) throughStack(v proc.Var) proc.Var {
	n, s := b.fresh(proc.Int), proc.NewStack(v.Type)
	b.emit(&proc.Const{Out: n})
	empty := b.call(proc.FamilyOf("empty", v.Type), n, s)
	one := b.call(proc.FamilyOf("push", v.Type), b.tuple(empty, v), s)
	popped := b.untuple(b.call(proc.FamilyOf("pop", v.Type), one, proc.NewTuple(s, v.Type)))
	b.emit(&proc.Elim{In: b.call(proc.FamilyOf("drained", v.Type), popped[0], proc.Unit)})
	return popped[1]
}

// throughCall calls a function of its own, in a loop of a few iterations.
func (b *rebuilder) throughCall(v proc.Var) proc.Var {
	if b.calls > 3 {
		return v
	}
	b.calls++
	f := proc.MustParseFunc(fmt.Sprint("f", b.calls))
	in := b.fresh(v.Type)
	d := &proc.Def{Name: f, In: in}
	d.Body = b.nested(func() { d.Out = b.value(in) })
	b.prog.Add(d)
	n := b.fresh(proc.Int)
	b.emit(&proc.Const{Out: n, Bits: uint64(rapid.IntRange(0, 3).Draw(b.t, "iterations"))})
	return b.call(proc.NTimes.Of(f), b.tuple(n, v), v.Type)
}

// anyType draws a type, arrays included.
func anyType(t *rapid.T, depth int) proc.Type {
	kinds := 6
	if depth == 0 {
		kinds = 3
	}
	switch rapid.IntRange(0, kinds).Draw(t, "type") {
	case 0:
		return proc.Real
	case 1:
		return proc.Unit
	case 2:
		return proc.Bool
	case 3:
		return proc.NewArray(1, proc.NewTuple(proc.Real, proc.Bool))
	case 4, 5:
		return proc.NewSum(anyType(t, depth-1), anyType(t, depth-1))
	}
	return proc.NewTuple(anyType(t, depth-1), anyType(t, depth-1), anyType(t, depth-1))
}

// anyValue draws a value. Parts of sums that it is not are zero.
func anyValue(t *rapid.T, typ proc.Type) data.Value {
	switch typ := typ.(type) {
	case proc.RealType:
		return data.Real(float64(rapid.IntRange(1, 100).Draw(t, "x")))
	case *proc.TupleType:
		parts := make([]data.Value, len(typ.Elems))
		for i, e := range typ.Elems {
			parts[i] = anyValue(t, e)
		}
		return data.Tuple(parts...)
	case *proc.SumType:
		if rapid.Bool().Draw(t, "inl") {
			return data.Inl(anyValue(t, typ.L), typ.R)
		}
		return data.Inr(typ.L, anyValue(t, typ.R))
	case *proc.ArrayType:
		n := rapid.IntRange(0, 3).Draw(t, "n")
		a := &data.Array{Dims: []int{n}, Leaves: [][]uint64{make([]uint64, n), make([]uint64, n)}}
		for i := range n {
			a.Leaves[0][i] = math.Float64bits(float64(rapid.IntRange(1, 100).Draw(t, "x")))
			a.Leaves[1][i] = uint64(rapid.IntRange(0, 1).Draw(t, "tag"))
		}
		return data.Value{Type: typ, Objects: []data.Object{a}}
	}
	return data.Unit()
}

// text shows every word of a value.
func text(v data.Value) string {
	s := fmt.Sprint(v.Words)
	for _, o := range v.Objects {
		s += fmt.Sprintf(" %v", o)
	}
	return s
}

func TestRebuild(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		typ := anyType(t, 3)
		in := proc.Var{Name: "in", Type: typ}
		b := &rebuilder{t: t, prog: &proc.Program{}}
		out := b.value(in)
		b.prog.Add(&proc.Def{Name: proc.Name("rebuild"), In: in, Out: out, Body: b.body})
		m := interp.New(interp.InProgram(b.prog))
		v := anyValue(t, typ)
		before := text(v)
		got, err := m.Call(proc.Name("rebuild"), nil, v)
		require.NoError(t, err)
		require.Equal(t, before, text(v), "the argument has changed")
		require.Equal(t, before, text(got))
	})
}
