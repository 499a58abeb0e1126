package e2e_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/golden"
	"procad/internal/mod61"
	"procad/pipeline"
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
	"procad/split"
	"procad/typecheck"
)

// TestFigure shows, for every rule of the figures and for every loop, what is
// made of a procedure. A file has a program, of which the last definition is
// the subject, and data for it; the other sections are made:
//
//	rules    for every statement of the subject: p, F, Υ, R, each with its judgement
//	split    revf$f and revr$f, and what is derived for them
//	fwd      fwd$f, likewise
//	value    what f gives on the data, and its cotangents at the seed of ones
//
// Whether fwd$f and rev$f are right is checked apart from that: duality holds
// modulo 2^61-1 for random Reals, or within rounding if f has no meaning there.
func TestFigure(t *testing.T) {
	golden.Run(t, "../../testdata/figure/*.txtar", func(t *testing.T, _ string, archive *txtar.Archive) []txtar.File {
		s := figureSubject(t, archive)
		figureDuality(t, s)
		return append(archive.Files[:2:2],
			txtar.File{Name: "rules", Data: rules(t, s)},
			txtar.File{Name: "split", Data: derived(t, s, deriv.RevF, deriv.RevR)},
			txtar.File{Name: "fwd", Data: derived(t, s, deriv.Fwd)},
			txtar.File{Name: "value", Data: example(t, s)})
	})
}

func figureSubject(t *testing.T, archive *txtar.Archive) *subject {
	require.GreaterOrEqual(t, len(archive.Files), 2)
	require.Equal(t, "in.proc", archive.Files[0].Name)
	require.Equal(t, "data", archive.Files[1].Name)
	u, err := pipeline.Load(&diag.Source{Name: "in.proc", Text: string(archive.Files[0].Data)})
	require.NoError(t, err)
	s, err := newSubject(u, u.Funcs[len(u.Funcs)-1].String(), string(archive.Files[1].Data))
	require.NoError(t, err)
	return s
}

// rules takes the subject apart statement by statement, and checks
//
//	Θ | Γ ⊢ F ⊣ Δ, Υ        Θ̄ | Δ̄, Υ ⊢ R ⊣ Γ̄
func rules(t *testing.T, s *subject) []byte {
	var out strings.Builder
	whole := s.prog.Lookup(s.f)
	for _, stmt := range whole.Body {
		d := *whole
		d.Body = proc.Procedure{stmt}
		gamma, delta, err := typecheck.Judgement(whole.Zone, d.Body, s.lib.Sig)
		require.NoError(t, err)
		for _, v := range gamma { // so that nothing else gets their names
			d.Zone = append(d.Zone[:len(d.Zone):len(d.Zone)], proc.Ref{Name: v.Name, Mode: proc.Shared, Type: v.Type})
		}
		parts, err := split.Apart(s.lib, &d, split.Recompute)
		require.NoError(t, err)
		barZone := deriv.CotangentZone(whole.Zone, parts.Bar)

		block(&out, "p", whole.Zone, gamma, delta, d.Body)
		judge(t, s, whole.Zone, parts.F, gamma, slices.Concat(delta, parts.Trace))
		block(&out, "F", whole.Zone, gamma, slices.Concat(delta, parts.Trace), parts.F)
		fmt.Fprintf(&out, "Υ   %s\n", context(parts.Trace))
		deltaBar := slices.Concat(bars(delta, parts), parts.Trace)
		judge(t, s, barZone, parts.R, deltaBar, bars(gamma, parts))
		block(&out, "R", barZone, deltaBar, bars(gamma, parts), parts.R)
		out.WriteString("\n")
	}
	return []byte(strings.TrimSuffix(out.String(), "\n"))
}

// judge checks  Θ | Γ ⊢ p ⊣ Δ , where p may leave variables of Γ as they are.
func judge(t *testing.T, s *subject, zone []proc.Ref, p proc.Procedure, gamma, delta []proc.Var) {
	in, out, err := typecheck.Judgement(zone, p, s.lib.Sig)
	require.NoError(t, err, "%s", p)
	for _, v := range gamma {
		if !slices.Contains(in, v) {
			in, out = append(in, v), append(out, v)
		}
	}
	assert.ElementsMatch(t, gamma, in, "Γ of\n%s", p)
	assert.ElementsMatch(t, delta, out, "Δ of\n%s", p)
}

// bars are the cotangents of variables, where they have one.
func bars(vs []proc.Var, parts *split.Parts) []proc.Var {
	var out []proc.Var
	for _, v := range vs {
		if c := deriv.Cotangent(v.Type); c != proc.Unit {
			out = append(out, proc.Var{Name: parts.Bar(v.Name), Type: c})
		}
	}
	return out
}

func context(vs []proc.Var) string {
	return strings.TrimSuffix(typecheck.Format(nil, vs, nil), " ⊢ p ⊣ ·")
}

func block(out *strings.Builder, name string, zone []proc.Ref, gamma, delta []proc.Var, p proc.Procedure) {
	judgement := strings.Replace(typecheck.Format(zone, gamma, delta), "⊢ p ⊣", "⊢ "+name+" ⊣", 1)
	fmt.Fprintf(out, "%s   %s\n", name, judgement)
	for line := range strings.Lines(p.String()) {
		out.WriteString("      " + line)
	}
}

// derived prints d$f and what is made for it, but not the derivatives of
// primitives, which are the same everywhere.
func derived(t *testing.T, s *subject, ds ...proc.Deriv) []byte {
	lib := pipeline.NewLibrary(s.prog)
	for _, d := range ds {
		_, err := lib.Def(d.Of(s.f))
		require.NoError(t, err)
	}
	made := func() []*proc.Def {
		list, err := lib.Finish()
		require.NoError(t, err)
		return list
	}
	// Bodies of loops are made when they are called: ask for all that is called.
	for i := 0; i < len(made()); i++ {
		made()[i].Body.Walk(func(s proc.Stmt) {
			if call, ok := s.(*proc.Call); ok {
				for f := call.Func; ; {
					_, body, ok := f.Loop()
					if !ok {
						break
					}
					f = body
					_, err := lib.Def(f)
					require.NoError(t, err)
				}
				_, err := lib.Def(call.Func)
				require.NoError(t, err)
			}
		})
	}
	p := &proc.Program{}
	for _, d := range made() {
		if _, ok := prim.Derived(d.Name); !ok {
			p.Defs = append(p.Defs, d)
		}
	}
	var out strings.Builder
	require.NoError(t, p.Print(&out))
	return []byte(out.String())
}

// example runs f and rev$f on the data, with all cotangents of results 1.
func example(t *testing.T, s *subject) []byte {
	var out strings.Builder
	m := s.machine()
	one := func() uint64 { return data.Real(1).Words[0] }
	bars := make([]data.Value, len(s.zone))
	for i, r := range s.sig.Zone {
		bars[i] = tangent(s.zone[i], zero)
		if r.Mode == proc.Accumulator {
			bars[i] = tangent(s.zone[i], one)
		}
	}
	zone := clones(s.zone)
	y, err := m.Call(s.f, zone, s.arg)
	require.NoError(t, err)
	y2, argBar, err := s.reverse(m, clones(s.zone), bars, tangent(y, one))
	require.NoError(t, err)
	assert.Equal(t, show(y), show(y2), "fst ∘ rev$f = f")
	def := s.prog.Lookup(s.f)
	fmt.Fprintf(&out, "%s = %s\n", def.Out.Name, show(y))
	for i, r := range s.sig.Zone {
		if r.Mode == proc.Accumulator {
			fmt.Fprintf(&out, "%s = %s\n", r.Name, show(zone[i]))
		} else if bars[i].Type != proc.Unit {
			fmt.Fprintf(&out, "%s.bar = %s\n", r.Name, show(bars[i]))
		}
	}
	if argBar.Type != proc.Unit {
		fmt.Fprintf(&out, "%s.bar = %s\n", def.In.Name, show(argBar))
	}
	return []byte(out.String())
}

// figureDuality checks the derivatives, and those of the derivatives.
func figureDuality(t *testing.T, s *subject) {
	r := rand.New(rand.NewPCG(1, 2))
	err := errors.Join(dualityExact(s, r), dualityExact2(s, r))
	if !errors.Is(err, mod61.ErrInexact) {
		require.NoError(t, err)
		return
	}
	for _, d := range []proc.Deriv{{}, deriv.Rev, deriv.Fwd} {
		of := s
		if !d.IsZero() {
			of, err = s.derivative(r, d)
			require.NoError(t, err)
		}
		require.NoError(t, duality(of, r))
	}
}
