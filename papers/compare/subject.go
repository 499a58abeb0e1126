package compare

import (
	"procad/core"
	"procad/core/eval"
	"procad/data"
	"procad/diag"
	"procad/internal/coredata"
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

// New is a subject of a unit that is loaded, with arguments of a definition of it. The error
// is a *diag.Error if the program is no .fun text.
func New(u *pipeline.Unit, d *proc.Def, args *data.Args) (*Subject, error) {
	if _, err := u.Core(); err != nil {
		return nil, err
	}
	checked, _, err := source.Load(u.Source)
	if err != nil {
		return nil, err
	}
	p := elaborate.Program(checked)
	if err := core.Check(p); err != nil {
		return nil, &pipeline.Internal{Pass: "elaborate", Err: err}
	}
	s := &Subject{Unit: u, Program: p, Func: p.Lookup(string(d.Name)), Data: args}
	for i, v := range args.Values {
		s.Args = append(s.Args, coredata.Value(s.Func.Params[i].Type, v))
	}
	return s, nil
}
