package schedule

import (
	"iter"

	"procad/proc/deriv"
)

// An Op is a kind of action.
type Op string

const (
	Advance Op = "advance" // run the iterations From … To-1, no traces
	Store   Op = "store"   // write the working state, which is at From, to Checkpoint
	Restore Op = "restore" // the working state becomes that in Checkpoint, at From; the checkpoint keeps it
	Free    Op = "free"    // Checkpoint, with the state at From, is free again
	Tape    Op = "tape"    // run iteration From and push its trace
	Reverse Op = "reverse" // pop the trace of iteration From and run its reverse
)

// An Action is one step of a schedule. For tape and reverse, To is From+1; for
// what concerns a checkpoint, To is From.
type Action struct {
	Op         Op    `json:"op"`
	From       int64 `json:"from"`
	To         int64 `json:"to"`
	Checkpoint int64 `json:"checkpoint"` // -1 if the action concerns none
}

// Actions are the actions of the forward pass and of the reverse pass.
func Actions(s deriv.Strategy, l Loop) (iter.Seq[Action], error) {
	d, start, err := Decision(s, l)
	if err != nil {
		return nil, err
	}
	return func(yield func(Action) bool) {
		m := machine{decide: d, start: start, yield: yield, going: true}
		if l.Online && s.Kind != deriv.KeepAll {
			m.sweep(s, l.Iterations)
		} else {
			m.solve(0, l.Iterations, false)
		}
		m.reverse(l.Iterations)
	}, nil
}

// A machine is what doc.go describes.
type machine struct {
	decide func(left, free int64) int64
	start  int64
	kept   []held  // K
	traces []int64 // T, the iterations
	unused []int64 // checkpoints below next that are free
	next   int64   // the checkpoints below have been used
	yield  func(Action) bool
	going  bool // yield wants more
}

type held struct{ at, checkpoint int64 }

func (m *machine) do(op Op, from, to, checkpoint int64) {
	m.going = m.going && m.yield(Action{op, from, to, checkpoint})
}

func (m *machine) store(p int64) {
	checkpoint := m.next
	if k := len(m.unused); k > 0 {
		checkpoint, m.unused = m.unused[k-1], m.unused[:k-1]
	} else {
		m.next++
	}
	m.kept = append(m.kept, held{p, checkpoint})
	m.do(Store, p, p, checkpoint)
}

func (m *machine) free(h held) {
	m.unused = append(m.unused, h.checkpoint)
	m.do(Free, h.at, h.at, h.checkpoint)
}

// solve runs the problem of the iterations p … end-1 up to where iteration end-1 is taped.
// The state before iteration p is the working state, and on top of K if stored.
func (m *machine) solve(p, end int64, stored bool) {
	for p < end && m.going {
		used := int64(len(m.kept))
		if stored {
			used--
		}
		d := m.decide(end-p, m.start-used)
		if stored && d == 0 {
			m.free(m.kept[used])
			m.kept = m.kept[:used]
		}
		if d == 0 {
			m.traces = append(m.traces, p)
			m.do(Tape, p, p+1, -1)
			p++
		} else {
			if !stored {
				m.store(p)
			}
			m.do(Advance, p, p+d, -1)
			p += d
		}
		stored = false
	}
}

// reverse is the reverse pass over n iterations.
func (m *machine) reverse(n int64) {
	for i := n - 1; i >= 0; i-- {
		if k := len(m.traces); k == 0 || m.traces[k-1] != i {
			top := m.kept[len(m.kept)-1]
			m.do(Restore, top.at, top.at, top.checkpoint)
			m.solve(top.at, i+1, true)
		}
		if !m.going {
			return
		}
		m.traces = m.traces[:len(m.traces)-1]
		m.do(Reverse, i, i+1, -1)
	}
}
