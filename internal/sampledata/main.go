// Command sampledata prints data for a kernel of testdata/kernels, or for a program
// of testdata/rows, as JSON, the same whenever the sizes and the seed are the same.
//
//	sampledata KERNEL [-seed N] [-SIZE N]…
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"

	"procad/internal/sample"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	var names []string
	kernels := slices.Clone(sample.Kernels)
	for _, r := range sample.Rows {
		kernels = append(kernels, r.Kernel)
	}
	for _, k := range kernels {
		names = append(names, k.Name)
	}
	if len(args) == 0 {
		return fmt.Errorf("which kernel? There are data for %s; sampledata KERNEL -help says which sizes they have", strings.Join(names, ", "))
	}
	at := slices.Index(names, args[0])
	if at < 0 {
		return fmt.Errorf("there are no data for %q, but for %s", args[0], strings.Join(names, ", "))
	}
	kernel := kernels[at]
	flags := flag.NewFlagSet("sampledata "+kernel.Name, flag.ExitOnError)
	seed := flags.Uint64("seed", 1, "seed")
	sizes := make([]int, len(kernel.Sizes))
	for i, s := range kernel.Sizes {
		flags.IntVar(&sizes[i], s.Name, s.Default, s.Usage)
	}
	if err := flags.Parse(args[1:]); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("what is %q?", flags.Arg(0))
	}
	for i, n := range sizes {
		if n < 0 {
			return fmt.Errorf("-%s is %d, which is negative", kernel.Sizes[i].Name, n)
		}
	}
	return json.NewEncoder(os.Stdout).Encode(kernel.Data(*seed, sizes...))
}
