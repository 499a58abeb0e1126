package engine

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"

	"procad/internal/data"
	"procad/llvm"
	"procad/llvm/abi"
	"procad/llvm/loopir/passes"
	"procad/llvm/toolchain"
	"procad/proc"
)

// An Engine calls functions by native code, in executables that are made when
// they are needed. It is safe for concurrent use.
type Engine struct {
	Lookup   abi.Lookup
	Options  llvm.Options
	Compiler toolchain.Compiler
	Context  context.Context // of all runs; may be nil
	Times    int             // how often a call is repeated for Timing
	Memory   int64           // how many bytes a call may use; MemoryLimit if 0
	Threads  int             // how many threads share the loops of a call; 0: code without shares, which one thread runs
	Trace    io.Writer       // where calls print; nil: nowhere

	idle idle

	mu       sync.Mutex
	programs []*toolchain.Program
	made     map[proc.Func]made
	making   map[proc.Func]*sync.WaitGroup // of functions that clang compiles, until it has ended
	last     Result
}

// A made function is an entry of a program, with the number that it has among the entries.
type made struct {
	program *toolchain.Program
	entry   string
	index   int64
}

// A request is a function with the values of its parameters.
type request struct {
	made   *made // nil if it is not prepared
	args   []data.Value
	result proc.Type
}

func (e *Engine) requestOf(f proc.Func, zone []data.Value, arg data.Value) (*request, error) {
	def, err := e.lookup(f)
	if err != nil {
		return nil, err
	}
	if def == nil {
		return nil, fmt.Errorf("no definition is called %s", f)
	}
	c := &request{args: slices.Clone(zone), result: def.Out.Type}
	if def.In.Type != proc.Unit {
		c.args = append(c.args, arg)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if m, ok := e.made[f]; ok {
		c.made = &m
	}
	return c, nil
}

// Call runs f: the values of zone stand behind the names of its zone, in
// order. What goes wrong at run time is a *prim.RuntimeError.
func (e *Engine) Call(f proc.Func, zone []data.Value, arg data.Value) (data.Value, error) {
	c, err := e.requestOf(f, zone, arg)
	if err == nil && c.made == nil {
		if err = e.Prepare(f); err == nil {
			c, err = e.requestOf(f, zone, arg)
		}
	}
	if err != nil {
		return data.Value{}, err
	}
	r, err := e.run(c)
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

// run makes a call in a process that stays for others, or in one of its own: servers do not print, and sanitizers look for
// leaks when a process ends.
func (e *Engine) run(c *request) (*Result, error) {
	if e.Memory < 0 {
		return nil, fmt.Errorf("a call cannot do with %d bytes of memory", e.Memory)
	}
	if e.Times > 0 || e.Trace != nil || e.Options.Sanitize != "" {
		return Run(e.context(), c.made.program.Path(), c.made.entry, c.args, c.result, RunOptions{e.Times, e.Memory, e.Options.Profile, e.Options.Imports, e.Trace, e.Threads})
	}
	if s := e.idle.take(c.made.program); s != nil {
		r, err := s.run(c)
		if _, gone := errors.AsType[*goneError](err); !gone {
			e.idle.put(s)
			return r, err
		} // something else has killed it since the last call
	}
	s := &Server{engine: e}
	r, err := s.run(c)
	e.idle.put(s)
	return r, err
}

func (e *Engine) memory() int64 {
	if e.Memory == 0 {
		return MemoryLimit
	}
	return e.Memory
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

// PrepareAll makes one executable for functions that several engines will call. The
// engines differ only in where they look up definitions, what they count, and how they call.
//
// No engine is locked while clang runs. Functions that another call compiles are waited for when those
// of this one are done, so that no two calls wait for each other. If they have not come to be, they
// are compiled here, and an error says what is wrong with them.
func PrepareAll(calls ...Calls) error {
	for {
		claimed, others := claimOf(calls)
		if err := claimed.compile(); err != nil {
			return err
		}
		if len(others) == 0 {
			return nil
		}
		for _, done := range others {
			done.Wait()
		}
	}
}

// The claims are functions that one call of PrepareAll compiles: a part for each engine.
type claims struct {
	parts  []llvm.Part
	owners []*Engine
	done   *sync.WaitGroup
}

// claimOf takes the functions that are neither made nor in the making, and says what to wait for.
func claimOf(calls []Calls) (c claims, others []*sync.WaitGroup) {
	c.done = &sync.WaitGroup{}
	c.done.Add(1)
	symbols := 0
	for _, call := range calls {
		e := call.Engine
		p := llvm.Part{Lookup: e.Lookup, Profile: e.Options.Profile, Sizes: e.Options.Sizes}
		e.mu.Lock()
		for _, f := range call.Funcs {
			if _, ok := e.made[f]; ok {
				continue
			}
			if done, ok := e.making[f]; ok {
				if done != c.done {
					others = append(others, done)
				}
				continue
			}
			if e.making == nil {
				e.making = map[proc.Func]*sync.WaitGroup{}
			}
			e.making[f] = c.done
			p.Entries = append(p.Entries, abi.Entry{Func: f, Symbol: fmt.Sprintf("entry%d", symbols)})
			symbols++
		}
		e.mu.Unlock()
		if len(p.Entries) > 0 {
			c.parts, c.owners = append(c.parts, p), append(c.owners, e)
		}
	}
	return c, others
}

// compile makes what is claimed, and gives it to the engines.
func (c *claims) compile() (err error) {
	var program *toolchain.Program
	defer func() {
		index := int64(0)
		for i, e := range c.owners {
			e.gain(program, c.parts[i].Entries, index)
			index += int64(len(c.parts[i].Entries))
		}
		c.done.Done()
	}()
	if len(c.parts) > 0 {
		program, err = c.owners[0].compile(c.parts)
	}
	return err
}

// gain ends the making of functions. They are entries of a program from a number on, if there is one.
func (e *Engine) gain(p *toolchain.Program, entries []abi.Entry, index int64) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, entry := range entries {
		delete(e.making, entry.Func)
	}
	if p == nil {
		return
	}
	e.programs = append(e.programs, p)
	if e.made == nil {
		e.made = map[proc.Func]made{}
	}
	for i, entry := range entries {
		e.made[entry.Func] = made{p, entry.Symbol, index + int64(i)}
	}
}

// compile makes an executable of parts.
func (e *Engine) compile(parts []llvm.Part) (*toolchain.Program, error) {
	opts := e.Options
	opts.Main = true
	if e.Threads > 0 && opts.Threads == passes.NoLoops {
		opts.Threads = passes.CostlyLoops
	}
	c := e.Compiler
	c.Strict, c.Sanitize, c.Without = opts.Strict, opts.Sanitize, opts.Without
	if !opts.Strict && opts.Vector.Names == nil {
		if err := opts.Tune(e.context(), &c); err != nil {
			return nil, err
		}
	}
	ahead := c.Ahead(toolchain.Executable)
	defer ahead.Close()
	code, err := e.generate(ahead, parts, opts)
	if err != nil {
		return nil, err
	}
	return c.Program(e.context(), code)
}

// lookups is held while definitions are looked up: what they come from, which engines may share, derives
// on demand. It is not held while anything waits for clang.
var lookups sync.Mutex

func (e *Engine) lookup(f proc.Func) (*proc.Def, error) {
	lookups.Lock()
	defer lookups.Unlock()
	return e.Lookup(f)
}

func (e *Engine) generate(ahead *toolchain.Ahead, parts []llvm.Part, opts llvm.Options) (*toolchain.Code, error) {
	lookups.Lock()
	defer lookups.Unlock()
	return ahead.Generate(e.context(), func(begin func(text []byte)) (*toolchain.Code, error) {
		return llvm.GenerateParts(parts, opts, begin)
	})
}

func (e *Engine) context() context.Context {
	if e.Context == nil {
		return context.Background()
	}
	return e.Context
}

// Close forgets the executables, also for engines that share them. It waits for those in the making.
func (e *Engine) Close() {
	e.idle.close()
	e.mu.Lock()
	for len(e.making) > 0 {
		for _, done := range e.making {
			e.mu.Unlock()
			done.Wait()
			e.mu.Lock()
			break
		}
	}
	defer e.mu.Unlock()
	for _, p := range e.programs {
		p.Close()
	}
	e.programs, e.made = nil, nil
}
