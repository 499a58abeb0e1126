package split

import (
	"errors"
	"slices"

	"procad/internal/optim"
	"procad/proc"
	"procad/proc/deriv"
	"procad/proc/graph"
	"procad/proc/linear"
)

// What an Accum of an array adds to, R gives back as it was: from a copy, unless
// the adds are updates in place, of which R needs the overwritten elements alone.
//
//	v' = Accum v (s. p)      is      p in which every Add s i x has become v[i] := v[i] + x
//
// Where v is made in the same definition, its making costs as much as a copy,
// and the loops of p keep their form. Elsewhere, in the body of a loop above all,
// v may be longer than what p adds to it. A function or a loop that p hands s on
// to takes the array instead:
//
//	update.k.m$f : [Θ, i1, …, im, Θ'] (A, S) → (A, T)      f : [Θ, s : +τ, Θ'] S → T, k names in Θ
//
// with s the part i1, …, im of A, and further pairs k.m where f gets several of
// them. The order of the adds is that of f.

// ErrNoUpdate says that the adds of a function cannot be updates in place, for it
// is no procedure.
var ErrNoUpdate = errors.New("the adds cannot be updates in place")

// updating is d with updates in place of the Accums of arrays that are not made in d.
func updating(lib Library, d *proc.Def) (*proc.Def, error) {
	found := false
	d.Body.Walk(func(s proc.Stmt) {
		a, ok := s.(*proc.Accum)
		found = found || ok && !proc.Scalar(a.In.Type)
	})
	if !found || lib.Without().Has(optim.Annotations) {
		return d, nil
	}
	w := &rewriter{lib: lib, names: proc.NewNames(d), made: madeIn(d.Body)}
	body := w.procedure(d.Body)
	if w.err != nil {
		return nil, w.err
	}
	return &proc.Def{Pos: d.Pos, Name: d.Name, Zone: d.Zone, In: d.In, Body: linear.SimplifyUnless(lib.Without(), body), Out: d.Out}, nil
}

// A rewriter finds the Accums of a definition.
type rewriter struct {
	lib   Library
	names *proc.Names
	made  *graph.Interpreter[bool, struct{}]
	err   error
}

func (w *rewriter) procedure(p proc.Procedure) proc.Procedure {
	same := &proc.Mapper{Body: w.procedure}
	var out proc.Procedure
	for _, s := range p {
		s = same.Stmt(s)
		if a, ok := s.(*proc.Accum); ok && !proc.Scalar(a.In.Type) && !w.made.Var(a.In) && !whole(a) {
			if q, err := w.update(a); err == nil {
				out = append(out, q...)
				continue
			} else if !errors.Is(err, ErrNoUpdate) {
				w.err = err
			}
		}
		out = append(out, s)
	}
	return out
}

func (w *rewriter) update(a *proc.Accum) (proc.Procedure, error) {
	u := &updater{lib: w.lib, names: w.names, at: map[string][]string{a.Name: nil}, now: a.In}
	p := u.procedure(a.Body)
	return append(p, same(a.Where, a.Out, u.now, w.names)), u.err
}

// whole says that an array is added to all of the accumulator, which pays for a copy.
func whole(a *proc.Accum) bool {
	found := false
	a.Body.Walk(func(s proc.Stmt) {
		add, ok := s.(*proc.Add)
		found = found || ok && add.Ref == a.Name && !proc.Scalar(add.In.Type)
	})
	return found
}

// same binds out to the array v.
//
//	out = Share v (s. )
func same(at proc.Where, out, v proc.Var, names *proc.Names) proc.Stmt {
	return &proc.Share{Where: at, Out: out, In: v, Name: names.Fresh(v.Name + ".s")}
}

// madeIn knows of the variables of p whether p makes their arrays, whatever it adds to them later.
func madeIn(p proc.Procedure) *graph.Interpreter[bool, struct{}] {
	run := graph.Keep[bool, struct{}](maker{})
	run.Procedure(p)
	return run
}

// A maker is the domain of what a procedure makes.
type maker struct{ graph.Unknown[bool, struct{}] }

func (maker) Dup(*proc.Dup, bool) bool                              { return true }
func (maker) Parts(x bool, t proc.Type) []bool                      { return slices.Repeat([]bool{x}, len(proc.Elems(t))) }
func (maker) Join(_ *proc.Case, _ bool, _ proc.Var, l, r bool) bool { return l && r }
func (maker) Accumulated(_ *proc.Accum, x bool, _ struct{}) bool    { return x }

func (maker) Tuple(s *proc.Tuple, parts []bool) bool {
	for k, made := range parts {
		if !made && !proc.Scalar(s.Ins[k].Type) {
			return false
		}
	}
	return true
}

func (maker) Call(s *proc.Call, in bool, _ []struct{}) bool {
	kind, _, loop := s.Func.Loop()
	family, _, _ := s.Func.Family()
	return loop && kind.BuildRank() > 0 || makers[family] || keepers[family] && in
}

// makers are the families that make arrays, keepers those that give their arguments' arrays other types.
var (
	makers  = map[string]bool{"zero": true, "zeros": true, "copy": true, "blank": true}
	keepers = map[string]bool{"inactive": true, "lift": true, "zip": true, "unzip": true, "retype": true}
)

// Update is update.k.m…$f.
func Update(lib Library, d *proc.Def, parts []deriv.Part) (*proc.Def, error) {
	names := proc.NewNames(d)
	zone, idx, array, err := UpdateZone(d.Zone, parts, names)
	if err != nil {
		return nil, err
	}
	b := &proc.Builder{Names: names, Pos: d.Pos}
	in := b.Var("i", proc.NewTuple(array, d.In.Type))
	v := b.Var("v", array)
	b.Emit(&proc.Untuple{Where: at(b), Outs: []proc.Var{v, d.In}, In: in})
	u := &updater{lib: lib, names: names, at: idx, now: v}
	b.Emit(u.procedure(d.Body)...)
	if u.err != nil {
		return nil, u.err
	}
	o := b.Tuple("o", u.now, d.Out)
	return &proc.Def{
		Pos: d.Pos, Name: deriv.Update(parts).Of(d.Name), Zone: zone, In: in, Body: linear.SimplifyUnless(lib.Without(), b.Body), Out: o,
	}, nil
}

// UpdateZone is the zone of update.k.m…$f, given that of f. idx are the indices that
// lead from the array to what each of these names stood for.
func UpdateZone(of []proc.Ref, parts []deriv.Part, names *proc.Names) (zone []proc.Ref, idx map[string][]string, array proc.Type, err error) {
	idx = map[string][]string{}
	from := 0
	for _, p := range parts {
		if p.Place >= len(of) || of[p.Place].Mode != proc.Accumulator {
			return nil, nil, nil, ErrNoUpdate
		}
		zone = append(zone, of[from:p.Place]...)
		from = p.Place + 1
		leading := []string{}
		for range p.Leading {
			i := names.Fresh("i")
			leading = append(leading, i)
			zone = append(zone, proc.Ref{Name: i, Mode: proc.Shared, Type: proc.Int})
		}
		idx[of[p.Place].Name] = leading
		rank, elem := 0, of[p.Place].Type
		if a, ok := elem.(*proc.ArrayType); ok {
			rank, elem = a.Rank, a.Elem
		}
		a := proc.NewArray(rank+p.Leading, elem)
		if array != nil && array != proc.Type(a) {
			return nil, nil, nil, ErrNoUpdate
		}
		array = a
	}
	return append(zone, of[from:]...), idx, array, nil
}

// An updater makes updates in place of the adds to one array.
type updater struct {
	lib   Library
	names *proc.Names
	at    map[string][]string // the names of the array and of its parts, with the names of the indices that lead there
	now   proc.Var            // the array
	err   error
}

func (u *updater) procedure(p proc.Procedure) proc.Procedure {
	b := &proc.Builder{Names: u.names}
	same := &proc.Mapper{Body: u.procedure}
	for _, s := range p {
		b.Pos = s.At()
		switch s := s.(type) {
		case *proc.Add:
			if idx, ok := u.at[s.Ref]; ok {
				u.add(b, s, idx)
				continue
			}
		case *proc.Row:
			if idx, ok := u.at[s.Ref]; ok {
				u.row(b, s, idx)
				continue
			}
		case *proc.Choose:
			if u.has(s.True) || u.has(s.False) {
				u.choose(b, s)
				continue
			}
		case *proc.Call:
			if slices.ContainsFunc(s.Zone, u.has) {
				u.call(b, s)
				continue
			}
		case *proc.Case:
			b.Emit(u.branches(s))
			continue
		}
		b.Emit(same.Stmt(s))
	}
	return b.Body
}

func (u *updater) has(name string) bool {
	_, ok := u.at[name]
	return ok
}

// indices reads leading indices.
func indices(b *proc.Builder, idx []string) (vs []proc.Var) {
	for _, i := range idx {
		vs = append(vs, b.Read(i, proc.Int, i))
	}
	return vs
}

// add is one update.
//
//	Add s i… x      is      v = Share v (n. y = Read n i…) ; z = Call add (y, x) ; (v, y) = swap (v, i…, z) ; Elim y
func (u *updater) add(b *proc.Builder, s *proc.Add, idx []string) {
	if !proc.Scalar(s.In.Type) {
		u.addArray(b, s, idx)
		return
	}
	a := u.now.Type.(*proc.ArrayType)
	reading, writing := indices(b, idx), indices(b, idx)
	for _, i := range s.Idx {
		j, k := b.Dup(i)
		reading, writing = append(reading, j), append(writing, k)
	}
	var y proc.Var
	v := b.Share(u.now, u.now.Name+".s", func(n string) { y = b.Read("y", a.Elem, n, reading...) })
	z := b.Call("z", a.Elem, addOf(a.Elem), nil, b.Tuple("t", y, s.In))
	t := b.Tuple("t", append(append([]proc.Var{v}, writing...), z)...)
	parts := b.Untuple(b.Call("t", proc.NewTuple(a, a.Elem), proc.FamilyOf("swap", a), nil, t), u.now.Name, "y")
	b.Elim(parts[1])
	u.now = parts[0]
}

// addArray adds an array, element by element where it is a part of the array at hand.
//
//	Add s x      is      v = Accum v (s. Add s x)                                                        all of the array
//	                     x = Share x (n. u = Call sum{addElement} [s, n] k) ; Elim x ; Elim u            a part of it
func (u *updater) addArray(b *proc.Builder, s *proc.Add, idx []string) {
	if len(idx) == 0 {
		u.now = b.Accum(u.now, s.Ref, func(s2 string) { b.Emit(&proc.Add{Where: s.Where, Ref: s2, In: s.In}) })
		return
	}
	a := s.In.Type.(*proc.ArrayType)
	x := b.Share(s.In, s.In.Name+".s", func(x string) {
		sizes, units, kind := make([]proc.Var, a.Rank), proc.Type(proc.Unit), proc.SumOf
		for k := range sizes {
			sizes[k] = b.Var("n", proc.Int)
			b.Emit(&proc.Size{Where: s.Where, Out: sizes[k], Ref: x, Axis: k})
		}
		if a.Rank > 1 {
			units, kind = proc.NewArray(a.Rank, proc.Unit), proc.BuildKind(a.Rank)
		}
		c := &proc.Call{
			Where: s.Where, Out: b.Var("u", units), Func: kind.Of(proc.FamilyOf("addElement", a)), Zone: []string{s.Ref, x}, In: b.Tuple("n", sizes...),
		}
		u.call(b, c)
		b.Elim(c.Out)
	})
	b.Elim(x)
}

// row names the indices that lead to the row.
//
//	Row s i… (r. p)      is      Share i (n. …)
func (u *updater) row(b *proc.Builder, s *proc.Row, idx []string) {
	outer := b.Body
	names := slices.Clone(idx)
	for range s.Idx {
		names = append(names, u.names.Fresh("i"))
	}
	u.at[s.Name] = names
	body := u.procedure(s.Body)
	for k, i := range s.Idx {
		out := b.Var(i.Name, proc.Int)
		body = proc.Procedure{
			&proc.Share{Where: s.Where, Out: out, In: i, Name: names[len(idx)+k], Body: body},
			&proc.Elim{Where: s.Where, In: out},
		}
	}
	b.Body = append(outer, body...)
}

// choose takes the choice apart, for the array is in no name of Θ any more.
//
//	Choose c s1 s2 (r. p)      is      Case c (Inl (p with s1 for r)) (Inr (p with s2 for r))
func (u *updater) choose(b *proc.Builder, s *proc.Choose) {
	branch := func(p proc.Procedure, from, to string) proc.Branch {
		p = graph.Reading(p, from, to)
		v := b.Var("u", proc.Unit)
		return proc.Branch{Var: v, Body: append(proc.Procedure{&proc.Elim{Where: s.Where, In: v}}, p...)}
	}
	other, names := graph.Again(s.Body, u.names)
	b.Emit(u.branches(&proc.Case{Where: s.Where, In: s.In, L: branch(s.Body, s.Name, s.True), R: branch(other, names.Ref(s.Name), s.False)}))
}

// branches gives the array one name after both branches.
func (u *updater) branches(c *proc.Case) proc.Stmt {
	before := u.now
	l := u.procedure(c.L.Body)
	left := u.now
	u.now = before
	r := u.procedure(c.R.Body)
	right := u.now
	if left != before || right != before {
		u.now = proc.Var{Name: u.names.Fresh(before.Name), Type: before.Type}
		l = append(l, same(c.Where, u.now, left, u.names))
		r = append(r, same(c.Where, u.now, right, u.names))
	}
	return &proc.Case{Where: c.Where, In: c.In, L: proc.Branch{Var: c.L.Var, Body: l}, R: proc.Branch{Var: c.R.Var, Body: r}}
}

// call hands the array on.
//
//	b = Call f [Θ, s, Θ'] a      is      (v, b) = Call update.k.m$f [Θ, i1, …, im, Θ'] (v, a)
func (u *updater) call(b *proc.Builder, s *proc.Call) {
	var parts []deriv.Part
	var zone []string
	for k, name := range s.Zone {
		if !u.has(name) {
			zone = append(zone, name)
			continue
		}
		parts = append(parts, deriv.Part{Place: k, Leading: len(u.at[name])})
		zone = append(zone, u.at[name]...)
	}
	f := deriv.Update(parts).Of(s.Func)
	if _, err := u.lib.Sig(f); err != nil {
		u.err = err
		return
	}
	vb := b.Call("vb", proc.NewTuple(u.now.Type, s.Out.Type), f, zone, b.Tuple("va", u.now, s.In))
	u.now = b.Var(u.now.Name, u.now.Type)
	b.Emit(&proc.Untuple{Where: s.Where, Outs: []proc.Var{u.now, s.Out}, In: vb})
}
