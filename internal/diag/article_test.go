package diag

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestA(t *testing.T) {
	for _, c := range []struct{ noun, want string }{
		{"Real", "a Real"}, {"Int[_]", "an Int[_]"}, {"()", "a ()"}, {"(Int, Real)", "a (Int, Real)"}, {"unknown", "an unknown"}, {"", "a "},
	} {
		assert.Equal(t, c.want, A(c.noun))
	}
}
