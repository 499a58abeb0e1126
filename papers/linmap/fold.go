package linmap

import (
	"procad/core/eval"
	"procad/internal/diag"
	"procad/papers/ks"
)

// The folds of Figure 12.
type (
	// LmFold is lmFold (λt. e) (λt. e') acc v : (s, (a, Vec b)) ⊸ a.
	LmFold struct{}
	// FFold is FFold (λt. e) acc v (λt_dt. e_dt) d_acc d_v : δa.
	FFold struct{}
	// RFold is RFold (λt. e) (λt_dr. e_dr) acc v dr : (δs, (δa, Vec δb)).
	RFold struct{}
)

func (LmFold) Name() string { return "lmFold" }
func (FFold) Name() string  { return "FFold" }
func (RFold) Name() string  { return "RFold" }

// folded is the a and b of fold (λt. e) acc v, given the types of the three.
func folded(f, acc, v ks.Type) (a, b ks.Type, ok bool) {
	vec, _ := v.(ks.Vec)
	if vec.Elem == nil || !ks.Equal(f, ks.Func{From: ks.Tuple{acc, vec.Elem}, To: acc}) {
		return nil, nil, false
	}
	return acc, vec.Elem, true
}

// Result is the rule of Figure 12.
//
//	t : (a, b)     e : a     e' : (s, (a, b)) ⊸ a     acc : a     v : Vec b
//	───────────────────────────────────────────────────────────────────────
//	lmFold (λt. e) (λt. e') acc v : (s, (a, Vec b)) ⊸ a
func (f LmFold) Result(arg ks.Type) (ks.Type, error) {
	if t, _ := arg.(ks.Tuple); len(t) == 4 {
		step, isFunc := t[1].(ks.Func)
		a, b, ok := folded(t[0], t[2], t[3])
		if ok && isFunc {
			m, _ := lin(step.To)
			s, ab := pair(m.From)
			if ks.Equal(step.From, ks.Tuple{a, b}) && ks.Equal(ab, ks.Tuple{a, b}) && ks.Equal(m.To, a) {
				return ks.Lin{From: ks.Tuple{s, ks.Tuple{a, ks.Vec{Elem: b}}}, To: a}, nil
			}
		}
	}
	return nil, wrong(f, arg)
}

// Result is the rule of Figure 12.
//
//	t : (a, b)     e : a     t_dt : ((a, b), (δa, δb))     e_dt : δa     acc : a     v : Vec b     d_acc : δa     d_v : Vec δb
//	──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
//	FFold (λt. e) acc v (λt_dt. e_dt) d_acc d_v : δa
func (f FFold) Result(arg ks.Type) (ks.Type, error) {
	if t, _ := arg.(ks.Tuple); len(t) == 6 {
		if a, b, ok := folded(t[0], t[1], t[2]); ok {
			da, db := ks.Tangent(a), ks.Tangent(b)
			step := ks.Func{From: ks.Tuple{ks.Tuple{a, b}, ks.Tuple{da, db}}, To: da}
			if ks.Equal(t[3], step) && ks.Equal(t[4], da) && ks.Equal(t[5], ks.Vec{Elem: db}) {
				return da, nil
			}
		}
	}
	return nil, wrong(f, arg)
}

// Result is the rule of Figure 12.
//
//	t : (a, b)     e : a     t_dr : ((a, b), δa)     e_dr : (δs, (δa, δb))     acc : a     v : Vec b     dr : δa
//	────────────────────────────────────────────────────────────────────────────────────────────────────────────
//	RFold (λt. e) (λt_dr. e_dr) acc v dr : (δs, (δa, Vec δb))
func (f RFold) Result(arg ks.Type) (ks.Type, error) {
	if t, _ := arg.(ks.Tuple); len(t) == 5 {
		step, isFunc := t[1].(ks.Func)
		if a, b, ok := folded(t[0], t[2], t[3]); ok && isFunc {
			da, db := ks.Tangent(a), ks.Tangent(b)
			ds, dab := pair(step.To)
			if ks.Equal(step.From, ks.Tuple{ks.Tuple{a, b}, da}) && ks.Equal(dab, ks.Tuple{da, db}) && ks.Equal(t[4], da) {
				return ks.Tuple{ds, ks.Tuple{da, ks.Vec{Elem: db}}}, nil
			}
		}
	}
	return nil, wrong(f, arg)
}

type foldNode struct {
	serial
	f, lm *ks.Closure // λt. e and λt. e'
	acc   ks.Value
	v     *ks.Vector
}

func (f LmFold) Apply(m *ks.Machine, _ diag.Pos, arg ks.Value) ks.Value {
	a := arg.(eval.Tuple)
	return &foldNode{keep(m, 0, 4), a[0].(*ks.Closure), a[1].(*ks.Closure), a[2], a[3].(*ks.Vector)}
}

// Apply is Figure 14.
func (f FFold) Apply(m *ks.Machine, at diag.Pos, arg ks.Value) ks.Value {
	a := arg.(eval.Tuple)
	step := func(t, dt ks.Value) ks.Value { return m.Call(a[3].(*ks.Closure), eval.Tuple{t, dt}) }
	return ffold(m, a[0].(*ks.Closure), step, a[1], a[2].(*ks.Vector), a[4], a[5])
}

// Apply is Figure 15.
func (f RFold) Apply(m *ks.Machine, at diag.Pos, arg ks.Value) ks.Value {
	a := arg.(eval.Tuple)
	step := func(t, dr ks.Value) ks.Value { return m.Call(a[1].(*ks.Closure), eval.Tuple{t, dr}) }
	return rfold(m, at, a[0].(*ks.Closure), step, a[2], a[3].(*ks.Vector), a[4])
}

// forwardFold is the rule of Figure 13.
//
//	lmFold (λt. e) (λt. e') acc v ⊙ dx = FFold (λt. e) acc v (λt_dt. e_dt) d_acc d_v
//	  where e_dt = let t = π1(t_dt) in let dt = π2(t_dt) in e' ⊙ (ds, dt)
//	        ds = π1(dx)     d_acc = π1(π2(dx))     d_v = π2(π2(dx))
func (a *applier) forwardFold(m *foldNode, dx ks.Value) ks.Value {
	ds, dav := ks.Part(dx, 0), ks.Part(dx, 1)
	step := func(t, dt ks.Value) ks.Value {
		return a.forward(a.Call(m.lm, t).(node), eval.Tuple{ds, dt})
	}
	return ffold(a.Machine, m.f, step, m.acc, m.v, ks.Part(dav, 0), ks.Part(dav, 1))
}

// reverseFold is the rule of Figure 13.
//
//	dx ⊙ᴿ lmFold (λt. e) (λt. e') acc v = RFold (λt. e) (λt_dr. e_dr) acc v dx
//	  where e_dr = let t = π1(t_dr) in let dr = π2(t_dr) in dr ⊙ᴿ e'
func (a *applier) reverseFold(dx ks.Value, m *foldNode) ks.Value {
	step := func(t, dr ks.Value) ks.Value { return a.reverse(dr, a.Call(m.lm, t).(node)) }
	return rfold(a.Machine, a.at, m.f, step, m.acc, m.v, dx)
}

// ffold is Figure 14.
//
//	FFold(f, acc, v, f_, dacc, dv) = FF(0, acc, dacc)
//	FF(i, acc, dacc) = if i == n then dacc
//	                   else FF(i + 1, f(acc, v[i]), f_((acc, v[i]), (dacc, dv[i])))
func ffold(m *ks.Machine, f *ks.Closure, step func(t, dt ks.Value) ks.Value, acc ks.Value, v *ks.Vector, dacc, dv ks.Value) ks.Value {
	for i, x := range v.Elems {
		t := eval.Tuple{acc, x}
		dacc = step(t, eval.Tuple{dacc, ks.Part(dv, i)})
		acc = m.Call(f, t)
	}
	return dacc
}

// rfold is Figure 15, with ds where the paper returns s.
//
//	RFold(f, f_, acc, v, dr) = let (ds, dv, da) = RF(0, acc, dr) in (ds, (da, dv))
//	RF(i, acc, dr) = if i == n then (0, 0, dr)
//	                 else let (r_ds, r_dv, r_dacc) = RF(i + 1, f(acc, v[i]), dr)
//	                          (f_ds, (f_dacc, f_db)) = f_((acc, v[i]), r_dacc)
//	                      in (r_ds + f_ds, r_dv + deltaVec(n, i, f_db), f_dacc)
//
// The calls of RF are a loop that keeps the accumulators, and a loop back. As each
// deltaVec has another i, their sum is the vector of the f_db.
func rfold(m *ks.Machine, at diag.Pos, f *ks.Closure, step func(t, dr ks.Value) ks.Value, acc ks.Value, v *ks.Vector, dr ks.Value) ks.Value {
	accs := make([]ks.Value, len(v.Elems))
	for i, x := range v.Elems {
		accs[i] = acc
		acc = m.Call(f, eval.Tuple{acc, x})
	}
	var ds ks.Value = ks.None{}
	dv := make([]ks.Value, len(v.Elems))
	for i := len(v.Elems) - 1; i >= 0; i-- {
		out := step(eval.Tuple{accs[i], v.Elems[i]}, dr)
		ds = m.Plus(at, ds, ks.Part(out, 0))
		dr, dv[i] = ks.Part(ks.Part(out, 1), 0), ks.Part(ks.Part(out, 1), 1)
	}
	return eval.Tuple{ds, eval.Tuple{dr, join(dv, true)}}
}
