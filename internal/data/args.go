package data

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"procad/internal/diag"
	"procad/proc"
	"procad/proc/deriv"
)

// Args are the values of the parameters of a definition.
type Args struct {
	Interface *proc.Interface
	Values    []Value // one for each parameter, in order
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
		if !ok || v.Type != deriv.Activate(r.Type) {
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
	if arg.Type != deriv.Activate(d.In.Type) {
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
	default:
		s.parts[p.Index] = v
	}
}

// Fields are the values with their names, and the sizes that only their types name.
func (a *Args) Fields() []Field {
	var fields []Field
	seen := map[string]bool{}
	for i, p := range a.Interface.Params {
		fields = append(fields, Field{p.Name, a.Values[i]})
		seen[p.Name] = true
	}
	for i, p := range a.Interface.Params {
		l := LayoutOf(a.Values[i].Type)
		for k, name := range p.Sizes[:min(len(p.Sizes), l.Rank())] {
			if _, err := strconv.Atoi(name); name == "" || name == "_" || err == nil || seen[name] {
				continue
			}
			seen[name] = true
			fields = append(fields, Field{name, Int(int64(a.Values[i].Array().Dims[k]))})
		}
	}
	return fields
}

// Get returns the value of a parameter.
func (a *Args) Get(name string) (Value, bool) {
	i := slices.IndexFunc(a.Interface.Params, func(p proc.Param) bool { return p.Name == name })
	if i < 0 {
		return Value{}, false
	}
	return a.Values[i], true
}
