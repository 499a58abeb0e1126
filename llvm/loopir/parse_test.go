package loopir

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"procad/internal/diag"
	"procad/proc"
)

// TestParseMistakes says where the first mistake of a text is, and what it is.
func TestParseMistakes(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"fun", `text:1:1: "func" is wanted here, not "fun"`},
		{"func f(", `text:1:8: a parameter is wanted here, not ""`},
		{"func f(x: float) -> ()\n  return", `text:1:16: there is no type float`},
		{"func f() -> ()\n  return\nfunc f() -> ()\n  return", `text:4:9: f is defined twice`},
		{"func \"f{\"() -> ()\n  return", `text:1:6: the name goes on after its braces`},
		{"func f(x: real, x: int) -> ()\n  return", `text:1:23: x is made twice`},
		{"func f(x: real) -> (real)\n  y = plus x, x\n  return y", `text:2:12: there is no operation "plus"`},
		{"func f(x: real) -> (real)\n  y = add x, z\n  return y", `text:2:14: a value is wanted here, not "z"`},
		{"func f(x: real) -> (real)\n  y = add x, 1\n  return y", `text:3:3: add takes two values of one type, not real and int`},
		{"func f(x: real) -> (real)\n  y = add x\n  return y", `text:3:3: add takes 2 values, not 1`},
		{"func f(x: real) -> (real)\n  y, z = add x, x\n  return y", `text:3:3: add has 1 results, not 2`},
		{"func f(n: int) -> ()\n  b = alloc n\n  return", `text:3:3: the type of b is written where nothing else says it, as of an alloc, and nowhere else`},
		{"func f(n: int) -> ()\n  m: int = add n, n\n  return", `text:3:3: the type of m is written where nothing else says it, as of an alloc, and nowhere else`},
		{"func f(n: int) -> ()\n  for i < n ()\n    yield\n  return", `text:2:7: seq, slide or free is wanted here`},
		{"func f(n: int) -> ()\n  check n >= 1 negative-count\n  return", `text:2:14: "0" is wanted here, not "1"`},
		{"func f(n: int) -> ()\n  check n >= 0 never\n  return", `text:3:3: there is no run-time error "never"`},
		{"func f(c: bool) -> ()\n  if c\n    yield\n  return", `text:4:3: "else" is wanted here, not "return"`},
		{"func f() -> (int)\n  return 9223372036854775808", `text:2:29: 9223372036854775808 is no Int`},
		{"func f() -> (real)\n  return 1e", `text:2:12: 1e is no Real`},
		{"func f() -> (real)\n  return nan:x", `text:2:15: the bits of a NaN are wanted here`},
		{"func f() -> ()\n  print \"trace", `text:2:9: the name of a function is wanted`},
		{"func f() -> () at x:1\n  return", `text:1:19: a number is wanted here, not "x"`},
		{"func f() -> ()\n  return\n  \"\\q\"", `text:3:3: "func" is wanted here, not "\"\\q\""`},
	} {
		_, err := Parse(&diag.Source{Name: "text", Text: c.text})
		assert.ErrorContains(t, err, c.want, "%s", c.text)
	}
}

// TestText reads what is hard to read, and prints it again.
func TestText(t *testing.T) {
	const text = `func "extern{Real, Real, \"f(.)\"}"(at.v: real, true.v: int, x': bool, ä_1: stack, v.inf: &real*) -> (real, real, real, int, bool) at 3:4 of 2 "lib"
  v5 = add -0.0, nan:7ff8000000000001
  v6 = add inf, -inf
  v7 = add 1e+20, 5e-324
  v8 = neg -9223372036854775808
  v9 = select x', undef:bool, false
  check v9 assert "a \"quoted\" \\ text\n" at 7:8 of 1 "other file"
  return v5, v6, v7, v8, v9
`
	p := parse(t, "; a comment\n"+strings.ReplaceAll(text, "  v6", "\t\r\n   v6 ; another\n"))
	assert.NoError(t, p.Check())
	assert.Equal(t, text, printed(t, p))
	assert.Equal(t, diag.Pos{Line: 3, Col: 4, File: &diag.Source{Name: "lib", Number: 2}}, p.Funcs[0].Pos)
}

// TestNames gives values of one name different ones, and none that is a word of the text.
func TestNames(t *testing.T) {
	f := &Func{Name: proc.Name("f"), Body: &Block{}, Modes: make([]Mode, 7)}
	for _, name := range []string{"x", "x", "x.1", "", "where", "nan", "1st"} {
		f.NewParam(f.Body, RealType, name)
	}
	assert.Contains(t, f.String(), "func f(x: real, x.1: real, x.1.2: real, v3: real, v.where: real, v.nan: real, v.1st: real)")
}
