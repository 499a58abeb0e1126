package linear_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"procad/internal/diag"
	"procad/prim"
	"procad/proc"
	"procad/proc/linear"
	"procad/typecheck"
)

// FuzzPasses checks that no text crashes the checker, and that what it accepts
// it accepts too when it has been through the passes of this package.
func FuzzPasses(f *testing.F) {
	f.Add("def f (x : Real) -> (y : Real)\nt = Dup x\n(a, b) = t\nElim b\ny = Call exp a")
	f.Add("def f (c : Bool) -> (y : Real)\nCase c (Inl t; Elim t; y = Const 1.0) (Inr f; () = f; z = Const 2.0; p = (z, z); (y, w) = p)")
	f.Add("def f [m : &[[Real]], a : +[Real]] (i : Int) -> (v : [Int])\nRow m i (r. j = Size r 0; k = Const 1.0; Add a j k)\nu = (); v = Call copy{[Int]} [a] u")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := proc.Parse(&diag.Source{Text: text}, prim.Sig)
		if err != nil {
			return
		}
		single := typecheck.Program(p) == nil
		for _, d := range p.Defs {
			body, outs := linear.Procedure(d.Body, []proc.Var{d.In}, []proc.Var{d.Out}, proc.NewNames(d))
			simplify := linear.Simplify(d.Body)
			if single {
				require.NoError(t, typecheck.Program(with(p, d, simplify, d.Out)))
				require.NoError(t, typecheck.Program(with(p, d, body, outs[0])))
				require.NoError(t, typecheck.Program(with(p, d, linear.Simplify(body), outs[0])))
			}
		}
	})
}

// with is p with another body of d.
func with(p *proc.Program, d *proc.Def, body proc.Procedure, out proc.Var) *proc.Program {
	q := &proc.Program{}
	for _, other := range p.Defs {
		if other == d {
			changed := *d
			changed.Body, changed.Out = body, out
			other = &changed
		}
		q.Add(other)
	}
	return q
}
