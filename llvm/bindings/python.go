package bindings

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"slices"
	"strings"
	"text/template"

	"procad/internal/diag"
	"procad/internal/form"
	"procad/internal/quote"
	"procad/llvm"
	"procad/proc"
)

//go:embed procad/_build.py python/*.py python/native.c python/__init__.py.tmpl python/pyproject.toml
var pythonFiles embed.FS

// PythonLibrary is the file where the shared library of a package is made. In the package the
// names of the library and of the extension tell builds apart: a process that has loaded one can then load another.
const PythonLibrary = "libfunctions.so"

// PythonBinaries are the files of a package with its library and its extension, for an interpreter that
// has a suffix for these. What they are made from tells builds apart.
func PythonBinaries(suffix string, from ...[]byte) (library, extension string) {
	h := sha256.New()
	for _, text := range from {
		h.Write(text)
	}
	build := hex.EncodeToString(h.Sum(nil)[:8])
	return "libfunctions." + build + ".so", "_native." + build + suffix
}

// pythonBackend is what pip runs, for packages as for procad's own.
const pythonBackend = "_build.py"

// pythonParts are further files that all packages have.
var pythonParts = []string{"_errors.py", "_functions.py", "_library.py", "_open.py", "_trees.py", "_values.py"}

// InPythonPackage says whether a file is one that packages have, or that Python makes there.
func InPythonPackage(file string) bool {
	return slices.Contains(pythonParts, file) || slices.Contains([]string{pythonBackend, "__init__.py", "pyproject.toml", "__pycache__"}, file) ||
		strings.HasSuffix(file, ".so") && (strings.HasPrefix(file, "libfunctions.") || strings.HasPrefix(file, "_native."))
}

// Python makes the files of a package, all but its library, by name. The source is the file
// that the entries come from. The errors are about types that have no form in Python.
func Python(name, source string, entries []llvm.Signature) (map[string][]byte, error) {
	module, err := pythonModuleOf(source, entries)
	if refusal, ok := errors.AsType[*diag.Error](err); ok {
		return nil, refusal.In(source)
	}
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{"__init__.py": pythonText("__init__.py.tmpl", module), "pyproject.toml": pythonText("pyproject.toml", name)}
	for _, part := range pythonParts {
		files[part] = pythonFile("python/" + part)
	}
	files[pythonBackend] = pythonFile("procad/" + pythonBackend)
	return files, nil
}

func pythonFile(path string) []byte {
	text, err := pythonFiles.ReadFile(path)
	if err != nil {
		panic(err) // it is in the program
	}
	return text
}

// pythonText fills in a template.
func pythonText(name string, data any) []byte {
	var b bytes.Buffer
	t := template.Must(template.New(name).Funcs(pythonWriters).Parse(string(pythonFile("python/" + name))))
	if err := t.Execute(&b, data); err != nil {
		panic(err) // it is made for this data
	}
	return b.Bytes()
}

// pythonWriters write what templates have.
var pythonWriters = template.FuncMap{
	"string": quote.Python, "doc": quote.PythonDoc, "names": paramNames, "join": strings.Join,
	"strings": func(list []string) string {
		var quoted []string
		for _, s := range list {
			quoted = append(quoted, quote.Python(s))
		}
		return strings.Join(quoted, ", ")
	},
}

func paramNames(list []pythonParam) string {
	names := make([]string, len(list))
	for i, p := range list {
		names[i] = p.Name
	}
	return strings.Join(names, ", ")
}

// A pythonModule is what __init__.py has.
type pythonModule struct {
	File      string
	Classes   []*pythonClass
	All       []string
	Functions []*pythonFunction
	Trees     bool // there are values of recursive types

	names scope
	heaps []*form.Form // of the nodes of the value whose type is written
}

// A pythonFunction is a function of the program.
type pythonFunction struct {
	pythonCall
	given       []proc.Param // in the source
	Records     []pythonRecord
	Split       bool // whether it has traces
	Derivatives []pythonCall
	Absent      []pythonAbsent
}

// A pythonCall is a function of Python that calls an entry.
type pythonCall struct {
	Name, Summary string
	Of            string // what it is an attribute of
	Params        []pythonParam
	Returns       []string // lines that say what it returns
	Entry, Symbol string   // the name of the entry in the module, and in the library
	Types         []string // of what the entry returns; none if it is defined already
	Part          string   // of that, what the function returns, "" for all
	Half          string   // "forward" or "reverse", "" for what is whole
}

type pythonParam struct{ Name, Type, Text string }

// A pythonRecord is a class of named tuples.
type pythonRecord struct {
	Name   string
	Fields []string
}

// pythonOwn are the names that every package has.
var pythonOwn = []string{"Error", "Inl", "Inr", "_build", "_derivative", "_errors", "_functions", "_library", "_native", "_open", "_shared", "_trees", "_values", "self"}

func pythonModuleOf(source string, entries []llvm.Signature) (*pythonModule, error) {
	names := scope{}
	for _, n := range pythonOwn {
		names[n] = true
	}
	for _, e := range entries {
		names[entryName(e)] = true
	}
	own := len(names)
	m := &pythonModule{File: source, All: []string{"Error", "Inl", "Inr"}}
	inside := make(scope, own) // what a parameter would hide
	for n := range names {
		inside[n] = true
	}
	functions := map[string]string{}
	for _, e := range entries {
		if e.Kind == "value" {
			functions[e.Of] = names.name(e.Of)
		}
	}
	m.names = names
	for _, e := range entries {
		if e.Kind != "value" {
			continue
		}
		call, err := m.callOf(e, functions[e.Of], inside)
		if err != nil {
			return nil, err
		}
		call.Summary = "The function " + e.Of + "."
		f := &pythonFunction{pythonCall: call, given: e.Params}
		for _, d := range entries {
			if d.Of == e.Of && d.Kind != "value" {
				if err := f.derive(m, withForms(d, e), inside); err != nil {
					return nil, err
				}
			}
		}
		f.lack(e.Params, e.Results[0].Type)
		m.Functions, m.All = append(m.Functions, f), append(m.All, f.Name)
	}
	for _, c := range m.Classes {
		m.All = append(m.All, c.Name)
	}
	return m, nil
}

// entryName is the name in the module of an entry.
func entryName(e llvm.Signature) string { return "_c_" + e.Symbol }

// callOf calls an entry, which returns one value.
func (m *pythonModule) callOf(e llvm.Signature, name string, taken scope) (pythonCall, error) {
	c := pythonCall{Name: name, Entry: entryName(e), Symbol: e.Symbol}
	names := scope{}
	for n := range taken {
		names[n] = true
	}
	for _, p := range e.Params {
		t, err := m.typ(e, p.Name, p)
		if err != nil {
			return c, err
		}
		c.Params = append(c.Params, pythonParam{names.name(p.Name), t, m.words(p)})
	}
	if e.Kind == "value" {
		t, err := m.typ(e, "", e.Results[0])
		if err != nil {
			return c, err
		}
		c.Types, c.Returns = []string{t}, []string{m.words(e.Results[0])}
	}
	return c, nil
}
