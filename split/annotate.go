package split

import (
	"procad/internal/optim"
	"procad/proc"
	"procad/proc/deriv"
	"procad/proc/graph"
)

// Annotations are what is known of a definition before its rules are applied. It is
// here, and nowhere else, that a rule learns what the figure does not say; with empty
// annotations the rules are the figure. What is kept for R is decided after the rules,
// by passes over what they make: tagsOnly, shapeOnly and minimise.
type annotations struct {
	useful func(proc.Var) proc.Type // the type, with Inactive where the cotangent is zero whatever the rest of the program does
	dead   map[proc.Var]bool        // nobody wants the cotangent: R has none (dead.go)
	policy map[proc.Func]Policy     // of the trace of a loop, where it is not that of the definition (policy.go)
	unset  Unset                    // the arrays that R does not restore (unset.go)
}

// annotate finds the annotations of a definition. Sums are fused where fuse says so.
func annotate(f *functions, d *proc.Def, own Policy, fuse bool) *annotations {
	a := &annotations{dead: map[proc.Var]bool{}, policy: map[proc.Func]Policy{}}
	if f.without(optim.Annotations) {
		return a
	}
	g := graph.Of(d.Body)
	var err error
	if a.useful, err = f.lib.Useful(d); err != nil {
		f.fail(err)
		return a
	}
	(&deadCotangents{functions: f, dead: a.dead}).find(d, g)
	findPolicies(f, a, d, own, fuse)
	return a
}

// barred says that R has a cotangent of v.
func (a *annotations) barred(v proc.Var) bool { return barred(v) && !a.dead[v] }

// wanted is the type of v with Inactive where its cotangent is zero.
func (a *annotations) wanted(v proc.Var) proc.Type {
	if a.useful == nil {
		return v.Type
	}
	return a.useful(v)
}

// idle says of b = Call f a that R needs nothing of f: nobody wants ā, or it is zero since b̄ is.
func (a *annotations) idle(f *functions, s *proc.Call) bool {
	if a.dead[s.In] && f.discrete(s) {
		return true
	}
	return deriv.Discrete(a.wanted(s.Out)) && staticZero(s.In.Type) && !f.sig(s.Func).Accumulates()
}
