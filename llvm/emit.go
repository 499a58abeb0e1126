package llvm

import (
	"context"
	"io"
	"strconv"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"

	"procad/internal/diag"
	"procad/internal/optim"
	"procad/internal/profile"
	"procad/llvm/abi"
	"procad/llvm/abort"
	"procad/llvm/capi"
	"procad/llvm/export"
	"procad/llvm/loopir"
	"procad/llvm/loopir/emit"
	"procad/llvm/loopir/passes"
	"procad/llvm/module"
	"procad/llvm/toolchain"
	"procad/proc"
)

// Options say how a module is written.
type Options struct {
	File      string                      // the source file, for the messages of run-time errors
	Imports   []*diag.Source              // the other files of the program, by number
	Link      []string                    // archives, objects and shared libraries with the functions of C that the program calls, by their whole paths
	Strict    bool                        // results as the interpreter has them: sums in order, nothing contracted
	Unchecked bool                        // indices are not checked
	Threads   passes.Divided              // which loops are divided into chunks that threads share
	Without   optim.Set                   // the disabled optimisations
	Sizes     map[proc.Func][]passes.Size // how large the arrays among the arguments of entries are expected to be
	Vector    toolchain.VectorMath        // what may be called for vectors, not in strict mode
	Oldest    string                      // the CPU that the code runs on which finds out which CPU there is; "" where none does
	Triple    string                      // the system that the module is for; "" if it does not say so
	limits    *limits
	Main      bool            // for an executable that runs the entries; else for a library that exports them
	Leaves    bool            // a library's entries have a parameter for each leaf of records and declared sums, and not structs
	Batch     bool            // a library's entries have functions for several problems too
	Words     bool            // a library's entries take and give words (words.go), not what C has
	Profile   *profile.Wanted // what an executable counts
	// Sanitize names sanitizers, with commas between, that end a program where it does wrong.
	// "address", "memory", "thread" and "undefined" (module/undefined.go) look at functions and the runtime, all others at the runtime alone.
	Sanitize string
}

// Tune fills in what is said of the machine that a compiler makes code for.
func (o *Options) Tune(ctx context.Context, c *toolchain.Compiler) error {
	m, err := c.Machine(ctx)
	if err != nil {
		return err
	}
	o.Vector, o.Oldest, o.Triple = m.Vector, m.Oldest, m.Triple
	return nil
}

func newEmitter(w io.Writer, lookup abi.Lookup, opts Options) *emitter {
	if opts.Strict {
		opts.Vector = toolchain.VectorMath{}
	}
	if opts.Without.Has(optim.VectorMath) {
		opts.Vector.Names = nil
	}
	layouts := abi.NewLayouts()
	m := &emitter{
		Module: module.New(w, layouts, module.Options{
			File: opts.File, Imports: opts.Imports, Sanitize: opts.Sanitize, Hints: !opts.Without.Has(optim.Hints), Main: opts.Main,
		}),
		opts:    opts,
		section: newSection(opts.part(lookup, nil), ""),
		limits:  limitsOf(opts),
	}
	library := capi.NewLibrary(layouts, capi.Options{File: opts.File, Words: opts.Words, Leaves: opts.Leaves, Batch: opts.Batch})
	m.exporter = export.New(m.Module, library, export.Options{
		Main: opts.Main, Words: opts.Words, Batch: opts.Batch, Flush: !opts.Strict && !opts.Without.Has(optim.Flush), Oldest: opts.Oldest,
		Shares: m.sharesBatch, Repeats: m.repeats, CheckName: m.checkSymbol,
	})
	m.target = m.newTarget()
	return m
}

// A Part of a module is entries whose definitions are found by the same lookup, and what
// is counted of them. Definitions of different parts may have the same names.
type Part struct {
	Lookup  abi.Lookup
	Entries []abi.Entry
	Profile *profile.Wanted             // in place of that of the options
	Sizes   map[proc.Func][]passes.Size // the same
}

// part is the only part of a module.
func (o *Options) part(lookup abi.Lookup, entries []abi.Entry) Part {
	return Part{lookup, entries, o.Profile, o.Sizes}
}

// Emit writes a module with the entries and all that they need: the code of Generate in
// one text.
func Emit(w io.Writer, lookup abi.Lookup, entries []abi.Entry, opts Options) error {
	return newEmitter(w, lookup, opts).emit([]Part{opts.part(lookup, entries)})
}

func (m *emitter) emit(parts []Part) (err error) {
	defer abort.Catch(&err)
	m.Begin(m.opts.Triple)
	for i, p := range parts {
		if i > 0 {
			m.section = newSection(p, strconv.Itoa(i)+".")
			m.written = 0
		}
		if err := m.emitPart(p.Entries); err != nil {
			return err
		}
	}
	m.end()
	return m.Flush()
}

// emitPart writes what entries need.
func (m *emitter) emitPart(entries []abi.Entry) error {
	if err := m.beginProfile(); err != nil {
		return err
	}
	if err := m.program(entries); err != nil {
		return err
	}
	for _, e := range entries {
		if err := m.export(e); err != nil {
			return err
		}
		for len(m.queue) > 0 {
			f := m.queue[0]
			m.queue = m.queue[1:]
			m.write(f)
		}
	}
	return nil
}

// An emitter writes procedures into a module.
type emitter struct {
	*module.Module
	opts Options
	section
	queue       []*function // declared, and not yet written
	target      *emit.Target
	exporter    *export.Exporter
	variants    []constant.Constant // of functions, for vectors
	limits      *limits
	written     int          // instructions so far, roughly, of the part at hand
	unoptimised *unoptimised // nil if the module is one text
}

// A section is what is known while a part is written.
type section struct {
	lookup    abi.Lookup
	prefix    string // of the names of its functions
	prog      *loopir.Program
	functions map[proc.Func]*function
	aliased   map[*loopir.Value]bool // the accumulators that may be the same memory as another one
	profile   *profile.Wanted
	meter     *profile.Meter // nil if nothing is counted
	counters  *ir.Global     // what is counted so far
	sizes     map[proc.Func][]passes.Size
}

func newSection(p Part, prefix string) section {
	return section{
		lookup: p.Lookup, prefix: prefix, functions: map[proc.Func]*function{}, profile: p.Profile, meter: profile.NewMeter(p.Profile), sizes: p.Sizes,
	}
}

// without says that an optimisation is disabled for the module.
func (m *emitter) without(n optim.Name) bool { return m.opts.Without.Has(n) }

// end writes what the functions mention.
func (m *emitter) end() {
	m.exporter.ListPrograms()
	m.listVariants()
	m.Declarations()
	if m.unoptimised != nil {
		m.unoptimised.end(m.Module)
	}
	m.Metadata(max(m.vectorLanes(), 1))
}
