package optim

import (
	"fmt"
	"slices"
	"strings"

	"procad/internal/diag"
)

// A Set is a set of optimisations; the zero value is empty.
type Set struct{ bits uint64 }

// everything stands for all names.
const everything = "all"

// Of is the set of some names, which have to be in All.
func Of(names ...Name) Set {
	var s Set
	for _, n := range names {
		s.bits |= 1 << place(n)
	}
	return s
}

// annotations is the place of Annotations, which are not in All.
const annotations = 63

// place is where a name stands in All; an unknown one is a mistake in procad.
func place(n Name) int {
	if n == Annotations {
		return annotations
	}
	k := slices.IndexFunc(All, func(o Optimisation) bool { return o.Name == n })
	if k < 0 {
		panic("optim: no optimisation is called " + string(n))
	}
	return k
}

// Everything is the set of all optimisations.
func Everything() Set { return Set{1<<len(All) - 1} }

// Has says that an optimisation is in the set.
func (s Set) Has(n Name) bool { return s.bits != 0 && s.bits>>place(n)&1 != 0 }

// Names are those in the set, in the order of All, Annotations last.
func (s Set) Names() []Name {
	var names []Name
	for k, o := range All {
		if s.bits>>k&1 != 0 {
			names = append(names, o.Name)
		}
	}
	if s.Has(Annotations) {
		names = append(names, Annotations)
	}
	return names
}

// Union is the set of what is in either.
func (s Set) Union(t Set) Set { return Set{s.bits | t.bits} }

// Intersect is the set of what is in both.
func (s Set) Intersect(t Set) Set { return Set{s.bits & t.bits} }

// Minus is the set of what is in s and not in t.
func (s Set) Minus(t Set) Set { return Set{s.bits &^ t.bits} }

// String lists the names as Parse reads them.
func (s Set) String() string {
	var names []string
	for _, n := range s.Names() {
		names = append(names, string(n))
	}
	return strings.Join(names, ",")
}

// Parse reads names with commas between; all stands for all of them.
func Parse(text string) (Set, error) {
	var s Set
	if strings.TrimSpace(text) == "" {
		return s, nil
	}
	known := []string{everything}
	for _, o := range All {
		known = append(known, string(o.Name))
	}
	for name := range strings.SplitSeq(text, ",") {
		switch name = strings.TrimSpace(name); {
		case name == everything:
			s = Everything()
		case slices.Contains(known, name), Name(name) == Annotations:
			s = s.Union(Of(Name(name)))
		default:
			message := fmt.Sprintf("no optimisation is called %.100q", name)
			if hint := diag.DidYouMean(name, known); hint != "" {
				message += "; " + hint
			}
			return Set{}, fmt.Errorf("%s; there are %s", message, strings.Join(known[1:], ", ")+", and "+everything)
		}
	}
	return s, nil
}
