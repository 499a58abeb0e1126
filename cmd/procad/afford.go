package main

import (
	"errors"

	"github.com/KimMachineGun/automemlimit/memlimit"
	"github.com/spf13/cobra"

	"procad/internal/diag"
	"procad/llvm/engine"
	"procad/proc"
)

// memoryHint is for commands with the flag --memory.
const memoryHint = "--memory says how much there is"

// afford refuses a run of functions, which are that of the call or derivatives of it, that needs more memory
// than there is, and warns of one that may. It sets the limit of the call where --memory has not. More is the end of the hint.
func (a *app) afford(c *call, more string, fs ...proc.Func) error {
	if c.limit == 0 {
		c.limit = memoryThere()
	}
	for _, f := range fs {
		warning, err := c.unit.Afford(c.def, f, c.args, c.limit, more)
		if err != nil {
			return &inSource{c.unit.Source, err}
		}
		if w, ok := errors.AsType[*diag.Error](warning); ok {
			a.warn(c.unit.Source, diag.List{w})
		}
	}
	return nil
}

// limited sets the limit of a call by --memory, or else by what there is, where no strategies depend on it.
func (a *app) limited(cmd *cobra.Command, c *call) (err error) {
	c.limit = memoryThere()
	if a.memory == "" {
		return nil
	}
	if c.limit, err = parseBytes(a.memory); err != nil {
		return &usageError{cmd, err.Error()}
	}
	return nil
}

// memoryThere is how many bytes a call may use where --memory does not say it:
// the memory of the machine or of the control group, if that is less than what a
// call may use in any case.
func memoryThere() int64 {
	least := uint64(engine.MemoryLimit)
	for _, of := range []memlimit.Provider{memlimit.FromSystem, memlimit.FromCgroup} {
		if bytes, err := of(); err == nil && bytes > 0 {
			least = min(least, bytes)
		}
	}
	return int64(least)
}
