package pipeline

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
)

// A name that a pass had is answered with the one that it has, which is one of the table.
func TestRenamedPasses(t *testing.T) {
	for was, now := range renamed {
		_, err := ParseNames(was)
		assert.EqualError(t, err, fmt.Sprintf("no optimisation is called %q; it is called %s", was, now))
		_, err = Row(was)
		assert.EqualError(t, err, fmt.Sprintf("no pass is called %q; it is called %s", was, now))
		_, err = ParseNames(string(now))
		assert.NoError(t, err)
	}
}
