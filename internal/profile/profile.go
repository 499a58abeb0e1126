package profile

import (
	"fmt"

	"procad/proc"
)

// Wanted says what to count. Whatever is listed twice is counted once.
type Wanted struct {
	// Funcs are definitions: how often is each entered, by a call or as the iteration of a loop?
	Funcs []proc.Func
	// Items are types X: how many items are on all stacks of type Stack X, and how many bytes do they hold?
	Items []proc.Type
}

// Counts are what a run gave, up to its end or its run-time error.
type Counts struct {
	Entered map[proc.Func]int64
	Items   map[proc.Type]Level
	Bytes   Level // of the items of all wanted types together, as the family bytes measures each
}

// A Level is how much there is at the end, and how much there was at most.
type Level struct{ Live, Peak int64 }

// Check says which of what is wanted cannot be counted.
func (w *Wanted) Check(lookup func(proc.Func) (*proc.Def, error)) error {
	for _, f := range w.Funcs {
		def, err := lookup(f)
		if err != nil {
			return fmt.Errorf("calls of %s cannot be counted: %w", f, err)
		}
		if def == nil {
			return fmt.Errorf("calls of %s cannot be counted: it has no definition", f)
		}
	}
	for _, t := range w.Items {
		if empty(t) {
			return fmt.Errorf("items of type %s cannot be counted: they take no room", t)
		}
	}
	return nil
}

// empty says that values of type t have no parts.
func empty(t proc.Type) bool {
	tuple, ok := t.(*proc.TupleType)
	if !ok {
		return t == proc.Unit
	}
	for _, e := range tuple.Elems {
		if !empty(e) {
			return false
		}
	}
	return true
}
