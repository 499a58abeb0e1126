package chad

import (
	"fmt"
	"math"

	"procad/core"
	"procad/core/eval"
	"procad/papers"
	"procad/papers/chad/linear"
	"procad/papers/number"
)

// This file is the variant of Smeding and Vákár, Efficient CHAD: D← in time proportional
// to that of the program. Three things are not as in section 7.5:
//
//   - A backpropagator gives no cotangent of the context. It adds to cells, one for each
//     variable: EVM Γ, which is a state that is passed on, and here is changed in place.
//   - Cotangents are sparse: 0 is one value at all types, and + 0 costs nothing.
//   - The cotangent of a function is the tuple of those of the variables that it
//     captured, so that one run of its body gives both halves of a call's cotangent. The
//     body does not run again.
//
// It is an evaluator: each rule gives the value of a term and its backpropagator.

// An evm is the effect D(τ)₂ → EVM Γ () of a backpropagator. It is not called with 0.
type evm func(d Value)

// run is bp d; nothing if d is 0.
func (bp evm) run(d Value) {
	if d != nil && bp != nil {
		bp(d)
	}
}

// A cellEnv is the values and the cells of variables, the innermost first.
type cellEnv struct {
	x     *Var
	value Value
	cell  *linear.Cell
	outer *cellEnv
}

func (e *cellEnv) lookup(x *Var) *cellEnv {
	for ; e != nil; e = e.outer {
		if e.x == x {
			return e
		}
	}
	panic("chad: " + x.Name + " is not bound")
}

// with is the environment with a new cell for x.
func (m *machine) with(e *cellEnv, x *Var, v Value) *cellEnv {
	return &cellEnv{x, v, m.monoid.NewCell(), e}
}

// A capture is a function: the values of the variables that it captures.
type capture struct {
	vars   []*Var
	values []Value
	param  *Var
	body   Term
}

// efficient is <t, bp>.
func (m *machine) efficient(e *cellEnv, t Term) (Value, evm) {
	m.step()
	switch t := t.(type) {
	// x: λd. add_x d
	case *Use:
		at := e.lookup(t.Var)
		return at.value, m.counted(1, func(d Value) { at.cell.Add(d) })

	// let x = t in s: λd. do {dx <- scope 0 (bp_s d); bp_t dx}
	case *Let:
		x, bpT := m.efficient(e, t.Bound)
		inner := m.with(e, t.Var, x)
		y, bpS := m.efficient(inner, t.Body)
		return y, m.counted(3, func(d Value) { bpS.run(d); bpT.run(inner.cell.Take()) })

	// op(t1, …, tk): λd. do {let <d1, …, dk> = Dop^t(x1, …, xk; d); bp_1 d1; …; bp_k dk}
	case *Op:
		return m.efficientOp(e, t)

	// <>: λd. pure ()
	case *Unit:
		return unit{}, nil

	// <t, s>: λd. do {bp_t (fst d); bp_s (snd d)}
	case *Pair:
		a, bpA := m.efficient(e, t.A)
		b, bpB := m.efficient(e, t.B)
		return &linear.Pair{A: a, B: b}, m.counted(2, func(d Value) { bpA.run(firstOf(d)); bpB.run(secondOf(d)) })

	// fst t: λd. bp_t <d, 0>
	case *Fst:
		x, bp := m.efficient(e, t.X)
		return firstOf(x), m.counted(1, func(d Value) { bp.run(&linear.Pair{A: d}) })

	// snd t: λd. bp_t <0, d>
	case *Snd:
		x, bp := m.efficient(e, t.X)
		return secondOf(x), m.counted(1, func(d Value) { bp.run(&linear.Pair{B: d}) })

	// λx. t, which captures y1, …, yn: λd. do {add_y1 (proj_1 d); …; add_yn (proj_n d)}
	case *Lambda:
		f := &capture{vars: captured(t), param: t.Var, body: t.Body}
		cells := make([]*linear.Cell, len(f.vars))
		for i, y := range f.vars {
			at := e.lookup(y)
			f.values, cells[i] = append(f.values, at.value), at.cell
		}
		return f, m.counted(int64(len(cells)), func(d Value) {
			for i, part := range components(d, len(cells)) {
				cells[i].Add(part)
			}
		})

	// t s: λd. do {<dy1, …, dyn, dx> <- scope 0 (bp_body d); bp_t <dy1, …, dyn>; bp_s dx}
	case *Apply:
		f, bpF := m.efficient(e, t.Func)
		x, bpX := m.efficient(e, t.Arg)
		c := f.(*capture)
		var inner *cellEnv
		cells := make([]*linear.Cell, len(c.vars))
		for i, y := range c.vars {
			inner = m.with(inner, y, c.values[i])
			cells[i] = inner.cell
		}
		inner = m.with(inner, c.param, x)
		y, bp := m.efficient(inner, c.body)
		return y, m.counted(int64(len(cells))+4, func(d Value) {
			bp.run(d)
			bpF.run(taken(cells))
			bpX.run(inner.cell.Take())
		})

	// f t: as t s, without captured variables
	case *Call:
		x, bpX := m.efficient(e, t.Arg)
		inner := m.with(nil, t.Def.Param, x)
		y, bp := m.efficient(inner, t.Def.Body)
		return y, m.counted(3, func(d Value) { bp.run(d); bpX.run(inner.cell.Take()) })

	// inl t: λd. bp_t (unlinl d)
	case *Inl:
		x, bp := m.efficient(e, t.X)
		return &linear.Either{X: x}, m.counted(1, func(d Value) { bp.run(d.(*linear.Either).X) })
	case *Inr:
		x, bp := m.efficient(e, t.X)
		return &linear.Either{Right: true, X: x}, m.counted(1, func(d Value) { bp.run(d.(*linear.Either).X) })

	// case t of inl x → a | …: λd. do {dx <- scope 0 (bp_a d); bp_t (linl dx)}
	case *Case:
		x, bpX := m.efficient(e, t.X)
		s := x.(*linear.Either)
		v, branch := t.L, t.A
		if s.Right {
			v, branch = t.R, t.B
		}
		inner := m.with(e, v, s.X)
		y, bp := m.efficient(inner, branch)
		return y, m.counted(3, func(d Value) {
			bp.run(d)
			if dx := inner.cell.Take(); dx != nil {
				bpX.run(&linear.Either{Right: s.Right, X: dx})
			}
		})

	// stop t: λd. pure ()
	case *Stop:
		x, _ := m.efficient(e, t.X)
		return x, nil
	}
	return m.efficientLoop(e, t)
}

// counted is a backpropagator that counts as a step when it runs, and that keeps so many
// references to others, to cells and to values.
func (m *machine) counted(references int64, bp evm) evm {
	m.kept += 4 * references
	return func(d Value) { m.step(); bp(d) }
}

// taken is the tuple of what is in the cells: 0 if all of that is 0.
func taken(cells []*linear.Cell) Value {
	var out Value
	some := false
	for i, c := range cells {
		d := c.Take()
		some = some || d != nil
		if i == 0 {
			out = d
		} else {
			out = &linear.Pair{A: out, B: d}
		}
	}
	if !some {
		return nil
	}
	return out
}

// efficientOp is the rule of operations, by their Dop^t.
func (m *machine) efficientOp(e *cellEnv, t *Op) (Value, evm) {
	args, bps := make([]Value, len(t.Args)), make([]evm, len(t.Args))
	for i, s := range t.Args {
		args[i], bps[i] = m.efficient(e, s)
	}
	for _, x := range args {
		if _, ok := x.(*linear.Array); !ok {
			m.kept += 8 // a number; an array is a reference
		}
	}
	y := t.Op.eval(m, t.Pos, args)
	return y, m.counted(3, func(d Value) {
		rule := m.transpose(t, args)
		var at *env
		for i, x := range rule.xs {
			at = at.with(x, args[i])
		}
		for i, part := range components(m.linear(at, rule.term).At(d), len(bps)) {
			bps[i].run(part)
		}
	})
}

// A transposed operation is Dop^t(x1, …, xk; v).
type transposedOp struct {
	xs   []*Var
	term LinTerm
}

// transpose is Dop^t for the operation of t, which is made once.
func (m *machine) transpose(t *Op, args []Value) *transposedOp {
	if rule, ok := m.transposes[t]; ok {
		return rule
	}
	types := m.types[t]
	rule := &transposedOp{}
	uses := make([]Term, len(args))
	for i := range args {
		x := newVar(fmt.Sprint("x", i+1), types[i])
		rule.xs = append(rule.xs, x)
		uses[i] = use(x)
	}
	rule.term = t.Op.(Differentiable).Transpose(Derivatives, uses, types)
	m.transposes[t] = rule
	return rule
}

// newEfficient is a machine for efficient, on terms whose operations have the types that a
// checker found.
func newEfficient(numbers number.Domain, tangents Tangents, steps int, types map[Term]Type) *machine {
	m := newMachine(numbers, tangents, steps)
	m.sparse, m.types, m.transposes = true, map[*Op][]Type{}, map[*Op]*transposedOp{}
	for t := range types {
		op, ok := t.(*Op)
		if !ok {
			continue
		}
		args := make([]Type, len(op.Args))
		for i, a := range op.Args {
			args[i] = types[a]
		}
		m.types[op] = args
	}
	return m
}

// Efficient is the gradient by the efficient variant of D←, as a system of papers.
var Efficient = papers.System{Name: "chad-efficient", Paper: 4, About: "CHAD with cells for cotangents and captured variables", Gradient: efficientGradient, Memory: papers.Memory{Operation: 110}}

func efficientGradient(_ *core.Program, f *core.Def, args []eval.Value, seed eval.Value, d number.Domain) (_ *papers.Result, err error) {
	if seed == nil {
		if seed, err = papers.One(name, f, d); err != nil {
			return nil, err
		}
	}
	e := newElaborator()
	def, err := e.definition(f)
	if err != nil {
		return nil, err
	}
	defer number.Catch(&err)
	before := d.Operations()
	m := newEfficient(d, reals{d}, math.MaxInt, e.types)
	inner := m.with(nil, def.Param, argument(f.Type().Params, args))
	y, bp := m.efficient(inner, def.Body)
	bp.run(cotangent(f.Result, seed))
	params := f.Type().Params
	g := gradients(params, args, inner.cell.Take(), d.Literal(f.Pos, 0))
	return &papers.Result{Value: out(f.Result, y), Gradient: g, Operations: d.Operations() - before, Steps: m.taken(), Bytes: m.kept}, nil
}

// Evaluate is f(args), and the steps of that: those of Efficient without a cotangent.
func Evaluate(f *core.Def, args []eval.Value, d number.Domain) (y eval.Value, steps int64, err error) {
	e := newElaborator()
	def, err := e.definition(f)
	if err != nil {
		return nil, 0, err
	}
	defer number.Catch(&err)
	m := newEfficient(d, reals{d}, math.MaxInt, e.types)
	v, _ := m.efficient(m.with(nil, def.Param, argument(f.Type().Params, args)), def.Body)
	return out(f.Result, v), m.taken(), nil
}
