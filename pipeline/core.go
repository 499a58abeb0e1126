package pipeline

import (
	"procad/core"
	"procad/diag"
)

// CodeNoCore is of a program that is written as procedures: what it was as a
// functional program is not known.
const CodeNoCore = "no-core"

// Core is the program as terms of core.
func (u *Unit) Core() (*core.Program, error) {
	if u.core == nil {
		return nil, diag.Errorf(diag.Pos{}, CodeNoCore, "a .proc text is procedures already, and is no core program").In(u.Source.Name).
			Hintf("procad core is for .fun programs")
	}
	return u.core, nil
}
