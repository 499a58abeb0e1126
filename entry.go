package procad

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"

	"procad/internal/data"
	"procad/interp"
	"procad/llvm"
	"procad/llvm/abi"
	"procad/llvm/toolchain"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
)

// An operator is what becomes a function to call of a function of the program: itself, or
// one of its derivatives.
type operator int

const (
	itself operator = iota
	gradient
	pullback
	pushforward
	curvature
	halves // of the pullback: a forward and a reverse pass
	operators
)

// An entry is code for a function, or for a derivative, which is made when it is needed.
type entry struct {
	unit   *unit
	def    *proc.Def
	of     operator
	making chan struct{} // has room for the one who makes it
	made   *made
	mu     sync.RWMutex
}

func newEntry(u *unit, d *proc.Def, of operator) *entry {
	return &entry{unit: u, def: d, of: of, making: make(chan struct{}, 1)}
}

// A pass is a function that calls run: the only one of its entry, or one of the halves.
type pass struct {
	*parameters
	entry   abi.Entry
	def     *proc.Def
	face    *proc.Interface
	out     *form
	parts   []*form  // of the result
	trees   []*trees // of the parts; nil for those without values of recursive types
	names   []string
	address uintptr // of native code
}

// results makes values of Go of the parts of a result.
func (s *pass) results(fr *frame) []any {
	list := make([]any, len(s.parts))
	words := fr.out
	for i, f := range s.parts {
		v := f.get(words)
		if t := s.trees[i]; t != nil {
			if !t.dotted {
				fr.know(result, v)
			}
			v = t.made(v, fr.flat[t.of])
		}
		list[i] = v
		words = words[f.width:]
	}
	return list
}

// A made entry can be called.
type made struct {
	passes []*pass
	native *native     // nil where the interpreter runs it
	idle   chan *frame // for the next calls

	mu   sync.Mutex
	open map[*frame]bool // of traces
}

// take is a frame that no other call uses.
func (m *made) take() *frame {
	select {
	case fr := <-m.idle:
		return fr
	default:
	}
	in, out := 1, 1
	for _, s := range m.passes {
		in, out = max(in, s.width), max(out, s.out.width)
	}
	return &frame{in: make([]uint64, in), out: make([]uint64, out)}
}

// put keeps a frame for another call, if there are not enough.
func (m *made) put(fr *frame) {
	fr.pins.Unpin()
	clear(fr.flat)
	select {
	case m.idle <- fr:
	default:
		if m.native != nil {
			m.native.free(fr)
		}
	}
}

// close frees what is kept for other calls and for traces, and unloads the code.
func (m *made) close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for fr := range m.open {
		fr.pins.Unpin()
		m.native.free(fr)
	}
	m.open = nil
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
	passes, err := e.describe()
	m := &made{passes: passes, idle: make(chan *frame, runtime.GOMAXPROCS(0)), open: map[*frame]bool{}}
	if err != nil || p.noNative != nil {
		return m, err
	}
	compiler := p.compiler
	opts := llvm.Options{File: p.source.Name, Imports: e.unit.Imports, Link: p.link, Strict: compiler.Strict, Without: e.unit.Without, Words: true}
	if err := opts.Tune(ctx, &compiler); err != nil {
		return nil, err
	}
	entries := make([]abi.Entry, len(passes))
	for i, s := range passes {
		s.entry.Memory = p.limit
		entries[i] = s.entry
	}
	ahead := compiler.Ahead(toolchain.Shared)
	defer ahead.Close()
	e.unit.Lock()
	code, err := ahead.Generate(ctx, func(begin func(text []byte)) (*toolchain.Code, error) {
		return llvm.GenerateParts([]llvm.Part{{Lookup: e.unit.Library.Def, Entries: entries}}, opts, begin)
	})
	e.unit.Unlock()
	if err != nil {
		return nil, err
	}
	if m.native, err = load(ctx, &compiler, code, e.unit.Imports, passes); err != nil {
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

// describe says what passes an entry has.
func (e *entry) describe() ([]*pass, error) {
	u := e.unit
	u.Lock()
	defer u.Unlock()
	face := u.Interface(e.def)
	name := u.Given(e.def.Name)
	value := deriv.Activate(face.Result)
	own := len(face.Params)
	if e.of == itself {
		face = pipeline.Running(face)
		return []*pass{newPass(abi.Entry{Func: e.def.Name, Name: name}, e.def, face, newParameters(face, own, nil, value), face, []proc.Param{face.Returns("value")}, value)}, nil
	}
	if e.of == halves {
		return e.describeHalves(face)
	}
	derive := [operators]func(*proc.Def, *proc.Interface) (*pipeline.Combined, error){
		gradient: u.Combine, pullback: u.Pullback, pushforward: u.Pushforward, curvature: u.Curvature,
	}[e.of]
	c, err := derive(e.def, face)
	if err != nil {
		return nil, err
	}
	operator := [operators]string{gradient: "grad", pullback: "vjp", pushforward: "jvp", curvature: "hvp"}[e.of]
	types := proc.Elems(c.Def.Out.Type)
	if len(c.Results) == 1 {
		types = []proc.Type{c.Def.Out.Type}
	}
	if e.of != curvature {
		types = append([]proc.Type{value}, types[1:]...)
	}
	if e.of == pushforward {
		types[1] = deriv.Tangent(value)
	}
	return []*pass{combinedPass(abi.Entry{Name: operator + "(" + name + ")"}, c, own, face, value, types...)}, nil
}

// describeHalves says what the passes of the pullback are.
func (e *entry) describeHalves(face *proc.Interface) ([]*pass, error) {
	forward, reverse, err := e.unit.ForwardReverse(e.def, face)
	if err != nil {
		return nil, err
	}
	name, value := e.unit.Given(e.def.Name), deriv.Activate(face.Result)
	gradient := proc.Elems(reverse.Def.Out.Type)
	if len(reverse.Results) == 1 {
		gradient = []proc.Type{reverse.Def.Out.Type}
	}
	return []*pass{
		combinedPass(abi.Entry{Name: "forward(" + name + ")", Pass: abi.ForwardPass}, forward, len(face.Params), face, value, value),
		combinedPass(abi.Entry{Name: "reverse(" + name + ")", Pass: abi.ReversePass}, reverse, 0, face, value, gradient...),
	}, nil
}

// combinedPass is the pass of a derivative of a function that gives a value of some type;
// itself it gives parts of some types. The interface is that of the function.
func combinedPass(what abi.Entry, c *pipeline.Combined, own int, face *proc.Interface, value proc.Type, types ...proc.Type) *pass {
	what.Func, what.Results = c.Def.Name, c.Results
	s := newPass(what, c.Def, c.Face, newParameters(c.Face, own, c.Tangents, value), face, c.Results, types...)
	s.names = c.Names()
	return s
}

func newPass(what abi.Entry, d *proc.Def, face *proc.Interface, params *parameters, of *proc.Interface, results []proc.Param, types ...proc.Type) *pass {
	what.Face, what.Symbol, what.Trace = face, fmt.Sprintf("entry%d", what.Pass), "entry"
	s := &pass{parameters: params, entry: what, def: d, face: face, out: formOf(proc.NewTuple(types...))}
	for i, t := range types {
		s.parts = append(s.parts, formOf(t))
		_, param, _ := strings.Cut(results[i].Name, "_") // of grad_x and hvp_x
		s.trees = append(s.trees, treesOf(results[i], slices.IndexFunc(of.Params, func(p proc.Param) bool { return p.Name == param })))
	}
	return s
}

// run runs a pass on what the frame has, by native code or by the interpreter, and hands the
// parts of its result on.
func (p *Program) run(e *entry, m *made, s *pass, fr *frame) ([]any, error) {
	if m.native == nil {
		v, err := p.interpret(e, s, fr)
		if err != nil {
			return nil, err
		}
		s.out.put(fr.out, v, fr)
		return s.results(fr), nil
	}
	if err := m.native.call(s.address, fr); err != nil {
		e.unit.Lock()
		defer e.unit.Unlock()
		return nil, e.unit.Located(err)
	}
	return s.results(fr), nil
}

// interpret runs a pass by the interpreter. What a forward pass leaves is in the frame.
func (p *Program) interpret(e *entry, s *pass, fr *frame) (data.Value, error) {
	u := e.unit
	u.Lock()
	defer u.Unlock()
	opts := []interp.Option{interp.Trace(os.Stderr)}
	if p.limit > 0 {
		opts = append(opts, interp.MemoryLimit(p.limit))
	}
	machine := u.Interpreter(opts...)
	args := &data.Args{Interface: s.face, Values: s.values(fr.in)}
	switch s.entry.Pass {
	case abi.ForwardPass:
		zone, arg, err := args.For(s.def)
		if err != nil {
			return data.Value{}, err
		}
		v, err := machine.Call(s.def.Name, zone, arg)
		if err != nil {
			return v, u.Located(err)
		}
		fr.zone, fr.trace = zone, v.Part(1)
		v = v.Part(0)
		v.Type = s.out.typ
		return v, nil
	case abi.ReversePass:
		v, err := machine.Call(s.def.Name, fr.zone, data.Tuple(fr.trace, args.Values[0]))
		if err != nil {
			return v, u.Located(err)
		}
		return v, nil
	}
	v, err := u.Run(machine, s.def, args)
	v.Type = s.out.typ
	return v, err
}

// gradientOf names the parts of a result that are gradients: those called grad_x, say.
func (s *pass) gradientOf(prefix string, from int, parts []any) Gradient {
	g := make(Gradient, len(parts))
	for i, part := range parts {
		g[i] = Part{strings.TrimPrefix(s.names[from+i], prefix), part}
	}
	return g
}
