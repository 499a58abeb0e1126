package chad

import (
	"fmt"

	"procad/papers/chad/linear"
)

// efficientLoop is efficient for what binds indices and elements. Backpropagators of
// all elements and iterations are kept, so that nothing runs again.
func (m *machine) efficientLoop(e *cellEnv, t Term) (Value, evm) {
	switch t := t.(type) {
	// map(x.t, s): λd. do {dx_i <- scope 0 (bp_i (d ! i)) for all i; bp_s [dx_1, …]}
	case *Map:
		s, bpS := m.efficient(e, t.On)
		a := s.(*linear.Array)
		y := &linear.Array{Dims: a.Dims}
		var bps []evm
		var cells []*linear.Cell
		for _, x := range a.Elems {
			inner := m.with(e, t.Var, x)
			z, bp := m.efficient(inner, t.Body)
			y.Elems, bps, cells = append(y.Elems, z), append(bps, bp), append(cells, inner.cell)
		}
		return y, m.counted(2*int64(len(bps))+1, func(d Value) {
			m.each(d, 1, bps)
			dx := &linear.Array{Dims: a.Dims}
			for _, c := range cells {
				dx.Elems = append(dx.Elems, c.Take())
			}
			bpS.run(dx)
		})

	// build(i < n. t): λd. bp_i (d ! i) for all i
	case *Build:
		n, f, bps := m.overIndices(e, t.Size, t.Var, t.Body)
		args := []Value{n, f}
		for _, r := range t.Row {
			size, _ := m.efficient(e, r)
			args = append(args, size)
		}
		y := Builder{len(t.Row)}.eval(m, t.Pos, args)
		return y, m.counted(int64(len(*bps)), func(d Value) { m.each(d, dimensions(t.Var.Type), *bps) })

	// sum(i < n. t): λd. bp_i d for all i
	case *Sum:
		n, f, bps := m.overIndices(e, t.Size, t.Var, t.Body)
		args := []Value{n, f}
		if t.Zero != nil {
			zero, _ := m.efficient(e, t.Zero)
			args = append(args, zero)
		}
		y := Summer{t.Zero != nil, t.Inner}.eval(m, t.Pos, args)
		return y, m.counted(int64(len(*bps)), func(d Value) {
			for _, bp := range *bps {
				bp.run(d)
			}
		})

	// max(i < n. t): λd. bp_k d, where k is the index of the largest
	case *Max:
		n, f, bps := m.overIndices(e, t.Size, t.Var, t.Body)
		var values []Value
		at := ArgMax{}.eval(m, t.Pos, []Value{n, Func(func(i Value) Value {
			values = append(values, f(i))
			return values[len(values)-1]
		})})
		if t.Index {
			return at, nil
		}
		k := linearIndex(intsOf(n), intsOf(at))
		return values[k], (*bps)[k]

	// loop(n, s, p. t, a. c): λd. do {<_, d> <- scope 0 (bp_p d) for all p, from the last; bp_s d}
	case *Loop:
		n, _ := m.efficient(e, t.Count)
		s, bpS := m.efficient(e, t.Init)
		var bps []evm
		var cells []*linear.Cell
		args := []Value{n, s, Func(func(p Value) Value {
			inner := m.with(e, t.Var, p)
			a, bp := m.efficient(inner, t.Body)
			bps, cells = append(bps, bp), append(cells, inner.cell)
			return a
		})}
		if t.Cond != nil {
			args = append(args, Func(func(a Value) Value {
				c, _ := m.efficient(m.with(e, t.CondV, a), t.Cond)
				return c
			}))
		}
		r := Tracer{t.Down, t.Cond != nil}.eval(m, t.Pos, args)
		return secondOf(r), m.counted(2*int64(len(bps))+1, func(d Value) {
			for k := len(bps) - 1; k >= 0; k-- {
				bps[k].run(d)
				d = secondOf(cells[k].Take())
			}
			bpS.run(d)
		})
	}
	panic(fmt.Sprintf("chad: %T is not of the source language", t))
}

// overIndices is the size n, and a function of the index that is the value of t and notes
// its backpropagator. An index has no cotangent, so its cell is not read.
func (m *machine) overIndices(e *cellEnv, size Term, i *Var, t Term) (n Value, f Func, bps *[]evm) {
	n, _ = m.efficient(e, size)
	bps = &[]evm{}
	return n, func(k Value) Value {
		y, bp := m.efficient(m.with(e, i, k), t)
		*bps = append(*bps, bp)
		return y
	}, bps
}

// each is bp_i (d ! i) for all i, which are of k dimensions.
func (m *machine) each(d Value, k int, bps []evm) {
	if h, ok := d.(*linear.OneHot); ok {
		row := product(h.Dims[k:])
		x, isArray := linear.Dense(h.X).(*linear.Array)
		switch {
		case len(h.Dims) == k && !isArray:
			bps[h.Start].run(h.X)
			return
		case isArray && len(x.Dims) == len(h.Dims)-k:
			bps[h.Start/row].run(x)
			return
		case !isArray || len(x.Dims) < len(h.Dims)-k:
			bps[h.Start/row].run(&linear.OneHot{Dims: h.Dims[k:], Start: h.Start % row, X: h.X})
			return
		}
	}
	a := linear.Dense(d).(*linear.Array)
	row := product(a.Dims[k:])
	for i, bp := range bps {
		if len(a.Dims) == k {
			bp.run(a.Elems[i])
		} else {
			bp.run(&linear.Array{Dims: a.Dims[k:], Elems: a.Elems[i*row : (i+1)*row]})
		}
	}
}

// linearIndex is the number of an element, the last index fastest.
func linearIndex(dims, at []int64) (n int) {
	for axis, i := range at {
		n = n*int(dims[axis]) + int(i)
	}
	return n
}
