package schedule

import (
	"fmt"
	"iter"
)

// Check says whether the actions reverse n iterations with at most limit checkpoints: every
// run of iterations starts where the working state is and goes no further than to the
// last iteration that is not reversed; an iteration that is reversed is that one, and its
// trace is on top; a state is written to a free checkpoint; a checkpoint that is restored or
// freed has the state that the action says, and one that is restored is not
// beyond the iterations to be reversed; in the end all iterations are reversed, all checkpoints
// free and all traces used.
func Check(n, limit int64, actions iter.Seq[Action]) error {
	at, todo := int64(0), n
	checkpoints := map[int64]int64{}
	var traces []int64
	step := func(a Action) error {
		state, used := checkpoints[a.Checkpoint]
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
				return fmt.Errorf("the checkpoint has the state at %d", state)
			case a.Checkpoint < 0:
				return fmt.Errorf("there is no such checkpoint")
			case int64(len(checkpoints)) >= limit:
				return fmt.Errorf("all %d checkpoints are used", limit)
			}
			checkpoints[a.Checkpoint] = at
		case Restore, Free:
			switch {
			case !used:
				return fmt.Errorf("the checkpoint is free")
			case a.From != state:
				return fmt.Errorf("the checkpoint has the state at %d", state)
			case a.Op == Restore && state >= todo:
				return fmt.Errorf("only %d iterations are left to be reversed", todo)
			}
			if a.Op == Restore {
				at = state
			} else {
				delete(checkpoints, a.Checkpoint)
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
	case len(checkpoints) > 0:
		return fmt.Errorf("%d checkpoints are not freed", len(checkpoints))
	case len(traces) > 0:
		return fmt.Errorf("%d traces are not used", len(traces))
	}
	return nil
}
