package passes

import (
	"slices"

	"procad/llvm/loopir"
)

// early gives back the buffers that a loop carries only to give them back, where they are made. Then what takes a buffer off a stack
// is what gives it back.
//
//	z = for i < n (s = x) { …; r, y = pop q; …; release s; yield y }; release z
//	   ↦
//	release x; for i < n { …; r, y = pop q; …; release y }
func (u *unstacker) early(b block, loop *loopir.Op) {
	body := loop.Sub[0]
	for k := len(loop.Outs) - 1; k >= 0; k-- {
		x, s, y, z := loop.Args[1+k], body.Params[1+k], body.Yield[k], loop.Outs[k]
		if s.Type.Form != loopir.Buffer || y.Def == nil || y.Def.Kind != loopir.Alloc && y.Def.Kind != loopir.Pop || !slices.Contains(body.Ops, y.Def) ||
			x.Origin == loopir.Undefined {
			continue
		}
		uses := usesOf(u.f)
		inside, behind := givenBack(uses[s], body), givenBack(uses[z], b)
		kept := func(w use) bool { return w.op == nil && w.in != body || w.op != nil && !u.borrows(w.op, y) }
		if inside == nil || behind == nil || slices.ContainsFunc(uses[y], kept) || len(slices.DeleteFunc(slices.Clone(body.Yield), func(v val) bool { return v != y })) != 1 {
			continue
		}
		replace(body, inside, nil)
		body.Ops = append(body.Ops, &loopir.Op{Kind: loopir.Release, Args: []val{y}})
		replace(b, behind, nil)
		uncarry(loop, k)
		insert(b, slices.Index(b.Ops, loop), []*loopir.Op{{Kind: loopir.Release, Args: []val{x}}})
	}
}

// givenBack is the one use of a buffer, if it is to give it back in a block; else nil.
func givenBack(uses []use, b block) *loopir.Op {
	if len(uses) != 1 || uses[0].op == nil || uses[0].op.Kind != loopir.Release || uses[0].in != b {
		return nil
	}
	return uses[0].op
}

// carriedPart finds that a part of an item is a small buffer that the loop carries, which is copied to a row then. Each iteration makes
// the next one, and reads the one that it pushes through a view of all elements.
//
//	for i < n (p = s, x = y) { a = load x[0]; …; z = alloc 4; …; yield push p, x, z }
//	   ↦
//	c = alloc 4 n; for i < n (x = y) { a = load x[0]; …; z = alloc 4; …; row c[i] = x; release x; yield z }
func (u *unstacker) carriedPart(t *trace, p *itemPart) bool {
	body, pushed, push := t.fill.Sub[0], p.pushed(), p.words[0].push
	k := slices.Index(body.Params, pushed) - 1
	if k < 0 || countOf(push.Args, pushed) != 1 {
		return false
	}
	made := body.Yield[k].Def
	if made == nil || made.Kind != loopir.Alloc || !slices.Contains(body.Ops, made) {
		return false
	}
	bits, known := made.Args[0].IsConst()
	before := body.Ops[:slices.Index(body.Ops, push)]
	if !known || bits > mostSmall || !reads(before, pushed, int(bits), false) {
		return false
	}
	p.length = made.Args[0]
	return u.lent(t, p)
}

func countOf(list []val, v val) int {
	n := 0
	for _, w := range list {
		if w == v {
			n++
		}
	}
	return n
}

// toRow copies a buffer that the loop carries to a row, and gives it back.
func (u *unstacker) toRow(p itemPart, view, i val) []*loopir.Op {
	w := &builder{f: u.f}
	bits, _ := p.length.IsConst()
	row := w.make(loopir.Row, p.pushed().Type, view, i)
	w.elements(p.pushed(), row, int(bits))
	return append(w.ops, &loopir.Op{Kind: loopir.Release, Args: []val{p.pushed()}})
}
