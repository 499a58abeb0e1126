package llvm

import (
	"slices"

	"procad/proc"
)

// boundVars are the variables of a definition that are bound, with the leaves that they stand for. Most are
// used soon after they are bound: those bound last are in a short list, and the others in a table.
type boundVars struct {
	recent []variable    // in the order in which they were bound
	names  *proc.Numbers // those that ever were in the table, nil as long as nothing is
	others [][]val       // by number; nil if it is not bound
	fresh  []int32       // numbers of those that came into the table or changed there since settle
	room   int           // how many the table may come to have
}

// A variable stands for leaves.
type variable struct {
	name   string
	leaves []val
}

// mostRecent bounds the list: to look through it takes as long as one look at a large table.
const mostRecent = 16

// begin is for the variables of another definition.
func (vs *boundVars) begin(def *proc.Def) {
	clear(vs.recent)
	vs.recent, vs.names, vs.others, vs.fresh = vs.recent[:0], nil, nil, vs.fresh[:0]
	vs.room = len(def.Body) / 2
}

// find is where the leaves of a variable are, nil if it is not bound.
func (vs *boundVars) find(name string) *[]val {
	for i := len(vs.recent) - 1; i >= 0; i-- {
		if vs.recent[i].name == name {
			return &vs.recent[i].leaves
		}
	}
	if vs.names != nil {
		if i, ok := vs.names.Lookup(name); ok && vs.others[i] != nil {
			return &vs.others[i]
		}
	}
	return nil
}

// get is what a variable stands for, if it is bound.
func (vs *boundVars) get(name string) (leaves []val, ok bool) {
	if at := vs.find(name); at != nil {
		return *at, true
	}
	return nil, false
}

// of is what a variable stands for that is bound.
func (vs *boundVars) of(name string) []val {
	leaves, _ := vs.get(name)
	return leaves
}

// bind lets a variable that is not bound stand for leaves.
func (vs *boundVars) bind(name string, leaves []val) {
	if len(vs.recent) == mostRecent {
		for _, v := range vs.recent[:mostRecent/2] {
			vs.table(v)
		}
		vs.recent = slices.Delete(vs.recent, 0, mostRecent/2)
	}
	vs.recent = append(vs.recent, variable{name, leaves})
}

// table puts a variable into the table.
func (vs *boundVars) table(v variable) {
	if vs.names == nil {
		vs.names, vs.others = proc.NewNumbers(vs.room), make([][]val, 0, vs.room)
	}
	i, met := vs.names.Of(v.name)
	if !met {
		vs.others = append(vs.others, nil)
	}
	vs.others[i] = v.leaves
	if v.leaves == nil {
		vs.others[i] = []val{}
	}
	vs.fresh = append(vs.fresh, int32(i))
}

// change lets a variable that is bound stand for other leaves.
func (vs *boundVars) change(name string, leaves []val) {
	vs.end(name)
	vs.bind(name, leaves)
}

// settle lets the variables that were bound or changed since the last time stand for what to
// makes of their leaves, in the order in which they were bound.
func (vs *boundVars) settle(to func(leaves []val) []val) {
	for _, i := range vs.fresh {
		if leaves := vs.others[i]; leaves != nil {
			vs.others[i] = to(leaves)
		}
	}
	vs.fresh = vs.fresh[:0]
	for i := range vs.recent {
		vs.recent[i].leaves = to(vs.recent[i].leaves)
	}
}

// end ends the life of a variable, and returns what it stood for, if it was bound.
func (vs *boundVars) end(name string) (leaves []val, ok bool) {
	for i := len(vs.recent) - 1; i >= 0; i-- {
		if vs.recent[i].name == name {
			leaves = vs.recent[i].leaves
			vs.recent = slices.Delete(vs.recent, i, i+1)
			return leaves, true
		}
	}
	at := vs.find(name)
	if at == nil {
		return nil, false
	}
	leaves, *at = *at, nil
	return leaves, true
}

// each calls yield for what each variable stands for.
func (vs *boundVars) each(yield func(leaves []val)) {
	for _, leaves := range vs.others {
		if leaves != nil {
			yield(leaves)
		}
	}
	for _, v := range vs.recent {
		yield(v.leaves)
	}
}
