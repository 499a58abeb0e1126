package llvm

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/enum"

	"procad/llvm/abi"
	"procad/llvm/loopir/passes"
	"procad/llvm/module"
	"procad/llvm/toolchain"
)

// A function without loops that runs a few times in a call of an entry gains little from LLVM's optimisation, which takes ten
// times as long as translating it. After the first functions of a module, such are in Code.Unoptimised; of a definition so long
// that its first pieces are few of all, all pieces are.

// Generate makes the code of a module with the entries and all that they need.
func Generate(lookup abi.Lookup, entries []abi.Entry, opts Options) (*toolchain.Code, error) {
	return GenerateParts([]Part{opts.part(lookup, entries)}, opts, nil)
}

// GenerateParts makes the code of a module with one or more parts. Begin is called with each text
// of Code.Unoptimised as soon as it is there; it may be nil.
func GenerateParts(parts []Part, opts Options, begin func(text []byte)) (*toolchain.Code, error) {
	var text bytes.Buffer
	opts.Profile, opts.Sizes = parts[0].Profile, parts[0].Sizes
	m := newEmitter(&text, parts[0].Lookup, opts)
	c := &toolchain.Code{Threads: opts.Threads != passes.NoLoops}
	counts := slices.ContainsFunc(parts, func(p Part) bool { return p.Profile != nil })
	if !counts && len(parts[0].Entries) > 0 {
		m.unoptimised = &unoptimised{code: c, begin: begin, module: m.Module, suffix: "." + parts[0].Entries[0].Symbol, shared: map[*ir.Func]*ir.Func{}, known: map[any]bool{}, here: map[any]bool{}}
	}
	err := m.emit(parts)
	c.Tuned, c.Traces, c.Link, c.Externs = text.Bytes(), m.Traces, opts.Link, m.Externs
	return c, err
}

// An unoptimised part writes the pieces that are only translated.
type unoptimised struct {
	code   *toolchain.Code
	begin  func(text []byte) // nil if nothing begins with the texts before all are there
	module *module.Module
	// The texts refer to each other's functions by names that end in this: as
	// linkers know them, they differ from those of other modules.
	suffix string
	shared map[*ir.Func]*ir.Func // functions of the module, as they are known outside
	list   []*ir.Func            // those in shared that are not of the runtime, in order
	pieces []*ir.Func            // that are in the texts

	// Of the text at hand:
	text     bytes.Buffer
	declared []interface{ LLString() string } // what it mentions of others
	known    map[any]bool                     // of declared
	here     map[any]bool                     // what it defines
}

// mostUnoptimised bounds a text, roughly, in bytes.
const mostUnoptimised = 4 << 20

// open gives a function to the texts.
func (r *unoptimised) open(f *ir.Func) {
	f.SetName(f.Name() + r.suffix)
	f.Linkage, f.Visibility = enum.LinkageNone, enum.VisibilityHidden
	f.FuncAttrs = append(f.FuncAttrs, noBuiltins)
	r.shared[f] = f
	r.pieces = append(r.pieces, f)
}

// noBuiltins lets FastISel write calls of functions that have instructions on some processors,
// such as sin: it leaves those to the selector of optimised code, which takes longer.
const noBuiltins = ir.AttrString("no-builtins")

// write writes a function that was given to the texts.
func (r *unoptimised) write(f *ir.Func) {
	r.module.Instrument(f)
	for _, b := range f.Blocks {
		for _, inst := range b.Insts {
			switch inst := inst.(type) {
			case *ir.InstCall:
				inst.FuncAttrs = nil // only vectors need them
				if callee, ok := inst.Callee.(*ir.Func); ok {
					inst.Callee = r.outside(callee)
				}
			case *ir.InstGetElementPtr:
				if g, ok := inst.Src.(*ir.Global); ok {
					module.EachGlobal(g, func(g *ir.Global) { r.mention(g) })
				}
			}
		}
	}
	r.here[f] = true
	r.text.Write(r.module.Text(f))
	f.Blocks, f.FuncAttrs = nil, []ir.FuncAttribute{enum.FuncAttrNoUnwind}
	if r.text.Len() > mostUnoptimised {
		r.flush()
	}
}

// outside is a function as the text at hand knows it.
func (r *unoptimised) outside(f *ir.Func) *ir.Func {
	known, ok := r.shared[f]
	if !ok {
		known = f
		if r.module.Runtime.Declared(f.Name()) != f {
			known = ir.NewFunc(f.Name()+r.suffix, f.Sig.RetType, f.Params...)
			known.Visibility = enum.VisibilityHidden
			r.list = append(r.list, f)
		}
		r.shared[f] = known
	}
	r.mention(known)
	return known
}

// mention says that the text at hand needs a declaration.
func (r *unoptimised) mention(x interface{ LLString() string }) {
	if !r.known[x] {
		r.known[x] = true
		r.declared = append(r.declared, x)
	}
}

// flush ends the text at hand.
func (r *unoptimised) flush() {
	if r.text.Len() == 0 {
		return
	}
	for _, x := range r.declared {
		if r.here[x] {
			continue
		}
		fmt.Fprintf(&r.text, "%s\n", x.LLString())
	}
	module.LikelyMetadata(&r.text)
	text := bytes.Clone(r.text.Bytes())
	r.code.Unoptimised = append(r.code.Unoptimised, text)
	if r.begin != nil {
		r.begin(text)
	}
	r.text.Reset()
	r.declared = nil
	clear(r.known)
	clear(r.here)
}

// end ends the last text, and writes into the module what connects it with them:
//
//	declare hidden void @piece.suffix(…)          @f.suffix = hidden alias T (…), T (…)* @f
func (r *unoptimised) end(w io.Writer) {
	r.flush()
	for _, f := range r.pieces {
		fmt.Fprintf(w, "%s\n", f.LLString())
	}
	for _, f := range r.list {
		a := ir.NewAlias(r.shared[f].Name(), f)
		a.Visibility = enum.VisibilityHidden
		fmt.Fprintf(w, "%s\n", a.LLString())
	}
}
