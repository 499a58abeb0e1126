package linear

// An OneHot is an Array that is 0 but for the elements from Start on, those of X: an
// element, or an array of the last dimensions.
type OneHot struct {
	Dims  []int64
	Start int
	X     Value
}

// Dense is v, as an Array if it is a OneHot.
func Dense(v Value) Value {
	h, ok := v.(*OneHot)
	if !ok {
		return v
	}
	n := 1
	for _, d := range h.Dims {
		n *= int(d)
	}
	a := &Array{h.Dims, make([]Value, n)}
	if x, ok := Dense(h.X).(*Array); ok && len(x.Dims) < len(h.Dims) {
		copy(a.Elems[h.Start:], x.Elems)
	} else {
		a.Elems[h.Start] = h.X
	}
	return a
}

// A Cell is a place where elements of a monoid are added up, in time proportional to
// what is added: for a OneHot that is one element.
type Cell struct {
	monoid *Monoid
	value  Value // of no parts
	parts  []Cell
	dims   []int64 // of an array; nil for a pair, or for one side of a sum
	right  bool    // of a side
	kind   cellKind
}

type cellKind int

const (
	empty cellKind = iota
	whole
	pair
	side
	array
)

// NewCell is a cell with 0.
func (m *Monoid) NewCell() *Cell { return &Cell{monoid: m} }

// Add adds v.
func (c *Cell) Add(v Value) {
	switch v := v.(type) {
	case nil:
	case *Pair:
		c.become(pair, 2)
		c.parts[0].Add(v.A)
		c.parts[1].Add(v.B)
	case *Either:
		c.become(side, 1)
		c.right = v.Right
		c.parts[0].Add(v.X)
	case *Array:
		c.become(array, len(v.Elems))
		c.dims = v.Dims
		for i, x := range v.Elems {
			c.parts[i].Add(x)
		}
	case *OneHot:
		n := 1
		for _, d := range v.Dims {
			n *= int(d)
		}
		c.become(array, n)
		c.dims = v.Dims
		if x, ok := Dense(v.X).(*Array); ok {
			for i, e := range x.Elems {
				c.parts[v.Start+i].Add(e)
			}
		} else {
			c.parts[v.Start].Add(v.X)
		}
	default:
		c.kind = whole
		c.value = c.monoid.Plus(c.value, v)
	}
}

func (c *Cell) become(kind cellKind, parts int) {
	if c.kind == kind {
		return
	}
	c.kind, c.parts = kind, make([]Cell, parts)
	for i := range c.parts {
		c.parts[i].monoid = c.monoid
	}
}

// Take is what is in the cell, which is 0 afterwards.
func (c *Cell) Take() Value {
	v := c.taken()
	*c = Cell{monoid: c.monoid}
	return v
}

func (c *Cell) taken() Value {
	switch c.kind {
	case whole:
		return c.value
	case pair:
		return &Pair{c.parts[0].taken(), c.parts[1].taken()}
	case side:
		return &Either{c.right, c.parts[0].taken()}
	case array:
		a := &Array{c.dims, make([]Value, len(c.parts))}
		for i := range c.parts {
			a.Elems[i] = c.parts[i].taken()
		}
		return a
	}
	return nil
}
