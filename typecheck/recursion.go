package typecheck

import (
	"strings"

	"procad/internal/diag"
	"procad/proc"
	"procad/proc/deriv"
)

// cycles reports each definition that calls itself, once a cycle. Loops count
// as calls of their bodies, the functions of rules of what they compute.
func cycles(p *proc.Program) diag.List {
	const (
		unseen = iota
		open
		done
	)
	var errs diag.List
	state := make(map[*proc.Def]int, len(p.Defs))
	var path []*proc.Def
	var visit func(d *proc.Def)
	visit = func(d *proc.Def) {
		state[d] = open
		path = append(path, d)
		callees(p, d, func(callee *proc.Def, at proc.Stmt) {
			switch state[callee] {
			case unseen:
				visit(callee)
			case open:
				errs = append(errs, cycle(path, callee, at))
			}
		})
		path = path[:len(path)-1]
		state[d] = done
	}
	for _, d := range p.Defs {
		if state[d] == unseen {
			visit(d)
		}
	}
	return errs
}

// cycle describes the calls from to along the path back to to.
func cycle(path []*proc.Def, to *proc.Def, at proc.Stmt) *diag.Error {
	i := len(path) - 1
	for path[i] != to {
		i--
	}
	var names []string
	for _, d := range path[i:] {
		names = append(names, d.Name.String())
	}
	pos := at.At()
	if !pos.Known() {
		pos = path[len(path)-1].Pos
	}
	return diag.Errorf(pos, Recursion, "%.100s calls itself: %.300s", to.Name, strings.Join(append(names, to.Name.String()), " → ")).
		Hintf("a loop such as nTimes{f} repeats a known function")
}

// callees calls yield for every definition that d calls, each once.
func callees(p *proc.Program, d *proc.Def, yield func(*proc.Def, proc.Stmt)) {
	seen := map[proc.Func]bool{}
	d.Body.Walk(func(s proc.Stmt) {
		call, ok := s.(*proc.Call)
		if !ok || seen[call.Func] {
			return
		}
		seen[call.Func] = true
		for f := call.Func; ; {
			callee := p.Lookup(f)
			if callee == nil {
				callee = p.Lookup(deriv.ValueOf(f))
			}
			if callee != nil {
				yield(callee, s)
				return
			}
			if _, f, ok = f.Loop(); !ok {
				return
			}
		}
	})
}
