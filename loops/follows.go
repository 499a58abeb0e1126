package loops

import (
	"slices"

	"procad/proc"
	"procad/proc/graph"
)

// follows says that an iteration reads an element or a row of one of some arrays at its own
// number, which its first name of Θ is: then there is an array as long as the loop. Made says
// that arrays that the iteration makes are some of them.
func (c *policies) follows(d *proc.Def, of func(proc.Ref) bool, made bool) bool {
	f := &follower{policies: c, made: made, been: map[*proc.Def]bool{}}
	f.run = graph.Interpret(f)
	zone := make([]named, len(d.Zone))
	for k, r := range d.Zone {
		zone[k] = named{number: k == 0, of: of(r)}
	}
	f.run.Inside(d, zone, false)
	return f.found
}

// A follower knows of a variable whether it is the number of the iteration.
type follower struct {
	graph.Unknown[bool, named]
	*policies
	run   *graph.Interpreter[bool, named]
	made  bool
	been  map[*proc.Def]bool // the definitions that it is inside of
	found bool
}

// A name is that of the number, or of one of the arrays that are asked for.
type named struct{ number, of bool }

func (f *follower) Dup(_ *proc.Dup, x bool) bool                          { return x }
func (f *follower) Parts(x bool, _ proc.Type) []bool                      { return []bool{x, x} } // of a copy
func (f *follower) Join(_ *proc.Case, _ bool, _ proc.Var, l, r bool) bool { return l && r }
func (f *follower) Share(_ *proc.Share, x bool) named                     { return named{number: x, of: f.made} }
func (f *follower) Choose(_ *proc.Choose, _ bool, yes, no named) named {
	return named{number: yes.number && no.number, of: yes.of || no.of}
}

func (f *follower) Read(_ *proc.Read, ref named, idx []bool) bool {
	f.at(ref, idx)
	return ref.number
}

func (f *follower) Row(_ *proc.Row, ref named, idx []bool) named {
	f.at(ref, idx)
	return named{of: ref.of}
}

func (f *follower) at(array named, idx []bool) {
	f.found = f.found || array.of && slices.Contains(idx, true)
}

// Call goes into what is given the number.
func (f *follower) Call(s *proc.Call, _ bool, zone []named) (number bool) {
	if f.found || !slices.ContainsFunc(zone, func(n named) bool { return n.number }) {
		return false
	}
	name := s.Func
	if kind, body, loop := s.Func.Loop(); loop {
		name, zone = body, append(make([]named, kind.Indices()), zone...)
	}
	if d := f.definition(name); d != nil && !f.been[d] {
		f.been[d] = true
		f.run.Inside(d, zone, false)
		delete(f.been, d)
	}
	return false
}
