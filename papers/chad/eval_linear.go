package chad

import (
	"fmt"

	"procad/papers/chad/linear"
)

// linear is (Γ; v : A ⊢ t : B)^T : LFun(A^T, B^T), section 9.1: a term of the API of
// Figure 8, for values of Γ. Cartesian terms in it are evaluated when it is made; those
// under another binder, when that has a value.
func (m *machine) linear(e *env, t LinTerm) linear.LFun {
	m.step()
	switch t := t.(type) {
	// v^T = lid
	case *LinVar:
		return linear.Lid()

	// (let x = t in s)^T = let x = t^T in s^T
	case *LinLet:
		return m.linear(e.with(t.Var, m.eval(e, t.Bound)), t.Body)

	// (let v = t in s)^T = t^T ;l s^T
	case *LinLetV:
		return linear.Compose(m.linear(e, t.Bound), m.linear(e, t.Body))

	// lop(t1, …, tk; s)^T = s^T ;l lop(t1^T, …, tk^T)
	case *LinOp:
		args := m.values(e, t.Args)
		return linear.Compose(m.linear(e, t.X), linear.Lop(func(x Value) Value { return t.Op.apply(m, args, x) }))

	// <>^T = 0, the only element of 1
	case *LinUnit:
		return linear.Zero()

	// <t, s>^T = lpair(t^T, s^T)
	case *LinPair:
		return linear.Lpair(m.linear(e, t.A), m.linear(e, t.B))

	// (fst t)^T = t^T ;l lfst
	case *LinFst:
		return linear.Compose(m.linear(e, t.X), linear.Lfst())

	// (snd t)^T = t^T ;l lsnd
	case *LinSnd:
		return linear.Compose(m.linear(e, t.X), linear.Lsnd())

	// (λy. t)^T = lswap (λy. t^T)
	case *LinPower:
		return linear.Lswap(func(y any) linear.LFun { return m.linear(e.with(t.Var, y), t.Body) })

	// (t s)^T = t^T ;l leval s^T
	case *LinAt:
		return linear.Compose(m.linear(e, t.X), linear.Leval(m.eval(e, t.Arg)))

	// (!t ⊗ s)^T = s^T ;l {(t^T, -)}
	case *LinCopower:
		return linear.Compose(m.linear(e, t.By), linear.Singleton(m.eval(e, t.X)))

	// (case t of !y ⊗ v → s)^T = t^T ;l lcopowfold (λy. s^T)
	case *LinCase:
		return linear.Compose(m.linear(e, t.X), m.monoid.Lcopowfold(func(y any) linear.LFun {
			return m.linear(e.with(t.Var, y), t.Body)
		}))

	// (t • s)^T = s^T ;l t^T
	case *LinApply:
		return linear.Compose(m.linear(e, t.Arg), m.eval(e, t.Func).(linear.LFun))

	// 0^T = 0
	case *LinZero:
		return linear.Zero()

	// (t + s)^T = t^T + s^T
	case *LinPlus:
		return m.monoid.PlusLFun(m.linear(e, t.A), m.linear(e, t.B))
	}
	return m.linearLoop(e, t)
}

// linearLoop is linear for arrays and loops.
func (m *machine) linearLoop(e *env, t LinTerm) linear.LFun {
	switch t := t.(type) {
	// build(i < n. t)^T = lbuild(n, λi. t^T)
	case *LinBuild:
		dims := intsOf(m.eval(e, t.Size))
		return linear.Lbuild(dims, func(k int) linear.LFun {
			return m.linear(e.with(t.Var, indexOf(placeOf(dims, k))), t.Body)
		})

	// sum(i < n. t)^T = lsum(n, λi. t^T)
	case *LinSum:
		dims := intsOf(m.eval(e, t.Size))
		return m.monoid.Lsum(product(dims), func(k int) linear.LFun {
			return m.linear(e.with(t.Var, indexOf(placeOf(dims, k))), t.Body)
		})

	// scan(p ∈ l. t; s)^T = lscan(|l|, λk. t^T[l[k]/p], s^T)
	case *LinScan:
		over := m.eval(e, t.Over).(list)
		return linear.Lscan(len(over), func(k int) linear.LFun { return m.linear(e.with(t.Var, over[k]), t.Body) }, m.linear(e, t.Init))

	// back(p ∈ l. t; s)^T = lback(|l|, λk. t^T[l[k]/p], s^T)
	case *LinBack:
		over := m.eval(e, t.Over).(list)
		return m.monoid.Lback(len(over), func(k int) linear.LFun { return m.linear(e.with(t.Var, over[k]), t.Body) }, m.linear(e, t.Init))
	}
	panic(fmt.Sprintf("chad: no rule for %T", t))
}

// placeOf is the indices of element k, the last fastest.
func placeOf(dims []int64, k int) []int64 {
	at := make([]int64, len(dims))
	for axis := len(dims) - 1; axis >= 0; axis-- {
		at[axis] = int64(k) % dims[axis]
		k /= int(dims[axis])
	}
	return at
}

func product(dims []int64) int {
	n := 1
	for _, d := range dims {
		n *= int(d)
	}
	return n
}
