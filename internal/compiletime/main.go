// Command compiletime measures what it costs to compile the value and the
// gradient of programs, by the command procad, and prints a table.
//
//	compiletime PROCAD ITEM…        ITEM is SHAPE:SIZE, a program of package long, or FILE, or FILE:FUNCTION
package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"procad/internal/cache"
	"procad/internal/long"
)

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: compiletime PROCAD ITEM…")
		os.Exit(2)
	}
	dir, err := os.MkdirTemp("", "compiletime-")
	if err == nil {
		defer os.RemoveAll(dir)
		err = table(dir, os.Args[1], os.Args[2:])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func table(dir, procad string, items []string) error {
	fmt.Printf("%-28s %10s %10s %10s %10s %10s %10s %10s\n", "", "text", "LLVM IR", "procad", "clang", "both", "procad", "clang")
	fmt.Printf("%-28s %10s %10s %10s %10s %10s %10s %10s\n", "program", "KB", "KB", "CPU s", "CPU s", "clock s", "peak MB", "peak MB")
	for _, item := range items {
		name, what, _ := strings.Cut(item, ":")
		file, fn := name, what
		if s, ok := long.ByName(name); ok {
			n, err := strconv.Atoi(what)
			if err != nil {
				return err
			}
			file, fn = filepath.Join(dir, name+".fun"), ""
			if err := os.WriteFile(file, []byte(s.Text(n)), 0o600); err != nil {
				return err
			}
		}
		if err := row(dir, procad, filepath.Base(item), file, fn); err != nil {
			return err
		}
	}
	return nil
}

// row compiles a program twice: to LLVM IR, which is procad's part, and to an executable.
func row(dir, procad, label, file, fn string) error {
	module, program := filepath.Join(dir, "module.ll"), filepath.Join(dir, "program")
	ir, err := measure(procad, "llvm", file, "--grad", "--fn", fn, "-o", module)
	if err != nil {
		return err
	}
	all, err := measure(procad, "build", file, "--grad", "--fn", fn, "-o", program)
	if err != nil {
		return err
	}
	fmt.Printf("%-28s %10d %10d %10.2f %10.2f %10.2f %10d %10d\n", label, size(file), size(module),
		ir.cpu.Seconds(), (all.cpu - ir.cpu).Seconds(), all.clock.Seconds(), ir.peak, all.peak)
	return nil
}

// size is that of a file in KB.
func size(file string) int64 {
	info, err := os.Stat(file)
	if err != nil {
		return 0
	}
	return (info.Size() + 1023) / 1024
}

// A use is what a command used, with all that it ran.
type use struct {
	cpu, clock time.Duration
	peak       int64 // in MB, of the process that needed most
}

func measure(name string, args ...string) (use, error) {
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), cache.Variable+"="+cache.Off)
	cmd.Stderr = os.Stderr
	start := time.Now()
	if err := cmd.Run(); err != nil {
		return use{}, fmt.Errorf("%s: %w", strings.Join(args, " "), err)
	}
	u := use{cpu: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), clock: time.Since(start)}
	if r, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		u.peak = r.Maxrss >> 10
	}
	return u, nil
}
