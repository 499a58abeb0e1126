package main

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A onceFlag is a flag with one value. It cannot be given with two, of which the first
// would be dropped; the same again says nothing new, and cobra reads a line that a shell
// wants completed twice.
type onceFlag struct {
	pflag.Value
	given *string
}

func (f *onceFlag) Set(text string) error {
	if f.given != nil && *f.given != text {
		return fmt.Errorf("%.40q was given before", *f.given)
	}
	f.given = &text
	return f.Value.Set(text)
}

// givenOnce lets the flags of a command and of those below it be given once.
func givenOnce(cmd *cobra.Command) {
	onlyOnce(cmd.Flags())
	onlyOnce(cmd.PersistentFlags())
	for _, sub := range cmd.Commands() {
		givenOnce(sub)
	}
}

// onlyOnce lets all flags be given once, but those that are lists and those that are
// true or false.
func onlyOnce(flags *pflag.FlagSet) {
	flags.VisitAll(func(f *pflag.Flag) {
		_, list := f.Value.(pflag.SliceValue)
		_, sum := f.Value.(*withoutFlag)
		if _, done := f.Value.(*onceFlag); !list && !sum && !done && f.Value.Type() != "bool" {
			f.Value = &onceFlag{Value: f.Value}
		}
	})
}
