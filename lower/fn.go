package lower

import (
	"procad/core"
	"procad/internal/diag"
	"procad/proc"
)

// fn is a definition in the making: a function of the source, a local one, or
// the body of a loop.
type fn struct {
	*lowerer
	outer *fn    // whose names its body may mention; nil for a function of the source
	root  string // the function of the source, after which parts are named
	name  proc.Func
	names *proc.Names

	zone     []proc.Ref
	captured map[*leaf]*leaf // leaves of outer functions by the name they have here
	captures []*leaf         // of outer, in the order of their names in zone
	reads    proc.Procedure  // of shared scalars, at entry
	body     proc.Procedure  // the block in the making
	splits   []*leaf         // that are in parts now
	at       diag.Pos        // the expression at hand

	types proc.ByName[proc.Type] // of variables by name
	given map[string]bool        // the names of Θ that are there without a Share: the zone and accumulators
	views map[string][]string    // the rows and choices by name, with what they are views of
	idle  map[string]bool        // the sizes that are there only because a type names them

	// How often and how late names are mentioned, for what follows.
	mentions proc.ByName[mentions]
	ends     map[*proc.Case]int  // how late a Case ends
	again    map[*proc.Case]bool // the branches mention what the Case consumes
	clock    int
}

func (l *lowerer) newFn(outer *fn, root string, name proc.Func) *fn {
	return &fn{
		lowerer: l, outer: outer, root: root, name: name, names: proc.NewNames(),
		captured: map[*leaf]*leaf{}, given: map[string]bool{}, views: map[string][]string{}, idle: map[string]bool{},
		ends: map[*proc.Case]int{}, again: map[*proc.Case]bool{},
	}
}

// Variables.

// variable makes a variable with a fresh name. That of what has none in core, such as a tuple that a
// pattern takes apart, is one of t, t.1, …
func (f *fn) variable(base string, t proc.Type) proc.Var {
	if base == "" {
		base = "t"
	}
	v := proc.Var{Name: f.names.Fresh(base), Type: t}
	f.types.Set(v.Name, t)
	return v
}

// named is the variable of a name; its type is nil where there is none.
func (f *fn) named(name string) proc.Var { return proc.Var{Name: name, Type: f.types.Get(name)} }

// result makes the variable for a leaf that has a target.
func (f *fn) result(to *target, t proc.Type) proc.Var {
	switch {
	case to == nil:
		return f.variable("", t)
	case to.exact:
		f.types.Set(to.name, t)
		return f.named(to.name)
	}
	return f.variable(to.name, t)
}

// hint is a word to derive names from.
func (to *target) hint(otherwise string) string {
	if to == nil || to.name == "" {
		return otherwise
	}
	return to.name
}

// own is the leaf that a variable is.
func (f *fn) own(v proc.Var) *leaf { return &leaf{Var: v, fn: f} }

func (f *fn) value(v proc.Var) value { return value{leaf: f.own(v)} }

// local is the leaf by the name it has here; a leaf of an outer function
// becomes a name of the zone.
//
//	Θ, x : &τ ⊢ body        where x : τ outside
func (f *fn) local(l *leaf) *leaf {
	if l.fn == f {
		return l
	}
	if c := f.captured[l]; c != nil {
		return c
	}
	mode := l.mode
	if mode == 0 {
		mode = proc.Shared
	}
	c := f.zoneName(l.Name, mode, l.Type)
	f.captured[l] = c
	f.captures = append(f.captures, l)
	return c
}

// zoneName adds a name to the zone.
func (f *fn) zoneName(base string, mode proc.Mode, t proc.Type) *leaf {
	v := f.variable(base, t)
	f.zone = append(f.zone, proc.Ref{Name: v.Name, Mode: mode, Type: t})
	f.given[v.Name] = true
	return &leaf{Var: v, fn: f, mode: mode}
}

// accumulator makes the name of an accumulator.
func (f *fn) accumulator(t proc.Type) *leaf {
	v := f.variable("acc", t)
	f.given[v.Name] = true
	return &leaf{Var: v, fn: f, mode: proc.Accumulator}
}

// ref is the name by which to mention the leaf in Θ.
func (f *fn) ref(l *leaf) string {
	name := f.local(l).Name
	f.mention(name)
	return name
}

// linear is the variable by which to consume the leaf.
func (f *fn) linear(l *leaf) proc.Var {
	if f.inParts(l) {
		return f.together(l, &target{name: l.Name})
	}
	l = f.local(l)
	if l.view() && proc.Scalar(l.Type) {
		if l.read == nil {
			v := f.variable(l.Name, l.Type)
			f.reads = append(f.reads, &proc.Read{Out: v, Ref: l.Name})
			l.read = &v
		}
		return *l.read
	}
	f.mention(l.Name).consumed++
	return l.Var
}

// mentions say how often a name is mentioned, how often of these as a variable that
// is consumed, and when last.
type mentions struct{ count, consumed, last int }

// mentionsOf is for reading and writing at once: it moves when another name is mentioned.
func (f *fn) mentionsOf(name string) *mentions { return f.mentions.At(name) }

func (f *fn) mention(name string) *mentions {
	f.clock++
	m := f.mentionsOf(name)
	m.last = f.clock
	m.count++
	return m
}

// linears is linear for a list.
func (f *fn) linears(list []*leaf) []proc.Var {
	vars := make([]proc.Var, len(list))
	for i, l := range list {
		vars[i] = f.linear(l)
	}
	return vars
}

// Statements.

func where(pos diag.Pos) proc.Where { return proc.Where{Pos: pos} }

func (f *fn) emit(s proc.Stmt) { f.body = append(f.body, s) }

// block is the statements that lower emits.
func (f *fn) block(lower func()) proc.Procedure {
	outer, splits := f.body, len(f.splits)
	f.body = nil
	lower()
	inner := f.body
	f.body = outer
	for _, l := range f.splits[splits:] {
		l.split = nil // the parts are known in this block only
	}
	f.splits = f.splits[:splits]
	return inner
}

// call emits out = Call callee in, for functions that take no names of Θ.
func (f *fn) call(pos diag.Pos, callee proc.Func, out proc.Var, in ...proc.Var) proc.Var {
	f.emit(&proc.Call{Where: where(pos), Out: out, Func: callee, In: f.tuple(pos, in)})
	return out
}

// tuple packs variables; one stays as it is.
func (f *fn) tuple(pos diag.Pos, ins []proc.Var) proc.Var {
	if len(ins) == 1 {
		return ins[0]
	}
	types := make([]proc.Type, len(ins))
	for i, v := range ins {
		types[i] = v.Type
	}
	name := "t"
	if len(ins) == 0 {
		name = "u"
	}
	t := f.variable(name, proc.NewTuple(types...))
	f.emit(&proc.Tuple{Where: where(pos), Out: t, Ins: ins})
	return t
}

// pair packs two variables, of which either may be a ().
func (f *fn) pair(pos diag.Pos, a, b proc.Var) proc.Var { return f.tuple(pos, []proc.Var{a, b}) }

func (f *fn) intConst(pos diag.Pos, k int64) proc.Var {
	v := f.variable("t", proc.Int)
	f.emit(&proc.Const{Where: where(pos), Out: v, Bits: uint64(k)})
	return v
}

// boolConst makes true or false.
func (f *fn) boolConst(pos diag.Pos, out proc.Var, b bool) proc.Var {
	u := f.tuple(pos, nil)
	if b {
		f.emit(&proc.Inl{Where: where(pos), Out: out, In: u})
	} else {
		f.emit(&proc.Inr{Where: where(pos), Out: out, In: u})
	}
	return out
}

// size emits the size of an array along an axis.
func (f *fn) size(pos diag.Pos, out proc.Var, l *leaf, axis int) proc.Var {
	f.emit(&proc.Size{Where: where(pos), Out: out, Ref: f.ref(l), Axis: axis})
	return out
}

// sizes is the dimensions of an array, from an axis on.
func (f *fn) sizes(pos diag.Pos, l *leaf, from int) []proc.Var {
	_, rank := arrayType(l.Type)
	var list []proc.Var
	for axis := from; axis < rank; axis++ {
		list = append(list, f.size(pos, f.variable("n", proc.Int), l, axis))
	}
	return list
}

// Values.

// flat packs the leaves of v into one variable: how values are passed.
func (f *fn) flat(pos diag.Pos, v value) proc.Var { return f.tuple(pos, f.linears(v.leaves(nil))) }

// unflat takes apart what flat packed, a value of type t.
func (f *fn) unflat(pos diag.Pos, v proc.Var, t core.Type, to *target) value {
	types := leafTypes(t, nil)
	if len(types) == 1 {
		return regroup(t, []*leaf{f.own(v)})
	}
	outs := make([]proc.Var, 0, len(types))
	list := make([]*leaf, 0, len(types))
	f.walk(t, to, func(to *target, t proc.Type) {
		out := f.result(to, t)
		outs = append(outs, out)
		list = append(list, f.own(out))
	})
	if len(outs) > 0 {
		f.emit(&proc.Untuple{Where: where(pos), Outs: outs, In: v})
	}
	return regroup(t, list)
}

// walk visits the leaves of a t with their targets.
func (f *fn) walk(t core.Type, to *target, visit func(*target, proc.Type)) {
	if t, ok := t.(*core.TupleType); ok {
		for i, e := range t.Elems {
			f.walk(e, to.part(i), visit)
		}
		return
	}
	visit(to, TypeOf(t))
}

// only is the target of the one leaf of a t, if it has just one.
func only(t core.Type, to *target) *target {
	tuple, ok := t.(*core.TupleType)
	if !ok {
		return to
	}
	for i, e := range tuple.Elems {
		if len(leafTypes(e, nil)) > 0 {
			return only(e, to.part(i))
		}
	}
	return nil
}

// packed is the variable that flat values of type t are received in.
func (f *fn) packed(t core.Type, to *target) proc.Var {
	types := leafTypes(t, nil)
	if len(types) == 1 {
		return f.result(only(t, to), types[0])
	}
	return f.variable("t", proc.NewTuple(types...))
}

// nested packs v with its tuples as in the source: how elements of arrays and
// payloads of sums are stored.
func (f *fn) nested(pos diag.Pos, v value) proc.Var {
	if v.leaf != nil {
		return f.linear(v.leaf)
	}
	vars := make([]proc.Var, len(v.elems))
	for i, e := range v.elems {
		vars[i] = f.nested(pos, e)
	}
	return f.tuple(pos, vars)
}

// unnested takes apart what nested packed, a value of type t.
func (f *fn) unnested(pos diag.Pos, v proc.Var, t core.Type, to *target) value {
	tuple, ok := t.(*core.TupleType)
	switch {
	case !ok:
		return f.value(v)
	case len(tuple.Elems) == 0:
		return value{}
	}
	outs := make([]proc.Var, len(tuple.Elems))
	for i, e := range tuple.Elems {
		if _, nested := e.(*core.TupleType); nested && e != core.Unit {
			outs[i] = f.variable("t", TypeOf(e))
		} else {
			outs[i] = f.result(to.part(i), TypeOf(e))
		}
	}
	f.emit(&proc.Untuple{Where: where(pos), Outs: outs, In: v})
	parts := make([]value, len(outs))
	for i, e := range tuple.Elems {
		parts[i] = f.unnested(pos, outs[i], e, to.part(i))
	}
	return value{elems: parts}
}

// nestedVar is the variable that nested values of type t are received in.
func (f *fn) nestedVar(t core.Type, to *target) proc.Var {
	if _, tuple := t.(*core.TupleType); tuple && t != core.Unit {
		return f.variable("t", TypeOf(t))
	}
	return f.result(to, TypeOf(t))
}
