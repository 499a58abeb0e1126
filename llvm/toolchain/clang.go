package toolchain

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	goruntime "runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"procad/internal/cache"
	"procad/internal/child"
	"procad/internal/optim"
	"procad/internal/scratch"
)

// A Kind says what Compile makes.
type Kind string

const (
	Executable Kind = "exe"
	Object     Kind = "o"
	Shared     Kind = "so"
	Archive    Kind = "a"
	bandwidth  Kind = "bandwidth" // the program of Bandwidth
)

// runs says that it is a program.
func (k Kind) runs() bool { return k == Executable || k == bandwidth }

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
	CPU      string        // as clang names it; NativeCPU if this and Target are empty
	Target   string        // the system, as clang names it; that of clang itself if empty
	Cache    *cache.Store  // of what clang makes; that of the user if nil
}

func (c *Compiler) store() *cache.Store {
	if c.Cache == nil {
		return cache.User()
	}
	return c.Cache
}

// ErrNoClang says that there is no clang.
var ErrNoClang = errors.New("no clang is found; install one of versions 13 to 19, or name it in PROCAD_CC")

// ErrUnwanted says that no clang is to be used.
var ErrUnwanted = errors.New("there is no native code, since PROCAD_CC is none")

// Find returns the path of clang, which is absolute since it runs in another folder, ErrNoClang where there is none, or ErrUnwanted where
// $PROCAD_CC is "none".
func (c *Compiler) Find() (string, error) {
	path, err := c.find()
	if err != nil {
		return "", err
	}
	return filepath.Abs(path)
}

func (c *Compiler) find() (string, error) {
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
	b, err := c.build(ctx, code, kind)
	if err != nil {
		return err
	}
	if out, err = filepath.Abs(out); err != nil {
		return err
	}
	if product, ok := b.store().Get(b.key); ok {
		return scratch.Explain(filepath.Dir(out), cache.WriteFile(out, product, kind.mode()))
	}
	dir, err := scratch.New()
	if err != nil {
		return err
	}
	defer dir.Close()
	return b.make(dir.Path, out)
}

// mode is that of a file.
func (k Kind) mode() os.FileMode {
	if k.runs() || k == Shared {
		return 0o755
	}
	return 0o644
}

// A build is one run of Compile.
type build struct {
	*Compiler
	ctx     context.Context
	clang   string
	machine *Machine
	code    *Code
	kind    Kind
	key     cache.Key     // of the product
	dir     string        // for what clang reads and writes
	sources func() error  // puts the sources of the runtime there, once
	slots   chan struct{} // an item for each run of clang, of which there are no more at once than processors
}

func (c *Compiler) build(ctx context.Context, code *Code, kind Kind) (*build, error) {
	b, err := c.newBuild(ctx, kind)
	if err != nil {
		return nil, err
	}
	b.code = code
	if a := code.ahead; a != nil {
		b.slots = a.slots
	}
	linked, err := code.linkTexts()
	if err != nil {
		return nil, err
	}
	b.key = b.keyOf(string(kind), slices.Concat([][]byte{code.Tuned}, code.Unoptimised, linked)...)
	return b, nil
}

// newBuild is a build whose code is still to come.
func (c *Compiler) newBuild(ctx context.Context, kind Kind) (*build, error) {
	clang, err := c.Find()
	if err != nil {
		return nil, err
	}
	m, err := c.Machine(ctx)
	if err != nil {
		return nil, err
	}
	slots := make(chan struct{}, goruntime.GOMAXPROCS(0))
	return &build{Compiler: c, ctx: ctx, clang: clang, machine: m, kind: kind, slots: slots}, nil
}

// keyOf is the key of what clang makes of texts and of the sources of the runtime, if there is a store.
func (b *build) keyOf(kind string, texts ...[]byte) cache.Key {
	if b.store() == cache.None {
		return cache.Key{}
	}
	settings := fmt.Appendf(nil, "%q", slices.Concat(b.flags(), b.pic(), b.passFlags(), b.unoptimisedFlags(b.machine)))
	return cache.KeyOf(kind, append([][]byte{b.machine.id, settings, sourcesSum()}, texts...)...)
}

// pic are the flags for code that runs at any address.
func (b *build) pic() []string {
	if b.kind.runs() {
		return nil
	}
	return []string{"-fPIC"}
}

// make makes out, with a folder for the files that it needs, and stores it.
func (b *build) make(dir, out string) error {
	b.in(dir)
	objects, err := b.objects()
	if err != nil {
		return err
	}
	if err := b.link(objects, out); err != nil {
		return b.code.missing(err)
	}
	if product, err := os.ReadFile(out); err == nil {
		b.store().Put(b.key, product)
		if texts := b.code.Unoptimised; len(texts) > 0 {
			b.store().Put(b.firstKey(texts[0]), nil)
		}
	}
	return nil
}

// in says which folder it is.
func (b *build) in(dir string) {
	b.dir = dir
	b.sources = sync.OnceValue(func() error { return writeSources(dir, b.machine) })
}

func (b *build) link(objects []string, out string) error {
	switch b.kind {
	case Executable, bandwidth:
		return b.linkWith(&linking{b.flags(), objects, out, b.linked()})
	case Shared:
		return b.linkWith(&linking{append(b.flags(), "-shared"), objects, out, b.linked()})
	case Archive:
		if err := os.Remove(out); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		whole := filepath.Join(b.dir, "whole.o")
		if err := b.combine(objects, whole); err != nil {
			return err
		}
		if err := b.resolves(whole); err != nil {
			return err
		}
		return b.run(b.ctx, "ar", "rcs", out, whole)
	}
	if err := b.combine(objects, out); err != nil {
		return err
	}
	return b.resolves(out)
}

// combine makes one object of objects. What they share stays their own: another
// library in the same program has a runtime for another CPU, or of another version.
func (b *build) combine(objects []string, out string) error {
	if err := b.linkWith(&linking{[]string{"-r", "-nostdlib"}, objects, out, nil}); err != nil {
		return err
	}
	if b.machine.macros["__ELF__"] == "" {
		return nil // the linker has done so
	}
	for _, name := range []string{"objcopy", "llvm-objcopy"} {
		if _, err := exec.LookPath(name); err == nil {
			return b.run(b.ctx, name, "--localize-hidden", out)
		}
	}
	return errors.New("objcopy, which is a part of binutils, is not found")
}

// A job is a run of clang that makes an object of a file in the folder of a build.
type job struct {
	file   string
	text   []byte
	flags  []string   // that follow those of every run
	stored *cache.Key // of an object that is stored; nil for others
	needs  bool       // the other sources of the runtime
}

func (b *build) object(j job) string {
	return filepath.Join(b.dir, strings.TrimSuffix(j.file, filepath.Ext(j.file))+".o")
}

// objects makes all objects but those that are made ahead, as many at a time as there are
// processors, the one that takes longest first.
func (b *build) objects() ([]string, error) {
	jobs := []job{{file: "module.ll", text: b.code.Tuned, flags: b.passFlags()}}
	if !b.kind.runs() { // of one program there are libraries of several kinds, and packages
		key := b.keyOf("module", b.code.Tuned)
		jobs[0].stored = &key
	}
	for k, text := range b.code.Unoptimised {
		jobs = append(jobs, b.unoptimisedJob(k, text))
	}
	jobs = append(jobs, b.runtime()...)
	if b.code.Traces && !b.kind.runs() { // executables print
		jobs = append(jobs, b.runtimeJob(traceUnit))
	}
	g, ctx := errgroup.WithContext(b.ctx)
	var objects []string
	for _, j := range jobs {
		if o := b.begun(j); o != nil {
			objects = append(objects, o.path)
			g.Go(func() error { return <-o.made })
			continue
		}
		objects = append(objects, b.object(j))
		b.slots <- struct{}{}
		g.Go(func() error {
			defer func() { <-b.slots }()
			return b.compile(ctx, j)
		})
	}
	return objects, g.Wait()
}

// begun is the object of a job that was begun ahead; nil for others.
func (b *build) begun(j job) *object {
	if a := b.code.ahead; a != nil {
		return a.begun[j.file]
	}
	return nil
}

// compile makes the object of a job, or takes it from the store.
func (b *build) compile(ctx context.Context, j job) error {
	return b.translate(ctx, j, append(b.flags(), b.pic()...))
}

// translate makes the object of a job with flags and its own, or takes it from the store.
func (b *build) translate(ctx context.Context, j job, flags []string) error {
	if j.stored != nil {
		if object, ok := b.store().Get(*j.stored); ok {
			return scratch.WriteFile(b.object(j), object)
		}
	}
	if j.needs { // what the store says that it has may be damaged
		if err := b.sources(); err != nil {
			return err
		}
	}
	file := filepath.Join(b.dir, j.file)
	if err := scratch.WriteFile(file, j.text); err != nil {
		return err
	}
	if err := b.run(ctx, b.clang, slices.Concat(flags, j.flags, []string{"-c", file, "-o", b.object(j)})...); err != nil {
		return err
	}
	if j.stored != nil {
		if object, err := os.ReadFile(b.object(j)); err == nil {
			b.store().Put(*j.stored, object)
		}
	}
	return nil
}

// runtime lists the jobs for the runtime.
func (b *build) runtime() []job {
	var jobs []job
	for _, u := range units(b.kind) {
		jobs = append(jobs, b.runtimeJob(u))
	}
	return jobs
}

func (b *build) runtimeJob(u unit) job {
	j := job{file: u.name + ".c", text: u.text(), needs: true}
	if u.oldest && b.machine.Oldest != "" {
		j.flags = []string{"-march=" + b.machine.Oldest}
	}
	key := b.keyOf("runtime", j.text)
	j.stored = &key
	return j
}

// flags are those of every run of clang.
func (c *Compiler) flags() []string {
	level := 2
	if c.Level != 0 {
		level = max(c.Level, 0)
	}
	flags := append([]string{fmt.Sprintf("-O%d", level)}, c.machineFlags()...)
	flags = append(flags, "-fno-math-errno", "-Wno-override-module", "-std=c11")
	if c.Strict {
		flags = append(flags, "-ffp-contract=off")
	}
	if c.Without.Has(optim.BlockCache) {
		flags = append(flags, "-DPC_SPARES=0")
	}
	if c.Sanitize != "" {
		flags = append(flags, "-g", "-fsanitize="+c.Sanitize, "-fno-sanitize-recover=all")
	}
	return flags
}

// passFlags are for texts in LLVM IR. The first leaves out FastISel, the instruction
// selector of what is only translated: it is wrong on processors with AVX-512
// (testdata/x87.ll). The second leaves out a pass that moves integers to mask registers:
// it takes a tenth of the time, more the longer a function is, and finds nothing to do. Another
// one keeps LLVM from vectors for rows of one element alone, where it does not know how long
// rows are: longer ones would get none. No warning says that a loop which is marked has no vectors.
func (c *Compiler) passFlags() []string {
	flags := []string{"-mllvm", "-fast-isel=false", "-mllvm", "-enable-mem-access-versioning=false", "-Wno-pass-failed"}
	if c.isX86() {
		flags = append(flags, "-mllvm", "-disable-x86-domain-reassignment")
	}
	return flags
}

// unoptimisedFlags are for texts that are only translated. They have no vectors, so that they
// need no AVX-512, and without it FastISel is right: it takes half of the time, and its code
// runs an eighth longer. AVX10 has the registers of AVX-512 too, and only a clang that knows it
// knows the flag.
func (c *Compiler) unoptimisedFlags(m *Machine) []string {
	if !c.isX86() {
		return append(c.passFlags(), "-O0")
	}
	flags := []string{"-mno-avx512f"}
	if m.macros["__AVX10_1__"] != "" {
		flags = append(flags, "-mno-avx10.1-256")
	}
	return append(flags, "-O0")
}

// timeout is how long one run may take.
func (c *Compiler) timeout() time.Duration {
	if c.Timeout == 0 {
		return DefaultTimeout
	}
	return c.Timeout
}

// run runs a command in the folder of the build, without a shell.
func (b *build) run(ctx context.Context, name string, args ...string) error {
	timeout := b.timeout()
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = b.dir
	cmd.WaitDelay = 10 * time.Second
	var output bytes.Buffer
	cmd.Stdout, cmd.Stderr = &output, &output
	err := child.Run(cmd)
	switch {
	case ctx.Err() == context.DeadlineExceeded:
		return fmt.Errorf("%s takes more than %v", filepath.Base(name), timeout)
	case err != nil:
		return failed(name, b.dir, output.String(), err)
	}
	return nil
}

// failed is the error of a command that ended with err; its files are in a folder, which may be full.
func failed(name, dir, output string, err error) error {
	if full, ok := errors.AsType[*scratch.Full](scratch.Room(dir)); ok {
		return full
	}
	return &toolError{name, output, err}
}

// clip keeps the beginning of a long output.
func clip(text string) string {
	const most = 4000
	if len(text) > most {
		return text[:most] + "…"
	}
	return text
}
