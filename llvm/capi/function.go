package capi

import (
	"cmp"
	"slices"
	"strings"

	"procad/internal/diag"
	"procad/llvm/abi"
	"procad/llvm/abort"
	"procad/proc"
	"procad/proc/deriv"
)

// CodeCParameters is of a function with too many parameters for C.
const CodeCParameters = "c-parameters"

// maxCParams is how many parameters a function for C may have.
const maxCParams = 120

// A Library is the interface in C of functions.
type Library struct {
	*abi.Layouts
	Options Options
	structs cStructs
}

// Options say how the functions of a library are called.
type Options struct {
	File   string // the source file, for messages
	Words  bool   // they take and give words, not what C has
	Leaves bool   // they have a parameter for each leaf of records and declared sums, and not structs
	Batch  bool   // they have functions for several problems too
}

// NewLibrary describes no function yet.
func NewLibrary(l *abi.Layouts, opts Options) *Library {
	return &Library{Layouts: l, Options: opts, structs: cStructs{names: cNames{"pc_workspace": true}}}
}

// structured says that records and declared sums are structs.
func (l *Library) structured() bool { return !l.Options.Words && !l.Options.Leaves }

// A Function is a function for C.
type Function struct {
	entry  abi.Entry
	Params []Param
	Outs   int // the index from which on parameters come out
}

// Args are its arguments: with a caller's buffers for the arrays of the result, or places for those that
// a call has made.
func (f *Function) Args(into bool) []Arg { return cArgs(f.Params, f.Roles(into)) }

// Roles are what its parameters are for.
func (f *Function) Roles(into bool) []Role { return roles(f.Params, f.Outs, into) }

// GivesArrays says that there are arrays in its result.
func (f *Function) GivesArrays() bool {
	return slices.ContainsFunc(f.Params[f.Outs:], func(p Param) bool { return p.Array != nil })
}

// BatchArgs are the arguments of the function for several problems. It has the caller's buffers of arrays.
func (f *Function) BatchArgs() []BatchArg { return batchArgs(f.Args(f.GivesArrays())) }

// IntoName is what the function is called that fills a caller's buffers.
func (f *Function) IntoName() string { return intoSymbol(f.entry) }

// BatchName is what the function is called that solves several problems.
func (f *Function) BatchName() string { return f.entry.Symbol + "_batch" }

// intoSymbol is the same for an entry.
func intoSymbol(e abi.Entry) string { return e.Symbol + "_into" }

// Function describes the function for C of an entry.
func (l *Library) Function(e abi.Entry, d *proc.Def) (*Function, error) {
	f := &Function{entry: e}
	var list []Param
	names := cNames{"error": true, "workspace": true}
	face := e.Interface(d)
	number := func(from, of int) {
		for i := from; i < len(list); i++ {
			list[i].of = of
		}
	}
	for k, p := range face.Params {
		parts, err := l.Places(d, p)
		if err != nil {
			return nil, err
		}
		begin := len(list)
		if t, dt := typesOfParam(e, face, k); l.structured() && hasBox(t, p.Form) {
			x := &boxing{Library: l, list: &list, names: names, at: l.wordsOf(parts), start: e.Prefix}
			x.argument(p.Name, t, dt, p.Form, 0)
			number(begin, k)
			continue
		}
		for i, part := range parts {
			name := partUnder(p.Name, i, len(parts), nil)
			if p.Form.IsRecord() && len(p.Parts) > 0 { // a part is called as its fields are: c.lens.focal
				name = strings.ReplaceAll(part.Name, ".", "_")
			}
			l.cLeaves(&list, names, name, part.Type, part.Form, part.At, nil)
		}
		number(begin, k)
	}
	f.Outs = len(list)
	word := 0
	for i, r := range e.ResultParts(d) {
		begin := len(list)
		t := r.Type
		if r.Form != nil { // its fields are in the type that the author wrote
			t = e.WrittenType(r)
		}
		if of := cmp.Or(r.Of, t); l.structured() && hasBox(of, r.Form) {
			x := &boxing{Library: l, list: &list, names: names, at: func(w int) int { return w }, start: e.Prefix}
			x.argument(r.Name, of, t, r.Form, word)
		} else {
			l.cLeaves(&list, names, r.Name, t, r.Form, word, nil)
		}
		number(begin, i)
		word += l.Width(r.Type)
	}
	f.Params = list
	if n := len(f.Args(false)); n > maxCParams && !l.Options.Words {
		return nil, diag.Errorf(d.Pos, CodeCParameters, "%.100s would have %d parameters in C, more than %d", cmp.Or(e.Name, e.Func.Given()), n, maxCParams).
			In(l.Options.File).Hintf("let the function take and give arrays, or records")
	}
	return f, nil
}

// typesOfParam are those of a parameter: as C has it, and of what is passed, which is less of a tangent.
func typesOfParam(e abi.Entry, face *proc.Interface, k int) (t, dt proc.Type) {
	p := face.Params[k]
	dt = p.Type
	if k == len(face.Params)-1 && e.Value != nil && (e.Kind == "vjp" || e.Kind == "reverse") {
		dt = deriv.Tangent(e.Value)
	}
	return cmp.Or(p.Of, dt), dt
}

// wordsOf says where the words of a parameter are that is passed in parts.
func (l *Library) wordsOf(parts []abi.Passed) func(word int) int {
	return func(word int) int {
		for _, part := range parts {
			n := l.Width(part.Type)
			if word < n {
				return part.At + word
			}
			word -= n
		}
		return word
	}
}

// definitionOf is the definition of an entry.
func definitionOf(lookup abi.Lookup, e abi.Entry) (*proc.Def, error) {
	d, err := lookup(e.Func)
	if err == nil && d == nil {
		err = abort.Bugf("no definition is called %s", e.Func.Given())
	}
	return d, err
}
