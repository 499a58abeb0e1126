package passes

import (
	"slices"

	"procad/llvm/loopir"
)

// locals puts small buffers of a known size on the stack of the machine: those that the block which allocates them gives back, and that
// nobody else keeps. LLVM makes registers of one whose indices are all known.
//
//	b = alloc 4; …; release b    ↦    b = local 4; …
//
// A loop that carries such a buffer, and makes the next one in each iteration, has one for all iterations, and the next one is copied
// to it (locals_carried.go).
func locals(p *loopir.Program, _ Options, _ func(Report)) {
	for _, f := range p.Funcs {
		l := &localiser{prog: p, f: f, uses: usesOf(f), left: mostStacked}
		l.block(f.Body)
		f.Renumber()
	}
}

const (
	mostSmall   = 64   // elements of a small buffer
	mostStacked = 2048 // of those of a function
)

// A localiser goes through a function.
type localiser struct {
	prog *loopir.Program
	f    *loopir.Func
	uses map[val][]use
	left int // how many elements may still be on the stack
}

// A use is an operation that takes a buffer, or a block that yields it.
type use struct {
	op *loopir.Op
	in block // where the operation is, or which block yields it
}

// usesOf are the uses of all buffers and views of a function.
func usesOf(f *loopir.Func) map[val][]use {
	uses := map[val][]use{}
	f.Body.Blocks(func(b *loopir.Block) {
		for _, op := range b.Ops {
			for _, v := range op.Args {
				if v.Type.Form == loopir.Buffer || v.Type.Form == loopir.Shaped {
					uses[v] = append(uses[v], use{op, b})
				}
			}
		}
		for _, v := range b.Yield {
			uses[v] = append(uses[v], use{nil, b})
		}
	})
	return uses
}

func (l *localiser) block(b block) {
	for _, op := range slices.Clone(b.Ops) {
		for _, inner := range op.Sub {
			l.block(inner)
		}
		if op.Kind == loopir.For || op.Kind == loopir.While {
			l.carried(b, op)
		}
	}
	for _, op := range slices.Clone(b.Ops) {
		if op.Kind != loopir.Alloc {
			continue
		}
		n, ok := l.small(op)
		if release := l.released(op.Outs[0], b, nil); ok && release != nil {
			l.local(op, n)
			replace(b, release, nil)
		}
	}
}

// small says that an Alloc is of a small known size for which there is room, and which it is.
func (l *localiser) small(op *loopir.Op) (int, bool) {
	bits, known := op.Args[0].IsConst()
	return int(bits), known && 0 < bits && bits <= mostSmall && int(bits) <= l.left
}

// local makes a Local of an Alloc.
func (l *localiser) local(op *loopir.Op, n int) {
	op.Kind = loopir.Local
	l.left -= n
}

// released is the one operation of a block that gives a buffer back; nil if there is none, or if something else than one block's yield
// keeps the buffer, or a part of it.
func (l *localiser) released(v val, b, yields block) *loopir.Op {
	var release *loopir.Op
	for _, u := range l.uses[v] {
		switch {
		case u.op == nil && u.in == yields:
		case u.op == nil:
			return nil
		case u.op.Kind == loopir.Release && u.in == b && release == nil:
			release = u.op
		case !l.borrows(u.op, v):
			return nil
		}
	}
	return release
}

// borrows says that an operation leaves a buffer, and the parts of it that it gives, where they are.
func (l *localiser) borrows(op *loopir.Op, v val) bool {
	switch op.Kind {
	case loopir.Load, loopir.Store, loopir.Accum, loopir.Clear, loopir.Copy:
		return true
	case loopir.Call:
		f := l.prog.Lookup(op.Func)
		for k, x := range op.Args {
			if x == v && f.Modes[k] == loopir.Owned {
				return false
			}
		}
		return true
	case loopir.View, loopir.Row:
		return !slices.ContainsFunc(l.uses[op.Outs[0]], func(u use) bool { return u.op == nil || !l.borrows(u.op, op.Outs[0]) })
	}
	return false
}
