package source

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"procad/internal/diag"
	"procad/library"
)

// An Import names a file whose declarations a program uses, by a path from the folder of the
// file that imports it, or a module of the library, by its name.
//
//	import "cameras.fun" as cams      import linalg      import linalg as la
type Import struct {
	Pos     diag.Pos // of the path
	Path    string   // of a module of the library its name
	Library bool
	Name    string
	At      diag.Pos // of the name

	module *Module // nil if the file could not be read
	used   bool
}

// A Module is the names of one file.
type Module struct {
	Name string // what procedures and messages call it; "" of the first file of a program

	program *Program // as it is written
	imports map[string]*Import
	defs    map[string]*Def
	types   map[string]*TypeDecl
	cons    map[string]*Con
}

// moduleMark is between the name of a module and that of a definition, in procedures.
const moduleMark = ":"

func newModule(p *Program) *Module {
	return &Module{program: p, imports: map[string]*Import{}, defs: map[string]*Def{}, types: map[string]*TypeDecl{}, cons: map[string]*Con{}}
}

// written is what the first file of a program writes for a name of the module.
func (m *Module) written(name string) string {
	if m == nil || m.Name == "" {
		return name
	}
	return m.Name + "." + name
}

// Written is what the first file of a program writes for d; "" of no declaration.
func (d *TypeDecl) Written() string {
	if d == nil {
		return ""
	}
	return d.module.written(d.Name)
}

// Syntax.

const importExample = `import "cameras.fun" as cams`

// importDecl is import "path" as name, import module or import module as name.
func (p *parser) importDecl(prog *Program) {
	i := &Import{}
	if first := p.pos(); len(prog.Defs)+len(prog.Types)+len(prog.Tests) > 0 {
		p.fail(p.errorAt(first, CodeSyntax, "an import stands before all other declarations").Hintf("move it to the beginning of the file"))
	}
	p.next()
	if i.Library = p.isName(); i.Library {
		i.Pos, i.Path = p.name("a module of the library")
		i.At, i.Name = i.Pos, i.Path
	} else {
		i.Pos, i.Path = p.pos(), message(p.text())
		p.next()
	}
	switch named := p.isName() && p.text() == "as"; {
	case named:
		p.next()
		i.At, i.Name = p.name("a name for the file")
	case !i.Library:
		p.fail(p.expected("as, and a name").Hintf("an import is %s", importExample))
	}
	if first := prog.module.imports[i.Name]; first != nil {
		p.fail(p.errorAt(i.At, CodeDuplicate, "%s is the name of more than one import", i.Name).
			Notef(first.At, "the first one").Hintf("each file has a name of its own: %s", importExample))
	}
	prog.module.imports[i.Name] = i
	prog.Imports = append(prog.Imports, i)
}

// qualified reports whether name.name is here, of which the first is an import.
func (p *parser) qualified() bool {
	return p.isName() && p.module.imports[p.text()] != nil && p.isAt(p.peek(1), ".") && p.peek(2).kind == tokName
}

// qualifiedName is name, or name.name where the first is an import: in \x : T. e the dot ends
// what is bound.
func (p *parser) qualifiedName() (diag.Pos, string) {
	qualified := p.qualified()
	pos, name := p.name("a name")
	if qualified {
		p.next()
		_, of := p.name("a name")
		name += "." + of
	}
	return pos, name
}

// noImport is the message that the name before the dot that is here is no import; nil if
// something else is wrong.
func (p *parser) noImport() *diag.Error {
	if p.at == 0 || !p.is(".") || p.peek(1).kind != tokName || p.tokens[p.at-1].kind != tokName {
		return nil
	}
	before := p.tokens[p.at-1]
	return p.noImportAt(before.pos(p.file), p.textOf(before))
}

func (p *parser) noImportAt(pos diag.Pos, name string) *diag.Error {
	return p.errorAt(pos, CodeUnknownModule, "there is no import %s", name).Hintf("%s", p.importHint(name))
}

// importHint is what may be meant by a name before a dot that is no import.
func (p *parser) importHint(name string) string {
	if hint := diag.DidYouMean(name, slices.Collect(maps.Keys(p.module.imports))); hint != "" {
		return hint
	}
	if hint := libraryHint(name); hint != "" {
		return hint
	}
	return "a file gets this name by import \"" + name + ".fun\" as " + name
}

// libraryHint is how to import what is called like a module of the library; "" if there is none.
func libraryHint(name string) string {
	if !slices.Contains(library.Modules(), name) {
		return ""
	}
	return "a module of the library is imported by its name: import " + name
}

// inLibrary is the hint for a function that modules of the library have; "" if none has it.
func (r *resolver) inLibrary(name string) string {
	for _, module := range library.Modules() {
		text, _ := library.Text(module)
		if strings.HasPrefix(name, "_") || !strings.Contains(text, "\ndef "+name+"(") {
			continue
		}
		for as, i := range r.imports {
			if i.Library && i.Path == module {
				return fmt.Sprintf("did you mean %s.%s?", as, name)
			}
		}
		return fmt.Sprintf("the library has it: import %[1]s, and write %[1]s.%[2]s(…)", module, name)
	}
	return ""
}

// Names.

// enter makes m the module whose names are meant, until leave is called.
func (r *resolver) enter(m *Module) (leave func()) {
	outer := r.Module
	r.Module = m
	return func() { r.Module = outer }
}

// home is the module that a name of m is in, and its name there. The module is nil after an
// error: the name is private.
func (r *resolver) home(m *Module, pos diag.Pos, written string) (*Module, string) {
	module, name, qualified := strings.Cut(written, ".")
	if !qualified {
		return m, written
	}
	i := m.imports[module]
	i.used = true
	if i.module == nil {
		return nil, ""
	}
	if strings.HasPrefix(name, "_") {
		r.errorf(pos, CodePrivate, "%s is private to %s, as its name begins with _", name, i.Path)
		return nil, ""
	}
	return i.module, name
}

// unknownIn reports a name that an imported module does not have. Others lists those of its
// names that could be meant.
func (r *resolver) unknownIn(pos diag.Pos, code, what, written string, names ...map[string]bool) {
	module, name, _ := strings.Cut(written, ".")
	others := map[string]bool{}
	for _, set := range names {
		for n := range set {
			if !strings.HasPrefix(n, "_") {
				others[n] = true
			}
		}
	}
	e := r.errorf(pos, code, "%s has no %s %s", module, what, name)
	if e.Hint = diag.Near(name, slices.Collect(maps.Keys(others))); e.Hint != "" {
		e.Hint = strings.Replace(e.Hint, "mean ", "mean "+module+".", 1)
	} else if len(others) > 0 && len(others) <= 8 {
		e.Hintf("it has %s", strings.Join(slices.Sorted(maps.Keys(others)), ", "))
	} else if len(others) > 0 {
		e.Hintf("procad doc %s prints what it has", r.imports[module].Path)
	}
}

func keys[T any](m map[string]T, is func(T) bool) map[string]bool {
	set := map[string]bool{}
	for name, x := range m {
		if is(x) {
			set[name] = true
		}
	}
	return set
}

func isFunction(d *Def) bool { return !d.Const }
func anyOf[T any](T) bool    { return true }

// imported is the definition, perhaps a constant that is a function, or the constructor that
// module.name means where a function is called; nil after an error.
func (r *resolver) imported(pos diag.Pos, written string) (*Def, *Con) {
	if v := r.scope.lookup(written[:strings.IndexByte(written, '.')]); v != nil {
		r.errorf(pos, CodeUnknownFunction, "%s is a variable here, which hides the import of this name", v.Name).Notef(v.Pos, "bound here")
		return nil, nil
	}
	m, name := r.home(r.Module, pos, written)
	if m == nil {
		return nil, nil
	}
	if d := m.defs[name]; d != nil && (!d.Const || certainFunction(d.Result)) {
		return d, nil
	}
	if con := m.cons[name]; con != nil {
		return nil, con
	}
	if m.defs[name] != nil {
		r.errorf(pos, CodeUnknownFunction, "%s is a constant, not a function", written).Hintf("write %s without brackets", written)
		return nil, nil
	}
	r.unknownIn(pos, CodeUnknownFunction, "function", written, keys(m.defs, isFunction), keys(m.cons, anyOf))
	return nil, nil
}

// member resolves e.f where e is an import and not a variable: then it is a constant or a
// constructor. It is false for fields of values.
func (r *resolver) member(e *FieldOf) bool {
	id, ok := e.X.(*Ident)
	if !ok || r.imports[id.Name] == nil || r.scope != nil && r.scope.lookup(id.Name) != nil {
		return false
	}
	written := id.Name + "." + e.Name
	e.Means = &Ident{node: node{pos: e.pos}, Name: written}
	m, name := r.home(r.Module, e.pos, written)
	if m == nil {
		return true
	}
	switch d := m.defs[name]; {
	case d != nil && d.Const:
		r.constantRef(e.Means, d)
	case d != nil:
		e.Means.Fn = r.reference(e.pos, written, d)
	case m.cons[name] != nil && len(m.cons[name].Args) > 0:
		e.Means.Eta = etaOf(e.pos, written, m.cons[name], len(m.cons[name].Args))
	case m.cons[name] != nil:
		e.Means.Con = m.cons[name]
	default:
		r.unknownIn(e.pos, CodeUnbound, "constant", written, keys(m.defs, anyOf), keys(m.cons, anyOf))
	}
	return true
}

// constructor is the constructor that a name in a pattern means, nil if there is none.
func (r *resolver) constructor(pos diag.Pos, written string) *Con {
	m, name := r.home(r.Module, pos, written)
	if m == nil {
		return nil
	}
	if con := m.cons[name]; con != nil {
		return con
	}
	if m == r.Module {
		r.noConstructor(pos, name)
	} else {
		r.unknownIn(pos, CodeUnbound, "constructor", written, keys(m.cons, anyOf))
	}
	return nil
}

// unusedImports warns of imports of the first file that nothing uses.
func (r *resolver) unusedImports(p *Program) {
	for _, i := range p.Imports {
		if !i.used && !strings.HasPrefix(i.Name, "_") {
			r.warnf(i.At, CodeUnusedImport, "the import %s is not used", i.Name).Hintf("leave it out, or write as _%s", i.Name)
		}
	}
}
