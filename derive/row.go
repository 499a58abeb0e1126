package derive

import (
	"fmt"
	"strings"

	"procad/internal/diag"
	"procad/loops"
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
)

// A row says how some derivations of some functions are made.
type row struct {
	forms string // of the derivations, as deriv.Form writes them
	of    class
	typ   string // of what is derived
	calls string // derivations that it calls: of f itself, and of each g that f calls
	needs need
	make  func(*typed, name) (*proc.Def, error)
	where string // the file with the rule
	paper string // the rule in the paper
}

// A name is d$of, taken apart.
type name struct {
	f   proc.Func
	d   proc.Deriv
	of  proc.Func
	def *proc.Def // of, where the row needs it
}

// A class is a kind of function to derive from, or several.
type class byte

const (
	definition class = 1 << iota // of the program, or derived
	loop                         // loop{f}
	primitive                    // with a rule of its own
	probe                        // what measures a trace: no derivative depends on it
	ruled                        // a function with a rule for its derivatives

	derivable = definition | loop | primitive
	anything  = derivable | probe | ruled
)

// classes are the classes of one kind, with their names.
var classes = []struct {
	class
	name string
}{{definition, "definition"}, {loop, "loop"}, {primitive, "primitive"}, {probe, "probe"}, {ruled, "ruled"}}

// String lists the classes.
func (c class) String() string {
	var list []string
	for _, one := range classes {
		if c&one.class != 0 {
			list = append(list, one.name)
		}
	}
	return strings.Join(list, ", ")
}

// classOf is the class of a function.
func classOf(f proc.Func) class {
	_, _, isLoop := f.Loop()
	switch {
	case isLoop:
		return loop
	case loops.IsProbe(f):
		return probe
	case prim.HasRule(f):
		return primitive
	}
	if _, _, ok := deriv.OfRule(f); ok {
		return ruled
	}
	return definition
}

// A need is what must be known of a function before it is derived from.
type need byte

const (
	nothing   need = iota
	itsType        // whose error is then that of the derivative
	itsBody        // its definition
	toReverse      // its definition, or another one that reverse passes are made of (jacrev_rows.go)
)

// String is what must be there first.
func (n need) String() string { return [...]string{"", "type", "definition", "definition"}[n] }

// A key finds a row: a form of derivation, one class, and of loops the way they go.
type key struct {
	form string
	of   class
	way  loops.Way
}

// rows has the table by its keys, with the rows of loops.
var rows = map[key]*row{}

func init() {
	for i := range table {
		r := &table[i]
		for _, one := range classes {
			if r.of&one.class != 0 {
				r.add(one.class, "")
			}
		}
	}
	for _, r := range loops.Rules {
		ofLoop(r).add(loop, r.Way)
	}
}

func (r *row) add(of class, way loops.Way) {
	for form := range strings.FieldsSeq(r.forms) {
		rows[key{form, of, way}] = r
	}
}

// ofLoop is the row of a rule of package loops.
func ofLoop(r loops.Rule) *row {
	return &row{r.Forms, loop, r.Type, r.Calls, itsType, func(l *typed, n name) (*proc.Def, error) { return loops.Derive(l, n.d, n.of, r) }, r.Where, r.Paper}
}

// derive makes the definition of a name that the program does not define; nil if nothing does.
func (l *typed) derive(f proc.Func) (*proc.Def, error) {
	d, of, ok := deriv.Apart(f)
	if !ok {
		if def, ok := prim.Derived(f); ok {
			return def, nil
		}
		return loops.Schedule(f), nil
	}
	n := name{f: f, d: d, of: of}
	r, err := l.row(n)
	if err != nil {
		return nil, err
	}
	if r == nil {
		if _, err := l.need(n); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("nothing is called %s", f)
	}
	switch r.needs {
	case itsType:
		_, err = l.Sig(of)
	case itsBody:
		n.def, err = l.need(n)
	case toReverse:
		if n.def, err = l.need(n); err == nil {
			n.def, err = l.reversible(n.def)
		}
	}
	if err != nil {
		return nil, err
	}
	def, err := r.make(l, n)
	if def != nil && runsAgain(d) {
		def = l.silenced(def)
	}
	return def, err
}

// row is that of a name; nil if there is none.
func (l *typed) row(n name) (*row, error) {
	k := key{form: deriv.Form(n.d), of: classOf(n.of)}
	if k.of == loop {
		if _, err := l.Sig(n.of); err != nil {
			return nil, err
		}
		var err error
		if k.way, err = loops.WayOf(l, n.d, n.of); err != nil {
			return nil, err
		}
	}
	return rows[k], nil
}

// need is the definition of a function to derive from.
func (l *typed) need(n name) (*proc.Def, error) {
	if prim.IsExtern(n.of) {
		return nil, diag.Errorf(diag.Pos{}, CodeExternNoRule, "a function of C has no automatic derivative")
	}
	def, err := l.Def(n.of)
	if err == nil && def == nil {
		err = fmt.Errorf("%s: %s has no definition", n.f, n.of)
	}
	return def, err
}
