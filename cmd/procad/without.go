package main

import (
	"github.com/spf13/pflag"

	"procad/internal/optim"
	"procad/pipeline"
)

const withoutName = "without"

// A withoutFlag are the disabled optimisations.
type withoutFlag struct {
	set   optim.Set
	given bool
}

func (w *withoutFlag) add(flags *pflag.FlagSet) {
	w.given = false
	flags.Var(w, withoutName, "disable the optimisations `NAME[,NAME]`, or all")
}

// Set reads a flag. The first one takes the place of what was there before, and
// each further one adds to it.
func (w *withoutFlag) Set(text string) error {
	s, err := pipeline.ParseNames(text)
	if err != nil {
		return err
	}
	if w.given {
		s = s.Union(w.set)
	}
	w.set, w.given = s, true
	return nil
}

func (w *withoutFlag) String() string { return w.set.String() }

// Type is for the help of pflag.
func (w *withoutFlag) Type() string { return "names" }
