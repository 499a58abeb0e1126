package proc

import (
	"maps"
	"slices"

	"procad/internal/diag"
	names "procad/internal/form"
)

// A Sig is the type of a function,  f : [Θ] S → T.
type Sig struct {
	Zone    []Ref // the names a call passes beside the argument; names matter only in a Def
	In, Out Type
}

// Accumulates says that a call may add to a name of its zone.
func (s Sig) Accumulates() bool {
	return slices.ContainsFunc(s.Zone, func(r Ref) bool { return r.Mode == Accumulator })
}

// A Def defines a function by a procedure,  Θ | In : S ⊢ Body ⊣ Out : T.
type Def struct {
	Pos  diag.Pos
	Name Func
	Zone []Ref
	In   Var
	Body Procedure
	Out  Var
}

// Sig returns the type of the function.
func (d *Def) Sig() Sig { return Sig{Zone: d.Zone, In: d.In.Type, Out: d.Out.Type} }

// A Program is a list of definitions, in any order. Params says how the
// argument and the zone of a definition that a person calls are named, so that
// data can be given by name; definitions without an entry are called by position.
// Derived has the definitions that a text says procad made. Rules has the functions f of rules, whose parts are value$f and others. Origins says where the
// sequential loops with labels are from, by their bodies.
type Program struct {
	File    string // the name of the file it comes from, for messages
	Defs    []*Def
	Params  map[Func]*Interface
	Derived map[Func]*Derivation
	Rules   map[Func]*Rule
	Origins map[Func]*Origin
	index   map[Func]*Def
}

// An Origin is the loop of a functional program that a loop is, or is a copy of.
type Origin struct {
	Loop  Func       // its name, DEFINITION.LABEL
	Calls []diag.Pos // of the functions that it was copied with, the outermost first
	Fixed string     // why it takes no strategy; "" if it takes one
}

// Lookup finds a definition; nil if there is none.
func (p *Program) Lookup(f Func) *Def {
	if p.index == nil {
		p.index = make(map[Func]*Def, len(p.Defs))
		for _, d := range p.Defs {
			p.index[d.Name] = d
		}
	}
	return p.index[f]
}

// Apart is a program with no definitions yet, for those of p: it has all that p says of
// functions, and what is added to it, or to its interfaces, does not reach p. Derived is left
// out: it is about one text.
func (p *Program) Apart() *Program {
	params := map[Func]*Interface{}
	maps.Copy(params, p.Params)
	return &Program{File: p.File, Params: params, Rules: p.Rules, Origins: p.Origins}
}

// Add appends a definition.
func (p *Program) Add(d *Def) {
	p.Lookup(d.Name)
	p.Defs = append(p.Defs, d)
	p.index[d.Name] = d
}

// An Interface names the parameters of a definition as its user knows them.
type Interface struct {
	Params []Param
	Result Type
	// Written is the result as a parameter without a place: it has the sizes that were written
	// for its arrays. Its type is Result, or nil if nothing was written.
	Written Param
}

// Returns is the result as a parameter of a name.
func (f *Interface) Returns(name string) Param {
	p := f.Written
	p.Name, p.Type = name, f.Result
	return p
}

// InterfaceOf returns the names by which a user calls a definition; where
// Params has none, those of its zone, then its argument as one parameter
// unless that is (). It is nil if there is no such definition.
func (p *Program) InterfaceOf(f Func) *Interface {
	if face := p.Params[f]; face != nil {
		return face
	}
	if d := p.Lookup(f); d != nil {
		return d.Interface()
	}
	return nil
}

// Interface names the parameters as the definition does, see InterfaceOf.
func (d *Def) Interface() *Interface {
	face := &Interface{Result: d.Out.Type}
	for _, r := range d.Zone {
		face.Params = append(face.Params, Param{Name: r.Name, Type: r.Type, Ref: r.Name})
	}
	if d.In.Type != Unit {
		face.Params = append(face.Params, Param{Name: d.In.Name, Type: d.In.Type, Index: -1})
	}
	return face
}

// A Param is one parameter. Its value is passed by the name Ref of the zone
// where Ref is not empty, and else it is the part Index of the argument.
type Param struct {
	Name string
	Type Type
	Ref  string
	// Index is the place in the argument's tuple; -1 if the parameter is the whole argument.
	Index int
	// Parts, if any, say that the parameter is a tuple whose components are
	// passed separately, each as its part says; Ref and Index then mean nothing.
	Parts []Param
	// Sizes are the names written for the dimensions of an array, "" where
	// none was; data may give them too, and is then checked against them.
	Sizes []string
	// Form is what the source calls the parts of a value; it may be nil, as in a .proc text.
	Form *names.Form
	// Of is the type of the value that the parameter is a tangent of; nil if it is none.
	Of Type
}
