package lower

import (
	"strconv"

	"procad/core"
	"procad/core/known"
	"procad/internal/diag"
	"procad/prim"
	"procad/proc"
)

// Codes of the messages of this package.
const (
	// CodeRank: an array with more dimensions than procedures have.
	CodeRank = "rank"
	// CodeInternal: a bug in the compiler, not of the program.
	CodeInternal = "internal"
)

// A SigFunc gives the type of any function; of one derived from a definition
// of p it may have to make it first.
type SigFunc func(p *proc.Program, f proc.Func) (proc.Sig, error)

// Program lowers every definition of src, and what it is made of. sig gives the
// types of derived functions. The error is a diag.Error of src.
func Program(src *core.Program, sig SigFunc) (p *proc.Program, err error) {
	l := newLowerer(src.Source.Name, sig)
	defer recoverBailout(&p, &err)
	for d := range core.Printing(src) {
		l.printing[d.Name] = true
	}
	for _, d := range src.Defs {
		l.functions[Name(d.Name)] = true
		core.Visit(d.Body, func(t core.Term) {
			if label := core.PlanOf(t).Label; label != "" {
				l.functions[labelled(d.Name, label)] = true
			}
		})
	}
	l.ruleParts(src)
	for _, d := range src.Defs {
		switch r := l.values[d]; {
		case r != nil:
			l.callees[d] = l.rulePart(r, d)
		case l.parts[d] != nil:
			l.rulePart(l.parts[d], d)
		default:
			l.callees[d] = l.definition(d)
		}
	}
	return l.program, nil
}

func newLowerer(file string, sig SigFunc) *lowerer {
	return &lowerer{
		file:       file,
		program:    &proc.Program{File: file, Params: map[proc.Func]*proc.Interface{}, Rules: map[proc.Func]*proc.Rule{}, Origins: map[proc.Func]*proc.Origin{}},
		sig:        sig,
		facts:      known.New(),
		env:        map[*core.Var]value{},
		callees:    map[*core.Def]*layout{},
		values:     map[*core.Def]*core.Rule{},
		parts:      map[*core.Def]*core.Rule{},
		instances:  map[*core.Var]*layout{},
		functions:  map[proc.Func]bool{},
		counters:   map[string]int{},
		printing:   map[string]bool{},
		zeros:      map[zeroKey]proc.Func{},
		seedChecks: map[*core.Derive]proc.Func{},
	}
}

// Name is the name of the procedure of a definition. It is the same name,
// unless that is the name of a primitive; Func.Given is its inverse.
func Name(def string) proc.Func { return Defined(proc.Name(def)) }

// Defined is Name of what the source calls f.
func Defined(f proc.Func) proc.Func {
	if _, ok := prim.Table[f]; ok {
		return f.Own()
	}
	return f
}

// lowerer holds what the definitions of a program share.
type lowerer struct {
	file       string
	program    *proc.Program
	sig        SigFunc
	facts      *known.Facts
	env        map[*core.Var]value // each is bound once, see core.Check
	callees    map[*core.Def]*layout
	values     map[*core.Def]*core.Rule // the rules by their values
	parts      map[*core.Def]*core.Rule // and by their other parts
	instances  map[*core.Var]*layout
	functions  map[proc.Func]bool // names that are taken
	printing   map[string]bool    // the functions of the source that print
	counters   map[string]int     // how often funcName counted, by base
	zeros      map[zeroKey]proc.Func
	seedChecks map[*core.Derive]proc.Func // see seedCheck
}

// bailout carries an error of the user's to Program.
type bailout struct{ err error }

// recoverBailout makes such an error that of Program.
func recoverBailout(p **proc.Program, err *error) {
	switch r := recover().(type) {
	case nil:
	case bailout:
		*p, *err = nil, r.err
	default:
		panic(r)
	}
}

func (l *lowerer) fail(e *diag.Error) { panic(bailout{e.In(l.file)}) }

func (l *lowerer) failf(pos diag.Pos, code, format string, args ...any) {
	l.fail(diag.Errorf(pos, code, format, args...))
}

// labelled is the name of the body of a loop with a label.
func labelled(root, label string) proc.Func { return proc.Name(root + "." + label) }

// funcName is base, or base with a number, as the name of a new definition.
func (l *lowerer) funcName(base string, counted bool) proc.Func {
	f := proc.Name(base)
	for counted || l.functions[f] {
		l.counters[base]++
		f, counted = proc.Name(base+strconv.Itoa(l.counters[base])), false
	}
	l.functions[f] = true
	return f
}
