package core

import "slices"

// traced is the type of a value that is printed.
func (c *checker) traced(e *Trace) Type {
	t := c.term(e.X)
	if !printable(t) {
		c.failf(e.At, "trace prints no value of type %s", t)
	}
	return t
}

// printable says that values of a type have a form in JSON without names of nodes.
func printable(t Type) bool {
	switch t := t.(type) {
	case Basic:
		return true
	case *TupleType:
		return !slices.ContainsFunc(t.Elems, func(t Type) bool { return !printable(t) })
	case *SumType:
		return !slices.ContainsFunc(t.Cons, func(c Con) bool { return !printable(c.Of) })
	case *ArrayType:
		return printable(t.Elem)
	}
	return false
}

// Printing are the definitions of p that print, themselves or in what they call.
func Printing(p *Program) map[*Def]bool {
	prints := map[*Def]bool{}
	for _, d := range p.Defs { // callees first
		Visit(d.Body, func(t Term) {
			switch t := t.(type) {
			case *Trace:
				prints[d] = true
			case *Global:
				if prints[t.Def] {
					prints[d] = true
				}
			case *Ruled:
				for _, part := range append(t.Rule.Parts(), t.Rule.Value) {
					if prints[part] {
						prints[d] = true
					}
				}
			}
		})
	}
	return prints
}

// Silent are the definitions of p that do not print. There is no recursion any more.
func Silent(p *Program) *Program {
	prints := Printing(p)
	silent := &Program{Source: p.Source}
	for _, d := range p.Defs {
		if !prints[d] {
			silent.Defs = append(silent.Defs, d)
		}
	}
	return silent
}

// Untraced makes e of each trace("x", e) in a term.
func Untraced(at *Term) {
	for {
		t, ok := (*at).(*Trace)
		if !ok {
			break
		}
		*at = t.X
	}
	for _, p := range Places(*at) {
		Untraced(p)
	}
}
