package typecheck

import (
	"fmt"

	"procad/internal/diag"
	"procad/proc"
)

// maxErrors bounds the number of messages about one definition.
const maxErrors = 20

// report adds a message about the current statement. Where that has no
// position the message shows the statement itself.
func (c *checker) report(code, format string, args ...any) *diag.Error {
	return c.reportAt(c.stmt, code, format, args...)
}

func (c *checker) reportAt(at proc.Stmt, code, format string, args ...any) *diag.Error {
	pos, context := c.def.Pos, ""
	if at != nil {
		pos = at.At()
	}
	if !pos.Known() {
		pos = c.def.Pos
		if !c.def.Name.IsZero() {
			context = fmt.Sprintf("in %.200s: ", c.def.Name)
		}
		if at != nil {
			context += fmt.Sprintf("%.200s: ", proc.Head(at))
		}
	}
	e := diag.Errorf(pos, code, "%s%s", context, fmt.Sprintf(format, args...))
	if len(c.errs) < maxErrors {
		c.errs = append(c.errs, e)
	}
	return e
}

// note points from a message to an earlier statement that has another position.
func note(e *diag.Error, at proc.Stmt, format string, args ...any) {
	if at != nil && at.At().Known() && at.At() != e.Pos {
		e.Notef(at.At(), format, args...)
	}
}

func (c *checker) usedTwice(v *variable) {
	e := c.report(UsedTwice, "%s is used twice", v.Name)
	note(e, v.usedAt, "it is used here first")
	e.Hintf("before its first use: t = Dup %s; (%s.1, %s.2) = t", v.Name, v.Name, v.Name)
}

// result checks that the result of the definition is what the body leaves.
//
//	Θ | In : S ⊢ Body ⊣ Out : T
func (c *checker) result(out proc.Var) {
	c.stmt = nil
	switch v := c.ctx.of(out.Name); {
	case v == nil || v.state == pending || v.state == gone:
		c.report(Unbound, "nothing binds the result %s", out.Name)
	case v.state == used:
		note(c.report(UsedTwice, "the result %s is used in the body", out.Name), v.usedAt, "it is used here")
	case v.Type != out.Type:
		e := c.report(TypeMismatch, "the result %s is %s, but the body makes it %s", out.Name, proc.Brief(out.Type), proc.Brief(v.Type))
		note(e, v.boundAt, "it is bound here")
		v.state = used
	default:
		v.state = used
	}
}

func (c *checker) unused(v *variable) {
	c.reportAt(v.boundAt, Unused, "%s is not used", v.Name).Hintf("Elim %s", v.Name)
}

func (c *checker) mismatched(at *proc.Case, m mismatch) {
	v := m.v
	switch {
	case m.usedBy != "":
		e := c.reportAt(at, BranchMismatch, "the %s branch uses %s, the %s branch does not", m.usedBy, v.Name, m.usedBy.other())
		note(e, v.boundAt, "%s is bound here", v.Name)
		e.Hintf("in the %s branch: Elim %s", m.usedBy.other(), v.Name)
	case m.leftBy != "":
		e := c.reportAt(at, BranchMismatch, "the %s branch leaves %s, the %s branch does not", m.leftBy, v.Name, m.leftBy.other())
		note(e, v.boundAt, "%s is bound here", v.Name)
		e.Hintf("in the %s branch: Elim %s, if nothing later uses it", m.leftBy, v.Name)
	default:
		c.reportAt(at, BranchMismatch, "the branches leave %s as %s and as %s", v.Name, proc.Brief(v.Type), proc.Brief(m.retyped.Type))
	}
}

// want reports that something has another type than a rule wants.
func (c *checker) want(what string, got, want proc.Type) {
	if got != want {
		c.report(TypeMismatch, "%s is %s, but %s is wanted", what, proc.Brief(got), proc.Brief(want))
	}
}
