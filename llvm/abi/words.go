package abi

import (
	"procad/llvm/abort"
	"procad/proc"
)

// A Passed is one part of a parameter, and the first word of an entry's
// arguments where its leaves are.
type Passed struct {
	proc.Param
	At int
}

// Places finds where the parts of parameters are passed, in order.
func (l *Layouts) Places(d *proc.Def, p proc.Param) ([]Passed, error) {
	if len(p.Parts) > 0 {
		var all []Passed
		for _, part := range p.Parts {
			list, err := l.Places(d, part)
			if err != nil {
				return nil, err
			}
			all = append(all, list...)
		}
		return all, nil
	}
	if p.Type == proc.Unit && p.Ref == "" {
		return nil, nil
	}
	at := 0
	for _, r := range d.Zone {
		if p.Ref == r.Name && p.Type == r.Type {
			return []Passed{{p, at}}, nil
		}
		at += l.Width(r.Type)
	}
	switch elems := proc.Elems(d.In.Type); {
	case p.Ref != "":
	case p.Index == -1 && p.Type == d.In.Type:
		return []Passed{{p, at}}, nil
	case p.Index >= 0 && p.Index < len(elems) && p.Type == elems[p.Index]:
		for _, t := range elems[:p.Index] {
			at += l.Width(t)
		}
		return []Passed{{p, at}}, nil
	}
	return nil, abort.Bugf("%s takes no %s : %s", d.Name, p.Name, p.Type)
}

// InWords is the number of leaves that an entry takes.
func (l *Layouts) InWords(d *proc.Def) int {
	n := l.Width(d.In.Type)
	for _, r := range d.Zone {
		n += l.Width(r.Type)
	}
	return n
}

// A forward pass leaves in its workspace the words of Θ, then those of the trace. They
// are the words that the arguments of its reverse pass begin with.

// ZoneWords is the number of words of Θ.
func (l *Layouts) ZoneWords(d *proc.Def) int {
	n := 0
	for _, r := range d.Zone {
		n += l.Width(r.Type)
	}
	return n
}

// TraceWords is the number of words that a forward pass leaves.
func (l *Layouts) TraceWords(e Entry, d *proc.Def) int {
	switch e.Pass {
	case ForwardPass:
		return l.ZoneWords(d) + l.Width(proc.Elems(d.Out.Type)[1])
	case ReversePass:
		return l.ZoneWords(d) + l.Width(proc.Elems(d.In.Type)[0])
	}
	return 0
}
