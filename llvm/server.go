package llvm

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"

	"procad/data"
	"procad/proc"
	"procad/profile"
)

// A Server calls functions of an Engine in one process, which starts with the first
// call and stays for those that follow. It is not safe for concurrent use.
type Server struct {
	// Repeat says how often each call is made.
	Repeat Repeat

	engine  *Engine
	process *process // nil if none runs
	times   []time.Duration
}

// Repeat says how often a call is made: at least Calls times and at least once, and
// until all of them together took Time. The times of the first Told of them are kept.
type Repeat struct {
	Calls int64
	Time  time.Duration
	Told  int64
}

// Serve makes one executable for functions, and a server that calls them.
func (e *Engine) Serve(fs ...proc.Func) (*Server, error) {
	if err := e.Prepare(fs...); err != nil {
		return nil, err
	}
	return &Server{engine: e}, nil
}

// Times are how long the calls for the last result took.
func (s *Server) Times() []time.Duration { return s.times }

// Call runs f, as Engine.Call does, and as often as Repeat says.
func (s *Server) Call(f proc.Func, zone []data.Value, arg data.Value) (data.Value, error) {
	s.times = nil
	def, err := s.engine.Lookup(f)
	if err != nil {
		return data.Value{}, err
	}
	s.engine.mu.Lock()
	made, ok := s.engine.made[f]
	s.engine.mu.Unlock()
	if def == nil || !ok {
		return data.Value{}, fmt.Errorf("%s is not among the functions of the server", f)
	}
	args := append([]data.Value(nil), zone...)
	if def.In.Type != proc.Unit {
		args = append(args, arg)
	}
	if s.process != nil && s.process.program != made.program {
		s.Close()
	}
	if s.process == nil {
		if s.process, err = s.engine.start(made.program); err != nil {
			return data.Value{}, err
		}
	}
	p := s.process
	memory := s.engine.Memory
	if memory == 0 {
		memory = MemoryLimit
	}
	asked := binary.Write(p.in, binary.LittleEndian, []int64{made.index, memory, s.Repeat.Calls, int64(s.Repeat.Time), s.Repeat.Told})
	if asked == nil {
		asked = writeWords(p.in, args)
	}
	in := &wordReader{r: p.out}
	result := in.report(profile.NewMeter(s.engine.Options.Profile))
	if in.err == nil && result.Fault == nil {
		for _, ns := range in.words(int(in.word())) {
			s.times = append(s.times, time.Duration(ns))
		}
		result.Value = in.result(def.Out.Type)
	}
	if err := errors.Join(asked, in.err); err != nil {
		s.process = nil
		return data.Value{}, p.ended(err)
	}
	if result.Fault != nil {
		return data.Value{}, result.Fault
	}
	return result.Value, nil
}

// Close ends the process.
func (s *Server) Close() {
	if s.process != nil {
		s.process.in.Close()
		s.process.cmd.Wait()
		s.process = nil
	}
}

// A process answers requests (runtime/main.c) until its input is closed.
type process struct {
	program *Program
	cmd     *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	stderr  bytes.Buffer
}

func (e *Engine) start(program *Program) (*process, error) {
	p := &process{program: program, cmd: exec.CommandContext(e.context(), program.path(), "--serve")}
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

// ended says why a process that does not answer has ended.
func (p *process) ended(err error) error {
	p.in.Close()
	if status := p.cmd.Wait(); status != nil {
		err = status
	}
	return fmt.Errorf("the program ends with %w: %s", err, clip(strings.TrimSpace(p.stderr.String())))
}
