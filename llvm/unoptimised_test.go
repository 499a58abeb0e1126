package llvm_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/cache"
	"procad/internal/clangs"
	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/gen"
	"procad/internal/golden"
	"procad/internal/long"
	"procad/interp"
	"procad/llvm"
	"procad/llvm/abi"
	"procad/llvm/engine"
	"procad/llvm/toolchain"
	"procad/pipeline"
	"procad/proc"
)

// TestUnoptimised compares programs of which every piece is only translated, by every clang that
// is installed, with the interpreter: random ones, and derivatives of high order.
func TestUnoptimised(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for k, clang := range clangs.Installed(t) {
		t.Run(filepath.Base(clang), func(t *testing.T) {
			compiler := toolchain.Compiler{Clang: clang, Level: -1}
			for seed := *firstProgram; seed < *firstProgram+uint64(*programs+4)/5; seed++ {
				t.Run(fmt.Sprint(seed), func(t *testing.T) {
					p := gen.New(gen.FromSeed(seed), gen.Options{Derivatives: true, Kinks: seed%3 == 0})
					random(t, p, &engine.Engine{Options: llvm.AllUnoptimised(llvm.Options{Strict: seed%2 == 1}, []int{20, 400}[seed%2]), Compiler: compiler})
				})
			}
			for i := range min((*programs+4)/5, len(longDerivatives)) {
				body := longDerivatives[(i+k)%len(longDerivatives)]
				t.Run(body, func(t *testing.T) { fifthDerivative(t, body, compiler) })
			}
		})
	}
}

// longDerivatives have fifth derivatives of some ten thousand instructions.
var longDerivatives = []string{
	"x^3 * exp(x)", "sin(x) * exp(x) + x^3", "exp(sin(x))", "log(1 + x^2) * x^4", "x^5 / (1 + x)",
	"sqrt(1 + x^2) * x^3", "tanh(x) * x^3", "cos(x^2) + x^7", "exp(0 - x^2) * x", "(x + 1)^3 * (x - 2)^4",
	"sin(x)^3", "x / (1 + exp(x))", "log(x) * sin(x)", "exp(x) / x", "x^4 * cos(3 * x)",
	"(sin(x) + cos(x))^4", "exp(x) * tanh(x)", "x^2 * log(1 + exp(x))", "1 / (1 + x^2)", "sqrt(x) * exp(x) * x^2",
}

func fifthDerivative(t *testing.T, body string, compiler toolchain.Compiler) {
	var text strings.Builder
	fmt.Fprintf(&text, "def d0(x: Real): Real = %s\n", body)
	for n := range 5 {
		fmt.Fprintf(&text, "def d%d(x: Real): Real = grad(d%d)(x)\n", n+1, n)
	}
	u, err := pipeline.Load(&diag.Source{Name: "long.fun", Text: text.String()})
	require.NoError(t, err)
	e := &engine.Engine{Lookup: u.Library.Def, Options: llvm.AllUnoptimised(llvm.Options{}, 0), Compiler: compiler}
	defer e.Close()
	want, wantErr := interp.New(u.Library.Def).Call(proc.Name("d5"), nil, data.Real(0.7))
	got, gotErr := e.Call(proc.Name("d5"), nil, data.Real(0.7))
	agree(t, body, want, wantErr, got, gotErr, 1e-9)
}

// TestFastSelection says that no call of a function of C needs the slow selector of instructions,
// in what is only translated.
func TestFastSelection(t *testing.T) {
	llvm.NeedClang(t)
	u, err := pipeline.Load(&diag.Source{Name: "line.fun", Text: long.Line(2000)})
	require.NoError(t, err)
	d, err := u.Entry("")
	require.NoError(t, err)
	face, err := u.Callable(d)
	require.NoError(t, err)
	opts := llvm.AllUnoptimised(llvm.Options{}, 400)
	require.NoError(t, opts.Tune(t.Context(), new(toolchain.Compiler)))
	code, err := llvm.Generate(u.Library.Def, []abi.Entry{{Func: d.Name, Symbol: "value", Face: face}}, opts)
	require.NoError(t, err)
	require.NotEmpty(t, code.Unoptimised)
	if !bytes.Contains(code.Unoptimised[0], []byte("call double @sin(")) {
		t.Skip("there are no functions for vectors, so that sin is LLVM's")
	}
	for _, clang := range clangs.Installed(t) {
		dir := t.TempDir()
		script, missed := filepath.Join(dir, "clang"), filepath.Join(dir, "missed")
		text := fmt.Sprintf("#!/bin/sh\ncase \"$*\" in\n*unoptimised*) exec '%s' \"$@\" -Rpass-missed=sdagisel 2>> '%s';;\nesac\nexec '%[1]s' \"$@\"\n", clang, missed)
		require.NoError(t, os.WriteFile(script, []byte(text), 0o700))
		c := toolchain.Compiler{Clang: script, Cache: cache.None}
		require.NoError(t, c.Compile(t.Context(), code, filepath.Join(dir, "line.o"), toolchain.Object))
		said, err := os.ReadFile(missed)
		require.NoError(t, err)
		assert.NotEmpty(t, said, "clang says nothing of its selector")
		assert.NotContains(t, string(said), "@sin", clang)
	}
}

// TestResults demands that no function returns three Reals in registers, which clang gets wrong on x87
// (toolchain/testdata/x87.ll).
func TestResults(t *testing.T) {
	returned := regexp.MustCompile(`(?m)^define internal (.*) @`)
	for _, file := range golden.Files(t, "../testdata/llvm/run/*.txtar") {
		s := llvm.ReadSuite(t, file)
		var entries []abi.Entry
		for i, f := range s.Functions() {
			entries = append(entries, abi.Entry{Func: f, Symbol: fmt.Sprint("f", i)})
		}
		for name, opts := range llvm.Variants {
			var module bytes.Buffer
			require.NoError(t, llvm.Emit(&module, pipeline.NewLibrary(s.Prog).Def, entries, opts))
			for _, m := range returned.FindAllStringSubmatch(module.String(), -1) {
				assert.LessOrEqual(t, len(regexp.MustCompile(`\bdouble\b[^*]`).FindAllString(m[1]+" ", -1)), 2, "%s, %s: %s", file, name, m[0])
			}
		}
	}
}

// TestEmit compares the functions of a module in one text with those of its code in
// several: definitions in pieces, and a whole one.
func TestEmit(t *testing.T) {
	const twice = `def twice (x : Real) -> (r : Real)
  d = Dup x; (a, b) = d; y = Call long a; z = Call long b; yz = (y, z); r = Call mul yz
`
	lib := pipeline.NewLibrary(llvm.Parse(t, "long.proc", straight(60)+twice))
	entries := []abi.Entry{{Func: proc.Name("twice"), Symbol: "f"}, {Func: proc.MustParseFunc("grad$long"), Symbol: "g"}}
	for _, piece := range []int{20, 400} {
		opts := llvm.AllUnoptimised(llvm.Options{}, piece)
		var one bytes.Buffer
		require.NoError(t, llvm.Emit(&one, lib.Def, entries, opts))
		var begun [][]byte
		several, err := llvm.GenerateParts([]llvm.Part{{Lookup: lib.Def, Entries: entries}}, opts, func(text []byte) { begun = append(begun, text) })
		require.NoError(t, err)
		require.NotEmpty(t, several.Unoptimised)
		assert.Equal(t, several.Unoptimised, begun)
		sizes, _ := definedIn(append(several.Unoptimised, several.Tuned)...)
		_, unoptimised := definedIn(several.Unoptimised...)
		oneSizes, _ := definedIn(one.Bytes())
		assert.Equal(t, sizes, oneSizes)
		assert.Equal(t, len(unoptimised), strings.Count(one.String(), "optnone"))
	}
}

// definedIn are the names of the functions that texts define, and the number of lines of each.
func definedIn(texts ...[]byte) (sizes map[string]int, names []string) {
	sizes = map[string]int{}
	name := ""
	for line := range strings.Lines(string(bytes.Join(texts, nil))) {
		if defined, ok := strings.CutPrefix(line, "define "); ok {
			_, name, _ = strings.Cut(defined, "@")
			name, _, _ = strings.Cut(name, "(")
			name = strings.TrimSuffix(name, ".f")
			names = append(names, name)
		} else if strings.HasPrefix(line, "\t") {
			sizes[name]++
		}
	}
	return sizes, names
}
