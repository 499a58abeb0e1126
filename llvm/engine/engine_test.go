package engine

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/cache"
	"procad/internal/data"
	"procad/llvm/toolchain"
	"procad/proc"
)

const shared = `
def one (x : Real) -> (y : Real)
  y = Call sin x

def two (x : Real) -> (y : Real)
  y = Call cos x
`

// Two engines of one library are prepared by many goroutines, in either order and for functions
// in either order: none waits for another one forever, and all of them can call.
func TestPrepareTogether(t *testing.T) {
	needClang(t)
	lookup := lookupIn(t, shared)
	a, b := &Engine{Lookup: lookup, Compiler: toolchain.Compiler{Level: -1}}, &Engine{Lookup: lookup, Compiler: toolchain.Compiler{Level: -1}}
	defer a.Close()
	defer b.Close()
	one, two := proc.Name("one"), proc.Name("two")
	var running sync.WaitGroup
	for i := range 8 {
		running.Go(func() {
			calls := []Calls{{a, []proc.Func{one, two}}, {b, []proc.Func{two, one}}}
			if i%2 == 1 {
				calls[0], calls[1] = calls[1], calls[0]
			}
			if !assert.NoError(t, PrepareAll(calls...)) {
				return
			}
			for _, e := range []*Engine{a, b} {
				y, err := e.Call(one, nil, data.Real(0))
				if assert.NoError(t, err) {
					assert.Zero(t, y.Float())
				}
			}
		})
	}
	running.Wait()
	assert.Less(t, len(a.programs)+len(b.programs), 5)
}

// An engine answers while clang runs for another function, and what clang refuses is refused again.
func TestCallWhileCompiling(t *testing.T) {
	needClang(t)
	clang, err := new(toolchain.Compiler).Find()
	require.NoError(t, err)
	dir := t.TempDir()
	gate, waits, slow := filepath.Join(dir, "gate"), filepath.Join(dir, "waits"), filepath.Join(dir, "clang-slow")
	require.NoError(t, os.WriteFile(slow, []byte("#!/bin/sh\nif test -e "+gate+"; then : > "+waits+"; while test -e "+gate+"; do sleep 0.01; done; fi\nexec "+clang+" \"$@\"\n"), 0o755))
	e := &Engine{Lookup: lookupIn(t, shared), Compiler: toolchain.Compiler{Clang: slow, Level: -1, Cache: cache.None}}
	defer e.Close()
	require.NoError(t, e.Prepare(proc.Name("one")))
	require.NoError(t, os.WriteFile(gate, nil, 0o600))
	var running sync.WaitGroup
	running.Go(func() { assert.NoError(t, e.Prepare(proc.Name("two"))) })
	for {
		if _, err := os.Stat(waits); err == nil {
			break
		}
	}
	y, err := e.Call(proc.Name("one"), nil, data.Real(0))
	assert.NoError(t, err)
	assert.Zero(t, y.Float())
	e.Last()
	require.NoError(t, os.Remove(gate))
	running.Wait()
	assert.Error(t, e.Prepare(proc.Name("none")))
	assert.Error(t, e.Prepare(proc.Name("none")))
}

// What a process prints for messages is kept to its end, by the writer that a command copies to.
func TestTail(t *testing.T) {
	var server process
	line := strings.Repeat("x", 99) + "\n"
	printed := io.LimitReader(strings.NewReader(strings.Repeat(line, 10000)), 1<<20) // which has no WriteTo
	_, err := io.Copy(&server.stderr, printed)
	require.NoError(t, err)
	assert.LessOrEqual(t, server.stderr.kept.Len(), 1<<14)
	assert.Contains(t, server.stderr.kept.String(), line)

	whole := tail{whole: true}
	_, err = io.Copy(&whole, strings.NewReader(line))
	require.NoError(t, err)
	assert.Equal(t, line, whole.kept.String())
}
