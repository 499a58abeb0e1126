package llvm

import (
	"bytes"
	"context"
	"crypto/sha256"
	"embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	goruntime "runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"procad/optim"
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

// A unit is files of the runtime that clang reads in one run: to start it and to
// read the headers takes it as long as to translate a file. The names in them differ.
type unit struct {
	name  string
	files []string // those that ask for features of the C library come first
}

// The units of the runtime: what all code needs, and what executables need besides.
var (
	baseUnit = unit{"base", []string{"memory", "special", "fault", "rows"}}
	mainUnit = unit{"program", []string{"main", "value", "words", "json_scan", "json_read", "json_write"}}
)

func (u unit) text() []byte {
	var text bytes.Buffer
	for _, f := range u.files {
		fmt.Fprintf(&text, "#include \"%s.c\"\n", f)
	}
	return text.Bytes()
}

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
	Clang    string        // the command; if empty, $PROCAD_CC ("none" for none), then clang, clang-19 … clang-13
	Level    int           // of optimisation: 2 if 0, none if negative
	Strict   bool          // as in Options
	Sanitize string        // as in Options
	Without  optim.Set     // as in Options
	Timeout  time.Duration // for a run; DefaultTimeout if 0
	Cache    string        // a folder for the objects of the runtime, which are then made only once
}

// ErrNoClang says that there is no clang.
var ErrNoClang = errors.New("no clang is found; install one of versions 13 to 19, or name it in PROCAD_CC")

// ErrUnwanted says that no clang is to be used.
var ErrUnwanted = errors.New("there is no native code, since PROCAD_CC is none")

// Find returns the path of clang, ErrNoClang where there is none, or ErrUnwanted where
// $PROCAD_CC is "none".
func (c *Compiler) Find() (string, error) {
	for _, name := range []string{c.Clang, os.Getenv("PROCAD_CC")} {
		switch name {
		case "":
			continue
		case "none":
			return "", ErrUnwanted
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

// Compile makes out from the code of a module.
func (c *Compiler) Compile(ctx context.Context, code *Code, out string, kind Kind) error {
	clang, err := c.Find()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "procad-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	// Whole paths: clang runs in another folder, and takes no name for an option.
	for _, path := range []*string{&dir, &out} {
		if *path, err = filepath.Abs(*path); err != nil {
			return err
		}
	}
	b := &build{Compiler: c, ctx: ctx, clang: clang, dir: dir}
	if kind == Shared || kind == Object || kind == Archive {
		b.pic = []string{"-fPIC"}
	}
	objects, err := b.objects(code, kind)
	if err != nil {
		return err
	}
	switch kind {
	case Executable:
		return b.run(ctx, clang, slices.Concat(c.flags(), objects, []string{"-o", out, "-lm"})...)
	case Shared:
		return b.run(ctx, clang, slices.Concat(c.flags(), []string{"-shared"}, objects, []string{"-o", out, "-lm"})...)
	case Archive:
		if err := os.Remove(out); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		return b.run(ctx, "ar", slices.Concat([]string{"rcs", out}, objects)...)
	}
	return b.run(ctx, clang, slices.Concat([]string{"-r", "-nostdlib"}, objects, []string{"-o", out})...)
}

// A build is one run of Compile.
type build struct {
	*Compiler
	ctx        context.Context
	clang, dir string
	pic        []string
}

// A job is a run of clang that makes an object beside a file, which is in dir.
type job struct {
	dir, file string
	flags     []string // that follow those of every run
}

func (j job) object() string {
	return filepath.Join(j.dir, strings.TrimSuffix(j.file, filepath.Ext(j.file))+".o")
}

// objects makes all objects, as many at a time as there are processors, the
// one that takes longest first.
func (b *build) objects(code *Code, kind Kind) ([]string, error) {
	jobs := []job{{b.dir, "module.ll", passFlags()}}
	texts := [][]byte{code.Tuned}
	for i, text := range code.Rough {
		jobs = append(jobs, job{b.dir, fmt.Sprintf("rough%d.ll", i), roughFlags()})
		texts = append(texts, text)
	}
	for i, text := range texts {
		if err := os.WriteFile(filepath.Join(b.dir, jobs[i].file), text, 0o600); err != nil {
			return nil, err
		}
	}
	runtime, err := b.runtime(kind)
	if err != nil {
		return nil, err
	}
	g, ctx := errgroup.WithContext(b.ctx)
	g.SetLimit(goruntime.GOMAXPROCS(0))
	var objects []string
	for i, j := range slices.Concat(jobs, runtime) {
		objects = append(objects, j.object())
		if i >= len(jobs) {
			if _, err := os.Stat(j.object()); err == nil {
				continue
			}
		}
		g.Go(func() error {
			return b.run(ctx, b.clang, slices.Concat(b.flags(), b.pic, j.flags, []string{"-c", filepath.Join(j.dir, j.file), "-o", j.object()})...)
		})
	}
	return objects, g.Wait()
}

// runtime lists the jobs for the runtime, whose objects the cache may have.
func (b *build) runtime(kind Kind) ([]job, error) {
	units := []unit{baseUnit}
	if kind == Executable {
		units = append(units, mainUnit)
	}
	dir := b.dir
	if b.Cache != "" {
		key := sha256.Sum256([]byte(strings.Join(slices.Concat([]string{b.clang}, b.flags(), b.pic), "\x00")))
		dir = filepath.Join(b.Cache, fmt.Sprintf("runtime-%x", key[:8]))
	}
	if err := writeSources(dir); err != nil {
		return nil, err
	}
	var jobs []job
	for _, u := range units {
		jobs = append(jobs, job{dir: dir, file: u.name + ".c"})
		if err := os.WriteFile(filepath.Join(dir, u.name+".c"), u.text(), 0o600); err != nil {
			return nil, err
		}
	}
	return jobs, nil
}

// writeSources puts the sources of the runtime into a folder.
func writeSources(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	files, err := sources.ReadDir("runtime")
	if err != nil {
		return err
	}
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(dir, f.Name()), []byte(source(f.Name())), 0o600); err != nil {
			return err
		}
	}
	return nil
}

// flags are those of every run of clang.
func (c *Compiler) flags() []string {
	level := 2
	if c.Level != 0 {
		level = max(c.Level, 0)
	}
	flags := []string{fmt.Sprintf("-O%d", level), "-march=native", "-fno-math-errno", "-Wno-override-module", "-std=c11"}
	if c.Strict {
		flags = append(flags, "-ffp-contract=off")
	}
	if c.Without.Has(optim.Spare) {
		flags = append(flags, "-DPC_SPARES=0")
	}
	if c.Sanitize != "" {
		flags = append(flags, "-g", "-fsanitize="+c.Sanitize)
	}
	return flags
}

// passFlags are for texts in LLVM IR. The first leaves out FastISel, the instruction
// selector of what is only translated: it is wrong on processors with AVX-512
// (testdata/x87.ll). The second leaves out a pass that moves integers to mask registers:
// it takes a tenth of the time, more the longer a function is, and finds nothing to do.
func passFlags() []string {
	flags := []string{"-mllvm", "-fast-isel=false"}
	if goruntime.GOARCH == "amd64" {
		flags = append(flags, "-mllvm", "-disable-x86-domain-reassignment")
	}
	return flags
}

// roughFlags are for texts that are only translated.
func roughFlags() []string { return append(passFlags(), "-O0") }

// run runs a command in the folder of the build, without a shell.
func (b *build) run(ctx context.Context, name string, args ...string) error {
	timeout := b.Timeout
	if timeout == 0 {
		timeout = DefaultTimeout
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = b.dir
	cmd.WaitDelay = 10 * time.Second
	var output bytes.Buffer
	cmd.Stdout, cmd.Stderr = &output, &output
	err := cmd.Run()
	switch {
	case ctx.Err() == context.DeadlineExceeded:
		return fmt.Errorf("%s takes more than %v", filepath.Base(name), timeout)
	case err != nil && strings.Contains(strings.ToLower(output.String()), syscall.ENOSPC.Error()):
		return fmt.Errorf("%s, where files for clang are: %w", b.dir, syscall.ENOSPC)
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
