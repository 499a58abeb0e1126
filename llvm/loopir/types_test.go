package loopir

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"procad/internal/diag"
)

// TestTypes says what is wrong with the arguments of an operation.
func TestTypes(t *testing.T) {
	const params = "func f(x: real, n: int, c: bool, b: real*, k: int*, t: bool*, s: stack) -> ()\n" +
		"  v = view b[n, n]\n  w = view t[n]\n  i: int<4> = iota n\n  j: int<8> = iota n\n  y: real<4> = splat x\n  "
	for _, c := range []struct{ op, want string }{
		{"z = add c, c", "add does not take values of type bool"},
		{"z = mod x, x", "mod does not take values of type real"},
		{"z = lt c, c", "lt does not take values of type bool"},
		{"z = neg b", "neg does not take values of type real*"},
		{"z = and x, x", "and does not take values of type real"},
		{"z = add i, j", "add takes two values of one type, not int<4> and int<8>"},
		{"z = select x, x, x", "select does not take a real, a real and a real"},
		{"z = select c, x, n", "select does not take a bool, a real and a int"},
		{"z = math exp(n)", "exp does not take a int"},
		{"z = math exp(x, x)", "math takes a primitive with its arguments, not exp with 2"},
		{"z = math nothing(x)", "math takes a primitive with its arguments, not nothing with 1"},
		{"z = math atan2(y, x)", "atan2 does not take a real"},
		{"z = reduce x", "reduce does not take a real"},
		{"z = reduce i, n", "reduce does not take a int<4>"},
		{"z = reduce i, n, n", "reduce does not take a int<4>"},
		{"z = copy b", "copy does not take these values"},
		{"z = copy n, n", "copy does not take these values"},
		{"z = cell b", "cell does not take these values"},
		{"release x", "release does not take these values"},
		{"clear b, x", "clear does not take these values"},
		{"z = view b[]", "view does not take these values"},
		{"z = view b[x]", "view does not take these values"},
		{"z = row v[n, n]", "row does not take these values"},
		{"z = row b[n]", "row does not take these values"},
		{"z = load v[n]", "load takes a view and an index for each axis, not 1 of a real[2]"},
		{"z = load v[n, x]", "load takes a view and an index for each axis, not 2 of a real[2]"},
		{"z = load n[]", "load takes a view and an index for each axis, not 0 of a int"},
		{"z = load v[i, j]", "load has indices of 4 and of 8 lanes"},
		{"store v[n, n] = n", "store does not put a int into a real[2]"},
		{"store v[i, n] = x", "store does not put a real into a real[2]"},
		{"accum w[n] += c", "accum does not put a bool into a bool[1]"},
		{"z = empty x, n", "empty takes two Ints"},
		{"z = push n, x", "push takes a stack"},
		{"z = push s, v", "there is no real[2] on a stack"},
		{"z = push s, y", "there is no real<4> on a stack"},
		{"z = len n", "len takes a stack"},
		{"count n, 1", "count takes the number of a counter, and an Int"},
		{"level -1, n", "level takes the number of a counter, and an Int"},
		{"count 0, x", "count takes the number of a counter, and an Int"},
		{"level x, n", "level takes the number of a counter, and an Int"},
		{"level 1.0, n", "level takes the number of a counter, and an Int"},
		{"check x assert", "check does not take a real"},
		{"check n < x index-range", "check does not take a real"},
		{"check n in int int-range", "check does not take a int"},
		{"for seq e < x ()\n    yield", "for takes an int, and a block with the number of the iteration"},
		{"z = for seq e < n (a = x)\n    yield n", "the block yields a int, not a real, at place 0"},
		{"z = while (a = x)\n    yield x, x", "the block yields a real, not a bool, at place 0"},
		{"if x\n    yield\n  else\n    yield", "if takes a bool, and two blocks without parameters"},
		{"z = if c\n    yield x\n  else\n    yield n", "the second block yields a int, not a real, at place 0"},
	} {
		_, err := Parse(&diag.Source{Name: "text", Text: params + c.op + "\n  return\n"})
		assert.ErrorContains(t, err, c.want, c.op)
	}
	for _, c := range []struct{ op, want string }{
		{"z: real = alloc n", "alloc does not take these values"},
		{"z: real* = alloc x", "alloc does not take these values"},
		{"z: real = splat x", "splat makes a vector"},
		{"z: real<4> = splat y", "splat does not take a real<4>"},
		{"z: int<4> = iota x", "iota does not take a real"},
		{"z: real = pop s", "pop gives the stack first"},
		{"z: stack, u: real[1] = pop s", "there is no real[1] on a stack"},
	} {
		p, err := Parse(&diag.Source{Name: "text", Text: params + c.op + "\n  return\n"})
		if assert.NoError(t, err, c.op) {
			assert.ErrorContains(t, p.Check(), c.want, c.op)
		}
	}
}
