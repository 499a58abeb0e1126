package factor

import (
	"procad/internal/optim"
	"procad/proc"
	"procad/proc/deriv"
	"procad/proc/graph"
)

// A Library is what knows definitions.
type Library interface {
	Def(f proc.Func) (*proc.Def, error)
	Without() optim.Set
}

// The words of the names of new iterations: what remains of one, and what leaves it.
const (
	restOf    = "rest"
	outsideOf = "outside"
)

// maxStatements limits the trees, and with them the time that a program takes to compile.
const maxStatements = 2000

// readable says that a loop has a number of iterations that is known before it, each with its own
// number. What reverses a sequential loop is left alone, so that its strategy changes no bit of
// the result.
func readable(k proc.LoopKind, body proc.Func) bool {
	switch {
	case k == proc.SumOf, k == proc.Adds, k.BuildRank() > 0:
		return true
	case k != proc.Fold && k != proc.FoldR:
		return false
	}
	_, base, ok := deriv.Apart(deriv.Unerased(body))
	if !ok {
		return false
	}
	of, _, ok := base.Loop()
	return ok && !of.Sequential()
}

// Owner is the definition that a new iteration, rest$iteration.d$loop{f}, is made with: d$loop{f}.
func Owner(f proc.Func) (proc.Func, bool) {
	word, _, iteration, ok := deriv.IsHelper(f)
	if !ok || word != restOf && word != outsideOf {
		return proc.Func{}, false
	}
	d, loop, _ := deriv.Apart(deriv.Unerased(iteration))
	whole, _, _, ok := deriv.IsIteration(d)
	if !ok {
		return proc.Func{}, false
	}
	owner := whole.Of(loop)
	if deriv.Unerased(iteration) != iteration {
		owner = deriv.Erased.Of(owner)
	}
	return owner, true
}

// Def is a definition in which linear parts have left the loops that it runs,
// with the definitions of the new iterations, what is called before what calls it.
// It is d if there are none.
func Def(lib Library, d *proc.Def) (*proc.Def, []*proc.Def, error) {
	names := proc.NewNames(d)
	var made []*proc.Def
	var failed error
	m := &proc.Mapper{}
	m.Body = func(p proc.Procedure) proc.Procedure {
		var out proc.Procedure
		for _, s := range p {
			c, ok := s.(*proc.Call)
			if !ok || failed != nil {
				out = append(out, m.Stmt(s))
				continue
			}
			instead, defs, err := call(lib, c, names)
			if err != nil {
				failed = err
			}
			if instead == nil {
				instead = proc.Procedure{s}
			}
			out, made = append(out, instead...), append(made, defs...)
		}
		return out
	}
	body := m.Body(d.Body)
	if failed != nil || made == nil {
		return d, nil, failed
	}
	return &proc.Def{Pos: d.Pos, Name: d.Name, Zone: d.Zone, In: d.In, Body: body, Out: d.Out}, made, nil
}

// call is what a call of a loop becomes, nil if it remains as it is.
func call(lib Library, c *proc.Call, names *proc.Names) (proc.Procedure, []*proc.Def, error) {
	kind, f, ok := c.Func.Loop()
	if !ok || kind != proc.SumOf && kind != proc.Build {
		return nil, nil, nil
	}
	d, err := lib.Def(f)
	if d == nil || err != nil || !d.Sig().Accumulates() {
		return nil, nil, err
	}
	t, err := graph.TreeOf(lib, d, graph.Scope{Into: readable, Most: maxStatements})
	if t == nil || err != nil || len(t.Loops) == 0 {
		return nil, nil, err
	}
	chains := &chains{t, lib, map[string]*source{}}
	gone := chains.choose()
	if gone == nil {
		return nil, nil, nil
	}
	w := &writer{
		chains: chains, gone: gone, live: chains.live(gone), kind: restOf,
		seeds: map[proc.Stmt][]proc.Var{}, sums: map[string]proc.Ref{},
	}
	for _, v := range gone.seeds {
		home, _ := chains.Home(v)
		w.seeds[home.Stmt] = append(w.seeds[home.Stmt], v)
		w.sums[v.Name] = w.sum(v, len(axes(home.At)))
	}
	rest, zone := w.define(deriv.Helper(w.kind).Of(d.Name), t.Zone[:1], t.In, w.rest(t.Body), t.Out)
	for _, v := range gone.seeds {
		y := w.sums[v.Name]
		y.Mode = proc.Shared
		w.Refs[y.Name] = y
	}
	w.kind, w.count = outsideOf, 0
	b := w.builder(c.Pos)
	u := b.Unit()
	part, partZone := w.define(deriv.Helper(w.kind).Of(d.Name), t.Zone[:1], proc.Var{Name: w.Names.Fresh("u"), Type: proc.Unit}, append(w.leaving(t.Body), b.Body...), u)
	return w.after(c, rest, part, zone, partZone, gone.seeds, names), w.defs, nil
}

// sum is the name under which iterations add up a seed.
func (w *writer) sum(v proc.Var, rank int) proc.Ref {
	r := proc.Ref{Name: w.Names.Fresh(v.Name + ".sum"), Mode: proc.Accumulator, Type: v.Type}
	if rank > 0 {
		r.Type = proc.NewArray(rank, v.Type)
	}
	w.Refs[r.Name] = r
	return r
}
