package split

import (
	"slices"

	"procad/proc"
	"procad/proc/deriv"
	"procad/proc/graph"
)

// The reverse of some loops does not set the elements of the arrays k… in a cotangent (Plan.Unread). The caller keeps copies
// of these arrays, and puts them into the cotangent. If nobody reads a copy, shapeOnly and Simplify leave it out.
//
//	b = Call f [θ] a     F: (a', k…) = copies of a          Υ: t, k…     R: bt' = (t, b̄)
//	                        bt = Call revf$f [θ] a'                         ā' = Call revr$f [θ̄] bt'
//	                        (b, t) = bt                                     ā = ā' with k…

// unread are these arrays of f.
func (t *splitter) unread(f proc.Func, p Policy) []int {
	if _, _, loop := f.Loop(); !loop || p == Fuse {
		return nil
	}
	plan, err := t.lib.Plan(f, p)
	if err != nil {
		t.fail(err)
		return nil
	}
	return plan.Unread
}

// onlyArrays counts the arrays of a t; ok says that its cotangent is made of these arrays alone.
func onlyArrays(t proc.Type) (n int, ok bool) {
	switch t := t.(type) {
	case *proc.ArrayType:
		return 1, deriv.Discrete(t)
	case *proc.TupleType:
		for _, e := range t.Elems {
			m, alone := onlyArrays(e)
			if !alone {
				return 0, false
			}
			n += m
		}
		return n, true
	}
	return 0, deriv.Cotangent(t) == proc.Unit
}

// givenBack is the rule of such a call where nothing else has a cotangent: there is nothing to be reversed.
//
//	b = Call f [θ] a     F: (a', k…) = copies of a ; b = Call f [θ] a'          Υ: k…          R: Elim b̄ ; ā = the arrays k…
func (t *splitter) givenBack(s *proc.Call, unread []int) passes {
	f, r := t.build(s)
	in, copies := copiedArrays(f, s.In, unread)
	f.Emit(&proc.Call{Where: s.Where, Out: s.Out, Func: s.Func, Zone: s.Zone, In: in})
	if t.barred(s.Out) {
		r.Elim(t.bar(s.Out))
	}
	left := copies
	var back func(t proc.Type) proc.Var
	back = func(of proc.Type) proc.Var {
		switch of := of.(type) {
		case *proc.ArrayType:
			v := left[0]
			left = left[1:]
			return v
		case *proc.TupleType:
			if ArraysIn(of) > 0 {
				parts := make([]proc.Var, len(of.Elems))
				for i, e := range of.Elems {
					parts[i] = back(e)
				}
				return r.Tuple("v", parts...)
			}
		}
		return r.Unit()
	}
	back(s.In.Type)
	r.Body[len(r.Body)-1].(*proc.Tuple).Out = t.bar(s.In)
	return passes{f.Body, copies, r.Body}
}

// copiedArrays copies the arrays number k… in a.
func copiedArrays(b *proc.Builder, a proc.Var, places []int) (same proc.Var, copies []proc.Var) {
	same = changed(b, a, a.Type, places, func(v proc.Var) proc.Var {
		v, copy := b.Dup(v)
		copies = append(copies, copy)
		return v
	})
	return same, copies
}

// withArrays is the cotangent of a t with these arrays.
//
//	(c, w) = v̄ ; Elim w ; v̄ = (c, v)
func withArrays(b *proc.Builder, aBar proc.Var, t proc.Type, places []int, copies []proc.Var) proc.Var {
	return changed(b, aBar, t, places, func(v proc.Var) proc.Var {
		array := copies[0]
		copies = copies[1:]
		if v.Type == array.Type {
			b.Elim(v)
			return array
		}
		parts := b.Untuple(v, "c", "w")
		b.Elim(parts[1])
		return b.Tuple("v", parts[0], array)
	})
}

// changed changes the arrays with some numbers in a, a t or a cotangent of one.
func changed(b *proc.Builder, a proc.Var, t proc.Type, places []int, change func(proc.Var) proc.Var) proc.Var {
	k := 0
	var in func(v proc.Var, t proc.Type) proc.Var
	in = func(v proc.Var, t proc.Type) proc.Var {
		switch t := t.(type) {
		case *proc.ArrayType:
			k++
			if slices.Contains(places, k-1) {
				return change(v)
			}
		case *proc.TupleType:
			if ArraysIn(t) > 0 {
				parts := b.Untuple(v, v.Name)
				for i, e := range t.Elems {
					parts[i] = in(parts[i], e)
				}
				return b.Tuple(v.Name, parts...)
			}
		}
		return v
	}
	if len(places) == 0 {
		return a
	}
	return in(a, t)
}

// ArraysIn is how many arrays there are in a t, those in sums left aside.
func ArraysIn(t proc.Type) (n int) {
	switch t := t.(type) {
	case *proc.ArrayType:
		return 1
	case *proc.TupleType:
		for _, e := range t.Elems {
			n += ArraysIn(e)
		}
	}
	return n
}

// Values are the arrays of a t in its cotangent, by their numbers in deriv.Unread.
//
//	cot A = (δA, A), or A where δA = ()
func Values(h *graph.Contents, t proc.Type) (values []*graph.Contents) {
	eachArray(h, t, func(k int, leaf *graph.Contents) {
		if k >= 0 {
			values = append(values, leaf)
		}
	})
	return values
}

// eachArray calls f with what is in a cotangent of a t: with these arrays and their numbers, and with the rest and -1.
func eachArray(h *graph.Contents, t proc.Type, f func(k int, leaf *graph.Contents)) {
	k := 0
	var in func(h *graph.Contents, t proc.Type)
	in = func(h *graph.Contents, t proc.Type) {
		switch t := t.(type) {
		case *proc.ArrayType:
			if !deriv.Discrete(t) {
				f(-1, h.Part(0))
				h = h.Part(1)
			}
			f(k, h)
			k++
		case *proc.TupleType:
			for i, e := range t.Elems {
				in(h.Part(i), e)
			}
		default:
			f(-1, h)
		}
	}
	in(h, t)
}
