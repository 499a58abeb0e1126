//go:build linux

package engine

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/llvm"
	"procad/llvm/loopir/passes"
	"procad/pipeline"
	"procad/proc"
)

// TestCancelThreads says that a call whose context ends, ends too, where two threads share its loop and none of its iterations ends. It
// leaves no process, and the next call starts another one.
func TestCancelThreads(t *testing.T) {
	needClang(t)
	u, err := pipeline.Load(&diag.Source{Name: "walks.fun", Text: `def f(x: Real[n]): Real = sum(i < n) while(9000000000000000, x[i], \s. s > 0, \s. s + x[i])`})
	require.NoError(t, err)
	f := proc.Name("f")
	for name, trace := range map[string]io.Writer{"a process that stays": nil, "a process of its own": io.Discard} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			e := &Engine{Lookup: u.Library.Def, Context: ctx, Threads: 2, Trace: trace, Options: llvm.Options{File: u.Source.Name, Threads: passes.AllLoops}}
			defer e.Close()
			require.NoError(t, e.Prepare(f))
			before := children(t)
			ended := make(chan error, 1)
			call := func(x float64) error {
				_, err := e.Call(f, []data.Value{data.Reals([]float64{x, x, x, x, x, x, x, x}, 8)}, data.Unit())
				return err
			}
			go func() { ended <- call(1) }()
			for !threaded(t, before) {
				select {
				case err := <-ended:
					require.Fail(t, "the call has ended by itself", "%v", err)
				case <-time.After(time.Millisecond):
				}
			}
			cancel()
			require.Error(t, <-ended)
			require.Empty(t, added(t, before))
			e.Context = t.Context()
			require.NoError(t, call(-1))
		})
	}
}

// children are the processes that this one has started.
func children(t *testing.T) map[int]bool {
	found := map[int]bool{}
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	require.NoError(t, err)
	for _, stat := range stats {
		text, _ := os.ReadFile(stat) // it may have ended
		fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
		if len(fields) > 1 && string(fields[1]) == strconv.Itoa(os.Getpid()) {
			pid, err := strconv.Atoi(filepath.Base(filepath.Dir(stat)))
			require.NoError(t, err)
			found[pid] = true
		}
	}
	return found
}

// added are those that were not there before.
func added(t *testing.T, before map[int]bool) (list []int) {
	for pid := range children(t) {
		if !before[pid] {
			list = append(list, pid)
		}
	}
	return list
}

// threaded says that one of those has two threads.
func threaded(t *testing.T, before map[int]bool) bool {
	for _, pid := range added(t, before) {
		if tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*", pid)); len(tasks) == 2 {
			return true
		}
	}
	return false
}
