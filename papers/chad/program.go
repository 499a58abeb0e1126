package chad

import (
	"fmt"
	"io"

	"procad/core"
)

// A Form is how a program is printed.
type Form string

// The forms.
const (
	SourceForm     Form = "source"     // the program itself
	TargetForm     Form = "target"     // D of it, as the rules make it
	ConcreteForm   Form = "concrete"   // without linear types
	SimplifiedForm Form = "simplified" // and after the rules of Table 1
)

// Forms are all of them.
var Forms = []Form{SourceForm, TargetForm, ConcreteForm, SimplifiedForm}

// Print writes D of the definitions in each of the modes, or the definitions themselves. The error
// is a *papers.Unsupported, or that of the writer.
func Print(w io.Writer, defs []*core.Def, form Form, modes ...Mode) error {
	e := inTerms()
	derivers := map[Mode]*Deriver{}
	for _, mode := range modes {
		derivers[mode] = NewDeriver(mode, Derivatives)
	}
	between := ""
	for _, f := range defs {
		def, err := e.definition(f)
		if err != nil {
			return err
		}
		texts := []*Def{def}
		if form != SourceForm {
			texts = nil
			for _, mode := range modes {
				d, err := derivers[mode].Def(def)
				if err != nil {
					return err
				}
				texts = append(texts, d.in(form))
			}
		}
		for _, d := range texts {
			if _, err := fmt.Fprint(w, between, d.Text()); err != nil {
				return err
			}
			between = "\n"
		}
	}
	return nil
}

// in is D(f) in one of the forms.
func (d *Def) in(form Form) *Def {
	if form == TargetForm {
		return d
	}
	c := ConcreteDef(d)
	if form == SimplifiedForm {
		c.Body = Simplify(c.Body, Table1(), nil)
	}
	return c
}
