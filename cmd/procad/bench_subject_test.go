package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Flags in --against are those of the program at hand, but for what is said there.
func TestAgainstHasTheOtherFlags(t *testing.T) {
	flags := func(words ...string) subjectFlags {
		f := subjectFlags{fn: "f", wrt: []string{"a"}, strict: true}
		set := newFlagSet()
		f.add(set)
		require.NoError(t, set.Parse(words))
		return f
	}
	f := flags("--unchecked")
	assert.Equal(t, []string{"a"}, f.wrt)
	assert.True(t, f.fn == "f" && f.strict && f.unchecked)
	assert.Equal(t, []string{"b"}, flags("--wrt", "b").wrt)
}
