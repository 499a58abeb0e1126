package emit

import (
	"procad/llvm/abort"
	"procad/llvm/loopir"
	"procad/prim"
)

// call writes a call of a function of the program.
func (w *writer) call(op *loopir.Op) {
	s, fn := w.Callee(op.Func)
	w.setAll(op.Outs, w.Invoke(s, fn, w.allOf(op.Args), w.MostOnStack))
}

// extern calls a function of C. The buffers for its results come last; the numbers of the result come from the call.
func (w *writer) extern(op *loopir.Op) {
	e, err := prim.ExternOf(op.Func)
	if err != nil {
		abort.With(err)
	}
	args := w.allOf(op.Args)
	var zone [][]val
	for _, t := range e.Zone {
		n := w.In.Width(t)
		zone, args = append(zone, args[:n:n]), args[n:]
	}
	var numbers []val
	out := w.CallExtern(e, zone, args)
	for _, t := range e.Results() {
		n := w.In.Width(t)
		if n == 1 {
			numbers = append(numbers, out[0])
		}
		out = out[n:]
	}
	w.setAll(op.Outs, numbers)
}

// print prints a value.
func (w *writer) print(op *loopir.Op) {
	t, name, form, ok := prim.Traced(op.Func)
	if !ok {
		abort.Fail("%s is no trace", op.Func)
	}
	w.CallTrace(t, name, form, w.allOf(op.Args))
}
