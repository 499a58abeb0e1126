package cl

import (
	"fmt"

	"procad/core"
	"procad/internal/diag"
	"procad/papers/ks"
)

// A Deriver makes derivatives of definitions in CL, each once.
type Deriver struct {
	convert *Convert
	made    map[string]map[*Def]*Def // by the prefix of its name, of definitions
	builtin map[string]*Def          // of built-in functions
	Defs    []*Def                   // all that it has made, callees first
}

// NewDeriver has made nothing yet.
func NewDeriver() *Deriver {
	return &Deriver{NewConvert(false), map[string]map[*Def]*Def{}, map[string]*Def{}, nil}
}

// once is the definition prefix f, made at the first call.
func (d *Deriver) once(prefix string, f *Def, body func() Code) *Def {
	if d.made[prefix] == nil {
		d.made[prefix] = map[*Def]*Def{}
	}
	g := d.made[prefix][f]
	if g == nil {
		g = &Def{prefix + f.Title, body()}
		d.made[prefix][f] = g
		d.Defs = append(d.Defs, g)
	}
	return g
}

// term is the definition prefix f of a built-in function f : S → T, whose body is
// a term of package ks with two variables, or with one if second is nil.
func (d *Deriver) term(prefix string, f ks.Fun, s, first, second ks.Type, body func(x, y ks.Term) ks.Term) *Def {
	key := fmt.Sprintf("%s%#v %s", prefix, f, s)
	g := d.builtin[key]
	if g == nil {
		x := &ks.Var{Name: "x", Type: first}
		if second == nil {
			c := d.convert.term(body(ks.UseOf(diag.Pos{}, x), nil), context{x})
			g = &Def{prefix + f.Name(), then(tuple(first, identity(first)), c)}
		} else {
			y := &ks.Var{Name: "y", Type: second}
			g = &Def{prefix + f.Name(), d.convert.term(body(ks.UseOf(diag.Pos{}, x), ks.UseOf(diag.Pos{}, y)), context{x, y})}
		}
		d.builtin[key] = g
		d.Defs = append(d.Defs, g)
	}
	return g
}

// add is the sum of codes from s that give a δt; 0 if there are none.
func add(s, t ks.Type, codes ...Code) Code {
	if len(codes) == 0 {
		return zero(s, t)
	}
	sum := codes[0]
	for _, c := range codes[1:] {
		sum = then(tuple(s, sum, c), fun(ks.Op{Op: core.Add}, ks.Tuple{sum.To(), c.To()}))
	}
	return sum
}

// pushed is (>)(a, b), and indexed is v[i], of codes from s.
func pushed(s ks.Type, a, b Code) Code {
	return then(tuple(s, a, b), fun(Push{len(a.To().(ks.Tuple))}, ks.Tuple{a.To(), b.To()}))
}

func indexed(s ks.Type, i, v Code) Code {
	return then(tuple(s, i, v), fun(ks.Index{}, ks.Tuple{i.To(), v.To()}))
}

// without is P that drops places of an environment, counted from its end.
func without(s ks.Type, places ...int) Code {
	n := len(s.(ks.Tuple))
	var kept []int
	for i := range n {
		drops := false
		for _, p := range places {
			drops = drops || i == n-1-p
		}
		if !drops {
			kept = append(kept, i)
		}
	}
	return prune(s, kept...)
}
