package compare

import (
	"math"

	"github.com/dustin/go-humanize"

	"procad/internal/diag"
	"procad/papers"
	"procad/pipeline"
)

// Afford says that a system needs more memory on a subject than it may use, as far as that is known before
// it runs. The error is about the program.
func (s *Subject) Afford(system papers.System) error {
	if s.Limit == 0 || system.Memory == (papers.Memory{}) {
		return nil
	}
	run, err := s.Unit.Foresee(s.def, s.Data)
	if err != nil || run == nil {
		return err
	}
	need := system.Memory.Operation*float64(run.Operations.Lo) + system.Memory.Spread*float64(run.Spread.Lo)
	if need <= float64(s.Limit) {
		return nil
	}
	return s.exceeds(system, "about", int64(min(need, math.MaxInt64/2)))
}

// exceeds is the error of a system that needs so many bytes, about or more.
func (s *Subject) exceeds(system papers.System, about string, bytes int64) error {
	return diag.Errorf(s.Func.Pos, pipeline.CodeTooMuchMemory, "%s needs %s %s of memory for the gradient of %.100s, and may use %s",
		system.Name, about, humanize.IBytes(uint64(bytes)), s.Func.Name, humanize.IBytes(uint64(s.Limit))).In(s.Unit.Source.Name).
		Hintf("the systems of the papers are for small data: take fewer elements or iterations; procad grad is the compiler, and --memory says how much there is")
}
