package vlad

// Reverse is ^(λ x0. let x1 = e1 .. xn = en in xn):
//
//	λ ^x0. let φ{x1 = e1} .. φ{xn = en} in (^xn, _e)
func (m *Machine) Reverse(l *Lambda) *Lambda {
	if l.reverse != nil {
		return l.reverse
	}
	b := &builder{fresh: &m.fresh}
	back := map[*Var]Atom{} // ~xi
	for _, s := range l.Lets {
		m.forwards(b, s, back)
	}
	out := m.pairOf(b, l.out().Reverse(), b.bind("_e", m.backwards(l, back)))
	l.reverse = b.lambda(l.Param.Reverse(), out, l.Level+1)
	l.reverse.Free = make([]*Var, len(l.Free))
	for i, x := range l.Free {
		// B(^(λx.e)) = {^x' | x' ∈ B(λx.e)}
		l.reverse.Free[i] = x.Reverse()
	}
	l.reverse.primal = l
	return l.reverse
}

// reversed is ^x; a constant c is J c.
func (m *Machine) reversed(b *builder, a Atom) Atom {
	if x, ok := a.(*Var); ok {
		return x.Reverse()
	}
	return b.call(m.global("J"), a)
}

// forwards is φ.
func (m *Machine) forwards(b *builder, s Let, back map[*Var]Atom) {
	put := func(e Expr) { b.lets = append(b.lets, Let{s.Var.Reverse(), e}) }
	switch e := s.Expr.(type) {
	case *Copy:
		// φ{xi = xj} : ^xi = ^xj
		put(&Copy{m.reversed(b, e.X)})
	case *Call:
		// φ{xi = xj xk} : (^xi, ~xi) = ^xj ^xk
		both := b.call(m.reversed(b, e.F), m.reversed(b, e.X))
		put(&Call{m.global("Car"), both})
		back[s.Var] = b.call(m.global("Cdr"), both)
	case *Lambda:
		// φ{xi = λx.e} : ^xi = ^(λx.e)
		put(m.Reverse(e))
	}
}

// backwards is
//
//	_e = λ _xn. let _x' = 0 (J' ^x') for x' ∈ B e and x0 .. x(n-1)
//	     in ρ{xn = en} .. ρ{x1 = e1} in ([_x1', .., _xl']_x0, _x0)
func (m *Machine) backwards(l *Lambda, back map[*Var]Atom) *Lambda {
	b := &builder{fresh: &m.fresh}
	in := b.newVar("_" + l.out().Name)
	bar := map[*Var]Atom{}
	zero := func(x *Var) {
		bar[x] = b.call(m.global("zero"), b.call(m.global("J'"), x.Reverse()))
	}
	for _, x := range l.Free {
		zero(x)
	}
	zero(l.Param)
	for _, s := range l.Lets[:len(l.Lets)-1] {
		zero(s.Var)
	}
	bar[l.out()] = in
	for i := len(l.Lets) - 1; i >= 0; i-- {
		m.rho(b, l.Lets[i], bar, back)
	}
	captured := make([]Atom, len(l.Free))
	for i, x := range l.Free {
		captured[i] = bar[x]
	}
	return b.lambda(in, m.pairOf(b, m.listOf(b, l.Level, captured), bar[l.Param]), 0)
}

// rho is ρ. A constant has no sensitivity.
func (m *Machine) rho(b *builder, s Let, bar, back map[*Var]Atom) {
	add := func(a, d Atom) {
		if x, ok := a.(*Var); ok {
			bar[x] = b.call(m.global("⊕"), m.pairOf(b, bar[x], d))
		}
	}
	out := bar[s.Var]
	switch e := s.Expr.(type) {
	case *Copy:
		// ρ{xi = xj} : _xj ⊕= _xi
		add(e.X, out)
	case *Call:
		// ρ{xi = xj xk} : (_xj, _xk) ⊕= ~xi _xi
		both := b.call(back[s.Var], out)
		add(e.F, b.call(m.global("Car"), both))
		add(e.X, b.call(m.global("Cdr"), both))
	case *Lambda:
		// ρ{xi = λx.e} : [_x1', .., _xl']_x ⊕= _xi,  x' = B(λx.e)
		list := m.times(b, "J'", e.Level, out)
		for _, x := range e.Free {
			add(x, m.times(b, "J", e.Level, b.call(m.global("Car"), list)))
			list = b.call(m.global("Cdr"), list)
		}
	}
}

// times calls f n times.
func (m *Machine) times(b *builder, f string, n int, a Atom) Atom {
	for range n {
		a = b.call(m.global(f), a)
	}
	return a
}

func (m *Machine) pairOf(b *builder, x, y Atom) Atom { return b.call(m.global("Cons"), x, y) }

// listOf is the term [x1, .., xl]_x, x tagged level times.
func (m *Machine) listOf(b *builder, level int, xs []Atom) Atom {
	var out Atom = Nil{}
	for i := len(xs) - 1; i >= 0; i-- {
		out = m.pairOf(b, m.times(b, "J'", level, xs[i]), out)
	}
	return m.times(b, "J", level, out)
}
