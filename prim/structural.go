package prim

import (
	"procad/proc"
	"procad/proc/deriv"
)

// procedures are the families that are procedures: their derivatives are made like
// those of any definition.
var procedures = map[string]bool{"add": true, "zero": true, "addElement": true}

// structural makes the families that are procedures, two of them by recursion on the type:
//
//	add{T} : (cot T, cot T) → cot T      zero{T} : T → cot T
//	addElement{A} [i…, s, x] () = ()     after  y = Read x i… ; Add s i… y
func structural(f proc.Func) (*proc.Def, bool) {
	family, types, ok := f.Family()
	if !ok || !procedures[family] {
		return nil, false
	}
	sig, err := Sig(f, noDefs)
	if err != nil {
		return nil, false
	}
	return define(f, sig.Zone, sig.In, func(w *writer, i proc.Var) proc.Var {
		switch family {
		case "zero":
			return w.zero(types[0], i)
		case "addElement":
			return w.addElement(sig.Zone, i)
		}
		a, b := w.pair(i)
		return w.add(types[0], a, b)
	}), true
}

// addElement adds an element of the last name of the zone to the one before it.
func (w *writer) addElement(zone []proc.Ref, u proc.Var) proc.Var {
	rank := len(zone) - 2
	var from, to []proc.Var
	for _, i := range zone[:rank] {
		from, to = append(from, w.Read("i", proc.Int, i.Name)), append(to, w.Read("i", proc.Int, i.Name))
	}
	s, x := zone[rank], zone[rank+1]
	y := w.Read("y", x.Type.(*proc.ArrayType).Elem, x.Name, from...)
	w.Emit(&proc.Add{Ref: s.Name, Idx: to, In: y})
	return u
}

// add adds two cotangents a, b of a value of type t.
func (w *writer) add(t proc.Type, a, b proc.Var) proc.Var {
	if a.Type == proc.Unit {
		w.Elim(a)
		w.Elim(b)
		return w.Unit()
	}
	switch t := t.(type) {
	// (a1, …) + (b1, …) = (a1 + b1, …)
	case *proc.TupleType:
		as, bs := w.Untuple(a, "a"), w.Untuple(b, "b")
		sums := make([]proc.Var, len(as))
		for i, e := range t.Elems {
			sums[i] = w.add(e, as[i], bs[i])
		}
		return w.Tuple("v", sums...)
	case *proc.SumType:
		return w.addSums(t, a, b)
	// (c, v) + (d, v) = (c + d, v), where v is the array itself
	case *proc.ArrayType:
		if deriv.Discrete(t) {
			w.Elim(b)
			return a
		}
		c, v := w.pair(a)
		d, same := w.pair(b)
		w.Elim(same)
		c = w.Accum(c, "s", func(s string) { w.Emit(&proc.Add{Ref: s, In: d}) })
		return w.Tuple("v", c, v)
	}
	return w.call(Add, w.Tuple("t", a, b))
}

// addSums adds two cotangents of one value, which have its tag both.
//
//	Inl a + Inl b = Inl (a + b)      Inr a + Inr b = Inr (a + b)
func (w *writer) addSums(t *proc.SumType, a, b proc.Var) proc.Var {
	out := w.Var("v", a.Type)
	disagree := func(x, y proc.Var) {
		p := w.Tuple("t", x, y)
		w.Emit(&proc.Call{Out: out, Func: proc.FamilyOf("unreachable", p.Type, out.Type), In: p})
	}
	w.cases(a, func(x proc.Var) {
		w.cases(b, func(y proc.Var) {
			w.Emit(&proc.Inl{Out: out, In: w.add(t.L, x, y)})
		}, func(y proc.Var) { disagree(x, y) })
	}, func(x proc.Var) {
		w.cases(b, func(y proc.Var) { disagree(x, y) }, func(y proc.Var) {
			w.Emit(&proc.Inr{Out: out, In: w.add(t.R, x, y)})
		})
	})
	return out
}

// zero consumes a value v of type t for its shape: the tags of its sums and
// the dimensions of its arrays. It returns the zero cotangent of v.
func (w *writer) zero(t proc.Type, v proc.Var) proc.Var {
	cot := deriv.Cotangent(t)
	if cot == proc.Unit || cot == proc.Real {
		w.Elim(v)
		return w.flatZero(cot)
	}
	switch t := t.(type) {
	case *proc.TupleType:
		parts := w.Untuple(v, "a")
		zeros := make([]proc.Var, len(parts))
		for i, e := range t.Elems {
			zeros[i] = w.zero(e, parts[i])
		}
		return w.Tuple("z", zeros...)
	case *proc.SumType:
		out := w.Var("z", cot)
		w.cases(v,
			func(x proc.Var) { w.Emit(&proc.Inl{Out: out, In: w.zero(t.L, x)}) },
			func(x proc.Var) { w.Emit(&proc.Inr{Out: out, In: w.zero(t.R, x)}) })
		return out
	}
	// What is left are arrays: the Sig of zero knows no Stack.
	if cot == t {
		return v
	}
	var z proc.Var
	v = w.Share(v, "s", func(s string) { z = w.call(proc.FamilyOf("zeros", t), w.Unit(), s) })
	return w.Tuple("z", z, v)
}

// flatZero makes the zero of a cotangent type of Reals, () and tuples.
func (w *writer) flatZero(t proc.Type) proc.Var {
	if t == proc.Real {
		return w.Real("z", 0)
	}
	elems := proc.Elems(t)
	parts := make([]proc.Var, len(elems))
	for i, e := range elems {
		parts[i] = w.flatZero(e)
	}
	return w.Tuple("z", parts...)
}

// hasSum says that a scalar type has a sum inside.
func hasSum(t proc.Type) bool {
	switch t := t.(type) {
	case *proc.SumType:
		return true
	case *proc.TupleType:
		for _, e := range t.Elems {
			if hasSum(e) {
				return true
			}
		}
	}
	return false
}
