package linear

// The combinators of this file are not in Figure 8: section 10 says how such are added.

// Lbuild is the linear function whose result is an array, given element by element.
//
//	lbuild(n, t) : LFun(A, B[_, …])        for t : int*… → LFun(A, B)
//
// t is called with the number of each index, the last fastest. Elements that are arrays
// add their dimensions; where all are 0 the result is 0.
func Lbuild(dims []int64, t func(k int) LFun) LFun {
	n := 1
	for _, d := range dims {
		n *= int(d)
	}
	return LFun{func(x Value) Value {
		elems := make([]Value, n)
		var row *Array
		some := false
		for k := range elems {
			elems[k] = t(k).At(x)
			if elems[k] == nil {
				continue
			}
			some = true
			if a, ok := elems[k].(*Array); ok {
				row = a
			}
		}
		switch {
		case !some:
			return nil
		case row == nil:
			return &Array{dims, elems}
		}
		out := &Array{Dims: append(dims[:len(dims):len(dims)], row.Dims...)}
		for _, e := range elems {
			if e == nil {
				out.Elems = append(out.Elems, make([]Value, len(row.Elems))...)
			} else {
				out.Elems = append(out.Elems, e.(*Array).Elems...)
			}
		}
		return out
	}}
}

// Lsum is the sum of n linear functions.
//
//	lsum(n, t) : LFun(A, B) = λx. Σ t k x        for t : int → LFun(A, B)
func (m *Monoid) Lsum(n int, t func(k int) LFun) LFun {
	return LFun{func(x Value) Value {
		var total Value
		for k := range n {
			total = m.Plus(total, t(k).At(x))
		}
		return total
	}}
}

// Lscan runs d := t k <x, d> for k = 0, …, n-1, from d = s x.
//
//	lscan(n, t, s) : LFun(A, B)        for t : int → LFun(A*B, B) and s : LFun(A, B)
func Lscan(n int, t func(k int) LFun, s LFun) LFun {
	return LFun{func(x Value) Value {
		d := s.At(x)
		for k := range n {
			d = t(k).At(&Pair{x, d})
		}
		return d
	}}
}

// Lback is the transpose of Lscan but for its s: <g, d> := <0, s x>, and then
// <g', d> := t k d and g := g + g' for k = n-1, …, 0.
//
//	lback(n, t, s) : LFun(C, A*B)        for t : int → LFun(B, A*B) and s : LFun(C, B)
func (m *Monoid) Lback(n int, t func(k int) LFun, s LFun) LFun {
	return LFun{func(x Value) Value {
		var g Value
		d := s.At(x)
		for k := n - 1; k >= 0 && d != nil; k-- {
			p, _ := t(k).At(d).(*Pair)
			if p == nil {
				d = nil
				break
			}
			g, d = m.Plus(g, p.A), p.B
		}
		return &Pair{g, d}
	}}
}
