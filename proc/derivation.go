package proc

import (
	"strings"

	"procad/internal/diag"
)

// A Derivation says that procad made a definition, as a derivative or for one,
// and without which optimisations. In a text it has a line of its own:
//
//	derived rev$f without minimise, trace-arrays
type Derivation struct {
	Pos     diag.Pos
	Without []string // names of optimisations
}

// String returns the line without the name of the definition.
func (d *Derivation) String() string {
	if len(d.Without) == 0 {
		return ""
	}
	return " without " + strings.Join(d.Without, ", ")
}

// derivation reads
//
//	derived ::= "derived" func ("without" option ("," option)*)?
//	option  ::= name ("-" name)*
func (p *parser) derivation(prog *Program) header {
	p.next()
	h := header{pos: p.tok.pos}
	h.name = p.function()
	d := &Derivation{Pos: h.pos}
	if p.word("without") && !p.tok.fresh {
		p.next()
		d.Without = append(d.Without, p.option())
		for p.accept(',') {
			d.Without = append(d.Without, p.option())
		}
	}
	if p.err != nil {
		return h
	}
	if prog.Derived[h.name] != nil {
		p.fail(h.pos, "%s is derived on two lines", h.name)
		return h
	}
	if prog.Derived == nil {
		prog.Derived = map[Func]*Derivation{}
	}
	prog.Derived[h.name] = d
	return h
}

func (p *parser) option() string {
	text := p.expect(name, "the name of an optimisation").text
	for p.accept('-') {
		text += "-" + p.expect(name, "the rest of a name").text
	}
	return text
}
