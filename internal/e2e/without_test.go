package e2e_test

import (
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/clangs"
	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/gen"
	"procad/internal/golden"
	"procad/internal/optim"
	"procad/llvm"
	"procad/llvm/engine"
	"procad/llvm/toolchain"
	"procad/pipeline"
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
)

var withoutAll = flag.Bool("without.all", false, "TestWithout runs every program without every optimisation, and clang optimises it")

// sets are the disabled optimisations: each one, and all of them.
func sets() []optim.Set {
	var list []optim.Set
	for _, o := range pipeline.Optimisations() {
		list = append(list, optim.Of(o.Name))
	}
	return append(list, pipeline.Everything())
}

// TestWithout compares native code with the interpreter where an optimisation
// is left out, or all are, and what the interpreter gives with what it gives with all.
//
//	strict      native f without o = interp f without o, bit for bit if there are only + - * / and comparisons
//	else        … but for rounding
//	both        interp f without o = interp f but for rounding
//
// It takes a sample of kernels and constructs, a few for each optimisation, and
// random programs, which clang only translates; with -without.all everything, which clang optimises.
func TestWithout(t *testing.T) {
	t.Parallel()
	compiler := toolchain.Compiler{Level: -1}
	if *withoutAll {
		compiler.Level = 2
	}
	clangs.Need(t, compiler.Find)
	programs := written(t)
	for k, set := range sets() {
		name := set.String()
		if set == pipeline.Everything() {
			name = "all"
		}
		t.Run(name, func(t *testing.T) {
			if k > 0 { // the first one compiles the runtime
				t.Parallel()
			}
			var strict, fast []*comparison
			for i, p := range programs {
				// one program in each mode for an optimisation, one after the other
				if *withoutAll || (i-k)%len(programs) == 0 {
					strict = append(strict, p.without(t, compiler, set, true))
				}
				if *withoutAll || (i-k-len(programs)/2)%len(programs) == 0 || p.always {
					fast = append(fast, p.without(t, compiler, set, false))
				}
			}
			size := uint64(5)
			if *withoutAll {
				size = batchSize
			}
			seed := uint64(3_000_000 + k*batchSize)
			exactly := batch{"exact", gen.Options{Field: true, Stop: true, Size: 60}, true, seed, size, set, 0}
			nearly := batch{"fast", gen.Options{Kinks: true, Derivatives: true, Size: 60}, false, 1_000_000 + seed, size, set, 0}
			strict, fast = append(strict, exactly.comparison(t, compiler)), append(fast, nearly.comparison(t, compiler))
			for _, list := range [][]*comparison{strict, fast} {
				prepare(t, 4, list) // more take long with all
				for _, c := range list {
					c.run(t)
				}
			}
		})
	}
}

// A writtenProgram is a kernel or a construct, with data.
type writtenProgram struct {
	file, fn, data string
	always         bool // it runs without each optimisation
}

func written(t *testing.T) []writtenProgram {
	var list []writtenProgram
	for _, k := range kernels {
		u := loadFile(t, "../../testdata/kernels/"+k.file+".fun")
		given := map[string]any{}
		for name, v := range k.given {
			given[name] = v
		}
		if k.fn == "gmm" { // so many points that lanes run, and some remain
			given["n"] = 19
		}
		r := rand.New(rand.NewPCG(1, 2))
		for _, p := range u.Program.InterfaceOf(proc.MustParseFunc(k.fn)).Params {
			if _, ok := given[p.Name]; !ok {
				given[p.Name] = drawn(p, given, r)
			}
		}
		text, err := json.Marshal(given)
		require.NoError(t, err)
		list = append(list, writtenProgram{u.Source.Name, k.fn, string(text), k.fn == "gmm"})
	}
	for _, file := range golden.Files(t, "../../testdata/variants/*.fun") {
		kernel, _, _ := strings.Cut(golden.Name(file), "_")
		k := slices.IndexFunc(list, func(p writtenProgram) bool { return p.fn == kernel })
		list = append(list, writtenProgram{file, kernel, list[k].data, false})
	}
	for _, file := range golden.Files(t, "../../testdata/constructs/*.fun") {
		_, line := golden.Program(t, file)
		list = append(list, writtenProgram{file, "f", line, false})
	}
	return list
}

// without compares, by the interpreter, the program without a set of optimisations and with all; native code
// without them is still to be compared.
func (p writtenProgram) without(t *testing.T, compiler toolchain.Compiler, set optim.Set, strict bool) *comparison {
	text, err := os.ReadFile(p.file)
	require.NoError(t, err)
	load := func(names ...optim.Name) *subject {
		u, err := pipeline.Load(&diag.Source{Name: p.file, Text: string(text)}, names...)
		require.NoError(t, err)
		s, err := newSubject(u, p.fn, p.data)
		require.NoError(t, err)
		return s
	}
	s := load(set.Names()...)
	s.text = fmt.Sprintf("%s of %s without %s, strict %v", p.fn, p.file, set, strict)
	assert.NoError(t, s.agrees(load()), s.text)
	e := &engine.Engine{Lookup: s.lib.Def, Compiler: compiler, Options: llvm.Options{File: p.file, Strict: strict, Without: set}}
	return &comparison{engine: e, subjects: []*subject{s}, funcs: [][]proc.Func{{s.f, deriv.VJP.Of(s.f)}}}
}

// agrees says whether the interpreter gives the same value and gradient for
// another subject, but for rounding.
func (s *subject) agrees(other *subject) error {
	y, err := s.value(s.machine())
	if err != nil {
		return meaningless(err)
	}
	if s.arg.Type != other.arg.Type { // other arrays are updated, and so no names of Θ: values are compared
		z, err := other.value(other.machine())
		if err == nil && !near(z, y) {
			err = fmt.Errorf("%s: %s without, %s with all optimisations", s.f, show(y), show(z))
		}
		return err
	}
	vjp, arg := deriv.VJP.Of(s.f), data.Tuple(s.arg, tangent(y, floats(rand.New(rand.NewPCG(1, 2)))))
	got, err := s.machine().Call(vjp, s.zone, arg)
	want, err2 := other.machine().Call(vjp, other.zone, arg)
	if err != nil || err2 != nil {
		a, _ := errors.AsType[*prim.RuntimeError](err)
		b, _ := errors.AsType[*prim.RuntimeError](err2)
		if a == nil || b == nil || a.Kind != b.Kind {
			return fmt.Errorf("%s: %v without, %v with all optimisations", vjp, err, err2)
		}
		return nil
	}
	if !near(want, got) {
		return fmt.Errorf("%s: %s without, %s with all optimisations", vjp, show(got), show(want))
	}
	return nil
}

// TestWithoutPage compares the tables of docs/optimisations.md with that of the passes.
func TestWithoutPage(t *testing.T) {
	text, err := os.ReadFile("../../docs/optimisations.md")
	require.NoError(t, err)
	var rows []string
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "| `") {
			rows = append(rows, strings.TrimSpace(line))
		}
	}
	var want []string
	for _, o := range pipeline.Optimisations() {
		var needs []string
		for _, n := range o.Needs {
			needs = append(needs, fmt.Sprintf("`%s`", n))
		}
		if o.Strict {
			needs = append(needs, "no `--strict`")
		}
		want = append(want, fmt.Sprintf("| `%s` | %s | %s | `%s` |", o.Name, o.Does, cmp.Or(strings.Join(needs, ", "), "-"), o.Where))
		_, err := os.Stat("../../" + o.Where)
		assert.NoError(t, err)
	}
	assert.Equal(t, want, rows)
}
