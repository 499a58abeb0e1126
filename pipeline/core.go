package pipeline

import (
	"procad/core"
	"procad/core/adds"
	"procad/core/fuse"
	"procad/core/hoist"
	"procad/core/once"
	"procad/core/scalars"
	"procad/core/want"
	"procad/internal/diag"
	"procad/internal/optim"
	"procad/source"
	"procad/source/elaborate"
)

// A CorePass changes a core program to one that means the same.
type CorePass struct {
	Name optim.Name // without which it does not run
	Run  func(*core.Program)
}

// CorePasses are all of them, in the order in which they run.
var CorePasses = []CorePass{
	{optim.Wanted, func(p *core.Program) { want.Program(p) }},
	{optim.Hoist, func(p *core.Program) { hoist.Program(p) }},
	{optim.Small, scalars.Program},
	{optim.Once, once.Program},
	{optim.Elements, fuse.Program},
	{optim.Hoist, func(p *core.Program) { hoist.Program(p) }},
	{optim.Small, scalars.Program},
	{optim.Once, once.Program},
	{optim.Adds, adds.Program},
}

// coreOf is a checked program as terms of core, after the passes.
func coreOf(prog *source.Program, without optim.Set) (*core.Program, error) {
	p := elaborate.Program(prog)
	if err := core.Check(p); err != nil {
		return nil, &Internal{"elaborate", err}
	}
	for _, pass := range CorePasses {
		if without.Has(pass.Name) {
			continue
		}
		pass.Run(p)
		if err := core.Check(p); err != nil {
			return nil, &Internal{string(pass.Name), err}
		}
	}
	return p, nil
}

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
