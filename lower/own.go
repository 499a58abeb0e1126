package lower

import (
	"slices"

	"procad/proc"
)

// owner goes through a body backwards and decides about the arrays in it, and
// about the sums with arrays inside. A variable is live at a statement if
// something after the statement uses it. A statement that consumes a variable
//
//	takes it     where it is not live after the statement,
//	copies it    where it is, and where it is but a view or a name of the zone.
//
// A variable whose last use only reads it is eliminated after that use.
type owner struct {
	*fn
	borrowed map[string]bool // the parameters that are only read
	live     map[string]*life
	log      []change        // of live, to undo what a branch did
	out      proc.Procedure  // the statements of the block so far, last one first
	touched  *names          // names of Θ mentioned in the block so far
	shared   map[string]bool // all names of Θ that are not given

	// What the next step needs to know.
	dropped  map[*proc.Elim]bool      // Elims that turned out to be none
	expired  map[proc.Stmt][]string   // the names that nothing mentions after a statement
	uses     map[proc.Stmt][]string   // the names that nested procedures mention
	takes    map[proc.Stmt][]string   // the variables that nested procedures consume
	rebinds  map[*proc.Untuple]string // the variable that a Dup gives back
	results  map[proc.Stmt][]string   // the variables that are bound in a statement, or bound again, and live after it
	restores map[*proc.Case]bool      // whose branches put the sum together again
}

// life is why a variable is live: something takes it, or, last of all, elim
// ends it.
type life struct{ elim *proc.Elim }

type change struct {
	name string
	old  *life
}

// names is an ordered set.
type names struct {
	list []string
	set  map[string]bool
}

func newNames() *names { return &names{set: map[string]bool{}} }

func (n *names) add(name string) {
	if !n.set[name] {
		n.set[name] = true
		n.list = append(n.list, name)
	}
}

func newOwner(f *fn) *owner {
	return &owner{
		fn: f, borrowed: map[string]bool{}, live: map[string]*life{}, touched: newNames(), shared: map[string]bool{},
		dropped: map[*proc.Elim]bool{}, expired: map[proc.Stmt][]string{}, uses: map[proc.Stmt][]string{},
		takes: map[proc.Stmt][]string{}, rebinds: map[*proc.Untuple]string{}, results: map[proc.Stmt][]string{}, restores: map[*proc.Case]bool{},
	}
}

// managed says that a variable of type t has an owner to be decided on.
func managed(t proc.Type) bool {
	return isArray(t) || openSum(t)
}

// function settles a whole body.
func (o *owner) function(body proc.Procedure, out proc.Var, owned, params []proc.Var) (proc.Procedure, proc.Var) {
	o.consume(&out, proc.Where{})
	o.procedure(body)
	for _, v := range slices.Backward(owned) {
		o.bound(v, proc.Where{})
	}
	for _, v := range params {
		l := o.live[v.Name]
		if l == nil || l.elim != nil {
			o.borrowed[v.Name] = true
			o.given[v.Name] = true
		}
		if l != nil && l.elim != nil {
			o.dropped[l.elim] = true
		}
	}
	slices.Reverse(o.out)
	return o.out, out
}

func (o *owner) set(name string, l *life) {
	o.log = append(o.log, change{name, o.live[name]})
	if l == nil {
		delete(o.live, name)
	} else {
		o.live[name] = l
	}
}

func (o *owner) emit(s proc.Stmt) { o.out = append(o.out, s) }

func (o *owner) procedure(p proc.Procedure) {
	for _, s := range slices.Backward(p) {
		o.stmt(s)
	}
}

func (o *owner) stmt(s proc.Stmt) {
	at := where(s.At())
	switch s := s.(type) {
	case *proc.Case:
		o.branches(s)
		return
	case *proc.Accum:
		c := *s
		o.bound(c.Out, at)
		o.bodies(&c, &c.Body)
		o.emit(&c)
		o.consume(&c.In, at)
		return
	case *proc.Row:
		o.view(s, s.Name)
	case *proc.Choose:
		o.view(s, s.Name)
	}
	proc.Binds(s, func(v proc.Var) { o.bound(v, at) })
	c := copied(s)
	proc.RefsUsed(c, func(name string) { o.mention(name, c) })
	o.emit(c)
	for _, slot := range slices.Backward(slots(c)) {
		o.consume(slot, at)
	}
}

// copied is a copy of the statement if it can consume an array, and else the
// statement itself.
func copied(s proc.Stmt) proc.Stmt {
	switch s := s.(type) {
	case *proc.Call:
		c := *s
		return &c
	case *proc.Tuple:
		c := *s
		c.Ins = slices.Clone(c.Ins)
		return &c
	case *proc.Inl:
		c := *s
		return &c
	case *proc.Inr:
		c := *s
		return &c
	case *proc.Share:
		c := *s
		return &c
	case *proc.Add:
		c := *s
		return &c
	}
	return s
}

// slots is where such a statement names the variables that it consumes.
func slots(s proc.Stmt) []*proc.Var {
	switch s := s.(type) {
	case *proc.Call:
		return []*proc.Var{&s.In}
	case *proc.Tuple:
		list := make([]*proc.Var, len(s.Ins))
		for i := range list {
			list[i] = &s.Ins[i]
		}
		return list
	case *proc.Inl:
		return []*proc.Var{&s.In}
	case *proc.Inr:
		return []*proc.Var{&s.In}
	case *proc.Share:
		return []*proc.Var{&s.In}
	case *proc.Add:
		return []*proc.Var{&s.In}
	}
	return nil
}

// bound ends the life of a variable where it begins.
func (o *owner) bound(v proc.Var, at proc.Where) {
	switch {
	case !managed(v.Type):
		if o.live[v.Name] != nil {
			o.set(v.Name, nil)
		}
	case o.live[v.Name] == nil:
		o.emit(&proc.Elim{Where: at, In: v})
	default:
		o.set(v.Name, nil)
	}
}

// view ends the life of a view where it begins.
func (o *owner) view(s proc.Stmt, name string) {
	if o.live[name] == nil {
		o.expired[s] = append(o.expired[s], name)
	} else {
		o.set(name, nil)
	}
}

// mention makes a name live because s mentions it.
func (o *owner) mention(name string, s proc.Stmt) {
	if o.given[name] {
		return
	}
	o.touched.add(name)
	o.shared[name] = true
	if o.live[name] != nil {
		return
	}
	if parents, ok := o.views[name]; ok {
		o.set(name, &life{})
		o.expired[s] = append(o.expired[s], name)
		for _, p := range parents {
			o.mention(p, s)
		}
		return
	}
	v := o.named(name)
	if !managed(v.Type) {
		o.set(name, &life{})
		o.expired[s] = append(o.expired[s], name)
		return
	}
	e := &proc.Elim{Where: where(s.At()), In: v}
	o.set(name, &life{e})
	o.emit(e)
}

// consume decides about one consuming use.
func (o *owner) consume(slot *proc.Var, at proc.Where) {
	v := *slot
	if !managed(v.Type) {
		return
	}
	_, view := o.views[v.Name]
	switch {
	case isArray(v.Type) && (view || o.given[v.Name] || o.live[v.Name] != nil):
		u, c := o.variable("u", proc.Unit), o.variable(v.Name, v.Type)
		s := &proc.Call{Where: at, Out: c, Func: proc.FamilyOf("copy", v.Type), Zone: []string{v.Name}, In: u}
		o.mention(v.Name, s)
		o.emit(s)
		o.emit(&proc.Tuple{Where: at, Out: u})
		*slot = c
	case o.live[v.Name] != nil:
		c, d := o.variable(v.Name, v.Type), o.variable("t", proc.NewTuple(v.Type, v.Type))
		back := &proc.Untuple{Where: at, Outs: []proc.Var{v, c}, In: d}
		o.rebinds[back] = v.Name
		o.emit(back)
		o.emit(&proc.Dup{Where: at, Out: d, In: v})
		renewed := *o.live[v.Name]
		o.set(v.Name, &renewed)
		*slot = c
	default:
		o.set(v.Name, &life{})
	}
}
