package graph

import "procad/proc"

// Mentions says that a statement of p that counts mentions a name of Θ; all count where
// counts is nil.
func Mentions(p proc.Procedure, name string, counts func(proc.Stmt) bool) bool {
	found := false
	p.Walk(func(s proc.Stmt) {
		proc.RefsUsed(s, func(n string) { found = found || n == name && (counts == nil || counts(s)) })
	})
	return found
}

// Readers knows which functions read elements of what they get in their zones: not those that only
// measure it, or hand it on to others that do.
type Readers struct {
	definition func(proc.Func) *proc.Def
	most       int
	known      map[zonePlace]bool
}

// A zonePlace is a name of a function's zone, by its place.
type zonePlace struct {
	f     proc.Func
	place int
}

// NewReaders looks into definitions of definitions, at most so many. What has no definition reads.
func NewReaders(definition func(proc.Func) *proc.Def, most int) *Readers {
	return &Readers{definition, most, map[zonePlace]bool{}}
}

// Reads says that a procedure, depth calls inside, reads an element of what Θ has under a name.
func (r *Readers) Reads(p proc.Procedure, name string, depth int) bool {
	found := false
	names := map[string]bool{name: true} // and rows of it
	p.Walk(func(s proc.Stmt) {
		switch s := s.(type) {
		case *proc.Read:
			found = found || names[s.Ref]
		case *proc.Call:
			for k, z := range s.Zone {
				found = found || names[z] && r.zone(s.Func, k, depth)
			}
		default:
			if view, ok := proc.Opens(s); ok {
				proc.RefsUsed(s, func(n string) { names[view] = names[view] || names[n] })
			}
		}
	})
	return found
}

// zone says that a function reads an element of the name at a place of its zone.
func (r *Readers) zone(f proc.Func, place, depth int) bool {
	if kind, body, ok := f.Loop(); ok {
		return r.zone(body, place+kind.Indices(), depth)
	}
	if family, _, ok := f.Family(); ok {
		return family != "zeros"
	}
	key := zonePlace{f, place}
	if known, ok := r.known[key]; ok {
		return known
	}
	found := true
	if d := r.definition(f); d != nil && depth < r.most {
		found = r.Reads(d.Body, d.Zone[place].Name, depth+1)
	}
	r.known[key] = found
	return found
}
