package lower

import (
	"slices"

	"procad/proc"
)

// A chooser iterations a choice between arrays that are there already into a view,
// where what is chosen is only read:
//
//	Case c (Inl u z = Share a (.)) (Inr v z = Share b (.))   becomes   Choose c a b (z. …)
//
// so that neither is copied if it is used elsewhere too. If one of the branches
// makes an array of its own, the other makes an empty one beside it. A row that
// a branch takes is taken after the Case, at an index that the branch gives.
type chooser struct {
	*fn
	results map[*proc.Case][]proc.Var
	height  map[string]int // how many choices are made from a view, one of another
}

// Choices of choices are views up to these sizes. Beyond, arrays are moved, or
// copied if they are used elsewhere too: scopes do not nest without bounds.
const (
	maxHeight = 32
	maxParts  = 32
)

func newChooser(f *fn) *chooser {
	return &chooser{f, map[*proc.Case][]proc.Var{}, map[string]int{}}
}

// choose looks for choices in p, last ones and inner ones first. exported are
// the arrays that p binds for the Case that it is a branch of.
func (f *chooser) choose(p proc.Procedure, exported map[string]bool) proc.Procedure {
	var out proc.Procedure // last one first
	for _, s := range slices.Backward(p) {
		c, ok := s.(*proc.Case)
		if !ok {
			out = append(out, s)
			continue
		}
		results := map[string]bool{}
		arrays := slices.DeleteFunc(slices.Clone(f.bound(c)), func(v proc.Var) bool { return !isArray(v.Type) || f.mentionsOf(v.Name).consumed > 0 })
		for _, v := range arrays {
			results[v.Name] = true
		}
		ch := &choice{chooser: f, c: c, where: where(c.Pos)}
		ch.bodies[0] = f.choose(c.L.Body, results)
		ch.bodies[1] = f.choose(c.R.Body, results)
		for _, v := range arrays {
			ch.array(v, exported[v.Name])
		}
		c.L.Body, c.R.Body = ch.bodies[0], ch.bodies[1]
		delete(f.results, c)
		slices.Reverse(ch.after)
		out = append(out, ch.after...)
		if len(c.L.Body)+len(c.R.Body) > 0 || len(ch.after) == 0 {
			out = append(out, c)
		}
	}
	slices.Reverse(out)
	return out
}

// bound is what both branches of a Case bind.
func (f *chooser) bound(c *proc.Case) []proc.Var {
	if list, ok := f.results[c]; ok {
		return list
	}
	right := map[string]bool{}
	for _, v := range f.binds(c.R.Body) {
		right[v.Name] = true
	}
	list := slices.DeleteFunc(f.binds(c.L.Body), func(v proc.Var) bool { return !right[v.Name] })
	f.results[c] = list
	return list
}

// binds is what p leaves to the statements after it.
func (f *chooser) binds(p proc.Procedure) []proc.Var {
	var list []proc.Var
	for _, s := range p {
		switch s := s.(type) {
		case *proc.Case:
			list = append(list, f.bound(s)...)
			continue
		case *proc.Accum:
			list = append(list, f.binds(s.Body)...)
		}
		proc.Binds(s, func(v proc.Var) { list = append(list, v) })
	}
	return list
}

// A choice is a Case that chooses arrays.
type choice struct {
	*chooser
	where  proc.Where
	c      *proc.Case
	bodies [2]proc.Procedure
	after  proc.Procedure // what follows the Case
	tag    *proc.Var      // whether the left branch was taken
}

// An option is a view of what was there before the Case: name, or the row of a
// view, or one of two views. One of two views may be that of an array that the
// branch makes, which then exists after the Case.
type option struct {
	name string
	made bool // in the branch
	row  *proc.Row
	pick *proc.Choose
	of   []*option
}

// array makes a view of the result v, if a branch gives it a view.
func (ch *choice) array(v proc.Var, exported bool) {
	l, r := ch.option(0, v), ch.option(1, v)
	if ch.height[v.Name] >= maxHeight || l == nil && r == nil || ch.handsOver(l, r) || ch.handsOver(r, l) {
		return
	}
	ch.raise(l, ch.height[v.Name]+1)
	ch.raise(r, ch.height[v.Name]+1)
	name := v.Name
	if exported {
		name = ch.names.Fresh(v.Name)
		ch.types.Set(name, v.Type)
	}
	if l != nil && r != nil && l.row != nil && r.row != nil && l.of[0].name != "" && l.of[0].name == r.of[0].name && len(l.row.Idx) == len(r.row.Idx) {
		ch.remove(0, v, l)
		ch.remove(1, v, r)
		idx := make([]proc.Var, len(l.row.Idx))
		for i := range idx {
			idx[i] = ch.either(l.row.Idx[i], r.row.Idx[i])
		}
		ch.rowAfter(ch.where, l.of[0].name, idx, name)
	} else {
		True, False := ch.side(0, v, l), ch.side(1, v, r)
		ch.chooseAfter(ch.condition(), True, False, name)
	}
	if exported {
		ch.mentionsOf(name).count = 1
		ch.after = append(ch.after, &proc.Share{Where: ch.where, Out: v, In: ch.named(name)})
	}
}

// raise notes that a choice is made from the parts of o.
func (ch *choice) raise(o *option, height int) {
	if o == nil {
		return
	}
	if o.name != "" {
		ch.height[o.name] = max(ch.height[o.name], height)
	}
	for _, part := range o.of {
		ch.raise(part, height)
	}
}

// handsOver says that one branch makes an array, and the other can give its own
// away because nothing uses it later.
func (ch *choice) handsOver(made, given *option) bool {
	if made != nil || given == nil || given.name == "" || ch.given[given.name] || ch.views[given.name] != nil {
		return false
	}
	return ch.mentionsOf(given.name).last <= ch.ends[ch.c]
}

// option is the view that a branch gives v; nil if it makes an array.
func (ch *choice) option(side int, v proc.Var) *option {
	makers := map[string]proc.Stmt{}
	for _, s := range ch.bodies[side] {
		proc.Binds(s, func(v proc.Var) { makers[v.Name] = s })
		switch s := s.(type) {
		case *proc.Row:
			makers[s.Name] = s
		case *proc.Choose:
			makers[s.Name] = s
		case *proc.Case:
			for _, v := range ch.bound(s) {
				makers[v.Name] = s
			}
		case *proc.Accum:
			for _, v := range ch.binds(s.Body) {
				makers[v.Name] = s
			}
		}
	}
	branch := []proc.Var{ch.c.L.Var, ch.c.R.Var}[side]
	move, ok := makers[v.Name].(*proc.Share)
	if !ok {
		return nil
	}
	parts := 0
	var viewed func(name string, deep bool) *option
	viewed = func(name string, deep bool) *option {
		if parts++; parts > maxParts {
			return nil
		}
		o := &option{}
		switch s := makers[name].(type) {
		case nil:
			if name == branch.Name {
				return nil
			}
			o.name = name
		case *proc.Row:
			o.row, o.of = s, []*option{viewed(s.Ref, false)}
		case *proc.Choose:
			o.pick, o.of = s, []*option{viewed(s.True, true), viewed(s.False, true)}
		default:
			if !deep || ch.mentionsOf(name).consumed > 0 {
				return nil
			}
			o.name, o.made = name, true
		}
		if slices.Contains(o.of, nil) {
			return nil
		}
		return o
	}
	return viewed(move.In.Name, false)
}

// side takes v out of a branch and returns the name of what it is if that
// branch is taken.
func (ch *choice) side(side int, v proc.Var, o *option) string {
	if o != nil {
		ch.remove(side, v, o)
		return ch.afterwards(side, o)
	}
	made := ch.variable(v.Name, v.Type)
	renamed := map[string]string{v.Name: made.Name}
	ch.bodies[side] = ch.renamed(ch.bodies[side], renamed)
	_, rank := arrayType(v.Type)
	other := ch.block(func() {
		ch.into(ch.where.Pos, ch.value(ch.dummy(v.Type, 0, rank)), &target{name: made.Name, exact: true})
	})
	ch.bodies[1-side] = append(ch.bodies[1-side], other...)
	return made.Name
}

// remove drops from a branch the move to v, and the views that only it needs.
func (ch *choice) remove(side int, v proc.Var, o *option) {
	dropped := map[proc.Stmt]bool{}
	var drop func(o *option)
	drop = func(o *option) {
		switch {
		case o.row != nil && ch.mentionsOf(o.row.Name).count == 1:
			dropped[o.row] = true
		case o.pick != nil && ch.mentionsOf(o.pick.Name).count == 1:
			dropped[o.pick] = true
		default:
			return
		}
		for _, part := range o.of {
			drop(part)
		}
	}
	drop(o)
	ch.bodies[side] = slices.DeleteFunc(ch.bodies[side], func(s proc.Stmt) bool {
		move, ok := s.(*proc.Share)
		if ok = ok && move.Out.Name == v.Name; ok {
			ch.mentionsOf(move.In.Name).consumed--
		}
		return dropped[s] || ok
	})
}

// afterwards makes after the Case the view that a branch has made. A row of another
// array is taken if that branch was not: there may be no such row.
func (ch *choice) afterwards(side int, o *option) string {
	switch {
	case o.row != nil:
		base := ch.afterwards(side, o.of[0])
		idx := make([]proc.Var, len(o.row.Idx))
		for i, v := range o.row.Idx {
			idx[i] = ch.export(side, v)
		}
		t := ch.types.Get(base)
		_, rank := arrayType(t)
		var dummy proc.Var
		ch.after = append(ch.after, ch.block(func() { dummy = ch.dummy(t, len(idx), rank) })...)
		guarded := ch.newView(ch.names.Fresh(base), t)
		pair := [2]string{base, dummy.Name}
		ch.chooseAfter(ch.condition(), pair[side], pair[1-side], guarded)
		row := ch.newView(ch.names.Fresh(o.row.Name), ch.types.Get(o.row.Name))
		ch.rowAfter(o.row.Where, guarded, idx, row)
		return row
	case o.pick != nil:
		l, r := ch.afterwards(side, o.of[0]), ch.afterwards(side, o.of[1])
		name := ch.newView(ch.names.Fresh(o.pick.Name), ch.types.Get(o.pick.Name))
		ch.chooseAfter(ch.export(side, o.pick.In), l, r, name)
		return name
	}
	if o.made {
		ch.elsewhere(side, ch.named(o.name))
	}
	return o.name
}

// elsewhere makes an empty array in the other branch than that which makes v.
func (ch *choice) elsewhere(side int, v proc.Var) {
	_, rank := arrayType(v.Type)
	body := ch.block(func() { ch.into(ch.where.Pos, ch.value(ch.dummy(v.Type, 0, rank)), &target{name: v.Name, exact: true}) })
	ch.bodies[1-side] = append(ch.bodies[1-side], body...)
}

func (ch *choice) newView(name string, t proc.Type) string {
	ch.types.Set(name, t)
	ch.mentionsOf(name).count = 1
	return name
}

func (ch *choice) chooseAfter(c proc.Var, True, False, name string) {
	ch.views[name] = []string{True, False}
	ch.after = append(ch.after, &proc.Choose{Where: ch.where, In: c, True: True, False: False, Name: name})
}

func (ch *choice) rowAfter(at proc.Where, base string, idx []proc.Var, name string) {
	ch.views[name] = []string{base}
	ch.after = append(ch.after, &proc.Row{Where: at, Ref: base, Idx: idx, Name: name})
}

// dummy is an array with nothing to see: 1 along the first ones axes, 0 along the others.
func (ch *choice) dummy(t proc.Type, ones, rank int) proc.Var {
	sizes := make([]proc.Var, rank)
	for i := range sizes {
		sizes[i] = ch.intConst(ch.where.Pos, int64(btoi(i < ones)))
	}
	return ch.zeros(ch.where.Pos, t, sizes)
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// condition says whether the left branch was taken.
func (ch *choice) condition() proc.Var {
	if ch.c.In.Type == proc.Bool {
		return ch.c.In
	}
	if ch.tag == nil {
		tag := ch.variable("left", proc.Bool)
		for side := range ch.bodies {
			ch.bodies[side] = append(ch.bodies[side], ch.block(func() { ch.boolConst(ch.where.Pos, tag, side == 0) })...)
		}
		ch.tag = &tag
	}
	return *ch.tag
}

// export is the value that a scalar, an Int or a Bool, has in one branch; it
// is 0 or false in the other.
func (ch *choice) export(side int, v proc.Var) proc.Var {
	out := ch.variable(v.Name, v.Type)
	ch.bodies[side] = append(ch.bodies[side], &proc.Share{Where: ch.where, Out: out, In: v})
	ch.bodies[1-side] = append(ch.bodies[1-side], ch.block(func() {
		if v.Type == proc.Bool {
			ch.boolConst(ch.where.Pos, out, false)
		} else {
			ch.emit(&proc.Const{Where: ch.where, Out: out})
		}
	})...)
	return out
}

// either is l in the left branch and r in the right one.
func (ch *choice) either(l, r proc.Var) proc.Var {
	out := ch.variable(l.Name, l.Type)
	ch.bodies[0] = append(ch.bodies[0], &proc.Share{Where: ch.where, Out: out, In: l})
	ch.bodies[1] = append(ch.bodies[1], &proc.Share{Where: ch.where, Out: out, In: r})
	return out
}
