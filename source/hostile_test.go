package source

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/diag"
)

func rep(s string, n int) string { return strings.Repeat(s, n) }

// body is a program with one function.
func body(e string) string { return "def f(x: Real): Real = " + e + "\n" }

// hostile are programs that are rejected however they try.
var hostile = []struct {
	name, text, code string
}{
	{"NUL", "def f\x00", CodeText},
	{"NUL in a comment", "-- \x00", CodeText},
	{"NUL in a message", body("let _ = assert(true, \"\x00\") in x"), CodeText},
	{"not UTF-8", body("x \xff"), CodeText},
	{"not UTF-8 in a comment", "-- \xff\xfe", CodeText},
	{"byte order mark", "\ufeff" + body("x"), CodeText},
	{"long name", body(rep("x", 300)), CodeText},
	{"long number", body(rep("9", 1_000_000)), CodeLiteralRange},
	{"huge", rep(" ", maxSource+1), CodeTooLarge},
	{"many errors", rep("$", 1000), CodeText},
	{"open brackets", body(rep("(", 1_000_000)), CodeNesting},
	{"brackets", body(rep("(", 1_000_000) + "x" + rep(")", 1_000_000)), CodeNesting},
	{"square brackets", body(rep("[", 1_000_000)), CodeNesting},
	{"indices", body(rep("x[", 1_000_000)), CodeNesting},
	{"minus", body(rep("- ", 1_000_000) + "x"), CodeNesting},
	{"not", body(rep("not ", 1_000_000) + "x"), CodeNesting},
	{"powers", body(rep("x^", 1_000_000) + "x"), CodeNesting},
	{"injections", body(rep("Inl ", 1_000_000) + "x"), CodeNesting},
	{"ifs", body(rep("if true then x else ", 100_000) + "x"), CodeNesting},
	{"lets in bindings", body(rep("let y = ", 100_000) + "x"), CodeNesting},
	{"sums", body(rep("sum(i < 1) ", 100_000) + "x"), CodeNesting},
	{"maxima", body(rep("max(i < ", 100_000) + "x"), CodeNesting},
	{"types", "def f(x: " + rep("(", 1_000_000), CodeNesting},
	{"sum types", "def f(x: " + rep("Real + ", 1_000_000), CodeNesting},
	{"patterns", body("let " + rep("(", 1_000_000)), CodeNesting},
	{"operators", body(rep("grad(", 1_000_000)), CodeNesting},
	{"calls", body(rep("exp(", 1_000_000)), CodeNesting},
	{"chain", body("x" + rep(" + x", maxHeight+1)), CodeNesting},
	{"views", body("x" + rep("[0]", maxHeight+1)), CodeNesting},
	{"chains in brackets", body(rep("(", 100) + "x" + rep(rep(" + x", 10_000)+")", 100)), CodeNesting},
	{"chains in local functions", chainedFunctions(60, 10_000), CodeNesting},
	{"wide type", "def f(x: (" + rep("Real, ", 5000) + "Real)): Real = 1.0", CodeTypeSize},
	{"doubling tuples", doubling("a%d = (a%d, a%d)"), CodeTypeSize},
	{"doubling sums", doubling("a%d = if x > 0 then Inl a%d else Inr a%d"), CodeTypeSize},
	{"doubling functions", functions("f%d(x) = let y = f%d((x, 1)) in f%[2]d((x, 1.5))"), CodeTypeSize},
	{"doubling unknowns", functions("f%d() = let y = f%d() in f%[2]d()"), CodeTypeSize},
	{"doubling types", "type D(a) = (a, a)\ndef f(x: " + rep("D(", 60) + "Real" + rep(")", 60) + "): Real = 1.0", CodeTypeSize},
	{"doubling records", "type D(a) = { x: a, y: a }\ndef f(x: " + rep("D(", 60) + "Real" + rep(")", 60) + "): Real = 1.0", CodeTypeSize},
	{"doubling named sums", "type D(a) = A(a) | B(a)\ndef f(x: " + rep("D(", 60) + "Real" + rep(")", 60) + "): Real = 1.0", CodeTypeSize},
	{"fields", body("x" + rep(".y", maxHeight+1)), CodeNesting},
	{"records", body(rep("{ x: ", 1_000_000)), CodeNesting},
	{"constructors in patterns", body("case x of " + rep("C(", 1_000_000)), CodeNesting},
	{"captures", capturing(4000), CodeTypeSize},
	{"long recursion", ring(10_000), CodeRecursion},
	{"end in a type", "def f(x: Real", CodeSyntax},
	{"end after def", "def", CodeSyntax},
	{"end in a call", "def f(x: Real): Real = max(i <", CodeSyntax},
	{"end in a message", body(`let _ = assert(true, "abc`), CodeSyntax},
	{"end after a backslash", body(`assert(true, "\`), CodeSyntax},
}

func doubling(format string) string {
	var b strings.Builder
	b.WriteString("let a0 = x;")
	for i := range 60 {
		fmt.Fprintf(&b, format+";\n", i+1, i, i)
	}
	return body(b.String() + " in x")
}

func functions(format string) string {
	var b strings.Builder
	b.WriteString("let f0" + format[strings.Index(format, "("):strings.Index(format, "=")] + "= 1;")
	for i := range 60 {
		fmt.Fprintf(&b, format+";\n", i+1, i)
	}
	args := "()"
	if strings.Contains(format, "(x)") {
		args = "(x)"
	}
	return body(b.String() + " in f60" + args)
}

func chainedFunctions(n, terms int) string {
	var b strings.Builder
	b.WriteString("let f0(x) = x;")
	for i := range n {
		fmt.Fprintf(&b, "f%d(x) = f%d(x)%s;\n", i+1, i, rep(" + x", terms))
	}
	return body(b.String() + fmt.Sprintf(" in f%d(x)", n))
}

func capturing(n int) string {
	var b strings.Builder
	b.WriteString("let f0() = x;")
	for i := range n {
		fmt.Fprintf(&b, "v%d = x; f%d() = f%d() + v%d;\n", i, i+1, i, i)
	}
	return body(b.String() + fmt.Sprintf(" in f%d()", n))
}

func ring(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "def f%d(x: Real): Real = f%d(x)\n", i, (i+1)%n)
	}
	return b.String()
}

func TestHostile(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, c := range hostile {
		t.Run(c.name, func(t *testing.T) {
			src := &diag.Source{Name: "x.fun", Text: c.text}
			_, _, err := Load(src)
			list := diag.All(err)
			require.NotEmpty(t, list)
			assert.Equal(t, c.code, list[0].Code, list[0].Error())
			assert.True(t, list[0].Pos.Known())
			assert.LessOrEqual(t, len(list), maxErrors)
			var b strings.Builder
			diag.Render(&b, src, err)
			assert.Less(t, b.Len(), 20_000)
		})
	}
}

// TestLarge checks that size alone is no reason to reject a program.
func TestLarge(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	var lets, chain, defs strings.Builder
	lets.WriteString("let y0 = x in\n")
	for i := range 100_000 {
		fmt.Fprintf(&lets, "let y%d = y%d + 1 in\n", i+1, i)
		fmt.Fprintf(&defs, "def g%d(x: Real): Real = g%d(x)\n", i, i+1)
	}
	chain.WriteString("x" + rep(" + x", 100_000))
	for name, text := range map[string]string{
		"lets":     body(lets.String() + "y100000"),
		"chain":    body(chain.String()),
		"literals": body("x" + rep(" + 1", 100_000)),
		"brackets": body(rep("(", 9_000) + "x" + rep(")", 9_000)),
		"defs":     defs.String() + "def g100000(x: Real): Real = x\n",
		"calls":    body("let g(y) = y in x" + rep(" + g(1)", 50_000)),
	} {
		t.Run(name, func(t *testing.T) {
			p, _, err := Load(&diag.Source{Name: "x.fun", Text: text})
			require.NoError(t, err)
			assert.NotEmpty(t, p.Defs)
		})
	}
}
