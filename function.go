package procad

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"procad/data"
	"procad/diag"
	"procad/interp"
	"procad/llvm"
	"procad/pipeline"
	"procad/proc"
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
	p      *Program
	def    *proc.Def
	face   *proc.Interface
	params []Param
	forms  []*form
	width  int
	dims   []dimension
	same   []int // the first dimension that has the same size

	value, gradient *entry
}

// An entry is code for a function, or for its gradient, which is made when it is needed.
type entry struct {
	unit     *unit
	def      *proc.Def
	gradient bool
	making   chan struct{} // has room for the one who makes it
	made     *made
	mu       sync.RWMutex
}

// A made entry can be called.
type made struct {
	native *native // nil where the interpreter runs it
	out    *form
	names  []string    // of the parts of out, of a gradient
	idle   chan *frame // for the next calls
}

func newMade(out proc.Type) *made {
	return &made{out: formOf(out), idle: make(chan *frame, runtime.GOMAXPROCS(0))}
}

// take is a frame that no other call uses.
func (m *made) take(in int) *frame {
	select {
	case fr := <-m.idle:
		return fr
	default:
		return &frame{in: make([]uint64, max(1, in)), out: make([]uint64, max(1, m.out.width))}
	}
}

// put keeps a frame for another call, if there are not enough.
func (m *made) put(fr *frame) {
	fr.pins.Unpin()
	select {
	case m.idle <- fr:
	default:
		if m.native != nil {
			m.native.free(fr)
		}
	}
}

// close frees what is kept for other calls, and unloads the code.
func (m *made) close() {
	for {
		select {
		case fr := <-m.idle:
			m.native.free(fr)
		default:
			m.native.close()
			return
		}
	}
}

func newEntry(u *unit, d *proc.Def, gradient bool) *entry {
	return &entry{unit: u, def: d, gradient: gradient, making: make(chan struct{}, 1)}
}

func newFunction(p *Program, d *proc.Def, face *proc.Interface) *Function {
	f := &Function{p: p, def: d, face: face, value: newEntry(p.unit, d, false), gradient: newEntry(p.unit, d, true)}
	for i, param := range face.Params {
		form := formOf(param.Type)
		shown := Param{Name: param.Name, Type: param.Written(), Go: form.goType(), Real: !proc.Discrete(param.Type)}
		for k := range form.rank {
			size := "_"
			if k < len(param.Sizes) && param.Sizes[k] != "" {
				size = param.Sizes[k]
			}
			shown.Sizes = append(shown.Sizes, size)
		}
		f.params = append(f.params, shown)
		f.forms = append(f.forms, form)
		f.dims = dimensions(param, form, i, f.width, f.dims)
		f.width += form.width
	}
	f.nameSizes()
	return f
}

// nameSizes finds what dimensions are the same. A parameter that is an Int and has the
// name of a size is one of them.
func (f *Function) nameSizes() {
	at := 0
	for i, form := range f.forms {
		name := f.params[i].Name
		if form.typ == proc.Int && slices.ContainsFunc(f.dims, func(d dimension) bool { return d.size == name }) {
			f.dims = append(f.dims, dimension{i, -1, at, name})
		}
		at += form.width
	}
	for i, d := range f.dims {
		first := i
		if d.size != "" {
			first = slices.IndexFunc(f.dims, func(o dimension) bool { return o.size == d.size })
		}
		f.same = append(f.same, first)
	}
}

// Name is the name of the function in the source.
func (f *Function) Name() string { return f.def.Name.Given() }

// Params are the parameters, in order.
func (f *Function) Params() []Param { return slices.Clone(f.params) }

// Result is the type of the result, as it is written.
func (f *Function) Result() string { return proc.BriefSource(f.face.Result) }

// Wrt is the function with a gradient in some parameters only: the others are constants,
// and cost nothing.
func (f *Function) Wrt(params ...string) (*Function, error) {
	u, err := f.p.load()
	if err != nil {
		return nil, err
	}
	d, err := u.Entry(f.Name())
	if err != nil {
		return nil, err
	}
	if d, err = u.Unit.Wrt(d, params); err != nil {
		return nil, err
	}
	g := *f
	g.gradient = newEntry(u, d, true)
	return &g, nil
}

// Prepare makes the native code of Value, and if the result is Real of Gradient, that a
// later call would make.
func (f *Function) Prepare(ctx context.Context) error {
	if _, err := f.p.get(ctx, f.value); err != nil {
		return err
	}
	if f.face.Result != proc.Real {
		return nil
	}
	_, err := f.p.get(ctx, f.gradient)
	return err
}

// Value calls the function.
func (f *Function) Value(ctx context.Context, args ...any) (any, error) {
	m, err := f.p.get(ctx, f.value)
	if err != nil {
		return nil, err
	}
	var value any
	err = f.call(ctx, f.value, m, args, func(out []uint64) { value = m.out.get(out) })
	return value, err
}

// Gradient calls a function whose result is Real, and gives its value and gradient.
func (f *Function) Gradient(ctx context.Context, args ...any) (value float64, gradient Gradient, err error) {
	m, err := f.p.get(ctx, f.gradient)
	if err != nil {
		return 0, nil, err
	}
	err = f.call(ctx, f.gradient, m, args, func(out []uint64) {
		if len(m.names) == 0 {
			value = m.out.get(out).(float64)
			return
		}
		value = m.out.parts[0].get(out).(float64)
		gradient = make(Gradient, len(m.names))
		at := m.out.parts[0].width
		for i, name := range m.names {
			part := m.out.parts[i+1]
			gradient[i] = Part{name, part.get(out[at:])}
			at += part.width
		}
	})
	return value, gradient, err
}

// call calls an entry, and hands the words of its result to use.
func (f *Function) call(ctx context.Context, e *entry, m *made, args []any, use func(out []uint64)) error {
	f.p.running.RLock()
	defer f.p.running.RUnlock()
	if f.p.closed {
		return ErrClosed
	}
	fr := m.take(f.width)
	defer m.put(fr)
	if err := f.arguments(fr, args); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if m.native == nil {
		return f.interpret(e, m, fr, use)
	}
	if err := m.native.call(fr); err != nil {
		e.unit.Lock()
		defer e.unit.Unlock()
		return e.unit.Located(err)
	}
	use(fr.out)
	return nil
}

// arguments writes the words of arguments.
func (f *Function) arguments(fr *frame, args []any) error {
	if len(args) != len(f.forms) {
		return diag.Errorf(diag.Pos{}, data.CodeMissing, "%.100s takes %d arguments, and not %d", f.Name(), len(f.forms), len(args)).
			Hintf("its parameters are %s", f.signature())
	}
	at := 0
	for i, form := range f.forms {
		if m := form.set(fr.in[at:at+form.width], args[i], fr); m != nil {
			return m.of(f.params[i])
		}
		at += form.width
	}
	return f.checkSizes(fr.in)
}

// signature lists the parameters with their types.
func (f *Function) signature() string {
	text := ""
	for i, p := range f.params {
		text += []string{"", ", "}[min(i, 1)] + p.Name + ": " + p.Type
	}
	return text
}

// interpret calls an entry by the interpreter.
func (f *Function) interpret(e *entry, m *made, fr *frame, use func(out []uint64)) error {
	args := &data.Args{Interface: f.face}
	at := 0
	for _, form := range f.forms {
		args.Values = append(args.Values, form.value(fr.in[at:]))
		at += form.width
	}
	u := e.unit
	u.Lock()
	defer u.Unlock()
	opts := []interp.Option(nil)
	if f.p.limit > 0 {
		opts = append(opts, interp.MemoryLimit(f.p.limit))
	}
	machine := interp.New(u.Library.Def, opts...)
	if !e.gradient {
		v, err := u.Run(machine, e.def, args)
		if err != nil {
			return err
		}
		m.out.put(fr.out, v, fr)
		use(fr.out)
		return nil
	}
	args.Interface = u.Interface(e.def)
	v, parts, err := u.Unit.Gradient(machine, e.def, args, nil)
	if err != nil {
		return err
	}
	values := []data.Value{v}
	for _, p := range parts {
		values = append(values, p.Value)
	}
	m.out.put(fr.out, data.Tuple(values...), fr)
	use(fr.out)
	return nil
}

// get makes the code of an entry, if nobody has. Whoever waits for it goes when their
// context ends.
func (p *Program) get(ctx context.Context, e *entry) (*made, error) {
	e.mu.RLock()
	m := e.made
	e.mu.RUnlock()
	if m != nil {
		return m, nil
	}
	select {
	case e.making <- struct{}{}:
		defer func() { <-e.making }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if e.made != nil { // only who holds making writes it
		return e.made, nil
	}
	m, err := p.make(ctx, e)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	e.mu.Lock()
	e.made = m
	e.mu.Unlock()
	return m, nil
}

// make makes the code of an entry.
func (p *Program) make(ctx context.Context, e *entry) (*made, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	m, what, lookup, err := e.describe()
	if err != nil || p.noNative != nil {
		return m, err
	}
	what.Memory = p.limit
	compiler := p.compiler
	opts := llvm.Options{File: p.source.Name, Strict: compiler.Strict, Without: e.unit.Without, Words: true}
	if err := compiler.Tune(ctx, &opts); err != nil {
		return nil, err
	}
	e.unit.Lock()
	code, err := llvm.Generate(lookup, []llvm.Entry{what}, opts)
	e.unit.Unlock()
	if err != nil {
		return nil, err
	}
	if m.native, err = load(ctx, &compiler, code); err != nil {
		return nil, err
	}
	p.loading.Lock()
	defer p.loading.Unlock()
	if p.closed {
		m.close()
		return nil, ErrClosed
	}
	p.made = append(p.made, m)
	return m, nil
}

// symbol is the name of the only entry of a library.
const symbol = "entry"

// describe says what the code of an entry is, and what it gives.
func (e *entry) describe() (*made, llvm.Entry, llvm.Lookup, error) {
	u := e.unit
	u.Lock()
	defer u.Unlock()
	face := u.Interface(e.def)
	name := e.def.Name.Given()
	if !e.gradient {
		return newMade(proc.Free(face.Result)),
			llvm.Entry{Func: e.def.Name, Name: name, Symbol: symbol, Face: pipeline.Running(face)}, u.Library.Def, nil
	}
	if err := u.decided(); err != nil {
		return nil, llvm.Entry{}, nil, err
	}
	g, err := u.Combine(e.def, face)
	if err != nil {
		return nil, llvm.Entry{}, nil, err
	}
	m := newMade(g.Def.Out.Type)
	for _, p := range face.Params {
		if !proc.Discrete(p.Type) {
			m.names = append(m.names, p.Name)
		}
	}
	if len(g.Names) != 1+len(m.names) {
		return nil, llvm.Entry{}, nil, fmt.Errorf("the gradient of %s has %d parts", name, len(g.Names))
	}
	return m, llvm.Entry{Func: g.Def.Name, Name: "grad(" + name + ")", Symbol: symbol, Face: g.Face, Results: g.Names}, u.Library.Def, nil
}
