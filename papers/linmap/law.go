package linmap

import (
	"procad/core"
	"procad/papers/ks"
)

// A Law is an equation of Figure 4 or 5, read from left to right.
type Law struct {
	Figure  int                    // 0: not in the paper, see Name
	Name    string                 // the equation
	Rewrite func(*ks.Call) ks.Term // its right side; nil if the left side does not fit
}

// Laws are the laws by which linear maps are simplified, in the order in which
// they are tried.
var Laws = append(append(append([]Law{}, properties...), transposes...), applications...)

// is says that t is a call of a function of type F, and gives it and its arguments.
func is[F ks.Fun](t ks.Term) (f F, args []ks.Term, ok bool) {
	c, ok := t.(*ks.Call)
	if !ok {
		return f, nil, false
	}
	if f, ok = c.Fun.(F); ok {
		args = c.Args()
	}
	return f, args, ok
}

func isA[F ks.Fun](t ks.Term) bool {
	_, _, ok := is[F](t)
	return ok
}

// binary is an equation whose left side is f(a, b).
func binary[F ks.Fun](figure int, name string, rule func(t *ks.Call, a, b ks.Term) ks.Term) Law {
	return Law{figure, name, func(t *ks.Call) ks.Term {
		if _, args, ok := is[F](t); ok && len(args) == 2 {
			return rule(t, args[0], args[1])
		}
		return nil
	}}
}

// unary is an equation whose left side is f(a).
func unary[F ks.Fun](figure int, name string, rule func(t *ks.Call, a ks.Term) ks.Term) Law {
	return Law{figure, name, func(t *ks.Call) ks.Term {
		if _, _, ok := is[F](t); ok {
			return rule(t, t.Arg)
		}
		return nil
	}}
}

// small says that t may be written twice.
func small(t ks.Term) bool {
	switch t := t.(type) {
	case *ks.Pair:
		for _, e := range t.Elems {
			if !small(e) {
				return false
			}
		}
		return true
	case *ks.Call:
		switch t.Fun.(type) {
		case Scale, ks.Select:
			return small(t.Arg)
		}
	}
	return trivial(t)
}

func compose(m, n ks.Term) ks.Term { return ks.Do(m.Pos(), Compose{}, m, n) }

// zeroOf is the 𝟎 of the type of t.
func zeroOf(t ks.Term) ks.Term {
	m := t.Type().(ks.Lin)
	return zero(t.Pos(), m.From, m.To)
}

// properties are those of Figure 4. Two of its equations write a map twice that is
// there once, and are read only where that map is small.
var properties = []Law{
	binary[Compose](4, "𝟎 ∘ m = 𝟎", func(t *ks.Call, m, n ks.Term) ks.Term {
		if isA[Zero](m) {
			return zeroOf(t)
		}
		return nil
	}),
	binary[Compose](4, "m ∘ 𝟎 = 𝟎", func(t *ks.Call, m, n ks.Term) ks.Term {
		if isA[Zero](n) {
			return zeroOf(t)
		}
		return nil
	}),
	binary[Compose](4, "𝟏 ∘ m = m", func(t *ks.Call, m, n ks.Term) ks.Term {
		if isA[One](m) {
			return n
		}
		return nil
	}),
	binary[Compose](4, "m ∘ 𝟏 = m", func(t *ks.Call, m, n ks.Term) ks.Term {
		if isA[One](n) {
			return m
		}
		return nil
	}),
	binary[Plus](4, "m ⊕ 𝟎 = m", func(t *ks.Call, m, n ks.Term) ks.Term {
		if isA[Zero](n) {
			return m
		}
		return nil
	}),
	binary[Plus](4, "𝟎 ⊕ m = m", func(t *ks.Call, m, n ks.Term) ks.Term {
		if isA[Zero](m) {
			return n
		}
		return nil
	}),
	binary[Compose](4, "(m1 ⋈ m2) ∘ (n1 × n2) = (m1 ∘ n1) ⊕ (m2 ∘ n2)", func(t *ks.Call, m, n ks.Term) ks.Term {
		_, ms, ok := is[HCat](m)
		_, ns, also := is[VCat](n)
		if !ok || !also {
			return nil
		}
		out := compose(ms[0], ns[0])
		for i := range ms[1:] {
			out = ks.Do(t.At, Plus{}, out, compose(ms[i+1], ns[i+1]))
		}
		return out
	}),
	binary[Compose](4, "m ∘ (n1 ⋈ n2) = (m ∘ n1) ⋈ (m ∘ n2)", func(t *ks.Call, m, n ks.Term) ks.Term {
		if _, ns, ok := is[HCat](n); ok && small(m) {
			return each(t, HCat{}, ns, func(n ks.Term) ks.Term { return compose(m, n) })
		}
		return nil
	}),
	binary[Compose](4, "(m1 × m2) ∘ n = (m1 ∘ n) × (m2 ∘ n)", func(t *ks.Call, m, n ks.Term) ks.Term {
		if _, ms, ok := is[VCat](m); ok && small(n) {
			return each(t, VCat{}, ms, func(m ks.Term) ks.Term { return compose(m, n) })
		}
		return nil
	}),
	binary[Compose](4, "S(k1) ∘ S(k2) = S(k1 * k2)", func(t *ks.Call, m, n ks.Term) ks.Term {
		f, k, ok := is[Scale](m)
		if _, l, also := is[Scale](n); ok && also {
			return ks.Do(t.At, f, ks.Do(t.At, ks.Op{Op: core.Mul}, k[0], l[0]))
		}
		return nil
	}),
	binary[Plus](4, "S(k1) ⊕ S(k2) = S(k1 + k2)", func(t *ks.Call, m, n ks.Term) ks.Term {
		f, k, ok := is[Scale](m)
		if _, l, also := is[Scale](n); ok && also {
			return ks.Do(t.At, f, ks.Do(t.At, ks.Op{Op: core.Add}, k[0], l[0]))
		}
		return nil
	}),
	unary[VCat](0, "𝟎 × 𝟎 = 𝟎, as both give (0, 0)", allZero),
	unary[HCat](0, "𝟎 ⋈ 𝟎 = 𝟎, as both give 0 + 0", allZero),
	unary[VCatV](0, "V(build(n, λi. 𝟎)) = 𝟎", eachZero),
	unary[HCatV](0, "H(build(n, λi. 𝟎)) = 𝟎", eachZero),
}

// each is f(rule(a1), …, rule(an)).
func each(t *ks.Call, f ks.Fun, args []ks.Term, rule func(ks.Term) ks.Term) ks.Term {
	out := make([]ks.Term, len(args))
	for i, a := range args {
		out[i] = rule(a)
	}
	return ks.Do(t.At, f, out...)
}

func allZero(t *ks.Call, _ ks.Term) ks.Term {
	for _, m := range t.Args() {
		if !isA[Zero](m) {
			return nil
		}
	}
	return zeroOf(t)
}

func eachZero(t *ks.Call, v ks.Term) ks.Term {
	if _, args, ok := is[ks.Build](v); ok && isA[Zero](args[1].(*ks.Lambda).Body) {
		return zeroOf(t)
	}
	return nil
}

// transposes are those of Figure 5.
var transposes = []Law{
	transposed[Compose](5, "(m1 ∘ m2)ᵀ = m2ᵀ ∘ m1ᵀ", func(t, m *ks.Call) ks.Term {
		return compose(transpose(m.Args()[1]), transpose(m.Args()[0]))
	}),
	transposed[VCat](5, "(m1 × m2)ᵀ = m1ᵀ ⋈ m2ᵀ", func(t, m *ks.Call) ks.Term {
		return each(t, HCat{}, m.Args(), transpose)
	}),
	transposed[HCat](5, "(m1 ⋈ m2)ᵀ = m1ᵀ × m2ᵀ", func(t, m *ks.Call) ks.Term {
		return each(t, VCat{}, m.Args(), transpose)
	}),
	transposed[Plus](5, "(m1 ⊕ m2)ᵀ = m1ᵀ ⊕ m2ᵀ", func(t, m *ks.Call) ks.Term {
		return each(t, Plus{}, m.Args(), transpose)
	}),
	transposed[Zero](5, "𝟎ᵀ = 𝟎", func(t, _ *ks.Call) ks.Term { return zeroOf(t) }),
	transposed[One](5, "𝟏ᵀ = 𝟏", func(_, m *ks.Call) ks.Term { return m }),
	transposed[Scale](5, "S(k)ᵀ = S(k)", func(_, m *ks.Call) ks.Term { return m }),
	transposed[Transpose](5, "(mᵀ)ᵀ = m", func(_, m *ks.Call) ks.Term { return m.Arg }),
	transposed[VCatV](5, "V(v)ᵀ = H(map (·)ᵀ v)", func(t, m *ks.Call) ks.Term {
		return ks.Do(t.At, HCatV{}, mapVec(m.Arg, transpose))
	}),
	transposed[HCatV](5, "H(v)ᵀ = V(map (·)ᵀ v)", func(t, m *ks.Call) ks.Term {
		return ks.Do(t.At, VCatV{}, mapVec(m.Arg, transpose))
	}),
	transposed[In](0, "inᵀ = out, as (out ⊙ con t) • s = con t • (in ⊙ s)", func(t, m *ks.Call) ks.Term {
		return ks.Do(t.At, Out(m.Fun.(In)))
	}),
	transposed[Out](0, "outᵀ = in", func(t, m *ks.Call) ks.Term { return ks.Do(t.At, In(m.Fun.(Out))) }),
}

func transpose(m ks.Term) ks.Term { return ks.Do(m.Pos(), Transpose{}, m) }

// transposed is an equation whose left side is mᵀ, where m is a call of F.
func transposed[F ks.Fun](figure int, name string, rule func(t, m *ks.Call) ks.Term) Law {
	return unary[Transpose](figure, name, func(t *ks.Call, m ks.Term) ks.Term {
		if isA[F](m) {
			return rule(t, m.(*ks.Call))
		}
		return nil
	})
}

// mapVec is map f v.
//
//	map f v = build(sz(v), λi. f(v[i]))
func mapVec(v ks.Term, f func(ks.Term) ks.Term) ks.Term {
	at := v.Pos()
	return share("v", v, func(v ks.Term) ks.Term {
		i := &ks.Var{Name: "i", Type: ks.N}
		return ks.Do(at, ks.Build{}, ks.Do(at, ks.Size{}, v), ks.Fn(i, f(ks.Do(at, ks.Index{}, ks.UseOf(at, i), v))))
	})
}

// share is let x = e in body(x); what is small, or a vector of maps, needs no name,
// and of a tuple the components have names.
func share(name string, e ks.Term, body func(ks.Term) ks.Term) ks.Term {
	if small(e) || holdsMaps(e.Type()) {
		return body(e)
	}
	if p, ok := e.(*ks.Pair); ok {
		elems := make([]ks.Term, len(p.Elems))
		var from func(i int) ks.Term
		from = func(i int) ks.Term {
			if i == len(elems) {
				return body(ks.Tuples(p.At, elems...))
			}
			return share(name, p.Elems[i], func(x ks.Term) ks.Term { elems[i] = x; return from(i + 1) })
		}
		return from(0)
	}
	x := &ks.Var{Name: name, Type: e.Type()}
	return ks.In(x, e, body(ks.UseOf(e.Pos(), x)))
}

// holdsMaps says that a value of type t has linear maps in it.
func holdsMaps(t ks.Type) bool {
	switch t := t.(type) {
	case ks.Lin:
		return true
	case ks.Vec:
		return holdsMaps(t.Elem)
	case ks.Tuple:
		for _, e := range t {
			if holdsMaps(e) {
				return true
			}
		}
	}
	return false
}
