package estimate

import (
	"procad/internal/native"
	"procad/proc"
	"procad/proc/cost"
)

// Native code has values in registers and on the machine's stack, which count
// as no memory, unless there are many. Then the allocator has blocks for them,
// see package native, llvm/loopir/passes/outline.go and llvm/module/call.go:
//
//	a function that is divided into pieces         a frame, with a word for every number that outlives a piece
//	an argument or a result of many leaves         a block of words
//
// How long a definition is depends on what is written inline; here it is the
// longest that it can be.

// width is the number of leaves of a type in native code.
func (p *lattice) width(t proc.Type) int64 { return int64(p.widths.Of(t)) }

// blocks are the sizes of the blocks that a call of d has besides its values.
func (m *machine) blocks(d *proc.Def) []int64 {
	if b, ok := m.code[d]; ok {
		return b
	}
	var b []int64
	if c := m.codeOf(d); c.Line > native.MostInLine || c.All > native.MostInAll {
		b = append(b, satMul(8, m.frameWords(d)))
	}
	for _, t := range []proc.Type{d.In.Type, d.Out.Type} {
		if w := m.width(t); w > native.MostOnStack {
			b = append(b, satMul(8, w))
		}
	}
	m.code[d] = b
	return b
}

// codeOf is the code of a definition at its longest.
func (m *machine) codeOf(d *proc.Def) cost.Code {
	if c, ok := m.lengths[d]; ok {
		return c
	}
	m.lengths[d] = cost.Code{} // of a definition that calls itself, which is an error elsewhere
	c := m.sizer.Of(d.Body, nil)
	m.lengths[d] = c
	return c
}

// longest counts the code of definitions of which all is written inline that can be.
func (m *machine) longest() *cost.Sizer {
	return &cost.Sizer{
		Width: m.widths.Of,
		Call: func(f proc.Func, call cost.Code) (cost.Code, bool) {
			d := m.definition(f)
			if d == nil {
				return call, false
			}
			inside := m.codeOf(d)
			return cost.Code{
				All:  max(call.All, min(native.MostInline, inside.All)),
				Line: max(call.Line, min(native.MostInline, inside.Line)),
			}, true
		},
		Iteration: func(body proc.Func) int {
			if d := m.definition(body); d != nil {
				return min(native.MostInline, m.codeOf(d).All)
			}
			return 0
		},
	}
}

// frameWords bounds the words of the frame of a definition in pieces: one for
// every leaf that comes in or is made anew, and blocks for calls. After a Case,
// every leaf that its branches have bound is a new one.
func (m *machine) frameWords(d *proc.Def) int64 {
	f := &frameCounter{machine: m, refs: map[string]proc.Type{}}
	f.more(d.In.Type)
	for _, r := range d.Zone {
		f.refs[r.Name] = r.Type
		f.more(r.Type)
	}
	f.body(d.Body, false)
	return f.words
}

type frameCounter struct {
	*machine
	refs  map[string]proc.Type
	words int64
}

func (f *frameCounter) more(t proc.Type) { f.words = satAdd(f.words, f.width(t)) }

func (f *frameCounter) body(p proc.Procedure, branch bool) {
	for _, s := range p {
		if branch {
			proc.Binds(s, func(v proc.Var) { f.more(v.Type) })
		}
		f.stmt(s)
		_, isCase := s.(*proc.Case)
		proc.Bodies(s, func(b proc.Procedure) { f.body(b, branch || isCase) })
	}
}

func (f *frameCounter) stmt(s proc.Stmt) {
	if r, ok := proc.Opened(s, func(name string) proc.Ref { return proc.Ref{Type: f.refs[name]} }); ok {
		f.refs[r.Name] = r.Type
	}
	switch s := s.(type) {
	case *proc.Call:
		in, out := f.width(s.In.Type), f.width(s.Out.Type)
		f.more(s.Out.Type)
		if in > native.MostPassed {
			f.more(s.In.Type)
		}
		if out > native.MostReturned {
			f.more(s.Out.Type)
		}
		// A push or a pop of an item with many leaves is several operations.
		if max(in, out) > native.MostAtOnce {
			f.words = satAdd(f.words, satMul(3, satAdd(in, out)))
		}
	case *proc.Read:
		f.more(s.Out.Type)
	case *proc.Size:
		f.more(s.Out.Type)
	case *proc.Dup:
		if !f.isScalar(s.In.Type) {
			f.more(s.Out.Type)
		}
	case *proc.Case:
		f.more(s.In.Type)
	case *proc.Accum:
		f.more(s.In.Type)
		f.more(s.In.Type)
	case *proc.Row:
		f.more(f.refs[s.Ref])
	case *proc.Choose:
		f.more(f.refs[s.True])
	}
}

// roomFor makes room for the blocks of a call of d. Small ones are counted once
// for every definition, as if none were ever used for another one.
func (m *machine) roomFor(d *proc.Def, peak *footprint) {
	for _, size := range m.blocks(d) {
		if size > native.LargestSmall {
			peak.large = satAdd(peak.large, size)
		} else {
			m.frames[d] = true
		}
	}
}

// framed adds the small blocks of all definitions that have run.
func (m *machine) framed(peak *footprint) {
	for d := range m.frames {
		for _, size := range m.blocks(d) {
			if size <= native.LargestSmall {
				peak.block(Exactly(size), 1)
			}
		}
	}
}
