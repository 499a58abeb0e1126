package pipeline

import (
	"procad/core"
	"procad/core/recursion"
	"procad/internal/diag"
	"procad/internal/optim"
	"procad/source"
	"procad/source/elaborate"
)

// coreOf is a checked program as terms of core, after the passes up to a row of the table.
func coreOf(prog *source.Program, last int, without optim.Set, s Settings) (*core.Program, error) {
	if without.Has(optim.CustomRules) {
		prog = prog.WithoutRules()
	}
	p := elaborate.Program(prog)
	if err := core.OrderRules(p); err != nil {
		return nil, err
	}
	for _, d := range p.Defs {
		if d.Recursion != nil && s.Depth > 0 {
			d.Recursion.Limit = s.Depth
		}
	}
	if err := core.Check(p); err != nil {
		return nil, &Internal{"elaborate", err}
	}
	if err := recursion.Contents(p); err != nil {
		return nil, err
	}
	for _, pass := range corePasses(last) {
		if without.Has(pass.Name) {
			continue
		}
		if err := pass.Core(p); err != nil {
			return nil, err
		}
		if pass.makes != nil { // it makes definitions
			if err := core.OrderRules(p); err != nil {
				return nil, err
			}
		}
	}
	return p, nil
}

// Core runs a pass on core, and the checker after it.
func (p *Pass) Core(program *core.Program) error {
	if p.makes != nil {
		if err := p.makes(program); err != nil {
			return err
		}
	} else if p.Always {
		p.core(program)
	} else { // what prints is compiled as it is written
		p.core(core.Silent(program))
	}
	if err := core.Check(program); err != nil {
		return &Internal{string(p.Name), err}
	}
	return nil
}

// CodeNoCore is of a program that is written as procedures: what it was as a
// functional program is not known.
const CodeNoCore = "no-core"

// Core is the program as terms of core.
func (u *Unit) Core() (*core.Program, error) {
	if u.core == nil {
		return nil, noCore(u.Source)
	}
	return u.core, nil
}

func noCore(src *diag.Source) error {
	return diag.Errorf(diag.Pos{}, CodeNoCore, "a .proc text is procedures already, and is no core program").In(src.Name).
		Hintf("procad core is for .fun programs")
}
