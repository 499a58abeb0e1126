package capi

import (
	"encoding/json"
	"strings"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/llvm/abi"
	"procad/llvm/abort"
	"procad/llvm/toolchain"
	"procad/prim"
	"procad/proc"
)

// A Manifest describes a library for programs that call it: what Header says, as JSON. Its
// schema is docs/manifest.schema.json.
type Manifest struct {
	Format        int                    `json:"format" only:"1"` // ManifestFormat
	Version       string                 `json:"procad"`          // of procad
	Source        string                 `json:"source"`          // the file of the program
	CPU           ManifestCPU            `json:"cpu"`
	Structs       []ManifestStruct       `json:"structs,omitempty"` // each after those that are parts of it
	Functions     []ManifestEntry        `json:"functions"`
	RuntimeErrors []ManifestRuntimeError `json:"errors"` // what a function may return but 0
}

// ManifestFormat is raised when something in a manifest comes to mean something else.
const ManifestFormat = 1

// A ManifestCPU is what the code needs.
type ManifestCPU struct {
	Name     string   `json:"name"`
	Features []string `json:"features"`
}

// A ManifestStruct is a struct of C, for records and declared sums. Of a sum there are the names of tag 0, 1, ….
type ManifestStruct struct {
	Name   string          `json:"name" form:"^[A-Za-z_][A-Za-z0-9_]*$"`
	Size   int             `json:"size" least:"1"`
	Tags   []string        `json:"tags,omitempty"`
	Fields []ManifestField `json:"fields"`
}

// A ManifestField is a field of a struct.
type ManifestField struct {
	Name   string `json:"name" form:"^[A-Za-z_][A-Za-z0-9_]*$"`
	Type   string `json:"type" form:"^(double|int64_t|int8_t|bool|(struct|enum) [A-Za-z_][A-Za-z0-9_]*) ?[*]*$"` // in C
	Offset int    `json:"offset" least:"0"`
}

// A ManifestEntry is a function of a library. Its arguments in C are those of its parameters,
// then those of its results, then a pc_workspace * and a pc_error *.
type ManifestEntry struct {
	Symbol     string          `json:"symbol" form:"^[A-Za-z_][A-Za-z0-9_]*$"`
	Of         string          `json:"of"` // the function of the program
	Kind       string          `json:"kind" one:"value grad vjp jvp hvp forward reverse"`
	Memory     int64           `json:"memory,omitempty" least:"1"`
	Parameters []ManifestParam `json:"parameters"`
	Results    []ManifestParam `json:"results"`
	Into       *ManifestInto   `json:"into,omitempty"` // if there are arrays in the result
	Batch      *ManifestBatch  `json:"batch,omitempty"`
}

// A ManifestBatch is the same function for several problems.
type ManifestBatch struct {
	Symbol    string             `json:"symbol" form:"^[A-Za-z_][A-Za-z0-9_]*$"`
	Arguments []ManifestArgument `json:"arguments"` // all before the workspace
}

// A ManifestInto is the same function with a caller's buffers for the arrays of the result.
type ManifestInto struct {
	Symbol  string          `json:"symbol" form:"^[A-Za-z_][A-Za-z0-9_]*$"`
	Results []ManifestParam `json:"results"`
}

// A ManifestParam is a parameter of a function or a part of its result.
type ManifestParam struct {
	Name      string             `json:"name"`
	Type      string             `json:"type"`                // with sizes, as in the source
	TangentOf string             `json:"tangentOf,omitempty"` // the parameter that it is a tangent of
	Arguments []ManifestArgument `json:"arguments"`
}

// A ManifestArgument is an argument in C.
type ManifestArgument struct {
	Name string `json:"name" form:"^[A-Za-z_][A-Za-z0-9_]*$"`
	Type string `json:"type" form:"^(const )?(double|int64_t|int8_t|bool|struct [A-Za-z_][A-Za-z0-9_]*) ?[*]*$"` // in C
}

// A ManifestRuntimeError is a kind of run-time error.
type ManifestRuntimeError struct {
	Kind int    `json:"kind" least:"1"`
	Code string `json:"code" form:"^[a-z-]+$"`
}

// maxManifest is how many bytes of a manifest are read.
const maxManifest = 16 << 20

// ReadManifest reads what ManifestOf wrote. What its schema does not allow is an error with
// its place; what the texts of types say is not looked at.
func ReadManifest(src *diag.Source) (*Manifest, error) {
	if len(src.Text) > maxManifest {
		return nil, diag.Errorf(diag.Pos{}, data.CodeJSON, "the manifest is larger than %d bytes", maxManifest).In(src.Name)
	}
	m := new(Manifest)
	if err := data.Record(src, m); err != nil {
		return nil, err
	}
	return m, nil
}

// ManifestOf describes entries that were compiled for a machine, as JSON.
// Batch is as in Options.
func ManifestOf(lookup abi.Lookup, entries []abi.Entry, machine *toolchain.Machine, source, version string, batch bool) (text []byte, err error) {
	l := NewLibrary(abi.NewLayouts(), Options{Batch: batch})
	defer abort.Catch(&err)
	manifest := Manifest{Format: ManifestFormat, Version: version, Source: source, CPU: ManifestCPU{machine.CPU, machine.Features()}}
	signatures, err := Signatures(lookup, entries)
	if err != nil {
		return nil, err
	}
	l.structs.reserve(entries)
	for _, s := range signatures {
		entry, err := l.manifest(lookup, s)
		if err != nil {
			return nil, err
		}
		manifest.Functions = append(manifest.Functions, entry)
	}
	for _, s := range l.structs.list {
		manifest.Structs = append(manifest.Structs, s.manifest())
	}
	for k := prim.RuntimeErrorKind(1); (&prim.RuntimeError{Kind: k}).Code() != ""; k++ {
		manifest.RuntimeErrors = append(manifest.RuntimeErrors, ManifestRuntimeError{int(k), (&prim.RuntimeError{Kind: k}).Code()})
	}
	text, err = json.MarshalIndent(manifest, "", "  ")
	return append(text, '\n'), err
}

// manifest describes an entry.
func (l *Library) manifest(lookup abi.Lookup, s Signature) (e ManifestEntry, err error) {
	d, err := definitionOf(lookup, s.Entry)
	if err != nil {
		return e, err
	}
	f, err := l.Function(s.Entry, d)
	if err != nil {
		return e, err
	}
	e = ManifestEntry{Symbol: s.Symbol, Of: s.Of, Kind: s.Kind, Memory: s.Memory, Parameters: []ManifestParam{}, Results: []ManifestParam{}}
	describe := func(params []proc.Param, list []Param, role []Role) (all []ManifestParam) {
		for i, p := range params {
			d := ManifestParam{Name: p.Name, Type: p.WrittenInFull(), TangentOf: s.Tangents[p.Name], Arguments: []ManifestArgument{}}
			n := 0
			for n < len(list) && list[n].of == i {
				n++
			}
			for _, a := range cArgs(list[:n], role) {
				d.Arguments = append(d.Arguments, a.manifest(a.cType()))
			}
			list, role = list[n:], role[n:]
			all = append(all, d)
		}
		return all
	}
	given, list, outs := f.Roles(false), f.Params, f.Outs
	e.Parameters = append(e.Parameters, describe(s.Params, list[:outs], given)...)
	e.Results = append(e.Results, describe(s.Results, list[outs:], given[outs:])...)
	if f.GivesArrays() {
		e.Into = &ManifestInto{f.IntoName(), describe(s.Results, list[outs:], f.Roles(true)[outs:])}
	}
	if l.Options.Batch && s.Pass == abi.NoPass {
		e.Batch = &ManifestBatch{f.BatchName(), []ManifestArgument{{"count", "int64_t"}}}
		for _, a := range f.BatchArgs() {
			e.Batch.Arguments = append(e.Batch.Arguments, a.manifest(a.cType()))
		}
		e.Batch.Arguments = append(e.Batch.Arguments, ManifestArgument{"done", "int64_t *"})
	}
	return e, nil
}

// manifest describes an argument, of a type as C has it.
func (a Arg) manifest(t string) ManifestArgument {
	t = strings.TrimSpace(t)
	if a.Box != nil {
		t = strings.Replace(t, a.Box.of.name, "struct "+a.Box.of.name, 1)
	}
	return ManifestArgument{a.Name, t}
}

// manifest describes a struct.
func (s *cStruct) manifest() ManifestStruct {
	d := ManifestStruct{Name: s.name, Size: s.size, Tags: s.enum}
	for _, f := range s.fields {
		t := strings.TrimSpace(f.ctype)
		switch {
		case f.of != nil:
			t = "struct " + f.of.name
		case t == "":
			t = "enum " + s.tagType()
		}
		d.Fields = append(d.Fields, ManifestField{f.name, t, f.offset})
	}
	return d
}
