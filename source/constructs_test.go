package source

import (
	goast "go/ast"
	goparser "go/parser"
	gotoken "go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"procad/internal/diag"
	"procad/internal/golden"
)

// TestConstructs makes sure that testdata/stages has all that the language has: each kind of expression, type and
// declaration, each operator and library function, and each word of the grammar is in one of its programs.
func TestConstructs(t *testing.T) {
	w := written{types: map[string]bool{}, words: map[string]bool{}, seen: map[any]bool{}}
	var text strings.Builder
	for _, file := range golden.Files(t, "../testdata/stages/*.txtar") {
		a, err := txtar.ParseFile(file)
		require.NoError(t, err)
		fsys := fstest.MapFS{}
		for _, f := range a.Files {
			fsys[f.Name] = &fstest.MapFile{Data: f.Data}
			if f.Name == "data.json" {
				break
			}
			text.Write(f.Data)
		}
		src := &diag.Source{Name: "program.fun", Text: string(a.Files[0].Data), Files: FilesIn(fsys)}
		parsed, err := Parse(src)
		require.NoError(t, err, file)
		w.value(reflect.ValueOf(parsed))
		checked, _, err := Load(src)
		require.NoError(t, err, file)
		for _, d := range checked.Defs {
			w.value(reflect.ValueOf(d.Body))
		}
	}
	types, consts := declared(t)
	for _, name := range types {
		if name == "KnownType" || name == "ChoiceType" {
			continue // no text has them
		}
		if name == "Foreign" {
			continue // not all engines call functions of C: a script of the command has them
		}
		assert.True(t, w.types[name], "no program has a %s", name)
	}
	for _, word := range consts {
		assert.True(t, w.words[word], "no program has %s", word)
	}
	for name := range builtins {
		assert.True(t, w.words[name], "no program calls %s", name)
	}
	page, err := os.ReadFile("../docs/grammar.md")
	require.NoError(t, err)
	grammar, _, _ := strings.Cut(string(page), "\n## Library")
	for _, m := range regexp.MustCompile(`(?m)^ *(?:\w+ += |\|).*`).FindAllString(grammar, -1) {
		for _, word := range regexp.MustCompile(`"([a-zA-Z]{2,})"(?:[^:]|$)`).FindAllStringSubmatch(m, -1) {
			if word[1] == "extern" || word[1] == "status" {
				continue
			}
			assert.Regexp(t, `\b`+word[1]+`\b`, text.String(), "the grammar has %s", word[1])
		}
	}
}

// written is what programs have: types of nodes, and strings, such as operators and names.
type written struct {
	types, words map[string]bool
	seen         map[any]bool
}

func (w *written) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() || w.seen[v.Pointer()] {
			return
		}
		w.seen[v.Pointer()] = true
		w.value(v.Elem())
	case reflect.Interface:
		w.value(v.Elem())
	case reflect.Slice:
		for i := range v.Len() {
			w.value(v.Index(i))
		}
	case reflect.String:
		w.words[v.String()] = true
	case reflect.Struct:
		if v.Type().PkgPath() != reflect.TypeFor[Program]().PkgPath() {
			return
		}
		w.types[v.Type().Name()] = true
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() && f.Type != reflect.TypeFor[Callee]() {
				w.value(v.Field(i))
			}
		}
	}
}

// declared are the types of nodes of this package, and the constants that are operators.
func declared(t *testing.T) (types, consts []string) {
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		f, err := goparser.ParseFile(gotoken.NewFileSet(), file, nil, 0)
		require.NoError(t, err)
		goast.Inspect(f, func(n goast.Node) bool {
			spec, ok := n.(*goast.TypeSpec)
			if s, isStruct := (*goast.StructType)(nil), false; ok {
				if s, isStruct = spec.Type.(*goast.StructType); isStruct {
					for _, field := range s.Fields.List {
						if id, ok := field.Type.(*goast.Ident); ok && len(field.Names) == 0 && (id.Name == "node" || id.Name == "typeNode") {
							types = append(types, spec.Name.Name)
						}
					}
				}
			}
			v, ok := n.(*goast.ValueSpec)
			if ok {
				id, named := v.Type.(*goast.Ident)
				if named && (id.Name == "Op" || id.Name == "ReduceOp" || id.Name == "Operator") {
					for _, x := range v.Values {
						consts = append(consts, strings.Trim(x.(*goast.BasicLit).Value, `"`))
					}
				}
			}
			return true
		})
	}
	require.Greater(t, len(types), 30)
	require.Greater(t, len(consts), 25)
	return types, consts
}
