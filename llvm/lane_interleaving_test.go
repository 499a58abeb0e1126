package llvm

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"procad/internal/optim"
	"procad/proc"
	"procad/proc/deriv"
)

// TestInterleaving says which loops run in lanes of two vectors, and that loops of few iterations run in lanes of one.
func TestInterleaving(t *testing.T) {
	long := strings.Repeat("x[i] * ", 200)
	for _, c := range []struct {
		term, enough string
		of           proc.Func
		opts         Options
		two          bool
	}{
		{"sum(i < n) nTimes(k, x[i], \\s. s * s)", "icmp ule i64 64, %", proc.Name("f"), Options{}, true},
		{"sum(i < n) nTimes(k, x[i], \\s. s * s)", "", proc.Name("f"), Options{Without: optim.Of(optim.LaneInterleaving)}, false},
		{"sum(i < n) nTimes(k, x[i], \\s. " + long + "s)", "", proc.Name("f"), Options{}, false},
		{"sum(i < n) (sum(j < k) exp(x[j] * x[i]))^2", "icmp ule i64 64, %", deriv.Grad.Of(proc.Name("f")), Options{}, true},
	} {
		opts := c.opts
		opts.Vector = twoLanes.Vector
		module := irOf(t, fmt.Sprintf("def f(x: Real[n], k: Int): Real = %s", c.term), c.of, opts)
		assert.Contains(t, module, "<2 x double>", c.term)
		assert.Equal(t, c.two, strings.Contains(module, "<4 x double>"), c.term)
		assert.Contains(t, module, c.enough, c.term)
	}
	fill := irOf(t, "def f(x: Real[n], k: Int): Real[n] = [nTimes(k, x[i], \\s. s * s) for i < n]", proc.Name("f"), Options{Vector: twoLanes.Vector})
	assert.Contains(t, fill, "icmp ule i64 16, %")
	assert.Contains(t, fill, "<4 x double>")
}

// TestOrderedFills says which loops that fill an array run in lanes: those with a loop inside whose iterations need each other, and no
// other loop for which LLVM has vectors.
func TestOrderedFills(t *testing.T) {
	for term, lanes := range map[string]bool{
		"nTimes(k, x[i], \\s. s * s)":                           true,
		"fold(\\(s, y). s * y, x[i], x)":                        true,
		"while(k, x[i], \\s. s > 1, \\s. 0.5 * s)":              false,
		"sum(j < k) x[j] * x[i]":                                false,
		"nTimes(k, x[i], \\s. s * (sum(j < n) x[j] * s))":       false,
		"nTimes(k, x, \\s. [s[n - 1 - j] * x[i] for j < n])[i]": false,
	} {
		module := irOf(t, "def f(x: Real[n], k: Int): Real[n] = [("+term+") for i < n]", proc.Name("f"), Options{Vector: twoLanes.Vector})
		assert.Equal(t, lanes, strings.Contains(module, "<2 x double>"), term)
	}
}
