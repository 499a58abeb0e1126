package factor

import (
	"math"

	"procad/internal/units"
	"procad/prim"
	"procad/proc"
	"procad/proc/graph"
)

// A source is what a value is a linear function of, such that no iteration changes
// the function: the value itself, or others that fewer are of.
type source struct {
	seeds []proc.Var
	self  bool    // the value itself
	cost  float64 // of adding up all seeds
	saved float64 // what it takes to get from them to the value
}

// chains finds sources.
//
//	x = mul (k, y)         k is loop-invariant: those of y       likewise div (y, k) and neg y
//	x = add (y, z)         those of both                       likewise sub
//	x = Read s             those of what s shares
//	x = Read s i…          those of all that is added to the array that s shares, if it begins with zeros
//	otherwise              x
//
// where these cost less to add up, or much less has to be done up to them.
type chains struct {
	*graph.Tree
	lib     Library
	sources map[string]*source
}

// of is nil if iterations cannot add up x, or need not. An Add that every iteration comes to uses x in the end, so that
// every iteration comes to where x is bound, which is around that.
func (c *chains) of(x proc.Var) *source {
	if s, ok := c.sources[x.Name]; ok {
		return s
	}
	s := c.find(x)
	c.sources[x.Name] = s
	return s
}

func (c *chains) find(x proc.Var) *source {
	d, ok := c.Home(x)
	if !ok || c.Term(x) != nil {
		return nil
	}
	w := weight(d.At)
	var itself *source
	if x.Type == proc.Real && shaped(d.At) {
		itself = &source{seeds: []proc.Var{x}, self: true, cost: units.Add * w}
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
				through.cost += units.Add * weight(c.Around(seed))
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
func axes(at *graph.Place) (list []string) {
	for _, l := range at.Loops() {
		list = append(list, l.Indices...)
	}
	return list
}

// operands are what a variable is a linear function of that no iteration changes,
// none if that is not known, and what it takes to compute it.
func (c *chains) operands(d graph.Definition) ([]proc.Var, float64) {
	w := weight(d.At)
	switch s := d.Stmt.(type) {
	case *proc.Share:
		return []proc.Var{s.In}, 0
	case *proc.Accum:
		if adds := c.added(s); adds != nil {
			var list []proc.Var
			work := 0.0
			for _, a := range adds {
				list = append(list, a.Stmt.In)
				work += units.Add * weight(a.At)
			}
			return list, work
		}
	case *proc.Read:
		v := c.View(s.Ref)
		if v.Share == nil || v.Opaque {
			return nil, 0
		}
		if len(s.Idx) == 0 {
			return []proc.Var{v.Share.In}, units.Read * w
		}
		if _, ok := c.Terms(s.Idx); !ok {
			return nil, 0
		}
		return []proc.Var{v.Share.In}, units.Read * w
	case *proc.Call:
		return c.arithmetic(s), units.Op * w
	}
	return nil, 0
}

func (c *chains) arithmetic(s *proc.Call) []proc.Var {
	x, y, ok := c.pair(s)
	switch s.Func {
	case prim.Neg:
		return []proc.Var{s.In}
	case prim.Add, prim.Sub:
		if ok && c.Term(x) == nil && c.Term(y) == nil {
			return []proc.Var{x, y}
		}
	case prim.Mul, prim.SMul, prim.ZMul:
		switch {
		case ok && c.Term(x) != nil && c.Term(y) == nil:
			return []proc.Var{y}
		case ok && c.Term(x) == nil && c.Term(y) != nil:
			return []proc.Var{x}
		}
	case prim.Div, prim.SDiv:
		if ok && c.Term(x) == nil && c.Term(y) != nil {
			return []proc.Var{x}
		}
	}
	return nil
}

// pair is the argument of a function of two.
func (c *chains) pair(s *proc.Call) (x, y proc.Var, ok bool) {
	parts, ok := c.Parts(s.In)
	if !ok || len(parts) != 2 {
		return x, y, false
	}
	return parts[0], parts[1], true
}

// added are the Adds to an accumulator that begins with zeros, nil if some are not known.
func (c *chains) added(s *proc.Accum) []*graph.Adding {
	adds, known := c.Adds(s.Name)
	if !known || !c.zero(s.In) {
		return nil
	}
	return adds
}

// zero says that a variable is 0, or an array of zeros with known dimensions.
func (c *chains) zero(v proc.Var) bool {
	d, ok := c.Home(v)
	if !ok {
		return false
	}
	if v.Type == proc.Real {
		s, ok := d.Stmt.(*proc.Const)
		return ok && math.Float64frombits(s.Bits) == 0
	}
	a, ok := v.Type.(*proc.ArrayType)
	if !ok || a.Elem != proc.Real {
		return false
	}
	known := c.Known(v)
	for axis := range a.Rank {
		if known.Dim(axis) == nil {
			return false
		}
	}
	switch s := d.Stmt.(type) {
	case *proc.Call:
		family, _, _ := s.Func.Family()
		return family == "zeros"
	case *proc.Untuple:
		made, ok := c.Home(s.In)
		if !ok || s.Outs[0] != v {
			return false
		}
		call, ok := made.Stmt.(*proc.Call)
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
	adds  []*graph.Adding
	seeds []proc.Var
	parts map[proc.Stmt]bool
	read  map[proc.Stmt]bool // the loop-invariant part, and they read
}

// between finds it.
func (c *chains) between(adds []*graph.Adding) *leaver {
	l := &leaver{adds: adds, parts: map[proc.Stmt]bool{}, read: map[proc.Stmt]bool{}}
	var visit func(x proc.Var)
	mark := func(a *graph.Adding) {
		if !l.parts[a.Stmt] {
			l.parts[a.Stmt] = true
			visit(a.Stmt.In)
			for _, i := range a.Stmt.Idx {
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
		d, _ := c.Home(x)
		if l.parts[d.Stmt] {
			return
		}
		l.parts[d.Stmt] = true
		switch s := d.Stmt.(type) {
		case *proc.Accum:
			adds, _ := c.Adds(s.Name)
			for _, a := range adds {
				mark(a)
			}
			return
		case *proc.Read:
			l.parts[c.View(s.Ref).Share] = true
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
	if c.Term(v) == nil {
		return
	}
	for _, d := range c.Defs(v) {
		if l.read[d.Stmt] {
			return
		}
		l.read[d.Stmt] = true
		proc.Uses(d.Stmt, func(u proc.Var) {
			if parts, ok := c.Parts(u); ok {
				for _, x := range parts {
					c.fixed(l, x)
				}
				return
			}
			c.fixed(l, u)
		})
	}
}
