package gradcheck

import (
	"slices"

	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
	"procad/proc/graph"
)

// onlyAdds says that the iterations of f : [i, Θ] S → S commute by their form:
// each part of the state stays as it is, or something is added to it that does
// not depend on any part that changes.
//
//	f (acc, env) = (acc + g(i, env), env)
func onlyAdds(f *proc.Def) bool {
	w := &walker{graph.Of(f.Body), f.Out}
	state := []proc.Var{f.In}
	if parts, ok := w.user(f.In).(*proc.Untuple); ok {
		state = parts.Outs
	}
	for place, v := range state {
		if deriv.Tangent(v.Type) == proc.Unit {
			// What is discrete may change as it likes only if nothing depends on it.
			if p := w.follow(v); !p.ends || p.place != place || p.added {
				return false
			}
			continue
		}
		p := w.follow(v)
		if !p.ends || p.added && p.read || len(state) > 1 && p.place != place {
			return false
		}
	}
	return true
}

// A passage is what happens to a part of the state on its way to the result.
type passage struct {
	ends        bool // it reaches the result
	place       int  // there
	added, read bool // something was added to it, or something else may depend on it
}

// A walker follows a variable through the statements of a body. What is used
// inside of a Case counts as lost.
type walker struct {
	*graph.Graph
	out proc.Var
}

// user is the statement of the body itself that uses v, nil if there is none.
func (w *walker) user(v proc.Var) proc.Stmt {
	if x := w.Value(v.Name); x != nil {
		for _, n := range x.Uses() {
			if n.Outer == nil {
				return n.Stmt
			}
		}
	}
	return nil
}

func (w *walker) follow(v proc.Var) passage {
	if v == w.out {
		return passage{ends: true}
	}
	switch s := w.user(v).(type) {
	case *proc.Share:
		p := w.follow(s.Out)
		p.read = true
		return p
	case *proc.Dup:
		if copies, ok := w.user(s.Out).(*proc.Untuple); ok {
			for _, c := range copies.Outs {
				if p := w.follow(c); p.ends {
					p.read = true
					return p
				}
			}
		}
	case *proc.Tuple:
		if s.Out == w.out {
			return passage{ends: true, place: slices.Index(s.Ins, v)}
		}
		call, ok := w.user(s.Out).(*proc.Call)
		if ok && (call.Func == prim.Add || call.Func == prim.Sub && s.Ins[0] == v) {
			p := w.follow(call.Out)
			p.added = true
			return p
		}
	}
	return passage{}
}
