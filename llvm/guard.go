package llvm

import (
	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"

	"procad/llvm/ll"
)

// A guard computes before a loop what is to be known of its iterations, and the
// condition under which it holds.
type guard struct {
	*builder
	at         *ir.Block // the block before the loop
	i          val       // the number of the iteration
	inside     map[val]bool
	all        val              // nil if there is no condition
	conditions map[val]bool     // that are in all
	known      map[computed]val // what was computed before, to be used again
}

// A computed value of two others.
type computed struct {
	op   string
	x, y val
}

// once computes a value before the loop unless it is known.
func (g *guard) once(op string, x, y val, compute func() val) val {
	key := computed{op, x, y}
	v, ok := g.known[key]
	if !ok {
		g.Size++
		v = compute()
		g.known[key] = v
	}
	return v
}

// less requires x < y of unsigned numbers, lessEq x ≤ y.
func (g *guard) less(x, y val)   { g.require("<", enum.IPredULT, x, y) }
func (g *guard) lessEq(x, y val) { g.require("≤", enum.IPredULE, x, y) }

// require adds a condition, once.
func (g *guard) require(op string, p enum.IPred, x, y val) {
	cond := g.once(op, x, y, func() val { return g.at.NewICmp(p, x, y) })
	if g.conditions[cond] {
		return
	}
	g.conditions[cond] = true
	if g.all == nil {
		g.all = cond
		return
	}
	g.all = g.once("and", g.all, cond, func() val { return g.at.NewAnd(g.all, cond) })
}

// maxValue bounds values of which some are added and subtracted, so that
// nothing overflows.
const maxValue = 1 << 60

// bounded requires |v| ≤ maxValue.
func (g *guard) bounded(v val) {
	if c, ok := v.(ll.Int); !ok || c < -maxValue || c > maxValue {
		g.lessEq(g.plus(v, ll.Int(maxValue)), ll.Int(2*maxValue))
	}
}

// maxHoist bounds how deep expressions are followed.
const maxHoist = 16

// linear writes v as a·i + first, with a and first computed before the loop.
func (g *guard) linear(v val, depth int) (a, first val, ok bool) {
	if v == g.i {
		return ll.Int(1), ll.Int(0), true
	}
	if w, ok := g.invariant(v, depth); ok {
		return ll.Int(0), w, true
	}
	if depth == maxHoist {
		return nil, nil, false
	}
	both := func(x, y val) (a1, f1, a2, f2 val, ok bool) {
		a1, f1, ok = g.linear(x, depth+1)
		if ok {
			a2, f2, ok = g.linear(y, depth+1)
		}
		return
	}
	switch v := v.(type) {
	case *ir.InstAdd:
		if a1, f1, a2, f2, ok := both(v.X, v.Y); ok {
			return g.plus(a1, a2), g.plus(f1, f2), true
		}
	case *ir.InstSub:
		if a1, f1, a2, f2, ok := both(v.X, v.Y); ok {
			return g.minus(a1, a2), g.minus(f1, f2), true
		}
	case *ir.InstMul:
		for _, xy := range [][2]val{{v.X, v.Y}, {v.Y, v.X}} {
			if w, ok := g.invariant(xy[1], depth+1); ok {
				if a, f, ok := g.linear(xy[0], depth+1); ok {
					return g.times(a, w), g.times(f, w), true
				}
			}
		}
	}
	return nil, nil, false
}

// invariant computes v before the loop, if it is loop-invariant.
func (g *guard) invariant(v val, depth int) (val, bool) {
	if !g.inside[v] {
		return v, v != g.i
	}
	if depth == maxHoist {
		return nil, false
	}
	both := func(x, y val) (p, q val, ok bool) {
		if p, ok = g.invariant(x, depth+1); ok {
			q, ok = g.invariant(y, depth+1)
		}
		return
	}
	switch v := v.(type) {
	case *ir.InstAdd:
		if x, y, ok := both(v.X, v.Y); ok {
			return g.plus(x, y), true
		}
	case *ir.InstSub:
		if x, y, ok := both(v.X, v.Y); ok {
			return g.minus(x, y), true
		}
	case *ir.InstMul:
		if x, y, ok := both(v.X, v.Y); ok {
			return g.times(x, y), true
		}
	}
	return nil, false
}

// offset writes v as base + c; a constant has no base.
func (g *guard) offset(v val) (base val, c ll.Int) {
	for {
		if w := g.rep(v); !g.inside[w] {
			v = w
		}
		var x, y val
		minus := false
		switch v := v.(type) {
		case ll.Int:
			return nil, c + v
		case *ir.InstAdd:
			x, y = v.X, v.Y
			if _, ok := x.(ll.Int); ok {
				x, y = y, x
			}
		case *ir.InstSub:
			x, y, minus = v.X, v.Y, true
		}
		d, ok := y.(ll.Int)
		switch {
		case !ok:
			return v, c
		case minus:
			v, c = x, c-d
		default:
			v, c = x, c+d
		}
	}
}

// fits says whether x ≤ y + c may hold: it does not if both have the same base
// and it does not hold of the constants.
func (g *guard) fits(x, y val, c ll.Int) bool {
	b1, c1 := g.offset(x)
	b2, c2 := g.offset(y)
	return b1 != b2 || c1 <= c2+c
}

// plus, minus and times wrap around, as the arithmetic of Int does. Sums with
// constants come out in one form, however they were written.
func (g *guard) plus(x, y val) val {
	if c, ok := x.(ll.Int); ok {
		x, y = y, c
	}
	c, known := y.(ll.Int)
	switch {
	case known && c == 0:
		return x
	case known:
		return g.shift(x, c)
	}
	return g.once("+", x, y, func() val { return g.at.NewAdd(x, y) })
}

func (g *guard) minus(x, y val) val {
	if c, ok := y.(ll.Int); ok {
		return g.plus(x, -c)
	}
	b1, c1 := g.offset(x)
	if b2, c2 := g.offset(y); b1 == b2 {
		return c1 - c2
	}
	return g.once("-", x, y, func() val { return g.at.NewSub(x, y) })
}

// shift is x + c.
func (g *guard) shift(x val, c ll.Int) val {
	base, d := g.offset(x)
	switch c += d; {
	case base == nil:
		return c
	case c == 0:
		return base
	}
	return g.once("+", base, c, func() val { return g.at.NewAdd(base, c) })
}

func (g *guard) times(x, y val) val {
	c, known := x.(ll.Int)
	d, known2 := y.(ll.Int)
	switch {
	case known && known2:
		return c * d
	case known && c == 1:
		return y
	case known2 && d == 1:
		return x
	case known && c == 0, known2 && d == 0:
		return ll.Int(0)
	}
	return g.once("*", x, y, func() val { return g.at.NewMul(x, y) })
}

// least and most are the smaller and the larger of two signed numbers.
func (g *guard) least(x, y val) val { return g.extreme("min", enum.IPredSLT, x, y) }
func (g *guard) most(x, y val) val  { return g.extreme("max", enum.IPredSGT, x, y) }

func (g *guard) extreme(op string, p enum.IPred, x, y val) val {
	c, known := x.(ll.Int)
	d, known2 := y.(ll.Int)
	switch {
	case x == y:
		return x
	case known && known2 && (c < d) == (p == enum.IPredSLT):
		return c
	case known && known2:
		return d
	}
	return g.once(op, x, y, func() val { return g.at.NewSelect(g.at.NewICmp(p, x, y), x, y) })
}

// holds is the condition under which all that is required holds.
func (g *guard) holds() val {
	if g.all == nil {
		return constant.True
	}
	return g.all
}
