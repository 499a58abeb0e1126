//go:build linux

package engine

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/llvm"
	"procad/llvm/abi"
	"procad/llvm/toolchain"
	"procad/pipeline"
	"procad/proc"
)

// TestStraySignal sends a program SIGIO while it calls, as the kernel does late for what has
// been read already: it goes on, since its standard input is there.
func TestStraySignal(t *testing.T) {
	needClang(t)
	u, err := pipeline.Load(&diag.Source{Name: "stray.fun", Text: `def f(n: Int, x: Real): Real = nTimes(n, x, \y. sin(y) + 0.5)`})
	require.NoError(t, err)
	code, err := llvm.Generate(u.Library.Def, []abi.Entry{{Func: proc.Name("f"), Symbol: "f", Face: u.Program.InterfaceOf(proc.Name("f"))}}, llvm.Options{Main: true})
	require.NoError(t, err)
	exe := filepath.Join(t.TempDir(), "f")
	require.NoError(t, new(toolchain.Compiler).Compile(context.Background(), code, exe, toolchain.Executable))
	cmd := exec.Command(exe, "--words", "--entry", "f")
	stdin, err := cmd.StdinPipe()
	require.NoError(t, err)
	var out bytes.Buffer
	cmd.Stdout = &out
	require.NoError(t, cmd.Start())
	require.NoError(t, writeWords(stdin, []data.Value{data.Int(30_000_000), data.Real(1)}))
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	sent := 0
	for {
		select {
		case err := <-ended:
			require.NoError(t, err)
			require.Positive(t, sent)
			return
		case <-time.After(time.Millisecond):
			if catches(t, cmd.Process.Pid, syscall.SIGIO) && cmd.Process.Signal(syscall.SIGIO) == nil {
				sent++
			}
		}
	}
}

var caught = regexp.MustCompile(`SigCgt:\s*([0-9a-f]+)`)

// catches says whether a process has a handler for a signal.
func catches(t *testing.T, pid int, s syscall.Signal) bool {
	status, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	if err != nil {
		return false
	}
	m := caught.FindSubmatch(status)
	require.NotNil(t, m)
	mask, err := strconv.ParseUint(string(m[1]), 16, 64)
	require.NoError(t, err)
	return mask>>(uint(s)-1)&1 == 1
}
