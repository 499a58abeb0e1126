package passes

import (
	"slices"

	"procad/llvm/loopir"
)

// cross finds what crosses from segment to segment in a block of the driver, and in those inside.
func (d *division) cross(b block) {
	for _, p := range d.segments[b] {
		if !p.driven {
			for _, op := range p.ops {
				op.AllUses(func(v val) { d.need(p, v) })
			}
			for _, m := range p.moves {
				d.need(p, m.from)
			}
			continue
		}
		op := p.ops[0]
		op.Uses(func(v val) { d.need(nil, v) })
		if op.Kind == loopir.If {
			d.results(op)
		}
		for _, inner := range op.Sub {
			d.cross(inner)
			for k, v := range inner.Yield {
				if op.Kind != loopir.If || !isNumber(op.Outs[k]) {
					d.need(nil, v)
				}
			}
		}
	}
	if b == d.f.Body {
		for _, v := range b.Yield {
			d.need(nil, v)
		}
	}
}

func isNumber(v val) bool { return v.Type.Form == loopir.Scalar }

// results gives each number that an If of the driver results in a place, where both blocks leave it. What a block makes is
// stored there at once, if it is no other result too; however deep choices are in each other, a number is stored once on each way
// through them. All else is moved there at the end of the block.
//
//	y = if c { …; yield a } else { …; yield b }    ↦    if c { …; store r[k] = a } else { …; store r[k] = b }
func (d *division) results(op *loopir.Op) {
	for _, inner := range op.Sub {
		var moves []move
		for k, out := range op.Outs {
			if !isNumber(out) {
				continue
			}
			to, v := d.place(out), inner.Yield[k]
			_, taken := d.places[v]
			switch here := d.home[v]; {
			case v.Origin == loopir.Undefined:
			case v.Origin == loopir.Result && !taken && slices.Contains(d.segments[inner], here) && (!here.driven || v.Def.Kind == loopir.If):
				d.places[v] = to
			default:
				moves = append(moves, move{v, to})
			}
		}
		for some := range slices.Chunk(moves, d.piece) {
			p := &segment{moves: some}
			d.segments[inner], d.pieces = append(d.segments[inner], p), append(d.pieces, p)
		}
	}
}

// place is that of a number which crosses.
func (d *division) place(v val) place {
	at, ok := d.places[v]
	if !ok {
		e := v.Type.Elem
		at = place{e, d.sizes[e]}
		d.sizes[e]++
		d.places[v] = at
	}
	return at
}

// direct says that the driver has a value at hand.
func (d *division) direct(v val) bool {
	home := d.home[v]
	return home == nil || home.driven && !(v.Def.Kind == loopir.If && isNumber(v))
}

// need says that a segment needs a value, the driver if it is nil.
func (d *division) need(p *segment, v val) {
	home := d.home[v]
	switch {
	case v.Origin == loopir.Constant || v.Origin == loopir.Undefined:
		return
	case p == nil && d.direct(v), p != nil && (home == p || p.needs[v]):
		return
	}
	if p != nil {
		if p.needs == nil {
			p.needs = map[val]bool{}
		}
		p.needs[v] = true
	}
	switch {
	case again(v):
		for _, of := range v.Def.Args {
			d.need(p, of)
		}
	case isNumber(v):
		d.place(v)
	default:
		if p != nil {
			p.in = append(p.in, v)
		}
		if home != nil && !home.driven && !slices.Contains(home.out, v) {
			home.out = append(home.out, v)
		}
	}
}
