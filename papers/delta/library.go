package delta

import (
	"fmt"

	"procad/core"
	"procad/papers/number"
)

// A Library is the translations of definitions: each is made once, whoever
// calls it, since D{A} mentions no type of the caller (section 8.1).
type Library struct {
	// MaxBinds is how many bindings a tape may have; each takes some 150 bytes.
	MaxBinds int

	order Order
	made  map[*core.Def]*Def
	fused fusion
}

// NewLibrary is a library without translations. The functions of p that fuse names are
// fused (Figure 15). The error is an *papers.Unsupported if one of them cannot be.
func NewLibrary(p *core.Program, order Order, fuse ...string) (l *Library, err error) {
	defer number.Catch(&err)
	return &Library{MaxBinds: 1 << 25, order: order, made: map[*core.Def]*Def{}, fused: fusionOf(p, fuse)}, nil
}

// Def is the translation of f, checked. The error is an *papers.Unsupported.
func (l *Library) Def(f *core.Def) (*Def, error) {
	if d := l.made[f]; d != nil {
		return d, nil
	}
	d, err := Translate(f, l.order)
	if err != nil {
		return nil, err
	}
	if err := Check(d); err != nil {
		panic(fmt.Sprintf("delta: the translation of %s is ill typed: %v", f.Name, err))
	}
	l.made[f] = d
	return d, nil
}

// translation is the body of the translation of f, which is made if it has to be.
func (l *Library) translation(f *core.Def) Code {
	d, err := l.Def(f)
	if err != nil {
		panic(number.Interrupt{Err: err})
	}
	return d.Body
}

// reach translates f and all definitions that it calls: callees first.
func (l *Library) reach(f *core.Def) (list []*Def, err error) {
	seen := map[*core.Def]bool{}
	var visit func(f *core.Def) error
	visit = func(f *core.Def) (err error) {
		seen[f] = true
		core.Visit(f.Body, func(t core.Term) {
			if g, ok := t.(*core.Global); ok && !seen[g.Def] && err == nil {
				err = visit(g.Def)
			}
		})
		if err != nil {
			return err
		}
		d, err := l.Def(f)
		list = append(list, d)
		return err
	}
	return list, visit(f)
}
