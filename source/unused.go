package source

import "strings"

// idle is a variable that something should use.
type idle struct {
	v    *Var
	what string     // it is
	of   *LocalFunc // whose parameter it is; nil if of none
}

// watch notes the parameters of a definition, or of the local function of.
func (r *resolver) watch(params []*Param, of *LocalFunc) {
	for _, p := range params {
		r.idle = append(r.idle, idle{p.Var, "the parameter", of})
		if p.Pat != nil {
			r.watchPattern(p.Pat, of)
		}
	}
}

// watchPattern notes the variables of a let, or of a parameter of the local function of.
func (r *resolver) watchPattern(p *Pattern, of *LocalFunc) {
	if p.Kind == PatVar {
		r.idle = append(r.idle, idle{p.Var, "the variable", of})
	}
	for _, part := range p.Elems {
		r.watchPattern(part, of)
	}
}

// unused warns of variables that nothing uses, unless their names begin with _.
// In a program with errors a use may be among what is wrong.
func (r *resolver) unused() {
	if len(r.errs) > 0 {
		return
	}
	r.unusedImports(r.Module.program)
	for _, i := range r.idle {
		if i.v.used || strings.HasPrefix(i.v.Name, "_") || i.of != nil && !i.of.called {
			continue
		}
		r.warnf(i.v.Pos, CodeUnusedVariable, "%s %s is not used", i.what, i.v.Name).
			Hintf("leave it out, or write _%s", i.v.Name)
	}
}
