package vlad

// J is the reverse tag of a value. It remembers the value, whatever that is:
//
//	J [] = ^[]    J r = ^r    J ^v = ^^v    J t = ^t
//	J <s, e> = <^s, ^e>,  ^s ^x = J (s x)
//	J (v1 ←J v2) = v2
//
// What applies in the place of the last three is made by as.
func J(v Value) Value { return &Tagged{Of: v} }

// Untag is J', the inverse of J.
func Untag(v Value) Value {
	switch v := v.(type) {
	case *Tagged:
		// J' ^v = v    J' ^t = t    J' <^s, ^e> = <s, e>    J' (J (v1 ←J v2)) = v1 ←J v2
		return v.Of
	case *Attach:
		// J' (v1 ←J v2) = (J' v1) ←J (v1 ←J v2)
		return &Attach{Untag(v.Primal), v}
	}
	return stuck("J' of %s, which has no tag", kind(v))
}

// applied is the function that a tagged function is.
func (m *Machine) applied(t *Tagged) Value {
	if t.as != nil {
		return t.as
	}
	switch v := t.Of.(type) {
	case *Prim:
		// ^t
		t.as = v.rule.Value
	case *Closure:
		// <^s, ^e>
		c := &Closure{Code: m.Reverse(v.Code), Env: make([]Value, len(v.Env))}
		for i, x := range v.Env {
			c.Env[i] = J(x)
		}
		t.as = c
	case *Attach:
		// J (v1 ←J v2) = v2
		t.as = v.Rule
	case *Tagged:
		// ^^v: the tagged function is differentiated as the function that it is
		t.as = m.applied(&Tagged{Of: m.applied(v)})
	default:
		return stuck("%s is called", kind(t))
	}
	return t.as
}
