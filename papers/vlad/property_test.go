package vlad_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/papers/vlad"
)

// TestAttachPlus is (v1 ←J v2) ⊕ v = v1 ⊕ v and v ⊕ (v1 ←J v2) = v ⊕ v1.
func TestAttachPlus(t *testing.T) {
	m := vlad.New()
	assert.Equal(t, 7.0, number(t, m, `(3 ←J 1) ⊕ 4`))
	assert.Equal(t, 7.0, number(t, m, `3 ⊕ (4 ←J 1)`))
}

// TestAttachZero is 0 (v1 ←J v2) = 0 v1.
func TestAttachZero(t *testing.T) {
	assert.Equal(t, vlad.Nil{}, value(t, vlad.New(), `zero (exp ←J 3)`))
	assert.Equal(t, 0.0, value(t, vlad.New(), `zero (3 ←J exp)`))
}

// TestAttachApply is A (v1 ←J v2) v = A v1 v.
func TestAttachApply(t *testing.T) {
	assert.Equal(t, 10.0, number(t, vlad.New(), `((\x. 2 * x) ←J (\x. 3 * x)) 5`))
}

// TestAttachJ is J (v1 ←J v2) = v2, of each use.
func TestAttachJ(t *testing.T) {
	m := vlad.New()
	assert.Equal(t, 15.0, number(t, m, `(J ((\x. 2 * x) ←J (\x. 3 * x))) 5`))
	assert.Equal(t, 42.0, number(t, m, `grad ((\x. x) ←J \(J x). (J x, \y. ([], 42 * y))) 5`))
}

// TestAttachUntag is J' (v1 ←J v2) = (J' v1) ←J (v1 ←J v2), and so J (J' w) = w.
func TestAttachUntag(t *testing.T) {
	m := vlad.New()
	assert.Equal(t, 6.0, number(t, m, `(J' ((J (\x. 2 * x)) ←J (\x. 9))) 3`))
	assert.Equal(t, 6.0, number(t, m, `J' (Car ((J (J' ((J (\x. 2 * x)) ←J (\x. 9)))) (J 3))) + 0 * 1`), "applies as v1 does")
}

// TestAttachTwice is the repaired ^(←J): what a function and its rule capture counts once.
func TestAttachTwice(t *testing.T) {
	m := vlad.New()
	assert.Equal(t, 1.0, number(t, m, `grad (\a. let g = \x. a * x in (g ←J (J g)) 1) 3`))
	assert.Equal(t, 10.0, number(t, m, `grad (\a. let g = \x. a * x * x in grad (g ←J (J g)) 5) 3`))
}

// TestUntagJ is J' (J v) = v for each form of value.
func TestUntagJ(t *testing.T) {
	for _, term := range []string{`[]`, `3`, `exp`, `\x. x`, `J 3`, `exp ←J 3`} {
		v := value(t, vlad.New(), term)
		assert.Equal(t, v, vlad.Untag(vlad.J(v)), term)
	}
	_, err := vlad.New().Eval(`J' 3`)
	assert.ErrorContains(t, err, "no tag")
}

// TestZero is 0 of each form of value.
func TestZero(t *testing.T) {
	m := vlad.New()
	assert.Equal(t, vlad.Nil{}, value(t, m, `zero []`))
	assert.Equal(t, 0.0, value(t, m, `zero 3`))
	assert.Equal(t, vlad.Nil{}, value(t, m, `zero exp`))
	assert.Equal(t, 0.0, value(t, m, `J' (zero (J 3))`))
	assert.Equal(t, 0.0, value(t, m, `Car (zero ((\a. \x. a * x) 3))`))
	assert.Equal(t, vlad.Nil{}, value(t, m, `Cdr (Cdr (zero (1, 2)))`))
}

// TestTaggedList is []_^x = ^[].
func TestTaggedList(t *testing.T) {
	assert.Equal(t, vlad.Nil{}, value(t, vlad.New(), `J' (zero (\(J x). J x))`))
}

// TestZeroOfTagged is 0 (J v) = J (0 v) for a closure.
func TestZeroOfTagged(t *testing.T) {
	m := vlad.New()
	assert.Equal(t, 0.0, value(t, m, `Car (J' (zero (J ((\a. \x. a * x) 3))))`))
}

// TestPlus is ⊕ of each form of value.
func TestPlus(t *testing.T) {
	m := vlad.New()
	assert.Equal(t, vlad.Nil{}, value(t, m, `[] ⊕ []`))
	assert.Equal(t, 3.0, value(t, m, `1 ⊕ 2`))
	assert.Equal(t, 3.0, value(t, m, `J' (J 1 ⊕ J 2)`))
	assert.Equal(t, 1.0, value(t, m, `(exp ⊕ exp) 0`))
	assert.Equal(t, 6.0, value(t, m, `Cdr ((1, 2) ⊕ (3, 4))`))
	for _, term := range []string{`1 ⊕ []`, `[] ⊕ J []`, `exp ⊕ log`, `(\x. x) ⊕ (\x. x)`} {
		_, err := m.Eval(term)
		assert.ErrorContains(t, err, "differ in shape", term)
	}
}

// TestPrimitives is ^t: derivatives of all primitives on reals.
func TestPrimitives(t *testing.T) {
	m := vlad.New()
	const x, h = 0.7, 1e-5
	for _, f := range []string{
		`exp`, `log`, `sin`, `cos`, `sqrt`, `abs`, `sign`, `\x. x + 3 * x`, `\x. 2 - x`, `\x. x - 2`, `\x. x * x`, `\x. 2 / x`, `\x. x / 2`,
		`\x. if x < 1 then x * x else x`, `\x. if null [x] then 1 else x`, `\x. x ⊕ (2 * x)`, `\x. zero x + x`, `\x. J' (J x) * x`,
	} {
		d := (number(t, m, "(%s) %g", f, x+h) - number(t, m, "(%s) %g", f, x-h)) / (2 * h)
		near(t, d, number(t, m, "grad (%s) %g", f, x), 8, f)
	}
}

// TestNested has no perturbation confusion.
func TestNested(t *testing.T) {
	assert.Equal(t, 6.0, number(t, vlad.New(), `grad (\x. x * grad (\y. x * y) 2) 3`))
}

// TestSecond is the second derivative of x³.
func TestSecond(t *testing.T) {
	assert.Equal(t, 18.0, number(t, vlad.New(), `grad (grad (\x. x * x * x)) 3`))
	assert.Equal(t, 6.0, number(t, vlad.New(), `grad (grad (grad (\x. x * x * x))) 3`))
}

// TestErrors has terms without a value.
func TestErrors(t *testing.T) {
	for term, want := range map[string]string{
		`3 4`: "called", `exp []`: "real", `(\x. x x) (\x. x x)`: "does not end", `\x`: "1:3", `nothing 1`: "nothing", `1 ; 2`: "1:3", `let x = 1`: "in", ``: "name",
	} {
		_, err := vlad.New().Eval(term)
		assert.ErrorContains(t, err, want, term)
	}
}

func value(t *testing.T, m *vlad.Machine, term string) vlad.Value {
	v, err := m.Eval(term)
	require.NoError(t, err, term)
	return v
}
