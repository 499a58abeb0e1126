package compare

import (
	"errors"

	"procad/core"
	"procad/core/eval"
	"procad/internal/coredata"
	"procad/internal/data"
	"procad/internal/diag"
	"procad/papers"
	"procad/papers/number"
	"procad/pipeline"
	"procad/proc"
	"procad/source"
	"procad/source/elaborate"
)

// A Subject is a function with arguments: the core program as elaboration makes it,
// before any pass, for the systems; and the unit for the compiler.
type Subject struct {
	Unit    *pipeline.Unit
	Program *core.Program
	Func    *core.Def
	Args    []eval.Value // with a float64 for each Real
	Data    *data.Args
	// Limit is how many bytes a system may use; 0 if nothing bounds them.
	Limit int64

	def *proc.Def
}

// Load reads a program and data, a JSON object, for its function main; the last of
// those that no other calls if main is empty.
func Load(src *diag.Source, main, json string) (*Subject, error) {
	u, err := pipeline.Load(src)
	if err != nil {
		return nil, err
	}
	d, err := u.Entry(main)
	if err != nil {
		return nil, err
	}
	face, err := u.Callable(d)
	if err != nil {
		return nil, err
	}
	args, _, err := data.Read(&diag.Source{Name: "data", Text: json}, face)
	if err != nil {
		return nil, err
	}
	return New(u, d, args)
}

// New is a subject of a unit that is loaded, with arguments of a definition of it. The
// error is a *diag.Error if that is no definition of a .fun text.
func New(u *pipeline.Unit, d *proc.Def, args *data.Args) (*Subject, error) {
	p, err := Elaborated(u)
	if err != nil {
		return nil, err
	}
	f, err := Definition(u, p, d)
	if err != nil {
		return nil, err
	}
	s := &Subject{Unit: u, Program: p, Func: f, Data: args, def: d}
	for i, v := range args.Values {
		s.Args = append(s.Args, coredata.Value(f.Params[i].Type, v))
	}
	return s, nil
}

// Elaborated is the program of a unit as elaboration makes it, before any pass.
func Elaborated(u *pipeline.Unit) (*core.Program, error) {
	if _, err := u.Core(); err != nil {
		return nil, err
	}
	checked, _, err := source.Load(u.Source)
	if err != nil {
		return nil, err
	}
	p := elaborate.Program(checked)
	for _, d := range p.Defs { // no paper prints
		core.Untraced(&d.Body)
	}
	if err := core.Check(p); err != nil {
		return nil, &pipeline.Internal{Pass: "elaborate", Err: err}
	}
	return p, recursiveTypes(u, p)
}

// recursiveTypes is an error if there are values of recursive types in p: no paper has them.
func recursiveTypes(u *pipeline.Unit, p *core.Program) error {
	for _, d := range p.Defs {
		var found *core.RecType
		at := d.Pos
		look := func(pos diag.Pos, t core.Type) {
			if recs := core.RecTypes(t); found == nil && len(recs) > 0 {
				found, at = recs[0], pos
			}
		}
		look(d.Pos, d.Type())
		core.Visit(d.Body, func(t core.Term) { look(t.Pos(), t.Type()) })
		if found != nil {
			return diag.Errorf(at, papers.CodeCannotSay, "the systems of the papers cannot say a recursive type, which %s is", found).
				In(u.Source.Name).Hintf("procad grad and procad rev are the compiler")
		}
	}
	return nil
}

// Definition is that of p which the procedure d was made of.
func Definition(u *pipeline.Unit, p *core.Program, d *proc.Def) (*core.Def, error) {
	if f := p.Lookup(u.Given(d.Name)); f != nil {
		return f, nil
	}
	return nil, diag.Errorf(d.Pos, pipeline.CodeNoCore, "%.100s is made by procad, and is no definition of the program", u.Given(d.Name)).In(u.Source.Name)
}

// Located is the error of a system as a message about the program of a unit.
func Located(u *pipeline.Unit, err error) error {
	file := u.Source.Name
	if e, ok := errors.AsType[*papers.Unsupported](err); ok {
		return e.Diagnostic().In(file)
	}
	if e, ok := errors.AsType[*eval.RuntimeError](err); ok {
		return diag.Errorf(e.Pos, e.Code, "%s", e.Text).In(file)
	}
	if e, ok := errors.AsType[*number.Refused](err); ok {
		return diag.Errorf(e.Pos, CodeRefused, "%s: %v", e.What, e.Err).In(file)
	}
	return err
}

// CodeRefused: something has no meaning modulo 2^61-1.
const CodeRefused = "no-residue"
