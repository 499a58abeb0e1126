package schedule

import (
	"fmt"
	"iter"
)

// Check says whether the actions reverse n iterations with at most limit slots: every
// run of iterations starts where the working state is and goes no further than to the
// last iteration that is not reversed; an iteration that is reversed is that one, and its
// trace is on top; a state is written to a free slot; a slot that is restored or
// freed has the state that the action says, and one that is restored is not
// beyond the iterations to be reversed; in the end all iterations are reversed, all slots
// free and all traces used.
func Check(n, limit int64, actions iter.Seq[Action]) error {
	at, todo := int64(0), n
	slots := map[int64]int64{}
	var traces []int64
	step := func(a Action) error {
		state, used := slots[a.Slot]
		switch a.Op {
		case Advance, Tape:
			switch {
			case a.From != at:
				return fmt.Errorf("the working state is at %d", at)
			case a.To <= a.From, a.Op == Tape && a.To != a.From+1:
				return fmt.Errorf("this is no number of iterations to run")
			case a.To > todo:
				return fmt.Errorf("only %d iterations are left to be reversed", todo)
			}
			at = a.To
			if a.Op == Tape {
				traces = append(traces, a.From)
			}
		case Store:
			switch {
			case a.From != at:
				return fmt.Errorf("the working state is at %d", at)
			case used:
				return fmt.Errorf("the slot has the state at %d", state)
			case a.Slot < 0:
				return fmt.Errorf("there is no such slot")
			case int64(len(slots)) >= limit:
				return fmt.Errorf("all %d slots are used", limit)
			}
			slots[a.Slot] = at
		case Restore, Free:
			switch {
			case !used:
				return fmt.Errorf("the slot is free")
			case a.From != state:
				return fmt.Errorf("the slot has the state at %d", state)
			case a.Op == Restore && state >= todo:
				return fmt.Errorf("only %d iterations are left to be reversed", todo)
			}
			if a.Op == Restore {
				at = state
			} else {
				delete(slots, a.Slot)
			}
		case Reverse:
			top := len(traces) - 1
			switch {
			case a.From != todo-1:
				return fmt.Errorf("iteration %d is the next to be reversed", todo-1)
			case top < 0 || traces[top] != a.From:
				return fmt.Errorf("its trace is not on top")
			}
			traces = traces[:top]
			todo--
		default:
			return fmt.Errorf("there is no such action")
		}
		return nil
	}
	i := 0
	for a := range actions {
		i++
		if err := step(a); err != nil {
			return fmt.Errorf("action %d, %s: %w", i, a, err)
		}
	}
	switch {
	case todo > 0:
		return fmt.Errorf("%d iterations are not reversed", todo)
	case len(slots) > 0:
		return fmt.Errorf("%d slots are not freed", len(slots))
	case len(traces) > 0:
		return fmt.Errorf("%d traces are not used", len(traces))
	}
	return nil
}
