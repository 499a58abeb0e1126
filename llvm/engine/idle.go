package engine

import (
	"slices"
	"sync"
	"time"

	"procad/llvm/toolchain"
)

// idle are servers of an engine that no call uses. The zero value has none. It is safe for concurrent use.
type idle struct {
	mu      sync.Mutex
	waiting []waiting
}

// A waiting server ends by the timer if no call comes.
type waiting struct {
	*Server
	end *time.Timer
}

// patience is how long a server waits for another call: a process that stays keeps memory.
const patience = time.Second

// take gives a server of a program, nil if none waits.
func (w *idle) take(p *toolchain.Program) *Server {
	w.mu.Lock()
	defer w.mu.Unlock()
	for i, s := range w.waiting {
		if s.process.program == p {
			w.remove(i)
			return s.Server
		}
	}
	return nil
}

// put lets a server wait, if its process still runs.
func (w *idle) put(s *Server) {
	if s.process == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.waiting = append(w.waiting, waiting{s, time.AfterFunc(patience, func() { w.expire(s) })})
}

// expire ends a server that still waits.
func (w *idle) expire(s *Server) {
	w.mu.Lock()
	i := slices.IndexFunc(w.waiting, func(x waiting) bool { return x.Server == s })
	if i >= 0 {
		w.remove(i)
	}
	w.mu.Unlock()
	if i >= 0 {
		s.Close()
	}
}

func (w *idle) remove(i int) {
	w.waiting[i].end.Stop()
	w.waiting = slices.Delete(w.waiting, i, i+1)
}

// close ends all that wait.
func (w *idle) close() {
	w.mu.Lock()
	ended := w.waiting
	w.waiting = nil
	w.mu.Unlock()
	for _, s := range ended {
		s.end.Stop()
		s.Close()
	}
}
