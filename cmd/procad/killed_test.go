//go:build linux

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/cache"
	"procad/internal/clangs"
	"procad/llvm/toolchain"
)

// children are the processes that a process has begun and that still run.
func children(t *testing.T, parent int) (pids []string) {
	t.Helper()
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	require.NoError(t, err)
	for _, path := range stats {
		text, _ := os.ReadFile(path)
		_, rest, _ := strings.Cut(string(text), ") ") // after the name: the state and the parent
		if f := strings.Fields(rest); len(f) > 1 && f[0] != "Z" && f[1] == fmt.Sprint(parent) {
			pids = append(pids, filepath.Base(filepath.Dir(path)))
		}
	}
	return pids
}

// runs says that a process runs, and has not only its exit code left.
func runs(pid string) bool {
	text, err := os.ReadFile(filepath.Join("/proc", pid, "stat"))
	_, rest, _ := strings.Cut(string(text), ") ")
	return err == nil && !strings.HasPrefix(rest, "Z")
}

// TestKilledWhileCompiling kills procad while clang runs, which ends too.
func TestKilledWhileCompiling(t *testing.T) {
	dir := t.TempDir()
	clang, file := filepath.Join(dir, "clang"), filepath.Join(dir, "f.fun")
	require.NoError(t, os.WriteFile(clang, []byte("#!/bin/sh\nexec sleep 1000\n"), 0o700))
	require.NoError(t, os.WriteFile(file, []byte("def f(): Real = 1\n"), 0o600))
	cmd := exec.Command("procad", "run", file)
	cmd.Env = append(os.Environ(), "PROCAD_CC="+clang, cache.Variable+"="+cache.Off)
	require.NoError(t, cmd.Start())
	defer cmd.Process.Kill()
	const long, often = time.Minute, 20 * time.Millisecond
	var pids []string
	require.Eventually(t, func() bool { pids = children(t, cmd.Process.Pid); return len(pids) > 0 }, long, often, "clang runs")
	require.NoError(t, cmd.Process.Kill())
	cmd.Wait()
	require.Eventually(t, func() bool { return !runs(pids[0]) }, long, often, "clang ends")
}

// TestKilled kills procad so that it cannot clean up: the program that it runs ends too,
// and no folder is left.
func TestKilled(t *testing.T) {
	clangs.Need(t, new(toolchain.Compiler).Find)
	dir, tmp := t.TempDir(), t.TempDir()
	file := filepath.Join(dir, "endless.fun")
	require.NoError(t, os.WriteFile(file, []byte("def f(): Real = nTimes(9000000000000000000, 1.0, \\x. sin(x))\n"), 0o600))
	cmd := exec.Command("procad", "run", file)
	cmd.Env = append(os.Environ(), "TMPDIR="+tmp, cache.Variable+"="+filepath.Join(dir, "cache"))
	require.NoError(t, cmd.Start())
	defer cmd.Process.Kill()
	left := func() []string {
		folders, err := filepath.Glob(filepath.Join(tmp, "*"))
		require.NoError(t, err)
		return folders
	}
	const long, often = time.Minute, 20 * time.Millisecond
	var program string
	require.Eventually(t, func() bool {
		for _, pid := range children(t, cmd.Process.Pid) {
			line, _ := os.ReadFile(filepath.Join("/proc", pid, "cmdline"))
			if strings.Contains(string(line), "--words") {
				program = pid
			}
		}
		return program != ""
	}, long, often, "the program runs")
	assert.Empty(t, left())
	require.NoError(t, cmd.Process.Kill())
	cmd.Wait()
	require.Eventually(t, func() bool { return !runs(program) }, long, often, "the program ends")
	assert.Empty(t, left())
}
