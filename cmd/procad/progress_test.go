package main

import (
	"bytes"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A screen is a terminal for tests.
type screen struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *screen) Write(text []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(text)
}

func (s *screen) has(text string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Contains(s.text.String(), text)
}

// TestProgress checks that a command shows what it does when that takes a while, and removes it before a message and at
// its end.
func TestProgress(t *testing.T) {
	const long, often = time.Minute, 5 * time.Millisecond
	var s screen
	p := &progress{to: &s, after: time.Millisecond}
	cmd := &cobra.Command{Use: "run", RunE: func(*cobra.Command, []string) error {
		p.say("compiling")
		require.Eventually(t, func() bool { return s.has(" compiling, 0s") }, long, often)
		p.say("comparing entry %d of %d", 2, 3)
		require.Eventually(t, func() bool { return s.has(" comparing entry 2 of 3, ") }, long, often)
		p.Write([]byte("a message\n"))
		p.say("running")
		require.Eventually(t, func() bool { return s.has(" running, ") }, long, often, "again")
		return nil
	}}
	p.shown(cmd)
	require.NoError(t, cmd.RunE(cmd, nil))
	assert.Nil(t, p.line)
	assert.Regexp(t, `(?s)compiling.*\x1b\[1A\x1b\[J.*a message\n.*running.*\x1b\[1A\x1b\[J[^a-z]*$`, s.text.String())

	// Other commands show nothing, and what is no terminal has none.
	s.text.Reset()
	other := &cobra.Command{Use: "check", RunE: func(*cobra.Command, []string) error { p.show(); return nil }}
	p.shown(other)
	require.NoError(t, other.RunE(other, nil))
	assert.Empty(t, s.text.String())
	none, to := onTerminal(&s)
	assert.Nil(t, none)
	assert.Same(t, &s, to)
	none.say("nothing")
	none.shown(cmd)
	none.end()
	step, done := none.steps(2)
	step()
	done()
}
