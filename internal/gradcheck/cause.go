package gradcheck

import (
	"procad/internal/diag"
	"procad/pipeline"
	"procad/proc"
)

// Err says what disagrees, and what in the program may be the cause; nil if all agrees.
func (r *Report) Err(u *pipeline.Unit, d *proc.Def) error {
	var e *diag.Error
	verdict := r.Verdict()
	switch verdict {
	case Agree:
		return nil
	case Disagree:
		e = diag.Errorf(d.Pos, CodeDisagree, "the reverse and the forward derivative of %.100s disagree", u.Given(d.Name))
	case NotANumber:
		return diag.Errorf(d.Pos, CodeNaN, "the derivative of %.100s in %s is NaN for these data", u.Given(d.Name), r.NaNs.First).In(u.Source.Name).
			Hintf("avoid this point, as in if s == 0 then 0 else sqrt(s), or give the function a rule")
	case FiniteDiffer:
		e = diag.Errorf(d.Pos, CodeFinite, "the derivatives of %.100s agree with each other, but not with finite differences", u.Given(d.Name))
	}
	e.In(u.Source.Name)
	if verdict == Disagree {
		return Promised(e, u, d)
	}
	program, err := u.Closure(d.Name)
	if err != nil {
		return err
	}
	// No derivative that procad makes sees through a stopGradient.
	stopped := func(f proc.Func) bool {
		family, _, ok := f.Family()
		return ok && family == "stop"
	}
	if pos := firstCall(program, stopped); pos.Known() {
		e.Notef(pos, "derivatives take this stopGradient for a constant; finite differences do not").
			Hintf("if you mean to stop the gradient here, finite differences cannot check it")
	}
	return e
}

// Promised is an error about the reverse derivative of d with a note on the first ccl that d runs: only the reverse
// derivative of ccl is made of its promise.
func Promised(e *diag.Error, u *pipeline.Unit, d *proc.Def) error {
	program, err := u.Closure(d.Name)
	if err != nil {
		return err
	}
	pos := firstCall(program, func(f proc.Func) bool {
		kind, _, ok := f.Loop()
		return ok && kind == proc.CCL
	})
	if pos.Known() {
		e.Notef(pos, "this ccl promises that its iterations commute").
			Hintf("where iterations do not commute, the reverse derivative of ccl is wrong: use fold or nTimes there")
	}
	return e
}

// firstCall is where a function of that kind is called first, as far as known.
func firstCall(p *proc.Program, is func(proc.Func) bool) (first diag.Pos) {
	for _, d := range p.Defs {
		d.Body.Walk(func(s proc.Stmt) {
			call, ok := s.(*proc.Call)
			if ok && is(call.Func) && call.At().Known() && (!first.Known() || call.At().Before(first)) {
				first = call.At()
			}
		})
	}
	return first
}
