package main

import (
	"errors"
	"math"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/prim"
)

// A traceSize is how many bytes the forward pass keeps.
type traceSize struct {
	bytes int64
	bound bool // it is at most that
}

// sized notes the size of a trace. math.MaxInt64 stands for no bound.
func (m *measured) sized(t traceSize) {
	switch {
	case !t.bound:
		m.Trace = t.bytes
	case t.bytes == math.MaxInt64:
		m.TraceUnknown = true
	default:
		m.TraceBound = t.bytes
	}
}

// mostTrace is how many bytes the run that measures a trace may use.
const mostTrace = 1 << 30

// traceOf is the size of the trace: what is known of it before a run if that is all,
// else what a forward pass keeps, or, where that is too much to run, the bound.
func (b *bencher) traceOf(c *call, n *native) (traceSize, error) {
	t, err := c.unit.Trace(c.def, c.args)
	if err != nil {
		return traceSize{}, &inSource{c.unit.Source, err}
	}
	if t.Bytes.Exact() {
		return traceSize{bytes: t.Bytes.Hi}, nil
	}
	n.context, n.Memory = b.context, mostTrace
	size := traceSize{bytes: t.Bytes.Hi, bound: true}
	_, err = n.once(func() (data.Value, error) {
		bytes, err := c.unit.TraceBytes(n, c.def, c.args)
		if err == nil {
			size = traceSize{bytes: bytes}
		}
		return data.Value{}, err
	})
	if b.context.Err() != nil || !tooLarge(err) {
		return size, b.interrupted(err)
	}
	return size, nil
}

// tooLarge says that a run has ended since it would have used more memory than it may.
func tooLarge(err error) bool {
	e, ok := errors.AsType[*diag.Error](err)
	return ok && e.Code == (&prim.RuntimeError{Kind: prim.OutOfMemory}).Code()
}
