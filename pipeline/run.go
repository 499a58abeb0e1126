package pipeline

import (
	"errors"
	"slices"
	"strings"

	"procad/derive"
	"procad/internal/data"
	"procad/internal/diag"
	"procad/interp"
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
)

// An Engine runs functions, see interp.Machine.
type Engine interface {
	Call(f proc.Func, zone []data.Value, arg data.Value) (data.Value, error)
}

// Interpreter is an interpreter of the program.
func (u *Unit) Interpreter(opts ...interp.Option) *interp.Machine {
	return interp.New(u.Library.Def, append(opts, interp.Externs(u.Extern))...)
}

// Callable gives the names of the parameters of a function, if a person can
// call it.
func (u *Unit) Callable(d *proc.Def) (*proc.Interface, error) {
	for _, r := range d.Zone {
		if r.Mode != proc.Shared {
			return nil, diag.Errorf(d.Pos, CodeNotCallable, "%.100s adds to %.100s, so it cannot be called with data", u.Given(d.Name), r.Name).
				In(u.Source.Name)
		}
	}
	for _, t := range []proc.Type{d.In.Type, d.Out.Type} {
		if proc.HasStack(t) {
			return nil, diag.Errorf(d.Pos, CodeNotCallable, "%.100s has a Stack in its type, which has no form as data", u.Given(d.Name)).
				In(u.Source.Name)
		}
	}
	return u.Interface(d), nil
}

// Run calls a function that a person calls.
func (u *Unit) Run(e Engine, d *proc.Def, args *data.Args) (data.Value, error) {
	zone, arg, err := args.For(d)
	if err != nil {
		return data.Value{}, err
	}
	v, err := e.Call(d.Name, zone, arg)
	if err != nil {
		return v, u.failed(d, args, err)
	}
	// The result is flat; the leaves of the type that the author wrote are the same.
	v.Type, v.Form = args.Interface.Result, args.Interface.Written.Form
	return v, nil
}

// failed is the error of a call of d with such arguments. Where an argument is the count that is negative, the hint names it.
func (u *Unit) failed(d *proc.Def, args *data.Args, err error) error {
	located := u.locatedIn(d.Name, err)
	failure, ok := errors.AsType[*prim.RuntimeError](err)
	e, inProgram := located.(*diag.Error)
	if !ok || !inProgram || failure.Kind != prim.NegativeCount {
		return located
	}
	for i, p := range args.Interface.Params {
		if name := intOf(p, args.Values[i], failure.A); name != "" {
			return e.Hintf("the argument %.100s is %d; if it can be negative, bound the count: write max(…, 0)", name, failure.A)
		}
	}
	return e
}

// intOf is the name of a parameter, or of a part of it, that is an Int of such a value; "" if there is none.
func intOf(p proc.Param, v data.Value, n int64) string {
	if p.Type == proc.Int && v.Int64() == n {
		return p.Name
	}
	for i, part := range p.Parts {
		if found := intOf(part, v.Part(i), n); found != "" {
			return found
		}
	}
	return ""
}

// Located turns a run-time error into a message about the program. RuntimeErrors
// of procad itself remain as they are.
func (u *Unit) Located(err error) error {
	if err := u.underived(err); err != nil {
		return err
	}
	failure, ok := errors.AsType[*prim.RuntimeError](err)
	if !ok || failure.Kind == prim.Internal {
		return err
	}
	if failure.Kind == prim.Misuse && !u.canMisuse() {
		return &prim.RuntimeError{Kind: prim.Internal, Pos: failure.Pos, Message: failure.Message}
	}
	e := diag.Errorf(failure.Pos, failure.Code(), "%s", failure.Error()).In(u.Source.Name)
	if failure.Kind == prim.NegativeCount {
		e.Hintf("if the count can be negative, bound it: write max(i - 1, 0) for i - 1")
	}
	return e
}

// underived is the message that a function has no derivative, about the text of
// the program, if that is what an error is.
func (u *Unit) underived(err error) error {
	if _, ok := errors.AsType[*derive.IllTyped](err); ok {
		return nil
	}
	if e, ok := errors.AsType[*diag.Error](err); ok {
		return e.In(u.Source.Name)
	}
	return nil
}

// A Part is the gradient in one parameter.
type Part struct {
	Name  string
	Value data.Value
}

// Differentiable says why a function has no gradient in the parameters of wrt,
// if it has none.
func (u *Unit) Differentiable(d *proc.Def, face *proc.Interface, wrt []string) error {
	if d.Out.Type != proc.Real {
		return u.notReal(d, face.Result)
	}
	_, err := u.selected(d, face, wrt)
	return err
}

// Gradient calls vjp$f at seed 1: the value of f, and its gradient in the
// parameters of which anything is Real, in order, or in those of wrt only.
func (u *Unit) Gradient(e Engine, d *proc.Def, args *data.Args, wrt []string) (value data.Value, parts []Part, err error) {
	if err := u.Differentiable(d, args.Interface, wrt); err != nil {
		return value, nil, err
	}
	params, err := u.selected(d, args.Interface, wrt)
	if err != nil {
		return value, nil, err
	}
	value, g, err := u.VJP(e, d, args, data.Real(1))
	if err != nil {
		return value, nil, err
	}
	for _, p := range params {
		part := Part{p.Name, g.Of(p)}
		part.Value.Form = p.Form.Tangent()
		if at, ok := args.Get(p.Name); ok {
			part.Value.At = &at
		}
		parts = append(parts, part)
	}
	return value, parts, nil
}

func (u *Unit) notReal(d *proc.Def, result proc.Type) error {
	return diag.Errorf(d.Pos, CodeNotReal, "the result of %.100s is %s, and only a Real has a gradient", u.Given(d.Name), diag.A(proc.BriefSource(result))).
		In(u.Source.Name).Hintf("call jacrev(f), jacfwd(f) or vjp(f) in a function of your own")
}

// selected are the parameters that a gradient is asked for.
func (u *Unit) selected(d *proc.Def, face *proc.Interface, wrt []string) ([]proc.Param, error) {
	var smooth []proc.Param
	var names []string
	for _, p := range face.Params {
		if !deriv.Discrete(p.Type) {
			smooth = append(smooth, p)
			names = append(names, p.Name)
		}
	}
	if len(wrt) == 0 {
		return smooth, nil
	}
	for _, name := range wrt {
		if !slices.Contains(names, name) {
			return nil, u.noGradient(d, face, name, names)
		}
	}
	return slices.DeleteFunc(smooth, func(p proc.Param) bool { return !slices.Contains(wrt, p.Name) }), nil
}

// noGradient says why a function has no gradient in what is given as a parameter.
func (u *Unit) noGradient(d *proc.Def, face *proc.Interface, name string, smooth []string) error {
	err := diag.Errorf(d.Pos, CodeNoParameter, "%.100s has no parameter \"%.100s\" to differentiate in", u.Given(d.Name), name)
	if slices.ContainsFunc(face.Params, func(p proc.Param) bool { return p.Name == name }) {
		err = diag.Errorf(d.Pos, CodeNoParameter, "%.100s has no gradient in \"%.100s\": nothing in this parameter is Real", u.Given(d.Name), name)
	}
	hint := diag.DidYouMean(name, smooth)
	switch {
	case len(smooth) == 0:
		hint = "nothing is Real in any of its parameters"
	case hint == "":
		hint = "it has a gradient in " + strings.Join(smooth, ", ")
	}
	return err.In(u.Source.Name).Hintf("%s", hint)
}

// A Cotangent is what vjp$f makes of a seed:
//
//	vjp$f : [Θ] (S, δT) → (T, G)     G has δτ for every s : &τ of Θ where δτ ≠ (), then δS if δS ≠ ()
type Cotangent struct {
	Zone map[string]data.Value
	Arg  data.Value // of type δS
	in   proc.Type  // S
}

// VJP calls vjp$f at a seed of type δT.
func (u *Unit) VJP(e Engine, d *proc.Def, args *data.Args, seed data.Value) (data.Value, *Cotangent, error) {
	zone, arg, err := args.For(d)
	if err != nil {
		return data.Value{}, nil, err
	}
	out, err := e.Call(deriv.VJP.Of(d.Name), zone, data.Tuple(arg, seed))
	if err != nil {
		return data.Value{}, nil, u.failed(d, args, err)
	}
	g := &Cotangent{Zone: map[string]data.Value{}, Arg: data.Unit(), in: d.In.Type}
	parts := components(out.Part(1), gradients(d))
	for _, r := range d.Zone {
		if !deriv.Discrete(r.Type) {
			g.Zone[r.Name], parts = parts[0], parts[1:]
		}
	}
	if len(parts) > 0 {
		g.Arg = parts[0]
	}
	return out.Part(0), g, nil
}

// gradients is the number of components of G.
func gradients(d *proc.Def) int {
	n := 0
	for _, r := range d.Zone {
		if !deriv.Discrete(r.Type) {
			n++
		}
	}
	if !deriv.Discrete(d.In.Type) {
		n++
	}
	return n
}

// components takes a tuple of n parts apart; of one part, that is the tuple.
func components(v data.Value, n int) []data.Value {
	if n == 1 {
		return []data.Value{v}
	}
	parts := make([]data.Value, n)
	for i := range parts {
		parts[i] = v.Part(i)
	}
	return parts
}

// Of is the cotangent of a parameter, a value of type δτ where τ is its type.
func (g *Cotangent) Of(p proc.Param) data.Value {
	return gradientOf[data.Value]{unit: data.Unit, tuple: data.Tuple, zone: g.Zone, part: func(i int) data.Value {
		if n := len(proc.Elems(g.in)); i >= 0 && n > 1 {
			return g.Arg.Part(i)
		}
		return g.Arg
	}}.of(p)
}

// A gradientOf puts the components of G together by parameters: as variables of a procedure
// that does so, or as values.
type gradientOf[T any] struct {
	unit  func() T
	tuple func(parts ...T) T
	zone  map[string]T      // for names of Θ
	part  func(index int) T // of δS; of -1 all of it
}

func (g gradientOf[T]) of(p proc.Param) T {
	switch {
	case deriv.Discrete(p.Type):
		return g.unit()
	case len(p.Parts) > 0:
		parts := make([]T, len(p.Parts))
		for i, part := range p.Parts {
			parts[i] = g.of(part)
		}
		return g.tuple(parts...)
	case p.Ref != "":
		return g.zone[p.Ref]
	}
	return g.part(p.Index)
}

// JVP calls fwd$f along a change of each parameter, and returns that of the
// result, a value of type δT.
//
//	fwd$f : [s : &τ, ṡ : &δτ, …] (S, δS) → (T, δT)     without ṡ where δτ = ()
func (u *Unit) JVP(e Engine, d *proc.Def, args *data.Args, dots []data.Value) (data.Value, error) {
	zone, arg, dot, err := Along(d, args, dots)
	if err != nil {
		return data.Value{}, err
	}
	out, err := e.Call(deriv.Fwd.Of(d.Name), zone, data.Tuple(arg, dot))
	if err != nil {
		return data.Value{}, u.failed(d, args, err)
	}
	return out.Part(1), nil
}

// Along is what fwd$f takes: the values of its zone, and S with δS, along a change of each parameter.
func Along(d *proc.Def, args *data.Args, dots []data.Value) (theta []data.Value, arg, dot data.Value, err error) {
	zone, arg, err := args.For(d)
	if err != nil {
		return nil, arg, dot, err
	}
	t := &tangents{zone: map[string]data.Value{}, parts: make([]data.Value, len(proc.Elems(d.In.Type)))}
	for i := range t.parts {
		t.parts[i] = data.Unit()
	}
	for i, p := range args.Interface.Params {
		t.place(p, dots[i])
	}
	for i, r := range d.Zone {
		theta = append(theta, zone[i])
		if !deriv.Discrete(r.Type) {
			theta = append(theta, t.zone[r.Name])
		}
	}
	dot = data.Unit()
	if !deriv.Discrete(d.In.Type) {
		dot = data.Tuple(t.parts...)
		if t.whole.Type != nil {
			dot = t.whole
		}
	}
	return theta, arg, dot, nil
}

// tangents sorts tangents of parameters by where they are passed.
type tangents struct {
	zone  map[string]data.Value
	parts []data.Value
	whole data.Value
}

func (t *tangents) place(p proc.Param, v data.Value) {
	switch {
	case deriv.Discrete(p.Type):
	case len(p.Parts) > 0:
		for i, part := range p.Parts {
			t.place(part, v.Part(i))
		}
	case p.Ref != "":
		t.zone[p.Ref] = v
	case p.Index < 0:
		t.whole = v
	default:
		t.parts[p.Index] = v
	}
}
