package library_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/interp"
	"procad/library"
	"procad/pipeline"
	"procad/source"
)

// examples are the digits that examples have.
const examples = 1e-5

// TestExamples computes the example in the comment of each function: `Example: e is v`.
func TestExamples(t *testing.T) {
	for _, module := range library.Modules() {
		text, _ := library.Text(module)
		p, err := source.Parse(&diag.Source{Name: library.File(module), Text: text})
		require.NoError(t, err)
		for _, name := range declared(t, module) {
			t.Run(module+"."+name, func(t *testing.T) {
				m := regexp.MustCompile(`(?m)^-- Example: (.*) is (.*)$`).FindStringSubmatch(source.DocumentationOf(p, name))
				require.NotNil(t, m, "no example")
				assert.Regexp(t, `\b`+name+`\b`, m[1])
				u := typed(t, module, text, m[1])
				d, err := u.Entry("example_of_it")
				require.NoError(t, err)
				got, err := interp.New(u.Library.Def).Call(d.Name, nil, data.Tuple())
				require.NoError(t, err)
				want, err := data.ReadValue(&diag.Source{Name: "example", Text: m[2]}, d.Out.Type)
				require.NoError(t, err)
				assert.NoError(t, data.Differ(want, got, examples))
			})
		}
	}
}

// typed is a module with a function of a name of its own that gives e, a number or an array of numbers.
func typed(t *testing.T, module, text, e string) *pipeline.Unit {
	var err error
	for _, of := range []string{"Real", "Real[_]", "Real[_, _]", "Real[_, _, _]", "Int", "Int[_]"} {
		var u *pipeline.Unit
		if u, err = pipeline.Load(&diag.Source{Name: module + ".fun", Text: text + "\ndef example_of_it(): " + of + " = " + e + "\n"}); err == nil {
			return u
		}
	}
	require.NoError(t, err)
	return nil
}

// TestMisuses makes sure that each function has bad data, or is misused in another way, and checks what is said then.
func TestMisuses(t *testing.T) {
	texts := map[string]string{}
	for module, list := range uses {
		for _, c := range list {
			if len(c.bad) > 0 {
				texts[module] += c.def + "\n"
			}
		}
	}
	for _, c := range misuses {
		texts[c.module] += c.expr + "\n"
		text := "import " + c.module + "\ndef f(): Bool = let _x = " + c.expr + " in true\n"
		u, err := pipeline.Load(&diag.Source{Name: "f.fun", Text: text})
		if err == nil {
			d, entry := u.Entry("f")
			require.NoError(t, entry)
			_, err = interp.New(u.Library.Def).Call(d.Name, nil, data.Tuple())
		}
		assert.ErrorContains(t, err, c.message, c.expr)
	}
	for _, module := range library.Modules() {
		for _, name := range declared(t, module) {
			assert.Regexp(t, regexp.QuoteMeta(module+"."+name)+`\b`, strings.TrimSpace(texts[module]), "no misuse")
		}
	}
}
