package source

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"procad/internal/diag"
	"procad/library"
)

// Load parses and checks a program, with the files that it imports. The warnings are there
// even if err is not nil.
func Load(src *diag.Source) (p *Program, warnings diag.List, err error) {
	p, err = Parse(src)
	if err != nil {
		return nil, nil, err
	}
	if err := loadImports(p); err != nil {
		return nil, nil, err
	}
	warnings, err = Check(p)
	if err != nil {
		return nil, warnings, err
	}
	p.reachable()
	return p, warnings, nil
}

// Files are the paths of the files of a program, its own first, and then all by which it imports files
// that are not of the library, in the order of the imports. The files are parsed, and not checked.
func Files(src *diag.Source) ([]string, error) {
	p, err := Parse(src)
	if err != nil {
		return nil, err
	}
	l := newLoader(p)
	if err := l.load(); err != nil {
		return nil, err
	}
	return append([]string{src.Name}, l.paths...), nil
}

// A loader reads files that import each other.
type loader struct {
	files   diag.Files
	first   *Program
	byID    map[string]*Module
	open    []*Module // whose imports are being read, each imported by the one before
	modules []*Module // imports before what imports them, without the first file
	sources []*diag.Source
	paths   []string // that imports name, of which several may be of one file
	errs    diag.List
}

func newLoader(p *Program) *loader {
	return &loader{files: p.Source.Files, first: p, byID: map[string]*Module{}}
}

// loadImports reads what a program imports.
func loadImports(p *Program) error {
	if len(p.Imports) == 0 {
		return nil
	}
	l := newLoader(p)
	if err := l.load(); err != nil {
		return err
	}
	p.Modules, p.Files = l.modules, l.sources
	l.name()
	return nil
}

// load reads what the first file imports.
func (l *loader) load() error {
	if l.files != nil {
		if _, id, err := l.files.Read(l.first.Source.Name); err == nil {
			l.byID[id] = l.first.module
		}
	}
	l.imports(l.first.module)
	if len(l.errs) > 0 {
		l.errs.Sort()
		return l.errs
	}
	return nil
}

// imports reads what a file imports, and what these import.
func (l *loader) imports(m *Module) {
	l.open = append(l.open, m)
	for _, i := range m.program.Imports {
		l.read(i, m)
	}
	l.open = l.open[:len(l.open)-1]
	if m != l.first.module {
		l.modules = append(l.modules, m)
	}
}

// find is the text of what is imported, the name of its file, and what is the same of all imports of it.
func (l *loader) find(i *Import, from *Module) (text, name, id string, wrong *diag.Error) {
	if i.Library { // the id is that of no file, whose names end in .fun
		text, ok := library.Text(i.Path)
		if !ok {
			return "", "", "", noModule(i)
		}
		return text, library.File(i.Path), i.Path, nil
	}
	if wrong, hint := badPath(i.Path); wrong != "" {
		return "", "", "", diag.Errorf(i.Pos, CodeImport, "%s", wrong).Hintf("%s", hint)
	}
	if l.files == nil {
		return "", "", "", diag.Errorf(i.Pos, CodeImport, "%s cannot be imported: the files of this program are not given", i.Path)
	}
	name = path.Join(path.Dir(from.program.Source.Name), i.Path)
	text, id, err := l.files.Read(name)
	if err != nil {
		return "", "", "", unread(i, name, err)
	}
	return text, name, id, nil
}

func (l *loader) read(i *Import, from *Module) {
	text, name, id, wrong := l.find(i, from)
	if wrong != nil {
		l.fail(wrong)
		return
	}
	if !i.Library && !slices.Contains(l.paths, name) {
		l.paths = append(l.paths, name)
	}
	if m := l.byID[id]; m != nil {
		i.module = m
		l.cycle(i, m)
		return
	}
	if len(l.sources) == diag.MaxFiles-1 {
		l.fail(diag.Errorf(i.Pos, CodeTooLarge, "a program has at most %d files", diag.MaxFiles))
		return
	}
	src := &diag.Source{Name: name, Text: text, Number: len(l.sources) + 1, Files: l.files}
	l.sources = append(l.sources, src)
	p, err := Parse(src)
	if err != nil {
		l.byID[id] = newModule(&Program{Source: src})
		l.errs = append(l.errs, diag.All(err)...)
		return
	}
	i.module = p.module
	l.byID[id] = p.module
	l.imports(p.module)
}

// cycle reports an import of a file whose imports are being read.
func (l *loader) cycle(i *Import, m *Module) {
	for k, open := range l.open {
		if open != m {
			continue
		}
		if k == len(l.open)-1 {
			l.fail(diag.Errorf(i.Pos, CodeImportCycle, "%s imports itself", m.program.Source.Name))
			return
		}
		var names []string
		for _, o := range l.open[k:] {
			names = append(names, o.program.Source.Name)
		}
		l.fail(diag.Errorf(i.Pos, CodeImportCycle, "%s imports itself through others: %s, %s", names[0], strings.Join(names, ", "), names[0]).
			Hintf("move what both need to a file that imports neither"))
		return
	}
}

func (l *loader) fail(e *diag.Error) {
	if len(l.errs) < maxErrors {
		l.errs = append(l.errs, e.In(l.first.Source.Name))
	}
}

// name gives the modules names: what the first file calls them, and else what the first of
// those that import them does, with a number if that is taken.
func (l *loader) name() {
	taken := map[string]bool{}
	for queue := []*Module{l.first.module}; len(queue) > 0; queue = queue[1:] {
		for _, i := range queue[0].program.Imports {
			if i.module.Name != "" {
				continue
			}
			name := i.Name
			for k := 2; taken[name]; k++ {
				name = i.Name + strconv.Itoa(k)
			}
			taken[name], i.module.Name = true, name
			queue = append(queue, i.module)
		}
	}
}

// reachable drops the definitions of other files that the first one does not need.
func (p *Program) reachable() {
	if len(p.Modules) == 0 {
		return
	}
	needed := map[*Def]bool{}
	var visit func(d *Def)
	visit = func(d *Def) {
		if !needed[d] {
			needed[d] = true
			for _, c := range d.Calls {
				visit(c)
			}
			if d.Rule == nil {
				return
			}
			for _, clause := range d.Rule.Clauses() {
				for _, c := range clause.Calls {
					visit(c)
				}
			}
		}
	}
	for _, d := range p.Defs {
		if d.module == p.module {
			visit(d)
		}
	}
	for _, t := range p.Tests {
		visit(t.Def)
	}
	var defs []*Def
	for _, d := range p.Defs {
		if needed[d] {
			defs = append(defs, d)
		}
	}
	p.Defs = defs
}
