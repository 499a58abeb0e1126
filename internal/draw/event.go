package draw

import (
	"fmt"
	"sort"
)

// Kind is what an event of a schedule does.
type Kind string

const (
	Advance Kind = "advance" // run iterations From … To−1 without a trace
	Store   Kind = "store"   // put the state before iteration From into Checkpoint, in place of what was there
	Restore Kind = "restore" // go back to the state before iteration From, which is in Checkpoint
	Tape    Kind = "taped"   // run iterations From … To−1 and keep their traces
	Reverse Kind = "reverse" // reverse iterations To−1 … From, whose traces go
	Free    Kind = "free"    // Checkpoint is empty from now on
)

// Event is one step of a schedule.
type Event struct {
	Kind       Kind
	From, To   int // iterations, To not included; To counts for advance, taped and reverse only
	Checkpoint int // of store, restore and free
}

// held is the state in a checkpoint, or the traces of some iterations.
type held struct {
	from, to int
	since    int // the time: of the store, or of the first iteration's tape
}

// replay follows a schedule and tells its methods' user when what is drawn begins and ends. An iteration, forwards or in reverse, takes one
// unit of time, everything else none.
type replay struct {
	iterations int

	time        int // iterations run so far, forwards and in reverse
	head        int // the iteration before which the last event ended
	left        int // iterations 0 … left−1 are still to be reversed
	checkpoints map[int]held
	traces      []held // by iterations, ascending

	advanced, taped, reversed, stored, restored, moves int
	most                                               int // states stored at the same time
	mostTraces                                         int // iterations with a trace at the same time

	move  func(k Kind, t, from, to int)                 // from is below to, also in reverse
	store func(t, iteration, checkpoint int)            //
	jump  func(t, from, to int)                         // a restore moved the head
	bar   func(iteration, checkpoint, since, until int) // a state lived from since to until
	trace func(from, to, taped, reversed int)           // iteration from was taped, and iteration to−1 reversed, at these times
}

func newReplay(iterations int) *replay {
	return &replay{
		iterations: iterations, left: iterations, checkpoints: map[int]held{},
		move:  func(Kind, int, int, int) {},
		store: func(int, int, int) {},
		jump:  func(int, int, int) {},
		bar:   func(int, int, int, int) {},
		trace: func(int, int, int, int) {},
	}
}

// run follows all events of the schedule.
func (r *replay) run(s Schedule) error {
	n := 0
	var err error
	for e := range s.Events {
		n++
		if err = r.step(e); err != nil {
			return fmt.Errorf("event %d (%s): %w", n, e.Kind, err)
		}
	}
	r.finish()
	return nil
}

func (r *replay) step(e Event) error {
	switch e.Kind {
	case Advance, Tape, Reverse:
		if e.From < 0 || e.From >= e.To || e.To > r.iterations {
			return fmt.Errorf("iterations %d to %d are not iterations of 0 to %d", e.From, e.To, r.iterations)
		}
	case Store, Restore:
		if e.From < 0 || e.From > r.iterations {
			return fmt.Errorf("there is no state before iteration %d of %d", e.From, r.iterations)
		}
	}
	switch e.Kind {
	case Advance:
		r.forward(e)
		r.advanced += e.To - e.From
	case Tape:
		r.traces = insert(r.traces, held{e.From, e.To, r.time})
		r.forward(e)
		r.taped += e.To - e.From
		r.mostTraces = max(r.mostTraces, r.taped-r.reversed)
	case Reverse:
		return r.reverse(e)
	case Store:
		r.end(e.Checkpoint)
		r.checkpoints[e.Checkpoint] = held{from: e.From, since: r.time}
		r.store(r.time, e.From, e.Checkpoint)
		r.stored++
		r.most = max(r.most, len(r.checkpoints))
	case Restore:
		h, ok := r.checkpoints[e.Checkpoint]
		switch {
		case !ok:
			return fmt.Errorf("checkpoint %d is empty", e.Checkpoint)
		case h.from != e.From:
			return fmt.Errorf("checkpoint %d holds the state before iteration %d, not before iteration %d", e.Checkpoint, h.from, e.From)
		}
		r.jump(r.time, r.head, e.From)
		r.head = e.From
		r.restored++
	case Free:
		if _, ok := r.checkpoints[e.Checkpoint]; !ok {
			return fmt.Errorf("checkpoint %d is empty", e.Checkpoint)
		}
		r.end(e.Checkpoint)
	default:
		return fmt.Errorf("no such event")
	}
	return nil
}

func (r *replay) forward(e Event) {
	r.moves++
	r.move(e.Kind, r.time, e.From, e.To)
	r.time += e.To - e.From
	r.head = e.To
}

// reverse takes the traces of its iterations off the end: the last iterations go first.
func (r *replay) reverse(e Event) error {
	if e.To != r.left {
		return fmt.Errorf("iteration %d is the next to be reversed, not iteration %d", r.left-1, e.To-1)
	}
	r.moves++
	r.move(Reverse, r.time, e.From, e.To)
	for to := e.To; to > e.From; {
		last := len(r.traces) - 1
		if last < 0 || r.traces[last].to != to {
			return fmt.Errorf("iteration %d has no trace", to-1)
		}
		t := r.traces[last]
		from := max(t.from, e.From)
		r.trace(from, to, t.since+from-t.from, r.time)
		r.time += to - from
		if r.traces[last].to = from; from == t.from {
			r.traces = r.traces[:last]
		}
		to = from
	}
	r.head, r.left = e.From, e.From
	r.reversed += e.To - e.From
	return nil
}

// end closes the bar of a checkpoint, if anything is in it.
func (r *replay) end(checkpoint int) {
	if h, ok := r.checkpoints[checkpoint]; ok {
		r.bar(h.from, checkpoint, h.since, r.time)
		delete(r.checkpoints, checkpoint)
	}
}

// finish closes the bars of the checkpoints nobody has freed.
func (r *replay) finish() {
	var open []int
	for checkpoint := range r.checkpoints {
		open = append(open, checkpoint)
	}
	sort.Ints(open)
	for _, checkpoint := range open {
		r.end(checkpoint)
	}
}

func insert(traces []held, t held) []held {
	i := sort.Search(len(traces), func(i int) bool { return traces[i].from >= t.from })
	traces = append(traces, held{})
	copy(traces[i+1:], traces[i:])
	traces[i] = t
	return traces
}
