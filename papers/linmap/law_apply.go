package linmap

import (
	"procad/core"
	"procad/papers/ks"
)

// applications are the semantics of Figure 4, the laws of reverse application of
// Figure 5, and the rules of Figure 13, as equations that remove ⊙ and ⊙ᴿ.
var applications = []Law{
	appliedTo[Compose](4, "(m1 ∘ m2) ⊙ x = m1 ⊙ (m2 ⊙ x)", func(m *ks.Call, x ks.Term) ks.Term {
		return apply2(m.Args()[0], apply2(m.Args()[1], x))
	}),
	appliedTo[VCat](4, "(m1 × m2) ⊙ x = (m1 ⊙ x, m2 ⊙ x)", func(m *ks.Call, x ks.Term) ks.Term {
		return share("dx", x, func(x ks.Term) ks.Term {
			out := make([]ks.Term, len(m.Args()))
			for i, n := range m.Args() {
				out[i] = apply2(n, x)
			}
			return ks.Tuples(m.At, out...)
		})
	}),
	appliedTo[HCat](4, "(m1 ⋈ m2) ⊙ (x1, x2) = (m1 ⊙ x1) + (m2 ⊙ x2)", func(m *ks.Call, x ks.Term) ks.Term {
		return share("dx", x, func(x ks.Term) ks.Term {
			out := apply2(m.Args()[0], component(x, 0))
			for i, n := range m.Args()[1:] {
				out = plus(out, apply2(n, component(x, i+1)))
			}
			return out
		})
	}),
	appliedTo[Plus](4, "(m1 ⊕ m2) ⊙ x = (m1 ⊙ x) + (m2 ⊙ x)", func(m *ks.Call, x ks.Term) ks.Term {
		return share("dx", x, func(x ks.Term) ks.Term { return plus(apply2(m.Args()[0], x), apply2(m.Args()[1], x)) })
	}),
	appliedTo[Zero](4, "𝟎 ⊙ x = 0", func(m *ks.Call, x ks.Term) ks.Term { return null(m, m.Fun.(Zero).To) }),
	appliedTo[One](4, "𝟏 ⊙ x = x", func(_ *ks.Call, x ks.Term) ks.Term { return x }),
	appliedTo[Scale](4, "S(k) ⊙ x = k * x", func(m *ks.Call, x ks.Term) ks.Term { return times(m.Arg, x) }),
	appliedTo[VCatV](4, "V(m) ⊙ x = build(sz(m), λi. m[i] ⊙ x)", func(m *ks.Call, x ks.Term) ks.Term {
		return share("dx", x, func(x ks.Term) ks.Term {
			return mapVec(m.Arg, func(n ks.Term) ks.Term { return apply2(n, x) })
		})
	}),
	appliedTo[HCatV](4, "H(m) ⊙ x = Σᵢ (m[i] ⊙ x[i])", func(m *ks.Call, x ks.Term) ks.Term {
		return share("dx", x, func(x ks.Term) ks.Term {
			return total(mapVec(m.Arg, func(n ks.Term) ks.Term { return apply2(n, at(x, n)) }))
		})
	}),
	appliedTo[Transpose](5, "mᵀ ⊙ x = x ⊙ᴿ m", func(m *ks.Call, x ks.Term) ks.Term { return reverse2(x, m.Arg) }),
	appliedTo[In](0, "in ⊙ x = con x", inject),
	appliedTo[Out](0, "out ⊙ con x = x", project),
	appliedTo[LmFold](13, "lmFold … ⊙ dx = FFold …", forwardFold),

	reversedBy[Compose](5, "r ⊙ᴿ (m1 ∘ m2) = (r ⊙ᴿ m1) ⊙ᴿ m2", func(r ks.Term, m *ks.Call) ks.Term {
		return reverse2(reverse2(r, m.Args()[0]), m.Args()[1])
	}),
	reversedBy[VCat](5, "(r1, r2) ⊙ᴿ (m1 × m2) = (r1 ⊙ᴿ m1) + (r2 ⊙ᴿ m2)", func(r ks.Term, m *ks.Call) ks.Term {
		return share("dr", r, func(r ks.Term) ks.Term {
			out := reverse2(component(r, 0), m.Args()[0])
			for i, n := range m.Args()[1:] {
				out = plus(out, reverse2(component(r, i+1), n))
			}
			return out
		})
	}),
	reversedBy[HCat](5, "r ⊙ᴿ (m1 ⋈ m2) = (r ⊙ᴿ m1, r ⊙ᴿ m2)", func(r ks.Term, m *ks.Call) ks.Term {
		return share("dr", r, func(r ks.Term) ks.Term {
			out := make([]ks.Term, len(m.Args()))
			for i, n := range m.Args() {
				out[i] = reverse2(r, n)
			}
			return ks.Tuples(m.At, out...)
		})
	}),
	reversedBy[Plus](5, "r ⊙ᴿ (m1 ⊕ m2) = (r ⊙ᴿ m1) + (r ⊙ᴿ m2)", func(r ks.Term, m *ks.Call) ks.Term {
		return share("dr", r, func(r ks.Term) ks.Term { return plus(reverse2(r, m.Args()[0]), reverse2(r, m.Args()[1])) })
	}),
	reversedBy[Zero](5, "r ⊙ᴿ 𝟎 = 0", func(_ ks.Term, m *ks.Call) ks.Term { return null(m, m.Fun.(Zero).From) }),
	reversedBy[One](5, "r ⊙ᴿ 𝟏 = r", func(r ks.Term, _ *ks.Call) ks.Term { return r }),
	reversedBy[Scale](5, "r ⊙ᴿ S(k) = k * r", func(r ks.Term, m *ks.Call) ks.Term { return times(m.Arg, r) }),
	reversedBy[Transpose](5, "r ⊙ᴿ mᵀ = m ⊙ r", func(r ks.Term, m *ks.Call) ks.Term { return apply2(m.Arg, r) }),
	reversedBy[VCatV](5, "r ⊙ᴿ V(v) = Σᵢ (r[i] ⊙ᴿ v[i])", func(r ks.Term, m *ks.Call) ks.Term {
		return share("dr", r, func(r ks.Term) ks.Term {
			return total(mapVec(m.Arg, func(n ks.Term) ks.Term { return reverse2(at(r, n), n) }))
		})
	}),
	reversedBy[HCatV](5, "r ⊙ᴿ H(v) = build(sz(v), λi. r ⊙ᴿ v[i])", func(r ks.Term, m *ks.Call) ks.Term {
		return share("dr", r, func(r ks.Term) ks.Term {
			return mapVec(m.Arg, func(n ks.Term) ks.Term { return reverse2(r, n) })
		})
	}),
	reversedBy[In](0, "r ⊙ᴿ in = out ⊙ r", func(r ks.Term, m *ks.Call) ks.Term {
		return apply2(ks.Do(m.At, Out(m.Fun.(In))), r)
	}),
	reversedBy[Out](0, "r ⊙ᴿ out = in ⊙ r", func(r ks.Term, m *ks.Call) ks.Term {
		return apply2(ks.Do(m.At, In(m.Fun.(Out))), r)
	}),
	reversedBy[LmFold](13, "dx ⊙ᴿ lmFold … = RFold …", reverseFold),
}

// appliedTo is an equation whose left side is m ⊙ x, where m is a call of F.
func appliedTo[F ks.Fun](figure int, name string, rule func(m *ks.Call, x ks.Term) ks.Term) Law {
	return binary[Apply](figure, name, func(_ *ks.Call, m, x ks.Term) ks.Term {
		if isA[F](m) {
			return rule(m.(*ks.Call), x)
		}
		return nil
	})
}

// reversedBy is an equation whose left side is r ⊙ᴿ m, where m is a call of F.
func reversedBy[F ks.Fun](figure int, name string, rule func(r ks.Term, m *ks.Call) ks.Term) Law {
	return binary[Reverse](figure, name, func(_ *ks.Call, r, m ks.Term) ks.Term {
		if isA[F](m) {
			return rule(r, m.(*ks.Call))
		}
		return nil
	})
}

func apply2(m, x ks.Term) ks.Term   { return ks.Do(m.Pos(), Apply{}, m, x) }
func reverse2(r, m ks.Term) ks.Term { return ks.Do(m.Pos(), Reverse{}, r, m) }
func plus(a, b ks.Term) ks.Term     { return ks.Do(a.Pos(), ks.Op{Op: core.Add}, a, b) }
func times(k, x ks.Term) ks.Term    { return ks.Do(k.Pos(), ks.Times{}, k, x) }

func total(v ks.Term) ks.Term { return ks.Do(v.Pos(), ks.Add{Of: v.Type().(ks.Vec).Elem}, v) }

// null is the 0 of δt.
func null(m *ks.Call, t ks.Type) ks.Term { return ks.Do(m.At, ks.Zero{Of: t}) }

// component is πk(x).
func component(x ks.Term, k int) ks.Term {
	return ks.Do(x.Pos(), ks.Select{K: k, N: len(x.Type().(ks.Tuple))}, x)
}

// at is x[i] for the map v[i].
func at(x, element ks.Term) ks.Term {
	return ks.Do(x.Pos(), ks.Index{}, element.(*ks.Call).Args()[0], x)
}

func inject(m *ks.Call, x ks.Term) ks.Term {
	in := m.Fun.(In)
	return ks.Do(m.At, ks.Inject{K: in.K, To: ks.Tangent(in.Of).(ks.Sum)}, x)
}

// project is the x of con x. Other constructors do not occur: a tangent has that
// of its primal.
func project(m *ks.Call, x ks.Term) ks.Term {
	out := m.Fun.(Out)
	of := ks.Tangent(out.Of).(ks.Sum)
	c := &ks.Case{Node: ks.Node{At: m.At, Of: of.Cons[out.K].Of}, X: x}
	for k, con := range of.Cons {
		arm := ks.Arm{Body: null(m, out.Of.Cons[out.K].Of)}
		if k == out.K {
			arm.Var = &ks.Var{Name: "dx", Type: con.Of}
			arm.Body = ks.UseOf(m.At, arm.Var)
		}
		c.Arms = append(c.Arms, arm)
	}
	return c
}

// unpack is let a = π1(t) in let b = π2(t) in body(a, b), as a function of t.
func unpack(name string, a, b *ks.Var, body ks.Term) *ks.Lambda {
	t := &ks.Var{Name: name, Type: ks.Tuple{a.Type, b.Type}}
	use := ks.UseOf(body.Pos(), t)
	return ks.Fn(t, ks.In(a, component(use, 0), ks.In(b, component(use, 1), body)))
}

// forwardFold is the rule of Figure 13.
//
//	lmFold (λt. e) (λt. e') acc v ⊙ dx = FFold (λt. e) acc v (λt_dt. e_dt) d_acc d_v
//	  where e_dt = let t = π1(t_dt) in let dt = π2(t_dt) in e' ⊙ (ds, dt)
func forwardFold(m *ks.Call, dx ks.Term) ks.Term {
	return share("dx", dx, func(dx ks.Term) ks.Term {
		args := m.Args()
		e := ks.Copy(args[1]).(*ks.Lambda)
		dt := &ks.Var{Name: "dt", Type: ks.Tangent(e.Var.Type)}
		ds, dav := component(dx, 0), component(dx, 1)
		step := unpack("t_dt", e.Var, dt, apply2(e.Body, ks.Tuples(m.At, ds, ks.UseOf(m.At, dt))))
		return ks.Do(m.At, FFold{}, args[0], args[2], args[3], step, component(dav, 0), component(dav, 1))
	})
}

// reverseFold is the rule of Figure 13.
//
//	dx ⊙ᴿ lmFold (λt. e) (λt. e') acc v = RFold (λt. e) (λt_dr. e_dr) acc v dx
//	  where e_dr = let t = π1(t_dr) in let dr = π2(t_dr) in dr ⊙ᴿ e'
func reverseFold(dx ks.Term, m *ks.Call) ks.Term {
	args := m.Args()
	e := ks.Copy(args[1]).(*ks.Lambda)
	dr := &ks.Var{Name: "dr", Type: dx.Type()}
	step := unpack("t_dr", e.Var, dr, reverse2(ks.UseOf(m.At, dr), e.Body))
	return ks.Do(m.At, RFold{}, args[0], step, args[2], args[3], dx)
}
