package estimate

import "procad/proc"

// named gives the Ints of an argument their places, so that what is made of
// them is known relative to them. An argument with too many stays as it is.
func (p *lattice) named(v *Value) *Value {
	if v.leaves == 0 || v.leaves > maxNamed {
		return v
	}
	n := 0
	return p.name(v, &n)
}

func (p *lattice) name(v *Value, n *int) *Value {
	if v == nil || v.leaves == 0 {
		return v
	}
	if v.typ == proc.Int {
		*n++
		return p.add(Value{typ: v.typ, iv: v.iv, rel: *n})
	}
	return p.mapParts(v, func(part *Value) *Value { return p.name(part, n) })
}

// places lists the Ints of a value in the order in which name counts them.
func places(v *Value, list []*Value) []*Value {
	if v == nil || v.leaves == 0 {
		return list
	}
	if v.typ == proc.Int {
		return append(list, v)
	}
	for i, part := range v.parts {
		if !inside(v.typ, i) {
			list = places(part, list)
		}
	}
	return list
}

// mapParts maps the parts of a value, but not what stands for many values.
func (p *lattice) mapParts(v *Value, f func(*Value) *Value) *Value {
	c := Value{typ: v.typ, parts: make([]*Value, len(v.parts))}
	for i, part := range v.parts {
		if c.parts[i] = part; part != nil && !inside(v.typ, i) {
			c.parts[i] = f(part)
		}
	}
	return p.add(c)
}

// strip is a value without its relations to an argument.
func (p *lattice) strip(v *Value) *Value {
	if v == nil || !v.related {
		return v
	}
	if v.plain == nil {
		if v.typ == proc.Int {
			v.plain = p.int(v.iv)
		} else {
			v.plain = p.mapParts(v, p.strip)
		}
	}
	return v.plain
}

// blur is a value without relations and without what is known of its Reals:
// what a call tells the function.
func (p *lattice) blur(v *Value) *Value {
	done := map[*Value]*Value{}
	var walk func(v *Value) *Value
	walk = func(v *Value) *Value {
		switch {
		case v == nil:
			return nil
		case v.typ == proc.Real:
			return p.anyReal()
		case len(v.parts) == 0:
			return v
		}
		if made := done[v]; made != nil {
			return made
		}
		c := Value{typ: v.typ, iv: v.iv}
		for _, part := range v.parts {
			c.parts = append(c.parts, walk(part))
		}
		made := p.add(c)
		done[v] = made
		return made
	}
	return walk(p.strip(v))
}

// relative is the interval of an Int that is off more than base.
func relative(base *Value, off, known Interval) (iv Interval) { return known.meet(base.iv.plus(off)) }

// after is the Int that is off more than base, and lies in known.
func (p *lattice) after(base *Value, off, known Interval) *Value {
	v := Value{typ: proc.Int, iv: relative(base, off, known)}
	if base.rel != 0 {
		if sum := base.off.plus(off); sum != anyInt {
			v.rel, v.off = base.rel, sum
		}
	}
	return p.add(v)
}

// applied is a result in terms of what the argument was made from: bases are
// the places of the argument at the call.
func (p *lattice) applied(v *Value, bases []*Value) *Value {
	done := map[*Value]*Value{}
	var walk func(v *Value) *Value
	walk = func(v *Value) *Value {
		if !v.related {
			return v
		}
		if v.typ == proc.Int {
			return p.after(bases[v.rel-1], v.off, v.iv)
		}
		if made := done[v]; made != nil {
			return made
		}
		made := p.mapParts(v, walk)
		done[v] = made
		return made
	}
	return walk(v)
}

// sameForm says that the places of two values correspond.
func sameForm(a, b *Value) bool {
	switch {
	case a == b:
		return true
	case a == nil || b == nil || a.leaves != b.leaves:
		return false
	case a.leaves == 0:
		return true
	}
	for i := range a.parts {
		if !inside(a.typ, i) && !sameForm(a.parts[i], b.parts[i]) {
			return false
		}
	}
	return true
}

// shift is an Int that grows by d, as far as that is known.
func (p *lattice) shift(v *Value, d Interval) *Value {
	c := Value{typ: proc.Int, iv: v.iv.plus(d)}
	if v.rel != 0 {
		if off := v.off.plus(d); off != anyInt {
			c.rel, c.off = v.rel, off
		}
	}
	return p.add(c)
}

// more and fewer are a count that grows or shrinks by d.
func (p *lattice) more(v *Value, d Interval) *Value {
	return p.recount(v, v.iv.and(d), d)
}

func (p *lattice) fewer(v *Value, d Interval) *Value {
	if d.Hi == unbounded {
		return p.int(v.iv.less(d))
	}
	return p.recount(v, v.iv.less(d), Interval{-d.Hi, -d.Lo})
}

func (p *lattice) recount(v *Value, iv, d Interval) *Value {
	c := Value{typ: proc.Int, iv: iv}
	if v.rel != 0 && d.Hi != unbounded {
		if off := v.off.plus(d); off != anyInt {
			c.rel, c.off = v.rel, off
		}
	}
	return p.add(c)
}
