package lower

import (
	"maps"
	"strconv"

	"procad/diag"
	"procad/optim"
	"procad/prim"
	"procad/proc"
	"procad/source"
)

// Codes of the messages of this package.
const (
	// CodeRank: an array with more dimensions than procedures have.
	CodeRank = "rank"
	// CodeInternal: a fault of the compiler, not of the program.
	CodeInternal = "internal"
)

// A SigFunc gives the type of any function; of one derived from a definition
// of p it may have to make it first.
type SigFunc func(p *proc.Program, f proc.Func) (proc.Sig, error)

// Program lowers every definition of src, and what it is made of. sig gives the
// types of derived functions. The error is a diag.Error of src.
func Program(src *source.Program, without optim.Set, sig SigFunc) (p *proc.Program, err error) {
	l := newLowerer(src, without, sig)
	l.uses = newUses(func(c source.Callee) *callee {
		if c := calleeOf(c); l.inlinable(c) {
			return c
		}
		return nil
	})
	defer recoverBailout(&p, &err)
	for _, d := range src.Defs {
		l.functions[Name(d.Name)] = true
		for _, p := range d.Plans {
			label := labelled(d.Name, p.Label)
			l.functions[label], l.labels[label] = true, true
		}
		if !without.Has(optim.Elements) {
			found := l.elementsOf(d.Params, d.Body)
			maps.Copy(l.elements, found)
			maps.Copy(l.starts, starts(found))
		}
		if l.small {
			l.uses.definition(d)
		}
	}
	for _, d := range src.Defs {
		l.callees[d] = l.definition(d)
	}
	return l.program, nil
}

func newLowerer(src *source.Program, without optim.Set, sig SigFunc) *lowerer {
	return &lowerer{
		file:       src.Source.Name,
		without:    without,
		program:    &proc.Program{File: src.Source.Name, Params: map[proc.Func]*proc.Interface{}},
		sig:        sig,
		env:        map[*source.Var]value{},
		callees:    map[*source.Def]*layout{},
		instances:  map[*source.Instance]*layout{},
		functions:  map[proc.Func]bool{},
		labels:     map[proc.Func]bool{},
		counters:   map[string]int{},
		zeros:      map[zeroKey]proc.Func{},
		seedChecks: map[*source.FuncRef]proc.Func{},
		elements:   map[*source.Var]*element{},
		starts:     map[source.Expr][]*source.Var{},
		inPlace:    map[*source.Instance]bool{},
		weights:    map[source.Expr]int{},
		small:      !without.Has(optim.Small),
		copies:     1,
	}
}

// Name is the name of the procedure of a source function. It is the same name,
// unless that is the name of a primitive; Func.Given is its inverse.
func Name(def string) proc.Func {
	f := proc.Func(def)
	if _, ok := prim.Table[f]; ok {
		return f.Own()
	}
	return f
}

// lowerer holds what the definitions of a program share.
type lowerer struct {
	file       string
	without    optim.Set
	program    *proc.Program
	sig        SigFunc
	env        map[*source.Var]value // each is bound once, see source.Check, but by what is lowered again in another place
	bound      []*source.Var         // those in env, in the order of binding
	callees    map[*source.Def]*layout
	instances  map[*source.Instance]*layout
	functions  map[proc.Func]bool            // names that are taken
	labels     map[proc.Func]bool            // those that labels have taken, for bodies that are still to come
	elements   map[*source.Var]*element      // of the arrays that are not made
	starts     map[source.Expr][]*source.Var // what turns compute of them first
	weights    map[source.Expr]int           // of bodies, see weight
	inPlace    map[*source.Instance]bool     // the local functions that read arrays of few elements, lowered where they are called
	uses       *uses                         // how arrays are used
	small      bool                          // arrays of few elements need not be made
	yields     bool                          // the result of the function at hand need not be made
	copies     int                           // how often what is lowered now is written out
	counters   map[string]int                // how often funcName counted, by base
	zeros      map[zeroKey]proc.Func
	seedChecks map[*source.FuncRef]proc.Func // see seedCheck
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
func labelled(root, label string) proc.Func { return proc.Func(root + "." + label) }

// funcName is base, or base with a number, as the name of a new definition.
func (l *lowerer) funcName(base string, counted bool) proc.Func {
	f := proc.Func(base)
	for counted || l.functions[f] {
		l.counters[base]++
		f, counted = proc.Func(base+strconv.Itoa(l.counters[base])), false
	}
	l.functions[f] = true
	return f
}
