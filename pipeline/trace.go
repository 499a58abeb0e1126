package pipeline

import (
	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/estimate"
	"procad/proc"
	"procad/proc/deriv"
	"procad/split"
)

// Trace is what the forward pass revf$f of a function keeps for its reverse pass
// revr$f, which does not restore the arguments, given these. Nothing is run.
func (u *Unit) Trace(d *proc.Def, args *data.Args) (*estimate.Traced, error) {
	zone, arg, err := known(d, args)
	if err != nil {
		return nil, err
	}
	f, err := split.Discarding(u.Library, d.Name)
	if err != nil {
		return nil, u.Located(err)
	}
	t, err := estimate.Trace(u.Library.Def, f, zone, arg)
	if err == nil && t.Value == nil {
		err = u.alwaysFails(d)
	}
	return t, err
}

// TraceBytes runs the forward pass of a function, and says how many bytes it keeps.
//
//	f.trace [Θ] s = n    where (_, t) = revf$f [Θ] s, (_, n) = bytes t
func (u *Unit) TraceBytes(e Engine, d *proc.Def, args *data.Args) (int64, error) {
	zone, arg, err := args.For(d)
	if err != nil {
		return 0, err
	}
	f, err := split.Discarding(u.Library, d.Name)
	if err != nil {
		return 0, err
	}
	forward, err := u.Library.WithInactive(deriv.RevF.Of(f))
	if err != nil {
		return 0, err
	}
	name := d.Name.Extended(".trace")
	if u.Program.Lookup(name) == nil {
		m := &proc.Def{Pos: d.Pos, Name: name, Zone: forward.Zone, In: forward.In}
		zone := make([]string, len(m.Zone))
		for i, r := range m.Zone {
			zone[i] = r.Name
		}
		b := &proc.Builder{Names: proc.NewNames(m), Pos: d.Pos}
		yt := b.Untuple(b.Call("yt", forward.Out.Type, forward.Name, zone, m.In), "y", "t")
		tn := b.Untuple(b.Call("tn", proc.NewTuple(yt[1].Type, proc.Int), proc.FamilyOf("bytes", yt[1].Type), nil, yt[1]), "t", "n")
		b.Elim(yt[0])
		b.Elim(tn[0])
		m.Body, m.Out = b.Body, tn[1]
		u.Program.Add(m)
	}
	n, err := e.Call(name, zone, arg)
	if err != nil {
		return 0, u.Located(err)
	}
	return int64(n.Words[0]), nil
}

// known is what is known of arguments before a run: everything.
func known(d *proc.Def, args *data.Args) ([]*estimate.Value, *estimate.Value, error) {
	zone, arg, err := args.For(d)
	if err != nil {
		return nil, nil, err
	}
	values := make([]*estimate.Value, len(zone))
	for i, v := range zone {
		values[i] = estimate.Of(v)
	}
	return values, estimate.Of(arg), nil
}

func (u *Unit) alwaysFails(d *proc.Def) error {
	return diag.Errorf(d.Pos, CodeNoLoop, "with these data every run of %.100s ends with a run-time error", u.Given(d.Name)).In(u.Source.Name).
		Hintf("procad run says which")
}
