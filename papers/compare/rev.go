package compare

import (
	"errors"
	"math"

	"procad/core"
	"procad/core/eval"
	"procad/internal/coredata"
	"procad/internal/data"
	"procad/internal/mod61"
	"procad/interp"
	"procad/papers"
	"procad/papers/number"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
)

// RevName is what the compiler's reverse derivative is called.
const RevName = "rev"

// Rev is the compiler as a system: vjp$f of the procedures of a unit, run by the
// interpreter. Operations and Bytes are not counted: -1; Steps are statements, and words of arrays written.
func Rev(u *pipeline.Unit) papers.System {
	s := papers.System{Name: RevName, Paper: 1, About: "the compiler: single-use procedures"}
	s.Gradient = func(_ *core.Program, f *core.Def, args []eval.Value, seed eval.Value, d number.Domain) (*papers.Result, error) {
		if seed == nil {
			one, err := papers.One(RevName, f, d)
			if err != nil {
				return nil, err
			}
			seed = one
		}
		return rev(u, f, args, seed, d)
	}
	return s
}

func rev(u *pipeline.Unit, f *core.Def, args []eval.Value, seed eval.Value, d number.Domain) (*papers.Result, error) {
	def, given, err := arguments(u, f, args)
	if err != nil {
		return nil, err
	}
	face := given.Interface
	opts, real := arithmetic(d)
	cot := coredata.Data(deriv.Tangent(face.Result), seed, word)
	m := interp.New(u.Library.Def, opts...)
	y, g, err := u.VJP(m, def, given, cot)
	if err != nil {
		return nil, refused(err, d)
	}
	y.Type = face.Result
	all := make(eval.Tuple, len(args))
	discrete := true
	for i, p := range face.Params {
		t := core.Tangent(f.Params[i].Type)
		all[i] = coredata.ValueOf(t, g.Of(p), real)
		discrete = discrete && t == core.Unit
	}
	r := &papers.Result{Value: coredata.ValueOf(f.Result, y, real), Gradient: all, Operations: -1, Steps: m.Ops, Bytes: -1}
	switch {
	case discrete:
		r.Gradient = eval.Tuple{}
	case len(all) == 1:
		r.Gradient = all[0]
	}
	return r, nil
}

// value is f(args), by the interpreter.
func value(u *pipeline.Unit, f *core.Def, args []eval.Value, d number.Domain) (eval.Value, error) {
	def, given, err := arguments(u, f, args)
	if err != nil {
		return nil, err
	}
	opts, real := arithmetic(d)
	y, err := u.Run(interp.New(u.Library.Def, opts...), def, given)
	if err != nil {
		return nil, refused(err, d)
	}
	return coredata.ValueOf(f.Result, y, real), nil
}

// arguments are the procedure that f is, and data for it.
func arguments(u *pipeline.Unit, f *core.Def, args []eval.Value) (*proc.Def, *data.Args, error) {
	def, err := u.Entry(f.Name)
	if err != nil {
		return nil, nil, err
	}
	face, err := u.Callable(def)
	if err != nil {
		return nil, nil, err
	}
	given := &data.Args{Interface: face}
	for i, x := range args {
		given.Values = append(given.Values, coredata.Data(face.Params[i].Type, x, word))
	}
	return def, given, nil
}

// arithmetic is that of a domain: options of the interpreter, and what the word of a Real stands for.
func arithmetic(d number.Domain) (opts []interp.Option, real func(word uint64) eval.Value) {
	if b, ok := d.(*number.Bounded); ok {
		opts, real = arithmetic(b.Domain)
		return append(opts, interp.MemoryLimit(b.Limit)), real
	}
	if _, ok := d.(*number.Mod); ok {
		return []interp.Option{interp.Mod61()}, func(word uint64) eval.Value { return number.Residue(word) }
	}
	return nil, func(word uint64) eval.Value { return math.Float64frombits(word) }
}

// word is the word of a Real in data.
func word(v eval.Value) uint64 {
	if r, ok := v.(number.Residue); ok {
		return uint64(r)
	}
	return math.Float64bits(v.(float64))
}

// refused is the error of a system for what the interpreter has no residue of. Its place may
// be in a rule of the compiler.
func refused(err error, d number.Domain) error {
	if e, ok := errors.AsType[*interp.ModError](err); ok && (errors.Is(e, mod61.ErrInexact) || errors.Is(e, mod61.ErrDivide)) {
		return &number.Refused{Domain: d.Name(), What: e.Func.String(), Err: e.Err}
	}
	return err
}
