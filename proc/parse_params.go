package proc

import "procad/internal/diag"

// A header says where a line about a definition stands.
type header struct {
	pos  diag.Pos
	name Func
}

// params reads  params ::= "params" func "(" (param ("," param)*)? ")" ":" type .
func (p *parser) params(prog *Program) header {
	p.next()
	h := header{pos: p.tok.pos}
	h.name = p.function()
	p.expect('(', "an opening parenthesis")
	face := &Interface{Params: list(p, ')', (*parser).param)}
	p.expect(':', "the colon before a type")
	face.Result = p.typ()
	if p.err != nil {
		return h
	}
	if prog.Params[h.name] != nil {
		p.fail(h.pos, "%s has two lists of params", h.name)
		return h
	}
	if prog.Params == nil {
		prog.Params = map[Func]*Interface{}
	}
	prog.Params[h.name] = face
	return h
}

// param reads
//
//	param ::= name ("[" size ("," size)* "]")? ":" type ("=" place)?
//	place ::= name | number | "(" param ("," param)* ")"
//
// where a size is a name, a number, or _ for none.
func (p *parser) param() Param {
	if !p.enter() {
		return Param{}
	}
	defer p.leave()
	param := Param{Name: p.variable()}
	if p.accept('[') {
		param.Sizes = list(p, ']', (*parser).size)
	}
	p.expect(':', "the colon before a type")
	param.Type = p.typ()
	switch {
	case !p.accept('='):
		param.Index = -1
	case p.tok.kind == number:
		param.Index = p.index()
	case p.accept('('):
		param.Parts = list(p, ')', (*parser).param)
	default:
		param.Ref = p.variable()
	}
	return param
}

func (p *parser) size() string {
	t := p.tok
	if !p.accept(number) {
		p.variable()
	}
	if t.text == "_" {
		return ""
	}
	return t.text
}

// undefined reports the lines about definitions that do not exist.
func undefined(prog *Program, headers []header) diag.List {
	var errs diag.List
	for _, h := range headers {
		if prog.Lookup(h.name) == nil {
			errs = append(errs, diag.Errorf(h.pos, CodeUnknownFunction, "no definition is called %s", h.name).In(prog.File))
		}
	}
	return errs
}

// checkParams compares params with the definitions that they belong to.
func checkParams(prog *Program, headers []header) diag.List {
	var errs diag.List
	for _, h := range headers {
		if d := prog.Lookup(h.name); d == nil {
			continue
		} else if e := checkInterface(prog.Params[h.name], d, h.pos); e != nil {
			errs = append(errs, e.In(prog.File))
		}
	}
	return errs
}

// checkInterface reports whether the parameters say where each part of the
// argument and each name of Θ comes from, once, and whether types agree.
func checkInterface(face *Interface, d *Def, pos diag.Pos) *diag.Error {
	zone := make(map[string]Type, len(d.Zone))
	for _, r := range d.Zone {
		zone[r.Name] = r.Type
	}
	parts := Elems(d.In.Type)
	seen := make([]bool, len(parts))
	missing := len(parts)
	place := func(param Param) (Type, *diag.Error) {
		switch {
		case param.Ref != "":
			t, ok := zone[param.Ref]
			if ok {
				zone[param.Ref] = nil
			}
			switch {
			case t != nil:
				return t, nil
			case ok:
				return nil, diag.Errorf(pos, CodeWrongArity, "%s of the zone of %s is taken twice", param.Ref, d.Name)
			}
			return nil, diag.Errorf(pos, CodeUnknownRef, "%s is not in the zone of %s", param.Ref, d.Name)
		case param.Index < 0:
			missing -= len(parts)
			return d.In.Type, nil
		case param.Index >= len(parts) || seen[param.Index]:
			return nil, diag.Errorf(pos, CodeWrongArity, "the argument of %s has no part %d, or it is taken twice", d.Name, param.Index)
		}
		seen[param.Index] = true
		missing--
		return parts[param.Index], nil
	}
	var check func(params []Param) *diag.Error
	check = func(params []Param) *diag.Error {
		for _, param := range params {
			if len(param.Parts) > 0 {
				if e := check(param.Parts); e != nil {
					return e
				}
				continue
			}
			if param.Type == Unit && param.Ref == "" && param.Index < 0 {
				continue
			}
			t, e := place(param)
			if e != nil {
				return e
			}
			if t != param.Type {
				return diag.Errorf(pos, CodeTypeMismatch, "%s : %s stands for %s", param.Name, Brief(param.Type), diag.A(Brief(t)))
			}
		}
		return nil
	}
	if e := check(face.Params); e != nil {
		return e
	}
	for _, r := range d.Zone {
		if zone[r.Name] != nil {
			return diag.Errorf(pos, CodeWrongArity, "no parameter of %s is %s of its zone", d.Name, r.Name)
		}
	}
	if missing != 0 {
		return diag.Errorf(pos, CodeWrongArity, "the params of %s do not make its argument: %s", d.Name, Brief(d.In.Type))
	}
	return nil
}
