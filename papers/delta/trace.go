package delta

import (
	"fmt"
	"io"
	"strings"

	"procad/core"
	"procad/core/eval"
)

// Trace writes the tape of a run as Figure 12 has it: inputs by name, binding number N
// as xN, the oldest first, and last the Delta of each Real of the result. Numbers have at most so many digits; -1 is
// all of them.
//
//	Let x1 = Add (Scale 5.5 (Var qy)) (Scale 2.2 (Var vx)) in
func (r *Run) Trace(w io.Writer, digits int) error {
	names := append([]string{""}, r.inputs()...)
	var text func(d Delta) string
	inner := func(d Delta) string {
		if s := text(d); strings.Contains(s, " ") {
			return "(" + s + ")"
		} else {
			return s
		}
	}
	text = func(d Delta) string {
		switch d := d.(type) {
		case *Scale:
			by := numberText(d.By, digits)
			if strings.HasPrefix(by, "-") {
				by = "(" + by + ")"
			}
			return "Scale " + by + " " + inner(d.Of)
		case *Add:
			return "Add " + inner(d.X) + " " + inner(d.Y)
		case Var:
			if d.ID < len(names) {
				return "Var " + names[d.ID]
			}
			return fmt.Sprint("Var x", d.ID-len(names)+1)
		}
		return "Zero"
	}
	for k, d := range r.Tape.Binds {
		if _, err := fmt.Fprintf(w, "Let x%d = %s in\n", k+1, text(d)); err != nil {
			return err
		}
	}
	var results []string
	mapDuals(r.Result, func(d *Dual) any {
		results = append(results, text(d.Second.(Delta)))
		return d
	})
	_, err := fmt.Fprintln(w, strings.Join(results, "\n"))
	return err
}

// inputs are the names of the Reals of the arguments, in the order of their ids.
func (r *Run) inputs() (names []string) {
	var walk func(name string, t core.Type, x any)
	walk = func(name string, t core.Type, x any) {
		switch x := x.(type) {
		case *Dual:
			names = append(names, name)
		case eval.Tuple:
			for i, e := range x {
				walk(fmt.Sprint(name, ".", i), t.(*core.TupleType).Elems[i], e)
			}
		case *eval.Variant:
			walk(name, t.(*core.SumType).Cons[x.Con].Of, x.Of)
		case *eval.Array:
			for k, e := range x.Elems {
				at := make([]string, len(x.Dims))
				for axis := len(x.Dims) - 1; axis >= 0; axis-- {
					at[axis] = fmt.Sprint(int64(k) % x.Dims[axis])
					k /= int(x.Dims[axis])
				}
				walk(name+"["+strings.Join(at, ", ")+"]", t.(*core.ArrayType).Elem, e)
			}
		}
	}
	for i, p := range r.def.Params {
		walk(p.Name, p.Type, r.args[i])
	}
	return names
}
