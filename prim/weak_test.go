package prim_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"procad/prim"
	"procad/proc"
)

// TestWeak: no weak rule multiplies or divides by a strong primitive.
func TestWeak(t *testing.T) {
	strong := 0
	count := func(def *proc.Def) (n int) {
		def.Body.Walk(func(s proc.Stmt) {
			if c, ok := s.(*proc.Call); ok && (c.Func == prim.SMul || c.Func == prim.ZMul || c.Func == prim.SDiv) {
				n++
			}
		})
		return n
	}
	for _, name := range prim.RuleNames() {
		def, ok := prim.Derived(name)
		if !ok {
			continue
		}
		strong += count(def)
		assert.Zero(t, count(prim.Weak(def)), name)
	}
	assert.Positive(t, strong)
}
