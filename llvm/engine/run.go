package engine

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/profile"
	"procad/prim"
	"procad/proc"
)

// A Result is what an executable gives: a value, or a run-time error.
type Result struct {
	Value        data.Value
	RuntimeError *prim.RuntimeError
	Peak         int64           // the most memory that was in use at once, in bytes
	Profile      *profile.Counts // if asked for
	Time         Timing          // if asked for
}

// A Timing is how long calls took, in nanoseconds, and how much memory they
// needed. Half of the calls took at most Median, a quarter at most Quarter.
type Timing struct {
	Runs          int     `json:"runs"`
	Min           float64 `json:"min_ns"`
	Quarter       float64 `json:"quarter_ns"`
	Median        float64 `json:"median_ns"`
	ThreeQuarters float64 `json:"three_quarters_ns"`
	Max           float64 `json:"max_ns"`
	Peak          int64   `json:"peak_bytes"` // the most memory that was in use at once
}

// MemoryLimit is how many bytes a call by Run may use if nothing else is said,
// that of the interpreter.
const MemoryLimit = 16 << 30

// RunOptions say how Run calls an entry.
type RunOptions struct {
	Times   int             // how often it is called once more, and timed
	Memory  int64           // how many bytes a call may use; more is a run-time error. MemoryLimit if 0
	Profile *profile.Wanted // what the executable counts: the same as when it was made
	Imports []*diag.Source  // the other files of the program, as when it was made
	Trace   io.Writer       // where it prints; nil: nowhere
	Threads int             // how many threads share its loops; one if 0
}

// Run calls an entry of an executable that Compile made, with the values of
// its parameters in order. The executable ends with this process at the latest:
// the pipe that it reads stays open until it is done.
func Run(ctx context.Context, exe, entry string, args []data.Value, result proc.Type, opts RunOptions) (*Result, error) {
	memory := opts.Memory
	switch {
	case memory == 0:
		memory = MemoryLimit
	case memory < 0:
		return nil, fmt.Errorf("a call cannot do with %d bytes of memory", memory)
	}
	argv := []string{"--words", "--entry", entry, "--memory", strconv.FormatInt(memory, 10), "--threads", strconv.Itoa(max(opts.Threads, 1))}
	if opts.Times > 0 {
		argv = append(argv, "--time", strconv.Itoa(opts.Times))
	}
	cmd := exec.CommandContext(ctx, exe, argv...)
	stderr := tail{whole: opts.Trace != nil && opts.Times > 0}
	cmd.Stderr = &stderr
	if opts.Trace != nil && opts.Times == 0 {
		cmd.Stderr = io.MultiWriter(&stderr, opts.Trace)
	}
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	written := make(chan error, 1)
	go func() { written <- writeWords(stdin, args) }()
	r, err := readResult(bufio.NewReaderSize(stdout, 1<<16), result, profile.NewMeter(opts.Profile), opts.Imports)
	io.Copy(io.Discard, stdout) // until the program ends
	writeErr := <-written
	runErr := cmd.Wait()
	switch {
	case err == nil && (runErr == nil || r.RuntimeError != nil):
	case runErr != nil:
		return nil, ended(runErr, &stderr)
	case writeErr != nil:
		return nil, writeErr
	default:
		return nil, err
	}
	if opts.Times > 0 && r.RuntimeError == nil {
		times := stderr.kept.Bytes()
		if i := bytes.LastIndexByte(bytes.TrimSuffix(times, []byte("\n")), '\n'); i >= 0 {
			if opts.Trace != nil {
				opts.Trace.Write(times[:i+1])
			}
			times = times[i+1:]
		}
		if err := json.Unmarshal(times, &r.Time); err != nil {
			return nil, fmt.Errorf("the times of the program are not readable: %w", err)
		}
	}
	return r, nil
}

// A tail keeps the end of what is written, for messages. A Buffer in it would be copied to by its ReadFrom, without
// the bound.
type tail struct {
	kept  bytes.Buffer
	whole bool // all of it is kept
}

func (t *tail) Write(text []byte) (int, error) {
	const most = 1 << 12
	t.kept.Write(text)
	if n := t.kept.Len(); n > 2*most && !t.whole {
		t.kept.Next(n - most)
	}
	return len(text), nil
}

// ended is the error of a program that ended with one, with what it printed.
func ended(err error, stderr *tail) error {
	return fmt.Errorf("the program ends with %w: %.4000s", err, strings.TrimSpace(stderr.kept.String()))
}

// writeWords writes values in the form of toolchain/runtime/value.h.
func writeWords(w io.Writer, values []data.Value) error {
	b := bufio.NewWriterSize(w, 1<<16)
	for _, v := range values {
		if err := writeValue(b, data.LayoutOf(v.Type), v.Words, v.Objects); err != nil {
			return err
		}
	}
	return b.Flush()
}

func writeValue(w *bufio.Writer, l *data.Layout, words []uint64, objects []data.Object) error {
	switch t := l.Type.(type) {
	case proc.RealType, proc.IntType:
		return binary.Write(w, binary.LittleEndian, words[0])
	case *proc.ArrayType:
		return writeArray(w, t.Rank, l.Elem.Words, objects[0])
	case *proc.StackType:
		return errors.New("a stack cannot be passed to an executable")
	case *proc.SumType:
		if err := binary.Write(w, binary.LittleEndian, words[0]); err != nil {
			return err
		}
	}
	for i, p := range l.Parts {
		if err := writeValue(w, p, words[l.WordAt[i]:], objects[l.ObjAt[i]:]); err != nil {
			return err
		}
	}
	return nil
}

// writeArray writes dimensions and buffers; an array on the side that a sum is
// not is empty.
func writeArray(w *bufio.Writer, rank, leaves int, o data.Object) error {
	a, ok := o.(*data.Array)
	if !ok || a == nil {
		a = &data.Array{Dims: make([]int, rank), Leaves: make([][]uint64, leaves)}
	}
	dims := make([]int64, rank)
	for i, d := range a.Dims {
		dims[i] = int64(d)
	}
	if err := binary.Write(w, binary.LittleEndian, dims); err != nil {
		return err
	}
	for _, leaf := range a.Leaves {
		for _, word := range leaf {
			if _, err := w.Write(binary.LittleEndian.AppendUint64(w.AvailableBuffer(), word)); err != nil {
				return err
			}
		}
	}
	return nil
}

// readResult reads what main.c reports, and then a value.
func readResult(r io.Reader, t proc.Type, meter *profile.Meter, imports []*diag.Source) (*Result, error) {
	in := &wordReader{r: r, imports: imports}
	out := in.report(meter)
	if in.err == nil && out.RuntimeError == nil {
		out.Value = in.result(t)
	}
	return out, in.err
}

// report reads what a call came to.
func (in *wordReader) report(meter *profile.Meter) *Result {
	kind := prim.RuntimeErrorKind(in.word())
	out := &Result{Peak: int64(in.word())}
	counters := make([]int64, meter.Size())
	if n := in.word(); in.err == nil && n != uint64(len(counters)) {
		in.err = fmt.Errorf("the program has %d counters, not %d: it was made for another profile", n, len(counters))
		return out
	}
	for i := range counters {
		counters[i] = int64(in.word())
	}
	if meter != nil {
		out.Profile = meter.Counts(counters)
	}
	if kind != 0 {
		out.RuntimeError = &prim.RuntimeError{Kind: kind, Pos: in.pos(), A: int64(in.word()), B: int64(in.word())}
		out.RuntimeError.Message = in.text(int(in.word()))
	}
	return out
}

// result reads a value.
func (in *wordReader) result(t proc.Type) data.Value {
	l := data.LayoutOf(t)
	v := data.Value{Type: t, Words: make([]uint64, l.Words), Objects: make([]data.Object, l.Objects)}
	in.value(l, v.Words, v.Objects)
	return v
}

var errCut = errors.New("the result of the program ends too early")

// A wordReader reads words; after an error they are 0.
type wordReader struct {
	r    io.Reader
	next [8]byte
	err  error

	imports []*diag.Source
}

// pos reads a position.
func (in *wordReader) pos() diag.Pos {
	file := diag.FileOf(in.imports, int(in.word()))
	return diag.Pos{Line: int(in.word()), Col: int(in.word()), File: file}
}

// bytes fills b, with 0 after an error.
func (in *wordReader) bytes(b []byte) {
	if in.err == nil {
		if _, err := io.ReadFull(in.r, b); err != nil {
			in.err = errCut
		}
	}
	if in.err != nil {
		clear(b)
	}
}

func (in *wordReader) word() uint64 {
	in.bytes(in.next[:])
	return binary.LittleEndian.Uint64(in.next[:])
}

// together is how many words are written or read at once.
const together = 1 << 13

// words reads n words. Room is made for as many as a call can have; what is not there touches none of it.
func (in *wordReader) words(n int) []uint64 {
	list := make([]uint64, 0, min(max(n, 0), MemoryLimit/8))
	block := make([]byte, 8*min(cap(list), together))
	for len(list) < n && in.err == nil {
		block = block[:8*min(n-len(list), together)]
		in.bytes(block)
		for b := block; len(b) > 0; b = b[8:] {
			list = append(list, binary.LittleEndian.Uint64(b))
		}
	}
	return list
}

func (in *wordReader) text(n int) string {
	var b strings.Builder
	if _, err := io.CopyN(&b, in.r, int64(n)); err != nil && in.err == nil {
		in.err = errCut
	}
	return b.String()
}

func (in *wordReader) value(l *data.Layout, words []uint64, objects []data.Object) {
	switch t := l.Type.(type) {
	case proc.RealType, proc.IntType, *proc.SumType:
		words[0] = in.word()
	case *proc.ArrayType:
		objects[0] = in.array(t.Rank, l.Elem.Words)
	}
	for i, p := range l.Parts {
		in.value(p, words[l.WordAt[i]:], objects[l.ObjAt[i]:])
	}
}

func (in *wordReader) array(rank, leaves int) *data.Array {
	a := &data.Array{Dims: make([]int, rank), Leaves: make([][]uint64, leaves)}
	for i := range a.Dims {
		a.Dims[i] = int(in.word())
	}
	n := a.Len()
	for k := range a.Leaves {
		a.Leaves[k] = in.words(n)
	}
	return a
}
