package ks_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"procad/internal/coretest"
	"procad/internal/golden"
	"procad/papers/ks"
)

// TestFrom is what definitions of core become.
func TestFrom(t *testing.T) {
	golden.Run(t, "testdata/from/*.txtar", func(t *testing.T, _ string, a *txtar.Archive) []txtar.File {
		p := coretest.Load(t, string(a.Files[0].Data))
		var out strings.Builder
		for _, d := range p.Defs {
			f, err := ks.From("ks", d)
			if err != nil {
				fmt.Fprintln(&out, err)
				continue
			}
			require.NoError(t, ks.Verify(f))
			out.WriteString(ks.Print(f))
		}
		return append(a.Files[:1], txtar.File{Name: "ks", Data: []byte(out.String())})
	})
}
