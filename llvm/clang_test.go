package llvm

import (
	"errors"
	"os"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Whether a disk is full is asked of the system, whatever clang says.
func TestFailedOnFullDisk(t *testing.T) {
	exit := errors.New("exit status 1")
	err := failed("clang", t.TempDir(), "No space left on device", exit)
	assert.ErrorIs(t, err, exit)
	assert.NotErrorIs(t, err, syscall.ENOSPC)

	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if errors.Is(err, os.ErrNotExist) {
		t.Skip("the system has no /dev/full")
	}
	require.NoError(t, err)
	defer full.Close()
	assert.ErrorIs(t, fill(full), syscall.ENOSPC)
}
