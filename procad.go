package procad

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"sync"

	"procad/internal/diag"
	"procad/llvm/toolchain"
	"procad/pipeline"
	"procad/source"
)

// An Error is a message about a place in a program, or about an argument.
type Error = diag.Error

// An ErrorList is all that is wrong with a program.
type ErrorList = diag.List

// ErrNoNative says that native code cannot be made, or not be called, on this machine.
var ErrNoNative = errors.New("there is no native code here")

// ErrClosed says that a program is closed.
var ErrClosed = errors.New("the program is closed")

// An Option says how Compile compiles.
type Option func(*Program)

// File is the name that messages give the source. One that ends in .proc says that the
// source is of the language of docs/procedures.md.
func File(name string) Option { return func(p *Program) { p.source.Name = name } }

// Imports says where the files are that the source imports: by their paths from the folder of
// File. os.DirFS(folder) has those of a folder.
func Imports(fsys fs.FS) Option { return func(p *Program) { p.source.Files = source.FilesIn(fsys) } }

// Strict adds in the order of the source, as the interpreter does, and calls the
// functions of the C library one by one.
func Strict() Option { return func(p *Program) { p.compiler.Strict = true } }

// OrInterpreter lets the interpreter run what native code cannot on this machine.
func OrInterpreter() Option { return func(p *Program) { p.orInterpreter = true } }

// MemoryLimit is how many bytes a call may use; more is the run-time error out-of-memory.
// There is no limit in native code if it is left out.
func MemoryLimit(bytes int64) Option { return func(p *Program) { p.limit = bytes } }

// Checkpoint says what the reverse of a loop keeps, "steps=binomial(20)" for the loop
// with the label steps, or "sqrt" for all: docs/checkpointing.md. It can be repeated.
func Checkpoint(choice string) Option {
	return func(p *Program) { p.checkpoint = append(p.checkpoint, choice) }
}

// Depth is how often calls of recursive functions may be in each other; a call that is deeper is
// the run-time error recursion-depth. If it is left out, that is 1,000,000.
func Depth(calls int64) Option { return func(p *Program) { p.depth = &calls } }

// Link names archives, objects and shared libraries with the functions of C that the source calls:
// docs/rules.md. It can be repeated.
func Link(files ...string) Option { return func(p *Program) { p.link = append(p.link, files...) } }

// A Program is a source text that passed every check.
type Program struct {
	source        diag.Source
	compiler      toolchain.Compiler
	checkpoint    []string
	link          []string
	limit         int64
	depth         *int64 // nil: as the language says
	orInterpreter bool
	noNative      error // why the interpreter runs it

	unit *unit

	running sync.RWMutex // held for reading by calls, and for writing to close
	loading sync.Mutex   // of what follows
	made    []*made      // native code
	closed  bool
}

// A unit is a program of procedures. What is derived from it is made on demand, by one
// goroutine at a time.
type unit struct {
	sync.Mutex
	*pipeline.Unit
}

// Compile checks a program. Native code is made of what is called, or prepared.
func Compile(ctx context.Context, text string, opts ...Option) (*Program, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	p := &Program{source: diag.Source{Text: text}}
	for _, o := range opts {
		o(p)
	}
	if ext := filepath.Ext(text); (ext == ".fun" || ext == ".proc") && !strings.Contains(text, "=") { // which each declaration has
		return nil, fmt.Errorf("the text of a program is wanted, and not the name of a file, %.100s: read it by os.ReadFile, or embed it", text)
	}
	if p.limit < 0 {
		return nil, fmt.Errorf("a call cannot do with %d bytes of memory", p.limit)
	}
	if p.depth != nil && *p.depth < 1 {
		return nil, fmt.Errorf("calls cannot be %d deep", *p.depth)
	}
	for i, file := range p.link {
		err := toolchain.CheckLink(file)
		if err == nil {
			p.link[i], err = filepath.Abs(file)
		}
		if err != nil {
			return nil, fmt.Errorf("procad.Link: %w", err)
		}
	}
	var err error
	if p.unit, err = p.load(); err != nil {
		return nil, err
	}
	if p.noNative = p.canNative(); p.noNative != nil && !p.orInterpreter {
		return nil, p.noNative
	}
	return p, nil
}

// load reads the source.
func (p *Program) load() (*unit, error) {
	var settings pipeline.Settings
	if p.depth != nil {
		settings.Depth = *p.depth
	}
	u, err := settings.Load(&diag.Source{Name: p.source.Name, Text: p.source.Text, Files: p.source.Files})
	if err != nil {
		return nil, err
	}
	var choices []pipeline.Choice
	for _, text := range p.checkpoint {
		c, err := pipeline.ParseChoice(text)
		if err != nil {
			return nil, err
		}
		choices = append(choices, c)
	}
	if err := u.Checkpoint(choices...); err != nil {
		return nil, err
	}
	return &unit{Unit: u}, nil
}

// canNative says why there is no native code, nil if there is.
func (p *Program) canNative() error {
	err := callable
	if err == nil {
		_, err = p.compiler.Find()
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrNoNative, err)
	}
	return nil
}

// Native says whether calls run native code, and not the interpreter.
func (p *Program) Native() bool { return p.noNative == nil }

// Warnings are messages about a program that is accepted nevertheless.
func (p *Program) Warnings() ErrorList { return p.unit.Warnings }

// Functions are the names of all functions, in the order of the source. Those of files that
// it imports, as far as it needs them, are called cams:project.
func (p *Program) Functions() []string {
	names := make([]string, len(p.unit.Funcs))
	for i, f := range p.unit.Funcs {
		names[i] = f.Given()
	}
	return names
}

// Function finds a function; "" is the one that no other calls, if there is one such.
func (p *Program) Function(name string) (*Function, error) {
	p.unit.Lock()
	defer p.unit.Unlock()
	d, err := p.unit.Entry(name)
	if e, ok := errors.AsType[*Error](err); ok && e.Code == pipeline.CodeWhichFunction {
		err = e.Hintf("give Function the name of one")
	}
	if err != nil {
		return nil, err
	}
	face, err := p.unit.Callable(d)
	if err != nil {
		return nil, err
	}
	return newFunction(p, d, pipeline.Running(face)), nil
}

// Close unloads the native code, when the calls that run have ended. Functions of the
// program cannot be called any more: they return ErrClosed.
func (p *Program) Close() {
	p.running.Lock()
	defer p.running.Unlock()
	p.loading.Lock()
	defer p.loading.Unlock()
	for _, m := range p.made {
		m.close()
	}
	p.made, p.closed = nil, true
}
