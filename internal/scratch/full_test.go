package scratch

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestExplain(t *testing.T) {
	other := errors.New("other")
	for _, c := range []struct {
		err  error
		want string
	}{
		{fmt.Errorf("write x: %w", syscall.ENOSPC), "/t: there is no room for temporary files: no space left on device; TMPDIR names another folder"},
		{&os.PathError{Op: "write", Path: "x", Err: syscall.EDQUOT}, "/t: there is no room for temporary files: disk quota exceeded; TMPDIR names another folder"},
		{syscall.EFBIG, "/t: a temporary file would be larger than the system lets a file be (ulimit -f)"},
		{other, "other"},
	} {
		assert.EqualError(t, Explain("/t/procad-scratch-1", c.err), c.want)
		again := Explain("/t/procad-scratch-1", c.err)
		assert.Equal(t, again, Explain("/u/x", again))
	}
	assert.NoError(t, Explain("/t", nil))
}

// Whether a disk is full is asked of the system.
func TestRoom(t *testing.T) {
	assert.NoError(t, Room(t.TempDir()))
	dev, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	require.NoError(t, err)
	defer dev.Close()
	assert.ErrorIs(t, Explain("/t", fill(dev)), syscall.ENOSPC)
}
