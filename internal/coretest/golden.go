// Package coretest tests passes on core.
package coretest

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"procad/core"
	"procad/internal/diag"
	"procad/internal/golden"
	"procad/source"
	"procad/source/elaborate"
)

// Golden runs a pass on the program in.fun of each archive that matches a pattern,
// and compares what it makes with the last file, which is called made. The program
// kept.fun it has to leave as it is.
func Golden(t *testing.T, pattern, made string, pass func(*core.Program)) {
	golden.Run(t, pattern, func(t *testing.T, _ string, a *txtar.Archive) []txtar.File {
		p := Load(t, string(a.Files[0].Data))
		pass(p)
		require.NoError(t, core.Check(p))
		kept := Load(t, string(a.Files[1].Data))
		before := Text(t, kept)
		pass(kept)
		assert.Equal(t, before, Text(t, kept))
		return append(a.Files[:2], txtar.File{Name: made, Data: []byte(Text(t, p))})
	})
}

// Load is the core program of a text.
func Load(t *testing.T, text string) *core.Program {
	t.Helper()
	p, _, err := source.Load(&diag.Source{Name: "in.fun", Text: text})
	require.NoError(t, err, text)
	return elaborate.Program(p)
}

// Text is a program as text.
func Text(t *testing.T, p *core.Program) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, p.Print(&b))
	return b.String()
}
