package emit

import (
	"slices"

	"github.com/llir/llvm/ir"

	"procad/llvm/loopir"
)

// A machine is a While whose iterations are choices by Bools of its state, and then a way for each state, at the ends of which the next state
// may be known. What it carries is in variables of the stack, which LLVM makes values of. So each end is a jump.
//
//	test:  br s, one, two        one:  …;  s = false, x = a;  br two
//	two:   …;  br c, test, done
type machine struct {
	*writer
	loop    *loopir.Op
	vars    [][]val // the parts of the state
	done    *ir.Block
	blocks  map[*loopir.Block]*ir.Block       // of tests and ways
	gives   map[*loopir.Block][]*loopir.Value // what the iteration yields, as values of a test or a way
	pending []*loopir.Block
}

// tested is the choice that a block of a loop consists of, by a Bool that the loop carries; else nil.
func tested(loop *loopir.Op, b *loopir.Block) *loopir.Op {
	if op := ending(b.Ops, b.Yield); op != nil && len(b.Ops) == 1 && slices.Contains(loop.Sub[0].Params, op.Args[0]) {
		return op
	}
	return nil
}

// ending is the choice that operations end with, if it gives some of what is yielded behind them; else nil.
func ending(ops []*loopir.Op, yield []*loopir.Value) *loopir.Op {
	if len(ops) == 0 {
		return nil
	}
	op := ops[len(ops)-1]
	if op.Kind != loopir.If || !slices.ContainsFunc(yield, func(v *loopir.Value) bool { return v.Def == op }) {
		return nil
	}
	return op
}

// chosen is what is yielded behind a choice, as values of one of its sides.
func chosen(yield []*loopir.Value, choice *loopir.Op, side *loopir.Block) []*loopir.Value {
	out := slices.Clone(yield)
	for k, v := range yield {
		if i := slices.Index(choice.Outs, v); i >= 0 {
			out[k] = side.Yield[i]
		}
	}
	return out
}

// machine writes a While.
func (w *writer) machine(op *loopir.Op) {
	body := op.Sub[0]
	m := &machine{writer: w, loop: op, done: w.Block("done"), blocks: map[*loopir.Block]*ir.Block{}, gives: map[*loopir.Block][]*loopir.Value{body: body.Yield}}
	for _, v := range op.Args {
		var parts []val
		for _, l := range w.of(v) {
			parts = append(parts, w.Alloca(l.Type(), 1))
		}
		m.vars = append(m.vars, parts)
	}
	m.assign(op.Args)
	w.Jump(m.next(op.Args))
	for len(m.pending) > 0 {
		b := m.pending[0]
		m.pending = m.pending[1:]
		m.way(b)
	}
	w.Use(m.done)
	w.setAll(op.Outs, m.state())
}

// assign stores values to the variables.
func (m *machine) assign(vs []*loopir.Value) {
	for k, v := range vs {
		if v.Origin == loopir.Undefined {
			continue
		}
		for i, x := range m.of(v) {
			m.Cur.NewStore(x, m.vars[k][i])
		}
	}
}

// state loads the variables.
func (m *machine) state() (all []val) {
	for _, parts := range m.vars {
		for _, p := range parts {
			all = append(all, m.Cur.NewLoad(p.(*ir.InstAlloca).ElemType, p))
		}
	}
	m.Size += len(all)
	return all
}

// next is where an iteration with a state begins: behind the tests that are known.
func (m *machine) next(state []*loopir.Value) *ir.Block {
	b := m.loop.Sub[0]
	for {
		test := tested(m.loop, b)
		if test == nil {
			return m.at(b)
		}
		c := state[slices.Index(m.loop.Sub[0].Params, test.Args[0])]
		bits, known := c.IsConst()
		if !known {
			return m.at(b)
		}
		b = m.side(b, test, 1-bits)
	}
}

// side is a side of a test, which a block consists of.
func (m *machine) side(b *loopir.Block, test *loopir.Op, i uint64) *loopir.Block {
	side := test.Sub[i]
	m.gives[side] = chosen(m.gives[b], test, side)
	return side
}

func (m *machine) at(b *loopir.Block) *ir.Block {
	if m.blocks[b] == nil {
		m.blocks[b] = m.Block("state")
		m.pending = append(m.pending, b)
	}
	return m.blocks[b]
}

// way writes a test, or the way of a state.
func (m *machine) way(b *loopir.Block) {
	m.Use(m.blocks[b])
	m.setAll(m.loop.Sub[0].Params, m.state())
	if test := tested(m.loop, b); test != nil {
		m.Branch(m.one(test.Args[0]), m.at(m.side(b, test, 0)), m.at(m.side(b, test, 1)))
		return
	}
	m.goOn()
	m.ends(b.Ops, m.gives[b])
}

// ends writes operations, at whose ends an iteration yields values.
func (m *machine) ends(ops []*loopir.Op, yield []*loopir.Value) {
	if choice := ending(ops, yield); choice != nil {
		m.block(&loopir.Block{Ops: ops[:len(ops)-1]})
		yes, no := m.Block("yes"), m.Block("no")
		m.Branch(m.one(choice.Args[0]), yes, no)
		for i, at := range []*ir.Block{yes, no} {
			m.Use(at)
			m.ends(choice.Sub[i].Ops, chosen(yield, choice, choice.Sub[i]))
		}
		return
	}
	m.block(&loopir.Block{Ops: ops})
	again, state := m.of(yield[0])[0], yield[1:]
	m.assign(state)
	switch bits, known := yield[0].IsConst(); {
	case known && bits == 0:
		m.Jump(m.done)
	case known:
		m.Jump(m.next(state))
	default:
		m.Branch(again, m.next(state), m.done)
	}
}
