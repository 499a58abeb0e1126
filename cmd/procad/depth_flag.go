package main

import (
	"fmt"
	"strconv"

	"github.com/spf13/pflag"

	"procad/core"
)

// depthFlag is how many calls of a recursion may be in each other.
type depthFlag int64

func (d *depthFlag) add(flags *pflag.FlagSet) {
	*d = core.DefaultDepth
	flags.Var(d, "depth", "a recursion may be at most `N` calls deep")
}

// Set reads the flag.
func (d *depthFlag) Set(text string) error {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return err
	}
	if n < 1 {
		return fmt.Errorf("it is at least 1")
	}
	*d = depthFlag(n)
	return nil
}

// Type is how usage texts call the value.
func (d *depthFlag) Type() string { return "N" }

func (d *depthFlag) String() string { return strconv.FormatInt(int64(*d), 10) }
