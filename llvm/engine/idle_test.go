package engine

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/llvm/toolchain"
	"procad/proc"
)

// TestIdle says which process answers the calls of an engine: the one that waits, a new one where that was killed or
// is busy, and none when nobody calls.
func TestIdle(t *testing.T) {
	needClang(t)
	e := &Engine{Lookup: lookupIn(t, served), Compiler: toolchain.Compiler{Level: -1}}
	defer e.Close()
	call := func() {
		y, err := e.Call(proc.Name("total"), []data.Value{data.Reals([]float64{2, 3}, 2)}, data.Int(1))
		if assert.NoError(t, err) {
			assert.Equal(t, 4.0, y.Float())
		}
	}
	waits := func() *Server {
		e.idle.mu.Lock()
		defer e.idle.mu.Unlock()
		require.Len(t, e.idle.waiting, 1)
		e.idle.waiting[0].end.Stop() // this test says when
		return e.idle.waiting[0].Server
	}
	call()
	s := waits()
	first := s.process.cmd.Process
	call()
	assert.Equal(t, first.Pid, waits().process.cmd.Process.Pid)

	require.NoError(t, first.Kill())
	_, err := first.Wait()
	require.NoError(t, err)
	call()
	s = waits()
	assert.NotEqual(t, first.Pid, s.process.cmd.Process.Pid)

	var calls sync.WaitGroup
	for range 4 {
		calls.Go(func() {
			for range 20 {
				call()
			}
		})
	}
	calls.Wait()

	e.idle.close()
	call()
	s = waits()
	e.idle.expire(s)
	assert.Nil(t, s.process)
	assert.Empty(t, e.idle.waiting)
	e.idle.expire(s) // the timer may come late
}
