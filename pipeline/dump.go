package pipeline

import (
	"slices"

	"procad/core"
	"procad/derive"
	"procad/internal/diag"
	"procad/internal/optim"
	looppasses "procad/llvm/loopir/passes"
	"procad/proc"
	"procad/proc/deriv"
)

// CodeNoDump: a program has no text after a pass.
const CodeNoDump = "no-dump"

// noDump says that a pass on native code leaves no program of procedures, and what prints its result.
func noDump(src *diag.Source, p Pass) error {
	err := diag.Errorf(diag.Pos{}, CodeNoDump, "%s decides how native code is written, and leaves no program of procedures", p.Name).In(src.Name)
	switch {
	case slices.Contains(looppasses.Names(), string(p.Name)):
		return err.Hintf("procad loopir --after %s prints the loop IR after it", p.Name)
	case p.Always:
		return err.Hintf("procad llvm prints native code")
	}
	return err.Hintf("procad llvm prints native code: compare it with that of --without %s", p.Name)
}

// LoadTo is Load up to a pass of the table. What comes after it is left out: the passes,
// and the parts of passes that can be.
func (s Settings) LoadTo(src *diag.Source, pass string, without ...optim.Name) (*Unit, error) {
	last, err := Row(pass)
	if err != nil {
		return nil, err
	}
	p := Passes[last]
	switch {
	case p.On == OnCore && isProc(src):
		return nil, noCore(src)
	case p.On == OnNative:
		return nil, noDump(src, p)
	}
	for _, p := range Passes[last+1:] {
		if p.On == OnProcedures && !p.Always {
			without = append(without, p.Name)
		}
	}
	return s.loadTo(src, last, without)
}

// Dump is the program that was loaded up to a pass: as terms of core, or else the procedures that
// functions need. What they are derived from has to do where nothing is derived yet.
func (u *Unit) Dump(fs ...proc.Func) (*core.Program, *proc.Program, error) {
	if Passes[u.last].On == OnCore {
		p, err := u.Core()
		return p, nil, err
	}
	if !slices.ContainsFunc(Passes[:u.last+1], func(p Pass) bool { return p.Name == "derive" }) {
		for i, f := range fs {
			fs[i] = u.base(f)
		}
	}
	p, err := u.text(u.Library.Def, fs)
	return nil, p, err
}

// base is the function of the program that f is, or is derived from.
func (u *Unit) base(f proc.Func) proc.Func {
	for u.Program.Lookup(f) == nil {
		_, base, ok := deriv.Apart(f)
		if !ok {
			break
		}
		f = base
	}
	return f
}

// text is the program of functions with the given definitions, and of what they are derived from.
func (u *Unit) text(definition func(proc.Func) (*proc.Def, error), fs []proc.Func) (*proc.Program, error) {
	c := u.closure()
	c.text, c.definition = true, definition
	for _, f := range fs {
		if err := c.visit(f); err != nil {
			return nil, err
		}
	}
	without := names(derive.Briefly(u.Library.Without().Intersect(derive.Settings)))
	c.program.Derived = map[proc.Func]*proc.Derivation{}
	for _, d := range c.program.Defs {
		if u.Program.Lookup(d.Name) == nil {
			c.program.Derived[d.Name] = &proc.Derivation{Without: without}
		}
	}
	return c.program, nil
}
