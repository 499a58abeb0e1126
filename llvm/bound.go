package llvm

import "procad/proc"

// boundVars are the variables of a definition that are bound, with the leaves that they stand for. A short
// definition has few at a time; what is written for a long one is mostly such definitions, in
// place of their calls.
type boundVars struct {
	few  []variable
	many *proc.ByName[variable] // of a long definition, in place of few
}

// A variable stands for leaves.
type variable struct {
	name   string // "" in many if it is not bound
	leaves []val
}

// A short definition has so many statements, and so many variables at a time.
const fewStatements, mostFew = 24, 32

// begin makes room for the variables of a definition.
func (vs *boundVars) begin(def *proc.Def) {
	clear(vs.few)
	vs.few, vs.many = vs.few[:0], nil
	if len(def.Body) > fewStatements {
		vs.many = proc.NewByName[variable](proc.NamesIn(len(def.Body)))
	}
}

// place is where a variable is among few.
func (vs *boundVars) place(name string) int {
	for i := len(vs.few) - 1; i >= 0; i-- {
		if vs.few[i].name == name {
			return i
		}
	}
	return -1
}

// get is what a variable stands for, if it is bound.
func (vs *boundVars) get(name string) (leaves []val, ok bool) {
	if vs.many != nil {
		v := vs.many.Get(name)
		return v.leaves, v.name != ""
	}
	if i := vs.place(name); i >= 0 {
		return vs.few[i].leaves, true
	}
	return nil, false
}

// change lets a variable, if it is bound, stand for what to makes of its leaves.
func (vs *boundVars) change(name string, to func(leaves []val) []val) {
	if vs.many != nil {
		if v := vs.many.Find(name); v != nil && v.name != "" {
			v.leaves = to(v.leaves)
		}
		return
	}
	if i := vs.place(name); i >= 0 {
		vs.few[i].leaves = to(vs.few[i].leaves)
	}
}

// of is what a variable stands for that is bound.
func (vs *boundVars) of(name string) []val {
	leaves, _ := vs.get(name)
	return leaves
}

// set lets a variable stand for leaves.
func (vs *boundVars) set(name string, leaves []val) {
	if vs.many != nil {
		vs.many.Set(name, variable{name, leaves})
		return
	}
	if i := vs.place(name); i >= 0 {
		vs.few[i].leaves = leaves
		return
	}
	if len(vs.few) < mostFew {
		vs.few = append(vs.few, variable{name, leaves})
		return
	}
	vs.many = proc.NewByName[variable](2 * mostFew)
	for _, v := range vs.few {
		vs.many.Set(v.name, v)
	}
	vs.many.Set(name, variable{name, leaves})
	clear(vs.few)
	vs.few = vs.few[:0]
}

// end ends the life of a variable, and returns what it stood for, if it was bound.
func (vs *boundVars) end(name string) (leaves []val, ok bool) {
	if vs.many != nil {
		v := vs.many.Find(name)
		if v == nil || v.name == "" {
			return nil, false
		}
		leaves = v.leaves
		*v = variable{}
		return leaves, true
	}
	i := vs.place(name)
	if i < 0 {
		return nil, false
	}
	leaves = vs.few[i].leaves
	last := len(vs.few) - 1
	vs.few[i], vs.few[last] = vs.few[last], variable{}
	vs.few = vs.few[:last]
	return leaves, true
}

// each calls yield for what each variable stands for.
func (vs *boundVars) each(yield func(leaves []val)) {
	for _, v := range vs.few {
		yield(v.leaves)
	}
	if vs.many != nil {
		vs.many.Each(func(_ string, v variable) { yield(v.leaves) })
	}
}
