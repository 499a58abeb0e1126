package graph

import "procad/proc"

// Origins are where the memory behind accumulators comes from: names of the zone of a definition,
// or Accums in its body. A name that is not an accumulator has none.
//
//	Accum v (s. p)         s: s
//	Row s i1 … ik (r. p)   r: those of s
//	Choose c s1 s2 (r. p)  r: those of s1 and of s2
type Origins map[string][]string

// Open notes those of the name that a statement opens.
func (o Origins) Open(s proc.Stmt) {
	opened, ok := proc.Opens(s)
	if _, share := s.(*proc.Share); !ok || share {
		return
	}
	from, view := []string(nil), false
	proc.RefsUsed(s, func(name string) {
		from, view = append(from, o[name]...), true
	})
	if !view {
		from = []string{opened}
	}
	o[opened] = from
}

// Meet calls yield for the places of the names that may stand for the same memory as another one
// in the list.
func (o Origins) Meet(names []string, yield func(place int)) {
	from := map[string][]int{}
	for k, name := range names {
		for _, origin := range o[name] {
			from[origin] = append(from[origin], k)
		}
	}
	for _, places := range from {
		if len(places) > 1 {
			for _, k := range places {
				yield(k)
			}
		}
	}
}
