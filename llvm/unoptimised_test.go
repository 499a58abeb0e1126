package llvm

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/clangs"
	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/gen"
	"procad/internal/golden"
	"procad/internal/long"
	"procad/interp"
	"procad/pipeline"
	"procad/proc"
)

// TestUnoptimised compares programs of which every piece is only translated, by every clang that
// is installed, with the interpreter: random ones, and derivatives of high order.
func TestUnoptimised(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for k, clang := range installed(t) {
		t.Run(filepath.Base(clang), func(t *testing.T) {
			compiler := Compiler{Clang: clang, Level: -1}
			for seed := *firstProgram; seed < *firstProgram+uint64(*programs+4)/5; seed++ {
				t.Run(fmt.Sprint(seed), func(t *testing.T) {
					p := gen.New(gen.FromSeed(seed), gen.Options{Derivatives: true, Kinks: seed%3 == 0})
					random(t, p, &Engine{Options: Options{Strict: seed%2 == 1, limits: allUnoptimised([]int{20, 400}[seed%2])}, Compiler: compiler})
				})
			}
			for i := range min((*programs+4)/5, len(longDerivatives)) {
				body := longDerivatives[(i+k)%len(longDerivatives)]
				t.Run(body, func(t *testing.T) { fifthDerivative(t, body, compiler) })
			}
		})
	}
}

// clangs are the versions of clang that are installed.
func installed(t *testing.T) []string {
	t.Helper()
	var found []string
	for v := 13; v <= 19; v++ {
		if path, err := exec.LookPath(fmt.Sprint("clang-", v)); err == nil {
			found = append(found, path)
		}
	}
	if len(found) == 0 {
		clangs.Missing(t, "no clang is installed under its version")
	}
	return found
}

// allUnoptimised are limits with which every piece is only translated, those without loops in
// texts of their own. Small pieces are many, large ones need all registers.
func allUnoptimised(piece int) *limits {
	l := usualLimits
	l.whole, l.piece, l.unoptimised, l.tuned = piece, piece, -1, -1
	return &l
}

// longDerivatives have fifth derivatives of some ten thousand instructions.
var longDerivatives = []string{
	"x^3 * exp(x)", "sin(x) * exp(x) + x^3", "exp(sin(x))", "log(1 + x^2) * x^4", "x^5 / (1 + x)",
	"sqrt(1 + x^2) * x^3", "tanh(x) * x^3", "cos(x^2) + x^7", "exp(0 - x^2) * x", "(x + 1)^3 * (x - 2)^4",
	"sin(x)^3", "x / (1 + exp(x))", "log(x) * sin(x)", "exp(x) / x", "x^4 * cos(3 * x)",
	"(sin(x) + cos(x))^4", "exp(x) * tanh(x)", "x^2 * log(1 + exp(x))", "1 / (1 + x^2)", "sqrt(x) * exp(x) * x^2",
}

func fifthDerivative(t *testing.T, body string, compiler Compiler) {
	var text strings.Builder
	fmt.Fprintf(&text, "def d0(x: Real): Real = %s\n", body)
	for n := range 5 {
		fmt.Fprintf(&text, "def d%d(x: Real): Real = grad(d%d)(x)\n", n+1, n)
	}
	u, err := pipeline.Load(&diag.Source{Name: "long.fun", Text: text.String()})
	require.NoError(t, err)
	e := &Engine{Lookup: u.Library.Def, Options: Options{limits: allUnoptimised(usualLimits.piece)}, Compiler: compiler}
	defer e.Close()
	want, wantErr := interp.New(u.Library.Def).Call(proc.Name("d5"), nil, data.Real(0.7))
	got, gotErr := e.Call(proc.Name("d5"), nil, data.Real(0.7))
	agree(t, body, want, wantErr, got, gotErr, 1e-9)
}

// TestFastSelection says that no call of a function of C needs the slow selector of instructions,
// in what is only translated.
func TestFastSelection(t *testing.T) {
	needClang(t)
	u, err := pipeline.Load(&diag.Source{Name: "line.fun", Text: long.Line(2000)})
	require.NoError(t, err)
	d, err := u.Entry("")
	require.NoError(t, err)
	face, err := u.Callable(d)
	require.NoError(t, err)
	opts := Options{limits: allUnoptimised(400)}
	require.NoError(t, new(Compiler).Tune(t.Context(), &opts))
	code, err := Generate(u.Library.Def, []Entry{{Func: d.Name, Symbol: "value", Face: face}}, opts)
	require.NoError(t, err)
	require.NotEmpty(t, code.Unoptimised)
	if !bytes.Contains(code.Unoptimised[0], []byte("call double @sin(")) {
		t.Skip("there are no functions for vectors, so that sin is LLVM's")
	}
	file := filepath.Join(t.TempDir(), "line.ll")
	require.NoError(t, os.WriteFile(file, code.Unoptimised[0], 0o600))
	for _, clang := range installed(t) {
		c := Compiler{Clang: clang}
		out, err := exec.Command(clang, append(append(c.flags(), c.unoptimisedFlags()...), "-Rpass-missed=sdagisel", "-c", file, "-o", os.DevNull)...).CombinedOutput()
		require.NoError(t, err, "%s", out)
		assert.Zero(t, bytes.Count(out, []byte("@sin")), clang)
	}
}

// TestX87 demands that what clang gets wrong does not come up, by the flags and by the code.
func TestX87(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, clang := range installed(t) {
		t.Run(filepath.Base(clang), func(t *testing.T) {
			exe := filepath.Join(t.TempDir(), "x87")
			args := append(new(Compiler).unoptimisedFlags(), "-march=native", "-Wno-override-module", "testdata/x87.ll", "-o", exe)
			out, err := exec.Command(clang, args...).CombinedOutput()
			require.NoError(t, err, string(out))
			assert.NoError(t, exec.Command(exe).Run())
			if !new(Compiler).isX86() {
				return
			}
			args = append(new(Compiler).unoptimisedFlags(), "-march=skylake-avx512", "-Wno-override-module", "-S", "testdata/x87.ll", "-o", exe+".s")
			out, err = exec.Command(clang, args...).CombinedOutput()
			require.NoError(t, err, string(out))
			assembly, err := os.ReadFile(exe + ".s")
			require.NoError(t, err)
			assert.NotRegexp(t, "xmm(1[6-9]|2[0-9]|3[01])", string(assembly), "registers of AVX-512")
		})
	}
	returned := regexp.MustCompile(`(?m)^define internal (.*) @`)
	for _, file := range golden.Files(t, "../testdata/llvm/run/*.txtar") {
		s := readSuite(t, file)
		var entries []Entry
		for i, f := range s.functions() {
			entries = append(entries, Entry{Func: f, Symbol: fmt.Sprint("f", i)})
		}
		for name, opts := range variants {
			var module bytes.Buffer
			require.NoError(t, Emit(&module, pipeline.NewLibrary(s.prog).Def, entries, opts))
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
	lib := pipeline.NewLibrary(parse(t, "long.proc", straight(60)+twice))
	entries := []Entry{{Func: proc.Name("twice"), Symbol: "f"}, {Func: proc.MustParseFunc("grad$long"), Symbol: "g"}}
	for _, piece := range []int{20, 400} {
		opts := Options{limits: allUnoptimised(piece)}
		var one bytes.Buffer
		require.NoError(t, Emit(&one, lib.Def, entries, opts))
		several, err := Generate(lib.Def, entries, opts)
		require.NoError(t, err)
		require.NotEmpty(t, several.Unoptimised)
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
