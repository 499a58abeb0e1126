package procad

import (
	"fmt"
	"slices"
	"strconv"

	"procad/internal/data"
	"procad/proc"
	"procad/proc/deriv"
)

// A given is what messages say of one of the values that a call is given.
type given struct {
	where string // the argument for x, the tangent of x, the seed
	name  string // x, the tangent of x, the seed
	typ   string // as it is written
}

// parameters are those of a function, or of a derivative of one, as calls are given them.
type parameters struct {
	given  []given
	params []proc.Param
	forms  []*form
	trees  []*trees // nil for those without values of recursive types
	words  []int    // where the words of each begin
	width  int      // words of all

	dims []dimension
	same []int // the first dimension that has the same size
	dots []dot
}

// add appends a parameter, of a type with the same leaves.
func (ps *parameters) add(p proc.Param, t proc.Type, of int, g given) {
	f := formOf(t)
	tree := treesOf(p, of)
	if tree != nil {
		g.typ, _ = tree.written()
	}
	ps.trees = append(ps.trees, tree)
	ps.given = append(ps.given, g)
	ps.params = append(ps.params, p)
	ps.forms = append(ps.forms, f)
	ps.words = append(ps.words, ps.width)
	ps.width += f.width
}

// newParameters takes the parameters of a function, then the others that the interface of a
// derivative has: tangents of the parameters that a map names, and else a seed for a value.
func newParameters(face *proc.Interface, own int, tangents map[string]string, value proc.Type) *parameters {
	ps := new(parameters)
	for i, p := range face.Params {
		of, tangent := tangents[p.Name]
		switch {
		case i < own:
			ps.add(p, p.Type, i, given{"the argument for " + p.Name, p.Name, p.Written()})
			ps.dims = dimensions(p, ps.forms[i], i, ps.words[i], ps.dims)
		case tangent:
			name := "the tangent of " + of
			x := slices.IndexFunc(face.Params, func(q proc.Param) bool { return q.Name == of })
			ps.add(p, p.Type, x, given{name, name, p.Written()})
			ps.dots = append(ps.dots, dot{value: x, tangent: i})
		default:
			t := deriv.Tangent(value)
			ps.add(p, t, result, given{"the seed", "the seed", proc.BriefSource(t)})
			ps.dims = dimensions(p, ps.forms[i], i, ps.words[i], ps.dims)
		}
	}
	ps.nameSizes()
	return ps
}

// set writes the words of what a call is given.
func (ps *parameters) set(fr *frame, values []any) error {
	for i, f := range ps.forms {
		at, v := ps.words[i], values[i]
		if t := ps.trees[i]; t != nil {
			name := "the value"
			if t.of != result {
				name = ps.given[t.of].name
			}
			flat, m := t.flat(v, fr.flat[t.of], name)
			if m != nil {
				return m.of(ps.given[i])
			}
			if v = flat; !t.dotted {
				fr.know(i, flat)
			}
		}
		if m := f.set(fr.in[at:at+f.width], v, fr); m != nil {
			return m.of(ps.given[i])
		}
	}
	if err := ps.checkSizes(fr.in); err != nil {
		return err
	}
	return ps.checkTangents(fr.in)
}

// values are those for the interpreter.
func (ps *parameters) values(in []uint64) []data.Value {
	list := make([]data.Value, len(ps.forms))
	for i, f := range ps.forms {
		list[i] = f.value(in[ps.words[i]:])
		list[i].Type = ps.params[i].Type
	}
	return list
}

// A dimension is one of an argument, with what is written for it in the types.
type dimension struct {
	param int
	k     int
	word  int // where it is in the words of a call; of a size that is a parameter itself, that parameter
	size  string
}

// dimensions lists those that have a name or a number.
func dimensions(p proc.Param, f *form, param, at int, list []dimension) []dimension {
	for i, part := range p.Parts {
		list = dimensions(part, f.parts[i], param, at, list)
		at += f.parts[i].width
	}
	if f.rank == 0 {
		return list
	}
	for k := range f.rank {
		size := ""
		if k < len(p.Sizes) && p.Sizes[k] != "_" {
			size = p.Sizes[k]
		}
		list = append(list, dimension{param, k, at + f.elem.width + k, size})
	}
	return list
}

// nameSizes finds what dimensions are the same. A parameter that is an Int and has the
// name of a size is one of them.
func (ps *parameters) nameSizes() {
	for i, f := range ps.forms {
		name := ps.params[i].Name
		if f.typ == proc.Int && slices.ContainsFunc(ps.dims, func(d dimension) bool { return d.size == name }) {
			ps.dims = append(ps.dims, dimension{i, -1, ps.words[i], name})
		}
	}
	for i, d := range ps.dims {
		first := i
		if d.size != "" {
			first = slices.IndexFunc(ps.dims, func(o dimension) bool { return o.size == d.size })
		}
		ps.same = append(ps.same, first)
	}
}

// checkSizes compares dimensions that have the same name, and fills in those that are
// unknown.
func (ps *parameters) checkSizes(in []uint64) error {
	for i, d := range ps.dims {
		switch {
		case d.k < 0 && int64(in[d.word]) < 0:
			return ps.misfit(d, data.CodeWrongShape, "the size %s is negative", d.size)
		case d.size == "" || in[d.word] == unknown:
			continue
		}
		if n, err := strconv.Atoi(d.size); err == nil {
			if in[d.word] != uint64(n) {
				return ps.misfit(d, data.CodeWrongShape, "dimension %d is %d, and its type says %s", d.k, in[d.word], d.size)
			}
			continue
		}
		j := ps.same[i]
		if in[ps.dims[j].word] == unknown {
			in[ps.dims[j].word] = in[d.word]
		}
		if first := ps.dims[j]; in[first.word] != in[d.word] {
			return ps.misfit(d, data.CodeWrongShape, "%s is %d by %s, but %d by %s", d.size, in[d.word], ps.who(d), in[first.word], ps.who(first))
		}
	}
	for i, d := range ps.dims {
		if in[d.word] != unknown {
			continue
		}
		if n, err := strconv.Atoi(d.size); err == nil {
			in[d.word] = uint64(n)
		} else if in[d.word] = in[ps.dims[ps.same[i]].word]; in[d.word] == unknown {
			return ps.misfit(d, data.CodeUnknownShape, "it is empty, and nothing tells its dimension %d: give a procad.Array", d.k)
		}
	}
	return nil
}

// who names a dimension.
func (ps *parameters) who(d dimension) string {
	if d.k < 0 {
		return "the value of " + ps.given[d.param].name
	}
	return fmt.Sprintf("dimension %d of %s", d.k, ps.given[d.param].name)
}

func (ps *parameters) misfit(d dimension, code, format string, args ...any) error {
	return (&misfit{code: code, message: fmt.Sprintf(format, args...)}).of(ps.given[d.param])
}
