package main

import (
	"github.com/spf13/cobra"

	"procad/internal/diag"
	"procad/internal/rulecheck"
	"procad/library"
	"procad/pipeline"
	"procad/proc"
	"procad/source"
)

const gradcheckRulesLong = `
With --rules it checks each custom derivative of a program, and of the modules that the
program uses, by itself. It checks the value that split and forward give, and the
derivative against the automatic one and against finite differences. It checks that
forward is linear in the tangents, and reverse in the cotangent. It checks the two
products, and the second derivative. Instead of FILE you can give a module of the
library. The points are random. With --in, they are the arguments of the first calls of
the function in a run of --fn with this data. If a rule says "differs", only its
value, its linearity and its two products can fail. If it says "nonlinear", only its
value can fail. Other disagreements are reported.`

// rulePoints is how many random points each rule is checked at.
const rulePoints = 3

// checkRules is gradcheck --rules.
func (a *app) checkRules(cmd *cobra.Command, c *callFlags, file, format string, opts rulecheck.Options) error {
	u, err := a.ruledProgram(file)
	if err != nil {
		return err
	}
	report, err := rulecheck.New(u)
	if err != nil {
		return &inSource{u.Source, err}
	}
	if len(report.Rules) == 0 {
		return &inSource{u.Source, diag.Errorf(diag.Pos{}, rulecheck.CodeNoRule, "there are no rules").In(u.Source.Name).
			Hintf("a rule is derivative f(x: Real) forward(dx) = e; procad gradcheck without --rules compares derivatives of a function")}
	}
	recorded := rulecheck.Recorded{}
	if len(c.in) > 0 {
		d, err := u.Entry(c.fn)
		if err != nil {
			return &inSource{u.Source, err}
		}
		face, err := u.Callable(d)
		if err != nil {
			return &inSource{u.Source, err}
		}
		call, err := a.withData(cmd, c, u, d, face)
		if err != nil {
			return err
		}
		if recorded, err = report.Record(d, call.args); err != nil {
			return &inSource{u.Source, err}
		}
	}
	e, err := a.rulesEngine(u, c, report)
	if err != nil {
		return err
	}
	defer e.Close()
	if err := report.Check(e, recorded, opts); err != nil {
		return &inSource{u.Source, err}
	}
	write := report.Write
	if format == formatJSON {
		write = report.WriteJSON
	}
	if err := a.write(c.output, write); err != nil {
		return err
	}
	if errs := report.Errs(); len(errs) > 0 {
		err := &inSource{u.Source, errs}
		if report.OnlyFinite() {
			return &statusError{err, exitFinite}
		}
		return err
	}
	return nil
}

// ruledProgram is a program, or a module of the library.
func (a *app) ruledProgram(file string) (*pipeline.Unit, error) {
	text, ok := library.Text(file)
	if !ok {
		return a.load(file)
	}
	src := &diag.Source{Name: library.File(file), Text: text, Files: source.System}
	u, err := pipeline.Settings{Depth: int64(a.depth)}.Load(src, a.without.set.Names()...)
	if err != nil {
		return nil, &inSource{src, err}
	}
	a.link.to(u)
	return u, nil
}

// rulesEngine is the interpreter, which needs no time to begin, unless native code is asked for.
func (a *app) rulesEngine(u *pipeline.Unit, c *callFlags, report *rulecheck.Report) (runner, error) {
	flags := *c
	var fs []proc.Func
	if flags.engine == engineNative {
		fs = report.Functions()
	} else {
		flags.engine = engineInterp
	}
	return a.engine(&call{unit: u}, &flags, fs...)
}
