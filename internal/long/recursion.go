package long

import (
	"fmt"
	"strings"
)

// Fields is a recursion with n Reals as arguments, which go around.
func Fields(n int) string {
	params, next, first, terms := make([]string, n), make([]string, n), make([]string, n), make([]string, n)
	for i := range n {
		params[i] = fmt.Sprintf("x%d: Real", i)
		next[i] = fmt.Sprint("x", (i+1)%n)
		first[i] = fmt.Sprintf("v[%d]", i)
		terms[i] = fmt.Sprintf("%d * x%d", i+1, i)
	}
	return fmt.Sprintf("def g(k: Int, %s): Real = if k <= 0 then x0 else let y = g(k - 1, %s) in 0.5 * y + %s\ndef f(k: Int, v: Real[_]): Real = g(k, %s)\n",
		strings.Join(params, ", "), strings.Join(next, ", "), strings.Join(terms, " + "), strings.Join(first, ", "))
}

// Places is a recursion with n calls of itself, one after the other.
func Places(n int) string {
	calls := make([]string, n)
	for i := range n {
		calls[i] = fmt.Sprintf("f(k - %d, 0.%d * x)", i+1, i+1)
	}
	return fmt.Sprintf("def f(k: Int, x: Real): Real = if k <= 0 then x else %s\n", strings.Join(calls, " + "))
}

// Constructors is a recursion over a type with n constructors.
func Constructors(n int) string {
	types, arms := make([]string, n), make([]string, n)
	for i := range n {
		types[i] = fmt.Sprintf("C%d(Real, T)", i)
		arms[i] = fmt.Sprintf("C%d(x, t) -> %d * x * g(t)", i, i+1)
	}
	return fmt.Sprintf("type T = End(Real) | %s\ndef g(t: T): Real = case t of End(x) -> x, %s\ndef f(x: Real): Real = g(C0(x, C%d(x, End(x))))\n",
		strings.Join(types, " | "), strings.Join(arms, ", "), n-1)
}
