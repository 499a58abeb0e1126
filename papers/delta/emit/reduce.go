package emit

import (
	"procad/core"
	"procad/papers/delta"
)

// zeroOf is a zero whose arrays have the sizes of a shape.
func (e *emitter) zeroOf(b builder, l *delta.Loop, t core.Type, s core.Shape) core.Term {
	switch t := t.(type) {
	case *core.TupleType:
		shape, ok := s.(*core.TupleShape)
		if !ok || core.Equal(t, dual) {
			break
		}
		parts := make([]core.Term, len(t.Elems))
		for i, elem := range t.Elems {
			parts[i] = e.zeroOf(b, l, elem, shape.Elems[i])
		}
		return b.tuple(parts...)
	case *core.ArrayType:
		shape, _ := s.(*core.ArrayShape)
		var sizes []core.Term
		for axis := range t.Rank {
			if shape == nil || shape.Sizes[axis].Size == nil {
				unsupported(b.at, "a sum of arrays whose sizes are not known before it")
			}
			sizes = append(sizes, e.expr(b, l.Sizes[shape.Sizes[axis].Size]))
		}
		return b.build(sizes, func([]core.Term) core.Term { return e.zero(b, t.Elem) })
	}
	return e.zero(b, t)
}

// sizeOf is the size of binder k of a reduction: the first is evaluated once, the others
// where the indices before them are bound, without bindings.
func (e *emitter) sizeOf(b builder, l *delta.Loop, m core.Term) func(k int) core.Term {
	return func(k int) core.Term {
		if k == 0 {
			return e.expr(b, l.In[0])
		}
		return e.dropped(func() core.Term { return b.first(e.code(b, l.Body[k-1], core.Copy(m))) })
	}
}

// sum adds with D{+}, beginning with zero.
func (e *emitter) sum(b builder, l *delta.Loop, t *core.Reduce, m core.Term) core.Term {
	return e.counted(b, t.Binders, e.sizeOf(b, l, m), e.zeroOf(b, l, translated(t.Of), t.Zero), m, func(total, m core.Term) core.Term {
		return b.parts(e.code(b, l.Body[len(l.Body)-1], m), func(x []core.Term) core.Term { return e.plus(b, total, x[0], x[1]) })
	})
}

// plus is (x + y, m).
func (e *emitter) plus(b builder, x, y, m core.Term) core.Term {
	if _, ok := x.Type().(*core.ArrayType); ok {
		return e.plusArray(b, x, y, m)
	}
	t, ok := x.Type().(*core.TupleType)
	switch {
	case core.Equal(x.Type(), dual):
		return e.operation(b, core.Add, []core.Term{x, y}, m)
	case !ok:
		return b.tuple(b.prim(core.Add, x, y), m)
	}
	return b.parts(x, func(xs []core.Term) core.Term {
		return b.parts(y, func(ys []core.Term) core.Term {
			var add func(i int, sums []core.Term, m core.Term) core.Term
			add = func(i int, sums []core.Term, m core.Term) core.Term {
				if i == len(t.Elems) {
					return b.tuple(b.tuple(sums...), m)
				}
				return b.parts(e.plus(b, xs[i], ys[i], m), func(next []core.Term) core.Term { return add(i+1, append(sums, next[0]), next[1]) })
			}
			return add(0, nil, m)
		})
	})
}

// plusArray is (x + y, m) of two arrays of the same sizes: x with one element after the other
// replaced.
func (e *emitter) plusArray(b builder, x, y, m core.Term) core.Term {
	return b.name("y", y, func(y core.Term) core.Term {
		return b.name("x", x, func(x core.Term) core.Term {
			var binders []core.Binder
			for range x.Type().(*core.ArrayType).Rank {
				binders = append(binders, core.Binder{Var: b.fresh("k", core.Int)})
			}
			sum := e.counted(b, binders, func(k int) core.Term { return b.size(core.Copy(y), k) }, core.Copy(x), m, func(a, m core.Term) core.Term {
				var at []core.Term
				for _, binder := range binders {
					at = append(at, b.use(e.vars[binder.Var]))
				}
				return b.parts(e.plus(b, b.index(core.Copy(a), at...), b.index(core.Copy(y), copies(at)...), m), func(next []core.Term) core.Term {
					return b.tuple(b.set(a, next[0], copies(at)...), next[1])
				})
			})
			for axis := range binders {
				equal := b.prim(core.Eq, b.size(core.Copy(x), axis), b.size(core.Copy(y), axis))
				sum = b.open(nil, &core.Assert{Node: b.node(core.Unit), Cond: equal, Message: "the arrays of a sum have the same sizes"}, sum)
			}
			return sum
		})
	})
}

// max is that of the largest, or its index, with the number of values so far: the first of the largest.
func (e *emitter) max(b builder, l *delta.Loop, t *core.Reduce, m core.Term) core.Term {
	body := l.Body[len(l.Body)-1]
	elem := translated(t.Body.Type())
	start := b.tuple(e.zero(b, elem), b.int(0), b.int(0))
	number := func(x core.Term) core.Term {
		if core.Equal(x.Type(), dual) {
			return b.first(x)
		}
		return x
	}
	found := e.counted(b, t.Binders, e.sizeOf(b, l, m), start, m, func(best, m core.Term) core.Term {
		return b.parts(e.code(b, body, m), func(x []core.Term) core.Term {
			return b.parts(best, func(was []core.Term) core.Term {
				next := b.tuple(x[0], core.Copy(was[2]), b.prim(core.Add, core.Copy(was[2]), b.int(1)))
				stay := b.tuple(was[0], was[1], b.prim(core.Add, core.Copy(was[2]), b.int(1)))
				yes := &core.Inject{Node: b.node(core.Bool), Con: core.True, X: &core.Tuple{Node: b.node(core.Unit)}}
				isLarger := b.prim(core.Lt, number(core.Copy(was[0])), number(core.Copy(x[0])))
				wins := b.choose(b.prim(core.Eq, was[2], b.int(0)), yes, isLarger)
				return b.tuple(b.choose(wins, next, stay), x[1])
			})
		})
	})
	return b.parts(found, func(x []core.Term) core.Term {
		return b.parts(x[0], func(best []core.Term) core.Term {
			some := &core.Assert{Node: b.node(core.Unit), Cond: b.prim(core.Lt, b.int(0), best[2]), Message: "the maximum or minimum of no values"}
			result := best[0]
			if t.Op == core.ArgMax {
				result = best[1]
			}
			return b.open(nil, some, b.tuple(result, x[1]))
		})
	})
}
