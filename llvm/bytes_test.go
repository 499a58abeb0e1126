package llvm_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/interp"
	"procad/llvm"
	"procad/llvm/engine"
	"procad/pipeline"
	"procad/proc"
)

// A shaper draws types and values of all shapes.
type shaper struct{ *rand.Rand }

func (s shaper) scalar(depth int) proc.Type {
	switch k := s.IntN(7); {
	case k == 0:
		return proc.Unit
	case k <= 2 || depth == 0:
		return proc.Real
	case k == 3:
		return proc.Bool
	case k == 4:
		return proc.NewSum(s.scalar(depth-1), s.scalar(depth-1))
	}
	return proc.NewTuple(s.scalar(depth-1), proc.Int, s.scalar(depth-1))
}

func (s shaper) shape(depth int) proc.Type {
	switch k := s.IntN(6); {
	case k == 0 || depth == 0:
		return s.scalar(2)
	case k <= 2:
		return proc.NewArray(1+s.IntN(2), s.scalar(2))
	case k == 3:
		return proc.NewSum(s.shape(depth-1), s.shape(depth-1))
	}
	return proc.NewTuple(s.shape(depth-1), s.shape(depth-1))
}

func (s shaper) value(t proc.Type) data.Value {
	switch t := t.(type) {
	case proc.RealType:
		return data.Real(s.Float64())
	case proc.IntType:
		return data.Int(int64(s.IntN(100)))
	case *proc.TupleType:
		parts := make([]data.Value, len(t.Elems))
		for i, e := range t.Elems {
			parts[i] = s.value(e)
		}
		return data.Tuple(parts...)
	case *proc.SumType:
		if s.IntN(2) == 0 {
			return data.Inl(s.value(t.L), t.R)
		}
		return data.Inr(t.L, s.value(t.R))
	case *proc.ArrayType:
		a := &data.Array{Leaves: make([][]uint64, data.LayoutOf(t.Elem).Words)}
		for range t.Rank {
			a.Dims = append(a.Dims, s.IntN(4))
		}
		for range a.Len() {
			for i, w := range s.value(t.Elem).Words {
				a.Leaves[i] = append(a.Leaves[i], w)
			}
		}
		return data.Value{Type: t, Objects: []data.Object{a}}
	}
	return data.Unit()
}

// stacked is the size of a stack with a stack that holds a and b.
const stacked = `
def held%[1]d (a : %[2]s) -> (r : (%[2]s, Int))
  r = Call bytes{%[2]s} a

def stacked%[1]d (ab : (%[2]s, %[2]s)) -> (size : Int)
  (a, b) = ab
  n = Const 0; s = Call empty{%[2]s} n
  p = (s, a); s1 = Call push{%[2]s} p
  q = (s1, b); s2 = Call push{%[2]s} q
  m = Const 1; o = Call empty{Stack %[3]s} m
  u = (o, s2); o1 = Call push{Stack %[3]s} u
  t = Call bytes{Stack Stack %[3]s} o1
  (o2, size) = t
  Elim o2
`

// TestBytes compares sizes with what is held by values, in the interpreter and natively.
func TestBytes(t *testing.T) {
	llvm.NeedClang(t)
	s := shaper{rand.New(rand.NewPCG(7, 8))}
	var text string
	var shapes []proc.Type
	for k := range 24 {
		typ := s.shape(3)
		inner := "(" + typ.String() + ")"
		if len(proc.Elems(typ)) != 1 || typ == proc.Unit {
			inner = typ.String() // of a tuple, in parentheses already
		}
		shapes = append(shapes, typ)
		text += fmt.Sprintf(stacked, k, typ, inner)
	}
	lookup := pipeline.NewLibrary(llvm.Parse(t, "bytes.proc", text)).Def
	m := interp.New(interp.Lookup(lookup))
	for _, variant := range []string{"default", "pieces"} {
		e := &engine.Engine{Lookup: lookup, Options: llvm.Variants[variant]}
		defer e.Close()
		var fs []proc.Func
		for k := range shapes {
			fs = append(fs, proc.MustParseFunc(fmt.Sprint("held", k)), proc.MustParseFunc(fmt.Sprint("stacked", k)))
		}
		require.NoError(t, e.Prepare(fs...))
		for k, typ := range shapes {
			a, b := s.value(typ), s.value(typ)
			v, err := m.Call(fs[2*k], nil, a)
			require.NoError(t, err)
			require.Equal(t, a.Bytes(), v.Part(1).Int64(), "%s", typ)
			got, err := e.Call(fs[2*k], nil, a)
			agree(t, typ.String(), v, nil, got, err, 0)
			for _, call := range []func(proc.Func, []data.Value, data.Value) (data.Value, error){m.Call, e.Call} {
				v, err = call(fs[2*k+1], nil, data.Tuple(a, b))
				require.NoError(t, err)
				require.Equal(t, a.Bytes()+b.Bytes(), v.Int64(), "%s", typ)
			}
		}
	}
}
