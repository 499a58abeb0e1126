package derive_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"procad/internal/diag"
	"procad/proc"
)

// TestNotDerived asks for derivatives that no program which was checked leads to: each is a bug of who asks, and not
// a message about the program.
func TestNotDerived(t *testing.T) {
	_, lib := load(t, "loops.proc")
	for _, name := range []string{
		"revf$nothing", "grad$nothing", "grad$running", "jacfwd$running", "erase.7$square", "trace$square", "inactive.9.9$square", "silent$nothing",
	} {
		_, err := lib.Def(proc.MustParseFunc(name))
		if assert.Error(t, err, name) {
			assert.True(t, diag.IsBug(err), "%s: %v", name, err)
		}
	}
}
