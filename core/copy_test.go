package core_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/core"
	"procad/internal/diag"
	"procad/internal/golden"
	"procad/source"
	"procad/source/elaborate"
)

// TestCopy makes a copy of each definition, which has the same text, variables of
// its own, and no term of the original.
func TestCopy(t *testing.T) {
	for _, file := range golden.Files(t, "../testdata/constructs/*.fun") {
		t.Run(golden.Name(file), func(t *testing.T) {
			text, _ := golden.Program(t, file)
			p, _, err := source.Load(&diag.Source{Name: file, Text: text})
			require.NoError(t, err)
			c := elaborate.Program(p)
			before := printed(t, c)
			both := &core.Program{}
			copies := &core.Program{}
			for _, d := range c.Defs {
				fn := core.Copy(&core.Lambda{Params: d.Params, Body: d.Body}).(*core.Lambda)
				again := *d
				again.Params, again.Body = fn.Params, fn.Body
				copies.Defs = append(copies.Defs, &again)
				other := again
				other.Name += "Again"
				both.Defs = append(both.Defs, d, &other)
			}
			assert.Equal(t, before, printed(t, copies))
			assert.NoError(t, core.Check(both), "variables are bound twice")
			for _, d := range copies.Defs {
				core.Visit(d.Body, func(t core.Term) {
					switch t := t.(type) {
					case *core.IntConst:
						t.Value++
					case *core.RealConst:
						t.Value++
					case *core.Use:
						t.Var = &core.Var{Name: "other", Type: t.Of}
					}
				})
				core.Visit(d.Body, func(t core.Term) {
					for _, at := range core.Places(t) {
						*at = &core.IntConst{Value: 7}
					}
				})
			}
			assert.Equal(t, before, printed(t, c), "after the copy has changed")
		})
	}
}

func printed(t *testing.T, p *core.Program) string {
	var b strings.Builder
	require.NoError(t, p.Print(&b))
	return b.String()
}
