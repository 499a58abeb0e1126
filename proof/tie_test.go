package proof_test

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"procad/derive"
	"procad/internal/diag"
	"procad/internal/gen"
	"procad/internal/optim"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
	"procad/proof"
	"procad/split"
	"procad/typecheck"
)

var procedures = flag.Int("procedures", 20, "how many random procedures TestFigure takes")

// A subject is a definition in the fragment.
type subject struct {
	lib  *derive.Library
	def  *proc.Def
	term string
}

// subjects are definitions of random programs that the proof covers, with at least a few
// statements each.
func subjects(t *testing.T, n int) []subject {
	var all []subject
	for seed := uint64(0); len(all) < n; seed++ {
		require.Less(t, seed, uint64(10*n+100), "too few definitions are in the fragment")
		p := gen.New(gen.FromSeed(9_000_000+seed), gen.Options{Scalar: true, Kinks: true})
		u, err := pipeline.Load(&diag.Source{Name: "random.fun", Text: p.Text})
		require.NoError(t, err)
		lib := pipeline.NewLibrary(u.Program, optim.Annotations)
		for _, d := range u.Program.Defs {
			term, err := proof.Report(lib, d)
			if errors.Is(err, proof.ErrFragment) || err == nil && len(d.Body) < 6 {
				continue
			}
			require.NoError(t, err, "%s", d)
			if len(all) < n {
				all = append(all, subject{lib, d, term})
			}
		}
	}
	return all
}

func compute(t *testing.T, terms []string) [][]string {
	coq, err := proof.NewCoq(t.Context(), t.TempDir())
	if errors.Is(err, exec.ErrNotFound) {
		t.Skip("there is no coqc: sh scripts/proof installs it")
	}
	require.NoError(t, err)
	values, err := coq.Compute(t.Context(), terms)
	require.NoError(t, err)
	return values
}

// TestFigure compares F and R as the proof has them with those of the compiler, and the
// verdicts of both checkers.
func TestFigure(t *testing.T) {
	all := subjects(t, *procedures/2) // there are four of each
	terms := make([]string, len(all))
	uses := map[string]int{}
	for i, s := range all {
		terms[i] = s.term
		count(s.def.Body, uses)
	}
	for i, value := range compute(t, terms) {
		checked, defs, err := proof.Read(value)
		require.NoError(t, err, "%q", value)
		require.True(t, checked, "Coq refuses\n%s", all[i].def)
		require.NoError(t, typecheck.Def(all[i].def, all[i].lib.Sig))
		revf, revr, err := split.Figure(all[i].lib, all[i].def)
		require.NoError(t, err, "%s", all[i].def)
		require.Len(t, defs, 2)
		for k, want := range []*proc.Def{revf, revr} {
			at, alike := proof.Alike(want, defs[k])
			require.True(t, alike, "of\n%s\nGo makes\n%s\nCoq makes\n%s\nat %v", all[i].def, want, defs[k], at)
		}
	}
	t.Log(uses)
}

// TestChainOfCases checks a definition of sixteen Cases one after the other: the names that
// the checker has seen grow with the definition, not by a factor for each Case.
func TestChainOfCases(t *testing.T) {
	var b strings.Builder
	b.WriteString("def f(x0: Real): Real =\n")
	for i := range 16 {
		fmt.Fprintf(&b, "  let x%d = if x%d > %d then 0.5 * x%[2]d else x%[2]d + 1 in\n", i+1, i, i)
	}
	b.WriteString("  x16\n")
	u, err := pipeline.Load(&diag.Source{Name: "chain.fun", Text: b.String()})
	require.NoError(t, err)
	lib := pipeline.NewLibrary(u.Program, optim.Annotations)
	term, err := proof.Verdict(lib, u.Program.Defs[len(u.Program.Defs)-1])
	require.NoError(t, err)
	checked, _, err := proof.Read(compute(t, []string{term})[0])
	require.NoError(t, err)
	require.True(t, checked)
}

// count adds how often each statement occurs.
func count(p proc.Procedure, uses map[string]int) {
	p.Walk(func(s proc.Stmt) {
		switch s := s.(type) {
		case *proc.Case:
			uses["Case"]++
		case *proc.Call:
			uses["Call"]++
		case *proc.Const:
			uses["Const"]++
		case *proc.Elim:
			uses["Elim"]++
			if s, ok := s.In.Type.(*proc.SumType); ok && !deriv.Discrete(s) {
				uses["Elim of a sum"]++
			}
		case *proc.Dup:
			uses["Dup"]++
		case *proc.Tuple, *proc.Untuple:
			uses["tuple"]++
		case *proc.Inl, *proc.Inr:
			uses["inject"]++
		}
	})
}

// TestMutants compares the verdicts of both checkers on definitions with a mistake: a
// variable used twice and another not at all, a statement left out, one written twice,
// a name bound twice.
func TestMutants(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var mutants []*proc.Def
	var terms []string
	all := subjects(t, *procedures/2) // there are four of each
	for _, s := range all {
		for _, d := range []*proc.Def{usedTwice(s.def, random), without(s.def, random), repeated(s.def, random), boundTwice(s.def, random)} {
			term, err := proof.Verdict(s.lib, d)
			require.NoError(t, err)
			mutants = append(mutants, d)
			terms = append(terms, term)
		}
	}
	for i, value := range compute(t, terms) {
		checked, _, err := proof.Read(value)
		require.NoError(t, err)
		err = typecheck.Def(mutants[i], all[i/4].lib.Sig)
		require.Equal(t, err == nil, checked, "Go says %v of\n%s", err, mutants[i])
		require.False(t, checked, "this is no mistake:\n%s", mutants[i])
	}
}

// usedTwice uses a variable in the place of the last other one of its type.
func usedTwice(d *proc.Def, random *rand.Rand) *proc.Def {
	var uses []proc.Var
	d.Body.Walk(func(s proc.Stmt) { proc.Uses(s, func(v proc.Var) { uses = append(uses, v) }) })
	for {
		v, w := uses[random.IntN(len(uses))], uses[random.IntN(len(uses))]
		if v.Name == w.Name || v.Type != w.Type {
			if random.IntN(50) > 0 {
				continue
			}
			v, w = uses[0], uses[len(uses)-1] // of different types, perhaps
		}
		return mapped(d, func(x proc.Var) proc.Var {
			if x == v {
				return w
			}
			return x
		}, nil)
	}
}

// without leaves out a statement that consumes or binds something.
func without(d *proc.Def, random *rand.Rand) *proc.Def {
	return edited(d, random, func(s proc.Stmt) proc.Procedure { return nil })
}

// repeated writes a statement twice.
func repeated(d *proc.Def, random *rand.Rand) *proc.Def {
	return edited(d, random, func(s proc.Stmt) proc.Procedure { return proc.Procedure{s, s} })
}

// boundTwice binds the name of the argument again, and drops that.
func boundTwice(d *proc.Def, random *rand.Rand) *proc.Def {
	again := proc.Var{Name: d.In.Name, Type: proc.Int}
	return edited(d, random, func(s proc.Stmt) proc.Procedure {
		return proc.Procedure{s, &proc.Const{Out: again}, &proc.Elim{In: again}}
	})
}

// edited puts something in the place of one statement.
func edited(d *proc.Def, random *rand.Rand, edit func(proc.Stmt) proc.Procedure) *proc.Def {
	n := 0
	d.Body.Walk(func(proc.Stmt) { n++ })
	at := random.IntN(n)
	return mapped(d, func(v proc.Var) proc.Var { return v }, func(s proc.Stmt) proc.Procedure {
		at--
		if at == -1 {
			return edit(s)
		}
		return proc.Procedure{s}
	})
}

func mapped(d *proc.Def, use func(proc.Var) proc.Var, edit func(proc.Stmt) proc.Procedure) *proc.Def {
	m := &proc.Mapper{Use: use}
	if edit != nil {
		m.Body = func(p proc.Procedure) (out proc.Procedure) {
			for _, s := range p {
				out = append(out, edit(m.Stmt(s))...)
			}
			return out
		}
	}
	c := *d
	if edit == nil {
		c.Body = m.Procedure(d.Body)
	} else {
		c.Body = m.Body(d.Body)
	}
	return &c
}
