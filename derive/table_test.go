package derive_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/derive"
	"procad/internal/diag"
	"procad/internal/golden"
	"procad/internal/optim"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
	"procad/split/activity"
)

// derivations are those of the programs in testdata that the table is tested with, and
// those of their first derivatives.
var derivations = []proc.Deriv{
	deriv.Fwd, deriv.Rev, deriv.RevF, deriv.RevR, deriv.StoreRevF, deriv.StoreRevR, deriv.VJP, deriv.VJPF, deriv.VJPR, deriv.Grad, deriv.JacFwd, deriv.JacRev,
	deriv.Checking(deriv.Rev, check), deriv.Checking(deriv.VJP, check), deriv.Checking(deriv.VJPF, check), deriv.Checking(deriv.VJPR, check),
}

// check is of programs of procedures; it leaves the result and the seed as they are.
var check = proc.Name("check")

const checkText = "\ndef check (a : (Real, Real)) -> (a : (Real, Real))\n"

// everyDerived calls visit with the derived functions of a set of programs.
func everyDerived(t *testing.T, visit func(lib *derive.Library, f proc.Func, d *proc.Def)) {
	type checkpointed struct {
		file     string
		strategy deriv.Strategy
	}
	var programs []checkpointed
	for _, pattern := range []string{"constructs/*.fun", "derive/*.proc", "cost/updates/*.fun"} {
		for _, file := range golden.Files(t, "../testdata/"+pattern) {
			programs = append(programs, checkpointed{file: file})
		}
	}
	for _, pattern := range []string{"checkpoint/*.fun", "checkpoint/zones.proc"} {
		for _, file := range golden.Files(t, "../testdata/"+pattern) {
			for _, kind := range []deriv.StrategyKind{deriv.Mixed, deriv.Binomial} {
				programs = append(programs, checkpointed{file, deriv.Strategy{Kind: kind, K: 3}})
			}
		}
	}
	for _, p := range programs {
		text, err := os.ReadFile(p.file)
		require.NoError(t, err)
		if filepath.Ext(p.file) == ".proc" {
			text = append(text, checkText...)
		}
		u, err := pipeline.Load(&diag.Source{Name: filepath.Base(p.file), Text: string(text)})
		require.NoError(t, err)
		// The rows say what is called where nothing is inlined.
		u.Without = u.Without.Union(optim.Of(optim.InlineIterations))
		u.Forget()
		if p.strategy.Kind != "" {
			require.NoError(t, u.Checkpoint(pipeline.Choice{Strategy: p.strategy}))
		}
		w := walk{lib: u.Library, prog: u.Program, seen: map[proc.Func]bool{}, visit: visit}
		for _, d := range u.Program.Defs {
			for _, op := range derivations {
				w.function(op.Of(d.Name))
			}
			w.function(deriv.VJP.Of(activity.Inside(d.Name)))
			for _, twice := range []struct{ outer, inner proc.Deriv }{
				{deriv.VJP, deriv.VJP}, {deriv.RevF, deriv.Grad}, {deriv.RevF, deriv.JacRev}, {deriv.RevR, deriv.RevR},
				{deriv.Fwd, deriv.RevF}, {deriv.StoreRevF, deriv.RevF}, {deriv.StoreRevR, deriv.RevF},
			} {
				w.function(twice.outer.Of(twice.inner.Of(d.Name)))
			}
		}
	}
}

// A walk goes through functions and what they call.
type walk struct {
	lib   *derive.Library
	prog  *proc.Program
	seen  map[proc.Func]bool
	visit func(lib *derive.Library, f proc.Func, d *proc.Def)
}

// function visits f if it has a definition: not every function has every derivative.
func (w *walk) function(f proc.Func) {
	f = body(f)
	if w.seen[f] {
		return
	}
	w.seen[f] = true
	def, err := w.lib.WithInactive(f)
	if err != nil || def == nil {
		return
	}
	if _, of, ok := deriv.Apart(f); ok && w.prog.Lookup(f) == nil {
		w.visit(w.lib, f, def)
		w.function(of)
	}
	for s := range calls(def) {
		w.function(s)
	}
}

// calls are the functions that a definition calls.
func calls(d *proc.Def) map[proc.Func]bool {
	all := map[proc.Func]bool{}
	d.Body.Walk(func(s proc.Stmt) {
		if c, ok := s.(*proc.Call); ok {
			all[c.Func] = true
		}
	})
	return all
}

// TestTable demands that what is derived has the type that its row says, and calls what the
// row says. Every form of every row is made for some program.
func TestTable(t *testing.T) {
	rows := derive.Rows()
	called := make([]map[string]bool, len(rows))
	made := make([]map[string]bool, len(rows))
	for k := range called {
		called[k], made[k] = map[string]bool{}, map[string]bool{}
	}
	everyDerived(t, func(lib *derive.Library, f proc.Func, def *proc.Def) {
		k := lib.RowOf(f)
		require.GreaterOrEqual(t, k, 0, f)
		d, of, _ := deriv.Apart(f)
		made[k][deriv.Form(d)] = true
		switch typ := rows[k].Type; {
		case strings.HasPrefix(typ, "part of "):
			assert.True(t, partOf(lib, of, d, f), "%s is no part of what it belongs to", f)
		default:
			sig, err := lib.SigWithInactive(of)
			require.NoError(t, err)
			assert.True(t, letters{lib, d, of, sig}.typed(typ, def.Sig()), "%s : %s is not %s", f, def.Sig(), typ)
		}
		for c := range calls(def) {
			if d != deriv.Silent {
				c = printing(c)
			}
			if how := spelt(lib, f, c); how != "" && how != "g" {
				called[k][how] = true
			}
		}
	})
	for k, r := range rows {
		assert.ElementsMatch(t, r.Forms, slices.Collect(maps.Keys(made[k])), "the forms of %s that are made", r.Of)
		assert.Equal(t, r.Calls, strings.Join(slices.Sorted(maps.Keys(called[k])), ", "), "what %v of %s call", r.Forms, r.Of)
	}
}

// printing is what silent$f is called in the place of.
func printing(f proc.Func) proc.Func {
	if _, body, ok := f.Loop(); ok {
		return f.Around(printing(body))
	}
	if d, of, ok := deriv.Apart(f); ok && d == deriv.Silent {
		return of
	}
	return f
}

// partOf says that an iteration f = phase.d$loop, or phasek.d$loop, is run or called in d$loop
// or in one of its iterations. Those of forward passes may be so in the reverse pass, and those of
// derive/jacrev_rows.go are in the forward pass of d$loop.
func partOf(lib *derive.Library, loop proc.Func, d proc.Deriv, f proc.Func) bool {
	whole, _, _, _ := deriv.IsIteration(d)
	seen := map[proc.Func]bool{}
	var reach func(g proc.Func) bool
	reach = func(g proc.Func) bool {
		def, _ := lib.WithInactive(g)
		if seen[g] || def == nil {
			return false
		}
		seen[g] = true
		for c := range calls(def) {
			for again := true; again; { // what is derived from an iteration, or erased in it
				c = body(c)
				if c == f {
					return true
				}
				var e proc.Deriv
				var of proc.Func
				e, of, again = deriv.Apart(c)
				if part, _, _, ok := deriv.IsIteration(e); ok && of == loop && (part == whole || part == after[whole]) {
					if reach(c) {
						return true
					}
				}
				c = of
			}
		}
		return false
	}
	return reach(whole.Of(loop)) || reach(after[whole].Of(loop)) || whole == deriv.JacRev && reach(deriv.RevF.Of(whole.Of(loop)))
}

// after has the reverse pass that comes after a forward pass.
var after = map[proc.Deriv]proc.Deriv{deriv.RevF: deriv.RevR, deriv.StoreRevF: deriv.StoreRevR, deriv.FuseRevF: deriv.FuseRevR}

// spelt is what a derived function calls, d$of or d$g, with f for what is derived from and
// g for what this calls; empty if it is none of these.
func spelt(lib *derive.Library, derived, c proc.Func) string {
	_, f, _ := deriv.Apart(derived)
	g := map[proc.Func]bool{}
	if _, one, ok := f.Loop(); ok {
		g[one] = true
	} else if _, one, ok := deriv.OfRule(f); ok {
		g[one] = true
	} else if def, _ := lib.WithInactive(f); def != nil {
		for c := range calls(def) {
			g[body(c)] = true
			g[c] = true
		}
	}
	for _, to := range []struct {
		name string
		is   map[proc.Func]bool
	}{{"g", g}, {"f", map[proc.Func]bool{f: true}}} {
		chain := ""
		for c := body(c); ; {
			if to.is[c] {
				return chain + to.name
			}
			d, of, ok := deriv.Apart(c)
			if !ok || deriv.RulePart(c) && !ofRule(f) && !ofRule(derived) && !deriv.RulePart(derived) {
				break
			}
			form := strings.NewReplacer(".store", "", ".fuse", "").Replace(deriv.Form(d)) + "$"
			// A name has one of these for each name of Θ that it is about: however many, one is written.
			if repeated := form == "erase.k$" || form == "update.k.m$"; !repeated || !strings.HasSuffix(chain, form) {
				chain += form
			}
			c = of
		}
	}
	return ""
}

func ofRule(f proc.Func) bool {
	_, _, ok := deriv.OfRule(f)
	return ok
}

// body is that of a loop, and any other function itself.
func body(f proc.Func) proc.Func {
	if _, body, ok := f.Loop(); ok {
		return body
	}
	return f
}

// TestPage demands that docs/procedures.md shows the table; -update writes it there.
func TestPage(t *testing.T) {
	const page, begin = "../docs/procedures.md", "| derivation | of f, a | type | first | calls | rule | paper |\n|---|---|---|---|---|---|---|\n"
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	before, rest, ok := strings.Cut(string(text), begin)
	require.True(t, ok, "the page has the head of the table")
	shown, after, ok := strings.Cut(rest, "\n\n")
	require.True(t, ok)
	var want []string
	for _, r := range derive.Rows() {
		want = append(want, fmt.Sprintf("| %s$f | %s | %s | %s | %s | `%s` | %s |", strings.Join(r.Forms, "$f, "), r.Of, r.Type, r.Needs, r.Calls, r.Where, r.Paper))
	}
	if made := strings.Join(want, "\n"); golden.Update() {
		require.NoError(t, os.WriteFile(page, []byte(before+begin+made+"\n\n"+after), 0o644))
	} else {
		assert.Equal(t, made, shown)
	}
}
