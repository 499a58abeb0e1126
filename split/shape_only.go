package split

import (
	"procad/proc"
	"procad/proc/deriv"
	"procad/proc/graph"
)

// shapeOnly keeps the dimensions of an array in the trace, instead of the array, where
// R wants nothing but its cotangent: no function that R shows it to reads an
// element, and it ends in R. The shape of an array of sums has their tags, too.
//
//	Υ: v        F: n… = dims v ; Elim v        Υ: n…        R: v = Call blank n…
func (t *splitter) shapeOnly(r passes) passes {
	f, back := &proc.Builder{Names: t.names, Body: r.fwd}, &proc.Builder{Names: t.names}
	look := graph.NewReaders(t.definition, watchDepth)
	var trace []proc.Var
	for _, v := range r.trace {
		a, array := v.Type.(*proc.ArrayType)
		if !array || deriv.Discrete(a) || !Plain(a.Elem) {
			trace = append(trace, v)
			continue
		}
		w := &watcher{functions: t.functions, look: look, at: v}
		if w.procedure(r.rev); !w.ended || w.seen {
			trace = append(trace, v)
			continue
		}
		dims := make([]proc.Var, a.Rank)
		f.Elim(f.Share(v, v.Name+".s", func(s string) {
			for k := range dims {
				dims[k] = f.Var(v.Name+".n", proc.Int)
				f.Emit(&proc.Size{Out: dims[k], Ref: s, Axis: k})
			}
		}))
		trace = append(trace, dims...)
		back.Emit(&proc.Call{Out: v, Func: proc.FamilyOf("blank", a), In: back.Tuple("n", dims...)})
	}
	return passes{f.Body, trace, append(back.Body, r.rev...)}
}

// A watcher follows an array through a procedure: one linear variable holds it at
// a time, or a part of one.
type watcher struct {
	*functions
	look  *graph.Readers
	at    proc.Var
	part  []int // of at, from the outside in
	ended bool
	seen  bool // somebody reads an element, or there is no saying
	depth int  // of calls
}

// watchDepth bounds how far an array is followed into calls.
const watchDepth = 8

func (w *watcher) procedure(p proc.Procedure) {
	for _, s := range p {
		if w.ended || w.seen {
			return
		}
		w.stmt(s)
	}
}

func (w *watcher) stmt(s proc.Stmt) {
	uses := false
	proc.Uses(s, func(v proc.Var) { uses = uses || v == w.at })
	switch s := s.(type) {
	case *proc.Share:
		if uses {
			w.seen = w.seen || len(w.part) > 0 || w.look.Reads(s.Body, s.Name, w.depth)
			w.at = s.Out
			return
		}
	case *proc.Case: // a use in one of the branches is one of the other, too
		for _, b := range []proc.Procedure{s.L.Body, s.R.Body} {
			b.Walk(func(s proc.Stmt) { proc.Uses(s, func(v proc.Var) { w.seen = w.seen || v == w.at }) })
		}
	}
	if !uses {
		proc.Bodies(s, w.procedure)
		return
	}
	switch s := s.(type) {
	case *proc.Elim:
		w.ended = true
	case *proc.Tuple:
		for k, v := range s.Ins {
			if v == w.at {
				w.part = append([]int{k}, w.part...)
			}
		}
		w.at = s.Out
	case *proc.Untuple:
		w.at, w.part = s.Outs[w.part[0]], w.part[1:]
	case *proc.Call:
		w.call(s)
	default:
		w.seen = true
	}
}

// call follows the array into a call, and out of it.
//
//	(c, v) = Call zero v
func (w *watcher) call(s *proc.Call) {
	if family, _, ok := s.Func.Family(); ok {
		w.seen = family != "zero" || len(w.part) > 0
		w.at, w.part = s.Out, []int{1}
		return
	}
	def := w.definition(s.Func)
	if def == nil || w.depth == watchDepth {
		w.seen = true
		return
	}
	in := &watcher{functions: w.functions, look: w.look, at: def.In, part: w.part, depth: w.depth + 1}
	in.procedure(def.Body)
	w.ended, w.seen = in.ended, in.seen
	if !in.ended {
		w.seen = w.seen || in.at != def.Out
		w.at, w.part = s.Out, in.part
	}
}
