package cl

import (
	"fmt"

	"procad/internal/diag"
	"procad/papers/ks"
)

// Verify reports what is wrong with a definition and those that it calls, by the
// rules of Figure 11. Such a definition is a run-time error of the pass that made it.
func Verify(f *Def) (err error) {
	defer diag.Catch[*diag.Error](&err)
	(&checker{map[*Def]bool{}}).code(f.Body.From(), f.Body)
	return nil
}

type checker struct{ done map[*Def]bool }

func (k *checker) failf(format string, args ...any) {
	panic(diag.Errorf(diag.Pos{}, "internal", format, args...))
}

// want says that c : S ⇒ t.
func (k *checker) want(s ks.Type, c Code, t ks.Type) {
	if got := k.code(s, c); !ks.Equal(got, t) {
		k.failf("%T gives %s, and %s is wanted", c, got, t)
	}
}

// code is the T of c : S ⇒ T.
func (k *checker) code(s ks.Type, c Code) ks.Type {
	if !ks.Equal(s, c.From()) {
		k.failf("%T takes %s, not %s", c, c.From(), s)
	}
	t := k.rule(s, c)
	if !ks.Equal(t, c.To()) {
		k.failf("%T gives %s, but says %s", c, t, c.To())
	}
	return t
}

// env is an environment.
func (k *checker) env(s ks.Type) ks.Tuple {
	t, ok := s.(ks.Tuple)
	if !ok {
		k.failf("%s is no environment", s)
	}
	return t
}

func (k *checker) rule(s ks.Type, c Code) ks.Type {
	switch c := c.(type) {
	// I : S ⇒ S
	case *Identity:
		return s

	// K(k) : () ⇒ R
	case *Constant:
		if !ks.Equal(s, ks.Unit) {
			k.failf("K takes (), not %s", s)
		}
		return c.K.Of

	// P[i1, …, im / n] : (s1, …, sn) ⇒ (s(i1), …, s(im))
	case *Prune:
		env, out := k.env(s), ks.Tuple{}
		for _, i := range c.Places {
			if i >= len(env) {
				k.failf("P of place %d of %s", i+1, s)
			}
			out = append(out, env[i])
		}
		return out

	// f : S → T
	// ─────────────
	// F(f) : S ⇒ T
	case *Function:
		if f, ok := c.F.(*Def); ok && !k.done[f] {
			k.done[f] = true
			k.code(f.Body.From(), f.Body)
		}
		t, err := c.F.Result(s)
		if err != nil {
			k.failf("%v", err)
		}
		return t

	// c1 : S ⇒ R     c2 : R ⇒ T
	// ──────────────────────────
	// c1; c2 : S ⇒ T
	case *Then:
		return k.code(k.code(s, c.First), c.Second)

	// c1 : S ⇒ T1     …     cn : S ⇒ Tn
	// ──────────────────────────────────
	// (c1, …, cn) : S ⇒ (T1, …, Tn)
	case *Tuple:
		out := ks.Tuple{}
		for _, e := range c.Elems {
			out = append(out, k.code(s, e))
		}
		return out

	// c1 : S ⇒ Bool     c2 : S ⇒ T     c3 : S ⇒ T
	// ────────────────────────────────────────────
	// IF(c1, c2, c3) : S ⇒ T
	case *If:
		k.want(s, c.Cond, ks.Bool)
		t := k.code(s, c.True)
		k.want(s, c.False, t)
		return t

	// cr : S ⇒ R     cb : (S > R) ⇒ T
	// ────────────────────────────────
	// L(x, cr, cb) : S ⇒ T
	case *Let:
		return k.code(push(k.env(s), k.code(s, c.Bound)), c.Body)

	// cs : S ⇒ N     ce : (S > N) ⇒ T
	// ────────────────────────────────
	// B(cs, i, ce) : S ⇒ Vec T
	case *Build:
		k.want(s, c.Size, ks.N)
		for _, row := range c.Row {
			k.want(s, row, ks.N)
		}
		return ks.Vec{Elem: k.code(push(k.env(s), ks.N), c.Elem)}
	}
	return k.ours(s, c)
}

func (k *checker) ours(s ks.Type, c Code) ks.Type {
	switch c := c.(type) {
	// c : S ⇒ con1 T1 + … + conn Tn     ci : (S > Ti) ⇒ T
	// ────────────────────────────────────────────────────
	// CASE(c, x1. c1, …, xn. cn) : S ⇒ T
	case *Case:
		sum, ok := k.code(s, c.X).(ks.Sum)
		if !ok || len(sum.Cons) != len(c.Arms) {
			k.failf("CASE of %s with %d arms", c.X.To(), len(c.Arms))
		}
		for i, arm := range c.Arms {
			k.want(push(k.env(s), sum.Cons[i].Of), arm.Body, c.T)
		}
		return c.T

	// ca : S ⇒ A     cv : S ⇒ Vec B     cb : (S > (A, B)) ⇒ A
	// ─────────────────────────────────────────────────────────
	// FOLD(ca, cv, x, cb) : S ⇒ A
	case *Fold:
		a, b := k.loop(s, c.Acc, c.Over)
		k.want(push(k.env(s), ks.Tuple{a, b}), c.Body, a)
		return a

	// ca : S ⇒ A     cv : S ⇒ Vec B     cb : (S > (A, B)) ⇒ (A, O)
	// ──────────────────────────────────────────────────────────────
	// SCAN(ca, cv, x, cb) : S ⇒ (A, Vec O)
	case *Scan:
		a, b := k.loop(s, c.Acc, c.Over)
		next, ok := k.code(push(k.env(s), ks.Tuple{a, b}), c.Body).(ks.Tuple)
		if !ok || len(next) != 2 || !ks.Equal(next[0], a) {
			k.failf("SCAN of %s gives %s", a, c.Body.To())
		}
		return ks.Tuple{a, ks.Vec{Elem: next[1]}}

	// cn : S ⇒ N     cs : S ⇒ A     c : (S > A) ⇒ Bool     cb : (S > A) ⇒ A
	// ───────────────────────────────────────────────────────────────────────
	// COUNT(cn, cs, x. c, y. cb) : S ⇒ N
	case *Count:
		k.want(s, c.Limit, ks.N)
		inner := push(k.env(s), k.code(s, c.State))
		k.want(inner, c.Cond, ks.Bool)
		k.want(inner, c.Body, c.State.To())
		return ks.N
	}
	panic(fmt.Sprintf("cl: no rule for %T", c))
}

// loop is A and B of a loop over a vector.
func (k *checker) loop(s ks.Type, acc, over Code) (a, b ks.Type) {
	v, ok := k.code(s, over).(ks.Vec)
	if !ok {
		k.failf("a loop over %s", over.To())
	}
	return k.code(s, acc), v.Elem
}
