package docs_test

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/clangs"
	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/golden"
	"procad/llvm"
	"procad/llvm/engine"
	"procad/pipeline"
	"procad/proc"
	"procad/source"
)

// kink is a row of kinks.md: what is said, and what is computed of it.
var kink = regexp.MustCompile("^\\| `([^`]+)` \\| ([^|]+) \\|[^|]*\\|[^|]*\\|[^|]*\\| ([^|]+) \\|$")

// TestKinks computes the columns value, gradient and second of kinks.md, and compares what the interpreter
// computes with native code.
func TestKinks(t *testing.T) {
	text, err := os.ReadFile("kinks.md")
	require.NoError(t, err)
	var rows []kinkRow
	for line := range strings.Lines(string(text)) {
		if row := kink.FindStringSubmatch(strings.TrimSpace(line)); row != nil && row[2] != "at" {
			rows = append(rows, kinkRow{expr: row[1], at: row[2], why: row[3]})
		}
	}
	assert.Greater(t, len(rows), 30)
	computed := computeKinks(t, rows)
	var page strings.Builder
	for line := range strings.Lines(string(text)) {
		if row := kink.FindStringSubmatch(strings.TrimSpace(line)); row != nil && row[2] != "at" {
			cells := computed[0]
			computed = computed[1:]
			line = fmt.Sprintf("| `%s` | %s | %s | %s |\n", row[1], row[2], strings.Join(cells, " | "), row[3])
		}
		page.WriteString(line)
	}
	if golden.Update() {
		require.NoError(t, os.WriteFile("kinks.md", []byte(page.String()), 0o644))
		return
	}
	assert.Equal(t, page.String(), string(text), "go test ./docs -run TestKinks -update writes the columns")
}

// long are expressions whose second derivatives take long to compile.
var long = regexp.MustCompile(`linalg\.(eig|funm|sqrtm)`)

// A kinkRow is an expression, a point such as "x = 0, v = [1, 2]", and a reason.
type kinkRow struct{ expr, at, why string }

// computeKinks is the value of each expression at its point, its gradient, and its second derivatives.
func computeKinks(t *testing.T, rows []kinkRow) (cells [][]string) {
	t.Helper()
	var defs, imports strings.Builder
	imported := map[string]bool{}
	var data []string
	for k, row := range rows {
		var params, names, numbers []string
		for _, p := range regexp.MustCompile(`(\w+) = (\[[^\]]*\]|[^,]+)`).FindAllStringSubmatch(row.at, -1) {
			typ := "Real"
			if strings.HasPrefix(p[2], "[") {
				typ = "Real[n]"
			}
			params, names = append(params, p[1]+": "+typ), append(names, p[1])
			numbers = append(numbers, fmt.Sprintf("%q: %s", p[1], p[2]))
		}
		data = append(data, "{"+strings.Join(numbers, ", ")+"}")
		for _, module := range regexp.MustCompile(`\b(linalg|nn|stats|interpolate|ode|optim|quad|sparse)\.`).FindAllStringSubmatch(row.expr, -1) {
			if !imported[module[1]] {
				imported[module[1]] = true
				fmt.Fprintf(&imports, "import %s\n", module[1])
			}
		}
		list, all := strings.Join(params, ", "), strings.Join(names, ", ")
		fmt.Fprintf(&defs, "def value%d(%s): Real = %s\n", k, list, row.expr)
		for _, d := range []string{"grad", "hessian"} {
			fmt.Fprintf(&defs, "def %s%d(%s): %s = %s(value%d)(%s)\n", d, k, list, derivativeType(params, d), d, k, all)
		}
	}
	u, err := pipeline.Load(&diag.Source{Name: "kinks.fun", Text: imports.String() + defs.String(), Files: source.System})
	require.NoError(t, err)
	names := func(k int) []string {
		return []string{fmt.Sprint("value", k), fmt.Sprint("grad", k), fmt.Sprint("hessian", k)}
	}
	var compiled []proc.Func
	for k, row := range rows {
		if !long.MatchString(row.expr) {
			for _, name := range names(k) {
				compiled = append(compiled, proc.Name(name))
			}
		}
	}
	native := nativeOf(t, u, compiled)
	for k, row := range rows {
		var found []string
		for _, name := range names(k) {
			engine := native
			if long.MatchString(row.expr) {
				engine = nil
			}
			found = append(found, atKink(t, u, engine, name, data[k]))
		}
		cells = append(cells, found)
	}
	return cells
}

// derivativeType is the type of the gradient, or of the Hessian, in parameters.
func derivativeType(params []string, d string) string {
	array := func(p string) bool { return strings.HasSuffix(p, "[n]") }
	var grad, rows []string
	for _, p := range params {
		g := "Real"
		if array(p) {
			g = "Real[n]"
		}
		grad = append(grad, g)
		var row []string
		for _, q := range params {
			switch {
			case array(p) && array(q):
				row = append(row, "Real[n, n]")
			case array(p) || array(q):
				row = append(row, "Real[n]")
			default:
				row = append(row, "Real")
			}
		}
		rows = append(rows, tuple(row))
	}
	if d == "grad" {
		return tuple(grad)
	}
	return tuple(rows)
}

func tuple(types []string) string {
	if len(types) == 1 {
		return types[0]
	}
	return "(" + strings.Join(types, ", ") + ")"
}

// nativeOf is native code of functions of a program, nil without a clang.
func nativeOf(t *testing.T, u *pipeline.Unit, fs []proc.Func) *engine.Engine {
	t.Helper()
	e := &engine.Engine{Lookup: u.Library.Def, Options: llvm.Options{File: u.Source.Name, Imports: u.Imports}}
	if !clangs.There(t, e.Compiler.Find) {
		return nil
	}
	t.Cleanup(e.Close)
	require.NoError(t, e.Prepare(fs...))
	return e
}

// atKink is the result of a function of a program as a person writes it, or that it is a run-time error.
func atKink(t *testing.T, u *pipeline.Unit, native *engine.Engine, fn, in string) string {
	t.Helper()
	d, err := u.Entry(fn)
	require.NoError(t, err)
	args, _, err := data.Read(&diag.Source{Name: "data.json", Text: in}, u.Program.InterfaceOf(d.Name))
	require.NoError(t, err, fn)
	v, err := u.Run(u.Interpreter(), d, args)
	if failed, ok := errors.AsType[*diag.Error](err); ok {
		if native != nil {
			_, err := u.Run(native, d, args)
			assert.EqualError(t, err, failed.Error(), "%s in native code", fn)
		}
		return "error"
	}
	require.NoError(t, err, fn)
	if native != nil {
		w, err := u.Run(native, d, args)
		require.NoError(t, err, fn)
		assert.NoError(t, data.Differ(v, w, 1e-14), "%s in native code", fn)
	}
	var text strings.Builder
	require.NoError(t, data.Write(&text, v))
	cell := strings.NewReplacer(`"NaN"`, "NaN", `"Infinity"`, "∞", `"-Infinity"`, "-∞", ",", ", ").Replace(strings.TrimSpace(text.String()))
	return regexp.MustCompile(`-0([,\]]|$)`).ReplaceAllString(cell, "0$1")
}
