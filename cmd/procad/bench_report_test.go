package main

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"procad/internal/diag"
	"procad/internal/measure"
)

// TestTraceTooLarge: a run that measures a trace may end for want of memory, and with no other error.
func TestTraceTooLarge(t *testing.T) {
	assert.True(t, tooLarge(&inSource{nil, diag.Errorf(diag.Pos{}, "out-of-memory", "out of memory")}))
	assert.False(t, tooLarge(diag.Errorf(diag.Pos{}, "index-range", "index 3 is out of range")))
	assert.False(t, tooLarge(errInterrupted))
	assert.False(t, tooLarge(nil))
}

// TestTraceOfReport writes traces that are known and one of which a bound is, and one of which nothing is known.
func TestTraceOfReport(t *testing.T) {
	for want, size := range map[string]traceSize{
		" 20.0 MiB ":           {bytes: 20 << 20},
		" at most 4023.0 GiB ": {bytes: 4023 << 30, bound: true},
		" not known ":          {bytes: math.MaxInt64, bound: true},
	} {
		var m measured
		m.sized(size)
		m.Value, m.Derivative = &measure.Record{}, &measure.Record{}
		r := benchReport{Subjects: []*measured{&m}}
		var b strings.Builder
		assert.NoError(t, r.write(&b))
		assert.Contains(t, b.String(), want)
	}
}
