package e2e_test

import (
	"procad/internal/reference"
	"procad/pipeline"
)

// evaluated compares an engine with the evaluator of core.
func (s *subject) evaluated(e pipeline.Engine) (err error) {
	if s.core == nil {
		if s.core, err = reference.Elaborated(s.unit.Source); err != nil {
			return err
		}
	}
	return reference.Of(e, s.unit, s.def, s.args).Agrees(s.core.Lookup(s.f.String()))
}
