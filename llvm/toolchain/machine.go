package toolchain

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	goruntime "runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"procad/internal/cache"
	"procad/internal/child"
	"procad/internal/special"
)

// NativeCPU is the CPU of the machine that procad runs on.
const NativeCPU = "native"

// A Machine is what code is compiled for.
type Machine struct {
	CPU    string // as a person knows it
	Triple string // as clang names the system, if it is not that of clang itself
	Oldest string // the oldest CPU of its family, for code that runs before the CPU is known; "" if all are alike
	Vector VectorMath
	macros map[string]string
	id     []byte // differs where clang, the CPU, or what it is told differs
}

// A MachineError says that clang compiles for no such machine.
type MachineError struct{ message string }

func (e *MachineError) Error() string { return e.message }

// machineName is the form of a name of a CPU or of a system.
var machineName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._+-]*$`)

// cpu is the name of the CPU for clang.
func (c *Compiler) cpu() string {
	if c.CPU == "" && c.Target == "" {
		return NativeCPU
	}
	return c.CPU
}

// isX86 says that code is for x86-64, as far as names tell.
func (c *Compiler) isX86() bool {
	if c.Target != "" {
		return strings.HasPrefix(c.Target, "x86_64")
	}
	return goruntime.GOARCH == "amd64"
}

// machineFlags tell clang what machine code is for.
func (c *Compiler) machineFlags() []string {
	var flags []string
	if c.Target != "" {
		flags = append(flags, "--target="+c.Target)
	}
	switch {
	case c.cpu() == "":
	case c.isX86():
		flags = append(flags, "-march="+c.cpu())
	default:
		flags = append(flags, "-mcpu="+c.cpu())
	}
	return flags
}

// machines are those that this process knows.
var machines sync.Map

// Machine asks clang what the compiler makes code for. The answer is cached.
func (c *Compiler) Machine(ctx context.Context) (*Machine, error) {
	for flag, name := range map[string]string{"CPU": c.CPU, "system": c.Target} {
		if name != "" && !machineName.MatchString(name) {
			return nil, &MachineError{fmt.Sprintf("%.100q is no name of a %s", name, flag)}
		}
	}
	clang, err := c.Find()
	if err != nil {
		return nil, err
	}
	q := inquiry{clang: clang, flags: c.machineFlags()}
	key, known := q.key(c.cpu() == NativeCPU)
	if m, ok := machines.Load(key); ok {
		return m.(*Machine), nil
	}
	a, err := q.cached(ctx, c.store(), key, known)
	if err != nil {
		return nil, err
	}
	m := c.machine(a)
	machines.Store(key, m)
	return m, nil
}

// An inquiry is what clang is asked: which macros there are.
type inquiry struct {
	clang string
	flags []string
}

// variables are those of the environment that clang heeds.
var variables = []string{"CPATH", "C_INCLUDE_PATH", "LIBRARY_PATH", "COMPILER_PATH", "CCC_OVERRIDE_OPTIONS", "SDKROOT"}

// key is the key of the answer, and whether it is the same as long as the key
// is: that of this machine's CPU is only if something else says what it is.
func (q *inquiry) key(native bool) (key cache.Key, known bool) {
	real, err := filepath.EvalSymlinks(q.clang)
	if err != nil {
		real = q.clang
	}
	parts := [][]byte{[]byte(q.clang), []byte(real), []byte(strings.Join(q.flags, "\x00"))}
	for _, v := range variables {
		parts = append(parts, []byte(os.Getenv(v)))
	}
	known = true
	if native {
		cpu := thisCPU()
		parts, known = append(parts, cpu), cpu != nil
	}
	return cache.KeyOf("machine", parts...), known
}

// thisCPU is what Linux says of the CPU, nil if nothing does.
var thisCPU = sync.OnceValue(func() []byte {
	f, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return nil
	}
	defer f.Close()
	text := make([]byte, 1<<14)
	n, _ := f.Read(text)
	first, _, _ := bytes.Cut(text[:n], []byte("\n\n"))
	var lines []byte
	for line := range bytes.Lines(first) {
		name, _, _ := bytes.Cut(line, []byte(":"))
		switch string(bytes.TrimSpace(name)) {
		case "vendor_id", "cpu family", "model", "model name", "stepping", "flags", "Features",
			"CPU implementer", "CPU architecture", "CPU variant", "CPU part", "CPU revision":
			lines = append(lines, line...)
		}
	}
	return lines
})

// An answer is what clang says: the macros, and how it calls itself. It holds as
// long as the files that it comes from are as they were.
type answer struct {
	Macros, CPU string
	Features    []string
	Files       []stamp
}

// A stamp tells whether a file is as it was.
type stamp struct {
	Path string
	Size int64
	Time time.Time
}

func stampOf(path string) (stamp, error) {
	info, err := os.Stat(path)
	if err != nil {
		return stamp{}, err
	}
	return stamp{path, info.Size(), info.ModTime().UTC()}, nil
}

// holds says that the files are as they were.
func (a *answer) holds() bool {
	for _, s := range a.Files {
		now, err := stampOf(s.Path)
		if err != nil || now.Size != s.Size || !now.Time.Equal(s.Time) {
			return false
		}
	}
	return len(a.Files) > 0
}

// cached is the answer that is in a store, if it holds, or a new one.
func (q *inquiry) cached(ctx context.Context, store *cache.Store, key cache.Key, known bool) (*answer, error) {
	if !known {
		return q.ask(ctx)
	}
	if text, ok := store.Get(key); ok {
		a := &answer{}
		if json.Unmarshal(text, a) == nil && a.holds() {
			return a, nil
		}
	}
	a, err := q.ask(ctx)
	if err != nil {
		return nil, err
	}
	if text, err := json.Marshal(a); err == nil {
		store.Put(key, text)
	}
	return a, nil
}

// ask runs clang. Without headers of a C library, as for other systems, it says
// what there is without one.
func (q *inquiry) ask(ctx context.Context) (*answer, error) {
	stdout, stderr, err := q.run(ctx, "#include <limits.h>\n")
	if err != nil && ctx.Err() == nil {
		stdout, stderr, err = q.run(ctx, "")
	}
	if ctx.Err() == nil && (err == nil && !isClang(stdout) || err != nil && !q.isClang(ctx)) {
		return nil, fmt.Errorf("%s is no clang: install one of versions 13 to 19, or name it in PROCAD_CC", q.clang)
	}
	if err != nil {
		return nil, q.wrong(stderr, err)
	}
	a := &answer{Macros: stdout}
	paths := []string{q.clang}
	for line := range strings.Lines(stderr) {
		line = strings.TrimSpace(line)
		if header := strings.TrimLeft(line, "."); header != line && strings.HasPrefix(header, " ") {
			paths = append(paths, header[1:])
		}
		if words := strings.Fields(line); len(words) > 1 && words[1] == "-cc1" && line[0] == '"' {
			paths = append(paths, strings.Trim(words[0], `"`))
			for i, w := range words[:len(words)-1] {
				switch w {
				case "-target-cpu":
					a.CPU = words[i+1]
				case "-target-feature":
					a.Features = append(a.Features, words[i+1])
				}
			}
		}
	}
	slices.Sort(a.Features)
	for _, path := range paths {
		s, err := stampOf(path)
		if err != nil {
			a.Files = nil // it never holds
			break
		}
		a.Files = append(a.Files, s)
	}
	return a, nil
}

// isClang says whether what is asked is a clang, whatever it says of the flags.
func (q *inquiry) isClang(ctx context.Context) bool {
	plain := inquiry{clang: q.clang}
	stdout, _, err := plain.run(ctx, "")
	return err == nil && isClang(stdout)
}

func isClang(macros string) bool { return strings.Contains(macros, "#define __clang__ ") }

func (q *inquiry) run(ctx context.Context, text string) (stdout, stderr string, err error) {
	cmd := exec.CommandContext(ctx, q.clang, append(slices.Clone(q.flags), "-v", "-E", "-dM", "-H", "-x", "c", "-")...)
	cmd.Stdin = strings.NewReader(text)
	var out, log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &log
	err = child.Run(cmd)
	return out.String(), log.String(), err
}

// wrong is the error of a run.
func (q *inquiry) wrong(stderr string, err error) error {
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && exit.ExitCode() > 0 {
		for line := range strings.Lines(stderr) {
			if _, message, ok := strings.Cut(line, "error: "); ok {
				name := filepath.Base(q.clang)
				return &MachineError{fmt.Sprintf("%s: %.200s; %[1]s --print-supported-cpus lists the names that it takes", name, strings.TrimSpace(message))}
			}
		}
	}
	return failed(q.clang, os.TempDir(), stderr, err)
}

// machine reads an answer.
func (c *Compiler) machine(a *answer) *Machine {
	m := &Machine{Triple: c.Target, CPU: c.CPU, macros: map[string]string{}}
	for line := range strings.Lines(a.Macros) {
		if f := strings.Fields(line); len(f) >= 3 && f[0] == "#define" {
			m.macros[f[1]] = f[2]
		}
	}
	x86 := m.macros["__x86_64__"] != ""
	switch {
	case c.cpu() != NativeCPU && c.CPU != "":
	case x86:
		m.CPU = level(m.macros) + " and more"
	default:
		m.CPU = a.CPU
	}
	if x86 {
		m.Oldest = oldestX86
		m.Vector = m.libmvec()
	}
	id := sha256.Sum256(fmt.Appendf(nil, "%q", []any{a.Macros, a.CPU, a.Features, c.machineFlags()}))
	m.id = id[:]
	return m
}

// libmvec is what glibc has for vectors: those of the widest that the CPU has come first.
func (m *Machine) libmvec() (v VectorMath) {
	if m.macros["__linux__"] == "" || m.macros["__GLIBC__"] != "2" {
		return v
	}
	minor, err := strconv.Atoi(m.macros["__GLIBC_MINOR__"])
	if err != nil {
		return v
	}
	for _, w := range []struct {
		macro string
		Variant
	}{{"__AVX512F__", Variant{'e', 8}}, {"__AVX2__", Variant{'d', 4}}, {"__SSE2__", Variant{'b', 2}}} {
		if m.macros[w.macro] != "" && (w.Lanes > 2 || len(v.Variants) == 0) {
			v.Variants = append(v.Variants, w.Variant)
		}
	}
	v.Names = map[string]bool{}
	for _, f := range special.Functions {
		if f.Glibc > 0 && minor >= f.Glibc {
			v.Names[f.Name] = true
		}
	}
	return v
}

// VectorMath is what the machine and its C library have; nothing if clang does not say.
func (c *Compiler) VectorMath(ctx context.Context) VectorMath {
	m, err := c.Machine(ctx)
	if err != nil {
		return VectorMath{}
	}
	return m.Vector
}
