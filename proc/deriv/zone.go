package deriv

import "procad/proc"

// CotangentZone is the zone of a reverse pass. For every shared name of zone
// Θ whose tangent type is not () it has the name and an accumulator for its
// cotangent, and for every accumulator the shared cotangent instead:
//
//	s : &τ  ↦  s : &τ, s̄ : +δτ          s : +τ  ↦  s̄ : &δτ
func CotangentZone(zone []proc.Ref, bar func(string) string) []proc.Ref {
	var out []proc.Ref
	for _, r := range zone {
		d := Tangent(r.Type)
		if r.Mode == proc.Accumulator {
			out = append(out, proc.Ref{Name: bar(r.Name), Mode: proc.Shared, Type: d})
			continue
		}
		out = append(out, r)
		if d != proc.Unit {
			out = append(out, proc.Ref{Name: bar(r.Name), Mode: proc.Accumulator, Type: d})
		}
	}
	return out
}

// TangentZone is the zone of a forward derivative:
//
//	s : m τ  ↦  s : m τ, ṡ : m δτ        without ṡ where δτ = ()
func TangentZone(zone []proc.Ref, dot func(string) string) []proc.Ref {
	var out []proc.Ref
	for _, r := range zone {
		out = append(out, r)
		if d := Tangent(r.Type); d != proc.Unit {
			out = append(out, proc.Ref{Name: dot(r.Name), Mode: r.Mode, Type: d})
		}
	}
	return out
}

// Inert says that a function of this type takes part in no derivative: nothing
// of it is Real.
func Inert(s proc.Sig) bool {
	for _, r := range s.Zone {
		if r.Mode == proc.Accumulator || Tangent(r.Type) != proc.Unit {
			return false
		}
	}
	return Cotangent(s.In) == proc.Unit && Cotangent(s.Out) == proc.Unit
}
