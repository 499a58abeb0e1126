package estimate

import (
	"encoding/binary"
	"fmt"
	"slices"

	"procad/internal/diag"
	"procad/prim"
	"procad/proc"
	"procad/proc/cost"
	"procad/proc/graph"
)

// A Lookup returns the definition of a function, derived ones too, or nil if it
// has none.
type Lookup func(proc.Func) (*proc.Def, error)

// maxSteps is how many statements are looked at, at most.
const maxSteps = 5_000_000

// An Error says why a run cannot be bounded.
type Error struct{ Why string }

func (e *Error) Error() string { return "no bound: " + e.Why }

// failure is what ends the work early.
type failure struct{ error }

func failf(format string, args ...any) { panic(failure{&Error{fmt.Sprintf(format, args...)}}) }

// caught turns a failure into an error.
func caught(err *error) {
	switch r := recover().(type) {
	case nil:
	case failure:
		*err = r.error
	default:
		panic(r)
	}
}

// Run bounds a run of f: the values of zone stand behind the names of its zone,
// in order.
func Run(lookup Lookup, f proc.Func, zone []*Value, arg *Value) (r *Report, err error) {
	defer caught(&err)
	m := newMachine(lookup)
	return m.report(m.begin(f, zone, arg)), nil
}

func (m *machine) report(c *call) *Report {
	peak := c.peak
	peak.large = max(peak.large, m.kept(c.out))
	m.framed(&peak)
	r := &Report{Result: m.strip(c.out), Peak: satAdd(peak.total(), m.lanes), Lanes: m.lanes, Live: c.peak.data, Operations: c.work.ops, Time: c.work.time, Spread: c.work.spread}
	for _, l := range c.loops {
		r.Loops = append(r.Loops, l)
	}
	slices.SortFunc(r.Loops, func(a, b Loop) int { return a.order - b.order })
	return r
}

// A machine runs procedures on abstract values.
type machine struct {
	*lattice
	lookup  Lookup
	defs    map[proc.Func]*proc.Def
	calls   map[string]*call
	seen    map[proc.Func]*seen
	open    map[proc.Func]bool
	sizer   *cost.Sizer
	lengths map[*proc.Def]cost.Code
	code    map[*proc.Def][]int64 // the sizes of blocks
	frames  map[*proc.Def]bool    // the definitions that have run and have small blocks
	nests   map[*proc.Def]bool    // the definitions that have loops
	lanes   int64                 // laneRoom where it may be needed
	watch   *watch                // nil where nobody wants to know of variables
	steps   int
	sites   int
	exact   int // loops that run iteration by iteration, one in the other
	spent   int // statements looked at in such loops
}

// A call is what a definition does, given its argument.
type call struct {
	arg   *Value
	out   *Value // nil where every run ends with a run-time error; its Ints may be relative to arg
	work  work
	peak  footprint // with that of the argument
	loops usage
}

// seen is how often a definition has been run on different arguments, and what
// covers those beyond maxCalls.
type seen struct {
	calls int
	all   []*Value
}

// maxCalls is how many different arguments of one definition are told apart. A
// chain of functions that each call the next one on two arguments would
// otherwise run the last of them on 2^n.
const maxCalls = 400

func newMachine(lookup Lookup) *machine {
	m := &machine{
		lattice: newLattice(), lookup: lookup, defs: map[proc.Func]*proc.Def{},
		calls: map[string]*call{}, seen: map[proc.Func]*seen{}, open: map[proc.Func]bool{},
		lengths: map[*proc.Def]cost.Code{}, code: map[*proc.Def][]int64{}, frames: map[*proc.Def]bool{}, nests: map[*proc.Def]bool{},
	}
	m.sizer = m.longest()
	return m
}

// begin calls f on values from outside.
func (m *machine) begin(f proc.Func, zone []*Value, arg *Value) *call {
	d := m.need(f)
	if len(zone) != len(d.Zone) {
		failf("%s has %d names in its zone, not %d", f, len(d.Zone), len(zone))
	}
	values := make([]*Value, len(zone))
	for i, v := range zone {
		if v.typ != d.Zone[i].Type {
			failf("%s of %s is %s, not %s", d.Zone[i].Name, f, diag.A(proc.Brief(d.Zone[i].Type)), diag.A(proc.Brief(v.typ)))
		}
		values[i] = m.intern(v)
	}
	if arg.typ != d.In.Type {
		failf("the argument of %s is %s, not %s", f, diag.A(proc.Brief(d.In.Type)), diag.A(proc.Brief(arg.typ)))
	}
	return m.call(d, values, m.intern(arg))
}

// definition is the definition of f, nil if it has none.
func (m *machine) definition(f proc.Func) *proc.Def {
	d, ok := m.defs[f]
	if !ok {
		var err error
		if d, err = m.lookup(f); err != nil {
			panic(failure{err})
		}
		if d == nil {
			d, _ = prim.Derived(f)
		}
		m.defs[f] = d
	}
	return d
}

// need is the definition of f, or one that calls it:
//
//	f [Θ] (a : S) -> (b : T)  b = Call f [Θ] a
func (m *machine) need(f proc.Func) *proc.Def {
	if d := m.definition(f); d != nil {
		return d
	}
	sig, err := prim.Sig(f, func(g proc.Func) (proc.Sig, bool) {
		if d := m.definition(g); d != nil {
			return d.Sig(), true
		}
		return proc.Sig{}, false
	})
	if err != nil {
		panic(failure{err})
	}
	d := &proc.Def{Name: f, In: proc.Var{Name: "a", Type: sig.In}, Out: proc.Var{Name: "b", Type: sig.Out}}
	s := &proc.Call{Func: f, In: d.In, Out: d.Out}
	for i, r := range sig.Zone {
		r.Name = fmt.Sprint("s", i)
		d.Zone = append(d.Zone, r)
		s.Zone = append(s.Zone, r.Name)
	}
	d.Body = proc.Procedure{s}
	m.defs[f] = d
	return d
}

// call is what d does. The result's Ints may be relative to the Ints of the
// argument of the definition that runs, as arg's are.
func (m *machine) call(d *proc.Def, zone []*Value, arg *Value) *call {
	told := make([]*Value, 0, len(zone)+1)
	for _, v := range zone {
		told = append(told, m.blur(v))
	}
	told = append(told, m.blur(arg))
	c := m.known(d, told)
	if less := m.refined(c); less != nil {
		c = m.known(d, append(told[:len(zone):len(zone)], less))
	}
	if c.out == nil || !c.out.related {
		return c
	}
	here := *c
	if sameForm(c.arg, arg) {
		here.out = m.applied(c.out, places(arg, nil))
	} else {
		here.out = m.strip(c.out)
	}
	return &here
}

// known is what d does on the values of its zone and its argument, or on ones
// that cover them.
func (m *machine) known(d *proc.Def, told []*Value) *call {
	key := callKey(d.Name, told)
	if c := m.calls[key]; c != nil {
		return c
	}
	s := m.seen[d.Name]
	if s == nil {
		s = &seen{}
		m.seen[d.Name] = s
	}
	if m.exact == 0 {
		s.calls++
	}
	if s.calls > maxCalls && m.exact == 0 {
		if s.all == nil {
			s.all = told
		}
		w := m.widener(toPowers)
		wide := make([]*Value, len(told))
		for i, v := range told {
			wide[i] = s.all[i]
			if !m.covers(wide[i], v) {
				wide[i] = w(wide[i], m.join(wide[i], v))
			}
		}
		s.all, told = wide, wide
		if c := m.calls[callKey(d.Name, told)]; c != nil {
			m.calls[key] = c
			return c
		}
	}
	if m.open[d.Name] {
		failf("%s calls itself", d.Name)
	}
	m.open[d.Name] = true
	c := m.run(d, told[:len(told)-1], told[len(told)-1])
	delete(m.open, d.Name)
	m.calls[key] = c
	m.calls[callKey(d.Name, told)] = c
	return c
}

func callKey(f proc.Func, told []*Value) string {
	key := binary.AppendUvarint(nil, uint64(f.ID()))
	for _, v := range told {
		key = binary.AppendUvarint(key, uint64(v.number))
	}
	return string(key)
}

// run runs the body of d.
func (m *machine) run(d *proc.Def, zone []*Value, arg *Value) *call {
	fr := &frame{machine: m, def: d, costs: costs{loops: usage{}}}
	fr.run = graph.Interpret(fr)
	out := fr.run.Inside(d, zone, fr.gives(m.named(arg)))
	c := &call{arg: arg, out: out, work: fr.work, peak: fr.peak, loops: fr.loops}
	m.roomFor(d, &c.peak)
	return c
}
