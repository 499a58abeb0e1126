package ks

import (
	"procad/core"
	"procad/internal/diag"
)

// Partials are the partial derivatives of op in its arguments, as terms, by the
// table of core; nil for an argument that is no R. The argument, a tuple if there
// are several, is written as often as they mention it.
func Partials(op core.Op, arg Term) []Term {
	xs := []Term{arg}
	types, several := arg.Type().(Tuple)
	if several {
		xs = make([]Term, len(types))
		for i := range types {
			xs[i] = Do(diag.Pos{}, Select{i, len(types)}, arg)
		}
	}
	partials := core.Partials(arithmetic{}, op, xs)
	for i, x := range xs {
		if x.Type() != R {
			partials[i] = nil
		}
	}
	return partials
}

// arithmetic is that of the table, on terms.
type arithmetic struct{}

func (arithmetic) Real(v float64) Term { return Real(diag.Pos{}, v) }
func (arithmetic) Int(v int64) Term    { return Int(diag.Pos{}, v) }

func (arithmetic) Prim(op core.Op, args ...Term) Term {
	if c, ok := args[0].(*Const); ok && op == core.Neg {
		return Real(c.At, -c.Real)
	}
	return Do(diag.Pos{}, Op{op}, args...)
}

func (arithmetic) If(cond Term, then, otherwise func() Term) Term {
	return If(diag.Pos{}, cond, then(), otherwise())
}
