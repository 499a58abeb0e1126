package proc

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestBrief(t *testing.T) {
	pairs, other := NewTuple(Real, Bool), NamedReal("Other")
	for _, c := range []struct {
		t             Type
		proc, written string
	}{
		{Int, "Int", "Int"},
		{NewArray(1, Real), "[Real]", "Real[_]"},
		{NewArray(3, Bool), "[[[Bool]]]", "Bool[_, _, _]"},
		{NewArray(2, pairs), "[[(Real, Bool)]]", "(Real, Bool)[_, _]"},
		{NewArray(1, NewSum(Real, Int)), "[Real + Int]", "(Real + Int)[_]"},
		{NewSum(NewSum(Real, Int), NewArray(1, Int)), "(Real + Int) + [Int]", "(Real + Int) + Int[_]"},
		{NewTuple(NewArray(1, Real), Unit), "([Real], ())", "(Real[_], ())"},
		{NewStack(NewSum(Real, Real)), "Stack (Real + Real)", "Stack (Real + Real)"},
		{NewTuple(NewArray(2, other), other, NewStack(other)), "([[Other]], Other, Stack Other)", "(Real[_, _], Real, Stack Real)"},
		{NewTuple(NewTuple(NewTuple(Real, Int), Real), Real), "(((…, …), Real), Real)", "(((…, …), Real), Real)"},
		{NewTuple(Real, Real, Real, Real, Real, Real, Real), "(Real, Real, Real, Real, Real, Real, …)", "(Real, Real, Real, Real, Real, Real, …)"},
	} {
		assert.Equal(t, c.proc, Brief(c.t))
		assert.Equal(t, c.written, BriefSource(c.t))
	}
}
