package delta

import (
	"procad/core"
	"procad/core/eval"
	"procad/papers"
	"procad/papers/number"
)

// System is the final translation: Figures 9 to 11, 14 and 16, in the array form of
// section 5.3.3.
var System = papers.System{Name: Name, Paper: 2, About: "dual numbers with a tape", Gradient: gradient, Memory: papers.Memory{Operation: 30}}

func gradient(p *core.Program, f *core.Def, args []eval.Value, seed eval.Value, d number.Domain) (*papers.Result, error) {
	before := d.Operations()
	if seed == nil {
		one, err := papers.One(Name, f, d)
		if err != nil {
			return nil, err
		}
		seed = one
	}
	l, err := NewLibrary(p, Order{})
	if err != nil {
		return nil, err
	}
	r, err := Start(l, f, args, d)
	if err != nil {
		return nil, err
	}
	g, err := r.Reverse(seed)
	if err != nil {
		return nil, err
	}
	return &papers.Result{Value: r.Value, Gradient: g, Operations: d.Operations() - before, Steps: r.Steps + int64(len(r.Tape.Binds)) + r.Visits, Bytes: r.Tape.Bytes()}, nil
}
