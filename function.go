package procad

import (
	"context"
	"slices"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/proc"
	"procad/proc/deriv"
)

// A Param is a parameter of a function.
type Param struct {
	Name  string
	Type  string   // as it is written: Real[n, d]
	Sizes []string // of an array, what is written for each dimension: a name, a number or _
	Go    string   // the type of Go that results of this type have
	Real  bool     // anything in it is Real, so that there is a gradient
}

// A Function is a function of a program.
type Function struct {
	p       *Program
	def     *proc.Def
	result  proc.Type
	made    *trees // nil if there are no values of recursive types in the result
	params  []Param
	entries [operators]*entry
}

func newFunction(p *Program, d *proc.Def, face *proc.Interface) *Function {
	f := &Function{p: p, def: d, result: face.Result, made: treesOf(face.Returns("value"), result)}
	f.setEntries(p.unit, d, itself)
	for _, param := range face.Params {
		form := formOf(param.Type)
		shown := Param{Name: param.Name, Type: param.Written(), Go: form.goType(), Real: !deriv.Discrete(param.Type)}
		if t := treesOf(param, 0); t != nil {
			shown.Type, shown.Go = t.written()
		}
		for k := range form.rank {
			size := "_"
			if k < len(param.Sizes) && param.Sizes[k] != "" {
				size = param.Sizes[k]
			}
			shown.Sizes = append(shown.Sizes, size)
		}
		f.params = append(f.params, shown)
	}
	return f
}

// setEntries lets code be made from a definition, from an operator on.
func (f *Function) setEntries(u *unit, d *proc.Def, from operator) {
	for of := from; of < operators; of++ {
		f.entries[of] = newEntry(u, d, of)
	}
}

// Name is the name of the function in the source.
func (f *Function) Name() string { return f.def.Name.Given() }

// Params are the parameters, in order.
func (f *Function) Params() []Param { return slices.Clone(f.params) }

// Result is the type of the result, as it is written.
func (f *Function) Result() string {
	if f.made != nil {
		text, _ := f.made.written()
		return text
	}
	return proc.BriefSource(f.result)
}

// Wrt is the function with derivatives in some parameters only: the others are constants,
// which cost nothing and have no tangents.
func (f *Function) Wrt(params ...string) (*Function, error) {
	u, err := f.p.load()
	if err != nil {
		return nil, err
	}
	d, err := u.Definition(f.def.Name)
	if err != nil {
		return nil, err
	}
	if d, err = u.Unit.Wrt(d, params); err != nil {
		return nil, err
	}
	g := *f
	g.setEntries(u, d, gradient)
	return &g, nil
}

// Prepare makes the native code of Value, and if the result is Real of Gradient, that a
// later call would make.
func (f *Function) Prepare(ctx context.Context) error {
	if _, err := f.p.get(ctx, f.entries[itself]); err != nil {
		return err
	}
	if f.result != proc.Real {
		return nil
	}
	_, err := f.p.get(ctx, f.entries[gradient])
	return err
}

// Value calls the function.
func (f *Function) Value(ctx context.Context, args ...any) (any, error) {
	_, out, err := f.call(ctx, itself, args, nil)
	if err != nil {
		return nil, err
	}
	return out[0], nil
}

// Gradient calls a function whose result is Real, and gives its value and gradient.
func (f *Function) Gradient(ctx context.Context, args ...any) (value float64, grad Gradient, err error) {
	s, out, err := f.call(ctx, gradient, args, nil)
	if err != nil {
		return 0, nil, err
	}
	return out[0].(float64), s.gradientOf("grad_", 1, out[1:]), nil
}

// VJP calls the function, and gives its value, and the gradient of ⟨seed, f⟩ at a seed of
// type δT where T is the type of the result: for a float64 a float64, for a []float64 one of
// the same length. A seed of 1 for a Real gives Gradient.
func (f *Function) VJP(ctx context.Context, seed any, args ...any) (value any, grad Gradient, err error) {
	if f.made != nil { // a seed has the nodes of the value, which are known then
		value, trace, err := f.Forward(ctx, args...)
		if err != nil {
			return nil, nil, err
		}
		grad, err = trace.Reverse(ctx, seed)
		return value, grad, err
	}
	s, out, err := f.call(ctx, pullback, args, []any{seed})
	if err != nil {
		return nil, nil, err
	}
	return out[0], s.gradientOf("grad_", 1, out[1:]), nil
}

// JVP calls the function, and gives its value, and its derivative along tangents: one for
// each parameter in which anything is Real, in their order, or each of Wrt. The tangent of
// an argument of type T has type δT, as gradients have, and its shape.
func (f *Function) JVP(ctx context.Context, tangents []any, args ...any) (value, tangent any, err error) {
	_, out, err := f.call(ctx, pushforward, args, tangents)
	if err != nil {
		return nil, nil, err
	}
	return out[0], out[1], nil
}

// HVP calls a function whose result is Real, and gives its gradient, and the product of its
// Hessian with tangents, which are as those of JVP.
func (f *Function) HVP(ctx context.Context, tangents []any, args ...any) (grad, product Gradient, err error) {
	s, out, err := f.call(ctx, curvature, args, tangents)
	if err != nil {
		return nil, nil, err
	}
	n := len(out) / 2
	return s.gradientOf("grad_", 0, out[:n]), s.gradientOf("hvp_", n, out[n:]), nil
}

// call calls an entry with arguments, and then a seed or tangents.
func (f *Function) call(ctx context.Context, of operator, args, more []any) (*pass, []any, error) {
	e := f.entries[of]
	m, err := f.p.get(ctx, e)
	if err != nil {
		return nil, nil, err
	}
	f.p.running.RLock()
	defer f.p.running.RUnlock()
	if f.p.closed {
		return nil, nil, ErrClosed
	}
	fr := m.take()
	defer m.put(fr)
	s := m.passes[0]
	if err := f.set(s, fr, args, more); err != nil {
		return nil, nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	out, err := f.p.run(e, m, s, fr)
	return s, out, err
}

// set writes what a call is given to its frame.
func (f *Function) set(s *pass, fr *frame, args, more []any) error {
	if n := len(f.params); len(args) != n {
		return diag.Errorf(diag.Pos{}, data.CodeMissing, "%.100s takes %d arguments, and not %d", f.Name(), n, len(args)).
			Hintf("its parameters are %s", f.signature())
	}
	if n := len(s.forms) - len(args); len(more) != n {
		return diag.Errorf(diag.Pos{}, data.CodeMissing, "%.100s takes %d tangents, and not %d", f.Name(), n, len(more)).
			Hintf("there is one for each parameter in which anything is Real: %s", f.signature())
	}
	if len(more) > 0 {
		args = slices.Concat(args, more)
	}
	return s.set(fr, args)
}

// signature lists the parameters with their types.
func (f *Function) signature() string {
	text := ""
	for i, p := range f.params {
		text += []string{"", ", "}[min(i, 1)] + p.Name + ": " + p.Type
	}
	return text
}
