package engine

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"syscall"
	"time"

	"procad/internal/data"
	"procad/internal/profile"
	"procad/llvm/toolchain"
	"procad/proc"
)

// A Server calls functions of an Engine in one process, which starts with the first
// call and stays for those that follow. It is not safe for concurrent use.
type Server struct {
	engine  *Engine
	process *process // nil if none runs
	repeat  repeat
	times   []time.Duration
}

// A repeat says how often a call is made, see Server.Repeat.
type repeat struct {
	calls, told int64
	least, most time.Duration
}

// Serve makes one executable for functions, and a server that calls them.
func (e *Engine) Serve(fs ...proc.Func) (*Server, error) {
	if err := e.Prepare(fs...); err != nil {
		return nil, err
	}
	return &Server{engine: e}, nil
}

// Repeat says how often each Call calls its function: at least so many times, at least
// once, and until all of these together took least. The times of the first told of them
// are kept. A Call that takes longer than most, if that is not 0, is an error.
func (s *Server) Repeat(calls int, least, most time.Duration, told int) {
	s.repeat = repeat{int64(calls), int64(told), least, most}
}

// Times are how long the calls for the last result took, each in turn.
func (s *Server) Times() []time.Duration { return s.times }

// Call runs f, as Engine.Call does, as often as Repeat says, and gives the last result.
func (s *Server) Call(f proc.Func, zone []data.Value, arg data.Value) (data.Value, error) {
	s.times = nil
	c, err := s.engine.requestOf(f, zone, arg)
	if err != nil {
		return data.Value{}, err
	}
	if c.made == nil {
		return data.Value{}, fmt.Errorf("%s is not among the functions of the server", f)
	}
	r, err := s.run(c)
	switch {
	case err != nil:
		return data.Value{}, err
	case r.RuntimeError != nil:
		return data.Value{}, r.RuntimeError
	}
	return r.Value, nil
}

// run makes a call.
func (s *Server) run(c *request) (*Result, error) {
	if s.process != nil && s.process.program != c.made.program {
		s.Close()
	}
	if s.process == nil {
		var err error
		if s.process, err = s.engine.start(c.made.program); err != nil {
			return nil, err
		}
	}
	p := s.process
	late := p.limit(s.repeat.most)
	asked := binary.Write(p.in, binary.LittleEndian, []int64{c.made.index, s.engine.memory(), s.repeat.calls, int64(s.repeat.least), s.repeat.told})
	if asked == nil {
		asked = writeWords(p.in, c.args)
	}
	in := &wordReader{r: p.out, imports: s.engine.Options.Imports}
	result := in.report(profile.NewMeter(s.engine.Options.Profile))
	if in.err == nil && result.RuntimeError == nil {
		for _, ns := range in.words(int(in.word())) {
			s.times = append(s.times, time.Duration(ns))
		}
		result.Value = in.result(c.result)
	}
	tooLate := late()
	if err := errors.Join(asked, in.err); err != nil || tooLate {
		s.process = nil
		err = p.ended(err)
		if errors.Is(asked, syscall.EPIPE) {
			err = &goneError{err}
		}
		if tooLate {
			err = fmt.Errorf("the call has not ended after %v", s.repeat.most)
		}
		return nil, err
	}
	return result, nil
}

// A goneError is of a process that had ended before it had read what it was to do.
type goneError struct{ error }

func (e *goneError) Unwrap() error { return e.error }

// Close ends the process.
func (s *Server) Close() {
	if s.process != nil {
		s.process.in.Close()
		s.process.cmd.Wait()
		s.process = nil
	}
}

// A process answers requests (toolchain/runtime/main.c) until its input is closed.
type process struct {
	program *toolchain.Program
	cmd     *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	stderr  tail
}

func (e *Engine) start(program *toolchain.Program) (*process, error) {
	p := &process{program: program, cmd: exec.CommandContext(e.context(), program.Path(), "--threads", strconv.Itoa(max(e.Threads, 1)), "--serve")}
	p.cmd.Stderr = &p.stderr
	in, err := p.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.in, p.out = in, bufio.NewReaderSize(out, 1<<16)
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	return p, nil
}

// limit kills the process after some time, unless it is 0. The function that it returns
// ends that, and says whether it has come to it.
func (p *process) limit(most time.Duration) (late func() bool) {
	if most == 0 {
		return func() bool { return false }
	}
	t := time.AfterFunc(most, func() { p.cmd.Process.Kill() })
	return func() bool { return !t.Stop() }
}

// ended waits for the end of a process that has not answered, for the error err, and says how it ended.
func (p *process) ended(err error) error {
	p.in.Close()
	if status := p.cmd.Wait(); status != nil {
		err = status
	}
	return ended(err, &p.stderr)
}
