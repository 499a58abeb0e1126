package loopir

import (
	"errors"
	"fmt"
)

// Check says what is wrong with a program: each function by itself, and each call with what it calls. What it finds is
// a mistake of the pass that made the program.
func (p *Program) Check() error {
	all, known := make([]error, len(p.Funcs)), printing{}
	for i, f := range p.Funcs {
		if err := f.check(p, known); err != nil {
			all[i] = fmt.Errorf("%s: %w", f.Name, err)
		}
	}
	return errors.Join(all...)
}

// A checker checks one function.
type checker struct {
	f      *Func
	prog   *Program
	state  []visibility // by ID
	values []*Value     // by ID
	made   []int        // by ID: its place in the order in which values are made
	count  int          // of the values that are made
	ranges map[*Block]placeRange
	accesses
	assumed  map[*Op][]fact // what is taken for checked before an operation; nil: nothing
	printing printing
	errs     []error
	op       *Op // at hand
}

// A placeRange has the places of the values that are made in a block.
type placeRange struct{ from, to int }

type visibility uint8

const (
	unknown visibility = iota
	visible
	gone
)

// maxErrors bounds how many mistakes are reported of a function.
const maxErrors = 10

func newChecker(f *Func, p *Program, known printing) *checker {
	return &checker{
		f: f, prog: p, printing: known,
		state: make([]visibility, f.Values), values: make([]*Value, f.Values), made: make([]int, f.Values),
		ranges: map[*Block]placeRange{}, accesses: accesses{known: map[fact]bool{}},
	}
}

func (f *Func) check(p *Program, known printing) error {
	c := newChecker(f, p, known)
	if len(f.Modes) != len(f.Body.Params) {
		return fmt.Errorf("%d parameters have %d modes", len(f.Body.Params), len(f.Modes))
	}
	c.block(f.Body)
	c.op = nil
	if err := sameTypes("the function returns", f.Body.Yield, f.Results); err != nil {
		c.failf("%v", err)
	}
	if len(c.errs) == 0 { // these rules rely on all others
		c.stacks()
		c.modes()
		c.free()
	}
	return errors.Join(c.errs...)
}

func (c *checker) failf(format string, args ...any) {
	if len(c.errs) == maxErrors {
		return
	}
	err := fmt.Errorf(format, args...)
	if c.op != nil {
		err = fmt.Errorf("in %s: %w", c.op.describe(), err)
	}
	c.errs = append(c.errs, err)
}

// describe names an operation in a message.
func (op *Op) describe() string {
	text := op.Kind.String()
	if len(op.Outs) > 0 {
		text = fmt.Sprintf("%s = %s", op.Outs[0].mention(), text)
	}
	for _, v := range op.Args {
		text += " " + v.mention()
	}
	return text + posText(op.Pos)
}

// mention is a value in a message.
func (v *Value) mention() string {
	switch {
	case v.Origin == Constant:
		return literal(v.Type, v.Bits)
	case v.Origin == Undefined:
		return "undef"
	case v.Name != "":
		return v.Name
	}
	return fmt.Sprint("v", v.ID)
}

// block checks
//
//	Γ, params ⊢ op ⊣ Γ1 …  Γn ⊢ yield
//
// and takes what the block defines out of scope.
func (c *checker) block(b *Block) {
	mark, from := len(c.log), c.count
	for _, v := range b.Params {
		if v.Origin != Parameter || v.Block != b {
			c.failf("%s is a parameter of another block", v.mention())
		}
		c.define(v)
	}
	if b.In != nil {
		c.enter(b)
	}
	for _, op := range b.Ops {
		c.op = op
		c.operation(op)
	}
	c.op = b.In
	for _, v := range b.Yield {
		c.use(v)
	}
	for _, op := range b.Ops {
		if len(op.Outs) > 0 && len(b.Yield) > 0 && &op.Outs[0] == &b.Yield[0] {
			c.failf("the list of what %v makes is that of what the block yields, so who changes one changes both", op.Kind)
		}
		for _, v := range op.Outs {
			c.leave(v)
		}
	}
	for _, v := range b.Params {
		c.leave(v)
	}
	c.undo(mark)
	c.ranges[b] = placeRange{from, c.count}
}

// within says that a value is made in a block.
func (c *checker) within(v *Value, b *Block) bool {
	r := c.ranges[b]
	return v.Origin != Constant && v.Origin != Undefined && r.from <= c.made[v.ID] && c.made[v.ID] < r.to
}

func (c *checker) define(v *Value) {
	switch {
	case v.ID < 0 || v.ID >= len(c.state):
		c.failf("%s has no number of the function", v.mention())
	case c.state[v.ID] != unknown:
		c.failf("%s is made twice", v.mention())
	default:
		c.state[v.ID], c.values[v.ID], c.made[v.ID] = visible, v, c.count
		c.count++
	}
}

func (c *checker) leave(v *Value) {
	if v.ID >= 0 && v.ID < len(c.state) {
		c.state[v.ID] = gone
	}
}

// use demands that a value is made before, in this block or in one around it.
func (c *checker) use(v *Value) {
	switch {
	case v.Origin == Constant || v.Origin == Undefined:
		if c.f.consts[constant{v.Type, v.Origin, v.Bits}] != v {
			c.failf("the constant %s is none of this function", v.mention())
		}
	case v.ID < 0 || v.ID >= len(c.state) || c.state[v.ID] == unknown:
		c.failf("%s is used before it is made", v.mention())
	case c.state[v.ID] == gone:
		c.failf("%s is used outside of the block that makes it", v.mention())
	case c.values[v.ID] != v:
		c.failf("%s has the number of another value", v.mention())
	}
}

// operation checks one operation, and then lets its results be used.
func (c *checker) operation(op *Op) {
	op.Uses(c.use)
	for _, b := range op.Sub {
		if b.In != op {
			c.failf("a block is that of another operation")
		}
		c.block(b)
		c.op = op
	}
	ts, err := results(op)
	if err == nil {
		c.access(op)
		err = sameTypes("it makes", op.Outs, ts)
	}
	if err != nil {
		c.failf("%v", err)
	}
	c.mask(op)
	if op.Kind.Calls() {
		c.call(op)
	}
	for _, v := range op.Outs {
		if v.Origin != Result || v.Def != op {
			c.failf("%s is the result of another operation", v.mention())
		}
		c.define(v)
	}
}

// mask demands that a mask has as many lanes as what it is for, which can be masked.
func (c *checker) mask(op *Op) {
	if op.Mask == nil {
		return
	}
	lanes := 0
	for _, v := range append(op.Args[:len(op.Args):len(op.Args)], op.Outs...) {
		lanes = max(lanes, v.Type.Lanes())
	}
	switch op.Kind {
	case Load, Store, Accum, Check, Div, Mod:
		if m := op.Mask.Type; m.Elem != Bool || m.Form != Vector || m.Lanes() != lanes {
			c.failf("the mask is a %s, for %d lanes", m, lanes)
		}
	default:
		c.failf("it has a mask")
	}
}

// call demands that a call fits the function.
//
//	f : (τ …) → (σ …)    args : τ …
//	───────────────────────────────
//	call f(args) : σ …
//
// What runs at the same time gives nothing.
func (c *checker) call(op *Op) {
	f := c.prog.Lookup(op.Func)
	if f == nil {
		c.failf("there is no function %s", op.Func)
		return
	}
	if err := sameTypes("it is called with", op.Args, typesOf(f.Body.Params)); err != nil {
		c.failf("%v", err)
	}
	if op.Kind == Par && (len(op.Args) == 0 || op.Args[0].Type != IntType) {
		c.failf("par takes how many calls there are")
	}
	if err := sameTypes("it is to give", op.Outs, f.Results); err != nil {
		c.failf("%v", err)
	}
}
