package estimate

import (
	"procad/internal/data"
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
)

// Native code has values in registers and on the machine's stack, which count
// as no memory, unless there are many. Then the allocator has blocks for them,
// see llvm/limits.go, llvm/outline.go and llvm/call.go:
//
//	a definition that is too long for one piece    a frame, with a word for every leaf that outlives a piece
//	an argument or a result of many leaves         a block of words
//
// How long a definition is depends on what is written inline; here it is the
// longest that it can be.
const (
	wholePiece  = 1500   // a definition of more instructions in a line is cut
	wholeLooped = 30_000 // and one of more instructions in all
	inlineMost  = 1500   // what is written inline or inlined has no more instructions
	maxOnStack  = 512    // words of a block on the machine's stack
)

// A length is roughly the number of instructions of a definition, with those
// written inline: all of them, and those that are not in loops.
type length struct{ all, line int64 }

func (l *length) add(m length) { l.all, l.line = satAdd(l.all, m.all), satAdd(l.line, m.line) }

func flat(n int64) length { return length{n, n} }

// width is the number of leaves of a type in native code.
func (p *pool) width(t proc.Type) int64 {
	if w, ok := p.widths[t]; ok {
		return w
	}
	w := int64(0)
	switch t := t.(type) {
	case proc.RealType, proc.IntType:
		w = 1
	case *proc.SumType:
		w = satAdd(1, satAdd(p.width(t.L), p.width(t.R)))
	case *proc.ArrayType:
		w = int64(data.LayoutOf(t.Elem).Words + t.Rank)
	case *proc.StackType:
		w = 3
	default:
		for _, e := range proc.Elems(t) {
			w = satAdd(w, p.width(e))
		}
	}
	p.widths[t] = w
	return w
}

// blocks are the sizes of the blocks that a call of d has besides its values.
func (m *machine) blocks(d *proc.Def) []int64 {
	if b, ok := m.code[d]; ok {
		return b
	}
	var b []int64
	if l := m.lengthOf(d); l.line > wholePiece || l.all > wholeLooped {
		b = append(b, satMul(8, m.frameWords(d)))
	}
	for _, t := range []proc.Type{d.In.Type, d.Out.Type} {
		if w := m.width(t); w > maxOnStack {
			b = append(b, satMul(8, w))
		}
	}
	m.code[d] = b
	return b
}

func (m *machine) lengthOf(d *proc.Def) length {
	if l, ok := m.lengths[d]; ok {
		return l
	}
	m.lengths[d] = length{} // of a definition that calls itself, which is an error elsewhere
	l := m.lengthIn(d.Body)
	m.lengths[d] = l
	return l
}

func (m *machine) lengthIn(p proc.Procedure) length {
	var all length
	p.Walk(func(s proc.Stmt) {
		switch s := s.(type) {
		case *proc.Call:
			all.add(m.lengthOfCall(s))
		case *proc.Case, *proc.Read, *proc.Row:
			all.add(flat(4))
		case *proc.Choose, *proc.Add:
			all.add(flat(6))
		case *proc.Elim:
			if !m.isScalar(s.In.Type) {
				all.add(flat(m.width(s.In.Type)))
			}
		case *proc.Dup:
			if !m.isScalar(s.In.Type) {
				all.add(flat(satMul(8, m.width(s.In.Type))))
			}
		}
	})
	return all
}

func (m *machine) lengthOfCall(s *proc.Call) length {
	in, out := m.width(s.In.Type), m.width(s.Out.Type)
	if _, _, ok := prim.Message(s.Func); ok {
		return flat(4 + 2*in)
	}
	if _, derived, _ := deriv.Apart(s.Func); derived.IsZero() {
		if _, body, ok := s.Func.Loop(); ok {
			l := flat(10 + in)
			if d := m.definition(body); d != nil {
				l.all = satAdd(l.all, min(inlineMost, m.lengthOf(d).all))
			}
			return l
		}
	}
	if _, ok := prim.Table[s.Func]; ok {
		return flat(1)
	}
	l := flat(satAdd(4, satMul(2, satAdd(in, out))))
	if d := m.definition(s.Func); d != nil {
		inside := m.lengthOf(d)
		l = length{max(l.all, min(inlineMost, inside.all)), max(l.line, min(inlineMost, inside.line))}
	}
	return l
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

// The limits of llvm/limits.go beyond which leaves go through memory.
const (
	directLeaves   = 32
	returnedLeaves = 6
	wideLeaves     = 256
)

func (f *frameCounter) stmt(s proc.Stmt) {
	if r, ok := proc.Opened(s, func(name string) proc.Ref { return proc.Ref{Type: f.refs[name]} }); ok {
		f.refs[r.Name] = r.Type
	}
	switch s := s.(type) {
	case *proc.Call:
		in, out := f.width(s.In.Type), f.width(s.Out.Type)
		f.more(s.Out.Type)
		if in > directLeaves {
			f.more(s.In.Type)
		}
		if out > returnedLeaves {
			f.more(s.Out.Type)
		}
		// In pieces, a push or a pop makes the leaves of its stack anew for every leaf of the item.
		if max(in, out) > wideLeaves {
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
		if size > largestSmall {
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
			if size <= largestSmall {
				peak.block(Exactly(size), 1)
			}
		}
	}
}
