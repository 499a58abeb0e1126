package interp

import (
	"errors"
	"fmt"
	"io"
	"math"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/profile"
	"procad/prim"
	"procad/proc"
)

// A Lookup returns the definition of a function, derived ones too, or nil if
// it has none because it is a primitive, a loop or of a family.
type Lookup func(proc.Func) (*proc.Def, error)

// A Machine runs functions. It is not safe for concurrent use.
type Machine struct {
	// Ops is the cost of what has run: a statement costs 1; a Dup, zeros, copy
	// or whole-array Add of arrays and stacks costs as many more as it writes words.
	Ops int64
	// PeakWords is how many words of linear arrays and stacks lived at once, at most.
	PeakWords int64
	// Profile is what was counted in the last Call, nil without that option.
	Profile *profile.Counts

	lookup Lookup
	mod61  bool
	limit  int   // live words allowed
	work   int64 // statements and calls that may still run
	live   int   // words of linear arrays and stacks
	funcs  map[proc.Func]*function

	words   arena[uint64]
	objects arena[data.Object]
	refs    arena[ref]
	frames  []*frame
	depth   int

	watcher Watcher // nil if nobody watches
	most    int64   // operations that a watched run may take

	shown func(proc.Func) bool // see Calls
	show  func(proc.Func, []data.Value, data.Value) error
	trace io.Writer // where programs print; nil: nowhere

	extern Extern // calls functions of C; nil if nothing does

	wanted   *profile.Wanted // nil once it is checked
	meter    *profile.Meter  // nil if nothing is counted
	counters []int64
}

// A function is compiled when it is first called.
type function struct {
	name proc.Func
	code *code
}

// An Option changes how a Machine runs.
type Option func(*Machine)

// MemoryLimit sets how many bytes of arrays, stacks and frames may live at once.
func MemoryLimit(bytes int64) Option { return func(m *Machine) { m.limit = int(bytes / 8) } }

// WorkLimit sets how many statements and calls may run, in all calls of the
// machine; the next one ends with ErrOps. A body without statements counts too.
func WorkLimit(n int64) Option { return func(m *Machine) { m.work = n } }

// Mod61 makes Reals integers modulo 2^61-1, so that programs of + - * / have
// exact values. See Residue.
func Mod61() Option { return func(m *Machine) { m.mod61 = true } }

// Trace is where programs print.
func Trace(w io.Writer) Option { return func(m *Machine) { m.trace = w } }

// New returns a machine that finds definitions by lookup.
func New(lookup Lookup, opts ...Option) *Machine {
	m := &Machine{lookup: lookup, limit: DefaultMemoryLimit / 8, work: math.MaxInt64, funcs: map[proc.Func]*function{}}
	for _, o := range opts {
		o(m)
	}
	return m
}

// InProgram looks definitions up in a program.
func InProgram(p *proc.Program) Lookup {
	return func(f proc.Func) (*proc.Def, error) { return p.Lookup(f), nil }
}

// Call runs f. The values of zone stand behind the names of its zone, in
// order: shared ones are only read, accumulators are added to where they are.
// arg is copied first, so that it is as before when Call returns.
//
// What goes wrong at run time is a *prim.RuntimeError; in Mod61 arithmetic it may
// also be a *ModError.
func (m *Machine) Call(f proc.Func, zone []data.Value, arg data.Value) (result data.Value, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &prim.RuntimeError{Kind: prim.Internal, Message: fmt.Sprintf("the interpreter broke in %s: %v", f, r)}
		}
		m.endProfile()
		m.reset()
	}()
	if err := m.beginProfile(); err != nil {
		return result, err
	}
	c, err := m.link(m.function(f))
	if err != nil {
		return result, err
	}
	if err := c.accepts(f, zone, arg); err != nil {
		return result, err
	}
	fr, err := m.enter(c)
	if err != nil {
		return result, err
	}
	copy(fr.w, arg.Words)
	ops := m.Ops
	if err := m.cloneValue(c.in, fr.w, arg.Objects, fr.o); err != nil {
		return result, err
	}
	m.Ops = ops
	m.countItems(c.in, fr.w, fr.o, 1)
	for i, v := range zone {
		if len(v.Objects) > 0 {
			fr.r[i] = arrayRef(v.Array())
		} else {
			fr.r[i] = ref{cells: v.Words}
		}
	}
	if err := m.exec(c, fr); err != nil {
		return result, err
	}
	result = data.Value{Type: c.sig.Out, Words: make([]uint64, c.out.Words), Objects: make([]data.Object, c.out.Objects)}
	copyWords(result.Words, fr.w, c.retW)
	moveObjects(result.Objects, fr.o, c.retO)
	zeroUnused(c.out, result.Words, result.Objects)
	return result, m.balance(c, result)
}

// balance says whether what lives at the end of a call is its result: linear
// arrays and stacks are neither lost nor freed twice.
func (m *Machine) balance(c *code, result data.Value) error {
	size := 0
	eachObject(c.out, result.Words, result.Objects, func(o *data.Object) { size += (*o).Size() })
	if size != m.live {
		return &prim.RuntimeError{Kind: prim.Internal, Message: fmt.Sprintf("%d words live at the end, but the result has %d", m.live, size)}
	}
	return nil
}

// accepts says whether the values fit the function.
func (c *code) accepts(f proc.Func, zone []data.Value, arg data.Value) error {
	misfit := func(format string, args ...any) error {
		return &prim.RuntimeError{Kind: prim.Internal, Message: fmt.Sprintf("%s is called with ", f) + fmt.Sprintf(format, args...)}
	}
	if arg.Type != c.sig.In {
		return misfit("an argument of type %v, not %s", arg.Type, c.sig.In)
	}
	if len(zone) != len(c.sig.Zone) {
		return misfit("%d zone values, not %d", len(zone), len(c.sig.Zone))
	}
	if err := arg.Check(); err != nil {
		return misfit("%v", err)
	}
	for i, v := range zone {
		if r := c.sig.Zone[i]; v.Type != r.Type {
			return misfit("%s for %s, not %s", diag.A(proc.Brief(v.Type)), r.Name, diag.A(proc.Brief(r.Type)))
		}
		if err := v.Check(); err != nil {
			return misfit("%v", err)
		}
	}
	return nil
}

// reset forgets the frames that an error left behind, and what lives.
func (m *Machine) reset() {
	for m.depth > 0 {
		m.leave(m.frames[m.depth-1])
	}
	m.live = 0
}

// enter makes the frame of a call.
func (m *Machine) enter(c *code) (*frame, error) {
	if m.depth == maxDepth {
		return nil, &prim.RuntimeError{Kind: prim.Internal, Message: fmt.Sprintf("calls nest deeper than %d", maxDepth)}
	}
	if m.depth == len(m.frames) {
		m.frames = append(m.frames, new(frame))
	}
	f := m.frames[m.depth]
	if need := c.words + 2*c.objects; need > m.limit {
		return nil, &prim.RuntimeError{Kind: prim.OutOfMemory, A: int64(need) * 8, B: int64(m.live) * 8}
	}
	m.depth++
	f.running = c
	f.atW, f.atO, f.atR = m.words.at, m.objects.at, m.refs.at
	var addedW, addedO, addedR int
	f.w, addedW = m.words.take(c.words)
	f.o, addedO = m.objects.take(c.objects)
	f.r, addedR = m.refs.take(c.refs)
	// Frames are kept for the next call, so they count as used for good.
	if added := addedW + 2*addedO + 8*addedR; added > 0 {
		if added > m.limit-m.live {
			return nil, &prim.RuntimeError{Kind: prim.OutOfMemory, A: int64(added) * 8, B: int64(m.live) * 8}
		}
		m.limit -= added
	}
	return f, nil
}

// leave gives a frame back.
func (m *Machine) leave(f *frame) {
	clear(f.o)
	clear(f.r)
	m.words.at, m.objects.at, m.refs.at = f.atW, f.atO, f.atR
	m.depth--
}

func (m *Machine) function(name proc.Func) *function {
	fn := m.funcs[name]
	if fn == nil {
		fn = &function{name: name}
		m.funcs[name] = fn
	}
	return fn
}

// link returns the code of a function.
func (m *Machine) link(fn *function) (*code, error) {
	if fn.code != nil {
		return fn.code, nil
	}
	def, err := m.lookup(fn.name)
	if _, ok := errors.AsType[*diag.Error](err); ok {
		return nil, err // the program's own
	}
	if err == nil && def == nil {
		def, err = m.wrap(fn.name)
	}
	if err == nil {
		fn.code, err = compile(m, def)
	}
	if err != nil {
		var failure *prim.RuntimeError
		if !errors.As(err, &failure) {
			err = &prim.RuntimeError{Kind: prim.Internal, Message: fmt.Sprintf("%s: %v", fn.name, err)}
		}
		return nil, err
	}
	return fn.code, nil
}

// wrap makes a definition of a function that has none:  f$ [Θ] (a : S) -> (b : T)  b = Call f [Θ] a.
func (m *Machine) wrap(f proc.Func) (*proc.Def, error) {
	var failed error
	sig, err := prim.Sig(f, func(g proc.Func) (proc.Sig, bool) {
		d, err := m.lookup(g)
		failed = errors.Join(failed, err)
		if d == nil {
			return proc.Sig{}, false
		}
		return d.Sig(), true
	})
	if err = errors.Join(failed, err); err != nil {
		return nil, err
	}
	d := &proc.Def{Name: f, In: proc.Var{Name: "a", Type: sig.In}, Out: proc.Var{Name: "b", Type: sig.Out}}
	call := &proc.Call{Func: f, In: d.In, Out: d.Out}
	for i, r := range sig.Zone {
		r.Name = fmt.Sprint("s", i)
		d.Zone = append(d.Zone, r)
		call.Zone = append(call.Zone, r.Name)
	}
	d.Body = proc.Procedure{call}
	return d, nil
}

// locate gives a run-time error the position of the instruction that raised it, if it
// has none from further in.
func (c *code) locate(pc int, err error) error {
	var pos *diag.Pos
	switch e := err.(type) {
	case *prim.RuntimeError:
		pos = &e.Pos
	case *ModError:
		pos = &e.Pos
	default:
		return err
	}
	if !pos.Known() {
		*pos = c.pos[pc]
	}
	return err
}

// zeroUnused zeroes the words of parts of sums that a value is not, so that equal
// values have equal words.
func zeroUnused(l *data.Layout, words []uint64, objects []data.Object) {
	if l.Elem != nil {
		if a, ok := objects[0].(*data.Array); ok && l.Elem.HasSum {
			elem := make([]uint64, l.Elem.Words)
			for e := range a.Len() {
				for i, leaf := range a.Leaves {
					elem[i] = leaf[e]
				}
				zeroUnused(l.Elem, elem, nil)
				for i, leaf := range a.Leaves {
					leaf[e] = elem[i]
				}
			}
		}
		return
	}
	for i, p := range l.Parts {
		w, o := words[l.WordAt[i]:][:p.Words], objects[l.ObjAt[i]:][:p.Objects]
		if l.IsSum() && uint64(i) != words[0] {
			clear(w)
			clear(o)
			continue
		}
		zeroUnused(p, w, o)
	}
}
