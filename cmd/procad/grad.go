package main

import (
	"bufio"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"procad/internal/data"
	"procad/internal/quote"
	"procad/papers/compare"
	"procad/pipeline"
	"procad/proc/deriv"
)

const gradLong = `Grad prints the value and the gradient of a function whose result is Real:

  {"value": …, "gradient": {"x": …, …}}

The function runs forwards once, and then backwards. With --checkpoint some of its
iterations run forwards again. The gradient of a parameter has the form of
the parameter. Its parts that are Int, Bool or () are null. Parameters that contain no
Real are left out.

-o FILE.npz writes arrays for NumPy: value, and grad_x for each parameter x.

With --via SYSTEM the gradient comes from a system of one of the papers, and not from
the compiler. procad compare runs all of these systems.`

func (a *app) gradCommand() *cobra.Command {
	c := callFlags{trace: a.stderr}
	var brief bool
	var via string
	cmd := &cobra.Command{
		Use: "grad FILE", Short: "print the value and the gradient of a function",
		Long:    gradLong,
		Example: "  procad grad kernel.fun --in data.json\n  procad grad kernel.fun --fn f --in data.json --wrt alpha,mu\n  procad grad kernel.fun --in data.json --via delta", Args: oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			if extension(c.output) == extNPY {
				return &usageError{cmd, "a .npy file has one array, and a gradient has several: -o FILE.npz"}
			}
			if err := onlyVia(cmd, via, ofCompiler...); err != nil {
				return err
			}
			if a.dump != "" {
				return a.dumpCall(&c, args[0])
			}
			call, err := a.call(cmd, &c, args[0])
			if err != nil {
				return err
			}
			value, parts, err := a.gradientOf(cmd, call, &c, via)
			if err != nil {
				return err
			}
			a.warnNotFinite(call, value, parts)
			full := func(w io.Writer) error {
				if extension(c.output) == extNPZ {
					return writeGradientArrays(w, value, parts)
				}
				return writeGradient(w, value, parts)
			}
			if !brief {
				return a.write(c.output, full)
			}
			if c.output != "" {
				if err := a.write(c.output, full); err != nil {
					return err
				}
			}
			return a.write("", func(w io.Writer) error { return writeBrief(w, value, parts) })
		},
	}
	c.add(cmd)
	a.dumpFlag(cmd)
	a.checkpointFlag(cmd)
	a.memoryFlag(cmd)
	cmd.Flags().BoolVar(&brief, "brief", false, "print norms and first entries only; with -o FILE the whole gradient goes to FILE")
	c.addGradient(cmd)
	viaFlag(cmd, &via)
	return cmd
}

// gradientOf is the value and the gradient of a call by the system that is asked for.
func (a *app) gradientOf(cmd *cobra.Command, call *call, flags *callFlags, via string) (data.Value, []pipeline.Part, error) {
	if via != compare.RevName {
		if err := a.limited(cmd, call); err != nil {
			return data.Value{}, nil, err
		}
		return a.gradientVia(call, via)
	}
	if err := a.decide(cmd, call); err != nil {
		return data.Value{}, nil, err
	}
	if err := a.commuting(cmd, call, deriv.VJP.Of(call.def.Name)); err != nil {
		return data.Value{}, nil, err
	}
	return a.gradient(call, flags)
}

func (a *app) gradient(call *call, flags *callFlags) (data.Value, []pipeline.Part, error) {
	if err := call.unit.Differentiable(call.def, call.args.Interface, nil); err != nil {
		return data.Value{}, nil, &inSource{call.unit.Source, err}
	}
	if err := a.afford(call, memoryHint, deriv.VJP.Of(call.def.Name)); err != nil {
		return data.Value{}, nil, err
	}
	e, err := a.engine(call, flags, deriv.VJP.Of(call.def.Name))
	if err != nil {
		return data.Value{}, nil, err
	}
	defer e.Close()
	value, parts, err := call.unit.Gradient(e, call.def, call.args, nil)
	if err != nil {
		return value, nil, &inSource{call.unit.Source, err}
	}
	return value, parts, nil
}

// writeGradientArrays writes arrays with the names that they have in a header of C.
func writeGradientArrays(w io.Writer, value data.Value, parts []pipeline.Part) error {
	fields := []data.Field{{Name: "value", Value: value}}
	for _, p := range parts {
		fields = append(fields, data.Field{Name: "grad_" + p.Name, Value: p.Value})
	}
	return data.WriteNPZ(w, fields)
}

// writeGradient writes a parameter on each line.
func writeGradient(w io.Writer, value data.Value, parts []pipeline.Part) error {
	b := bufio.NewWriter(w)
	b.WriteString(`{"value": `)
	if err := data.Write(b, value); err != nil {
		return err
	}
	b.WriteString(`, "gradient": {`)
	for i, p := range parts {
		fmt.Fprintf(b, "%s\n  %s: ", []string{"", ","}[min(i, 1)], quote.JSON(p.Name))
		if err := data.Write(b, p.Value); err != nil {
			return err
		}
	}
	if len(parts) > 0 {
		b.WriteByte('\n')
	}
	b.WriteString("}}\n")
	return b.Flush()
}
