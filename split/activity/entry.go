package activity

import (
	"procad/internal/optim"
	"procad/proc"
	"procad/proc/deriv"
	"procad/proc/graph"
	"procad/proc/linear"
)

// Entry is a definition that nobody calls but a person, where arrays that are
// inactive are copied first. What is then done to them happens to the copies, which
// are not wanted back, so that it needs no trace and no reverse.
//
//	Θ | v : H A, Γ ⊢ p ⊣ Δ        gives        v' = Share v (s. w = Call copy{H A} [s] ()) ; Elim v' ; p, with w for v
func Entry(without optim.Set, d *proc.Def) *proc.Def {
	b := &proc.Builder{Names: proc.NewNames(d), Pos: d.Pos}
	in := b.Var(d.In.Name, d.In.Type)
	parts := []proc.Var{in}
	if _, tuple := in.Type.(*proc.TupleType); tuple {
		parts = b.Untuple(in, "a")
	}
	copies := false
	for i, v := range parts {
		if _, array := v.Type.(*proc.ArrayType); !array || !deriv.Discrete(v.Type) {
			continue
		}
		copies = true
		b.Elim(b.Share(v, v.Name+".s", func(s string) {
			parts[i] = b.Call(v.Name, v.Type, proc.FamilyOf("copy", v.Type), []string{s}, b.Unit())
		}))
	}
	if !copies {
		return d
	}
	if len(parts) > 1 {
		b.Emit(&proc.Tuple{Out: d.In, Ins: parts})
	}
	entry := *d
	entry.In = in
	body := d.Body
	if len(parts) == 1 {
		body = graph.Consuming(body, map[proc.Var]proc.Var{d.In: parts[0]})
		if d.Out == d.In {
			entry.Out = parts[0]
		}
	}
	entry.Body = linear.SimplifyUnless(without, append(b.Body, body...))
	return &entry
}
