package vlad

// Zero is the zero of the sensitivities of a value.
func (m *Machine) Zero(v Value) Value {
	switch v := v.(type) {
	case Nil:
		// 0 [] = []
		return v
	case float64:
		// 0 r = 0
		return 0.0
	case *Tagged:
		// 0 ^v = ^(0 v)
		return J(m.Zero(v.Of))
	case *Prim:
		// 0 t = []
		return Nil{}
	case *Closure:
		// 0 <s, λx.e> = [0 (s x1'), .., 0 (s xl')]_x,  x1' .. xl' = B(λx.e)
		if v.zero == nil {
			zeros := make([]Value, len(v.Env))
			for i, x := range v.Env {
				zeros[i] = m.Zero(x)
			}
			v.zero = m.list(v.Code.Level, zeros)
		}
		return v.zero
	case *Attach:
		// 0 (v1 ←J v2) = 0 v1
		return m.Zero(v.Primal)
	}
	return stuck("no zero of %T", v)
}

// Plus adds two values of one shape.
func (m *Machine) Plus(v, w Value) Value {
	// (v1 ←J v2) ⊕ v = v1 ⊕ v
	if a, ok := v.(*Attach); ok {
		return m.Plus(a.Primal, w)
	}
	// v ⊕ (v1 ←J v2) = v ⊕ v1
	if a, ok := w.(*Attach); ok {
		return m.Plus(v, a.Primal)
	}
	switch a := v.(type) {
	case Nil:
		// [] ⊕ [] = []
		if w == v {
			return v
		}
	case float64:
		// r1 ⊕ r2 = r1 + r2
		if b, ok := w.(float64); ok {
			return a + b
		}
	case *Tagged:
		// ^v1 ⊕ ^v2 = ^(v1 ⊕ v2)
		if b, ok := w.(*Tagged); ok {
			return J(m.Plus(a.Of, b.Of))
		}
	case *Prim:
		// t ⊕ t = t
		if w == v {
			return v
		}
	case *Closure:
		// <s1, e> ⊕ <s2, e> = <s1 ⊕ s2, e>,  (s1 ⊕ s2) x = (s1 x) ⊕ (s2 x)
		if b, ok := w.(*Closure); ok && a.Code == b.Code {
			sum := &Closure{Code: a.Code, Env: make([]Value, len(a.Env))}
			for i := range a.Env {
				sum.Env[i] = m.Plus(a.Env[i], b.Env[i])
			}
			return sum
		}
	}
	return stuck("⊕ of %s and %s, which differ in shape", kind(v), kind(w))
}

// list is [v1, .., vl]_x for an x tagged level times:
//
//	[]_^x = ^([]_x)    (J v1 ,_^x J v2) = J (v1 ,_x v2)
func (m *Machine) list(level int, vs []Value) Value {
	if level > 0 {
		inner := make([]Value, len(vs))
		for i, v := range vs {
			inner[i] = Untag(v)
		}
		return J(m.list(level-1, inner))
	}
	var out Value = Nil{}
	for i := len(vs) - 1; i >= 0; i-- {
		out = m.pair(vs[i], out)
	}
	return out
}
