package compare

import (
	"errors"

	"procad/core"
	"procad/core/eval"
	"procad/internal/coredata"
	"procad/internal/data"
	"procad/papers"
	"procad/papers/bog"
	"procad/papers/chad"
	"procad/papers/cl"
	"procad/papers/delta"
	"procad/papers/linmap"
	"procad/papers/number"
	"procad/papers/tupling"
	"procad/pipeline"
	"procad/proc/deriv"
)

// Systems are all there are, the compiler first.
func Systems(u *pipeline.Unit) []papers.System {
	return append([]papers.System{Rev(u)}, Derivations...)
}

// Derivations are the systems of the papers.
var Derivations = []papers.System{delta.System, linmap.System, tupling.System, cl.System, bog.System, chad.System, chad.Efficient}

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
	if s.Limit > 0 {
		b := number.Within(s.Limit, d)
		defer b.Collecting()()
		d = b
	}
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
	r, err := system.Gradient(s.Program, s.Func, args, seed, d)
	if _, ok := errors.AsType[*number.Exhausted](err); ok {
		return nil, s.exceeds(system, "more than", s.Limit)
	}
	return r, err
}

// Find is the system of that name, or nil.
func Find(systems []papers.System, name string) *papers.System {
	for i, s := range systems {
		if s.Name == name {
			return &systems[i]
		}
	}
	return nil
}

// VJP runs a system in float64 for a seed that is data, of the type of δT: 1 if it is nil.
// It gives the value, and the cotangent of each parameter. The error is about the program.
func (s *Subject) VJP(system papers.System, seed *data.Value) (y data.Value, parts []data.Value, err error) {
	var dt eval.Value
	if seed != nil {
		dt = coredata.Value(core.Tangent(s.Func.Result), *seed)
	}
	if err := s.Afford(system); err != nil {
		return y, nil, err
	}
	r, err := s.Run(system, dt, number.Float())
	if err != nil {
		return y, nil, Located(s.Unit, err)
	}
	y, parts = s.Values(r)
	return y, parts, nil
}

// Values is a result in float64 as data: the value, and the cotangent of each parameter, ()
// where that is discrete.
func (s *Subject) Values(r *papers.Result) (y data.Value, parts []data.Value) {
	face := s.Unit.Interface(s.def)
	all := eval.Tuple{r.Gradient}
	if len(face.Params) > 1 && !discrete(s.Func) {
		all = r.Gradient.(eval.Tuple)
	}
	for i, p := range face.Params {
		x := data.Unit()
		if t := s.Func.Params[i].Type; !core.Discrete(t) {
			x = coredata.Data(deriv.Tangent(deriv.Activate(p.Type)), all[i], word)
		}
		parts = append(parts, x)
	}
	return coredata.Data(face.Result, r.Value, word), parts
}

// discrete says that no parameter has a Real in it: then δS is ().
func discrete(f *core.Def) bool {
	for _, p := range f.Params {
		if !core.Discrete(p.Type) {
			return false
		}
	}
	return true
}
