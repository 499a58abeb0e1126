package passes

import (
	"slices"

	"procad/llvm/loopir"
)

// carry keeps what the next iteration reads again, as those of a stencil do. The loop is in order then, but for its sums.
//
//	for free i < n { x = load v[i - 1]; y = load v[i]; … }
//	   ↦
//	for slide i < n (x = load v[-1], if n > 0) { y = load v[i]; …; yield y }
//
// Nothing sets the element in between: another iteration would read what one sets, and the loop would not be free. LLVM makes vectors
// of the loop, in which each number is moved by a lane, if x is used after y is made, and y is not carried itself. So y is read first,
// and of one view there is one such pair.
func carry(p *loopir.Program, _ Options, _ func(Report)) {
	for _, f := range p.Funcs {
		f.Renumber() // forms are in the order of IDs
		c := &carrier{f, forms{}, renaming{}}
		c.block(f.Body)
		c.of.block(f.Body)
		f.Drop()
		f.Renumber()
	}
}

// mostCarried is how many numbers a loop may keep for its next iteration.
const mostCarried = 4

// A carrier goes through a function.
type carrier struct {
	f *loopir.Func
	forms
	of renaming
}

func (c *carrier) block(b block) {
	var ops []*loopir.Op
	for _, op := range b.Ops {
		for _, inner := range op.Sub {
			c.block(inner)
		}
		if op.Kind == loopir.For && op.Order == loopir.Free && (op.Hint == loopir.Usual || op.Hint == loopir.Compared) && straight(op.Sub[0].Ops) {
			ops = append(ops, c.loop(op)...)
		}
		ops = append(ops, op)
	}
	b.Ops = ops
}

// A read is a Load, and where, as forms of the loop's index and of Ints from before the loop.
type read struct {
	op *loopir.Op
	at []form
}

// next says that an iteration reads by r what the one before has read by o.
func (r *read) next(o *read, i val) bool {
	if r.op.Args[0] != o.op.Args[0] {
		return false
	}
	moves := false
	for k, f := range r.at {
		after := f.with(i, one(i).add(1))
		moves = moves || !after.equal(f)
		if !after.equal(o.at[k]) {
			return false
		}
	}
	return moves
}

// loop carries what it can, and returns what is to be done before the loop.
func (c *carrier) loop(op *loopir.Op) []*loopir.Op {
	i := op.Sub[0].Params[0]
	before := &builder{f: c.f}
	done := map[val]bool{} // the views of which something is carried
	reads := c.reads(op)
	for _, x := range reads {
		view := x.op.Args[0]
		k := slices.IndexFunc(reads, func(y *read) bool { return x.next(y, i) })
		if k < 0 || done[view] || len(done) == mostCarried {
			continue
		}
		done[view] = true
		c.pair(before, op, x, reads[k])
	}
	return before.ops
}

// reads are the Loads of each iteration that read another element than the one before.
func (c *carrier) reads(op *loopir.Op) (list []*read) {
	body := op.Sub[0]
	made := map[val]bool{}
	madeIn(op, made)
	for _, l := range body.Ops {
		if l.Kind != loopir.Load || l.Mask != nil || made[l.Args[0]] || len(l.Indices()) == 0 || l.Outs[0].Type.Lanes() > 1 {
			continue
		}
		r := &read{op: l}
		for _, v := range l.Indices() {
			r.at = append(r.at, c.forms.of(v))
		}
		if !slices.ContainsFunc(r.at, func(f form) bool {
			return slices.ContainsFunc(f.terms, func(t term) bool { return made[t.v] && t.v != body.Params[0] })
		}) {
			list = append(list, r)
		}
	}
	return list
}

// pair keeps y for the next iteration, where it is x.
func (c *carrier) pair(before *builder, op *loopir.Op, x, y *read) {
	body := op.Sub[0]
	t := x.op.Outs[0].Type
	from := c.f.Int(0)
	if op.From != nil {
		from = op.From
	}
	some := &loopir.Op{Kind: loopir.If, Args: []val{before.make(loopir.Lt, loopir.BoolType, from, op.Args[0])}}
	first := &builder{f: c.f}
	read := first.load(x.op.Args[0], x.at, func(f form) form { return f.with(body.Params[0], c.forms.of(from)) }, t)
	side(some, first.ops, []val{read})
	side(some, nil, []val{c.f.Const(t, 0)})
	before.ops = append(before.ops, some)

	op.Order = loopir.Slide
	op.Args = append(op.Args, c.f.NewOut(some, t, ""))
	c.f.NewOut(op, t, "")
	c.of[x.op.Outs[0]] = c.f.NewParam(body, t, x.op.Outs[0].Name)
	top := &builder{f: c.f}
	again := top.load(y.op.Args[0], y.at, func(f form) form { return f }, t)
	again.Name = y.op.Outs[0].Name
	c.of[y.op.Outs[0]] = again
	body.Ops = append(top.ops, body.Ops...)
	body.Yield = append(body.Yield, again)
}

// load reads an element that is known to be there.
func (w *builder) load(view val, at []form, of func(form) form, t loopir.Type) val {
	args := []val{view}
	for k, f := range at {
		v := w.sum(of(f))
		w.ops = append(w.ops, implied(v, view.Def.Args[1+k]))
		args = append(args, v)
	}
	return w.make(loopir.Load, t, args...)
}
