package main

import (
	"io"

	"github.com/spf13/cobra"

	"procad/internal/data"
)

const runLong = `Run calls a function and prints its value as JSON.

The data is a JSON object with a number or a nested list for each parameter. It can
also give the sizes that the types of the parameters name: they must be those of the
lists.
A Bool is true or false, () is null, and a tuple is a list. A value of a declared sum is
{"NAME": …} with the name of its constructor, or "NAME" if it has no arguments. Other
sums have {"Inl": …} and {"Inr": …}. "NaN", "Infinity" and "-Infinity" are strings.

Arrays and numbers of type Real, Int or Bool can also be in .npy and .npz files of
NumPy, and in tables. --in can be repeated. Each adds parameters:

  FILE.json            a parameter for each member of the JSON object
  FILE.npz             a parameter for each array in the file
  FILE.csv             a parameter for each column of the table
  x=@FILE.json         x, from the JSON value
  x=@FILE.npy          x, from the array
  x=@FILE.csv          x, from the whole table: a matrix, or a vector if it has one column
  x=@FILE.npz:NAME     x, from one array of the file
  x=@FILE.csv:NAME     x, from one column of the table

-o FILE.npy writes an array, and -o FILE.npz all parts of a tuple. See docs/data.md.`

func (a *app) runCommand() *cobra.Command {
	c := callFlags{trace: a.stderr}
	cmd := &cobra.Command{
		Use: "run FILE", Short: "print the value of a function",
		Long: runLong, Example: "  procad run kernel.fun --fn f --in data.json", Args: oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			if a.dump != "" {
				return a.dumpCall(&c, args[0])
			}
			call, err := a.call(cmd, &c, args[0])
			if err != nil {
				return err
			}
			if err := a.commuting(cmd, call, call.def.Name); err != nil {
				return err
			}
			if err := a.afford(call, "", call.def.Name); err != nil {
				return err
			}
			engine, err := a.engine(call, &c, call.def.Name)
			if err != nil {
				return err
			}
			defer engine.Close()
			v, err := call.unit.Run(engine, call.def, call.args)
			if err != nil {
				return &inSource{call.unit.Source, err}
			}
			a.warnNotFinite(call, v, nil)
			return a.write(c.output, func(w io.Writer) error {
				switch value := (data.Field{Name: "value", Value: v}); extension(c.output) {
				case extNPY:
					return data.WriteNPY(w, value)
				case extNPZ:
					return data.WriteNPZ(w, []data.Field{value})
				}
				if err := data.Write(w, v); err != nil {
					return err
				}
				_, err := io.WriteString(w, "\n")
				return err
			})
		},
	}
	c.add(cmd)
	a.dumpFlag(cmd)
	a.checkpointFlag(cmd)
	return cmd
}
