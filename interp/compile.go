package interp

import (
	"fmt"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/proc"
)

// A compiler makes the code of one definition.
type compiler struct {
	m    *Machine
	def  *proc.Def
	code *code
	env  map[string]binding // Γ, and where its variables are
	zone map[string]name    // Θ
	refs int32              // names of Θ in scope
	pos  diag.Pos           // of the innermost statement that has one
	// What the branches of a Case have bound and used, in order: both
	// branches start from the same Γ, and what they bind is joined.
	branches int // how many branches are around
	bound    []string
	used     []used
	serial   int
	err      error
}

// A binding is a variable of Γ. Serials count up, so they tell what a branch
// has bound from what was there before.
type binding struct {
	slots  slots
	serial int
}

type used struct {
	name string
	was  binding
}

// A name is one of Θ.
type name struct {
	slot int32
	typ  proc.Type
}

func compile(m *Machine, d *proc.Def) (*code, error) {
	c := &compiler{
		m: m, def: d,
		code: &code{sig: d.Sig(), in: data.LayoutOf(d.In.Type), out: data.LayoutOf(d.Out.Type)},
		env:  map[string]binding{}, zone: map[string]name{},
		pos: d.Pos,
	}
	c.bind(d.In, c.fresh(c.code.in))
	for _, r := range d.Zone {
		c.zone[r.Name] = name{c.newRef(), r.Type}
	}
	c.entered()
	c.code.count = c.body(d.Body)
	out := c.use(d.Out)
	c.code.retW, c.code.retO = out.runs(nil, nil)
	c.pos = d.Pos
	c.emit(opRet, 0, 0, 0, 0)
	return c.code, c.err
}

func (c *compiler) failf(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf(format, args...)
		if c.pos.Known() {
			c.err = fmt.Errorf("at %s: %w", c.pos, c.err)
		}
	}
}

// emit appends an instruction and returns its place.
func (c *compiler) emit(op opcode, x, y, z, w int32) int {
	c.code.ins = append(c.code.ins, instr{op, x, y, z, w})
	c.code.pos = append(c.code.pos, c.pos)
	return len(c.code.ins) - 1
}

// here is the place of the next instruction.
func (c *compiler) here() int32 { return int32(len(c.code.ins)) }

// ext emits a call of f.
func (c *compiler) ext(f func(*Machine, *frame) error) {
	c.code.ext = append(c.code.ext, f)
	c.emit(opExt, int32(len(c.code.ext)-1), 0, 0, 0)
}

func (c *compiler) bind(v proc.Var, s slots) {
	if _, twice := c.env[v.Name]; twice {
		c.failf("%s is bound twice", v.Name)
	}
	c.serial++
	c.env[v.Name] = binding{s, c.serial}
	if c.branches > 0 {
		c.bound = append(c.bound, v.Name)
	}
}

func (c *compiler) bindFresh(v proc.Var) slots {
	s := c.fresh(data.LayoutOf(v.Type))
	c.bind(v, s)
	return s
}

func (c *compiler) use(v proc.Var) slots {
	b, ok := c.env[v.Name]
	if !ok || b.slots.lay.Type != v.Type {
		c.failf("%s of type %s is not bound where it is used", v.Name, v.Type)
		return slots{lay: data.LayoutOf(v.Type)}
	}
	delete(c.env, v.Name)
	if c.branches > 0 {
		c.used = append(c.used, used{v.Name, b})
	}
	return b.slots
}

func (c *compiler) useAll(vs []proc.Var) []slots {
	all := make([]slots, len(vs))
	for i, v := range vs {
		all[i] = c.use(v)
	}
	return all
}

// words uses variables of one word each and returns their slots.
func (c *compiler) words(vs []proc.Var) []int32 {
	ws := make([]int32, len(vs))
	for i, v := range vs {
		ws[i] = c.use(v).w
	}
	return ws
}

func (c *compiler) ref(n string) name {
	r, ok := c.zone[n]
	if !ok {
		c.failf("%s is not in the zone", n)
		return name{typ: proc.Unit}
	}
	return r
}

func (c *compiler) newRef() int32 {
	c.refs++
	c.code.refs = max(c.code.refs, int(c.refs))
	return c.refs - 1
}

// scoped compiles a nested procedure, whose statements run unconditionally,
// with one name more in Θ. set emits what puts it into its slot.
func (c *compiler) scoped(n string, t proc.Type, set func(slot int32), p proc.Procedure) int64 {
	old, shadowed := c.zone[n]
	slot := c.newRef()
	set(slot)
	c.zone[n] = name{slot, t}
	count := c.body(p)
	c.refs--
	if shadowed {
		c.zone[n] = old
	} else {
		delete(c.zone, n)
	}
	return count
}

// body compiles p and returns how many statements run whenever p does.
func (c *compiler) body(p proc.Procedure) int64 {
	count := int64(len(p))
	outer := c.pos
	for _, s := range p {
		c.pos = outer
		if s.At().Known() {
			c.pos = s.At()
		}
		count += c.stmt(s)
	}
	c.pos = outer
	return count
}

// caseOf compiles a Case. Both branches move what they bind to the same slots.
func (c *compiler) caseOf(s *proc.Case) {
	in := c.use(s.In)
	mark, bound, use := c.serial, len(c.bound), len(c.used)
	c.branches++

	at := c.emit(opCase, in.tag(), 0, 0, 0)
	c.bind(s.L.Var, in.side(0))
	left := c.body(s.L.Body)
	var outs []proc.Var
	var dst []slots
	for _, n := range c.bound[bound:] {
		if b, ok := c.env[n]; ok && b.serial > mark {
			delete(c.env, n)
			outs = append(outs, proc.Var{Name: n, Type: b.slots.lay.Type})
			dst = append(dst, c.fresh(b.slots.lay))
			c.move(dst[len(dst)-1], b.slots)
		}
	}
	c.bound = c.bound[:bound]
	jump := c.emit(opJump, 0, 0, 0, 0)
	for _, u := range c.used[use:] {
		if u.was.serial <= mark {
			c.env[u.name] = u.was
		}
	}
	c.used = c.used[:use]

	c.code.ins[at].b = c.here()
	c.bind(s.R.Var, in.side(1))
	right := c.body(s.R.Body)
	for i, v := range outs {
		c.move(dst[i], c.use(v))
	}
	c.code.ins[jump].a = c.here()
	c.code.ins[at].c, c.code.ins[at].d = int32(left), int32(right)

	c.branches--
	c.bound = c.bound[:bound]
	outer := c.used[:use]
	for _, u := range c.used[use:] {
		if u.was.serial <= mark {
			outer = append(outer, u)
		}
	}
	c.used = outer
	if c.branches == 0 {
		c.used = nil
	}
	for i, v := range outs {
		c.bind(v, dst[i])
	}
}
