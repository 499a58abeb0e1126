package source

import "procad/internal/diag"

// A program can define what is a word of the language, unless texts would then mean two things:
// reserved words, forms that begin with a name whatever follows, and primitives, which the
// derivatives of other functions call. A variable that is a function hides primitives.

// definable reports whether a program can define a function of this name.
func definable(name string) bool {
	b := builtins[name]
	return applicable(name) && (b == nil || b.Meaning != nil || b.own != nil)
}

// applicable reports whether name(x, y) can be a call of what a program calls name.
func applicable(name string) bool {
	f, ok := forms[name]
	return !words[name] && (!ok || f.shape != nil)
}

// newName is the name of a function or constant that begins here.
func (p *parser) newName(what string) (diag.Pos, string) {
	if p.tok().kind == tokWord {
		p.fail(p.redefinition(p.pos(), p.text()))
	}
	pos, name := p.name(what)
	if !applicable(name) {
		p.errs = append(p.errs, p.redefinition(pos, name)) // its calls are read as something else
	}
	return pos, name
}

// checkName rejects the names of primitives.
func (r *resolver) checkName(pos diag.Pos, name string) {
	if applicable(name) && !definable(name) {
		r.errorf(pos, CodeRedefinition, redefined, name).Hintf(anotherName, name)
	}
}

// newFunction rejects the name of a variable that is a function, if it cannot be called.
func (p *parser) newFunction(v *Var) {
	if !applicable(v.Name) {
		p.errs = append(p.errs, p.redefinition(v.Pos, v.Name))
	}
}

const (
	redefined   = "%s is a word of the language and cannot be redefined"
	anotherName = "choose another name, such as %s'"
)

func (p *parser) redefinition(pos diag.Pos, name string) *diag.Error {
	return p.errorAt(pos, CodeRedefinition, redefined, name).Hintf(anotherName, name)
}
