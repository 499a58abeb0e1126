package llvm

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"procad/data"
	"procad/proc"
)

// An Engine calls functions by native code, each in an executable of its own
// that is made at the first call. It is safe for concurrent use.
type Engine struct {
	Lookup   Lookup
	Options  Options
	Compiler Compiler
	Context  context.Context // of all runs; may be nil
	Times    int             // how often a call is repeated for Timing

	mu     sync.Mutex
	dir    string
	made   map[proc.Func]string
	timing Timing
}

// Call runs f: the values of zone stand behind the names of its zone, in
// order. What goes wrong at run time is a *prim.Fault.
func (e *Engine) Call(f proc.Func, zone []data.Value, arg data.Value) (data.Value, error) {
	def, err := e.Lookup(f)
	if err != nil {
		return data.Value{}, err
	}
	if def == nil {
		return data.Value{}, fmt.Errorf("no definition is called %s", f)
	}
	exe, err := e.Prepare(f)
	if err != nil {
		return data.Value{}, err
	}
	args := append([]data.Value(nil), zone...)
	if def.In.Type != proc.Unit {
		args = append(args, arg)
	}
	r, err := Run(e.context(), exe, args, def.Out.Type, e.Times)
	if err != nil {
		return data.Value{}, err
	}
	if r.Fault != nil {
		return data.Value{}, r.Fault
	}
	e.mu.Lock()
	e.timing = r.Time
	e.mu.Unlock()
	return r.Value, nil
}

// Timing is how long the repetitions of the last call took.
func (e *Engine) Timing() Timing {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.timing
}

// Prepare makes the executable of f, unless it is there, and returns its path.
func (e *Engine) Prepare(f proc.Func) (string, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if exe, ok := e.made[f]; ok {
		return exe, nil
	}
	if e.dir == "" {
		dir, err := os.MkdirTemp("", "procad-")
		if err != nil {
			return "", err
		}
		e.dir, e.made = dir, map[proc.Func]string{}
	}
	opts := e.Options
	opts.Main = true
	var module bytes.Buffer
	if err := Emit(&module, e.Lookup, []Entry{{Func: f, Symbol: "entry"}}, opts); err != nil {
		return "", err
	}
	exe := filepath.Join(e.dir, fmt.Sprintf("run%d", len(e.made)))
	c := e.Compiler
	c.Strict, c.Sanitize = opts.Strict, opts.Sanitize
	if err := c.Compile(e.context(), module.Bytes(), exe, Executable); err != nil {
		return "", err
	}
	e.made[f] = exe
	return exe, nil
}

func (e *Engine) context() context.Context {
	if e.Context == nil {
		return context.Background()
	}
	return e.Context
}

// Close removes the executables.
func (e *Engine) Close() {
	e.mu.Lock()
	defer e.mu.Unlock()
	os.RemoveAll(e.dir)
	e.dir, e.made = "", nil
}
