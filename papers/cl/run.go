package cl

import (
	"fmt"

	"procad/core/eval"
	"procad/papers/ks"
	"procad/papers/number"
)

// Run is t ◇ c, the semantics of Figure 10. The error is an *eval.RuntimeError or a
// *number.Refused.
func Run(m *ks.Machine, f *Def, t ks.Value) (v ks.Value, err error) {
	defer number.Catch(&err)
	return (&runner{m}).run(t, f.Body), nil
}

type runner struct{ *ks.Machine }

// run is t ◇ c.
func (m *runner) run(t ks.Value, c Code) ks.Value {
	m.Steps++
	switch c := c.(type) {
	// t ◇ I = t
	case *Identity:
		return t

	// t ◇ K(k) = k
	case *Constant:
		return m.Const(c.K)

	// t ◇ P[i1, …, im / n] = (π(i1, n)(t), …, π(im, n)(t))
	case *Prune:
		out := make(eval.Tuple, len(c.Places))
		for i, k := range c.Places {
			out[i] = ks.Part(t, k)
		}
		return out

	// t ◇ F(f) = f(t)
	case *Function:
		if f, ok := c.F.(*Def); ok {
			return m.run(t, f.Body)
		}
		return c.F.(ks.Builtin).Apply(m.Machine, c.At, t)

	// t ◇ (c1; c2) = (t ◇ c1) ◇ c2
	case *Then:
		return m.run(m.run(t, c.First), c.Second)

	// t ◇ (c1, …, cn) = (t ◇ c1, …, t ◇ cn)
	case *Tuple:
		out := make(eval.Tuple, len(c.Elems))
		for i, e := range c.Elems {
			out[i] = m.run(t, e)
		}
		return out

	// t ◇ IF(c1, c2, c3) = if t ◇ c1 then t ◇ c2 else t ◇ c3
	case *If:
		if m.run(t, c.Cond).(*eval.Variant).Con == 0 {
			return m.run(t, c.True)
		}
		return m.run(t, c.False)

	// t ◇ L(x, cr, cb) = let x = t ◇ cr in (t > x) ◇ cb
	case *Let:
		return m.run(m.extend(t, m.run(t, c.Bound)), c.Body)

	// t ◇ B(cs, i, ce) = build(t ◇ cs, λi. (t > i) ◇ ce)
	case *Build:
		sizes := []ks.Value{m.run(t, c.Size)}
		for _, row := range c.Row {
			sizes = append(sizes, m.run(t, row))
		}
		return m.BuildVector(c.At, sizes, func(i int64) ks.Value { return m.run(m.extend(t, i), c.Elem) })

	// t ◇ CASE(c, x1. c1, …) = case t ◇ c of con1 x1 → (t > x1) ◇ c1, …
	case *Case:
		x := m.run(t, c.X)
		if _, none := x.(ks.None); none {
			return x // a case of a tangent is linear in it
		}
		v := x.(*eval.Variant)
		return m.run(m.extend(t, v.Of), c.Arms[v.Con].Body)
	}
	return m.loop(t, c)
}

func (m *runner) extend(t, x ks.Value) ks.Value {
	env := t.(eval.Tuple)
	return append(env[:len(env):len(env)], x)
}

func (m *runner) loop(t ks.Value, c Code) ks.Value {
	switch c := c.(type) {
	// t ◇ FOLD(ca, cv, x, cb) = fold (λx. (t > x) ◇ cb) (t ◇ ca) (t ◇ cv)
	case *Fold:
		acc := m.run(t, c.Acc)
		for _, e := range m.Vector(c.At, m.run(t, c.Over)).Elems {
			acc = m.run(m.extend(t, eval.Tuple{acc, e}), c.Body)
		}
		return acc

	// t ◇ SCAN(ca, cv, x, cb) = (an, [b0, …, bn−1])    where a0 = t ◇ ca     (ai+1, bi) = (t > (ai, (t ◇ cv)[i])) ◇ cb
	// t ◇ SCAN'(ca, cv, x, cb) = (a0, [b0, …, bn−1])   where an = t ◇ ca     (ai, bi) = (t > (ai+1, (t ◇ cv)[i])) ◇ cb
	case *Scan:
		acc, over := m.run(t, c.Acc), m.Vector(c.At, m.run(t, c.Over)).Elems
		out := make([]ks.Value, len(over))
		for k := range over {
			i := k
			if c.Down {
				i = len(over) - 1 - k
			}
			next := m.run(m.extend(t, eval.Tuple{acc, over[i]}), c.Body)
			acc, out[i] = ks.Part(next, 0), ks.Part(next, 1)
		}
		return eval.Tuple{acc, &ks.Vector{Elems: out}}

	// t ◇ COUNT(cn, cs, x. c, y. cb) = iterations(t ◇ cn, t ◇ cs, λx. (t > x) ◇ c, λy. (t > y) ◇ cb)
	case *Count:
		cond := func(s ks.Value) ks.Value { return m.run(m.extend(t, s), c.Cond) }
		body := func(s ks.Value) ks.Value { return m.run(m.extend(t, s), c.Body) }
		return m.CountIterations(c.At, m.run(t, c.Limit), m.run(t, c.State), cond, body)
	}
	panic(fmt.Sprintf("cl: no rule for %T", c))
}
