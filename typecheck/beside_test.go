package typecheck_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/prim"
	"procad/proc"
	"procad/typecheck"
)

// line is a definition of n calls in a row, which ends with some statements.
func line(n int, last ...proc.Stmt) *proc.Def {
	x := proc.Var{Name: "x", Type: proc.Real}
	b := &proc.Builder{Names: proc.NewNames(&proc.Def{In: x})}
	y := x
	for range n {
		y = b.Call("y", proc.Real, prim.Exp, nil, y)
	}
	b.Emit(last...)
	return &proc.Def{Name: proc.Name("f"), In: x, Body: b.Body, Out: y}
}

// TestBeside compares checks beside some work with checks at once, of definitions that are short and
// long, and what is reported where work fails or breaks over an ill-typed one.
func TestBeside(t *testing.T) {
	sig := func(f proc.Func) (proc.Sig, error) {
		return prim.Sig(f, func(proc.Func) (proc.Sig, bool) { return proc.Sig{}, false })
	}
	z := proc.Var{Name: "z", Type: proc.Real}
	failed := errors.New("failed")
	for name, d := range map[string]*proc.Def{
		"short":         line(3),
		"short, ill":    line(3, &proc.Elim{In: z}),
		"long":          line(10_000),
		"long, ill":     line(10_000, &proc.Elim{In: z}),
		"long, unknown": line(10_000, &proc.Call{Out: z, Func: proc.Name("expo"), In: z}),
	} {
		want := typecheck.Def(d, sig)
		ill := func(err error) error { return err }
		assert.Equal(t, want, (*typecheck.Beside)(nil).Def(d, sig, ill), name)
		b := &typecheck.Beside{}
		assert.Equal(t, want, b.Do(func() error { return b.Def(d, sig, ill) }), name)
		for _, work := range []func() error{func() error { return failed }, func() error { panic(failed) }} {
			b := &typecheck.Beside{}
			err := func() (err error) {
				defer func() {
					if r := recover(); r != nil {
						err = r.(error)
					}
				}()
				return b.Do(func() error {
					if err := b.Def(d, sig, ill); err != nil {
						return err
					}
					return work()
				})
			}()
			if want == nil {
				require.Equal(t, failed, err, name)
			} else {
				require.Equal(t, want, err, name)
			}
		}
	}
}
