package llvm

import (
	"procad/llvm/abi"
	"procad/llvm/abort"
	"procad/llvm/ll"
	"procad/proc"
)

// large says that the branches of a Case are to be pieces of their own.
func (c *outliner) large(s *proc.Case) bool {
	return c.free() && c.node.lines[s] > c.driver.limits.whole
}

// largeCase lets the driver choose between the pieces of two branches.
//
//	Γ ⊢ Case a (Inl x p) (Inr y q) ⊣ Δ
//
// A leaf of Δ has a word of the frame, its join, where both branches put it. Nothing within the
// branches uses a variable of Δ, so a large Case in p or q that leaves one has the same joins for
// it: however deep Cases are in each other, a leaf is stored once on each way through them. It
// is not stored where it is undefined, as are the leaves of all other constructors in a value of
// a sum.
func (b *builder) largeCase(tag val, s *proc.Case, inL, inR []val) {
	c := b.outliner
	at, ok := c.spill(b, tag).(slot)
	if !ok {
		abort.Fail("internal error: the tag of a large Case is a constant")
	}
	inL, inR = c.spillAll(b, inL), c.spillAll(b, inR)
	c.end(b)
	d := c.driver
	onR, onL, join := d.Block("inr"), d.Block("inl"), d.Block("join")
	d.branch(d.loadWord(c.place(at), ll.Int(at.index), abi.TagLeaf), onR, onL)

	d.Use(onR)
	c.begin(b)
	begin, before := b.beginBranch(), c.slots
	b.bind(s.R.Var, inR)
	b.procedure(s.R.Body)
	made, took := b.endBranch(begin)
	ofR, joins := make([][]val, len(made)), make([][]slot, len(made))
	taken := map[slot]bool{}
	for k, name := range made {
		ofR[k] = b.vars.of(name)
		joins[k] = c.joinsOf(name, ofR[k], before, taken)
		for i, to := range joins[k] {
			c.move(b, name, i, to)
		}
	}
	c.end(b)
	d.Jump(join)
	b.putBack(made, took)

	d.Use(onL)
	c.begin(b)
	begin = b.beginBranch()
	b.bind(s.L.Var, inL)
	given := c.give(made, joins)
	b.procedure(s.L.Body)
	for _, name := range given {
		delete(c.joins, name)
	}
	b.endBranch(begin)
	var out []val
	for k, name := range made {
		for i, v := range b.vars.of(name) {
			to := joins[k][i]
			if ll.IsUndef(v) && ll.IsUndef(ofR[k][i]) {
				out = append(out, v)
				continue
			}
			c.move(b, name, i, to)
			out = append(out, to)
		}
	}
	c.end(b)
	d.Jump(join)

	d.Use(join)
	c.begin(b)
	b.scatter(made, out)
	b.noteCase(made, took)
}

// joinsOf are the joins of a variable that a branch leaves, which began before some words of the
// frame were in use: those of a Case around, or else a word where the branch has the leaf already,
// if that is not taken for another leaf.
func (c *outliner) joinsOf(name string, vals []val, before int, taken map[slot]bool) []slot {
	if joins, ok := c.joins[name]; ok {
		return joins
	}
	joins := make([]slot, len(vals))
	for i, v := range vals {
		s, ok := v.(slot)
		if !ok || s.arg || s.cell || s.index < before || taken[s] {
			s = c.fresh(leafOf(v.Type()))
		}
		taken[s], joins[i] = true, s
	}
	return joins
}

// give lets the Cases in a branch know the joins of what it leaves. It returns the variables that
// no Case around leaves.
func (c *outliner) give(made []string, joins [][]slot) (given []string) {
	for k, name := range made {
		if _, ok := c.joins[name]; !ok {
			c.joins[name] = joins[k]
			given = append(given, name)
		}
	}
	return given
}

// move stores a leaf of a variable in a word of the frame, if it is not there.
func (c *outliner) move(b *builder, name string, i int, to slot) {
	v := b.vars.of(name)[i]
	if v == val(to) || ll.IsUndef(v) {
		return
	}
	c.maybe(b)
	c.store(b, c.local(b, b.vars.of(name)[i]), c.frameIn, to.index, to.leaf)
}
