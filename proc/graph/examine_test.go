package graph_test

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/packages"
)

const procPath = "procad/proc"

// An examiner is a function that examines statements. Whatever an analysis of procedures finds out,
// some function examines statements for it, however it goes through them:
//
//	examine ::= switch s.(type) { case *proc.X … }  |  s.(*proc.X)  |  f[*proc.X](…)      for a statement X
//	          | proc.Uses, proc.Binds and their kin: the names that a statement has
//	          | graph.Interpret(d), graph.Keep(d): what a domain is told of statements
//	          | reflection, or the verb %T, of a statement
//
// and leaves behind what it finds:
//
//	findings ::= m[k] = …  |  delete(m, k)  |  a map as a result      where k is a name, a variable, a statement, or a value or node of a graph
//	numbers  ::= a number as a result  |  x.f = …  |  x[i] = …        of a number
//	answers  ::= a bool as a result  |  x.f = …  |  x[i] = …          of a bool
//
// itself or in functions of its package that it calls. Def-use, renaming, invariance, affine
// forms and effects of names are findings or answers, cost is numbers.
type examiner struct {
	place    string // file:line
	pkg      string // without procad/
	name     string // with its type, of a method
	examines bool
	leaves   [kinds]bool
	switches int      // type switches over statements
	does     []string // of what this package is for, by their form: renaming, statements by name, equal terms, opened names
}

// A kind is what an examiner leaves.
type kind int

const (
	findings kind = iota
	numbers
	answers
	kinds
)

func (k kind) String() string { return [...]string{"findings", "numbers", "answers"}[k] }

// asking are the functions of proc that say which names a statement has, and those that begin an abstract interpretation.
var asking = []string{
	"procad/proc/graph.Interpret", "procad/proc/graph.Keep",
	"procad/proc.Uses", "procad/proc.Binds", "procad/proc.Payloads", "procad/proc.Opens", "procad/proc.Opened", "procad/proc.RefsUsed",
	"(procad/proc.Procedure).Binds", "(procad/proc.Branch).Binds",
}

// examiners finds them in packages, with those functions that do what this package is for.
func examiners(t *testing.T, dir string, overlay map[string][]byte, patterns ...string) []*examiner {
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	fset := token.NewFileSet()
	pkgs, err := packages.Load(&packages.Config{
		Dir: dir, Fset: fset, Overlay: overlay,
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo | packages.NeedImports | packages.NeedExportFile,
	}, patterns...)
	require.NoError(t, err)
	var all []*examiner
	for _, p := range pkgs {
		require.Empty(t, p.Errors, p.PkgPath)
		all = append(all, ofPackage(p, func(pos token.Pos) string {
			at := fset.Position(pos)
			file, err := filepath.Rel(root, at.Filename)
			require.NoError(t, err)
			at.Filename, at.Column = filepath.ToSlash(file), 0
			return at.String()
		})...)
	}
	return all
}

// A function is what is known of one declared function.
type function struct {
	examiner
	info  *types.Info
	in    *types.Package
	calls []types.Object
}

func ofPackage(p *packages.Package, place func(token.Pos) string) (list []*examiner) {
	known := map[types.Object]*function{}
	var order []*function
	for _, file := range p.Syntax {
		for _, d := range file.Decls {
			f := &function{info: p.TypesInfo, in: p.Types, examiner: examiner{place: place(d.Pos()), pkg: strings.TrimPrefix(p.PkgPath, "procad/")}}
			if fd, ok := d.(*ast.FuncDecl); ok {
				object := p.TypesInfo.Defs[fd.Name].(*types.Func)
				f.name = nameOf(fd)
				known[object] = f
				results := object.Signature().Results()
				for i := range results.Len() {
					f.leave(results.At(i).Type())
				}
			}
			order = append(order, f)
			ast.Inspect(d, f.node)
		}
	}
	for _, f := range order {
		if f.examines {
			f.with(known, map[*function]bool{f: true}, f.calls)
		}
		if f.examines || f.does != nil {
			list = append(list, &f.examiner)
		}
	}
	return list
}

// nameOf is T.f of a method f of T or of *T, and f of a function.
func nameOf(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return f.Name.Name
	}
	t := f.Recv.List[0].Type
	if p, ok := t.(*ast.StarExpr); ok {
		t = p.X
	}
	switch i := t.(type) {
	case *ast.IndexExpr:
		t = i.X
	case *ast.IndexListExpr:
		t = i.X
	}
	return t.(*ast.Ident).Name + "." + f.Name.Name
}

// with adds the findings that those write that a function calls: not those that examine statements
// themselves, which count by themselves.
func (f *function) with(known map[types.Object]*function, seen map[*function]bool, calls []types.Object) {
	for _, o := range calls {
		if g := known[o]; g != nil && !g.examines && !seen[g] {
			seen[g] = true
			f.leaves[findings] = f.leaves[findings] || g.leaves[findings]
			f.with(known, seen, g.calls)
		}
	}
}

// leave notes what a result, or a part of a structure, of a type says.
func (f *function) leave(t types.Type) {
	switch u := t.Underlying().(type) {
	case *types.Map:
		f.leaves[findings] = f.leaves[findings] || named(u.Key())
	case *types.Basic:
		f.leaves[numbers] = f.leaves[numbers] || u.Info()&types.IsNumeric != 0
		f.leaves[answers] = f.leaves[answers] || u.Info()&types.IsBoolean != 0
	}
}

// named says that a key of a map is a name, a variable, a statement, or what a graph has for these, which may be a number.
func named(t types.Type) bool {
	switch types.TypeString(types.Unalias(t), nil) {
	case procPath + ".Var", procPath + ".Stmt", "*" + procPath + "/graph.Value", "*" + procPath + "/graph.Node":
		return true
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&(types.IsString|types.IsInteger) != 0 || statement(t)
}

// statement says that a type is *proc.X for a statement X.
func statement(t types.Type) bool {
	p, ok := types.Unalias(t).(*types.Pointer)
	if !ok {
		return false
	}
	n, ok := types.Unalias(p.Elem()).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || n.Obj().Pkg().Path() != procPath {
		return false
	}
	is, _, _ := types.LookupFieldOrMethod(p, true, n.Obj().Pkg(), "isStmt")
	return is != nil
}

func ofProc(t types.Type, name string) bool {
	return t != nil && types.TypeString(types.Unalias(t), nil) == procPath+"."+name
}

func (f *function) node(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.TypeSwitchStmt:
		f.typeSwitch(n)
	case *ast.TypeAssertExpr:
		if n.Type != nil && statement(f.info.TypeOf(n.Type)) {
			f.examines = true
		}
	case *ast.CallExpr:
		f.call(n)
	case *ast.AssignStmt:
		for _, e := range n.Lhs {
			f.assign(e)
		}
	case *ast.IncDecStmt:
		f.assign(n.X)
	case *ast.CompositeLit:
		if !ofProc(f.info.TypeOf(n), "Mapper") {
			break
		}
		for _, e := range n.Elts {
			if kv, ok := e.(*ast.KeyValueExpr); ok && slices.Contains([]string{"Use", "Bind", "Ref", "Name"}, kv.Key.(*ast.Ident).Name) {
				f.does = append(f.does, "renaming")
			}
		}
	case *ast.BasicLit:
		if n.Kind == token.STRING && strings.Contains(n.Value, " %p") {
			f.does = append(f.does, "equal terms")
		}
	case *ast.MapType:
		m := f.info.TypeOf(n).Underlying().(*types.Map)
		value := m.Elem()
		if list, ok := value.Underlying().(*types.Slice); ok {
			value = list.Elem()
		}
		key, isText := m.Key().Underlying().(*types.Basic)
		if (ofProc(m.Key(), "Var") || isText && key.Info()&types.IsString != 0) && (ofProc(value, "Stmt") || statement(value)) {
			f.does = append(f.does, "statements by name")
		}
	}
	return true
}

func (f *function) typeSwitch(n *ast.TypeSwitchStmt) {
	over, opened := false, 0
	for _, c := range n.Body.List {
		c := c.(*ast.CaseClause)
		for _, e := range c.List {
			t := f.info.TypeOf(e)
			if t == nil || !statement(t) {
				continue
			}
			over = true
			k := types.Unalias(t.(*types.Pointer).Elem()).(*types.Named).Obj().Name()
			if len(c.List) == 1 && slices.Contains([]string{"Share", "Accum", "Row", "Choose"}, k) && opens(c.Body) {
				opened++
			}
		}
	}
	if over {
		f.examines = true
		f.switches++
	}
	if opened > 2 {
		f.does = append(f.does, "opened names")
	}
}

// opens says that all that statements do is to note s.Name.
func opens(body []ast.Stmt) bool {
	if len(body) != 1 {
		return false
	}
	notes := false
	ast.Inspect(body[0], func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok && s.Sel.Name == "Name" {
			x, ok := s.X.(*ast.Ident)
			notes = notes || ok && x.Name == "s"
		}
		return true
	})
	return notes
}

func (f *function) call(n *ast.CallExpr) {
	fun := ast.Unparen(n.Fun)
	switch i := fun.(type) {
	case *ast.IndexExpr:
		fun = i.X
	case *ast.IndexListExpr:
		fun = i.X
	}
	var id *ast.Ident
	switch fun := fun.(type) {
	case *ast.Ident:
		id = fun
	case *ast.SelectorExpr:
		id = fun.Sel
	default:
		return
	}
	for a := range f.info.Instances[id].TypeArgs.Types() {
		f.examines = f.examines || statement(a)
	}
	if _, builtin := f.info.Uses[id].(*types.Builtin); builtin && id.Name == "delete" {
		f.leave(f.info.TypeOf(n.Args[0]))
	}
	callee, ok := f.info.Uses[id].(*types.Func)
	if !ok {
		return
	}
	if callee.Pkg() == f.in {
		f.calls = append(f.calls, callee.Origin())
	}
	f.examines = f.examines || slices.Contains(asking, callee.FullName())
	if callee.FullName() == "maps.Copy" {
		f.leave(f.info.TypeOf(n.Args[0]))
	}
	kinds := callee.Pkg() != nil && callee.Pkg().Path() == "reflect"
	for _, a := range n.Args {
		if l, ok := a.(*ast.BasicLit); ok && strings.Contains(l.Value, "%T") {
			kinds = true
		}
	}
	for _, a := range n.Args {
		t := f.info.TypeOf(a)
		f.examines = f.examines || kinds && (ofProc(t, "Stmt") || statement(t))
	}
}

// assign notes what is written into a map or into a part of a structure.
func (f *function) assign(e ast.Expr) {
	switch e := ast.Unparen(e).(type) {
	case *ast.IndexExpr:
		if t := f.info.TypeOf(e.X); t != nil {
			switch t := t.Underlying().(type) {
			case *types.Map:
				f.leave(t)
			case *types.Slice:
				f.leave(t.Elem())
			}
		}
	case *ast.SelectorExpr:
		if t := f.info.TypeOf(e); t != nil {
			if _, ok := t.Underlying().(*types.Basic); ok {
				f.leave(t)
			}
		}
	}
}
