package faults

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestReadRow says how a fault is written, and what is said of one that is not written so.
func TestReadRow(t *testing.T) {
	r, err := readRow("# A remark.\nthe sum is a product\na/b.go: ) sum(\n- x + $\n- $\n- y\n+ x * y")
	require.NoError(t, err)
	assert.Equal(t, &Row{Name: "the sum is a product", File: "a/b.go", In: ") sum(", Old: "x + \n\ny", New: "x * y"}, r)
	r, err = readRow("# Only a remark.\n")
	require.NoError(t, err)
	assert.Nil(t, r)
	for text, want := range map[string]string{
		"a name\na/b.go: in":                 "a fault has a name, a place and what it changes",
		"a name\na/b.go\n- x":                `"a/b.go" is no place: it is a file, a colon and a text in the file`,
		"a name\na/b.go: in\n+ x":            `"+ x" is no part of a change: lines with - come first, then those with +`,
		"a name\na/b.go: in\n- x\n+ y\n- z":  `"- z" is no part of a change: lines with - come first, then those with +`,
		"a name\na/b.go: in\n- x\nanother\n": `"another" is no part of a change: lines with - come first, then those with +`,
	} {
		_, err := readRow(text)
		assert.EqualError(t, err, want)
	}
}
