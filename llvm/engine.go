package llvm

import (
	"context"
	"fmt"
	"io"
	"sync"

	"procad/internal/data"
	"procad/proc"
)

// An Engine calls functions by native code, in executables that are made when
// they are needed. It is safe for concurrent use.
type Engine struct {
	Lookup   Lookup
	Options  Options
	Compiler Compiler
	Context  context.Context // of all runs; may be nil
	Times    int             // how often a call is repeated for Timing
	Memory   int64           // how many bytes a call may use; MemoryLimit if 0
	Trace    io.Writer       // where calls print; nil: nowhere

	mu       sync.Mutex
	programs []*Program
	made     map[proc.Func]made
	last     Result
}

// A made function is an entry of a program, with the number that it has among the entries.
type made struct {
	program *Program
	entry   string
	index   int64
}

// Call runs f: the values of zone stand behind the names of its zone, in
// order. What goes wrong at run time is a *prim.RuntimeError.
func (e *Engine) Call(f proc.Func, zone []data.Value, arg data.Value) (data.Value, error) {
	def, err := e.Lookup(f)
	if err != nil {
		return data.Value{}, err
	}
	if def == nil {
		return data.Value{}, fmt.Errorf("no definition is called %s", f)
	}
	if err := e.Prepare(f); err != nil {
		return data.Value{}, err
	}
	args := append([]data.Value(nil), zone...)
	if def.In.Type != proc.Unit {
		args = append(args, arg)
	}
	e.mu.Lock()
	p := e.made[f]
	e.mu.Unlock()
	r, err := Run(e.context(), p.program.path(), p.entry, args, def.Out.Type, RunOptions{e.Times, e.Memory, e.Options.Profile, e.Options.Imports, e.Trace})
	if err != nil {
		return data.Value{}, err
	}
	e.mu.Lock()
	e.last = *r
	e.mu.Unlock()
	if r.RuntimeError != nil {
		return data.Value{}, r.RuntimeError
	}
	return r.Value, nil
}

// Last is what the last call gave, with its peak of memory and its profile.
func (e *Engine) Last() Result {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.last
}

// Timing is how long the repetitions of the last call took.
func (e *Engine) Timing() Timing {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.last.Time
}

// Prepare makes one executable for functions that will be called; one that is
// not prepared gets an executable of its own.
func (e *Engine) Prepare(fs ...proc.Func) error { return PrepareAll(Calls{e, fs}) }

// Calls are functions that an engine will call.
type Calls struct {
	Engine *Engine
	Funcs  []proc.Func
}

// PrepareAll makes one executable for functions that several engines, each named once, will call. The
// engines differ only in where they look up definitions, what they count, and how they call.
func PrepareAll(calls ...Calls) error {
	var parts []Part
	var owners []*Engine
	symbols := 0
	for _, c := range calls {
		e := c.Engine
		e.mu.Lock()
		defer e.mu.Unlock()
		if e.made == nil {
			e.made = map[proc.Func]made{}
		}
		p := Part{Lookup: e.Lookup, Profile: e.Options.Profile}
		for _, f := range c.Funcs {
			if _, ok := e.made[f]; !ok {
				p.Entries = append(p.Entries, Entry{Func: f, Symbol: fmt.Sprintf("entry%d", symbols)})
				symbols++
			}
		}
		if len(p.Entries) > 0 {
			parts, owners = append(parts, p), append(owners, e)
		}
	}
	if len(parts) == 0 {
		return nil
	}
	program, err := owners[0].compile(parts)
	if err != nil {
		return err
	}
	index := int64(0)
	for i, e := range owners {
		e.programs = append(e.programs, program)
		for _, entry := range parts[i].Entries {
			e.made[entry.Func] = made{program, entry.Symbol, index}
			index++
		}
	}
	return nil
}

// compile makes an executable of parts.
func (e *Engine) compile(parts []Part) (*Program, error) {
	opts := e.Options
	opts.Main = true
	c := e.Compiler
	c.Strict, c.Sanitize, c.Without = opts.Strict, opts.Sanitize, opts.Without
	if !opts.Strict && opts.Vector.Names == nil {
		if err := c.Tune(e.context(), &opts); err != nil {
			return nil, err
		}
	}
	ahead := c.Ahead(Executable)
	defer ahead.Close()
	code, err := ahead.Generate(e.context(), parts, opts)
	if err != nil {
		return nil, err
	}
	return c.Program(e.context(), code)
}

func (e *Engine) context() context.Context {
	if e.Context == nil {
		return context.Background()
	}
	return e.Context
}

// Close forgets the executables, also for engines that share them.
func (e *Engine) Close() {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, p := range e.programs {
		p.Close()
	}
	e.programs, e.made = nil, nil
}
