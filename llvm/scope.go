package llvm

import (
	"procad/llvm/abort"
	"procad/proc"
)

// A scope holds what the names of one definition stand for while its body is
// written. A variable is there from the statement that binds it to the one
// that uses it.
type scope struct {
	def  *proc.Def
	vars boundVars
	zone map[string]*ref
	// log lists what changed since the outermost open branch of a Case began.
	log      []change
	branches int
}

// A ref is what a name of zone Θ stands for. A shared value is its leaves. An
// accumulator of an array is its leaves too; that of a scalar has a cell
// (double*) for each Real leaf, and the tags of its sums, which are fixed.
type ref struct {
	mode proc.Mode
	typ  proc.Type
	vals []val
	// In lanes, of a row whose place varies: the indices of its place, and then
	// vals are those of the array. root is the accumulator that a row belongs to.
	place     []val
	root      *ref
	home      *promotion  // of an accumulator: the loop in whose iteration it was made
	iteration *iterations // of what is shared: the loop in whose iteration that was done
}

// whole is the name that a row is a part of.
func (r *ref) whole() *ref {
	if r.root != nil {
		return r.root
	}
	return r
}

// array is the array type of the ref, nil for a scalar.
func (r *ref) array() *proc.ArrayType {
	a, _ := r.typ.(*proc.ArrayType)
	return a
}

// A change is that a variable was bound, or taken with its old values.
type change struct {
	name string
	vals []val
	took bool
}

// newScope is that of a definition; spare, if there is one, is of a definition that has been written.
func newScope(spare *scope, def *proc.Def, zone []*ref, in []val) *scope {
	s := spare
	if s == nil {
		s = &scope{zone: make(map[string]*ref, len(zone))}
	}
	s.def, s.log, s.branches = def, nil, 0
	clear(s.zone)
	s.vars.begin(def)
	s.vars.bind(def.In.Name, in)
	for i, r := range zone {
		s.zone[def.Zone[i].Name] = r
	}
	return s
}

// bind lets a variable stand for leaves.
func (b *builder) bind(v proc.Var, vals []val) {
	if len(vals) == 1 {
		b.name(vals[0], v.Name)
	}
	b.vars.bind(v.Name, vals)
	if b.branches > 0 {
		b.log = append(b.log, change{name: v.Name})
	}
}

// take ends the life of a variable and returns what it stood for, ready for use.
func (b *builder) take(v proc.Var) []val { return b.outliner.localAll(b, b.move(v)) }

// move is take for values that only go to another variable.
func (b *builder) move(v proc.Var) []val {
	vals, ok := b.vars.end(v.Name)
	if !ok {
		abort.Fail("internal error: %s uses %s, which is not bound", b.def.Name, v.Name)
	}
	if b.branches > 0 {
		b.log = append(b.log, change{v.Name, vals, true})
	}
	return vals
}

// takeOne takes a variable with one leaf.
func (b *builder) takeOne(v proc.Var) val { return b.take(v)[0] }

func (b *builder) takeEach(vs []proc.Var) []val {
	out := make([]val, 0, len(vs))
	for _, v := range vs {
		out = append(out, b.take(v)...)
	}
	return out
}

// enter binds a name of zone Θ for a nested procedure.
func (b *builder) enter(name string, r *ref) {
	b.zone[name] = r
	b.outliner.dirtyRef(b, name)
}

// leave ends the life of a name and returns what it stands for by now.
func (b *builder) leave(name string) *ref {
	r := b.ref(name)
	delete(b.zone, name)
	return r
}

// ref is what a name of zone Θ stands for.
func (b *builder) ref(name string) *ref {
	r, ok := b.zone[name]
	if !ok {
		abort.Fail("internal error: %s mentions %s, which is not in its zone", b.def.Name, name)
	}
	if vals := b.outliner.localAll(b, r.vals); b.outliner != nil {
		return &ref{mode: r.mode, typ: r.typ, vals: vals, iteration: r.iteration}
	}
	return r
}

func (b *builder) refs(names []string) []*ref {
	out := make([]*ref, len(names))
	for i, n := range names {
		out[i] = b.ref(n)
	}
	return out
}

// inline writes the body of a definition here.
func (b *builder) inline(def *proc.Def, zone []*ref, in []val) []val {
	outer := b.scope
	defer b.stand(def.Pos)()
	b.scope = newScope(b.spareScope(), def, zone, in)
	b.entered(def.Name)
	b.procedure(def.Body)
	out := b.take(def.Out)
	b.spare = append(b.spare, b.scope)
	b.scope = outer
	return out
}

// spareScope is the scope of a definition that has been written; nil if there is none.
func (m *emitter) spareScope() *scope {
	last := len(m.spare) - 1
	if last < 0 {
		return nil
	}
	s := m.spare[last]
	m.spare = m.spare[:last]
	return s
}

// beginBranch and endBranch enclose a branch of a Case.
func (b *builder) beginBranch() int {
	b.branches++
	return len(b.log)
}

// endBranch returns the variables that the branch made (Δ), in order, and
// those that it took from around it (Γ).
func (b *builder) endBranch(begin int) (made []string, took []change) {
	fresh := map[string]bool{}
	for _, c := range b.log[begin:] {
		switch {
		case !c.took:
			fresh[c.name] = true
		case fresh[c.name]:
			delete(fresh, c.name)
		default:
			took = append(took, c)
		}
	}
	for _, c := range b.log[begin:] {
		if !c.took && fresh[c.name] {
			made = append(made, c.name)
			delete(fresh, c.name)
		}
	}
	b.log = b.log[:begin]
	b.branches--
	return made, took
}

// putBack lets the other branch begin where the first did.
func (b *builder) putBack(made []string, took []change) {
	for _, name := range made {
		b.vars.end(name)
	}
	for _, c := range took {
		b.vars.bind(c.name, c.vals)
	}
}

// noteCase records for the branch around a Case what the Case did.
func (b *builder) noteCase(made []string, took []change) {
	if b.branches == 0 {
		return
	}
	b.log = append(b.log, took...)
	for _, name := range made {
		b.log = append(b.log, change{name: name})
	}
}
