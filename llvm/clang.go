package llvm

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

//go:embed runtime/*.c runtime/*.h
var sources embed.FS

// source is the text of a file of the runtime.
func source(name string) string {
	text, err := sources.ReadFile("runtime/" + name)
	if err != nil {
		panic(err) // the name is a constant of this package
	}
	return string(text)
}

// The files of the runtime: what all code needs, and what executables need besides.
var (
	baseFiles = []string{"memory", "fault", "special"}
	mainFiles = []string{"main", "value", "words", "json_scan", "json_read", "json_write"}
)

// A Kind says what Compile makes.
type Kind string

const (
	Executable Kind = "exe"
	Object     Kind = "o"
	Shared     Kind = "so"
	Archive    Kind = "a"
)

// DefaultTimeout is how long one run of clang may take.
const DefaultTimeout = 10 * time.Minute

// A Compiler runs clang. The zero value finds one.
type Compiler struct {
	Clang    string        // the command; if empty, $PROCAD_CC, then clang, clang-19 … clang-13
	Level    int           // of optimisation: 2 if 0
	Strict   bool          // as in Options
	Sanitize string        // as in Options
	Timeout  time.Duration // for a run; DefaultTimeout if 0
}

// ErrNoClang says that there is no clang.
var ErrNoClang = errors.New("no clang is found; install one of versions 13 to 19, or name it in PROCAD_CC")

// Find returns the path of clang.
func (c *Compiler) Find() (string, error) {
	for _, name := range []string{c.Clang, os.Getenv("PROCAD_CC")} {
		if name == "" {
			continue
		}
		path, err := exec.LookPath(name)
		if err != nil {
			return "", fmt.Errorf("the C compiler %q is not found: %w", name, err)
		}
		return path, nil
	}
	names := []string{"clang"}
	for v := 19; v >= 13; v-- {
		names = append(names, fmt.Sprintf("clang-%d", v))
	}
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", ErrNoClang
}

// Compile makes out from the text of a module.
func (c *Compiler) Compile(ctx context.Context, module []byte, out string, kind Kind) error {
	clang, err := c.Find()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "procad-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	files, err := c.writeSources(dir, module, kind)
	if err != nil {
		return err
	}
	out, err = filepath.Abs(out)
	if err != nil {
		return err
	}
	run := func(args ...string) error { return c.run(ctx, dir, clang, args...) }
	flags := c.flags()
	switch kind {
	case Executable:
		return run(concatStrings(flags, files, []string{"-o", out, "-lm"})...)
	case Shared:
		return run(concatStrings(flags, []string{"-fPIC", "-shared"}, files, []string{"-o", out, "-lm"})...)
	}
	if err := run(concatStrings(flags, []string{"-fPIC", "-c"}, files)...); err != nil {
		return err
	}
	var objects []string
	for _, f := range files {
		objects = append(objects, strings.TrimSuffix(f, filepath.Ext(f))+".o")
	}
	if kind == Archive {
		if err := os.Remove(out); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		return c.run(ctx, dir, "ar", concatStrings([]string{"rcs", out}, objects)...)
	}
	return run(concatStrings([]string{"-r", "-nostdlib"}, objects, []string{"-o", out})...)
}

// writeSources puts all that is to be compiled into dir, and returns the names.
func (c *Compiler) writeSources(dir string, module []byte, kind Kind) ([]string, error) {
	names := baseFiles
	if kind == Executable {
		names = append(append([]string(nil), baseFiles...), mainFiles...)
	}
	headers, err := sources.ReadDir("runtime")
	if err != nil {
		return nil, err
	}
	put := func(name string, text []byte) error { return os.WriteFile(filepath.Join(dir, name), text, 0o600) }
	for _, h := range headers {
		if strings.HasSuffix(h.Name(), ".h") {
			if err := put(h.Name(), []byte(source(h.Name()))); err != nil {
				return nil, err
			}
		}
	}
	files := []string{"module.ll"}
	if err := put("module.ll", module); err != nil {
		return nil, err
	}
	for _, name := range names {
		if err := put(name+".c", []byte(source(name+".c"))); err != nil {
			return nil, err
		}
		files = append(files, name+".c")
	}
	return files, nil
}

// flags are those of every run of clang.
func (c *Compiler) flags() []string {
	level := 2
	if c.Level > 0 {
		level = c.Level
	}
	flags := []string{fmt.Sprintf("-O%d", level), "-march=native", "-fno-math-errno", "-Wno-override-module", "-std=c11"}
	if c.Strict {
		flags = append(flags, "-ffp-contract=off")
	}
	if c.Sanitize != "" {
		flags = append(flags, "-g", "-fsanitize="+c.Sanitize)
	}
	return flags
}

// run runs a command in dir, without a shell.
func (c *Compiler) run(ctx context.Context, dir, name string, args ...string) error {
	timeout := c.Timeout
	if timeout == 0 {
		timeout = DefaultTimeout
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	cmd.WaitDelay = time.Second
	var output bytes.Buffer
	cmd.Stdout, cmd.Stderr = &output, &output
	err := cmd.Run()
	switch {
	case ctx.Err() == context.DeadlineExceeded:
		return fmt.Errorf("%s takes more than %v", filepath.Base(name), timeout)
	case err != nil:
		return fmt.Errorf("%s: %w\n%s", filepath.Base(name), err, clip(output.String()))
	}
	return nil
}

// clip keeps the beginning of a long output.
func clip(text string) string {
	const most = 4000
	if len(text) > most {
		return text[:most] + "…"
	}
	return text
}

func concatStrings(lists ...[]string) []string {
	var all []string
	for _, l := range lists {
		all = append(all, l...)
	}
	return all
}
