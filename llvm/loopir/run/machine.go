package run

import (
	"fmt"
	"io"
	"slices"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/llvm/loopir"
	"procad/prim"
	"procad/proc"
)

// A Machine runs the functions of a program. It is not safe for concurrent use.
type Machine struct {
	prog      *loopir.Program
	plans     map[*loopir.Func]*plan
	trace     io.Writer // where programs print; nil: nowhere
	extern    Extern    // calls functions of C; nil if nothing does
	backwards bool
	watches   []*watch // of the calls that may run at the same time, around
	counters  []int64  // of the run
	limit     int      // words that may live at once
	live      int      // words of memory that were allocated, and not given back
}

// An Extern calls a function of C, as in package interp.
type Extern func(f proc.Func, zone []data.Value, arg data.Value) (data.Value, error)

// An Option changes how a Machine runs.
type Option func(*Machine)

// Trace is where programs print.
func Trace(w io.Writer) Option { return func(m *Machine) { m.trace = w } }

// Externs is what calls functions of C.
func Externs(call Extern) Option { return func(m *Machine) { m.extern = call } }

// Counters are the words that programs count in: they are added to.
func Counters(words []int64) Option { return func(m *Machine) { m.counters = words } }

// Backwards runs the iterations of free loops, and calls that may run at the same time, from the last one to the first.
func Backwards() Option { return func(m *Machine) { m.backwards = true } }

// MemoryLimit is how many bytes of buffers and stacks may live at once.
func MemoryLimit(bytes int64) Option { return func(m *Machine) { m.limit = int(bytes / 8) } }

const defaultLimit = 16 << 30

// New returns a machine for a program that was checked.
func New(p *loopir.Program, opts ...Option) *Machine {
	m := &Machine{prog: p, plans: map[*loopir.Func]*plan{}, limit: defaultLimit / 8}
	for _, o := range opts {
		o(m)
	}
	return m
}

// A plan says where the words of values are in a frame, by ID.
type plan struct {
	at    []int32
	words []uint64 // of a frame at its beginning: it has the constants
}

func (m *Machine) plan(f *loopir.Func) *plan {
	if p := m.plans[f]; p != nil {
		return p
	}
	p := &plan{at: make([]int32, f.Values)}
	place := func(v *loopir.Value) {
		p.at[v.ID] = int32(len(p.words))
		for range v.Type.Lanes() {
			p.words = append(p.words, v.Bits)
		}
	}
	f.Constants(place)
	f.Body.Blocks(func(b *loopir.Block) {
		for _, v := range b.Params {
			place(v)
		}
		for _, op := range b.Ops {
			for _, v := range op.Outs {
				place(v)
			}
		}
	})
	m.plans[f] = p
	return p
}

// A frame is a call of a function.
type frame struct {
	*Machine
	*plan
	words   []uint64
	objects []object
	caller  diag.Pos
	op      *loopir.Op // at hand
}

// A leaf is a value on its way to a function or from it, or on a stack: a number, the words of a vector, or an object.
type leaf struct {
	word   uint64
	vector []uint64
	object object
}

// call runs a function on leaves.
func (m *Machine) call(f *loopir.Func, args []leaf, caller diag.Pos) ([]leaf, error) {
	p := m.plan(f)
	fr := &frame{Machine: m, plan: p, words: slices.Clone(p.words), objects: make([]object, f.Values), caller: caller}
	for i, v := range f.Body.Params {
		fr.set(v, args[i])
	}
	if err := fr.block(f.Body); err != nil {
		return nil, err
	}
	return fr.leaves(f.Body.Yield), nil
}

// w are the words of a number or a vector.
func (f *frame) w(v *loopir.Value) []uint64 {
	at := f.at[v.ID]
	return f.words[at : int(at)+v.Type.Lanes()]
}

// int is an Int.
func (f *frame) int(v *loopir.Value) int64 { return int64(f.words[f.at[v.ID]]) }

// leaves are copies of what values are.
func (f *frame) leaves(vs []*loopir.Value) []leaf {
	return f.appendLeaves(make([]leaf, 0, len(vs)), vs)
}

func (f *frame) appendLeaves(list []leaf, vs []*loopir.Value) []leaf {
	for _, v := range vs {
		switch v.Type.Form {
		case loopir.Scalar:
			list = append(list, leaf{word: f.words[f.at[v.ID]]})
		case loopir.Vector:
			list = append(list, leaf{vector: slices.Clone(f.w(v))})
		default:
			list = append(list, leaf{object: f.objects[v.ID]})
		}
	}
	return list
}

func (f *frame) set(v *loopir.Value, x leaf) {
	switch v.Type.Form {
	case loopir.Scalar:
		f.words[f.at[v.ID]] = x.word
	case loopir.Vector:
		copy(f.w(v), x.vector)
	default:
		f.objects[v.ID] = x.object
	}
}

func (f *frame) setAll(vs []*loopir.Value, xs []leaf) {
	for i, v := range vs {
		f.set(v, xs[i])
	}
}

// fail is a run-time error at the operation at hand. What has no position has that of the call.
func (f *frame) fail(kind prim.RuntimeErrorKind, a, b int64, message string) error {
	return &prim.RuntimeError{Kind: kind, Pos: f.pos(), A: a, B: b, Message: message}
}

func (f *frame) pos() diag.Pos {
	if f.op.Pos.Known() {
		return f.op.Pos
	}
	return f.caller
}

// broken is an error that only a wrong program of the loop IR leads to.
func (f *frame) broken(format string, args ...any) error {
	return f.fail(prim.Internal, 0, 0, fmt.Sprintf("%s: ", f.op.Kind)+fmt.Sprintf(format, args...))
}
