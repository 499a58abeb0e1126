package factor

import (
	"math"

	"procad/prim"
	"procad/proc"
)

// What costs what, beside what a multiplication costs.
const (
	addCost  = 3.0 // to add to an element of an array
	readCost = 1.0
	opCost   = 1.0
)

// A source is what a value is a linear function of, such that no turn changes
// the function: the value itself, or others that fewer are of.
type source struct {
	seeds []proc.Var
	self  bool    // the value itself
	cost  float64 // of adding up all seeds
	saved float64 // what it takes to get from them to the value
}

// chains finds sources.
//
//	x = mul (k, y)         no turn changes k: those of y       likewise div (y, k) and neg y
//	x = add (y, z)         those of both                       likewise sub
//	x = Read s             those of what s shares
//	x = Read s i…          those of all that is added to the array that s shares, if it begins with zeros
//	otherwise              x
//
// where these cost less to add up, or much less has to be done up to them.
type chains struct {
	*places
	sources map[string]*source
}

// of is nil if turns cannot add up x, or need not.
func (c *chains) of(x proc.Var) *source {
	if s, ok := c.sources[x.Name]; ok {
		return s
	}
	s := c.find(x)
	c.sources[x.Name] = s
	return s
}

func (c *chains) find(x proc.Var) *source {
	d, ok := c.home(x)
	if !ok || c.term(x) != nil || !d.at.always() {
		return nil
	}
	w := d.at.weight()
	var itself *source
	if x.Type == proc.Real && d.at.shaped() {
		itself = &source{seeds: []proc.Var{x}, self: true, cost: addCost * w}
	}
	operands, work := c.operands(d)
	if operands == nil {
		return itself
	}
	through := &source{saved: work}
	for _, y := range operands {
		s := c.of(y)
		if s == nil {
			return itself
		}
		through.saved += s.saved
		for _, seed := range s.seeds {
			if !contains(through.seeds, seed) {
				through.seeds = append(through.seeds, seed)
				through.cost += addCost * c.around(seed).weight()
			}
		}
	}
	// Values that come from one seed on different ways have it in common, so it is as far back as it can be.
	if itself != nil && through.cost > itself.cost && itself.cost+through.saved < through.cost+least*w {
		return itself
	}
	return through
}

func contains(list []proc.Var, v proc.Var) bool {
	for _, w := range list {
		if v == w {
			return true
		}
	}
	return false
}

// axes are the loops that an array of what is at a place has an axis for.
func axes(at *place) (list []string) {
	for _, l := range at.loops() {
		list = append(list, l.indices...)
	}
	return list
}

// operands are what a variable is a linear function of that no turn changes,
// none if that is not known, and what it takes to compute it.
func (c *chains) operands(d definition) ([]proc.Var, float64) {
	w := d.at.weight()
	switch s := d.stmt.(type) {
	case *proc.Share:
		return []proc.Var{s.In}, 0
	case *proc.Accum:
		if adds := c.added(s); adds != nil {
			var list []proc.Var
			work := 0.0
			for _, a := range adds {
				list = append(list, a.stmt.In)
				work += addCost * a.at.weight()
			}
			return list, work
		}
	case *proc.Read:
		v := c.views[s.Ref]
		if v.share == nil || v.opaque {
			return nil, 0
		}
		if len(s.Idx) == 0 {
			return []proc.Var{v.share.In}, readCost * w
		}
		if _, ok := c.all(s.Idx); !ok {
			return nil, 0
		}
		return []proc.Var{v.share.In}, readCost * w
	case *proc.Call:
		return c.arithmetic(s), opCost * w
	}
	return nil, 0
}

func (c *chains) arithmetic(s *proc.Call) []proc.Var {
	x, y, ok := c.pair(s)
	switch s.Func {
	case prim.Neg:
		return []proc.Var{s.In}
	case prim.Add, prim.Sub:
		if ok && c.term(x) == nil && c.term(y) == nil {
			return []proc.Var{x, y}
		}
	case prim.Mul:
		switch {
		case ok && c.term(x) != nil && c.term(y) == nil:
			return []proc.Var{y}
		case ok && c.term(x) == nil && c.term(y) != nil:
			return []proc.Var{x}
		}
	case prim.Div:
		if ok && c.term(x) == nil && c.term(y) != nil {
			return []proc.Var{x}
		}
	}
	return nil
}

// pair is the argument of a function of two.
func (c *chains) pair(s *proc.Call) (x, y proc.Var, ok bool) {
	t, ok := c.parts[s.In.Name]
	if !ok || len(t.parts) != 2 {
		return x, y, false
	}
	return t.parts[0], t.parts[1], true
}

// added are the Adds to an accumulator that begins with zeros, nil if some are not known.
func (c *chains) added(s *proc.Accum) []*adding {
	if c.unknown[s.Name] || !c.zero(s.In) {
		return nil
	}
	return c.adds[s.Name]
}

// zero says that a variable is 0, or an array of zeros with known dimensions.
func (c *chains) zero(v proc.Var) bool {
	d, ok := c.home(v)
	if !ok {
		return false
	}
	if v.Type == proc.Real {
		s, ok := d.stmt.(*proc.Const)
		return ok && math.Float64frombits(s.Bits) == 0
	}
	a, ok := v.Type.(*proc.ArrayType)
	if !ok || a.Elem != proc.Real {
		return false
	}
	known := c.vars[v.Name]
	for axis := range a.Rank {
		if known.dim(axis) == nil {
			return false
		}
	}
	switch s := d.stmt.(type) {
	case *proc.Call:
		family, _, _ := s.Func.Family()
		return family == "zeros"
	case *proc.Untuple:
		made, ok := c.home(s.In)
		if !ok || s.Outs[0] != v {
			return false
		}
		call, ok := made.stmt.(*proc.Call)
		if !ok {
			return false
		}
		family, _, _ := call.Func.Family()
		return family == "zero"
	}
	return false
}

// A leaver is all that lies between some Adds and the sources of what they add.
type leaver struct {
	adds  []*adding
	seeds []proc.Var
	parts map[proc.Stmt]bool
	read  map[proc.Stmt]bool // what no turn changes, and they read
}

// between finds it.
func (c *chains) between(adds []*adding) *leaver {
	l := &leaver{adds: adds, parts: map[proc.Stmt]bool{}, read: map[proc.Stmt]bool{}}
	var visit func(x proc.Var)
	mark := func(a *adding) {
		if !l.parts[a.stmt] {
			l.parts[a.stmt] = true
			visit(a.stmt.In)
			for _, i := range a.stmt.Idx {
				c.fixed(l, i)
			}
		}
	}
	visit = func(x proc.Var) {
		s := c.of(x)
		if s.self {
			if !contains(l.seeds, x) {
				l.seeds = append(l.seeds, x)
			}
			return
		}
		d, _ := c.home(x)
		if l.parts[d.stmt] {
			return
		}
		l.parts[d.stmt] = true
		switch s := d.stmt.(type) {
		case *proc.Accum:
			for _, a := range c.adds[s.Name] {
				mark(a)
			}
			return
		case *proc.Read:
			l.parts[c.views[s.Ref].share] = true
			for _, i := range s.Idx {
				c.fixed(l, i)
			}
		case *proc.Call:
			if x, y, ok := c.pair(s); ok {
				c.fixed(l, x)
				c.fixed(l, y)
			}
		}
		list, _ := c.operands(d)
		for _, y := range list {
			visit(y)
		}
	}
	for _, a := range adds {
		mark(a)
	}
	return l
}

// fixed marks the readings that a term consists of.
func (c *chains) fixed(l *leaver, v proc.Var) {
	if c.term(v) == nil {
		return
	}
	for _, d := range c.defs[v.Name] {
		if l.read[d.stmt] {
			return
		}
		l.read[d.stmt] = true
		proc.Uses(d.stmt, func(u proc.Var) {
			if t, ok := c.parts[u.Name]; ok {
				for _, x := range t.parts {
					c.fixed(l, x)
				}
				return
			}
			c.fixed(l, u)
		})
	}
}
