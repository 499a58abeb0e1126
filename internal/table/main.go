// Command table measures how long values and gradients of the kernels of testdata/kernels take, by procad and by
// others, and writes the table of docs/performance.md, the chart and what README says of them.
//
//	table measure FOLDER [-only KERNELS] [-least] [-o FILE]
//	table write
//
// FOLDER has what sh scripts/table made: the C programs plain and fast, procad, and adolc. The data file of all
// figures is docs/table.json; what write makes depends on it alone.
package main

import (
	"flag"
	"fmt"
	"os"
)

// dataFile has the figures.
const dataFile = "docs/table.json"

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "table:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) == 1 && args[0] == "write":
		t, err := readTable(dataFile)
		if err != nil {
			return err
		}
		files, err := t.files(".")
		if err != nil {
			return err
		}
		for name, text := range files {
			if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
				return err
			}
		}
		return nil
	case len(args) >= 2 && args[0] == "measure":
		flags := flag.NewFlagSet("table measure", flag.ContinueOnError)
		only := flags.String("only", "", "measure these kernels, with commas between, and keep the figures of the others")
		least := flags.Bool("least", false, "keep those times that are there and shorter: for a machine that does other things, too")
		out := flags.String("o", dataFile, "the file of the figures")
		if err := flags.Parse(args[2:]); err != nil {
			return err
		}
		return measureAll(args[1], *only, *least, *out)
	}
	return fmt.Errorf("usage: table measure FOLDER [-only KERNELS] [-least] [-o FILE] | table write")
}
