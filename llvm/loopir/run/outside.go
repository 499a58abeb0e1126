package run

import (
	"bytes"
	"fmt"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/profile"
	"procad/llvm/loopir"
	"procad/prim"
)

// print writes the line of a trace.
func (f *frame) print(op *loopir.Op) error {
	t, name, parts, ok := prim.Traced(op.Func)
	if !ok {
		return f.broken("%s prints nothing", op.Func)
	}
	if f.trace == nil {
		return nil
	}
	v, _ := valueOf(t, f.leaves(op.Args))
	v.Form = parts
	line := bytes.NewBufferString(name + " = ")
	if err := data.Write(line, v); err != nil {
		return err
	}
	line.WriteByte('\n')
	_, err := f.trace.Write(line.Bytes())
	return err
}

// count adds to a counter.
func (f *frame) count(op *loopir.Op) error {
	at, n := f.int(op.Args[0]), f.int(op.Args[1])
	last := at
	if op.Kind == loopir.Level {
		last++
	}
	if last >= int64(len(f.counters)) {
		return f.broken("there are %d counters", len(f.counters))
	}
	if op.Kind == loopir.Level {
		profile.Move(f.counters, int(at), n)
	} else {
		f.counters[at] += n
	}
	return nil
}

// foreign calls a function of C: with the leaves of the names of Θ, and those of the argument. Its results are the
// numbers of the result; what it fills are the buffers of the argument.
func (f *frame) foreign(op *loopir.Op) error {
	e, err := prim.ExternOf(op.Func)
	if err != nil {
		return f.broken("%v", err)
	}
	if f.extern == nil {
		return fmt.Errorf("%s is a function of C, which nothing calls here", e.Symbol)
	}
	args := f.leaves(op.Args)
	var zone []data.Value
	for _, t := range e.Zone {
		n := len(loopir.LeavesOf(t))
		v, _ := valueOf(t, args[:n])
		zone, args = append(zone, v), args[n:]
	}
	arg, _ := valueOf(e.In, args)
	y, err := f.extern(op.Func, zone, arg)
	switch e := err.(type) {
	case *prim.RuntimeError:
		e.Pos = f.pos()
	case *diag.Error:
		e.Pos = f.pos()
	}
	if err != nil {
		return err
	}
	for i, o := range y.Objects {
		filled := arg.Objects[i].(*data.Array)
		for k, words := range o.(*data.Array).Leaves {
			copy(filled.Leaves[k], words)
		}
	}
	f.setAll(op.Outs, wordLeaves(y.Words))
	return nil
}
