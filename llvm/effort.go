package llvm

import (
	"procad/prim"
	"procad/proc"
	"procad/proc/cost"
)

// An effort is what an iteration computes with Reals, in additions, and in how many
// places it reads or sets an element.
type effort struct {
	math, places int
	astray       bool // it reads Ints, or makes them of Reals, which may be places, or takes rows: LLVM finds no vectors
	apart        bool // it reads elements of rows, which may lie apart
}

// effortOf is the effort of a definition with all that it calls.
func (m *emitter) effortOf(n *node) *effort {
	if n.effort != nil {
		return n.effort
	}
	e := &effort{}
	n.effort = e
	n.def.Body.Walk(func(s proc.Stmt) {
		switch s := s.(type) {
		case *proc.Call:
			if callee := m.nodes[bodyOf(s.Func)]; callee != nil {
				c := m.effortOf(callee)
				e.math, e.places, e.astray = min(e.math+c.math, maxEffort), min(e.places+c.places, maxEffort), e.astray || c.astray
				e.apart = e.apart || c.apart
				return
			}
			if family, _, ok := s.Func.Family(); ok {
				if family == "swap" {
					e.places++
				}
				return
			}
			e.math += effortOfPrimitive(s.Func)
			e.astray = e.astray || s.Func == prim.ToInt
		case *proc.Read:
			if len(s.Idx) > 0 {
				e.places++
				e.astray, e.apart = e.astray || s.Out.Type == proc.Int, e.apart || len(s.Idx) > 1
			}
		case *proc.Row:
			e.astray = true
		}
	})
	return e
}

// effortOfPrimitive is 0 for Ints, which are mostly places, and 1 for a function of
// the C library that has no vectors to win.
func effortOfPrimitive(f proc.Func) int {
	switch f {
	case prim.IAdd, prim.ISub, prim.IMul, prim.INeg, prim.IAbs, prim.IMin, prim.IMax, prim.IDiv, prim.IMod, prim.IAnd, prim.IShl, prim.IShr, prim.ILt, prim.ILe, prim.IEq, prim.CacheBytes:
		return 0
	case prim.Lgamma, prim.Digamma, prim.Polygamma:
		return 1
	}
	return int(cost.Primitive(f))
}

// maxEffort bounds numbers that calls of calls multiply.
const maxEffort = 1 << 20

// pays says that it is worth more to run iterations in lanes than to gather and
// scatter elements costs.
func (e *effort) pays() bool { return e.math >= 8 && e.math >= 2*e.places }

// strays says that LLVM finds no vectors, or slower ones than lanes. It gathers what
// lies apart as fast as lanes do, but calls functions for its own, shorter vectors.
func (e *effort) strays() bool { return e.astray || e.apart && e.math >= 5*e.places }
