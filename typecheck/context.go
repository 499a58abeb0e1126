package typecheck

import "procad/proc"

// A state says where a variable is in its life.
type state byte

const (
	live    state = iota // bound and not used
	used                 // used at variable.usedAt
	pending              // left by the left branch of a Case; the right one must bind it too
	gone                 // out of scope: bound and used in a branch that has ended
	broken               // of no meaning any more, which has been reported
)

// A variable is what is known of a name.
type variable struct {
	proc.Var
	boundAt, usedAt proc.Stmt // nil where that is not in a statement
	twin            *variable // of the same name, pending when this one was bound
	seq             int32     // counts bindings; 0 for the variables of Γ
	mark            int32     // scratch for comparing branches
	state           state
}

// A context is the set of live variables, with a log of its changes: the
// variables bound and used since the log began, each in the order of events.
// When a branch ends its part of the log is cut off and summed up as a delta.
type context struct {
	vars  *proc.ByName[*variable]
	log   []*variable // each change of a variable from or to live
	room  []variable  // where the next variables are
	seq   int32
	marks int32
}

// newContext has room for what n statements bind and use.
func newContext(n int) *context {
	return &context{vars: proc.NewByName[*variable](proc.NamesIn(n)), log: make([]*variable, 0, 2*proc.NamesIn(n))}
}

// of is the variable of a name, nil if there is none.
func (c *context) of(name string) *variable { return c.vars.Get(name) }

// set makes n the variable of its name, and returns the one that was.
func (c *context) set(n *variable) (old *variable) {
	at := c.vars.At(n.Name)
	old, *at = *at, n
	return old
}

// bind adds a live variable. It returns the variable that had the name
// already, unless that is left by the other branch of a Case.
func (c *context) bind(v proc.Var, at proc.Stmt) (taken *variable) {
	c.seq++
	n := c.variable(v)
	n.boundAt, n.seq = at, c.seq
	if old := c.set(n); old != nil && old.state == pending {
		n.twin = old
	} else if old != nil {
		taken = old
		old.state = broken
	}
	c.log = append(c.log, n)
	return taken
}

// assume adds a variable of Γ, bound before whatever has been seen.
func (c *context) assume(v proc.Var) *variable {
	n := c.variable(v)
	c.set(n)
	return n
}

func (c *context) variable(v proc.Var) *variable {
	if len(c.room) == 0 {
		c.room = make([]variable, min(len(c.log)+8, 256))
	}
	n := &c.room[0]
	c.room = c.room[1:]
	n.Var = v
	return n
}

// use takes a live variable out.
func (c *context) use(v *variable, at proc.Stmt) {
	v.state, v.usedAt = used, at
	c.log = append(c.log, v)
}

// A delta is what a branch changed: the variables it used that were bound
// before it, and those it bound and left.
type delta struct{ used, left []*variable }

// A branchStart is where a branch began.
type branchStart struct {
	log int
	seq int32
}

func (c *context) begin() branchStart { return branchStart{len(c.log), c.seq} }

// end cuts off the log of a branch and takes its changes back: what it used is
// live again, what it left is pending, the rest of what it bound is gone.
func (c *context) end(start branchStart) delta {
	var d delta
	for _, v := range c.log[start.log:] {
		switch outer := v.seq <= start.seq; {
		case outer && v.state == used:
			v.state = live
			d.used = append(d.used, v)
		case !outer && v.state == live:
			v.state = pending
			d.left = append(d.left, v)
		case !outer && v.state == used:
			v.state = gone
		}
	}
	clear(c.log[start.log:])
	c.log = c.log[:start.log]
	return d
}

// A mismatch is a variable that only one branch used or left, or that both
// left with different types.
type mismatch struct {
	v       *variable
	usedBy  branchName // set if one branch used v
	leftBy  branchName // set if one branch left v
	retyped *variable  // what the right branch left under the name with another type
}

// A branchName is Inl, Inr, or empty.
type branchName string

const (
	inl branchName = "Inl"
	inr branchName = "Inr"
)

func (b branchName) other() branchName {
	if b == inl {
		return inr
	}
	return inl
}

// join makes the changes of both branches of a Case, and returns where they differ.
//
//	Γ, x : T1 ⊢ p ⊣ Δ      Γ, y : T2 ⊢ q ⊣ Δ
func (c *context) join(l, r delta, at proc.Stmt) []mismatch {
	var diff []mismatch
	c.only(l.used, r.used, func(v *variable) { diff = append(diff, mismatch{v: v, usedBy: inl}) })
	c.only(r.used, l.used, func(v *variable) { diff = append(diff, mismatch{v: v, usedBy: inr}) })
	for _, list := range [][]*variable{l.used, r.used} {
		for _, v := range list {
			if v.state == live {
				c.use(v, at)
			}
		}
	}
	c.marks++
	for _, v := range l.left {
		v.mark = c.marks
		switch twin := c.of(v.Name); {
		case twin.state == broken:
		case twin == v || twin.state != pending || twin.twin != v:
			diff = append(diff, mismatch{v: v, leftBy: inl})
			twin.state = broken
		case twin.Type != v.Type:
			diff = append(diff, mismatch{v: v, retyped: twin})
		}
	}
	for _, v := range r.left {
		if v.twin == nil || v.twin.mark != c.marks {
			diff = append(diff, mismatch{v: v, leftBy: inr})
			v.state = broken
			continue
		}
		v.state = live
		v.twin = v.twin.twin
		c.log = append(c.log, v)
	}
	return diff
}

// only calls yield for what is in a and not in b.
func (c *context) only(a, b []*variable, yield func(*variable)) {
	c.marks++
	for _, v := range b {
		v.mark = c.marks
	}
	for _, v := range a {
		if v.mark != c.marks {
			yield(v)
		}
	}
}
