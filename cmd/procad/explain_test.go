package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"procad/internal/golden"
)

// explain knows what the reverse of each loop of the examples keeps, without their data and with them.
func TestExplainExamples(t *testing.T) {
	for _, data := range golden.Files(t, filepath.Join(root, "examples", "*.json")) {
		t.Run(golden.Name(data), func(t *testing.T) {
			program := strings.TrimSuffix(data, ".json") + ".fun"
			for _, args := range [][]string{{"explain", program}, {"explain", program, "--in", data}} {
				var stdout, stderr bytes.Buffer
				assert.Equal(t, exitOK, run(args, strings.NewReader(""), &stdout, &stderr), "%s", &stderr)
				assert.Contains(t, stdout.String(), "loops", args)
			}
		})
	}
}

// TestExplainNative has a check of each kind: one that follows, one that a test asks before the loop, and one that is kept, as its
// index is read from an array.
func TestExplainNative(t *testing.T) {
	const program = "def f(x: Real[n], at: Int[m], y: Real[k]): Real = sum(i < m) x[at[i]] * y[i]\n"
	var stdout, stderr bytes.Buffer
	assert.Equal(t, exitOK, run([]string{"explain", "-", "--native"}, strings.NewReader(program), &stdout, &stderr), "%s", &stderr)
	for _, line := range []string{
		"f, value: 2 of 3 run-time checks are left out",
		"1:63  index-range  1  kept: it depends on an Int that an iteration makes",
		"1:66  index-range  1  left out: it follows from what is known there",
		"1:74  index-range  1  left out: a test before a loop asks it once for all iterations",
		"f, value: how the iterations of loops run",
		"1:51  one after the other: run-time checks are kept in it",
		"f, value and gradient: ",
	} {
		assert.Contains(t, stdout.String(), line)
	}
	assert.Equal(t, exitUsage, run([]string{"explain", "-", "--native", "--format", "json"}, strings.NewReader(program), &stdout, &stderr))
	assert.Equal(t, exitUsage, run([]string{"loopir", "-", "--after", "no-pass"}, strings.NewReader(program), &stdout, &stderr))
}
