package gen

import (
	"fmt"
	"strings"
)

// data makes arguments for f, as a JSON object.
func (g *generator) data(f *function) string {
	sizes := map[string]dim{}
	for _, d := range f.sizes {
		if d.min == 0 && f.hidesMatrix() {
			d.min = 1
		}
		sizes[d.text] = literal(d.min + g.choose(d.max-d.min+1))
	}
	parts := make([]string, len(f.params))
	for i, p := range f.params {
		value := ""
		switch {
		case p.left:
			value = fmt.Sprint(g.choose(3))
		case p.size != nil:
			value = sizes[p.size.text].text
		default:
			value = g.value(p.typ.replace(sizes))
		}
		parts[i] = fmt.Sprintf("%q: %s", p.name, value)
	}
	// Sizes are given too, because an empty array does not tell all of its own.
	for _, d := range f.sizes {
		if !f.hasParameter(d.text) {
			parts = append(parts, fmt.Sprintf("%q: %s", d.text, sizes[d.text].text))
		}
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// hidesMatrix says that a matrix is under a sum: if it is empty, JSON does not
// tell how many columns it has.
func (f *function) hidesMatrix() bool {
	for _, p := range f.params {
		if p.typ.any(func(t *typ) bool {
			return t.kind == sumKind && t.any(func(t *typ) bool { return len(t.dims) > 1 })
		}) {
			return true
		}
	}
	return false
}

func (f *function) hasParameter(name string) bool {
	for _, p := range f.params {
		if p.name == name {
			return true
		}
	}
	return false
}

// value is a value of type t as JSON.
func (g *generator) value(t *typ) string {
	switch t.kind {
	case realKind:
		if g.opts.Singular && g.chance(2, 3) {
			return [...]string{"0", "0", "1"}[g.choose(3)]
		}
		if g.opts.Field {
			return fmt.Sprint(float64(g.choose(65)-32) / 8)
		}
		return fmt.Sprintf("%.4f", 0.6+float64(g.choose(4000)-2400)/1234.5)
	case intKind:
		return fmt.Sprint(g.choose(9) - 2)
	case boolKind:
		return [...]string{"true", "false"}[g.choose(2)]
	case unitKind:
		return "null"
	case sumKind:
		k := g.choose(2)
		return fmt.Sprintf("{%q: %s}", [...]string{"Inl", "Inr"}[k], g.value(t.parts[k]))
	case recordKind:
		return g.record(&typ{parts: t.parts, naming: &naming{fields: quoted(t.naming.fields)}}, g.value)
	case namedKind:
		k := g.choose(len(t.naming.cons))
		if t.naming.rec != nil {
			if g.deep > 3 {
				k = 0
			}
			g.deep++
			defer func() { g.deep-- }()
		}
		name, parts := fmt.Sprintf("%q", t.naming.cons[k].name), t.payload(k)
		switch len(parts) {
		case 0:
			return name
		case 1:
			return "{" + name + ": " + g.value(parts[0]) + "}"
		}
		return "{" + name + ": " + g.value(tupleOf(parts...)) + "}"
	case arrayKind:
		return g.list(int(t.dims[0].text[0]-'0'), arrayOf(t.parts[0], t.dims[1:]...))
	}
	parts := make([]string, len(t.parts))
	for i, p := range t.parts {
		parts[i] = g.value(p)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

func quoted(names []string) []string {
	list := make([]string, len(names))
	for i, n := range names {
		list[i] = fmt.Sprintf("%q", n)
	}
	return list
}

func (g *generator) list(n int, t *typ) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = g.value(t)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}
