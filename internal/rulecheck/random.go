package rulecheck

import (
	"errors"
	"math"
	"math/rand/v2"
	"strconv"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/proc"
)

// randomPoints draws arguments until the function has a finite value for enough of them.
func (c *checker) randomPoints() (list []*point, why string, err error) {
	const attempts = 90
	why = "its value is not finite at any random point"
	for i := 0; i < attempts && len(list) < c.opts.Points; i++ {
		d := &drawer{random: c.random, kind: i % kinds, sizes: map[string]int{}}
		if i%2 == 1 {
			d.size = 2 + c.random.IntN(3)
		}
		x := &point{number: len(list) + 1, face: c.ruled.face}
		for _, p := range x.face.Params {
			v := d.value(p.Type, p)
			v.Form = p.Form
			x.values = append(x.values, v)
		}
		x.y, err = c.unit.Run(c.engine, c.ruled.def, c.ruled.args(x.values))
		if err != nil {
			if e, ok := errors.AsType[*diag.Error](err); ok {
				why = "no random arguments will do (" + e.Msg + "); give data with --in for a function that calls it"
				continue
			}
			return nil, "", err
		}
		usable := true
		for _, word := range data.RealWords(x.y) {
			usable = usable && finite(get(word))
		}
		if usable {
			list = append(list, x)
		}
	}
	if len(list) > 0 {
		why = ""
	}
	return list, why, nil
}

// How numbers are drawn: normal ones, positive ones, and normal ones with symmetric matrices whose diagonal is dominant.
const (
	normal = iota
	positive
	dominant
	kinds
)

// A drawer draws values. Sizes of one name are the same.
type drawer struct {
	random *rand.Rand
	kind   int
	size   int // of all arrays; 0 if they have sizes of their own
	sizes  map[string]int
}

func (d *drawer) real() float64 {
	if d.kind == positive {
		return 0.25 + 1.5*d.random.Float64()
	}
	return d.random.NormFloat64()
}

func (d *drawer) value(t proc.Type, p proc.Param) data.Value {
	switch t := t.(type) {
	case proc.IntType:
		return data.Int(int64(d.random.IntN(4)))
	case proc.UnitType:
		return data.Unit()
	case *proc.TupleType:
		parts := make([]data.Value, len(t.Elems))
		for i, e := range t.Elems {
			part := proc.Param{}
			if i < len(p.Parts) {
				part = p.Parts[i]
			}
			parts[i] = d.value(e, part)
		}
		return data.Tuple(parts...)
	case *proc.SumType:
		if d.random.IntN(2) == 0 {
			return data.Inl(d.value(t.L, proc.Param{}), t.R)
		}
		return data.Inr(t.L, d.value(t.R, proc.Param{}))
	case *proc.ArrayType:
		return d.array(t, p.Sizes)
	}
	return data.Real(d.real())
}

func (d *drawer) array(t *proc.ArrayType, sizes []string) data.Value {
	a := &data.Array{}
	for k := range t.Rank {
		name := ""
		if k < len(sizes) {
			name = sizes[k]
		}
		a.Dims = append(a.Dims, d.dim(name))
	}
	for range data.LayoutOf(t.Elem).Words {
		a.Leaves = append(a.Leaves, make([]uint64, a.Len()))
	}
	v := data.Value{Type: t, Objects: []data.Object{a}}
	data.Walk(v, func(l data.Leaf) error {
		switch l.Kind {
		case data.RealLeaf:
			set(l.Word, d.real())
		case data.IntLeaf:
			*l.Word = uint64(d.random.IntN(4))
		case data.TagLeaf:
			*l.Word = uint64(d.random.IntN(2))
		}
		return nil
	})
	if d.kind == dominant && t.Elem == proc.Real && t.Rank == 2 && a.Dims[0] == a.Dims[1] {
		n, m := a.Dims[0], a.Leaves[0]
		for i := range n {
			for j := range i {
				m[i*n+j] = m[j*n+i]
			}
			m[i*n+i] = math.Float64bits(2*float64(n) + math.Abs(math.Float64frombits(m[i*n+i])))
		}
	}
	return v
}

func (d *drawer) dim(name string) int {
	if n, err := strconv.Atoi(name); err == nil {
		return n
	}
	if n, ok := d.sizes[name]; ok {
		return n
	}
	n := d.size
	if n == 0 {
		n = 2 + d.random.IntN(3)
	}
	if name != "" && name != "_" {
		d.sizes[name] = n
	}
	return n
}
