package loopir

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"procad/internal/diag"
	"procad/internal/golden"
)

// TestCheck says what is wrong with each function of a program. Those whose names begin with ok are right.
func TestCheck(t *testing.T) {
	golden.Run(t, "testdata/check/*.txtar", func(t *testing.T, _ string, a *txtar.Archive) []txtar.File {
		require.Len(t, a.Files, 2)
		text := string(a.Files[0].Data)
		p := parse(t, text)
		var refused strings.Builder
		for _, f := range p.Funcs {
			err := f.check(p, printing{})
			if strings.HasPrefix(f.Name.String(), "ok") {
				assert.NoError(t, err, f.Name)
				continue
			}
			if assert.Error(t, err, f.Name) {
				refused.WriteString(f.Name.String() + ": " + err.Error() + "\n")
			}
		}
		a.Files[1].Data = []byte(refused.String())
		assert.Equal(t, text, printed(t, p), "the program is not printed as it is written")
		return a.Files
	})
}

func parse(t *testing.T, text string) *Program {
	p, err := Parse(&diag.Source{Name: "text", Text: text})
	require.NoError(t, err)
	return p
}

func printed(t *testing.T, p *Program) string {
	var text strings.Builder
	require.NoError(t, p.Print(&text))
	return text.String()
}

// TestStructure plants faults that no text has: each is made in a function that is right.
func TestStructure(t *testing.T) {
	const text = `func f(x: &real*, n: int) -> (real)
  v = view x[n]
  s = for free i < n (a = 0.0)
    y = load v[i]
    b = add a, y
    yield b
  return s
`
	for _, c := range []struct {
		name  string
		plant func(f *Func, loop *Op)
		want  string
	}{
		{"a use before the value is made", func(f *Func, loop *Op) {
			ops := loop.Sub[0].Ops
			ops[0], ops[1] = ops[1], ops[0]
		}, "y is used before it is made"},
		{"a use outside of the block", func(f *Func, loop *Op) { f.Body.Yield[0] = loop.Sub[0].Yield[0] }, "b is used outside of the block that makes it"},
		{"a list that two have", func(f *Func, loop *Op) {
			f.Body.Yield = loop.Outs
		}, "who changes one changes both"},
		{"a value that is made twice", func(f *Func, loop *Op) {
			loop.Sub[0].Ops = append(loop.Sub[0].Ops, loop.Sub[0].Ops[1])
		}, "b is made twice"},
		{"an ID of another value", func(f *Func, loop *Op) {
			op := loop.Sub[0].Ops[0]
			other := *op.Outs[0]
			loop.Sub[0].Ops[1].Args[1] = &other
		}, "y has the number of another value"},
		{"an ID that is too large", func(f *Func, loop *Op) { loop.Outs[0].ID = f.Values }, "s has no number of the function"},
		{"a result of another operation", func(f *Func, loop *Op) { loop.Outs[0].Def = loop.Sub[0].Ops[0] }, "s is the result of another operation"},
		{"a block of another operation", func(f *Func, loop *Op) { loop.Sub[0].In = f.Body.Ops[0] }, "a block is that of another operation"},
		{"a parameter of another block", func(f *Func, loop *Op) { loop.Sub[0].Params[1].Block = f.Body }, "a is a parameter of another block"},
		{"a constant of another function", func(f *Func, loop *Op) { loop.Args[1] = new(Func).Const(RealType, 0) }, "the constant 0.0 is none of this function"},
		{"too few values yielded", func(f *Func, loop *Op) { loop.Sub[0].Yield = nil }, "the block yields 0 values, not 1"},
		{"a value of another type yielded", func(f *Func, loop *Op) { loop.Sub[0].Yield[0] = loop.Sub[0].Params[0] }, "the block yields a int, not a real, at place 0"},
		{"a result of another type", func(f *Func, loop *Op) { loop.Outs[0].Type = IntType }, "it makes a int, not a real, at place 0"},
		{"too few results", func(f *Func, loop *Op) { loop.Outs = nil }, "it makes 0 values, not 1"},
		{"too few values returned", func(f *Func, loop *Op) { f.Body.Yield = nil }, "the function returns 0 values, not 1"},
		{"a parameter without a mode", func(f *Func, loop *Op) { f.Modes = f.Modes[1:] }, "2 parameters have 1 modes"},
		{"an argument of another type", func(f *Func, loop *Op) { loop.Sub[0].Ops[1].Args[0] = f.Int(0) }, "add takes two values of one type"},
		{"a mask where there can be none", func(f *Func, loop *Op) { loop.Sub[0].Ops[1].Mask = f.Const(VectorOf(Bool, 4), 0) }, "it has a mask"},
		{"a mask of another width", func(f *Func, loop *Op) { loop.Sub[0].Ops[0].Mask = f.Const(VectorOf(Bool, 4), 0) }, "the mask is a bool<4>, for 1 lanes"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := parse(t, text)
			require.NoError(t, p.Check())
			f := p.Funcs[0]
			c.plant(f, f.Body.Ops[1])
			assert.ErrorContains(t, p.Check(), c.want)
		})
	}
}
