package proc_test

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/packages"
)

// printing are the files that may take the text of names apart, with the reason.
var printing = map[string]string{
	"proc/spelling.go":         "prints names and reads them",
	"proc/parse.go":            "reads names of variables, which have no braces",
	"proc/deriv/meaning.go":    "reads derivations",
	"proof/term.go":            "quotes names for Coq",
	"llvm/loopir/print.go":     "quotes names that are not one word",
	"internal/faults/rules.go": "changes the text of rules",
	"internal/faults/read.go":  "reads changes of texts, and no names",
}

// TestNamesAreData demands that nothing takes the name of a function apart as text: whoever wants
// to know what a name consists of asks proc.Func, proc.Deriv or package deriv.
func TestNamesAreData(t *testing.T) {
	if testing.Short() {
		t.Skip("reads all packages")
	}
	used := map[string]bool{}
	for _, place := range taken(t, "..", "procad/...") {
		file, _, _ := strings.Cut(place, ":")
		used[file] = true
		assert.NotEmpty(t, printing[file], "%s takes the text of a name apart", place)
	}
	for file, why := range printing {
		assert.True(t, used[file], "%s takes nothing apart (%s)", file, why)
	}
}

// TestTaken shows what counts: it finds as much as the sample says, on the same lines.
func TestTaken(t *testing.T) {
	text, err := os.ReadFile("testdata/nametext/sample.go")
	require.NoError(t, err)
	want, have := map[int]int{}, map[int]int{}
	for i, line := range strings.Split(string(text), "\n") {
		if _, note, ok := strings.Cut(line, " // found"); ok {
			want[i+1] = 1 + strings.Count(note, "found")
		}
	}
	for _, place := range taken(t, "testdata/nametext", ".") {
		line, err := strconv.Atoi(strings.Split(place, ":")[1])
		require.NoError(t, err, place)
		have[line]++
	}
	assert.Equal(t, want, have)
}

// spellers are the functions that give the text of a name. With them
//
//	text ::= speller(f) | string(kind) | fmt.Sprint(f) | text + s | s + text
//	       | a variable that is given text | a call of a function that returns text
var spellers = []string{
	"(procad/proc.Func).String", "(procad/proc.Func).Text", "(procad/proc.Func).Given",
	"(procad/proc.Deriv).String", "(procad/proc.LoopForm).String",
}

// kinds are the types whose text is a word of a name.
var kinds = []string{"procad/proc.LoopKind", "procad/proc/deriv.StrategyKind"}

// whole are functions that take nothing apart, though they are of package strings, or go through
// the characters of what they are given.
var whole = []string{
	"strings.Join", "strings.Repeat", "strings.Compare", "strings.Clone", "strings.NewReader", "strings.NewReplacer", "strings.ToLower", "strings.ToUpper",
	"procad/proc.Name", "procad/internal/quote.CPart",
}

// A reader looks for text of names that is taken apart.
type reader struct {
	root  string
	fset  *token.FileSet
	texts map[string]bool         // functions that return text
	takes map[string]map[int]bool // functions, and which of their parameters they take apart
	found map[string]bool
	grown bool
}

// taken are the places where packages take text of names apart: file:line:column.
func taken(t *testing.T, dir, pattern string) []string {
	root, err := filepath.Abs("..")
	require.NoError(t, err)
	fset := token.NewFileSet()
	pkgs, err := packages.Load(&packages.Config{
		Dir: dir, Fset: fset, Mode: packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo | packages.NeedImports | packages.NeedExportFile,
	}, pattern)
	require.NoError(t, err)
	r := &reader{root: root, fset: fset, texts: map[string]bool{}, takes: map[string]map[int]bool{}, found: map[string]bool{}}
	for _, s := range spellers {
		r.texts[s] = true
	}
	for again := true; again; again = r.grown {
		r.grown = false
		for _, p := range pkgs {
			require.Empty(t, p.Errors)
			for _, file := range p.Syntax {
				for _, d := range file.Decls {
					if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil {
						r.function(p.TypesInfo, f)
					}
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(r.found))
}

// A scope is a function that is read.
type scope struct {
	*reader
	info   *types.Info
	name   string
	text   map[types.Object]bool // variables that hold text of a name
	params map[types.Object]int
}

func (r *reader) function(info *types.Info, f *ast.FuncDecl) {
	object := info.Defs[f.Name].(*types.Func)
	s := &scope{r, info, object.FullName(), map[types.Object]bool{}, map[types.Object]int{}}
	params := object.Signature().Params()
	for i := range params.Len() {
		s.params[params.At(i)] = i
	}
	for n := -1; n < len(s.text); { // variables may be used above where they are given text
		n = len(s.text)
		ast.Inspect(f.Body, func(n ast.Node) bool {
			s.node(n)
			return true
		})
	}
}

func (s *scope) node(n ast.Node) {
	switch n := n.(type) {
	case *ast.AssignStmt:
		for i, e := range n.Rhs {
			if len(n.Lhs) == len(n.Rhs) && s.is(e) {
				s.given(n.Lhs[i])
			}
		}
	case *ast.ValueSpec:
		for i, e := range n.Values {
			if len(n.Names) == len(n.Values) && s.is(e) {
				s.given(n.Names[i])
			}
		}
	case *ast.ReturnStmt:
		if len(n.Results) == 1 && s.is(n.Results[0]) && !s.texts[s.name] {
			s.texts[s.name], s.grown = true, true
		}
	case *ast.CallExpr:
		s.call(n)
	case *ast.SliceExpr:
		s.take(n, n.X)
	case *ast.IndexExpr:
		s.take(n, n.X)
	case *ast.BinaryExpr:
		if n.Op == token.EQL || n.Op == token.NEQ {
			s.compared(n, n.X, n.Y)
			s.compared(n, n.Y, n.X)
		}
	case *ast.SwitchStmt:
		for _, c := range n.Body.List {
			for _, e := range c.(*ast.CaseClause).List {
				s.compared(e, n.Tag, e)
			}
		}
	}
}

func (s *scope) given(e ast.Expr) {
	if id, ok := e.(*ast.Ident); ok {
		if o := s.info.ObjectOf(id); o != nil {
			s.text[o] = true
		}
	}
}

// compared takes a text apart where it is compared with a word.
func (s *scope) compared(at ast.Node, text, with ast.Expr) {
	if v := s.info.Types[with].Value; text != nil && v != nil && v.Kind() == constant.String && constant.StringVal(v) != "" {
		s.take(at, text)
	}
}

// call takes arguments apart where its function does: one of package strings or regexp, one that
// reads names, or one that takes its parameter apart. Words with $ or { at their end are parts of names.
func (s *scope) call(c *ast.CallExpr) {
	f, ok := s.callee(c).(*types.Func)
	if !ok || f.Pkg() == nil || slices.Contains(whole, f.FullName()) {
		return
	}
	inStrings := f.Pkg().Path() == "strings" && f.Signature().Recv() == nil
	takes := inStrings || f.Pkg().Path() == "regexp" || f.Name() == "ParseFunc" || f.Name() == "MustParseFunc"
	for i, a := range c.Args {
		if takes || s.takes[f.FullName()][i] {
			s.take(c, a)
		}
		if v := s.info.Types[a].Value; inStrings && v != nil && v.Kind() == constant.String {
			if word := constant.StringVal(v); strings.Contains(word, "$") || strings.HasSuffix(word, "{") {
				s.report(c)
			}
		}
	}
}

func (s *scope) callee(c *ast.CallExpr) types.Object {
	switch f := ast.Unparen(c.Fun).(type) {
	case *ast.Ident:
		return s.info.Uses[f]
	case *ast.SelectorExpr:
		return s.info.Uses[f.Sel]
	}
	return nil
}

// take is of a text, or of a parameter, which may be one.
func (s *scope) take(at ast.Node, e ast.Expr) {
	if b, ok := s.info.TypeOf(e).Underlying().(*types.Basic); !ok || b.Kind() != types.String {
		return
	}
	if s.is(e) {
		s.report(at)
	}
	if id, ok := ast.Unparen(e).(*ast.Ident); ok {
		if i, ok := s.params[s.info.ObjectOf(id)]; ok && !s.takes[s.name][i] {
			if s.takes[s.name] == nil {
				s.takes[s.name] = map[int]bool{}
			}
			s.takes[s.name][i], s.grown = true, true
		}
	}
}

func (s *scope) report(at ast.Node) {
	pos := s.fset.Position(at.Pos())
	name, _ := filepath.Rel(s.root, pos.Filename)
	s.found[filepath.ToSlash(name)+":"+pos.String()[len(pos.Filename)+1:]] = true
}

// is says that an expression is the text of a name.
func (s *scope) is(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return s.text[s.info.ObjectOf(e)]
	case *ast.BinaryExpr:
		return e.Op == token.ADD && (s.is(e.X) || s.is(e.Y))
	case *ast.CallExpr:
		if t := s.info.Types[e.Fun]; t.IsType() {
			return len(e.Args) == 1 && (s.named(e.Args[0], kinds...) || s.is(e.Args[0]))
		}
		f, ok := s.callee(e).(*types.Func)
		if !ok {
			return false
		}
		if f.FullName() == "fmt.Sprint" {
			return slices.ContainsFunc(e.Args, func(a ast.Expr) bool {
				return s.named(a, append(kinds, "procad/proc.Func", "procad/proc.Deriv", "procad/proc.LoopForm")...)
			})
		}
		return s.texts[f.FullName()]
	}
	return false
}

func (s *scope) named(e ast.Expr, names ...string) bool {
	return slices.Contains(names, types.TypeString(s.info.TypeOf(e), nil))
}
