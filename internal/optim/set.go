package optim

import (
	"slices"
	"strings"
)

// A Set is a set of optimisations; the zero value is empty. Equal sets are ==.
type Set struct {
	names string // "" or ",a,b,c,", in the order of the alphabet
}

// Of is the set of some names.
func Of(names ...Name) Set {
	if len(names) == 0 {
		return Set{}
	}
	names = slices.Clone(names)
	slices.Sort(names)
	var b strings.Builder
	for _, n := range slices.Compact(names) {
		b.WriteString("," + string(n))
	}
	return Set{b.String() + ","}
}

// Has says that an optimisation is in the set.
func (s Set) Has(n Name) bool {
	return s.names != "" && strings.Contains(s.names, ","+string(n)+",")
}

// Names are those in the set, in the order of the alphabet.
func (s Set) Names() []Name {
	var names []Name
	for name := range strings.SplitSeq(strings.Trim(s.names, ","), ",") {
		if name != "" {
			names = append(names, Name(name))
		}
	}
	return names
}

// Union is the set of what is in either.
func (s Set) Union(t Set) Set { return Of(append(s.Names(), t.Names()...)...) }

// Intersect is the set of what is in both.
func (s Set) Intersect(t Set) Set {
	return Of(slices.DeleteFunc(s.Names(), func(n Name) bool { return !t.Has(n) })...)
}

// Minus is the set of what is in s and not in t.
func (s Set) Minus(t Set) Set { return Of(slices.DeleteFunc(s.Names(), t.Has)...) }

// String lists the names with commas between.
func (s Set) String() string { return strings.Trim(s.names, ",") }
