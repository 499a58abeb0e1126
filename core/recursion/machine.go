package recursion

import (
	"math"
	"slices"

	"procad/core"
	"procad/internal/diag"
)

// A machine is the loop for the calls of one function from outside.
type machine struct {
	*set
	entry   *core.Def
	at      diag.Pos
	enters  []*enter
	frames  []*frame
	results []core.Type
	modes   core.Type // of m: enter of each function, and return of each type
	kinds   core.Type // of what is on the stack: frame of each place, and bottom
	sites   map[*core.Let]*frame
	outer   map[*core.Var]bool // the variables around the loop
}

// An enter is a function: the constructor enter(depth, arguments), and what is computed then.
type enter struct {
	def    *core.Def
	passed []int // the numbers of the parameters that are arguments
	vars   []*core.Var
	body   core.Term
}

// A frame is a place after a call: the constructor frame(variables), and what is computed then
// with the result of the call.
type frame struct {
	vars, own []*core.Var // there, and in rest
	deep      bool        // the depth is the first of the variables
	result    *core.Var
	rest      core.Term
}

// machine is the body of a function of the set as a loop.
func (s *set) machine(entry *core.Def) core.Term {
	m := &machine{set: s, entry: entry, at: entry.Pos, sites: map[*core.Let]*frame{}, outer: map[*core.Var]bool{}}
	reach := s.reachable(entry)
	before := s.prelude(entry, s.static(entry, reach, nil))
	same := s.static(entry, reach, before.vars)
	for _, p := range entry.Params {
		m.outer[p] = true
	}
	for _, v := range before.vars {
		m.outer[v] = true
	}
	for _, d := range reach {
		body := d.Body
		if d == entry {
			body = renamed(before.rest, before.vars)
		}
		m.enter(d, body, same)
	}
	for _, e := range m.enters {
		m.collect(e.body)
	}
	if t := m.plain(); t != nil {
		return before.around(t)
	}
	return before.around(m.run())
}

// reachable are the functions of the set that one calls, itself first.
func (s *set) reachable(entry *core.Def) []*core.Def {
	list := []*core.Def{entry}
	for k := 0; k < len(list); k++ {
		core.Visit(list[k].Body, func(t core.Term) {
			if _, f := s.call(t); f != nil && !slices.Contains(list, f) {
				list = append(list, f)
			}
		})
	}
	return list
}

// enter adds a function with its body, given which parameters are variables around the loop.
func (m *machine) enter(d *core.Def, body core.Term, same map[*core.Var]*core.Var) {
	e := &enter{def: d}
	names := map[*core.Var]*core.Var{}
	for i, p := range d.Params {
		if v := same[p]; v != nil {
			names[p] = v
			continue
		}
		v := *p
		names[p] = &v
		e.passed, e.vars = append(e.passed, i), append(e.vars, &v)
	}
	e.body = direct(renamed(body, names), m.outer)
	m.enters = append(m.enters, e)
	m.returns(d.Result)
}

// returns is the number of a type of results.
func (m *machine) returns(t core.Type) int {
	k := slices.IndexFunc(m.results, func(u core.Type) bool { return core.Equal(t, u) })
	if k < 0 {
		k = len(m.results)
		m.results = append(m.results, t)
	}
	return k
}

// collect finds the frames of a body.
func (m *machine) collect(t core.Term) {
	switch t := t.(type) {
	case *core.Let:
		if _, f := m.call(t.Bound); f == nil {
			m.collect(t.Body)
			return
		}
		f := &frame{result: variable(t.At, "y", t.Bound.Type()), deep: m.recurs(t.Body)}
		names := map[*core.Var]*core.Var{}
		if t.Var != nil {
			f.result.Name = t.Var.Name
			names[t.Var] = f.result
		}
		for _, v := range free(t.Body) {
			if v == t.Var || m.outer[v] {
				continue
			}
			w := *v
			names[v] = &w
			f.vars, f.own = append(f.vars, v), append(f.own, &w)
		}
		f.rest = renamed(t.Body, names)
		m.sites[t] = f
		m.frames = append(m.frames, f)
		m.collect(f.rest)
	case *core.Untuple:
		m.collect(t.Body)
	case *core.Case:
		for _, arm := range t.Arms {
			m.collect(arm.Body)
		}
	}
}

// constructors are the types of the constructors of m, and of what is on the stack.
func (m *machine) constructors() {
	var modes, kinds []core.Type
	for _, e := range m.enters {
		modes = append(modes, varsType(append([]*core.Var{{Type: core.Int}}, e.vars...)))
	}
	for _, f := range m.frames {
		vars := f.vars
		if f.deep {
			vars = append([]*core.Var{{Type: core.Int}}, vars...)
		}
		kinds = append(kinds, varsType(vars))
	}
	m.modes, m.kinds = sumOf(append(modes, m.results...)), sumOf(append(kinds, core.Unit))
}

// mode is constructor k of m, and kind of what is on the stack.
func (m *machine) mode(at diag.Pos, k int, x core.Term) core.Term {
	return inject(at, m.modes, len(m.enters)+len(m.results), k, x)
}

func (m *machine) kind(at diag.Pos, k int, x core.Term) core.Term {
	return inject(at, m.kinds, len(m.frames)+1, k, x)
}

func varsType(vars []*core.Var) core.Type {
	types := make([]core.Type, len(vars))
	for i, v := range vars {
		types[i] = v.Type
	}
	return core.TupleOf(types...)
}

// stackType is the type of the stack; nil if all calls are tail calls.
func (m *machine) stackType() core.Type {
	if len(m.frames) == 0 {
		return nil
	}
	return &core.StackType{Elem: m.kinds}
}

// state is (go, mode k of x, s), and without s if there is no stack.
func (m *machine) state(at diag.Pos, goes bool, k int, x, s core.Term) core.Term {
	parts := []core.Term{truth(at, goes), m.mode(at, k, x)}
	if s != nil {
		parts = append(parts, s)
	}
	return tuple(at, parts...)
}

// A place is where a body is translated: with the depth of its call, and the stack.
type place struct{ depth, stack *core.Var }

func (p place) top(at diag.Pos) core.Term {
	if p.stack == nil {
		return nil
	}
	return useAt(at, p.stack)
}

// run is the loop, and its result.
func (m *machine) run() core.Term {
	m.constructors()
	at := m.at
	var stack core.Type
	var bottom core.Term
	limit := m.of.Limit
	if stack = m.stackType(); stack != nil {
		empty := &core.StackTerm{Node: node(at, stack), Op: core.Empty}
		bottom = push(at, empty, m.kind(at, len(m.frames), tuple(at)))
	}
	if stack != nil || len(m.enters) > 1 {
		limit = math.MaxInt64 // what counts is the depth
	}
	args := make([]core.Term, len(m.enters[0].passed))
	for i, k := range m.enters[0].passed {
		args[i] = useAt(at, m.entry.Params[k])
	}
	init := m.state(at, true, 0, tuple(at, append([]core.Term{integer(at, 1)}, args...)...), bottom)

	open := func() (vars []*core.Var) {
		vars = []*core.Var{nil, variable(at, "m", m.modes)}
		if stack != nil {
			vars = append(vars, variable(at, "s", stack))
		}
		return vars
	}
	loop := &core.While{Node: node(at, init.Type()), Plan: m.plan(stack != nil), Limit: integer(at, limit), Init: init}
	loop.Test, loop.State = variable(at, "state", loop.Of), variable(at, "state", loop.Of)
	goes := make([]*core.Var, len(open()))
	goes[0] = variable(at, "go", core.Bool)
	loop.Cond = untuple(goes, useAt(at, loop.Test), useAt(at, goes[0]))

	vars := open()
	step := cases(at, len(m.enters)+len(m.results), useAt(at, vars[1]), func(k int, x core.Term) core.Term {
		p := place{depth: variable(at, "depth", core.Int)}
		if stack != nil {
			p.stack = vars[2]
		}
		if k < len(m.enters) {
			e := m.enters[k]
			return untuple(append([]*core.Var{p.depth}, e.vars...), x, m.translate(e.body, p))
		}
		return m.resume(k, x, p)
	})
	loop.Body = untuple(vars, useAt(at, loop.State), step)

	last := open()
	mine := len(m.enters) + m.returns(m.entry.Result)
	result := cases(at, len(m.enters)+len(m.results), useAt(at, last[1]), func(k int, x core.Term) core.Term {
		if k == mine {
			return x
		}
		return none(at, m.entry.Result)
	})
	if stack != nil {
		drained := &core.StackTerm{Node: node(at, core.Unit), Op: core.Drained, Args: []core.Term{useAt(at, last[2])}}
		result = let(nil, drained, result)
	}
	return untuple(last, loop, result)
}

// plan is that of the loop. A loop with a stack takes no strategy: a copy of its state would copy
// all frames, in each of its states.
func (m *machine) plan(stack bool) core.Plan {
	p := core.Plan{Label: "calls", Fixed: m.of.Fixed}
	if stack && p.Fixed == "" {
		p.Fixed = "it stands for a recursion, whose frames are stored"
	}
	return p
}

func push(at diag.Pos, s, x core.Term) core.Term {
	return &core.StackTerm{Node: node(at, s.Type()), Op: core.Push, Args: []core.Term{s, x}}
}

// resume goes on with the frame on top of the stack, where x is what mode k returns.
func (m *machine) resume(k int, x core.Term, p place) core.Term {
	at := m.at
	if p.stack == nil {
		return m.state(at, false, k, x, nil)
	}
	pop := &core.StackTerm{Node: node(at, core.TupleOf(p.stack.Type, m.kinds)), Op: core.Pop, Args: []core.Term{useAt(at, p.stack)}}
	below, top := variable(at, "s", p.stack.Type), variable(at, "top", m.kinds)
	value := variable(at, "y", x.Type())
	rest := cases(at, len(m.frames)+1, useAt(at, top), func(i int, z core.Term) core.Term {
		if i == len(m.frames) || m.returns(m.frames[i].result.Type) != k-len(m.enters) {
			return m.state(at, false, k, useAt(at, value), useAt(at, below))
		}
		f, p := m.frames[i], place{variable(at, "depth", core.Int), below}
		vars := f.own
		if f.deep {
			vars = append([]*core.Var{p.depth}, vars...)
		}
		t := let(f.result, useAt(at, value), m.translate(f.rest, p))
		if len(vars) == 0 {
			return t
		}
		return untuple(vars, z, t)
	})
	return let(value, x, untuple([]*core.Var{below, top}, pop, rest))
}

// translate is ⟦t⟧.
func (m *machine) translate(t core.Term, p place) core.Term {
	switch t := t.(type) {
	case *core.Let:
		call, f := m.call(t.Bound)
		if f == nil {
			return let(t.Var, t.Bound, m.translate(t.Body, p))
		}
		fr := m.sites[t]
		var kept []core.Term
		if fr.deep {
			kept = append(kept, useAt(t.At, p.depth))
		}
		for _, v := range fr.vars {
			kept = append(kept, useAt(t.At, v))
		}
		top := m.kind(t.At, slices.Index(m.frames, fr), tuple(t.At, kept...))
		return m.calls(call, f, p, push(t.At, useAt(t.At, p.stack), top))
	case *core.Untuple:
		return untuple(t.Vars, t.Bound, m.translate(t.Body, p))
	case *core.Case:
		if !m.recurs(t) {
			break
		}
		return branches(t, func(body core.Term) core.Term { return m.translate(body, p) })
	}
	if call, f := m.call(t); f != nil {
		return m.calls(call, f, p, p.top(t.Pos()))
	}
	return m.state(t.Pos(), p.stack != nil, len(m.enters)+m.returns(t.Type()), t, p.top(t.Pos()))
}

// calls is enter of a call.
func (m *machine) calls(call *core.Apply, f *core.Def, p place, s core.Term) core.Term {
	k := slices.IndexFunc(m.enters, func(e *enter) bool { return e.def == f })
	return m.within(call, f, p, m.state(call.At, true, k, tuple(call.At, m.passes(call, f, p.depth)...), s))
}

// passes is the depth and the arguments of a call.
func (m *machine) passes(call *core.Apply, f *core.Def, at *core.Var) []core.Term {
	depth := useAt(call.At, at)
	if m.own[f] {
		depth = prim(call.At, core.Int, core.Add, depth, integer(call.At, 1))
	}
	args := []core.Term{depth}
	k := slices.IndexFunc(m.enters, func(e *enter) bool { return e.def == f })
	for _, i := range m.enters[k].passed {
		args = append(args, call.Args[i])
	}
	return args
}

// within is next, and a run-time error where a call is too deep.
func (m *machine) within(call *core.Apply, f *core.Def, p place, next core.Term) core.Term {
	if !m.own[f] {
		return next
	}
	at := call.At
	within := prim(at, core.Bool, core.Lt, useAt(at, p.depth), integer(at, m.of.Limit))
	return let(nil, &core.Assert{Node: node(at, core.Unit), Cond: within, Message: m.of.Message(f.Name), Code: core.WithinDepth}, next)
}
