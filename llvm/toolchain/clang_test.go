package toolchain

import (
	"errors"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Whether a disk is full is asked of the system, whatever clang says.
func TestFailedOnFullDisk(t *testing.T) {
	exit := errors.New("exit status 1")
	err := failed("clang", t.TempDir(), "No space left on device", exit)
	assert.ErrorIs(t, err, exit)
	assert.NotErrorIs(t, err, syscall.ENOSPC)
}
