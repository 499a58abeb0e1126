package passes

import (
	"slices"

	"procad/llvm/loopir"
)

// An array is near a loop where iteration i adds to its elements i + c along an axis, for numbers c from lo to hi:
//
//	for free i < n { accum v[i - 1, j] += …; accum v[i + 1, j] += … }
//
// A chunk of hi - lo iterations or more shares elements with the chunks beside it alone. So there are no copies: every other chunk
// runs at the same time, and then the others do.
//
// near is hi - lo, for what several iterations add to: a free loop does nothing else with that.
func (d *dividedLoop) near(v val, memory *loopir.LoopMemory) (width int64, ok bool) {
	own := memory.Places(v)
	meets := func(w val) bool {
		return slices.ContainsFunc(memory.Places(w), func(p loopir.Place) bool { return slices.Contains(own, p) })
	}
	var view *loopir.Op
	var axes []offsets
	add := func(access *loopir.Op) bool {
		of := access.Args[0].Def
		switch {
		case access.Kind != loopir.Accum && access.Kind != loopir.Row || of == nil || of.Kind != loopir.View || of.Args[0] != v:
			return false
		case view == nil:
			view = of
			axes = make([]offsets, len(access.Indices()))
			for k, at := range access.Indices() {
				axes[k] = d.offset(at)
			}
			return true
		case !slices.Equal(of.Args[1:], view.Args[1:]):
			return false
		}
		for k := range axes {
			if k >= len(access.Indices()) {
				axes[k] = offsets{}
			} else {
				axes[k] = axes[k].with(d.offset(access.Indices()[k]))
			}
		}
		return true
	}
	ok = true
	d.loop.Sub[0].Walk(func(op *loopir.Op) {
		for _, w := range op.Args {
			if w.Type.Form != loopir.Buffer && w.Type.Form != loopir.Shaped || !meets(w) || op.Kind == loopir.View || op.Kind == loopir.Row {
				continue
			}
			access := op
			if row := rowOf(w); row != nil {
				access = row
			}
			ok = ok && add(access)
		}
	})
	at := slices.IndexFunc(axes, func(s offsets) bool { return s.known })
	if !ok || at < 0 {
		return 0, false
	}
	return axes[at].hi - axes[at].lo, true
}

// rowOf is the Row that a buffer, or the buffer of a view, is; nil if it is none.
func rowOf(v val) *loopir.Op {
	if v.Def != nil && v.Def.Kind == loopir.View {
		v = v.Def.Args[0]
	}
	if v.Def != nil && v.Def.Kind == loopir.Row {
		return v.Def
	}
	return nil
}

// Offsets are the numbers that are added to the index of a loop, from lo to hi, where they are known.
type offsets struct {
	lo, hi int64
	known  bool
}

func (s offsets) with(t offsets) offsets {
	return offsets{min(s.lo, t.lo), max(s.hi, t.hi), s.known && t.known}
}

// offset is what is added to the index of the loop.
func (d *dividedLoop) offset(at val) offsets {
	c, ok := d.of(at).minus(one(d.loop.Sub[0].Params[0])).constant()
	return offsets{c, c, ok}
}
