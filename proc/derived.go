package proc

import (
	"strconv"
	"strings"
)

// CotangentZone is the zone of a reverse pass. For every shared name of zone
// Θ whose tangent type is not () it has the name and an accumulator for its
// cotangent, and for every accumulator the shared cotangent instead:
//
//	s : &τ  ↦  s : &τ, s̄ : +δτ          s : +τ  ↦  s̄ : &δτ
func CotangentZone(zone []Ref, bar func(string) string) []Ref {
	var out []Ref
	for _, r := range zone {
		d := Tangent(r.Type)
		if r.Mode == Accumulator {
			out = append(out, Ref{bar(r.Name), Shared, d})
			continue
		}
		out = append(out, r)
		if d != Unit {
			out = append(out, Ref{bar(r.Name), Accumulator, d})
		}
	}
	return out
}

// TangentZone is the zone of a forward derivative:
//
//	s : m τ  ↦  s : m τ, ṡ : m δτ        without ṡ where δτ = ()
func TangentZone(zone []Ref, dot func(string) string) []Ref {
	var out []Ref
	for _, r := range zone {
		out = append(out, r)
		if d := Tangent(r.Type); d != Unit {
			out = append(out, Ref{dot(r.Name), r.Mode, d})
		}
	}
	return out
}

// Inert says that a function of this type takes part in no derivative: nothing
// of it is Real.
func (s Sig) Inert() bool {
	for _, r := range s.Zone {
		if r.Mode == Accumulator || Tangent(r.Type) != Unit {
			return false
		}
	}
	return Cotangent(s.In) == Unit && Cotangent(s.Out) == Unit
}

// Suffix returns base, or base with a number, such that no name of the
// definition ends in it: derivatives of derivatives tell their names apart.
func (d *Def) Suffix(base string) string {
	taken := map[string]bool{}
	d.names(func(name string) {
		if i := strings.LastIndexByte(name, '.'); i >= 0 && strings.HasPrefix(name[i:], base) {
			taken[name[i:]] = true
		}
	})
	for k := 1; ; k++ {
		s := base
		if k > 1 {
			s = base + strconv.Itoa(k)
		}
		if !taken[s] {
			return s
		}
	}
}
