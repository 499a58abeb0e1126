package engine

import (
	"testing"

	"github.com/stretchr/testify/require"

	"procad/internal/clangs"
	"procad/internal/diag"
	"procad/llvm/abi"
	"procad/llvm/toolchain"
	"procad/pipeline"
)

// needClang skips a test where no clang is installed.
func needClang(t *testing.T) {
	t.Helper()
	clangs.Need(t, new(toolchain.Compiler).Find)
}

// lookupIn finds the definitions of a text.
func lookupIn(t *testing.T, text string) abi.Lookup {
	t.Helper()
	u, err := pipeline.Load(&diag.Source{Name: "calls.proc", Text: text})
	require.NoError(t, err)
	return u.Library.Def
}
