package data

import (
	"fmt"
	"slices"
	"strings"

	"procad/diag"
	"procad/proc"
)

// Args are the values of the parameters of a definition.
type Args struct {
	Interface *proc.Interface
	Values    []Value // one for each parameter, in order
}

// Read reads a JSON object with a value for each parameter; of one that is held
// too, the value has Reals. Names written as
// sizes of arrays may be given too, and are compared with the arrays. Other
// names are warned of.
func Read(src *diag.Source, face *proc.Interface) (*Args, []*diag.Error, error) {
	r := newReader(src)
	sizes := map[string]bool{}
	params := map[string]int{}
	for i, p := range face.Params {
		params[p.Name] = i
		sizeNames(p, sizes)
	}
	args := &Args{Interface: face, Values: make([]Value, len(face.Params))}
	var warnings []*diag.Error
	r.object(func(name string, at int) {
		i, ok := params[name]
		switch {
		case ok:
			r.peek()
			valueAt := r.i
			v := r.value(face.Params[i])
			args.Values[i] = v
			if sizes[name] && v.Type == proc.Int && r.err == nil {
				r.given(name, v.Int64(), valueAt)
			}
		case sizes[name]:
			r.peek()
			valueAt := r.i
			n := r.int()
			if r.err == nil {
				r.given(name, n, valueAt)
			}
		default:
			warnings = append(warnings, diag.Warningf(r.posAt(at), CodeUnknownName, "%q is no parameter and no size", name).
				Hintf("the parameters are %s", paramList(face)).In(src.Name))
			r.skip(0)
		}
	})
	r.finish()
	if r.err != nil {
		return nil, warnings, r.err
	}
	for i, p := range face.Params {
		if args.Values[i].Type == nil {
			r.report(diag.Errorf(diag.Pos{Line: 1, Col: 1}, CodeMissing, "the parameter %s is missing", p.Name).
				Hintf("it is %s", diag.A(p.Written())))
		}
	}
	if err := r.errs.Err(); err != nil {
		return nil, warnings, err
	}
	if err := r.checkShapes(); err != nil {
		return nil, warnings, err
	}
	return args, warnings, nil
}

// given records a size that the data names.
func (r *reader) given(name string, n int64, at int) {
	if n < 0 {
		r.fail(at, CodeWrongShape, "the size %s is negative", name)
		return
	}
	r.known[name] = size{int(n), "the value given for it", at}
}

func sizeNames(p proc.Param, names map[string]bool) {
	for _, s := range p.Sizes {
		if s != "" && s != "_" {
			names[s] = true
		}
	}
	for _, part := range p.Parts {
		sizeNames(part, names)
	}
}

func paramList(face *proc.Interface) string {
	names := make([]string, len(face.Params))
	for i, p := range face.Params {
		names[i] = p.Name
	}
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

// For turns the values into those of a call of d: the values of its zone, in
// order, and its argument.
func (a *Args) For(d *proc.Def) (zone []Value, arg Value, err error) {
	s := &sorter{zone: map[string]Value{}, parts: map[int]Value{}}
	for i, p := range a.Interface.Params {
		s.place(p, a.Values[i])
	}
	for _, r := range d.Zone {
		v, ok := s.zone[r.Name]
		if !ok || v.Type != proc.Free(r.Type) {
			return nil, arg, fmt.Errorf("no parameter of %s stands for %s : %s", d.Name, r.Name, r.Type)
		}
		zone = append(zone, v)
	}
	switch v, whole := s.parts[-1]; {
	case whole:
		arg = v
	case len(s.parts) == 0:
		arg = Unit()
	default:
		parts := make([]Value, len(proc.Elems(d.In.Type)))
		for i := range parts {
			if parts[i], whole = s.parts[i]; !whole {
				return nil, arg, fmt.Errorf("no parameter of %s stands for part %d of its argument", d.Name, i)
			}
		}
		arg = Tuple(parts...)
	}
	if arg.Type != proc.Free(d.In.Type) {
		return nil, arg, fmt.Errorf("the parameters of %s make %s, but its argument is %s", d.Name, diag.A(proc.Brief(arg.Type)), diag.A(proc.Brief(d.In.Type)))
	}
	return zone, arg, nil
}

// A sorter sorts values by where they are passed.
type sorter struct {
	zone  map[string]Value
	parts map[int]Value
}

func (s *sorter) place(p proc.Param, v Value) {
	switch {
	case len(p.Parts) > 0:
		for i, part := range p.Parts {
			s.place(part, v.Part(i))
		}
	case p.Ref != "":
		s.zone[p.Ref] = v
	case p.Index < 0 && p.Type == proc.Unit: // passed as nothing, or the whole argument
	case p.Type == proc.Unit && p.Index < 0: // it is the whole argument, or passed nowhere
	default:
		s.parts[p.Index] = v
	}
}

// Get returns the value of a parameter.
func (a *Args) Get(name string) (Value, bool) {
	i := slices.IndexFunc(a.Interface.Params, func(p proc.Param) bool { return p.Name == name })
	if i < 0 {
		return Value{}, false
	}
	return a.Values[i], true
}
