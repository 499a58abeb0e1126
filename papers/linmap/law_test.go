package linmap_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"procad/core"
	"procad/internal/golden"
	"procad/internal/kstest"
	"procad/papers/ks"
	"procad/papers/linmap"
)

// A maker makes what the left sides of laws are about.
type maker struct {
	lin func(name string, s, t ks.Type) ks.Term
	vec func(name string, s, t ks.Type) ks.Term // a vector of maps
	num func(name string) ks.Term
	at  func(name string, t ks.Type) ks.Term
}

// symbols are makers of variables.
func symbols() maker {
	v := func(name string, t ks.Type) ks.Term {
		return ks.UseOf(kstest.Nowhere, &ks.Var{Name: strings.TrimPrefix(name, "small "), Type: t})
	}
	return maker{
		func(name string, s, t ks.Type) ks.Term { return v(name, ks.Lin{From: s, To: t}) },
		func(name string, s, t ks.Type) ks.Term { return v(name, ks.Vec{Elem: ks.Lin{From: s, To: t}}) },
		func(name string) ks.Term { return v(name, ks.R) },
		func(name string, t ks.Type) ks.Term { return v(name, ks.Tangent(t)) },
	}
}

// random are makers of random terms. Maps that a law writes twice are small.
func random(d *kstest.Drawing) maker {
	return maker{
		func(name string, s, t ks.Type) ks.Term {
			if strings.HasPrefix(name, "small") {
				return d.Lin(s, t, 0)
			}
			return d.Lin(s, t, 2)
		},
		func(_ string, s, t ks.Type) ks.Term { return d.Vector(s, t, 2) },
		func(string) ks.Term { return d.Scalar() },
		func(_ string, t ks.Type) ks.Term { return d.At(t) },
	}
}

func compose(m, n ks.Term) ks.Term { return kstest.Do(linmap.Compose{}, m, n) }
func oplus(m, n ks.Term) ks.Term   { return kstest.Do(linmap.Plus{}, m, n) }
func vcat(m ...ks.Term) ks.Term    { return kstest.Do(linmap.VCat{}, m...) }
func hcat(m ...ks.Term) ks.Term    { return kstest.Do(linmap.HCat{}, m...) }
func trans(m ks.Term) ks.Term      { return kstest.Do(linmap.Transpose{}, m) }
func scaled(k ks.Term) ks.Term     { return kstest.Do(linmap.Scale{Of: ks.R}, k) }
func zeros(s, t ks.Type) ks.Term   { return kstest.Do(linmap.Zero{From: s, To: t}) }
func id(s ks.Type) ks.Term         { return kstest.Do(linmap.One{Of: s}) }
func in() ks.Term                  { return kstest.Do(linmap.In{K: 0, Of: kstest.Either}) }
func out() ks.Term                 { return kstest.Do(linmap.Out{K: 0, Of: kstest.Either}) }

// sides are the left sides of the laws.
var sides = map[string]func(g maker) ks.Term{
	"𝟎 ∘ m = 𝟎": func(g maker) ks.Term { return compose(zeros(kstest.VecR, kstest.TwoR), g.lin("m", ks.R, kstest.VecR)) },
	"m ∘ 𝟎 = 𝟎": func(g maker) ks.Term { return compose(g.lin("m", kstest.VecR, ks.R), zeros(kstest.TwoR, kstest.VecR)) },
	"𝟏 ∘ m = m": func(g maker) ks.Term { return compose(id(kstest.VecR), g.lin("m", ks.R, kstest.VecR)) },
	"m ∘ 𝟏 = m": func(g maker) ks.Term { return compose(g.lin("m", ks.R, kstest.VecR), id(ks.R)) },
	"m ⊕ 𝟎 = m": func(g maker) ks.Term { return oplus(g.lin("m", ks.R, kstest.VecR), zeros(ks.R, kstest.VecR)) },
	"𝟎 ⊕ m = m": func(g maker) ks.Term { return oplus(zeros(ks.R, kstest.VecR), g.lin("m", ks.R, kstest.VecR)) },
	"(m1 ⋈ m2) ∘ (n1 × n2) = (m1 ∘ n1) ⊕ (m2 ∘ n2)": func(g maker) ks.Term {
		return compose(hcat(g.lin("m1", ks.R, kstest.VecR), g.lin("m2", kstest.VecR, kstest.VecR)), vcat(g.lin("n1", kstest.TwoR, ks.R), g.lin("n2", kstest.TwoR, kstest.VecR)))
	},
	"m ∘ (n1 ⋈ n2) = (m ∘ n1) ⋈ (m ∘ n2)": func(g maker) ks.Term {
		return compose(g.lin("small m", ks.R, ks.R), hcat(g.lin("n1", kstest.VecR, ks.R), g.lin("n2", kstest.TwoR, ks.R)))
	},
	"(m1 × m2) ∘ n = (m1 ∘ n) × (m2 ∘ n)": func(g maker) ks.Term {
		return compose(vcat(g.lin("m1", ks.R, kstest.VecR), g.lin("m2", ks.R, kstest.TwoR)), g.lin("small n", ks.R, ks.R))
	},
	"S(k1) ∘ S(k2) = S(k1 * k2)":     func(g maker) ks.Term { return compose(scaled(g.num("k1")), scaled(g.num("k2"))) },
	"S(k1) ⊕ S(k2) = S(k1 + k2)":     func(g maker) ks.Term { return oplus(scaled(g.num("k1")), scaled(g.num("k2"))) },
	"𝟎 × 𝟎 = 𝟎, as both give (0, 0)": func(g maker) ks.Term { return vcat(zeros(ks.R, kstest.VecR), zeros(ks.R, kstest.TwoR)) },
	"𝟎 ⋈ 𝟎 = 𝟎, as both give 0 + 0":  func(g maker) ks.Term { return hcat(zeros(ks.R, kstest.VecR), zeros(kstest.TwoR, kstest.VecR)) },
	"V(build(n, λi. 𝟎)) = 𝟎":         func(g maker) ks.Term { return kstest.Do(linmap.VCatV{}, build(zeros(ks.R, kstest.TwoR))) },
	"H(build(n, λi. 𝟎)) = 𝟎":         func(g maker) ks.Term { return kstest.Do(linmap.HCatV{}, build(zeros(ks.R, kstest.TwoR))) },

	"(m1 ∘ m2)ᵀ = m2ᵀ ∘ m1ᵀ": func(g maker) ks.Term {
		return trans(compose(g.lin("m1", kstest.VecR, kstest.TwoR), g.lin("m2", ks.R, kstest.VecR)))
	},
	"(m1 × m2)ᵀ = m1ᵀ ⋈ m2ᵀ": func(g maker) ks.Term {
		return trans(vcat(g.lin("m1", ks.R, kstest.VecR), g.lin("m2", ks.R, kstest.TwoR)))
	},
	"(m1 ⋈ m2)ᵀ = m1ᵀ × m2ᵀ": func(g maker) ks.Term {
		return trans(hcat(g.lin("m1", kstest.VecR, ks.R), g.lin("m2", kstest.TwoR, ks.R)))
	},
	"(m1 ⊕ m2)ᵀ = m1ᵀ ⊕ m2ᵀ": func(g maker) ks.Term {
		return trans(oplus(g.lin("m1", kstest.VecR, ks.R), g.lin("m2", kstest.VecR, ks.R)))
	},
	"𝟎ᵀ = 𝟎":                func(g maker) ks.Term { return trans(zeros(ks.R, kstest.VecR)) },
	"𝟏ᵀ = 𝟏":                func(g maker) ks.Term { return trans(id(kstest.VecR)) },
	"S(k)ᵀ = S(k)":          func(g maker) ks.Term { return trans(scaled(g.num("k"))) },
	"(mᵀ)ᵀ = m":             func(g maker) ks.Term { return trans(trans(g.lin("m", kstest.VecR, ks.R))) },
	"V(v)ᵀ = H(map (·)ᵀ v)": func(g maker) ks.Term { return trans(kstest.Do(linmap.VCatV{}, g.vec("v", ks.R, kstest.TwoR))) },
	"H(v)ᵀ = V(map (·)ᵀ v)": func(g maker) ks.Term { return trans(kstest.Do(linmap.HCatV{}, g.vec("v", ks.R, kstest.TwoR))) },
	"inᵀ = out, as (out ⊙ con t) • s = con t • (in ⊙ s)": func(g maker) ks.Term { return trans(in()) },
	"outᵀ = in": func(g maker) ks.Term { return trans(out()) },

	"(m1 ∘ m2) ⊙ x = m1 ⊙ (m2 ⊙ x)": func(g maker) ks.Term {
		return apply(compose(g.lin("m1", kstest.VecR, kstest.TwoR), g.lin("m2", ks.R, kstest.VecR)), g.at("x", ks.R))
	},
	"(m1 × m2) ⊙ x = (m1 ⊙ x, m2 ⊙ x)": func(g maker) ks.Term {
		return apply(vcat(g.lin("m1", kstest.VecR, kstest.TwoR), g.lin("m2", kstest.VecR, kstest.VecR)), g.at("x", kstest.VecR))
	},
	"(m1 ⋈ m2) ⊙ (x1, x2) = (m1 ⊙ x1) + (m2 ⊙ x2)": func(g maker) ks.Term {
		return apply(hcat(g.lin("m1", kstest.VecR, kstest.TwoR), g.lin("m2", ks.R, kstest.TwoR)), ks.Tuples(kstest.Nowhere, g.at("x1", kstest.VecR), g.at("x2", ks.R)))
	},
	"(m1 ⊕ m2) ⊙ x = (m1 ⊙ x) + (m2 ⊙ x)": func(g maker) ks.Term {
		return apply(oplus(g.lin("m1", kstest.VecR, kstest.TwoR), g.lin("m2", kstest.VecR, kstest.TwoR)), g.at("x", kstest.VecR))
	},
	"𝟎 ⊙ x = 0":        func(g maker) ks.Term { return apply(zeros(kstest.VecR, kstest.TwoR), g.at("x", kstest.VecR)) },
	"𝟏 ⊙ x = x":        func(g maker) ks.Term { return apply(id(kstest.VecR), g.at("x", kstest.VecR)) },
	"S(k) ⊙ x = k * x": func(g maker) ks.Term { return apply(scaled(g.num("k")), g.at("x", ks.R)) },
	"V(m) ⊙ x = build(sz(m), λi. m[i] ⊙ x)": func(g maker) ks.Term {
		return apply(kstest.Do(linmap.VCatV{}, g.vec("m", kstest.VecR, kstest.TwoR)), g.at("x", kstest.VecR))
	},
	"H(m) ⊙ x = Σᵢ (m[i] ⊙ x[i])": func(g maker) ks.Term {
		return apply(kstest.Do(linmap.HCatV{}, g.vec("m", ks.R, kstest.TwoR)), g.at("x", kstest.VecR))
	},
	"mᵀ ⊙ x = x ⊙ᴿ m": func(g maker) ks.Term {
		return apply(trans(g.lin("m", kstest.TwoR, kstest.VecR)), g.at("x", kstest.VecR))
	},
	"in ⊙ x = con x":          func(g maker) ks.Term { return apply(in(), g.at("x", ks.R)) },
	"out ⊙ con x = x":         func(g maker) ks.Term { return apply(out(), g.at("x", kstest.Either)) },
	"lmFold … ⊙ dx = FFold …": func(g maker) ks.Term { return apply(fold(g), g.at("dx", foldSpace)) },

	"r ⊙ᴿ (m1 ∘ m2) = (r ⊙ᴿ m1) ⊙ᴿ m2": func(g maker) ks.Term {
		return reverse(g.at("r", kstest.TwoR), compose(g.lin("m1", kstest.VecR, kstest.TwoR), g.lin("m2", ks.R, kstest.VecR)))
	},
	"(r1, r2) ⊙ᴿ (m1 × m2) = (r1 ⊙ᴿ m1) + (r2 ⊙ᴿ m2)": func(g maker) ks.Term {
		return reverse(ks.Tuples(kstest.Nowhere, g.at("r1", kstest.TwoR), g.at("r2", kstest.VecR)), vcat(g.lin("m1", ks.R, kstest.TwoR), g.lin("m2", ks.R, kstest.VecR)))
	},
	"r ⊙ᴿ (m1 ⋈ m2) = (r ⊙ᴿ m1, r ⊙ᴿ m2)": func(g maker) ks.Term {
		return reverse(g.at("r", kstest.TwoR), hcat(g.lin("m1", kstest.VecR, kstest.TwoR), g.lin("m2", ks.R, kstest.TwoR)))
	},
	"r ⊙ᴿ (m1 ⊕ m2) = (r ⊙ᴿ m1) + (r ⊙ᴿ m2)": func(g maker) ks.Term {
		return reverse(g.at("r", kstest.TwoR), oplus(g.lin("m1", kstest.VecR, kstest.TwoR), g.lin("m2", kstest.VecR, kstest.TwoR)))
	},
	"r ⊙ᴿ 𝟎 = 0":        func(g maker) ks.Term { return reverse(g.at("r", kstest.TwoR), zeros(kstest.VecR, kstest.TwoR)) },
	"r ⊙ᴿ 𝟏 = r":        func(g maker) ks.Term { return reverse(g.at("r", kstest.VecR), id(kstest.VecR)) },
	"r ⊙ᴿ S(k) = k * r": func(g maker) ks.Term { return reverse(g.at("r", ks.R), scaled(g.num("k"))) },
	"r ⊙ᴿ mᵀ = m ⊙ r": func(g maker) ks.Term {
		return reverse(g.at("r", kstest.VecR), trans(g.lin("m", kstest.VecR, kstest.TwoR)))
	},
	"r ⊙ᴿ V(v) = Σᵢ (r[i] ⊙ᴿ v[i])": func(g maker) ks.Term {
		return reverse(g.at("r", kstest.VecR), kstest.Do(linmap.VCatV{}, g.vec("v", kstest.TwoR, ks.R)))
	},
	"r ⊙ᴿ H(v) = build(sz(v), λi. r ⊙ᴿ v[i])": func(g maker) ks.Term {
		return reverse(g.at("r", kstest.TwoR), kstest.Do(linmap.HCatV{}, g.vec("v", ks.R, kstest.TwoR)))
	},
	"r ⊙ᴿ in = out ⊙ r":        func(g maker) ks.Term { return reverse(g.at("r", kstest.Either), in()) },
	"r ⊙ᴿ out = in ⊙ r":        func(g maker) ks.Term { return reverse(g.at("r", ks.R), out()) },
	"dx ⊙ᴿ lmFold … = RFold …": func(g maker) ks.Term { return reverse(g.at("dx", ks.R), fold(g)) },
}

var foldSpace = ks.Tuple{ks.R, ks.Tuple{ks.R, kstest.VecR}}

func build(e ks.Term) ks.Term {
	return kstest.Do(ks.Build{}, ks.Int(kstest.Nowhere, kstest.Size), ks.Fn(&ks.Var{Name: "i", Type: ks.N}, e))
}

// fold is lmFold (λt. π1(t)) (λt. m) acc v.
func fold(g maker) ks.Term {
	t, u := &ks.Var{Name: "t", Type: kstest.TwoR}, &ks.Var{Name: "t", Type: kstest.TwoR}
	step := ks.Fn(t, kstest.Do(ks.Select{K: 0, N: 2}, ks.UseOf(kstest.Nowhere, t)))
	return kstest.Do(linmap.LmFold{}, step, ks.Fn(u, g.lin("m", ks.Tuple{ks.R, kstest.TwoR}, ks.R)), g.num("acc"), build(g.num("x")))
}

// rewritten is the right side of a law.
func rewritten(t *testing.T, law linmap.Law, left ks.Term) ks.Term {
	t.Helper()
	right := law.Rewrite(left.(*ks.Call))
	require.NotNil(t, right, "%s does not fit %s", law.Name, ks.Text(left))
	require.True(t, ks.Equal(left.Type(), right.Type()), law.Name)
	return right
}

// TestLaws says of each law of Figures 4, 5 and 13 that both sides have the same
// value, for random maps: a map is what it gives for every argument.
func TestLaws(t *testing.T) {
	for _, law := range linmap.Laws {
		t.Run(law.Name, func(t *testing.T) {
			side := sides[law.Name]
			require.NotNil(t, side, "no left side for this law")
			for seed := range uint64(20) {
				d := kstest.NewDrawing(seed)
				left := side(random(d))
				right := rewritten(t, law, left)
				if m, ok := left.Type().(ks.Lin); ok {
					x := d.At(m.From)
					d.Same(t, m.To, apply(left, x), apply(right, x))
					continue
				}
				d.Same(t, left.Type(), left, right)
			}
		})
	}
}

// TestFigures are the laws as text, on variables.
func TestFigures(t *testing.T) {
	for _, figure := range []int{4, 5, 13, 0} {
		name := fmt.Sprintf("testdata/laws/figure%d.txtar", figure)
		if figure == 0 {
			name = "testdata/laws/ours.txtar"
		}
		golden.Run(t, name, func(t *testing.T, _ string, a *txtar.Archive) []txtar.File {
			var files []txtar.File
			for _, law := range linmap.Laws {
				if law.Figure == figure {
					left := sides[law.Name](symbols())
					text := ks.Text(left) + "\n=\n" + ks.Text(rewritten(t, law, left)) + "\n"
					files = append(files, txtar.File{Name: law.Name, Data: []byte(text)})
				}
			}
			return files
		})
	}
	assert.Len(t, sides, len(linmap.Laws))
}

// TestOneHot is the rule of Section 4 for the sum of a vector that is 0 but in one
// place, and its condition i ∉ ei.
func TestOneHot(t *testing.T) {
	sum := func(ei func(i ks.Term) ks.Term) *ks.Def {
		i := &ks.Var{Name: "i", Type: ks.N}
		hot := kstest.Do(ks.Op{Op: core.Eq}, ks.UseOf(kstest.Nowhere, i), ei(ks.UseOf(kstest.Nowhere, i)))
		each := ks.If(kstest.Nowhere, hot, ks.Real(kstest.Nowhere, 5), kstest.Do(ks.Zero{Of: ks.R}))
		v := kstest.Do(ks.Build{}, ks.Int(kstest.Nowhere, 3), ks.Fn(i, each))
		return &ks.Def{Title: "f", Param: &ks.Var{Name: "x", Type: ks.Unit}, Of: ks.R, Body: kstest.Do(ks.Add{Of: ks.R}, v)}
	}
	for _, c := range []struct {
		f    *ks.Def
		want string
	}{
		{sum(func(ks.Term) ks.Term { return ks.Int(kstest.Nowhere, 2) }), "5"},
		{sum(func(i ks.Term) ks.Term { return kstest.Do(ks.Op{Op: core.Sub}, ks.Int(kstest.Nowhere, 2), i) }), "sum(build(3, λi. if i == 2 - i then 5 else 0))"},
	} {
		g, ok := linmap.NewDeriver().Eliminate(c.f)
		require.True(t, ok)
		require.NoError(t, ks.Verify(g))
		assert.Equal(t, c.want, ks.Text(g.Body))
		d := kstest.NewDrawing(1)
		d.Same(t, ks.R, c.f.Body, g.Body)
	}
}
