package source

import (
	"slices"

	"procad/internal/diag"
)

// A Recursion is a set of definitions that call themselves through each other.
type Recursion struct{ Defs []*Def }

// mostTogether is how many definitions of a recursion there may be: what is made of it
// grows with the square of that.
const mostTogether = 30

// sort puts callees before callers, otherwise in the order of the text, and finds the
// recursions: the strongly connected components of the calls.
func (r *resolver) sort(defs []*Def) []*Def {
	number, low := map[*Def]int{}, map[*Def]int{}
	var sorted, open []*Def // open are those whose component is not complete
	isOpen := map[*Def]bool{}
	var visit func(d *Def)
	visit = func(d *Def) {
		number[d] = len(number) + 1
		low[d] = number[d]
		open, isOpen[d] = append(open, d), true
		again := false
		known := map[*Def]bool{}
		for _, ref := range d.refs {
			callee := ref.Def
			if !known[callee] {
				known[callee] = true
				d.Calls = append(d.Calls, callee)
			}
			again = again || callee == d
			if number[callee] == 0 {
				visit(callee)
				low[d] = min(low[d], low[callee])
			} else if isOpen[callee] {
				low[d] = min(low[d], number[callee])
			}
		}
		if low[d] < number[d] {
			return
		}
		first := slices.Index(open, d)
		set := slices.Clone(open[first:])
		open = open[:first]
		for _, d := range set {
			isOpen[d] = false
		}
		if again || len(set) > 1 {
			r.recursion(set)
		}
		sorted = append(sorted, set...)
	}
	for _, d := range defs {
		if number[d] == 0 {
			visit(d)
		}
	}
	return sorted
}

// recursion notes that definitions call each other, and rejects a constant among them, and
// a derivative of one of them.
func (r *resolver) recursion(set []*Def) {
	slices.SortFunc(set, func(a, b *Def) int {
		if a.Pos.Before(b.Pos) {
			return -1
		}
		return 1
	})
	if len(set) > mostTogether {
		r.errorf(set[0].Pos, CodeRecursion, "%d functions call themselves through each other, and at most %d may", len(set), mostTogether)
		return
	}
	of := &Recursion{set}
	for _, d := range set {
		d.Recursion = of
	}
	for _, d := range set {
		for _, ref := range d.refs {
			switch {
			case ref.Def.Recursion != of:
			case d.Const && ref.Def == d:
				r.errorf(ref.Pos, CodeRecursion, "%s is defined by itself", ref.Name)
				return
			case d.Const:
				r.errorf(ref.Pos, CodeRecursion, "%s is defined by itself, through others: %s", d.Name, listed(set))
				return
			case ref.derived:
				r.errorf(ref.Pos, CodeRecursion, "a derivative of %s is part of %s: no function may be made of its own derivatives", ref.Name, ref.Name).
					Hintf("take the derivative in a function that %s does not call", ref.Name)
			}
		}
	}
}

// listed are the names of definitions.
func listed(set []*Def) string {
	const shown = 5
	text := ""
	for i, d := range set[:min(len(set), shown)] {
		if i > 0 {
			text += ", "
		}
		text += d.Name
	}
	if len(set) > shown {
		text += ", …"
	}
	return text
}

// selfCall reports a local function that calls itself.
func (r *resolver) selfCall(pos diag.Pos, name string) {
	r.errorf(pos, CodeRecursion, "%s calls itself, and is a local function", name).
		Hintf("make it a def, with what it sees from outside as parameters; or repeat with nTimes, while or fold")
}
