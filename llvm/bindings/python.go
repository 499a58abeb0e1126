package bindings

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"text/template"

	"procad/internal/diag"
	"procad/internal/form"
	"procad/internal/quote"
	"procad/llvm/capi"
	"procad/proc"
)

//go:embed procad/_build.py procad/_words.py python/*.py python/native.c python/native.h python/__init__.py.tmpl python/pyproject.toml
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

// pythonShared are the files that packages share with procad's own: what pip runs, and the words for messages.
var pythonShared = []string{"_build.py", "_words.py"}

// PythonProgram is the file of a package without a library that says what the interpreter runs.
const PythonProgram = "program.json"

// pythonParts are further files that all packages have.
var pythonParts = []string{"_batches.py", "_entries.py", "_errors.py", "_flat.py", "_functions.py", "_interpreter.py", "_jacobians.py", "_library.py", "_minimize.py", "_numbers.py", "_open.py",
	"_torch.py", "_trees.py", "_values.py"}

// InPythonPackage says whether a file is one that packages have, or that Python makes there.
func InPythonPackage(file string) bool {
	return slices.Contains(pythonParts, file) || slices.Contains(pythonShared, file) || slices.Contains([]string{PythonProgram, "__init__.py", "pyproject.toml", "__pycache__"}, file) ||
		strings.HasSuffix(file, ".so") && (strings.HasPrefix(file, "libfunctions.") || strings.HasPrefix(file, "_native."))
}

// Python makes the files of a package, all but its library, by name. The source is the file
// that the entries come from. Parallel says that threads share its loops. The errors are about types that have no form in Python.
func Python(name, source string, entries []capi.Signature, parallel bool) (map[string][]byte, error) {
	module, err := pythonModuleOf(source, entries, parallel)
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
	for _, part := range pythonShared {
		files[part] = pythonFile("procad/" + part)
	}
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
	"string": quote.Python, "doc": quote.PythonDoc, "docs": docLines, "names": paramNames, "given": givenParams, "join": strings.Join,
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

// givenParams are the parameters of a function of Python, of which tangents may be left out.
func givenParams(list []pythonParam) string {
	names := make([]string, len(list))
	for i, p := range list {
		if names[i] = p.Name; p.TangentOf != "" {
			names[i] += "=None"
		}
	}
	return strings.Join(names, ", ")
}

// docLines are lines of a docstring.
func docLines(text string) string {
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		lines = append(lines, quote.PythonDoc(line))
	}
	return strings.ReplaceAll(strings.Join(lines, "\n    "), "\n    \n", "\n\n")
}

// A pythonModule is what __init__.py has.
type pythonModule struct {
	File      string
	Classes   []*pythonClass
	All       []string
	Functions []*pythonFunction
	Trees     bool // there are values of recursive types
	Parallel  bool // threads share its loops

	names scope
	heaps []*form.Form // of the nodes of the value whose type is written
}

// A pythonFunction is a function of the program.
type pythonFunction struct {
	pythonCall
	Given       string       // what the source calls it
	given       []proc.Param // in the source
	Records     []pythonRecord
	Split       bool // whether it has traces
	Derivatives []pythonCall
	Absent      []pythonAbsent
	Unbuilt     []pythonUnbuilt
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
	Grouped       bool     // whether there are named tuples in what it returns
	Half          string   // "forward" or "reverse", "" for what is whole
	Value         string   // where the last parameter is a cotangent, what describes the entry of the function
}

// Described is the name in the module of what describes the entry.
func (c pythonCall) Described() string { return "_e_" + c.Symbol }

// PartIndex is which part of what the entry returns the function returns.
func (c pythonCall) PartIndex() string { return strings.Trim(c.Part, "[]") }

// Tangents are the places of parameters that are tangents, with those of their values.
func (c pythonCall) Tangents() string {
	var places []string
	for i, p := range c.Params {
		if p.TangentOf != "" {
			of := slices.IndexFunc(c.Params, func(o pythonParam) bool { return o.Name == p.TangentOf })
			places = append(places, fmt.Sprintf("%d: %d", i, of))
		}
	}
	return strings.Join(places, ", ")
}

type pythonParam struct {
	Name, Type, Text string
	TangentOf        string // the parameter that it is a tangent of
	Zero             bool   // the function makes it where it is left out; else that is for the entry
}

// A pythonRecord is a class of named tuples.
type pythonRecord struct {
	Name   string
	Fields []string
}

// pythonOwn are the names that every package has.
var pythonOwn = []string{"Error", "Inl", "Inr", "self", "wrt", "vector", "_derivative", "_shared", "_native",
	"_batches", "_build", "_entries", "_errors", "_flat", "_functions", "_interpreter", "_jacobians", "_library", "_minimize", "_numbers", "_open", "_torch", "_trees", "_values", "_words"}

// pythonThreads is the name that packages have whose loops threads share.
const pythonThreads = "threads"

func pythonModuleOf(source string, entries []capi.Signature, parallel bool) (*pythonModule, error) {
	names := scope{}
	for _, n := range pythonOwn {
		names[n] = true
	}
	for _, e := range entries {
		names[entryName(e)], names["_e_"+e.Symbol] = true, true
	}
	own := len(names)
	m := &pythonModule{File: source, All: []string{"Error", "Inl", "Inr"}, Parallel: parallel}
	if parallel {
		names[pythonThreads] = true
		m.All = append(m.All, pythonThreads)
	}
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
		call.Summary = cmp.Or(e.Comment, "The function "+e.Of+".")
		f := &pythonFunction{pythonCall: call, Given: e.Of, given: e.Params}
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

// plain says that values of a type are passed as they are: numbers, and arrays of them.
func plain(t proc.Type) bool {
	if a, ok := t.(*proc.ArrayType); ok {
		t = a.Elem
	}
	return t == proc.Real
}

// entryName is the name in the module of an entry.
func entryName(e capi.Signature) string { return "_c_" + e.Symbol }

// callOf calls an entry, which returns one value.
func (m *pythonModule) callOf(e capi.Signature, name string, taken scope) (pythonCall, error) {
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
		c.Params = append(c.Params, pythonParam{Name: names.name(p.Name), Type: t, Text: m.words(p)})
	}
	for i, p := range e.Params {
		if of := slices.IndexFunc(e.Params, func(o proc.Param) bool { return e.Tangents[p.Name] == o.Name }); of >= 0 {
			c.Params[i].TangentOf, c.Params[i].Zero = c.Params[of].Name, plain(p.Type)
		}
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
