package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/clangs"
	"procad/internal/diag"
	"procad/llvm/capi"
	"procad/llvm/toolchain"
)

const manifestKernel = `
def f(s: Real + Int, w: (Real, Bool)[n], x: Real[n, 3], _u: (), k: Int): Real =
  (sum(i < n) (let (a, b) = w[i] in if b then a * x[i, k] else 0)) + (case s of Inl a -> a, Inr _ -> 0)

def many(a: (Real, Real, Real, Real, Real, Real, Real, (Real, (Real, Real[_])))): (Real[_], Bool) =
  let (x, _, _, _, _, _, _, (_, (_, v))) = a in ([x * v[i] for i < size(v)], x > 0)

type Lens = { on: Bool, focal: Real, color: Color, flag: Bool }
type Color = Red | Green | Blue
type Shape = Circle(Real) | Box(Bool, Lens, Real) | Wide(Bool, Bool)
def seen(s: Shape, l: Lens[n], c: Bool + Color): Real =
  (case s of Circle(r) -> r, Box(_, l, x) -> l.focal * x, Wide(_, _) -> 0) + (sum(i < n) l[i].focal) + (case c of Inl _ -> 1, Inr _ -> 2)
`

// TestManifest compares manifests with their schema, and with the header of the library, which
// declares the same functions with the same arguments.
func TestManifest(t *testing.T) {
	clangs.Need(t, new(toolchain.Compiler).Find)
	schema, err := jsonschema.NewCompiler().Compile(filepath.Join(root, "docs/manifest.schema.json"))
	require.NoError(t, err)
	dir := t.TempDir()
	kernel := filepath.Join(dir, "kernel.fun")
	require.NoError(t, os.WriteFile(kernel, []byte(manifestKernel), 0o600))
	for _, flags := range [][]string{{"--fn", "f,many"}, {"--fn", "seen", "--grad"}, {"--fn", "f,many", "--grad", "--vjp", "--jvp", "--split"}, {"--fn", "f", "--hvp", "--wrt", "x", "--prefix", "my_"}} {
		library := filepath.Join(dir, "libkernel.so.1")
		prints(t, append([]string{"build", kernel, "-o", library}, flags...)...)
		text, err := os.ReadFile(filepath.Join(dir, "libkernel.manifest.json"))
		require.NoError(t, err)
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		require.NoError(t, err)
		assert.NoError(t, schema.Validate(value))

		m, err := capi.ReadManifest(&diag.Source{Name: "libkernel.manifest.json", Text: string(text)})
		require.NoError(t, err)
		var declared []string
		declare := func(symbol string, parameters ...capi.ManifestParam) {
			var arguments []string
			for _, p := range parameters {
				assert.NotContains(t, p.Type, "…")
				for _, a := range p.Arguments {
					arguments = append(arguments, strings.Replace(strings.Replace(a.Type, "struct ", "", 1)+" "+a.Name, "* ", "*", 1))
				}
			}
			arguments = append(arguments, "pc_workspace *workspace", "pc_error *error")
			declared = append(declared, "int "+symbol+"("+strings.Join(arguments, ", ")+");")
		}
		for _, f := range m.Functions {
			declare(f.Symbol, slices.Concat(f.Parameters, f.Results)...)
			if f.Into != nil {
				declare(f.Into.Symbol, slices.Concat(f.Parameters, f.Into.Results)...)
			}
		}
		assertLayout(t, dir, m)
		header, err := os.ReadFile(filepath.Join(dir, "libkernel.h"))
		require.NoError(t, err)
		flat := regexp.MustCompile(`\s+`).ReplaceAllString(string(header), " ")
		flat = strings.Replace(flat, "int pc_threads(int n);", "", 1) // of all libraries
		assert.Equal(t, regexp.MustCompile(`int \w+\([^)]*\);`).FindAllString(flat, -1), declared)
	}
}

// assertLayout lets a compiler compare the structs of a manifest with those of the header.
func assertLayout(t *testing.T, dir string, m *capi.Manifest) {
	t.Helper()
	text := "#include <stddef.h>\n#include \"libkernel.h\"\n"
	claim := func(format string, args ...any) { text += fmt.Sprintf("_Static_assert("+format+", \"\");\n", args...) }
	for _, s := range m.Structs {
		claim("sizeof(struct %s) == %d", s.Name, s.Size)
		for i, tag := range s.Tags {
			claim("%s == %d && sizeof(enum %s_tag) == 4", tag, i, s.Name)
		}
		for _, f := range s.Fields {
			claim("offsetof(struct %s, %s) == %d", s.Name, f.Name, f.Offset)
			claim("_Generic(((struct %s *)0)->%s, %s: 1)", s.Name, f.Name, f.Type)
		}
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "layout.c"), []byte(text), 0o600))
	cc, err := new(toolchain.Compiler).Find()
	require.NoError(t, err)
	out, err := exec.Command(cc, "-std=c11", "-fsyntax-only", "-Wall", "-Werror", filepath.Join(dir, "layout.c")).CombinedOutput()
	assert.NoError(t, err, string(out))
}
