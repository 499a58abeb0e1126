package linmap_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"procad/internal/golden"
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
		return ks.UseOf(nowhere, &ks.Var{Name: strings.TrimPrefix(name, "small "), Type: t})
	}
	return maker{
		func(name string, s, t ks.Type) ks.Term { return v(name, ks.Lin{From: s, To: t}) },
		func(name string, s, t ks.Type) ks.Term { return v(name, ks.Vec{Elem: ks.Lin{From: s, To: t}}) },
		func(name string) ks.Term { return v(name, ks.R) },
		func(name string, t ks.Type) ks.Term { return v(name, ks.Tangent(t)) },
	}
}

// random are makers of random terms. Maps that a law writes twice are small.
func (d *drawing) random() maker {
	return maker{
		func(name string, s, t ks.Type) ks.Term {
			if strings.HasPrefix(name, "small") {
				return d.lin(s, t, 0)
			}
			return d.lin(s, t, 2)
		},
		func(_ string, s, t ks.Type) ks.Term { return d.vector(s, t, 2) },
		func(string) ks.Term { return d.scalar() },
		func(_ string, t ks.Type) ks.Term { return d.at(t) },
	}
}

func compose(m, n ks.Term) ks.Term { return do(linmap.Compose{}, m, n) }
func oplus(m, n ks.Term) ks.Term   { return do(linmap.Plus{}, m, n) }
func vcat(m ...ks.Term) ks.Term    { return do(linmap.VCat{}, m...) }
func hcat(m ...ks.Term) ks.Term    { return do(linmap.HCat{}, m...) }
func trans(m ks.Term) ks.Term      { return do(linmap.Transpose{}, m) }
func scaled(k ks.Term) ks.Term     { return do(linmap.Scale{Of: ks.R}, k) }
func zeros(s, t ks.Type) ks.Term   { return do(linmap.Zero{From: s, To: t}) }
func id(s ks.Type) ks.Term         { return do(linmap.One{Of: s}) }
func in() ks.Term                  { return do(linmap.In{K: 0, Of: either}) }
func out() ks.Term                 { return do(linmap.Out{K: 0, Of: either}) }

// sides are the left sides of the laws.
var sides = map[string]func(g maker) ks.Term{
	"𝟎 ∘ m = 𝟎": func(g maker) ks.Term { return compose(zeros(vecR, twoR), g.lin("m", ks.R, vecR)) },
	"m ∘ 𝟎 = 𝟎": func(g maker) ks.Term { return compose(g.lin("m", vecR, ks.R), zeros(twoR, vecR)) },
	"𝟏 ∘ m = m": func(g maker) ks.Term { return compose(id(vecR), g.lin("m", ks.R, vecR)) },
	"m ∘ 𝟏 = m": func(g maker) ks.Term { return compose(g.lin("m", ks.R, vecR), id(ks.R)) },
	"m ⊕ 𝟎 = m": func(g maker) ks.Term { return oplus(g.lin("m", ks.R, vecR), zeros(ks.R, vecR)) },
	"𝟎 ⊕ m = m": func(g maker) ks.Term { return oplus(zeros(ks.R, vecR), g.lin("m", ks.R, vecR)) },
	"(m1 ⋈ m2) ∘ (n1 × n2) = (m1 ∘ n1) ⊕ (m2 ∘ n2)": func(g maker) ks.Term {
		return compose(hcat(g.lin("m1", ks.R, vecR), g.lin("m2", vecR, vecR)), vcat(g.lin("n1", twoR, ks.R), g.lin("n2", twoR, vecR)))
	},
	"m ∘ (n1 ⋈ n2) = (m ∘ n1) ⋈ (m ∘ n2)": func(g maker) ks.Term {
		return compose(g.lin("small m", ks.R, ks.R), hcat(g.lin("n1", vecR, ks.R), g.lin("n2", twoR, ks.R)))
	},
	"(m1 × m2) ∘ n = (m1 ∘ n) × (m2 ∘ n)": func(g maker) ks.Term {
		return compose(vcat(g.lin("m1", ks.R, vecR), g.lin("m2", ks.R, twoR)), g.lin("small n", ks.R, ks.R))
	},
	"S(k1) ∘ S(k2) = S(k1 * k2)":     func(g maker) ks.Term { return compose(scaled(g.num("k1")), scaled(g.num("k2"))) },
	"S(k1) ⊕ S(k2) = S(k1 + k2)":     func(g maker) ks.Term { return oplus(scaled(g.num("k1")), scaled(g.num("k2"))) },
	"𝟎 × 𝟎 = 𝟎, as both give (0, 0)": func(g maker) ks.Term { return vcat(zeros(ks.R, vecR), zeros(ks.R, twoR)) },
	"𝟎 ⋈ 𝟎 = 𝟎, as both give 0 + 0":  func(g maker) ks.Term { return hcat(zeros(ks.R, vecR), zeros(twoR, vecR)) },
	"V(build(n, λi. 𝟎)) = 𝟎":         func(g maker) ks.Term { return do(linmap.VCatV{}, build(zeros(ks.R, twoR))) },
	"H(build(n, λi. 𝟎)) = 𝟎":         func(g maker) ks.Term { return do(linmap.HCatV{}, build(zeros(ks.R, twoR))) },

	"(m1 ∘ m2)ᵀ = m2ᵀ ∘ m1ᵀ": func(g maker) ks.Term { return trans(compose(g.lin("m1", vecR, twoR), g.lin("m2", ks.R, vecR))) },
	"(m1 × m2)ᵀ = m1ᵀ ⋈ m2ᵀ": func(g maker) ks.Term { return trans(vcat(g.lin("m1", ks.R, vecR), g.lin("m2", ks.R, twoR))) },
	"(m1 ⋈ m2)ᵀ = m1ᵀ × m2ᵀ": func(g maker) ks.Term { return trans(hcat(g.lin("m1", vecR, ks.R), g.lin("m2", twoR, ks.R))) },
	"(m1 ⊕ m2)ᵀ = m1ᵀ ⊕ m2ᵀ": func(g maker) ks.Term { return trans(oplus(g.lin("m1", vecR, ks.R), g.lin("m2", vecR, ks.R))) },
	"𝟎ᵀ = 𝟎":                 func(g maker) ks.Term { return trans(zeros(ks.R, vecR)) },
	"𝟏ᵀ = 𝟏":                 func(g maker) ks.Term { return trans(id(vecR)) },
	"S(k)ᵀ = S(k)":           func(g maker) ks.Term { return trans(scaled(g.num("k"))) },
	"(mᵀ)ᵀ = m":              func(g maker) ks.Term { return trans(trans(g.lin("m", vecR, ks.R))) },
	"V(v)ᵀ = H(map (·)ᵀ v)":  func(g maker) ks.Term { return trans(do(linmap.VCatV{}, g.vec("v", ks.R, twoR))) },
	"H(v)ᵀ = V(map (·)ᵀ v)":  func(g maker) ks.Term { return trans(do(linmap.HCatV{}, g.vec("v", ks.R, twoR))) },
	"inᵀ = out, as (out ⊙ con t) • s = con t • (in ⊙ s)": func(g maker) ks.Term { return trans(in()) },
	"outᵀ = in": func(g maker) ks.Term { return trans(out()) },

	"(m1 ∘ m2) ⊙ x = m1 ⊙ (m2 ⊙ x)": func(g maker) ks.Term {
		return apply(compose(g.lin("m1", vecR, twoR), g.lin("m2", ks.R, vecR)), g.at("x", ks.R))
	},
	"(m1 × m2) ⊙ x = (m1 ⊙ x, m2 ⊙ x)": func(g maker) ks.Term {
		return apply(vcat(g.lin("m1", vecR, twoR), g.lin("m2", vecR, vecR)), g.at("x", vecR))
	},
	"(m1 ⋈ m2) ⊙ (x1, x2) = (m1 ⊙ x1) + (m2 ⊙ x2)": func(g maker) ks.Term {
		return apply(hcat(g.lin("m1", vecR, twoR), g.lin("m2", ks.R, twoR)), ks.Tuples(nowhere, g.at("x1", vecR), g.at("x2", ks.R)))
	},
	"(m1 ⊕ m2) ⊙ x = (m1 ⊙ x) + (m2 ⊙ x)": func(g maker) ks.Term {
		return apply(oplus(g.lin("m1", vecR, twoR), g.lin("m2", vecR, twoR)), g.at("x", vecR))
	},
	"𝟎 ⊙ x = 0":        func(g maker) ks.Term { return apply(zeros(vecR, twoR), g.at("x", vecR)) },
	"𝟏 ⊙ x = x":        func(g maker) ks.Term { return apply(id(vecR), g.at("x", vecR)) },
	"S(k) ⊙ x = k * x": func(g maker) ks.Term { return apply(scaled(g.num("k")), g.at("x", ks.R)) },
	"V(m) ⊙ x = build(sz(m), λi. m[i] ⊙ x)": func(g maker) ks.Term { return apply(do(linmap.VCatV{}, g.vec("m", vecR, twoR)), g.at("x", vecR)) },
	"H(m) ⊙ x = Σᵢ (m[i] ⊙ x[i])":           func(g maker) ks.Term { return apply(do(linmap.HCatV{}, g.vec("m", ks.R, twoR)), g.at("x", vecR)) },
	"mᵀ ⊙ x = x ⊙ᴿ m":                       func(g maker) ks.Term { return apply(trans(g.lin("m", twoR, vecR)), g.at("x", vecR)) },
	"in ⊙ x = con x":                        func(g maker) ks.Term { return apply(in(), g.at("x", ks.R)) },
	"out ⊙ con x = x":                       func(g maker) ks.Term { return apply(out(), g.at("x", either)) },
	"lmFold … ⊙ dx = FFold …":               func(g maker) ks.Term { return apply(fold(g), g.at("dx", foldSpace)) },

	"r ⊙ᴿ (m1 ∘ m2) = (r ⊙ᴿ m1) ⊙ᴿ m2": func(g maker) ks.Term {
		return reverse(g.at("r", twoR), compose(g.lin("m1", vecR, twoR), g.lin("m2", ks.R, vecR)))
	},
	"(r1, r2) ⊙ᴿ (m1 × m2) = (r1 ⊙ᴿ m1) + (r2 ⊙ᴿ m2)": func(g maker) ks.Term {
		return reverse(ks.Tuples(nowhere, g.at("r1", twoR), g.at("r2", vecR)), vcat(g.lin("m1", ks.R, twoR), g.lin("m2", ks.R, vecR)))
	},
	"r ⊙ᴿ (m1 ⋈ m2) = (r ⊙ᴿ m1, r ⊙ᴿ m2)": func(g maker) ks.Term {
		return reverse(g.at("r", twoR), hcat(g.lin("m1", vecR, twoR), g.lin("m2", ks.R, twoR)))
	},
	"r ⊙ᴿ (m1 ⊕ m2) = (r ⊙ᴿ m1) + (r ⊙ᴿ m2)": func(g maker) ks.Term {
		return reverse(g.at("r", twoR), oplus(g.lin("m1", vecR, twoR), g.lin("m2", vecR, twoR)))
	},
	"r ⊙ᴿ 𝟎 = 0":                              func(g maker) ks.Term { return reverse(g.at("r", twoR), zeros(vecR, twoR)) },
	"r ⊙ᴿ 𝟏 = r":                              func(g maker) ks.Term { return reverse(g.at("r", vecR), id(vecR)) },
	"r ⊙ᴿ S(k) = k * r":                       func(g maker) ks.Term { return reverse(g.at("r", ks.R), scaled(g.num("k"))) },
	"r ⊙ᴿ mᵀ = m ⊙ r":                         func(g maker) ks.Term { return reverse(g.at("r", vecR), trans(g.lin("m", vecR, twoR))) },
	"r ⊙ᴿ V(v) = Σᵢ (r[i] ⊙ᴿ v[i])":           func(g maker) ks.Term { return reverse(g.at("r", vecR), do(linmap.VCatV{}, g.vec("v", twoR, ks.R))) },
	"r ⊙ᴿ H(v) = build(sz(v), λi. r ⊙ᴿ v[i])": func(g maker) ks.Term { return reverse(g.at("r", twoR), do(linmap.HCatV{}, g.vec("v", ks.R, twoR))) },
	"r ⊙ᴿ in = out ⊙ r":                       func(g maker) ks.Term { return reverse(g.at("r", either), in()) },
	"r ⊙ᴿ out = in ⊙ r":                       func(g maker) ks.Term { return reverse(g.at("r", ks.R), out()) },
	"dx ⊙ᴿ lmFold … = RFold …":                func(g maker) ks.Term { return reverse(g.at("dx", ks.R), fold(g)) },
}

var foldSpace = ks.Tuple{ks.R, ks.Tuple{ks.R, vecR}}

func build(e ks.Term) ks.Term {
	return do(ks.Build{}, ks.Int(nowhere, size), ks.Fn(&ks.Var{Name: "i", Type: ks.N}, e))
}

// fold is lmFold (λt. π1(t)) (λt. m) acc v.
func fold(g maker) ks.Term {
	t, u := &ks.Var{Name: "t", Type: twoR}, &ks.Var{Name: "t", Type: twoR}
	step := ks.Fn(t, do(ks.Select{K: 0, N: 2}, ks.UseOf(nowhere, t)))
	return do(linmap.LmFold{}, step, ks.Fn(u, g.lin("m", ks.Tuple{ks.R, twoR}, ks.R)), g.num("acc"), build(g.num("x")))
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
				d := newDrawing(seed)
				left := side(d.random())
				right := rewritten(t, law, left)
				if m, ok := left.Type().(ks.Lin); ok {
					x := d.at(m.From)
					d.same(t, m.To, apply(left, x), apply(right, x), left)
					continue
				}
				d.same(t, left.Type(), left, right, left)
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
