package long

import (
	"fmt"
	"strings"
)

// A Shape is a family of programs.
type Shape struct {
	Name string
	What string
	Text func(n int) string
}

// Shapes are all families.
var Shapes = []Shape{
	{"line", "n operations in a row, one in twenty a sine", Line},
	{"web", "as line, but operands come from anywhere before", Web},
	{"nest", "n operations in one expression, in brackets", Nest},
	{"sum", "one sum of n terms", Sum},
	{"calls", "n functions, each of which calls the next", Calls},
	{"twice", "n functions, each of which calls the next twice", Twice},
	{"params", "n parameters", Params},
	{"tuple", "a tuple with n parts", Tuple},
	{"cases", "n branches of if and else if", Cases},
	{"elseif", "as cases, over an Int", ElseIf},
	{"operators", "n operators in a row, without brackets", Operators},
	{"fields", "a recursion with n arguments", Fields},
	{"places", "a recursion with n calls of itself", Places},
	{"constructors", "a recursion over a type with n constructors", Constructors},
}

// ByName finds a shape.
func ByName(name string) (Shape, bool) {
	for _, s := range Shapes {
		if s.Name == name {
			return s, true
		}
	}
	return Shape{}, false
}

// Line is a let of n/3 names, each made from the two before it by three
// operations.
func Line(n int) string {
	return line(n, func(i int) int { return i - 2 })
}

// Web is the same with one operand from a place that follows no pattern.
func Web(n int) string {
	return line(n, func(i int) int { return i * 7919 % i })
}

func line(n int, other func(i int) int) string {
	var b strings.Builder
	b.WriteString("def f(x0: Real, x1: Real): Real =\n  let ")
	last := max(n/3, 1) + 1
	for i := 2; i <= last; i++ {
		u, v := fmt.Sprint("x", i-1), fmt.Sprint("x", other(i))
		switch {
		case i%7 == 0:
			fmt.Fprintf(&b, "x%d = sin(%s + %s) * 0.5", i, u, v)
		case i%2 == 0:
			fmt.Fprintf(&b, "x%d = %s * 0.5 + %s * 0.25", i, u, v)
		default:
			fmt.Fprintf(&b, "x%d = %s * (0.75 - %s) + 0.25", i, u, v)
		}
		b.WriteString([]string{";\n      ", "\n"}[i/last])
	}
	fmt.Fprintf(&b, "  in x%d\n", last)
	return b.String()
}

// Nest is sin(0.5 * (1 - 0.5 * (1 - …))), with n operations.
func Nest(n int) string {
	return "def f(x: Real): Real = sin(" + strings.Repeat("0.5 * (1 - ", n/2) + "x" + strings.Repeat(")", n/2) + ")\n"
}

// Sum is x * y + x * y + …, with n operations.
func Sum(n int) string {
	return "def f(x: Real, y: Real): Real = x * y" + strings.Repeat("\n  + x * y", n/2) + "\n"
}

// Calls is a chain of n functions.
func Calls(n int) string { return chain(n, "next(0.5 * x) * x") }

// Twice is a chain of n functions with 2^n calls in a run.
func Twice(n int) string { return chain(n, "next(0.5 * x) * next(x)") }

func chain(n int, body string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "def f%d(x: Real): Real = sin(x)\n", n)
	for i := n - 1; i > 0; i-- {
		fmt.Fprintf(&b, "def f%d(x: Real): Real = %s\n", i, strings.ReplaceAll(body, "next", fmt.Sprint("f", i+1)))
	}
	return b.String()
}

// Params is a function of n numbers.
func Params(n int) string {
	params, terms := make([]string, n), make([]string, n)
	for i := range n {
		params[i], terms[i] = fmt.Sprintf("x%d: Real", i), fmt.Sprintf("x%d * x%d", i, (i+1)%n)
	}
	return "def f(" + strings.Join(params, ", ") + "): Real =\n  " + strings.Join(terms, "\n  + ") + "\n"
}

// Tuple is a function that makes a tuple of n parts, in another function, and takes it apart.
func Tuple(n int) string {
	types, parts, names := make([]string, n), make([]string, n), make([]string, n)
	for i := range n {
		types[i], parts[i], names[i] = "Real", fmt.Sprintf("x * %d", i+1), fmt.Sprint("y", i)
	}
	return "def g(x: Real): (" + strings.Join(types, ", ") + ") = (" + strings.Join(parts, ", ") + ")\n" +
		"def f(x: Real): Real =\n  let (" + strings.Join(names, ", ") + ") = g(x) in " + strings.Join(names, " + ") + "\n"
}

// Cases is a chain of n branches, each in the else of the one before.
func Cases(n int) string {
	var b strings.Builder
	b.WriteString("def f(x: Real, y: Real): Real =\n  ")
	for i := range n {
		fmt.Fprintf(&b, "if x < %d then sin(x * %d) * y\n  else ", i, i+1)
	}
	b.WriteString("y\n")
	return b.String()
}

// ElseIf is a chain of n branches that an Int chooses from.
func ElseIf(n int) string {
	var b strings.Builder
	b.WriteString("def f(x: Real, k: Int): Real =\n  ")
	for i := range n {
		fmt.Fprintf(&b, "if k == %d then x * %d\n  else ", i, i+1)
	}
	b.WriteString("x\n")
	return b.String()
}

// Operators is a + b * c - c * a + …, with n operators.
func Operators(n int) string {
	parts := []string{"\n  + b", " * c", "\n  - c", " * a", "\n  + a"}
	var b strings.Builder
	b.WriteString("def f(a: Real, b: Real, c: Real): Real =\n  a")
	for i := range n {
		b.WriteString(parts[i%len(parts)])
	}
	b.WriteString("\n")
	return b.String()
}
