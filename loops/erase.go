package loops

import (
	"fmt"
	"slices"

	"procad/proc"
	"procad/proc/deriv"
	"procad/proc/graph"
	"procad/proc/linear"
	"procad/split"
)

// EraseName names f without the accumulator at a place of its zone.
func EraseName(f proc.Func, place int) proc.Func {
	if kind, body, ok := f.Loop(); ok {
		return f.Around(EraseName(body, place+kind.Indices()))
	}
	return deriv.Erase(place).Of(f)
}

// Erase is erase.k$f: f without the name at place k of its zone, an accumulator,
// and without the adds to it or to its rows.
//
//	Θ, s : +τ, Θ' | Γ ⊢ p ⊣ Δ        gives        Θ, Θ' | Γ ⊢ erase p ⊣ Δ
func Erase(lib split.Library, d *proc.Def, place int) (*proc.Def, error) {
	if place >= len(d.Zone) || d.Zone[place].Mode != proc.Accumulator {
		return nil, fmt.Errorf("%s has no accumulator at place %d of its zone", d.Name, place)
	}
	m := &eraser{names: proc.NewNames(d), gone: map[string]bool{d.Zone[place].Name: true}, adding: map[string]bool{}}
	for _, r := range d.Zone {
		m.adding[r.Name] = r.Mode == proc.Accumulator
	}
	body := m.procedure(d.Body)
	return &proc.Def{
		Pos: d.Pos, Name: deriv.Erase(place).Of(d.Name), Zone: join(d.Zone[:place], d.Zone[place+1:]),
		In: d.In, Body: linear.SimplifyUnless(lib.Without(), body), Out: d.Out,
	}, nil
}

type eraser struct {
	names *proc.Names
	gone  map[string]bool
	// adding are the names of accumulators in scope.
	adding map[string]bool
}

func (m *eraser) procedure(p proc.Procedure) proc.Procedure {
	same := &proc.Mapper{Body: m.procedure}
	var out proc.Procedure
	elim := func(w proc.Where, vs ...proc.Var) {
		for _, v := range vs {
			out = append(out, &proc.Elim{Where: w, In: v})
		}
	}
	for _, s := range p {
		switch s := s.(type) {
		case *proc.Add:
			if m.gone[s.Ref] {
				elim(s.Where, s.Idx...)
				elim(s.Where, s.In)
				continue
			}
		case *proc.Accum:
			m.adding[s.Name] = true
		case *proc.Row:
			m.adding[s.Name] = m.adding[s.Ref]
			if m.gone[s.Ref] {
				m.gone[s.Name] = true
				elim(s.Where, s.Idx...)
				out = append(out, m.procedure(s.Body)...)
				continue
			}
		case *proc.Choose:
			m.adding[s.Name] = m.adding[s.True]
			if m.gone[s.True] || m.gone[s.False] {
				// One of the two may stay: the choice then is a Case whose other branch is erased.
				m.gone[s.Name] = m.gone[s.True] && m.gone[s.False]
				if !m.gone[s.Name] {
					out = append(out, m.half(s)...)
					continue
				}
				elim(s.Where, s.In)
				out = append(out, m.procedure(s.Body)...)
				continue
			}
		case *proc.Call:
			out = append(out, m.call(s)...)
			continue
		}
		out = append(out, same.Stmt(s))
	}
	return out
}

// call drops the names that are gone from the zone of a call. A loop that only added to these is left out:
//
//	u = Call sum{f} [Θ] n        gives        Elim n;  u = ()        where no name of Θ is an accumulator
func (m *eraser) call(s *proc.Call) proc.Procedure {
	f, zone := s.Func, s.Zone
	for k := len(s.Zone) - 1; k >= 0; k-- {
		if m.gone[s.Zone[k]] {
			f = EraseName(f, k)
			zone = append(append([]string(nil), zone[:k]...), zone[k+1:]...)
		}
	}
	adds := func(name string) bool { return m.adding[name] }
	if kind, _, ok := f.Loop(); ok && kind == proc.SumOf && s.Out.Type == proc.Unit && f != s.Func && !slices.ContainsFunc(zone, adds) {
		return proc.Procedure{&proc.Elim{Where: s.Where, In: s.In}, &proc.Tuple{Where: s.Where, Out: s.Out}}
	}
	return proc.Procedure{&proc.Call{Where: s.Where, Out: s.Out, Func: f, Zone: zone, In: s.In}}
}

// half is a choice between two accumulators of which one is gone. The body
// stands in both branches of a Case then, with names of its own in one of them.
func (m *eraser) half(s *proc.Choose) proc.Procedure {
	keep := s.True
	if m.gone[s.True] {
		keep = s.False
	}
	other, names := graph.Again(s.Body, m.names)
	stay := m.procedure(graph.Reading(other, names.Ref(s.Name), keep))
	m.gone[s.Name] = true
	erase := m.procedure(s.Body)
	u := proc.Var{Name: s.In.Name + ".u", Type: proc.Unit}
	branch := func(name string, p proc.Procedure) proc.Branch {
		v := proc.Var{Name: u.Name + name, Type: proc.Unit}
		return proc.Branch{Var: v, Body: append(proc.Procedure{&proc.Elim{Where: s.Where, In: v}}, p...)}
	}
	c := &proc.Case{Where: s.Where, In: s.In, L: branch("l", stay), R: branch("r", erase)}
	if keep == s.False {
		c.L, c.R = branch("l", erase), branch("r", stay)
	}
	return proc.Procedure{c}
}
