package e2e_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/clangs"
	"procad/internal/data"
	"procad/interp"
	"procad/llvm/engine"
	"procad/llvm/toolchain"
	"procad/pipeline"
	"procad/proc"
)

// singularAt are expressions of x whose first or second slope is infinite or NaN at a point.
var singularAt = []struct {
	expr string
	at   float64
}{
	{"1 / x", 0}, {"x / x", 0}, {"sqrt(x)", 0}, {"sqrt(x)", -1}, {"log(x)", 0}, {"log1p(x)", -1}, {"pow(x, 0.5)", 0}, {"pow(x, 1.5)", 0},
	{"pow(x, x)", 0}, {"x^(-1)", 0}, {"asin(x)", 1}, {"acos(x)", -1}, {"atan2(x, x)", 0}, {"lgamma(x)", 0}, {"digamma(x)", -1},
	{"sqrt(sqrt(x))", 0}, {"sqrt(1 / x)", 0}, {"smul(x, 1 / x)", 0}, {"sdiv(x, x)", 0}, {"zmul(x, 1 / x)", 0},
}

// unusedAs are programs in which part(x) does not matter; the result is x^2.
var unusedAs = []string{
	"def p%[1]d(x: Real): (Real, Real) = (part%[1]d(x), x * x)\ndef f%[1]d(x: Real): Real = let (_, b) = p%[1]d(x) in b\n",
	"def f%[1]d(x: Real): Real = let r = part%[1]d(x) in if x < 5 then x * x else r\n",
	"def f%[1]d(x: Real): Real = let (_, s) = nTimes(2, (x, 1.0), \\(a, s). (part%[1]d(a), s + 0.5 * x^2)) in s\n",
	"def f%[1]d(x: Real): Real = let a = [part%[1]d(x), x * x] in a[1]\n",
}

// secondOrders are the ways to a second derivative.
var secondOrders = []string{"grad(grad(%s))", "grad(jacfwd(%s))", "jacfwd(grad(%s))", "jacfwd(jacfwd(%s))", "hessian(%s)"}

// TestUnusedSecond is the law of strong zeros for second derivatives: what does not matter for a value has no part in them, in any
// order of forward and reverse derivatives. Native code has one order, for the time of clang.
func TestUnusedSecond(t *testing.T) {
	type second struct {
		name, text string
		at         float64
	}
	var text strings.Builder
	var all, compiled []second
	for _, part := range singularAt {
		for _, program := range unusedAs {
			k := len(all)
			written := fmt.Sprintf("def part%d(x: Real): Real = %s\n", k, part.expr) + fmt.Sprintf(program, k)
			text.WriteString(written)
			for i, order := range secondOrders {
				name := fmt.Sprintf("d%d_%d", k, i)
				def := fmt.Sprintf("def %s(x: Real): Real = %s(x)\n", name, fmt.Sprintf(order, fmt.Sprint("f", k)))
				text.WriteString(def)
				all = append(all, second{name, written + def, part.at})
				if i == 1 {
					compiled = append(compiled, all[len(all)-1])
				}
			}
		}
	}
	u := loadText(t, text.String())
	check := func(e pipeline.Engine, list []second) {
		for _, s := range list {
			d, err := u.Entry(s.name)
			require.NoError(t, err)
			face, err := u.Callable(d)
			require.NoError(t, err)
			v, err := u.Run(e, d, &data.Args{Interface: face, Values: []data.Value{data.Real(s.at)}})
			require.NoError(t, err)
			assert.Equal(t, 2.0, v.Float(), "at %v\n%s", s.at, s.text)
		}
	}
	check(interp.New(u.Library.Def), all)
	e := &engine.Engine{Lookup: u.Library.Def, Compiler: toolchain.Compiler{Level: -1}}
	if !clangs.There(t, e.Compiler.Find) {
		return
	}
	defer e.Close()
	var names []proc.Func
	for _, s := range compiled {
		names = append(names, proc.Name(s.name))
	}
	require.NoError(t, e.Prepare(names...))
	check(e, compiled)
}
