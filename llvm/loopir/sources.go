package loopir

// Sources are the values one of which a buffer, view or stack is, or is a part of. There are none of what was allocated, and
// of a parameter of the function. What a call gives may be what it was given to own; nobody uses that any more, and no two
// results are the same buffer, so each is by itself.
func Sources(v *Value) []*Value {
	if v.Origin == Parameter && v.Block.In != nil {
		from, _ := v.Block.In.BeforeCarried()
		return carried(v.Block.In, indexOf(v.Block.Params, v)-from)
	}
	if v.Origin != Result {
		return nil
	}
	op := v.Def
	switch op.Kind {
	case View, Row, Push:
		return op.Args[:1]
	case Pop, Grow, Shrink:
		if op.Outs[0] == v {
			return op.Args[:1]
		}
	case Select:
		return op.Args[1:]
	case If:
		k := indexOf(op.Outs, v)
		return []*Value{op.Sub[0].Yield[k], op.Sub[1].Yield[k]}
	case For, While:
		return carried(op, indexOf(op.Outs, v))
	}
	return nil
}

// Roots are the memory that a buffer or a view may be in: what was allocated, or a parameter of the function. They are added to a set.
func Roots(v *Value, to map[*Value]bool) { RootsWith(nil, v, to) }

// RootsWith are the roots where some values are others.
func RootsWith(same map[*Value]*Value, v *Value, to map[*Value]bool) {
	seen := map[*Value]bool{}
	var visit func(v *Value)
	visit = func(v *Value) {
		if seen[v] {
			return
		}
		seen[v] = true
		from := Sources(v)
		if w := same[v]; w != nil {
			from = []*Value{w}
		}
		for _, w := range from {
			visit(w)
		}
		if len(from) == 0 {
			to[v] = true
		}
	}
	visit(v)
}

// Carried is what a loop carries: in an iteration, before the first one, and behind an iteration.
func (op *Op) Carried() (in, first, next []*Value) {
	from, to := op.BeforeCarried()
	return op.Sub[0].Params[from:], op.Args[from:], op.Sub[0].Yield[to:]
}

// BeforeCarried is how many values are before those that a loop carries: among its arguments and parameters, where a For has its number
// of iterations and its index, and among what it yields, where a While says whether it goes on.
func (op *Op) BeforeCarried() (args, yield int) {
	if op.Kind == While {
		return 0, 1
	}
	return 1, 0
}

// carried are the first and the next values of the k-th thing that a loop carries.
func carried(op *Op, k int) []*Value {
	_, first, next := op.Carried()
	return []*Value{first[k], next[k]}
}

func indexOf(vs []*Value, v *Value) int {
	for i, w := range vs {
		if w == v {
			return i
		}
	}
	return -1
}
