package pipeline

import (
	"procad/core"
	"procad/diag"
	"procad/source/elaborate"
)

// CodeNoCore is of a program that is written as procedures: what it was as a
// functional program is not known.
const CodeNoCore = "no-core"

// Core is the program as terms of core, checked.
func (u *Unit) Core() (*core.Program, error) {
	if u.checked == nil {
		return nil, diag.Errorf(diag.Pos{}, CodeNoCore, "a .proc text is procedures already, and is no core program").In(u.Source.Name).
			Hintf("procad core is for .fun programs")
	}
	p := elaborate.Program(u.checked)
	if err := core.Check(p); err != nil {
		return nil, &Internal{"elaborate", err}
	}
	return p, nil
}
