package llvm

import (
	"slices"

	"procad/internal/optim"
	"procad/proc"
	"procad/proc/graph"
)

// An update in place changes elements of an array, not where they are and how
// many. So most leaves of arrays come out of a function as they went in, and a
// loop that hands such a leaf from iteration to iteration has one value for all iterations:
//
//	swap{A} (a, i, x) = (a, y)        the leaves of a are the same
//	push{X} (k, x) = k'               the words are the same, if they had room for x
//	pop{X} k = (k', x)                the words are the same, fewer are in use

// A passage says where a leaf of a result comes from.
type passage struct {
	from int       // the place of a leaf of the argument; -1 if it is anything else
	more int       // how many items are pushed to its stack on the way, less those that are popped
	item proc.Type // their type, if more is not 0
}

var unknown = passage{from: -1}

// passages lists the passages of the leaves of what a definition gives; nil if
// none comes from its argument.
func (m *emitter) passages(n *node) []passage {
	if n == nil || m.without(optim.Effects) {
		return nil
	}
	if !n.traced {
		n.traced = true
		d := n.def
		if proc.Scalar(d.In.Type) || proc.Scalar(d.Out.Type) {
			return nil
		}
		f := &tracer{emitter: m}
		f.run = graph.Interpret(f)
		in := make([]passage, m.Width(d.In.Type))
		for k := range in {
			in[k].from = k
		}
		n.passages = f.of(f.run.Inside(d, make([]struct{}, len(d.Zone)), in), d.Out.Type)
	}
	return n.passages
}

// A tracer follows the leaves of an argument through a procedure: it is a domain of abstract interpretation, which
// knows nothing of names of Θ.
type tracer struct {
	graph.Unknown[[]passage, struct{}]
	*emitter
	run *graph.Interpreter[[]passage, struct{}]
}

// meet is what two lists say alike.
func meet(ps, qs []passage) []passage {
	if ps == nil || qs == nil {
		return nil
	}
	both := slices.Clone(ps)
	for k := range both {
		if both[k] != qs[k] {
			both[k] = unknown
		}
	}
	return both
}

// of are the passages of a value, though nothing is known of it.
func (f *tracer) of(ps []passage, t proc.Type) []passage {
	if ps == nil {
		return f.nothing(t)
	}
	return ps
}

// nothing is what is known of a value that does not come from the argument.
func (f *tracer) nothing(t proc.Type) []passage {
	ps := make([]passage, f.Width(t))
	for k := range ps {
		ps[k] = unknown
	}
	return ps
}

func (f *tracer) Dup(s *proc.Dup, x []passage) []passage {
	return slices.Concat(f.of(x, s.In.Type), f.nothing(s.In.Type))
}

func (f *tracer) Tuple(s *proc.Tuple, parts [][]passage) []passage {
	ps := make([]passage, 0, f.Width(s.Out.Type))
	for i, v := range s.Ins {
		ps = append(ps, f.of(parts[i], v.Type)...)
	}
	return ps
}

func (f *tracer) Parts(x []passage, t proc.Type) (parts [][]passage) {
	ps := f.of(x, t)
	for _, e := range proc.Elems(t) {
		n := f.Width(e)
		parts = append(parts, ps[:n:n])
		ps = ps[n:]
	}
	return parts
}

// Join has what branches leave come from where it comes from in both.
func (f *tracer) Join(_ *proc.Case, _ []passage, _ proc.Var, l, r []passage) []passage {
	return meet(l, r)
}

func (f *tracer) Accumulated(s *proc.Accum, x []passage, _ struct{}) []passage {
	if _, array := s.In.Type.(*proc.ArrayType); array {
		return x
	}
	return nil
}

// Call follows a call.
func (f *tracer) Call(s *proc.Call, in []passage, _ []struct{}) []passage {
	if proc.Scalar(s.Out.Type) {
		return nil
	}
	in = f.of(in, s.In.Type)
	if _, _, ok := s.Func.Loop(); ok {
		return f.afterLoop(s, in)
	}
	if n := f.nodes[s.Func]; n != nil {
		return compose(f.emitter.passages(n), in)
	}
	family, types, ok := s.Func.Family()
	if !ok {
		return nil
	}
	switch family {
	case "stop", "retype":
		return in
	case "swap":
		ps := f.nothing(s.Out.Type)
		copy(ps, in[:f.Width(types[0])])
		return ps
	case "push":
		return f.items(in[:3], types[0], 1, 1, 1)
	case "pop":
		return append(f.items(in, types[0], 0, -1, 0), f.nothing(types[0])...)
	}
	return nil
}

// items are the leaves of a stack after a push or a pop.
func (f *tracer) items(stack []passage, item proc.Type, more ...int) []passage {
	ps := slices.Clone(stack)
	for k := range ps {
		if ps[k].more += more[k]; ps[k].more == 0 {
			ps[k].item = nil
		} else {
			ps[k].item = item
		}
		if ps[k].from < 0 {
			ps[k] = unknown
		}
	}
	return ps
}

// afterLoop knows the leaves of a state that are loop-invariant.
func (f *tracer) afterLoop(s *proc.Call, in []passage) []passage {
	kind, body, _ := s.Func.Loop()
	ps := f.nothing(s.Out.Type)
	for k, p := range f.iterations(kind, body) {
		if p == (passage{from: k}) {
			ps[k] = in[1+k]
		}
	}
	return ps
}

// iterations are the passages of the leaves of a state through an iteration of a loop; nil
// if it has no state.
func (m *emitter) iterations(kind proc.LoopKind, body proc.Func) []passage {
	switch kind {
	case proc.NTimes, proc.Fold, proc.FoldR, proc.CCL:
		return m.passages(m.nodes[body])
	case proc.While:
		if ps := m.passages(m.nodes[body]); ps != nil {
			return ps[1:] // before them stands whether there is another iteration
		}
	}
	return nil
}

// compose follows leaves through a definition.
func compose(passages, in []passage) []passage {
	if passages == nil {
		return nil
	}
	out := make([]passage, len(passages))
	for k, p := range passages {
		if out[k] = unknown; p.from >= 0 && in[p.from].from >= 0 {
			q := in[p.from]
			out[k] = passage{from: q.from, more: q.more + p.more}
			switch {
			case out[k].more == 0:
			case p.more != 0:
				out[k].item = p.item
			default:
				out[k].item = q.item
			}
		}
	}
	return out
}

// kept puts arguments in the place of the parts of a result that they are.
func kept(passages []passage, in, out []val) []val {
	for k, p := range passages {
		if p.from >= 0 && p.more == 0 {
			out[k] = in[p.from]
		}
	}
	return out
}
