package native

import "procad/proc"

// TagBits is how many tags a word on a stack has in it.
const TagBits = 62

// TagWords is how many words an item of a stack has for the tags of all its sums, behind everything else. It is 0 if no sum has leaves
// in its sides: then tags are words as numbers are.
func TagWords(t proc.Type) int64 {
	if !forks(t) {
		return 0
	}
	return int64((Tags(t) + TagBits - 1) / TagBits)
}

// Tags is how many tags a value has at most. The sides of a sum share theirs.
func Tags(t proc.Type) int {
	switch t := t.(type) {
	case *proc.TupleType:
		n := 0
		for _, e := range t.Elems {
			n += Tags(e)
		}
		return n
	case *proc.SumType:
		return 1 + max(Tags(t.L), Tags(t.R))
	}
	return 0
}

// forks says that a sum in t has leaves in its sides.
func forks(t proc.Type) bool {
	switch t := t.(type) {
	case *proc.TupleType:
		for _, e := range t.Elems {
			if forks(e) {
				return true
			}
		}
	case *proc.SumType:
		return leafy(t.L) || leafy(t.R)
	}
	return false
}

// leafy says that values of a type have leaves.
func leafy(t proc.Type) bool {
	tuple, ok := t.(*proc.TupleType)
	if !ok {
		return true
	}
	for _, e := range tuple.Elems {
		if leafy(e) {
			return true
		}
	}
	return false
}
