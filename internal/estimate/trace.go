package estimate

import (
	"procad/internal/diag"
	"procad/proc"
	"procad/proc/deriv"
	"procad/proc/graph"
)

// A Part is one variable of a trace.
type Part struct {
	Name  string // of the variable of the source that it is, u of u.t
	Type  proc.Type
	Pos   diag.Pos // of the statement that made it
	Value *Value
	// From is revf$loop{f} where the part is one of the trace of an inner loop, the
	// one with that index, else empty.
	From  proc.Func
	Index int
}

// Bytes is the room that the part takes.
func (p Part) Bytes() Interval { return p.Value.bytes }

// A Traced is what the forward pass of a function leaves for its reverse pass.
type Traced struct {
	Bytes Interval
	Value *Value // of type X; nil where every run ends with a run-time error
	Parts []Part
	Run   *Report // of the forward pass
}

// Trace bounds the trace of f:
//
//	revf$f [Θ] S → (T, X), which ends with  x = (Υ) ; o = (t, x)
//
// where a large x is handed on as the only item of a stack.
func Trace(lookup Lookup, f proc.Func, zone []*Value, arg *Value) (*Traced, error) {
	return TraceOf(lookup, deriv.RevF.Of(f), zone, arg)
}

// TraceOf is Trace for a forward pass by its name: revf$f or revf.store$f.
func TraceOf(lookup Lookup, forward proc.Func, zone []*Value, arg *Value) (t *Traced, err error) {
	defer caught(&err)
	m := newMachine(lookup)
	d := m.need(forward)
	m.watch = &watch{def: d, made: map[string]*Value{}}
	c := m.begin(forward, zone, arg)
	if len(proc.Elems(d.Out.Type)) != 2 {
		failf("%s is no forward pass", forward)
	}
	t = &Traced{Run: m.report(c)}
	if c.out == nil {
		return t, nil
	}
	t.Value = m.strip(c.out).parts[1]
	t.Bytes = t.Value.bytes
	for _, name := range packed(d) {
		if v, ok := m.watch.made[name]; ok {
			o := m.provenance(d, name)
			t.Parts = append(t.Parts, Part{Name: o.name, Type: v.typ, Pos: o.pos, Value: v, From: o.from, Index: o.index})
		}
	}
	return t, nil
}

// A watch remembers what the variables of one definition were.
type watch struct {
	def  *proc.Def
	made map[string]*Value
}

// packed lists the variables that a forward pass packs in the end.
func packed(d *proc.Def) []string {
	made := makers{graph.Of(d.Body)}
	pair, ok := made.of(d.Out.Name).(*proc.Tuple)
	if !ok || len(pair.Ins) != 2 {
		return []string{d.Out.Name}
	}
	x := pair.Ins[1]
	// k = empty ; k' = push (k, x)
	if c, ok := made.of(x.Name).(*proc.Call); ok {
		family, _, _ := c.Func.Family()
		if kx, ok := made.of(c.In.Name).(*proc.Tuple); ok && family == "push" {
			x = kx.Ins[1]
		}
	}
	packed, ok := made.of(x.Name).(*proc.Tuple)
	if !ok {
		return []string{x.Name}
	}
	names := make([]string, len(packed.Ins))
	for i, v := range packed.Ins {
		names[i] = v.Name
	}
	return names
}
