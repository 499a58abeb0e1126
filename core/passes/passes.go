// Package passes has the passes on core, in the order in which they run.
package passes

import (
	"procad/core"
	"procad/core/fuse"
	"procad/core/hoist"
	"procad/optim"
)

// A Pass changes a program and keeps what it means.
type Pass struct {
	Name optim.Name // to do without it
	Run  func(p *core.Program, without optim.Set)
}

// All are the passes.
var All = []Pass{
	{optim.Hoist, func(p *core.Program, _ optim.Set) { hoist.Program(p) }},
	{optim.Elements, func(p *core.Program, without optim.Set) { fuse.Program(p, !without.Has(optim.Small)) }},
}
