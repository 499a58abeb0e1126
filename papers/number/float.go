package number

import (
	"procad/core"
	"procad/core/eval"
	"procad/internal/diag"
)

// Float is the domain of float64.
func Float() Domain { return &float{} }

type float struct{ count int64 }

func (*float) Name() string                             { return "float64" }
func (*float) Literal(_ diag.Pos, v float64) eval.Value { return v }
func (*float) Input(v float64) (eval.Value, error)      { return v, nil }
func (f *float) Operations() int64                      { return f.count }
func (f *float) Prim(pos diag.Pos, op core.Op, args ...eval.Value) eval.Value {
	y := eval.Primitive(pos, op, args...)
	if takesReal(args) || isReal(y) {
		f.count++
	}
	return y
}

func isReal(v eval.Value) bool {
	switch v.(type) {
	case float64, Residue:
		return true
	}
	return false
}

func takesReal(args []eval.Value) bool {
	for _, x := range args {
		if isReal(x) {
			return true
		}
	}
	return false
}
