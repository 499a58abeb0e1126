package fwd

import (
	"fmt"

	"procad/internal/optim"
	"procad/proc"
	"procad/proc/deriv"
	"procad/proc/linear"
)

// Library gives the types of functions.
type Library interface {
	Sig(proc.Func) (proc.Sig, error)
	// Without are the disabled optimisations.
	Without() optim.Set
}

// Def is  fwd$f : (S, δS) → (T, δT).
//
//	Θ, Θ̇ | i : (S, δS) ⊢ (s, ṡ) = i ; T[p] ; o = (t, ṫ) ⊣ o : (T, δT)
func Def(lib Library, d *proc.Def) (*proc.Def, error) {
	t := &tangents{lib: lib, names: proc.NewNames(d), suffix: d.Suffix(".dot"), refs: map[string]proc.Type{}}
	for _, r := range d.Zone {
		t.refs[r.Name] = r.Type
	}
	b := &proc.Builder{Names: t.names, Pos: d.Pos}
	in := b.Var("i", proc.NewTuple(d.In.Type, deriv.Tangent(d.In.Type)))
	inDot := t.dot(d.In)
	b.Emit(&proc.Untuple{Outs: []proc.Var{d.In, inDot}, In: in})
	if !dotted(d.In) {
		b.Elim(inDot)
	}
	b.Emit(t.procedure(d.Body)...)
	if t.err != nil {
		return nil, t.err
	}
	outDot := t.dot(d.Out)
	if !dotted(d.Out) {
		outDot = b.Unit()
	}
	o := b.Tuple("o", d.Out, outDot)
	return &proc.Def{
		Pos: d.Pos, Name: deriv.Fwd.Of(d.Name), Zone: deriv.TangentZone(d.Zone, t.name),
		In: in, Body: linear.SimplifyUnless(lib.Without(), b.Body), Out: o,
	}, nil
}

type tangents struct {
	lib    Library
	names  *proc.Names
	suffix string
	refs   map[string]proc.Type
	err    error
}

// name is the name of the tangent of what is called n.
func (t *tangents) name(n string) string { return n + t.suffix }

// dot is the tangent of v; it exists only where its type is not ().
func (t *tangents) dot(v proc.Var) proc.Var {
	return proc.Var{Name: t.name(v.Name), Type: deriv.Tangent(v.Type)}
}

func dotted(v proc.Var) bool { return deriv.Tangent(v.Type) != proc.Unit }

// procedure is the rule of the sequence.
//
//	p1 ; p2              T[p1] ; T[p2]
func (t *tangents) procedure(p proc.Procedure) proc.Procedure {
	var out proc.Procedure
	for _, s := range p {
		if t.err != nil {
			return nil
		}
		out = append(out, t.stmt(s)...)
	}
	return out
}

func (t *tangents) stmt(s proc.Stmt) proc.Procedure {
	b := &proc.Builder{Names: t.names, Pos: s.At()}
	w := proc.Where{Pos: s.At()}
	if r, ok := proc.Opened(s, func(name string) proc.Ref { return proc.Ref{Type: t.refs[name]} }); ok {
		t.refs[r.Name] = r.Type
	}
	switch s := s.(type) {
	case *proc.Call:
		t.call(b, s)

	// a = Const k          a = Const k ; ȧ = Const 0
	case *proc.Const:
		b.Emit(s)
		if dotted(s.Out) {
			b.Emit(&proc.Const{Where: w, Out: t.dot(s.Out)})
		}

	// Elim a               Elim a ; Elim ȧ
	case *proc.Elim:
		b.Emit(s)
		if dotted(s.In) {
			b.Elim(t.dot(s.In))
		}

	// t = Dup s            t = Dup s ; ṫ = Dup ṡ
	case *proc.Dup:
		b.Emit(s)
		if dotted(s.In) {
			b.Emit(&proc.Dup{Where: w, Out: t.dot(s.Out), In: t.dot(s.In)})
		}

	// b = (a1, …, an)      b = (a1, …, an) ; ḃ = (ȧ1, …, ȧn)
	case *proc.Tuple:
		b.Emit(s)
		if dotted(s.Out) {
			b.Emit(&proc.Tuple{Where: w, Out: t.dot(s.Out), Ins: t.dots(s.Ins, func(proc.Var) proc.Var { return b.Unit() })})
		}

	// (a1, …, an) = b      (a1, …, an) = b ; (ȧ1, …, ȧn) = ḃ
	case *proc.Untuple:
		b.Emit(s)
		if dotted(s.In) {
			var units []proc.Var
			outs := t.dots(s.Outs, func(proc.Var) proc.Var {
				units = append(units, b.Var("u", proc.Unit))
				return units[len(units)-1]
			})
			b.Emit(&proc.Untuple{Where: w, Outs: outs, In: t.dot(s.In)})
			for _, u := range units {
				b.Elim(u)
			}
		}

	// a = Inl b            a = Inl b ; ȧ = Inl ḃ
	case *proc.Inl:
		b.Emit(s)
		if dotted(s.Out) {
			b.Emit(&proc.Inl{Where: w, Out: t.dot(s.Out), In: t.dotOrUnit(b, s.In)})
		}

	// a = Inr b            a = Inr b ; ȧ = Inr ḃ
	case *proc.Inr:
		b.Emit(s)
		if dotted(s.Out) {
			b.Emit(&proc.Inr{Where: w, Out: t.dot(s.Out), In: t.dotOrUnit(b, s.In)})
		}

	case *proc.Case:
		b.Emit(&proc.Case{Where: w, In: s.In, L: t.branch(s, s.L, true), R: t.branch(s, s.R, false)})

	// v' = Share v (s. p)  v' = Share v (s. v̇' = Share v̇ (ṡ. T[p]))
	case *proc.Share:
		body := t.procedure(s.Body)
		if dotted(s.In) {
			body = proc.Procedure{&proc.Share{Where: w, Out: t.dot(s.Out), In: t.dot(s.In), Name: t.name(s.Name), Body: body}}
		}
		b.Emit(&proc.Share{Where: w, Out: s.Out, In: s.In, Name: s.Name, Body: body})

	// v' = Accum v (s. p)  v' = Accum v (s. v̇' = Accum v̇ (ṡ. T[p]))
	case *proc.Accum:
		body := proc.Procedure{&proc.Accum{Where: w, Out: t.dot(s.Out), In: t.dot(s.In), Name: t.name(s.Name), Body: t.procedure(s.Body)}}
		b.Emit(&proc.Accum{Where: w, Out: s.Out, In: s.In, Name: s.Name, Body: body})

	// x = Read s i…        x = Read s i… ; ẋ = Read ṡ i…
	case *proc.Read:
		if !dotted(s.Out) {
			return proc.Procedure{s}
		}
		i, j := t.dups(b, s.Idx)
		b.Emit(&proc.Read{Where: w, Out: s.Out, Ref: s.Ref, Idx: i}, &proc.Read{Where: w, Out: t.dot(s.Out), Ref: t.name(s.Ref), Idx: j})

	// Add s i… x           Add s i… x ; Add ṡ i… ẋ
	case *proc.Add:
		i, j := t.dups(b, s.Idx)
		b.Emit(&proc.Add{Where: w, Ref: s.Ref, Idx: i, In: s.In, What: s.What}, &proc.Add{Where: w, Ref: t.name(s.Ref), Idx: j, In: t.dot(s.In)})

	case *proc.Size:
		b.Emit(s)

	// Row s i… (r. p)      Row s i… (r. Row ṡ i… (ṙ. T[p]))
	case *proc.Row:
		a := t.refs[s.Ref]
		i, body := s.Idx, t.procedure(s.Body)
		if deriv.Tangent(a) != proc.Unit {
			var j []proc.Var
			i, j = t.dups(b, s.Idx)
			body = proc.Procedure{&proc.Row{Where: w, Ref: t.name(s.Ref), Idx: j, Name: t.name(s.Name), Body: body}}
		}
		b.Emit(&proc.Row{Where: w, Ref: s.Ref, Idx: i, Name: s.Name, Body: body})

	// Choose c s1 s2 (r. p)    Choose c s1 s2 (r. Choose c ṡ1 ṡ2 (ṙ. T[p]))
	case *proc.Choose:
		of := t.refs[s.True]
		c, body := s.In, t.procedure(s.Body)
		if deriv.Tangent(of) != proc.Unit {
			var again proc.Var
			c, again = b.Dup(c)
			body = proc.Procedure{&proc.Choose{
				Where: w, In: again, True: t.name(s.True), False: t.name(s.False), Name: t.name(s.Name), Body: body,
			}}
		}
		b.Emit(&proc.Choose{Where: w, In: c, True: s.True, False: s.False, Name: s.Name, Body: body})

	default:
		t.err = fmt.Errorf("fwd: no rule for %T", s)
	}
	return b.Body
}

// call carries the tangents through fwd$f. A function that gives a discrete
// result, and no more, is called as it is; unless its argument has a stack,
// whose tangent has to be drained too.
//
//	b = Call f [θ] a     i = (a, ȧ) ; o = Call fwd$f [θ, θ̇] i ; (b, ḃ) = o
func (t *tangents) call(b *proc.Builder, s *proc.Call) {
	sig, err := t.lib.Sig(s.Func)
	if err != nil {
		t.err = err
		return
	}
	pure := true
	formal := make([]proc.Ref, len(s.Zone))
	for i, n := range s.Zone {
		formal[i] = proc.Ref{Name: n, Mode: sig.Zone[i].Mode, Type: sig.Zone[i].Type}
		pure = pure && sig.Zone[i].Mode == proc.Shared
	}
	if pure && !dotted(s.Out) && !proc.HasStack(s.In.Type) {
		b.Emit(s)
		if dotted(s.In) {
			b.Elim(t.dot(s.In))
		}
		return
	}
	var zone []string
	for _, r := range deriv.TangentZone(formal, t.name) {
		zone = append(zone, r.Name)
	}
	i := b.Tuple("i", s.In, t.dotOrUnit(b, s.In))
	o := b.Call("o", proc.NewTuple(s.Out.Type, deriv.Tangent(s.Out.Type)), deriv.Fwd.Of(s.Func), zone, i)
	dot := t.dot(s.Out)
	if !dotted(s.Out) {
		dot = b.Var("u", proc.Unit)
	}
	b.Emit(&proc.Untuple{Where: proc.Where{Pos: b.Pos}, Outs: []proc.Var{s.Out, dot}, In: o})
	if !dotted(s.Out) {
		b.Elim(dot)
	}
}

// branch opens the tangent with the value, whose tag it has.
//
//	Case z (Inl x p) (Inr y q)     Case z (Inl x (Case ż (Inl ẋ) (Inr w (ẋ = Call unreachable w)) ; T[p]))
//	                                      (Inr y (Case ż (Inl w (ẏ = Call unreachable w)) (Inr ẏ) ; T[q]))
func (t *tangents) branch(s *proc.Case, br proc.Branch, left bool) proc.Branch {
	b := &proc.Builder{Names: t.names, Pos: s.Pos}
	z, x := t.dot(s.In), t.dot(br.Var)
	switch {
	case !dotted(s.In):
	case !dotted(br.Var) && !proc.HasStack(z.Type):
		b.Elim(z)
	case !dotted(br.Var): // the tag first, as in R[Inl]
		u := b.Var("u", proc.Unit)
		b.Project(z, u, left)
		b.Elim(u)
	default:
		b.Project(z, x, left)
	}
	b.Emit(t.procedure(br.Body)...)
	return proc.Branch{Var: br.Var, Body: b.Body}
}

func (t *tangents) dotOrUnit(b *proc.Builder, v proc.Var) proc.Var {
	if dotted(v) {
		return t.dot(v)
	}
	return b.Unit()
}

// dots are the tangents of vs, with none() for those that have none.
func (t *tangents) dots(vs []proc.Var, none func(proc.Var) proc.Var) []proc.Var {
	out := make([]proc.Var, len(vs))
	for i, v := range vs {
		out[i] = t.dot(v)
		if !dotted(v) {
			out[i] = none(v)
		}
	}
	return out
}

// dups copies indices, for the value and for its tangent.
func (t *tangents) dups(b *proc.Builder, idx []proc.Var) (i, j []proc.Var) {
	for _, v := range idx {
		x, y := b.Dup(v)
		i, j = append(i, x), append(j, y)
	}
	return i, j
}
