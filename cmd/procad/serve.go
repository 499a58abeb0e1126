package main

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/wire"
	"procad/interp"
	"procad/llvm/abi"
	"procad/llvm/capi"
	"procad/pipeline"
	"procad/prim"
	"procad/proc"
)

// An interpreted is what a package has in the place of a library: its program, for the interpreter of the command.
type interpreted struct {
	Command string            `json:"command"`
	Folder  string            `json:"folder"` // where flags that name files begin
	File    string            `json:"file"`
	Texts   map[string]string `json:"texts"` // of the files of the program
	Flags   []string          `json:"flags"` // of build
}

// serveCommand answers calls of the functions of a package without native code. On standard input there is for each call
//
//	a word with the length of the name of an entry, the name, a word with the number of a trace, and the parameters as package wire writes them
//
// and on standard output its answer: a word 0, a word with the number of the trace that a forward pass leaves, and the results; or a word 1, and a
// word with the length of an error as JSON, and that. A word has 8 bytes, the least significant first. An empty name drops a trace, and has no answer.
func (a *app) serveCommand() *cobra.Command {
	var n nativeFlags
	cmd := &cobra.Command{
		Use: "serve PROGRAM", Short: "answer calls of a package for Python that was built with --engine interp", Hidden: true, Args: oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			text, err := os.ReadFile(args[0])
			if err != nil {
				return err
			}
			var p interpreted
			if err := json.Unmarshal(text, &p); err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			if err := cmd.Flags().Parse(p.Flags); err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			n.python, n.grad = true, true
			a.given = &diag.Source{Name: p.File, Text: p.Texts[p.File], Files: packed(p.Texts)}
			m, err := a.module(cmd, &n, p.File, false)
			if err != nil {
				return err
			}
			s, err := newServer(m)
			if err != nil {
				return err
			}
			return s.serve(bufio.NewReader(a.stdin), bufio.NewWriter(a.stdout))
		},
	}
	n.add(a, cmd)
	return cmd
}

// packed are the files of a program in a package.
type packed map[string]string

func (p packed) Read(name string) (text, id string, err error) {
	text, ok := p[name]
	if !ok {
		return "", "", errors.New("it is not in the package")
	}
	return text, name, nil
}

// A server runs entries by the interpreter.
type server struct {
	unit    *pipeline.Unit
	machine *interp.Machine
	entries map[string]capi.Signature
	traces  map[uint64]leftTrace
	last    uint64 // trace
}

// A leftTrace is what a forward pass leaves.
type leftTrace struct {
	zone  []data.Value
	trace data.Value
}

func newServer(m *module) (*server, error) {
	list, err := capi.Signatures(m.unit.Library.Def, m.entries)
	if err != nil {
		return nil, &inSource{m.unit.Source, err}
	}
	s := &server{unit: m.unit, entries: map[string]capi.Signature{}, traces: map[uint64]leftTrace{}}
	s.machine = m.unit.Interpreter(interp.MemoryLimit(memoryThere()), interp.Trace(os.Stderr))
	for _, e := range list {
		s.entries[e.Symbol] = e
	}
	return s, nil
}

// serve answers calls until there are no more.
func (s *server) serve(in *bufio.Reader, out *bufio.Writer) error {
	for {
		length, err := word(in)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil || length > 1<<20 {
			return fmt.Errorf("serve: no call is read: %w", err)
		}
		name := make([]byte, length)
		if _, err := io.ReadFull(in, name); err != nil {
			return err
		}
		trace, err := word(in)
		if err != nil {
			return err
		}
		if length == 0 {
			delete(s.traces, trace)
			continue
		}
		if err := s.call(string(name), trace, in, out); err != nil {
			return err
		}
		if err := out.Flush(); err != nil {
			return err
		}
	}
}

func word(in io.Reader) (uint64, error) {
	var b [8]byte
	_, err := io.ReadFull(in, b[:])
	return binary.LittleEndian.Uint64(b[:]), err
}

// call answers one call. The error is that nothing can be read or written any more.
func (s *server) call(name string, trace uint64, in io.Reader, out io.Writer) error {
	e, ok := s.entries[name]
	if !ok {
		return fmt.Errorf("serve: there is no entry %s", name)
	}
	values := make([]data.Value, len(e.Params))
	for i, p := range e.Params {
		v, err := wire.Read(in, p.Type)
		if err != nil {
			return err
		}
		v.Type = e.Face.Params[i].Type // which has the same leaves
		values[i] = v
	}
	results, left, err := s.run(e, trace, values)
	if err != nil {
		return s.refuse(out, err)
	}
	words := binary.LittleEndian.AppendUint64(make([]byte, 8, 16), left)
	if _, err := out.Write(words); err != nil {
		return err
	}
	for i, r := range e.Results {
		if err := wire.Write(out, r.Type, results[i]); err != nil {
			return err
		}
	}
	return nil
}

// run gives the results of an entry, and the number of the trace that it leaves.
func (s *server) run(e capi.Signature, trace uint64, values []data.Value) (results []data.Value, left uint64, err error) {
	for i, p := range e.Params {
		for j, of := range e.Params {
			if e.Tangents[p.Name] == of.Name {
				if err := conforms(values[j], values[i], "the tangent "+p.Name, of.Name, e.Pos); err != nil {
					return nil, 0, err
				}
			}
		}
	}
	var v data.Value
	if e.Pass == abi.ReversePass {
		t, ok := s.traces[trace]
		if !ok {
			return nil, 0, fmt.Errorf("serve: there is no trace %d", trace)
		}
		delete(s.traces, trace)
		v, err = s.machine.Call(e.Func, t.zone, data.Tuple(t.trace, values[0]))
	} else {
		var d *proc.Def
		if d, err = s.unit.Library.Def(e.Func); err != nil {
			return nil, 0, err
		}
		args := &data.Args{Interface: e.Face, Values: values}
		zone, arg, forErr := args.For(d)
		if forErr != nil {
			return nil, 0, forErr
		}
		if v, err = s.machine.Call(e.Func, zone, arg); err == nil && e.Pass == abi.ForwardPass {
			s.last++
			left = s.last
			s.traces[left] = leftTrace{zone, v.Part(1)}
			v = v.Part(0)
		}
	}
	if err != nil {
		return nil, 0, err
	}
	if len(e.Results) == 1 {
		return []data.Value{v}, left, nil
	}
	for i := range e.Results {
		results = append(results, v.Part(i))
	}
	return results, left, nil
}

// A toldError is an error as packages for Python have it.
type toldError struct {
	Text    string `json:"text"`
	Message string `json:"message"`
	File    string `json:"file"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Code    string `json:"code"`
}

// refuse answers with an error.
func (s *server) refuse(out io.Writer, err error) error {
	located := s.unit.Located(err)
	e, ok := errors.AsType[*diag.Error](located)
	if !ok {
		e = diag.Errorf(diag.Pos{}, "internal", "%v", located).In(s.unit.Source.Name)
	}
	told := toldError{Message: e.Msg, File: e.File, Line: int(e.Pos.Line), Column: int(e.Pos.Col), Code: e.Code}
	place := e.File
	if e.Pos.Line > 0 {
		place = e.Pos.In(e.File)
	}
	told.Text = fmt.Sprintf("%s: error: %s [%s]", place, e.Msg, e.Code)
	text, err := json.Marshal(told)
	if err != nil {
		return err
	}
	b := binary.LittleEndian.AppendUint64(nil, 1)
	b = binary.LittleEndian.AppendUint64(b, uint64(len(text)))
	_, err = out.Write(append(b, text...))
	return err
}

// conforms demands that a tangent has the dimensions and the tags of its value, as native code does. Only
// the Reals of the value are in the tangent.
func conforms(v, dot data.Value, tangent, of string, pos diag.Pos) error {
	if dot.Type == proc.Unit {
		return nil
	}
	fail := func(kind prim.RuntimeErrorKind, a, b int, format string, args ...any) error {
		return &prim.RuntimeError{Kind: kind, Pos: pos, A: int64(a), B: int64(b), Message: fmt.Sprintf(format, args...)}
	}
	switch t := v.Type.(type) {
	case *proc.TupleType:
		for i := range t.Elems {
			if err := conforms(v.Part(i), dot.Part(i), tangent, of, pos); err != nil {
				return err
			}
		}
	case *proc.SumType:
		if v.Words[0] != dot.Words[0] {
			return fail(prim.SeedTag, 0, 0, "%s is on the other side of the sum than %s", tangent, of)
		}
		side := int(v.Words[0])
		return conforms(v.Part(side), dot.Part(side), tangent, of, pos)
	case *proc.ArrayType:
		dims, dots := v.Array().Dims, dot.Array().Dims
		for k := range dims {
			what := "the size"
			if t.Rank > 1 {
				what = fmt.Sprintf("dimension %d", k)
			}
			if dims[k] != dots[k] {
				return fail(prim.SeedSize, dots[k], dims[k], "%s of %s is not that of %s", what, tangent, of)
			}
		}
		zero := data.ZeroTangent(v)
		for i, leaf := range zero.Array().Leaves {
			if data.LayoutOf(zero.Type).Elem.Kinds()[i] != data.TagLeaf {
				continue
			}
			for k, tag := range leaf {
				if tag != dot.Array().Leaves[i][k] {
					return fail(prim.SeedTag, 0, 0, "an element of %s is on the other side of the sum than that of %s", tangent, of)
				}
			}
		}
	}
	return nil
}
