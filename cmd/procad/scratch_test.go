package main

import (
	"os"
	ossignal "os/signal"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A signal that ends procad ends its child processes first, and leaves no directory.
func TestSignalsEndAScratch(t *testing.T) {
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		t.Run(signal.String(), func(t *testing.T) {
			if ossignal.Ignored(signal) {
				t.Skip("ignored, as nohup does")
			}
			s := newScratch()
			dir, err := s.directory()
			require.NoError(t, err)
			require.NoError(t, syscall.Kill(os.Getpid(), signal))
			<-s.context.Done()
			require.ErrorIs(t, s.interrupted(os.ErrClosed), errInterrupted)
			s.Close()
			assert.NoDirExists(t, dir)
		})
	}
}
