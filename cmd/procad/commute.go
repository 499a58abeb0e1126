package main

import (
	"fmt"
	"slices"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/loops"
	"procad/pipeline"
)

// commuteTolerance is what the two orders may differ by, for the rounding.
const commuteTolerance = 1e-9

// commute runs a function with the iterations of each ccl in the other order, and
// compares the results.
func (a *app) commute(c *call, flags *callFlags) error {
	u := c.unit
	reached, err := u.Closure(c.def.Name)
	if err != nil {
		return &inSource{u.Source, err}
	}
	promises := slices.DeleteFunc(loops.Promises(u.Program), func(s loops.Site) bool { return reached.Lookup(s.In) == nil })
	if len(promises) == 0 {
		err := diag.Errorf(c.def.Pos, pipeline.CodeNoLoop, "%.100s runs no ccl, whose iterations could be checked", c.unit.Given(c.def.Name))
		return &inSource{u.Source, err.In(u.Source.Name)}
	}
	want, err := a.valueOf(c, flags)
	if err != nil {
		return err
	}
	for _, p := range promises {
		undo := p.IterationAround()
		got, err := a.valueOf(c, flags)
		undo()
		if err != nil {
			return err
		}
		if differ := data.Differ(want, got, commuteTolerance); differ != nil {
			err := diag.Errorf(p.Pos, pipeline.CodeOrder, "the iterations of this ccl do not commute: in the other order, %v", differ).In(u.Source.Name)
			return &inSource{u.Source, err.Hintf("use fold, which keeps what each iteration needs")}
		}
		fmt.Fprintf(a.stderr, "%s: the iterations of this ccl give the same in both orders\n", p.Pos.In(u.Source.Name))
	}
	u.Forget()
	return nil
}

// valueOf runs the function on the program as it is now.
func (a *app) valueOf(c *call, flags *callFlags) (data.Value, error) {
	c.unit.Forget()
	e, err := a.engine(c, flags, c.def.Name)
	if err != nil {
		return data.Value{}, err
	}
	defer e.Close()
	v, err := c.unit.Run(e, c.def, c.args)
	if err != nil {
		return v, &inSource{c.unit.Source, err}
	}
	return v, nil
}
