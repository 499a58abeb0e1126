package engine

import (
	"encoding/binary"
	"math"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/clangs"
	"procad/internal/data"
	"procad/llvm"
	"procad/prim"
	"procad/proc"
)

const served = `
def total [v : &[Real]] (k : Int) -> (r : Real)
  s = Read v k
  t = Const 1.0
  st = (s, t)
  r = Call add st

def copied [v : &[Real]] (x : (Real, Bool)) -> (y : (Bool, [Real]))
  (a, b) = x
  Elim a
  u = ()
  c = Call copy{[Real]} [v] u
  y = (b, c)

def other (x : Real) -> (y : Real)
  y = Call sin x
`

// server is one that calls the functions of served.
func server(t *testing.T, opts llvm.Options) *Server {
	needClang(t)
	e := &Engine{Lookup: lookupIn(t, served), Options: opts}
	t.Cleanup(e.Close)
	s, err := e.Serve(proc.Name("total"), proc.Name("copied"))
	if err != nil && opts.Sanitize != "" {
		clangs.Missing(t, "this clang has no sanitizers:", err)
	}
	require.NoError(t, err)
	t.Cleanup(s.Close)
	return s
}

// One process answers calls of several functions, also after a run-time error.
func TestServer(t *testing.T) {
	s := server(t, llvm.Options{})
	v := data.Reals([]float64{2, 3}, 2)
	var pid int
	for i := range 3 {
		y, err := s.Call(proc.Name("total"), []data.Value{v}, data.Int(1))
		require.NoError(t, err)
		assert.Equal(t, 4.0, y.Float())
		assert.Len(t, s.Times(), 0, "none were asked for")
		if i == 0 {
			pid = s.process.cmd.Process.Pid
		}
		_, err = s.Call(proc.Name("total"), []data.Value{v}, data.Int(2))
		var failure *prim.RuntimeError
		require.ErrorAs(t, err, &failure)
		assert.Equal(t, prim.IndexRange, failure.Kind)
		y, err = s.Call(proc.Name("copied"), []data.Value{v}, data.Tuple(data.Real(1), data.Bool(false)))
		require.NoError(t, err)
		assert.False(t, y.Part(0).IsInl())
		assert.Equal(t, []float64{2, 3}, y.Part(1).Floats())
	}
	assert.Equal(t, pid, s.process.cmd.Process.Pid)
	_, err := s.Call(proc.Name("other"), nil, data.Real(1))
	assert.ErrorContains(t, err, "other is not among the functions")
}

// A call is repeated until both the number and the time are reached, and the first times are kept.
func TestServerRepeats(t *testing.T) {
	s := server(t, llvm.Options{})
	call := func(calls int, least time.Duration, told int) []time.Duration {
		s.Repeat(calls, least, 0, told)
		_, err := s.Call(proc.Name("total"), []data.Value{data.Reals([]float64{2}, 1)}, data.Int(0))
		require.NoError(t, err)
		return s.Times()
	}
	assert.Len(t, call(0, 0, 10), 1)
	assert.Len(t, call(100, 0, 1000), 100)
	assert.Len(t, call(1000, 0, 70), 70)
	took := time.Duration(0)
	for _, d := range call(3, time.Millisecond, 1<<20) {
		took += d
	}
	assert.GreaterOrEqual(t, took, time.Millisecond)

	s.Repeat(math.MaxInt, 0, time.Millisecond, 1)
	_, err := s.Call(proc.Name("total"), []data.Value{data.Reals([]float64{2}, 1)}, data.Int(0))
	assert.EqualError(t, err, "the call has not ended after 1ms")
	assert.Len(t, call(2, 0, 2), 2)
}

// A process that was killed is an error of the call that it was to answer; the next call starts another.
func TestServerKilled(t *testing.T) {
	s := server(t, llvm.Options{})
	v := []data.Value{data.Reals(make([]float64, 1<<16), 1<<16)}
	_, err := s.Call(proc.Name("total"), v, data.Int(0))
	require.NoError(t, err)
	require.NoError(t, s.process.cmd.Process.Signal(syscall.SIGKILL))
	_, err = s.Call(proc.Name("total"), v, data.Int(0))
	assert.ErrorContains(t, err, "killed")
	y, err := s.Call(proc.Name("total"), v, data.Int(0))
	require.NoError(t, err)
	assert.Equal(t, 1.0, y.Float())
}

// The process ends where its input does, while it calls too.
func TestServerEnds(t *testing.T) {
	s := server(t, llvm.Options{})
	p, err := s.engine.start(s.engine.programs[0])
	require.NoError(t, err)
	forever := []int64{0, MemoryLimit, math.MaxInt64, 0, 0}
	require.NoError(t, binary.Write(p.in, binary.LittleEndian, forever))
	require.NoError(t, writeWords(p.in, []data.Value{data.Reals([]float64{2}, 1), data.Int(0)}))
	require.NoError(t, p.in.Close())
	assert.ErrorContains(t, p.cmd.Wait(), "exit status 1")
	p, err = s.engine.start(s.engine.programs[0])
	require.NoError(t, err)
	require.NoError(t, p.in.Close())
	assert.NoError(t, p.cmd.Wait(), "there was nothing to answer")
}

// No memory is lost or used wrongly from one call to the next.
func TestServerSanitized(t *testing.T) {
	t.Setenv("ASAN_OPTIONS", "detect_leaks=1")
	s := server(t, llvm.Options{Sanitize: "address"})
	for n := range 20 {
		v := []data.Value{data.Reals(make([]float64, n), n)}
		_, err := s.Call(proc.Name("copied"), v, data.Tuple(data.Real(1), data.Bool(true)))
		require.NoError(t, err)
		_, err = s.Call(proc.Name("total"), v, data.Int(3))
		assert.Equal(t, n <= 3, err != nil)
	}
	p := s.process
	s.process = nil
	require.NoError(t, p.in.Close())
	assert.NoError(t, p.cmd.Wait(), "%s", &p.stderr)
}
