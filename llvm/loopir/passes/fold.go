package passes

import (
	"math"
	"slices"

	"procad/llvm/loopir"
	"procad/proc"
)

// fold simplifies each function, from its beginning to its end.
//
//	add x, 0; sub x, 0; mul x, 1; not (not c); and true, c; …         the value that it is
//	operations of known Ints and Bools                                the number
//	if true { b } else { … }                                          b
//	if undef { … } else { b }                                         b, for no run comes there
//	z = k x …, where y = k x … was before                             z is y
//	lt k, 2^63 - 1, where k counts the iterations of a while          true, for no run lasts as long
//	check c, where check c was before, or c holds of numbers          nothing
//	check n == 4; … n …                                               check n == 4; … 4 …              fold_equal.go
//	for … (s = x) { … yield s }, yield x, yield add s, 0.0            s is x, and so in a while
//	for … (s = x) { … yield if c { x } else { s } }                   the same                        fold_settled.go
//	for … (s = x) { … c = copy s; … release s; yield c }              for … { … c = copy x; … release c }   fold_copied.go
//	y = if c { … yield x } else { … yield x }                         y is x
//	load (view (row v[i])[n])[j], where v has rows of n               load v[i, j], and so with store and accum
//	b = cell x; y = load b[], where nothing changes b                 y is x
//	accum v[i] += -0.0; accum v[i] += 0.0, unless --strict            nothing: 0.0 changes -0 alone
func fold(p *loopir.Program, opts Options, _ func(Report)) {
	for _, f := range p.Funcs {
		for range rounds { // what a loop does not change makes more operations equal
			d := &folder{prog: p, f: f, strict: opts.Strict, of: renaming{}, equals: renaming{}, same: map[key]val{}, checked: map[claim]bool{}, about: map[val][]claim{}, views: map[val][]*loopir.Op{}, counters: map[val]bool{}, changed: changedCells(f)}
			d.block(f.Body)
			f.Drop()
			f.Renumber()
			if !d.again {
				break
			}
		}
	}
}

const rounds = 8

// A key says when two operations compute the same.
type key struct {
	kind    loopir.Kind
	f       proc.Func
	t       loopir.Type
	x, y, z val
}

// A claim says when two checks demand the same.
type claim struct {
	test loopir.Test
	x, y val
}

type folder struct {
	prog    *loopir.Program
	f       *loopir.Func
	strict  bool
	of      renaming
	equals  renaming // one of two Ints that a check around says are equal, by the other one
	same    map[key]val
	checked map[claim]bool
	about   map[val][]claim      // those checked, by what they are about
	views   map[val][]*loopir.Op // by their dimensions

	counters map[val]bool // of the iterations of a While
	changed  map[val]bool // the cells that are not only read
	log      []func()     // how to forget what was met in a block
	again    bool
}

// changedCells are the cells of which more is done than to read them.
func changedCells(f *loopir.Func) map[val]bool {
	changed := map[val]bool{}
	note := func(v val) {
		if v.Def != nil && v.Def.Kind == loopir.Cell {
			changed[v] = true
		}
	}
	f.Body.Walk(func(op *loopir.Op) {
		if op.Kind != loopir.Load {
			op.Uses(note)
		}
	})
	return changed
}

func (d *folder) block(b block) {
	mark := len(d.log)
	if b.In != nil && b.In.Kind == loopir.For {
		d.claimed(claim{test: loopir.Below, x: b.Params[0], y: b.In.Args[0]})
	}
	ops := make([]*loopir.Op, 0, len(b.Ops))
	d.list(b.Ops, &ops)
	b.Ops = ops
	for k, v := range b.Yield {
		if w := d.of.value(v); w != v {
			b.Yield[k] = w
			d.again = d.again || b.In != nil // a loop may yield what it carries
		}
	}
	for len(d.log) > mark {
		d.log[len(d.log)-1]()
		d.log = d.log[:len(d.log)-1]
	}
}

// list folds operations of a block, and appends what is left.
func (d *folder) list(from []*loopir.Op, to *[]*loopir.Op) {
	for _, op := range from {
		d.of.uses(op)
		switch op.Kind {
		case loopir.Load, loopir.Store, loopir.Accum:
			whole(op)
			if d.addsNothing(op) {
				continue
			}
		}
		if op.Kind == loopir.If {
			bits, ok := op.Args[0].IsConst()
			if ok || op.Args[0].Origin == loopir.Undefined {
				d.branch(op, bits, to)
				continue
			}
		}
		if op.Kind == loopir.For || op.Kind == loopir.While {
			d.unchanged(op)
		}
		if op.Kind == loopir.While {
			d.counts(op)
		}
		for _, inner := range op.Sub {
			d.block(inner)
		}
		if op.Kind == loopir.Check {
			if d.passed(op) {
				continue
			}
			*to = append(*to, op)
			d.equal(op, to)
			continue
		}
		if op.Kind == loopir.If {
			d.either(op)
		}
		if b := op.Args; op.Kind == loopir.Load && b[0].Def != nil && b[0].Def.Kind == loopir.Cell && !d.changed[b[0]] {
			d.of[op.Outs[0]] = b[0].Def.Args[0]
			continue
		}
		if v := d.known(op); v != nil {
			d.of[op.Outs[0]] = v
			continue
		}
		if op.Kind == loopir.View {
			d.viewed(op)
		}
		*to = append(*to, op)
	}
}

// whole makes an access to a row one to what the row is of.
func whole(op *loopir.Op) {
	view := op.Args[0].Def
	if view == nil || view.Kind != loopir.View {
		return
	}
	row := view.Args[0].Def
	if row == nil || row.Kind != loopir.Row {
		return
	}
	of, at := row.Args[0], row.Args[1:]
	if of.Def != nil && of.Def.Kind == loopir.View && slices.Equal(of.Def.Args[1+len(at):], view.Args[1:]) {
		op.Args = slices.Concat([]val{of}, at, op.Args[1:])
	}
}

// addsNothing says that an Accum leaves an element as it is.
func (d *folder) addsNothing(op *loopir.Op) bool {
	x := op.Args[len(op.Args)-1]
	bits, known := x.IsConst()
	return op.Kind == loopir.Accum && x.Type == loopir.RealType && known && (bits == math.Float64bits(math.Copysign(0, -1)) || bits == 0 && !d.strict)
}

// counts notes what counts the iterations of a While.
func (d *folder) counts(op *loopir.Op) {
	body := op.Sub[0]
	for k, v := range body.Params {
		next := body.Yield[1+k].Def
		if op.Args[k].IsInt(0) && next != nil && next.Kind == loopir.Add && next.Args[0] == v && next.Args[1].IsInt(1) {
			d.counters[v] = true
		}
	}
}

// branch is an If whose condition is known.
func (d *folder) branch(op *loopir.Op, bits uint64, to *[]*loopir.Op) {
	side := op.Sub[1]
	if bits != 0 {
		side = op.Sub[0]
	}
	d.list(side.Ops, to)
	for i, v := range side.Yield {
		d.of[op.Outs[i]] = d.of.value(v)
	}
	d.again = true
}

// unchanged takes out of the state of a loop what its iterations do not change.
func (d *folder) unchanged(op *loopir.Op) {
	body := op.Sub[0]
	first, next := op.BeforeCarried()
	settled := d.settled(op.Carried())
	kept := 0
	for k, y := range body.Yield[next:] {
		s, x := body.Params[first+k], op.Args[first+k]
		if y = d.of.value(y); y == s || y == x || settled[k] != nil || nothing(y, s, x) || d.equals.value(y) == d.equals.value(x) {
			d.of[s], d.of[op.Outs[k]] = x, x
			d.again = true
			continue
		}
		if d.copied(body, s, x, y) {
			y.Def.Args[0] = x
			d.of[s], d.of[op.Outs[k]] = y, x
			d.again = true
			continue
		}
		body.Params[first+kept], op.Args[first+kept], op.Outs[kept], body.Yield[next+kept] = s, x, op.Outs[k], body.Yield[next+k]
		kept++
	}
	body.Params, op.Args, op.Outs, body.Yield = body.Params[:first+kept], op.Args[:first+kept], op.Outs[:kept], body.Yield[:next+kept]
}

// nothing says that y is what a loop carries, which is x in the beginning, and 0: this is x, unless x is -0.
func nothing(y, s, x val) bool {
	if y.Def == nil || y.Def.Kind != loopir.Add || y.Def.Mask != nil || y.Type != loopir.RealType || !slices.Contains(y.Def.Args, s) {
		return false
	}
	zero := func(v val) bool { bits, ok := v.IsConst(); return ok && bits == 0 }
	bits, known := x.IsConst()
	return slices.ContainsFunc(y.Def.Args, zero) && known && bits != math.Float64bits(math.Copysign(0, -1))
}

// either takes out of a choice what both sides have from outside.
func (d *folder) either(op *loopir.Op) {
	for k, out := range op.Outs {
		if v := op.Sub[0].Yield[k]; v == op.Sub[1].Yield[k] {
			d.of[out] = v
		}
	}
}

// passed says that a check was passed before, and notes it.
func (d *folder) passed(op *loopir.Op) bool {
	c := claim{test: op.Claim.Test, x: op.Args[0]}
	if c.test.Args() == 2 {
		c.y = op.Args[1]
	}
	if op.Mask != nil {
		return false
	}
	if d.checked[c] || c.true() {
		return true
	}
	if c.test == loopir.NonZero && c.x.Def != nil && c.x.Def.Kind == loopir.Len {
		return false // each pop has its own
	}
	d.checked[c] = true
	d.log = append(d.log, func() { delete(d.checked, c) })
	d.claimed(c)
	return false
}

// known is a value that an operation computes again, or is; nil if there is none.
func (d *folder) known(op *loopir.Op) val {
	if !op.Kind.Pure() || op.Mask != nil || len(op.Outs) != 1 {
		return nil
	}
	switch op.Kind {
	case loopir.Load, loopir.Cell, loopir.Local, loopir.Len:
		return nil
	}
	if v := d.simple(op); v != nil {
		return v
	}
	if len(op.Args) > 3 {
		return nil
	}
	k := key{kind: op.Kind, f: op.Func, t: op.Outs[0].Type}
	for i, v := range op.Args {
		*[]*val{&k.x, &k.y, &k.z}[i] = v
	}
	if v := d.same[k]; v != nil {
		return v
	}
	d.same[k] = op.Outs[0]
	d.log = append(d.log, func() { delete(d.same, k) })
	return nil
}

// simple is what an operation of known Ints and Bools gives, or one of its arguments.
func (d *folder) simple(op *loopir.Op) val {
	a := op.Args
	if op.Kind == loopir.Select {
		if bits, ok := a[0].IsConst(); ok {
			return a[2-bits&1]
		}
		if a[1] == a[2] {
			return a[1]
		}
		return nil
	}
	if len(a) == 0 || a[0].Type.Form != loopir.Scalar {
		return nil
	}
	x, known := a[0].IsConst()
	if a[0].Type == loopir.BoolType {
		switch {
		case op.Kind == loopir.Not && known:
			return d.f.Const(loopir.BoolType, 1-x)
		case op.Kind == loopir.Freeze && (known || a[0].Def != nil && a[0].Def.Kind == loopir.Freeze):
			return a[0]
		case op.Kind == loopir.Not && a[0].Def != nil && a[0].Def.Kind == loopir.Not:
			return a[0].Def.Args[0]
		case op.Kind == loopir.And || op.Kind == loopir.Or:
			return logic(op.Kind, a[0], a[1])
		}
		return nil
	}
	if a[0].Type != loopir.IntType || len(a) != 2 {
		return nil
	}
	y, too := a[1].IsConst()
	if op.Kind == loopir.Lt && too && int64(y) == math.MaxInt64 && d.counters[a[0]] {
		return d.f.Const(loopir.BoolType, 1)
	}
	if known && too {
		if v, ok := ints(op.Kind, int64(x), int64(y)); ok {
			return d.f.Const(op.Outs[0].Type, v)
		}
		return nil
	}
	switch {
	case op.Kind == loopir.Add && a[1].IsInt(0), op.Kind == loopir.Sub && a[1].IsInt(0), op.Kind == loopir.Mul && a[1].IsInt(1):
		return a[0]
	case op.Kind == loopir.Add && a[0].IsInt(0), op.Kind == loopir.Mul && a[0].IsInt(1):
		return a[1]
	}
	return nil
}

// logic is an and, or an or, of which one side is known:
//
//	true and c = c    false and c = false    true or c = true    false or c = c
func logic(k loopir.Kind, c, d val) val {
	for _, side := range [][2]val{{c, d}, {d, c}} {
		if bits, ok := side[0].IsConst(); ok {
			if (bits != 0) == (k == loopir.And) {
				return side[1]
			}
			return side[0]
		}
	}
	return nil
}

// ints is an operation of two known Ints.
func ints(k loopir.Kind, x, y int64) (bits uint64, ok bool) {
	truth := func(b bool) (uint64, bool) {
		if b {
			return 1, true
		}
		return 0, true
	}
	switch k {
	case loopir.Add:
		return uint64(x + y), true
	case loopir.Sub:
		return uint64(x - y), true
	case loopir.Mul:
		return uint64(x * y), true
	case loopir.Min:
		return uint64(min(x, y)), true
	case loopir.Max:
		return uint64(max(x, y)), true
	case loopir.Lt:
		return truth(x < y)
	case loopir.Le:
		return truth(x <= y)
	case loopir.Eq:
		return truth(x == y)
	}
	return 0, false
}
