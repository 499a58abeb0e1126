package passes

import (
	"slices"

	"procad/llvm/loopir"
)

// unswitch makes a choice of loops of an innermost loop with a choice that is the same in all iterations:
//
//	for i < n { … if c { x } else { y } … }    ↦    if c { for i < n { … x … } } else { for i < n { … y … } }
func unswitch(p *loopir.Program, opts Options, report func(Report)) {
	hoist(p, opts, report) // what split left in loops
	for _, f := range p.Funcs {
		u := &unswitcher{f: f, room: opts.room(f)}
		u.block(f.Body)
		f.Renumber()
	}
	fold(p, opts, report) // does what is known now
}

type unswitcher struct {
	f    *loopir.Func
	room *int // how many operations may still be copied
}

func (u *unswitcher) block(b block) {
	for at := 0; at < len(b.Ops); at++ {
		op := b.Ops[at]
		if op.Kind == loopir.For && !loops(op.Sub[0].Ops) {
			by := u.loop(op)
			b.Ops = slices.Replace(b.Ops, at, at+1, by...)
			at += len(by) - 1
			continue
		}
		for _, inner := range op.Sub {
			u.block(inner)
		}
	}
}

// loop is what stands for an innermost loop. An iteration may choose in a choice by a tag, so the condition is asked early.
func (u *unswitcher) loop(loop *loopir.Op) []*loopir.Op {
	ops := loop.Sub[0].Ops
	long := size(ops, longest)
	c := u.condition(loop)
	if c == nil || long > longest || long > *u.room || !all(ops, indexed) {
		return []*loopir.Op{loop}
	}
	*u.room -= long
	w := &builder{f: u.f}
	choice := instead(u.f, w.early(c), loop)
	for _, is := range []bool{true, false} {
		l := loop
		if is {
			l = newCopier(u.f).op(loop)
		}
		renaming{c: u.f.Bool(is)}.block(l.Sub[0])
		outs := l.Outs
		side(choice, u.loop(l), outs)
	}
	return append(w.ops, choice)
}

// condition is one of a choice in a loop that runs, and from outside of the loop; nil if there is none.
func (u *unswitcher) condition(loop *loopir.Op) val {
	made := map[val]bool{}
	madeIn(loop, made)
	var in func(ops []*loopir.Op) val
	in = func(ops []*loopir.Op) val {
		for _, op := range ops {
			sides := op.Sub
			if op.Kind == loopir.If {
				if bits, known := op.Args[0].IsConst(); known {
					sides = sides[1-bits:][:1]
				} else if !made[op.Args[0]] {
					return op.Args[0]
				}
			}
			for _, b := range sides {
				if c := in(b.Ops); c != nil {
					return c
				}
			}
		}
		return nil
	}
	return in(loop.Sub[0].Ops)
}
