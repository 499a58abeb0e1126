package main

import (
	"errors"

	"github.com/KimMachineGun/automemlimit/memlimit"

	"procad/internal/diag"
	"procad/llvm"
)

// afford refuses a gradient that needs more memory than there is, and warns of one
// that may. It sets the limit of the call where --memory has not.
func (a *app) afford(c *call) error {
	if c.limit == 0 {
		c.limit = memoryThere()
	}
	warning, err := c.unit.Afford(c.def, c.args, c.limit)
	if err != nil {
		return &inSource{c.unit.Source, err}
	}
	if w, ok := errors.AsType[*diag.Error](warning); ok {
		a.warn(c.unit.Source, diag.List{w})
	}
	return nil
}

// memoryThere is how many bytes a call may use where --memory does not say it:
// the memory of the machine or of the control group, if that is less than what a
// call may use in any case.
func memoryThere() int64 {
	least := uint64(llvm.MemoryLimit)
	for _, of := range []memlimit.Provider{memlimit.FromSystem, memlimit.FromCgroup} {
		if bytes, err := of(); err == nil && bytes > 0 {
			least = min(least, bytes)
		}
	}
	return int64(least)
}
