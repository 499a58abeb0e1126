package module

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"

	"procad/internal/diag"
	"procad/internal/quote"
	"procad/llvm/abi"
	"procad/llvm/ll"
	"procad/llvm/toolchain"
)

// A Module is an LLVM module that is being written: functions as they come, then the constants that they
// point to, and what they call.
type Module struct {
	*abi.Layouts
	Runtime   *Runtime // what the functions call
	w         *bufio.Writer
	opts      Options
	messages  map[string]*ir.Global
	tables    map[string]*ir.Global
	names     *ir.Global // of the files, see Files
	globals   []*ir.Global
	checker   *ll.Checker
	text      ll.Text // of the function that is printed
	loopMarks []LoopMark

	Symbols map[string]bool              // of the entries
	Externs map[string]*toolchain.Extern // the functions of C that the code calls
	Traces  bool                         // the code prints
}

// Options say what all functions of a module have in common.
type Options struct {
	File     string         // the source file, for the messages of run-time errors
	Imports  []*diag.Source // the other files of the program, by number
	Sanitize string         // the names of sanitizers, with commas between
	Hints    bool           // branches that are likely taken are marked
	Main     bool           // for an executable; else for a library, whose entries have the names that functions of C have
}

// New is a module without functions, which is written to w.
func New(w io.Writer, layouts *abi.Layouts, opts Options) *Module {
	return &Module{
		Layouts: layouts, Runtime: newRuntime(), w: bufio.NewWriterSize(w, 1<<16), opts: opts,
		messages: map[string]*ir.Global{}, tables: map[string]*ir.Global{}, checker: ll.NewChecker(),
		Symbols: map[string]bool{}, Externs: map[string]*toolchain.Extern{},
	}
}

// Begin writes what a module begins with. The triple is the system that it is for; "" if it does not say so.
func (m *Module) Begin(triple string) {
	fmt.Fprintf(m.w, "source_filename = %s\n", quote.IR(m.opts.File))
	if triple != "" {
		fmt.Fprintf(m.w, "target triple = %s\n", quote.IR(triple))
	}
	fmt.Fprintln(m.w)
}

// Flush ends the writing.
func (m *Module) Flush() error { return m.w.Flush() }

// Write writes text between the functions.
func (m *Module) Write(text []byte) (int, error) { return m.w.Write(text) }

// AddGlobal adds a global constant or variable, which is written after the functions.
func (m *Module) AddGlobal(g *ir.Global) { m.globals = append(m.globals, g) }

// Print writes a function, and forgets its body.
func (m *Module) Print(f *ir.Func) {
	m.Instrument(f)
	m.w.Write(m.Text(f))
	f.Blocks = nil
}

// Text is the text of a function, which is checked. It is there until the next one is made.
func (m *Module) Text(f *ir.Func) []byte {
	m.checker.Function(f)
	m.text = m.text[:0]
	m.text.Function(f)
	m.text = append(m.text, "\n\n"...)
	return m.text
}

// sanitized marks a function for the sanitizer, if there is one.
func (m *Module) sanitized(f *ir.Func) {
	for name := range strings.SplitSeq(m.opts.Sanitize, ",") {
		switch name {
		case "address":
			f.FuncAttrs = append(f.FuncAttrs, enum.FuncAttrSanitizeAddress)
		case "memory":
			f.FuncAttrs = append(f.FuncAttrs, enum.FuncAttrSanitizeMemory)
		case "thread":
			f.FuncAttrs = append(f.FuncAttrs, enum.FuncAttrSanitizeThread)
		}
	}
}

// Message is a constant string.
func (m *Module) Message(text string) *ir.Global {
	if g, ok := m.messages[text]; ok {
		return g
	}
	g := ir.NewGlobalDef("message."+strconv.Itoa(len(m.messages)), constant.NewCharArrayFromString(text+"\x00"))
	g.Linkage = enum.LinkagePrivate
	g.Immutable = true
	m.messages[text] = g
	m.globals = append(m.globals, g)
	return g
}

// PointerTo is a constant pointer to a text.
func (m *Module) PointerTo(text string) constant.Constant {
	g := m.Message(text)
	zero := constant.NewInt(types.I32, 0)
	return constant.NewGetElementPtr(g.ContentType, g, zero, zero)
}

// Declarations writes the globals, and declares the functions that are called.
func (m *Module) Declarations() {
	for _, g := range m.globals {
		m.checker.Global(g)
		fmt.Fprintf(m.w, "%s\n", g.LLString())
	}
	for _, f := range m.Runtime.used {
		m.checker.Declared(f)
		fmt.Fprintf(m.w, "%s\n", f.LLString())
	}
}

// filesName is the list of the names of the files of a program, by number.
const filesName = "pc_files"

// Files points to the names of the files of the program.
func (m *Module) Files() constant.Constant {
	if m.names == nil {
		names := []constant.Constant{m.PointerTo(m.opts.File)}
		for _, f := range m.opts.Imports {
			names = append(names, m.PointerTo(f.Name))
		}
		m.names = ir.NewGlobalDef(filesName, constant.NewArray(nil, names...))
		m.names.Linkage, m.names.Immutable = enum.LinkagePrivate, true
		m.globals = append(m.globals, m.names)
	}
	zero := constant.NewInt(types.I32, 0)
	return constant.NewGetElementPtr(m.names.ContentType, m.names, zero, zero)
}
