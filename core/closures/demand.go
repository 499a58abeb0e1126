package closures

import (
	"procad/core"
)

// A demand finds which parts of rules derivatives are made of. What is derived is known by the modes in which it is,
// the first one first: F is forward, R reverse.
//
//	reverse of a rule   = split and pull, as they are; without them, forward, in reverse
//	forward of a rule   = forward, as it is; without it, pull, in reverse: the transposed of the pullback
type demand struct {
	p    *pass
	seen map[demanded]bool
}

type demanded struct {
	def   *core.Def
	modes string
}

var modesOf = map[core.Operator]string{core.JVP: "F", core.JacFwd: "F", core.VJP: "R", core.Grad: "R", core.JacRev: "R"}

// outside are how definitions are derived by what calls a program: not more than twice.
var outside = []string{"", "F", "R", "FF", "FR", "RF", "RR"}

// demandedParts makes the parts of rules that derivatives of the definitions that were given are made of.
func (p *pass) demandedParts() {
	if len(p.templates) == 0 {
		return
	}
	q := &demand{p, map[demanded]bool{}}
	for _, d := range append([]*core.Def{}, p.out...) {
		if d.Local {
			continue
		}
		for _, modes := range outside {
			q.def(d, modes)
		}
	}
}

func (q *demand) def(d *core.Def, modes string) {
	if q.seen[demanded{d, modes}] {
		return
	}
	q.seen[demanded{d, modes}] = true
	core.Visit(d.Body, func(t core.Term) {
		switch t := t.(type) {
		case *core.Global:
			q.def(t.Def, modes)
		case *core.Derive:
			of, inner := chain(t)
			if of != nil {
				q.def(of, inner+modes)
			}
		case *core.Ruled:
			q.rule(t.Rule, modes)
		}
	})
}

// chain is the definition that t is a derivative of, and in which modes.
func chain(t *core.Derive) (of *core.Def, modes string) {
	switch f := t.Func.(type) {
	case *core.Global:
		return f.Def, modesOf[t.Op]
	case *core.Derive:
		of, modes = chain(f)
		return of, modes + modesOf[t.Op]
	}
	return nil, ""
}

func (q *demand) rule(r *core.Rule, modes string) {
	q.def(r.Value, modes)
	if modes == "" || r.Constant {
		return
	}
	q.p.parts(r)
	if r.Forward == nil && r.Pull == nil { // a function of C without a rule, or one that is not derived
		return
	}
	rest := modes[1:]
	reverse := func(modes string) {
		if r.Split != nil {
			q.def(r.Split, rest)
		}
		q.def(r.Pull, modes)
	}
	switch forward := modes[0] == 'F'; {
	case forward && r.Forward != nil:
		q.def(r.Forward, rest)
	case forward:
		reverse("R" + rest)
	case r.Pull != nil:
		reverse(rest)
	default:
		q.def(r.Forward, modes)
	}
}
