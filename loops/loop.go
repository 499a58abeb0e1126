package loops

import (
	"procad/proc"
	"procad/proc/deriv"
	"procad/proc/linear"
	"procad/split"
)

// A loop is one to be differentiated.
type loop struct {
	lib    split.Library
	name   proc.Func
	kind   proc.LoopKind
	body   proc.Func // f
	f      proc.Sig
	policy split.Policy
	// backwards says that what is made belongs to the reverse pass.
	backwards bool
	phase     deriv.Phase // of an iteration
	part      int         // of a phase that has parts
	plan      *split.Plan // of a reverse derivative
}

// Derive makes d$loop{f}, or iteration.d$loop{f}, by a rule of its way.
func Derive(lib split.Library, d proc.Deriv, name proc.Func, rule Rule) (*proc.Def, error) {
	kind, body, _ := name.Loop()
	f, err := lib.Sig(body)
	if err != nil {
		return nil, err
	}
	whole := wholeOf(d)
	l := &loop{lib: lib, name: name, kind: kind, body: body, f: f}
	_, l.phase, l.part, _ = deriv.IsIteration(d)
	var reverse bool
	if l.policy, reverse = split.PolicyOf(whole); reverse {
		l.backwards = whole == l.policy.R
		if l.plan, err = lib.Plan(name, l.policy); err != nil {
			return nil, err
		}
	}
	m := newMaker(l, d)
	out, err := rule.make(l, m)
	if err != nil {
		return nil, err
	}
	m.def.Out, m.def.Body = out, m.b.Body
	simplify := linear.SimplifyUnless
	if l.inlined(rule.Way) {
		if err := l.inline(m); err != nil {
			return nil, err
		}
		if l.backwards {
			simplify = linear.SimplifyReverseUnless
		}
	}
	m.def.Body = simplify(l.lib.Without(), m.def.Body)
	linear.PassUnit(l.lib.Without(), m.def)
	return m.def, nil
}

// trace is X of f's iteration.
func (l *loop) trace() (proc.Type, error) {
	s, err := l.lib.Sig(l.plan.F(l.body))
	if err != nil {
		return nil, err
	}
	return proc.Elems(s.Out)[1], nil
}

// indices are the names of the body's indices, zone what the loop hands on.
func (l *loop) indices() []proc.Ref { return l.f.Zone[:l.kind.Indices()] }
func (l *loop) zone() []proc.Ref    { return l.f.Zone[l.kind.Indices():] }

// A maker is a definition in the making.
type maker struct {
	def       *proc.Def
	b         *proc.Builder
	bar       func(string) string
	dotSuffix string
}

func newMaker(l *loop, d proc.Deriv) *maker {
	of := &proc.Def{Zone: l.f.Zone}
	suffix := of.Suffix(".bar")
	m := &maker{
		def:       &proc.Def{Name: d.Of(l.name)},
		b:         &proc.Builder{Names: proc.NewNames(of)},
		bar:       func(n string) string { return n + suffix },
		dotSuffix: of.Suffix(".dot"),
	}
	// A run-time error of the loop is reported where its body begins.
	if body, _ := l.lib.Def(l.body); body != nil {
		m.def.Pos, m.b.Pos = body.Pos, body.Pos
	}
	for _, r := range append(deriv.CotangentZone(l.f.Zone, m.bar), deriv.TangentZone(l.f.Zone, m.dot)...) {
		m.b.Names.Use(proc.Var{Name: r.Name})
	}
	return m
}

// in sets the zone and the argument, and takes a tuple apart.
func (m *maker) in(zone []proc.Ref, t proc.Type, names ...string) []proc.Var {
	m.def.Zone = zone
	m.def.In = m.b.Var("a", t)
	if len(names) == 1 {
		m.def.In.Name = m.b.Names.Fresh(names[0])
		return []proc.Var{m.def.In}
	}
	return m.b.Untuple(m.def.In, names...)
}

// call calls f, whose type the library knows. After an error the variable is
// a (), for what the caller still builds of it.
func (m *maker) call(lib split.Library, name string, f proc.Func, zone []proc.Ref, in proc.Var) (proc.Var, error) {
	s, err := lib.Sig(f)
	if err != nil {
		return m.b.Var(name, proc.Unit), err
	}
	return m.b.Call(name, s.Out, f, namesOf(zone), in), nil
}

func namesOf(zone []proc.Ref) []string {
	var names []string
	for _, r := range zone {
		names = append(names, r.Name)
	}
	return names
}

// join makes one zone of several.
func join(zones ...[]proc.Ref) []proc.Ref {
	var all []proc.Ref
	for _, z := range zones {
		all = append(all, z...)
	}
	return all
}
