package scalars

import "procad/core"

// evaluated is op of Ints and Bools; false if that is a run-time error, or not folded.
func evaluated(op core.Op, args []int64) (int64, bool) {
	switch op {
	case core.Not:
		return 1 - args[0], true
	case core.Neg:
		return -args[0], true
	}
	if len(args) != 2 {
		return 0, false
	}
	x, y := args[0], args[1]
	switch op {
	case core.Add:
		return x + y, true
	case core.Sub:
		return x - y, true
	case core.Mul:
		return x * y, true
	case core.IDiv:
		// x = (x div y) y + x mod y        x mod y has the sign of y
		if y == 0 {
			return 0, false
		}
		r, _ := evaluated(core.IMod, args)
		return (x - r) / y, true
	case core.IMod:
		if y == 0 {
			return 0, false
		}
		r := x % y
		if r != 0 && (r < 0) != (y < 0) {
			r += y
		}
		return r, true
	case core.Eq:
		return number(x == y), true
	case core.Lt:
		return number(x < y), true
	case core.Le:
		return number(x <= y), true
	case core.Gt:
		return number(x > y), true
	case core.Ge:
		return number(x >= y), true
	}
	return 0, false
}
