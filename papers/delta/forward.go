package delta

import (
	"procad/core"
	"procad/internal/diag"
	"procad/papers/number"
)

// Forward is the translation of Figure 3: the second component of a dual number
// is a tangent. F{e} of Figure 4 is JVP.
//
//	D{R}  = R × δR
//	D{r}  = (r, 0.0)
//	D{+R} = \((x, dx), (y, dy)). (x + y, dx + dy)
//	D{*R} = \((x, dx), (y, dy)). (x * y, y * dx + x * dy)
type Forward struct{ Numbers number.Domain }

// Zero is 0.0.
func (f Forward) Zero() any { return f.Numbers.Literal(diag.Pos{}, 0) }

// Sum is Σ dfj x * dxj.
func (f Forward) Sum(pos diag.Pos, terms []Term) any {
	var sum any
	for _, t := range terms {
		x := scale(f.Numbers, pos, t.By, t.Of)
		if sum == nil {
			sum = x
		} else {
			sum = f.Numbers.Prim(pos, core.Add, sum, x)
		}
	}
	if sum == nil {
		return f.Zero()
	}
	return sum
}
