package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/spf13/cobra"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/draw"
	"procad/internal/gradcheck"
	"procad/internal/quote"
	"procad/papers/compare"
	domain "procad/papers/number"
	"procad/proc/deriv"
)

const compareLong = `Compare runs a function with the compiler and with the systems of papers 1, 2 and 4
(docs/figures.md). It prints how far their values and gradients are apart:

  difference  the largest difference of an entry of value or gradient, relative to
              max(1, its size); the exit code is 1 if one is above 1e-9, and the
              message names a ccl whose iterations do not commute
  operations  the operations on Reals, for value and gradient
  kept        what is kept for the reverse: 8 bytes for each number, 4 for each reference

If a system has no rule for something in the program, compare says for what, and where.
If the result is no Real, the product with a random ȳ is compared, as in gradcheck.

With --exact the numbers are integers modulo the prime 2^61-1, and correct systems
agree exactly. Only + - * /, whole powers, abs, min, max, and literals of at most 20
bits have a meaning there.

With --format svg it draws operations and kept bytes, one point for each system.

The systems are slow: they are for reading and for comparison. The memory that each
needs is estimated first. If it is more than there is, or more than --memory says, no
system runs. If a system needs more while it runs, the comparison ends.`

func (a *app) compareCommand() *cobra.Command {
	var c callFlags
	var format string
	var exact bool
	var seed uint64
	cmd := &cobra.Command{
		Use: "compare FILE", Short: "compare the gradients of the compiler and of the systems of papers 1, 2 and 4",
		Long: compareLong, Example: "  procad compare kernel.fun --in data.json\n  procad compare kernel.fun --in data.json --exact --format json", Args: oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			call, err := a.call(cmd, &c, args[0])
			if err != nil {
				return err
			}
			if err := a.limited(cmd, call); err != nil {
				return err
			}
			r, err := comparison(call, exact, seed)
			if err != nil {
				return &inSource{call.unit.Source, err}
			}
			err = a.write(c.output, func(w io.Writer) error {
				switch format {
				case formatJSON:
					return r.json(w)
				case formatCSV:
					return r.table().csv(w)
				case formatSVG:
					return r.picture().Write(w)
				}
				return r.text(w)
			})
			if err != nil {
				return err
			}
			if err := r.err(call); err != nil {
				return &inSource{call.unit.Source, err}
			}
			return nil
		},
	}
	c.addData(cmd)
	formatFlag(cmd, &format, tableFormats...)
	cmd.Flags().StringVar(&a.memory, "memory", "", "the `MEMORY` that a system may use, such as 512MiB; by default all that there is")
	cmd.Flags().BoolVar(&exact, "exact", false, "compute modulo 2^61-1, where all systems must agree exactly")
	cmd.Flags().Uint64Var(&seed, "seed", 1, "the `SEED` of random numbers")
	return cmd
}

// A compared subject is what all systems gave.
type compared struct {
	subject   *compare.Subject
	outcomes  []compare.Outcome
	exact     bool
	tolerance float64
}

func comparison(call *call, exact bool, seed uint64) (*compared, error) {
	s, err := compare.New(call.unit, call.def, call.args)
	if err != nil {
		return nil, err
	}
	s.Limit = call.limit
	numbers, tolerance := domain.Float, compare.Tolerance
	if exact {
		numbers, tolerance = domain.Mod61, 0
	}
	cotangent, err := s.Seed(rand.New(rand.NewPCG(seed, 0)), numbers())
	if err != nil {
		return nil, compare.Located(call.unit, err)
	}
	list, err := s.All(cotangent, numbers)
	if err != nil {
		return nil, err
	}
	return &compared{s, list, exact, tolerance}, nil
}

// table has a row for each system.
func (r *compared) table() *table {
	t := &table{columns: []column{
		{"system", "system", draw.Number}, {"paper", "paper", draw.Number}, {"value", "value", draw.Number},
		{"difference", "difference", draw.Number}, {"operations", "operations", draw.Number}, {"kept", "kept_bytes", draw.Bytes},
		{"cannot say", "cannot_say", draw.Number},
	}}
	for _, o := range r.outcomes {
		row := []any{o.System.Name, int64(o.System.Paper), nil, nil, nil, nil, nil}
		if u := o.CannotSay; u != nil {
			row[6] = fmt.Sprintf("%s, at %s", u.Construct, u.Pos)
			t.add(row...)
			continue
		}
		switch y := o.Value.(type) {
		case float64:
			row[2] = y
		case domain.Residue:
			row[2] = y.String()
		}
		row[3] = o.Difference
		if o.Operations >= 0 {
			row[4] = o.Operations
		}
		if o.Bytes >= 0 {
			row[5] = o.Bytes
		}
		t.add(row...)
	}
	return t
}

func (r *compared) text(w io.Writer) error {
	t := r.table()
	if last := len(t.columns) - 1; !r.refusals() {
		t.columns = t.columns[:last]
		for i := range t.rows {
			t.rows[i] = t.rows[i][:last]
		}
	}
	return t.text(w)
}

// picture has a point for each system of which operations and bytes are counted.
func (r *compared) picture() draw.Pareto {
	p := draw.Pareto{
		Title: "the systems on " + r.subject.Func.Name, XLabel: "operations on Reals, for value and gradient",
		YLabel: "kept for the reverse", YUnit: draw.Bytes,
	}
	for _, o := range r.outcomes {
		if o.Result != nil && o.Operations >= 0 && o.Bytes >= 0 {
			point := draw.Point{X: float64(o.Operations), Y: float64(o.Bytes), Label: o.System.Name}
			p.Series = append(p.Series, draw.Series{Name: o.System.Name, Points: []draw.Point{point}})
		}
	}
	return p
}

// refusals says that some system cannot say the program.
func (r *compared) refusals() bool {
	for _, o := range r.outcomes {
		if o.CannotSay != nil {
			return true
		}
	}
	return false
}

// json writes an object with values and gradients.
func (r *compared) json(w io.Writer) error {
	fmt.Fprintf(w, "{\"function\": %s, \"exact\": %t, \"tolerance\": %v, \"systems\": [", quote.JSON(r.subject.Func.Name), r.exact, r.tolerance)
	for i, o := range r.outcomes {
		row, err := r.row(o)
		if err != nil {
			return err
		}
		text, err := json.Marshal(row)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%s\n  %s", []string{"", ","}[min(i, 1)], text)
	}
	_, err := io.WriteString(w, "\n]}\n")
	return err
}

// A comparedRow is what a system gave, as JSON; null is what it does not count.
type comparedRow struct {
	System     string          `json:"system"`
	Paper      int             `json:"paper"`
	Value      json.RawMessage `json:"value,omitempty"`
	Gradient   json.RawMessage `json:"gradient,omitempty"`
	Difference *data.JSONReal  `json:"difference"`
	Operations *int64          `json:"operations"`
	Bytes      *int64          `json:"kept_bytes"`
	CannotSay  string          `json:"cannot_say,omitempty"`
	Position   string          `json:"position,omitempty"`
}

func (r *compared) row(o compare.Outcome) (row comparedRow, err error) {
	row = comparedRow{System: o.System.Name, Paper: o.System.Paper}
	if u := o.CannotSay; u != nil {
		row.CannotSay, row.Position = u.Construct, u.Pos.String()
		return row, nil
	}
	d := data.JSONReal(o.Difference)
	row.Difference = &d
	if o.Operations >= 0 {
		row.Operations = &o.Operations
	}
	if o.Bytes >= 0 {
		row.Bytes = &o.Bytes
	}
	row.Value, row.Gradient, err = r.numbersOf(o)
	return row, err
}

// numbersOf is a value and a gradient as JSON; residues have none.
func (r *compared) numbersOf(o compare.Outcome) (value, gradient json.RawMessage, err error) {
	if r.exact {
		return nil, nil, nil
	}
	y, parts := r.subject.Values(o.Result)
	var b bytes.Buffer
	if err := data.Write(&b, y); err != nil {
		return nil, nil, err
	}
	value = bytes.Clone(b.Bytes())
	b.Reset()
	comma := ""
	for i, p := range r.subject.Data.Interface.Params {
		if deriv.Discrete(p.Type) {
			continue
		}
		fmt.Fprintf(&b, "%s%s: ", comma, quote.JSON(p.Name))
		if err := data.Write(&b, parts[i]); err != nil {
			return nil, nil, err
		}
		comma = ", "
	}
	return value, json.RawMessage("{" + b.String() + "}"), nil
}

// err is nil if all systems agree. Where they do not because the iterations of a ccl do not commute, on
// which the compiler alone relies, it is that of the ccl.
func (r *compared) err(call *call) error {
	differ := r.disagreement(call)
	if differ == nil {
		return nil
	}
	_, err := gradcheck.Commute(call.unit, call.def, call.args, gradcheck.CommuteOps, deriv.VJP.Of(call.def.Name))
	if ccl, ok := errors.AsType[*diag.Error](err); ok {
		return ccl.Notef(differ.Pos, "%s", differ.Msg)
	}
	if err != nil {
		return err
	}
	return gradcheck.Promised(differ, call.unit, call.def)
}

// disagreement names the first two systems that do not agree; it is nil if all do.
func (r *compared) disagreement(call *call) *diag.Error {
	first := ""
	for _, o := range r.outcomes {
		switch {
		case o.CannotSay != nil:
		case first == "":
			first = o.System.Name
		case !(o.Difference <= r.tolerance):
			return diag.Errorf(call.def.Pos, gradcheck.CodeDisagree, "%s and %s disagree on %.100s: the difference is %.2g, and may be %.2g",
				first, o.System.Name, call.unit.Given(call.def.Name), o.Difference, r.tolerance).In(call.unit.Source.Name)
		}
	}
	return nil
}
