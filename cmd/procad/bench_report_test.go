package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"procad/internal/measure"
)

// TestTraceOfReport writes traces that are known and one of which a bound is.
func TestTraceOfReport(t *testing.T) {
	for want, m := range map[string]measured{
		" 20.0 MiB ":           {Trace: 20 << 20},
		" at most 4023.0 GiB ": {TraceBound: 4023 << 30},
	} {
		m.Value, m.Derivative = &measure.Record{}, &measure.Record{}
		r := benchReport{Subjects: []*measured{&m}}
		var b strings.Builder
		assert.NoError(t, r.write(&b))
		assert.Contains(t, b.String(), want)
	}
}
