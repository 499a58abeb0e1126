package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"

	folder "procad/internal/scratch"
)

var errInterrupted = errors.New("interrupted")

// A scratch is a directory for the files of one command, and the context that
// its child processes run in: an interrupt or a hang-up ends them, and the directory goes.
type scratch struct {
	context context.Context
	stop    context.CancelFunc
	dir     *folder.Dir // nil as long as none is needed
}

func newScratch() *scratch {
	s := &scratch{}
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as nohup has it
		signals = append(signals, syscall.SIGHUP)
	}
	s.context, s.stop = signal.NotifyContext(context.Background(), signals...)
	return s
}

// directory makes the directory when it is needed first.
func (s *scratch) directory() (string, error) {
	if s.dir == nil {
		dir, err := folder.New()
		if err != nil {
			return "", err
		}
		s.dir = dir
	}
	return s.dir.Path, nil
}

// Close removes the directory and what is in it. There may be no scratch yet.
func (s *scratch) Close() {
	if s == nil {
		return
	}
	s.stop()
	if s.dir != nil {
		s.dir.Close()
	}
}

// interrupted is the error of a child process, or that it was interrupted.
func (s *scratch) interrupted(err error) error {
	if err != nil && s.context.Err() != nil {
		return errInterrupted
	}
	return err
}
