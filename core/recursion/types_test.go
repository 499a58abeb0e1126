package recursion_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"procad/core"
	"procad/core/closures"
	"procad/core/recursion"
	"procad/internal/coretest"
)

// TestDerivativesInRecursions: what a derivative in values of a recursive type needs is defined before
// all functions that call each other, whichever of these has it.
func TestDerivativesInRecursions(t *testing.T) {
	const list = "type List = Nil | Cons(Real, List)\ndef head(l: List): Real = case l of Nil -> 0, Cons(x, _) -> x^2\n"
	const has = " * (case %s of Nil -> 1, Cons(d, _) -> d)"
	for _, derivative := range []string{
		"grad(\\l: List. 1)(Nil)",
		"grad(head)(Cons(x, Nil))",
		"second(vjp(head)(Cons(x, Nil), 2))",
		"grad(\\l: List. head(grad(head)(l)))(Cons(x, Nil))",
		"stopGradient(Cons(x, Nil))",
	} {
		with := fmt.Sprintf(has, derivative)
		for _, factors := range [][3]string{{with, "", ""}, {"", with, ""}, {"", "", with}, {with, with, with}} {
			text := list + "def second(p: (Real, List)): List = let (_, l) = p in l\n" +
				"def f(x: Real, n: Int): Real = if n == 0 then x else g(x, n - 1)" + factors[0] + "\n" +
				"def g(x: Real, n: Int): Real = if n == 0 then x + 1 else h(x, n - 1)" + factors[1] + "\n" +
				"def h(x: Real, n: Int): Real = if n == 0 then x + 2 else f(x, n - 1)" + factors[2] + "\n"
			p := coretest.Load(t, text)
			require.NoError(t, closures.Program(p), text)
			recursion.Program(p)
			require.NoError(t, core.Check(p), text)
			require.NoError(t, recursion.Types(p), text)
			require.NoError(t, core.Check(p), text)
		}
	}
}

// TestHeaps removes recursive types from in.fun, and leaves kept.fun as it is.
func TestHeaps(t *testing.T) {
	coretest.Golden(t, "../../testdata/core/heaps/*.txtar", "heaps.fun", func(p *core.Program) {
		require.NoError(t, closures.Program(p))
		recursion.Program(p)
		require.NoError(t, core.Check(p))
		require.NoError(t, recursion.Types(p))
	})
}
