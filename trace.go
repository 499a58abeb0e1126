package procad

import (
	"context"
	"errors"
	"runtime"
	"sync"

	"procad/internal/data"
)

// ErrReversed says that a trace was reversed already, or closed.
var ErrReversed = errors.New("the trace was reversed, or closed")

// A Trace is what a forward pass leaves for its reverse pass. Any number of traces may be
// there at once, and are reversed in any order, by any goroutine.
type Trace struct{ held *held }

// held is what a trace holds: a frame that no call uses until then.
type held struct {
	p     *Program
	e     *entry
	m     *made
	mu    sync.Mutex
	frame *frame // nil if it was reversed, or closed
}

// Forward calls the function, and gives its value, and a trace from which Reverse makes
// what VJP gives for a seed, which may depend on the value. Slices that are passed without a
// copy must not change until Reverse, or Close, has returned.
func (f *Function) Forward(ctx context.Context, args ...any) (value any, trace *Trace, err error) {
	e := f.entries[halves]
	m, err := f.p.get(ctx, e)
	if err != nil {
		return nil, nil, err
	}
	f.p.running.RLock()
	defer f.p.running.RUnlock()
	if f.p.closed {
		return nil, nil, ErrClosed
	}
	fr := m.take()
	forward := m.passes[0]
	if err = f.set(forward, fr, args, nil); err == nil {
		err = ctx.Err()
	}
	var out []any
	if err == nil {
		out, err = f.p.run(e, m, forward, fr)
	}
	if err != nil {
		m.put(fr)
		return nil, nil, err
	}
	if m.native == nil {
		fr.pins.Unpin() // the interpreter has copies
	} else {
		m.mu.Lock()
		m.open[fr] = true
		m.mu.Unlock()
	}
	h := &held{p: f.p, e: e, m: m, frame: fr}
	trace = &Trace{h}
	runtime.AddCleanup(trace, (*held).forget, h)
	return out[0], trace, nil
}

// take is the frame of the trace, which nobody else gets then.
func (h *held) take() *frame {
	h.mu.Lock()
	defer h.mu.Unlock()
	fr := h.frame
	h.frame = nil
	return fr
}

// give keeps a frame for other calls.
func (h *held) give(fr *frame) {
	h.m.mu.Lock()
	delete(h.m.open, fr)
	h.m.mu.Unlock()
	fr.zone, fr.trace = nil, data.Value{}
	h.m.put(fr)
}

// Reverse gives the gradient at a seed, as VJP does. Whatever it returns, the trace is there
// no more.
func (t *Trace) Reverse(ctx context.Context, seed any) (Gradient, error) {
	h := t.held
	h.p.running.RLock()
	defer h.p.running.RUnlock()
	if h.p.closed {
		return nil, ErrClosed
	}
	fr := h.take()
	if fr == nil {
		return nil, ErrReversed
	}
	defer h.give(fr)
	reverse := h.m.passes[1]
	if err := reverse.set(fr, []any{seed}); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	out, err := h.p.run(h.e, h.m, reverse, fr)
	if err != nil {
		return nil, err
	}
	return reverse.gradientOf("grad_", 0, out), nil
}

// Close gives back the memory of a trace that is not to be reversed. A trace that was needs
// no Close, and takes any number of them.
func (t *Trace) Close() {
	t.held.p.running.RLock()
	defer t.held.p.running.RUnlock()
	t.held.close()
}

// close gives the frame back, in a program that is not closed.
func (h *held) close() {
	if fr := h.take(); fr != nil && !h.p.closed {
		h.give(fr)
	}
}

// forget closes a trace that nobody can reach. A program that is about to be closed does so
// itself.
func (h *held) forget() {
	if h.p.running.TryRLock() {
		defer h.p.running.RUnlock()
		h.close()
	}
}
