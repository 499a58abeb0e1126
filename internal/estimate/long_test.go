package estimate_test

import (
	"fmt"
	"strings"
	"testing"

	"procad/internal/clangs"
	"procad/llvm/toolchain"
)

func chain(n int) string {
	var b strings.Builder
	b.WriteString("def f(x: Real[n]): Real =\n  let a0 = x[0] * x[1]")
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, ";\n      a%d = sin(a%d) * x[%d] + a%d", i, i-1, i%7, i/2)
	}
	b.WriteString("\n  in a0")
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, " + a%d", i)
	}
	return b.String() + "\n"
}
func wide(n int) string {
	var b strings.Builder
	b.WriteString("def g(x: Real[n], i: Int): (Real")
	for i := 1; i < n; i++ {
		b.WriteString(", Real")
	}
	b.WriteString(") = (x[0]")
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, ", sin(x[%d] * x[i])", i%7)
	}
	b.WriteString(")\ndef f(x: Real[n]): Real = let (b0")
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, ", b%d", i)
	}
	b.WriteString(") = g(x, 1); (c0")
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, ", c%d", i)
	}
	b.WriteString(") = g(x, 2) in b0")
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, " + b%d * c%d", i, i)
	}
	return b.String() + "\n"
}

// TestLong compares the memory of definitions that native code has in pieces,
// with a frame each, and of calls with more values than fit on the stack.
func TestLong(t *testing.T) {
	compiler := toolchain.Compiler{Level: 0}
	clangs.Need(t, compiler.Find)
	for name, text := range map[string]string{"chain": chain(600), "wide": wide(600)} {
		t.Run(name, func(t *testing.T) {
			s := loadGiven(t, text, "f", map[string]any{"n": 7})
			peaks(t, s, compiler)
		})
	}
}
