package compare

import (
	"procad/core/eval"
	"procad/papers"
	"procad/papers/chad"
	"procad/papers/delta"
	"procad/papers/linmap"
	"procad/papers/number"
	"procad/papers/tupling"
	"procad/pipeline"
)

// Systems are all there are, the compiler first.
func Systems(u *pipeline.Unit) []papers.System {
	return append([]papers.System{Rev(u)}, Derivations...)
}

// Derivations are the systems of the papers.
var Derivations = []papers.System{delta.System, linmap.System, tupling.System, chad.System}

// Names are those of all systems.
func Names() []string {
	names := []string{RevName}
	for _, s := range Derivations {
		names = append(names, s.Name)
	}
	return names
}

// Run runs a system on a subject, at seed 1 if seed is nil. The Reals of the seed are float64.
func (s *Subject) Run(system papers.System, seed eval.Value, d number.Domain) (*papers.Result, error) {
	args, err := number.Inputs(d, s.Args)
	if err != nil {
		return nil, err
	}
	if seed != nil {
		list, err := number.Inputs(d, []eval.Value{seed})
		if err != nil {
			return nil, err
		}
		seed = list[0]
	}
	return system.Gradient(s.Program, s.Func, args, seed, d)
}
