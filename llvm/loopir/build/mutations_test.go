package build_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/diag"
	"procad/llvm/loopir"
	"procad/llvm/loopir/build"
	"procad/proc/deriv"
)

// A mutation makes a program wrong at one place: in an operation of a block, the i-th one. It says whether there is such
// a place.
type mutation func(f *loopir.Func, b *loopir.Block, i int) bool

// mutations are made of a program that was built, at every place. The checker finds each.
var mutations = map[string]mutation{
	// A value that is made in a block is used where it is not: before, behind the block, or in it by its own operation.
	"a use before": func(_ *loopir.Func, b *loopir.Block, i int) bool {
		if i+1 == len(b.Ops) || !uses(b.Ops[i+1], b.Ops[i].Outs) {
			return false
		}
		b.Ops[i], b.Ops[i+1] = b.Ops[i+1], b.Ops[i]
		return true
	},
	"a use of itself": func(_ *loopir.Func, b *loopir.Block, i int) bool {
		op := b.Ops[i]
		if len(op.Outs) == 0 || len(op.Args) == 0 {
			return false
		}
		op.Args[0] = op.Outs[0]
		return true
	},
	"a use behind": func(f *loopir.Func, b *loopir.Block, i int) bool {
		op := b.Ops[i]
		if len(op.Sub) == 0 || len(op.Sub[0].Ops) == 0 {
			return false
		}
		for k, v := range op.Sub[0].Yield {
			if v.Origin == loopir.Result && v.Def.Kind != loopir.For && k < len(op.Outs) && slices.ContainsFunc(op.Sub[0].Ops, func(in *loopir.Op) bool { return in == v.Def }) {
				b.Yield = append(slices.Clone(b.Yield), v)
				return true
			}
		}
		return false
	},
	// Types.
	"an argument of another type": func(f *loopir.Func, b *loopir.Block, i int) bool {
		op := b.Ops[i]
		for k, v := range op.Args {
			if v.Type.Form == loopir.Scalar && (op.Kind != loopir.Push && op.Kind != loopir.Cell && op.Kind != loopir.Print && op.Kind != loopir.Extern && op.Kind != loopir.Eq && op.Kind != loopir.Select) {
				op.Args[k] = f.Undef(loopir.StackType)
				return true
			}
		}
		return false
	},
	"a result of another type": func(_ *loopir.Func, b *loopir.Block, i int) bool {
		for _, v := range b.Ops[i].Outs {
			if v.Type.Form == loopir.Scalar && b.Ops[i].Kind != loopir.Pop && b.Ops[i].Kind != loopir.Extern {
				v.Type = loopir.StackType
				return true
			}
		}
		return false
	},
	"too few values yielded": func(_ *loopir.Func, b *loopir.Block, i int) bool {
		for _, inner := range b.Ops[i].Sub {
			if n := len(inner.Yield); n > 0 {
				inner.Yield = inner.Yield[:n-1]
				return true
			}
		}
		return false
	},
	"too many values yielded": func(f *loopir.Func, b *loopir.Block, i int) bool {
		for _, inner := range b.Ops[i].Sub {
			inner.Yield = append(slices.Clone(inner.Yield), f.Int(0))
			return true
		}
		return false
	},
	"a result missing": func(_ *loopir.Func, b *loopir.Block, i int) bool {
		op := b.Ops[i]
		if n := len(op.Outs); n > 0 && op.Kind != loopir.Pop && op.Kind != loopir.Extern {
			op.Outs = op.Outs[:n-1]
			return true
		}
		return false
	},
	// Loops that are not free.
	"a loop with a state is free": func(_ *loopir.Func, b *loopir.Block, i int) bool {
		op := b.Ops[i]
		if op.Kind != loopir.For || op.Order == loopir.Free || !order(op) {
			return false
		}
		op.Order = loopir.Free
		return true
	},
	"an addition is a load and a store": func(f *loopir.Func, b *loopir.Block, i int) bool {
		op := b.Ops[i]
		if op.Kind != loopir.Accum || b.In == nil || b.In.Kind != loopir.For || b.In.Order != loopir.Free || op.Args[0].Origin == loopir.Result && made(b, op.Args[0].Def) {
			return false
		}
		last := len(op.Args) - 1
		load := &loopir.Op{Kind: loopir.Load, Args: op.Args[:last:last]}
		old := f.NewOut(load, op.Args[last].Type, "old")
		add := &loopir.Op{Kind: loopir.Add, Args: []*loopir.Value{old, op.Args[last]}}
		sum := f.NewOut(add, old.Type, "sum")
		store := &loopir.Op{Kind: loopir.Store, Args: append(slices.Clone(op.Args[:last]), sum)}
		b.Ops = slices.Replace(slices.Clone(b.Ops), i, i+1, load, add, store)
		return true
	},
	"an iteration reads what another one sets": func(f *loopir.Func, b *loopir.Block, i int) bool {
		op := b.Ops[i]
		if op.Kind != loopir.Store || b.In == nil || b.In.Order != loopir.Free || made(b, op.Args[0].Def) {
			return false
		}
		view := &loopir.Op{Kind: loopir.View, Args: op.Args[0].Def.Args} // it may be of another element
		again := f.NewOut(view, op.Args[0].Type, "again")
		load := &loopir.Op{Kind: loopir.Load, Args: append([]*loopir.Value{again}, op.Indices()...)}
		f.NewOut(load, op.Args[len(op.Args)-1].Type, "other")
		b.Ops = slices.Insert(slices.Clone(b.Ops), i, view, load)
		return true
	},
}

func uses(op *loopir.Op, vs []*loopir.Value) bool {
	return slices.ContainsFunc(op.Args, func(v *loopir.Value) bool { return slices.Contains(vs, v) })
}

// order says that a loop carries something that is not only added to.
func order(op *loopir.Op) bool {
	for k, v := range op.Sub[0].Yield {
		if s := op.Sub[0].Params[1+k]; v.Def == nil || v.Def.Kind != loopir.Add || !slices.Contains(v.Def.Args, s) {
			return true
		}
	}
	return false
}

// made says that a block makes what an operation does.
func made(b *loopir.Block, op *loopir.Op) bool {
	found := false
	b.Walk(func(other *loopir.Op) { found = found || other == op })
	return found
}

// TestChecksMissing takes all checks of one claim away, at every place. If something relies on them, the checker finds it.
func TestChecksMissing(t *testing.T) {
	type claim struct {
		f    *loopir.Func
		test loopir.Test
		x, y *loopir.Value
	}
	missing, text := 0, faulty(t)
	for at := 0; ; at++ {
		p := parsed(t, text)
		var claims []claim
		of := func(f *loopir.Func, op *loopir.Op) claim {
			c := claim{f: f, test: op.Claim.Test, x: op.Args[0]}
			if c.test == loopir.Below {
				c.y = op.Args[1]
			}
			return c
		}
		for _, f := range p.Funcs {
			f.Body.Walk(func(op *loopir.Op) {
				if op.Kind == loopir.Check && (op.Claim.Test == loopir.Below || op.Claim.Test == loopir.NonZero) && !slices.Contains(claims, of(f, op)) && !bound(op) {
					claims = append(claims, of(f, op))
				}
			})
		}
		if at == len(claims) {
			break
		}
		c := claims[at]
		c.f.Body.Blocks(func(b *loopir.Block) {
			b.Ops = slices.DeleteFunc(b.Ops, func(op *loopir.Op) bool { return op.Kind == loopir.Check && of(c.f, op) == c })
		})
		if assert.Error(t, p.Check(), "claim %d of %s", at, c.f.Name) {
			missing++
		}
	}
	t.Log(missing, "claims")
	assert.Greater(t, missing, 10)
}

// bound says that a check is of the number of an iteration against the number of iterations.
func bound(op *loopir.Op) bool {
	i := op.Args[0]
	return i.Origin == loopir.Parameter && i.Block.In != nil && i.Block.In.Kind == loopir.For && i.Block.In.Args[0] == op.Args[1]
}

// TestMutations makes each mutation at every place of a program.
func TestMutations(t *testing.T) {
	text := faulty(t)
	for name, plant := range mutations {
		t.Run(name, func(t *testing.T) {
			planted := 0
			for at := 0; ; at++ {
				p := parsed(t, text)
				if f, there := plantAt(p, plant, &at); !there {
					break
				} else if assert.Error(t, p.Check(), "%s, at place %d of %s", name, at, f.Name) {
					planted++
				}
			}
			t.Log(planted, "planted")
			assert.Positive(t, planted)
		})
	}
}

// faulty is the text of a program to be made wrong: a value and a gradient with all kinds of loops.
func faulty(t *testing.T) string {
	s := newSubject(t, &diag.Source{Name: "faulty", Text: subjectText}, "f", `{"x": [1, 2], "m": [[1]], "k": 1}`)
	p, err := build.Program(s.unit.Library.Def, nil, deriv.VJP.Of(s.def.Name))
	require.NoError(t, err)
	return printed(t, p)
}

func parsed(t *testing.T, text string) *loopir.Program {
	p, err := loopir.Parse(&diag.Source{Name: "faulty", Text: text})
	require.NoError(t, err)
	return p
}

const subjectText = `def f(x: Real[n], m: Real[p, q], k: Int): Real =
  let y = [sin(x[i]) * x[(i + k) mod n] for i < n];
      z = fold(\(s, v). if s < v then s * v else sin(s), 1.5, y);
      w = set(y, k mod n, z);
      u = while(9, z, \s. s < 1, \s. s * 2 + 1)
  in (sum(i < n) exp(w[i] * u)) + (sum(i < p, j < q) m[i, j] * z)
`

// plantAt makes a mutation at the first place from at on, and moves at there.
func plantAt(p *loopir.Program, plant mutation, at *int) (f *loopir.Func, there bool) {
	place := 0
	for _, f := range p.Funcs {
		var blocks []*loopir.Block
		f.Body.Blocks(func(b *loopir.Block) { blocks = append(blocks, b) })
		for _, b := range blocks {
			for i := range b.Ops {
				if place >= *at && plant(f, b, i) {
					*at = place
					return f, true
				}
				place++
			}
		}
	}
	return nil, false
}
