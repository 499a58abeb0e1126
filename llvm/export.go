package llvm

import (
	"slices"
	"strings"

	"procad/internal/quote"
	"procad/internal/special"
	"procad/llvm/abi"
	"procad/llvm/abort"
	"procad/llvm/export"
	"procad/llvm/loopir/passes"
	"procad/llvm/module"
	"procad/proc"
)

// export writes what callers from outside need of an entry: a function of the
// one form that the runtime can call, behind which a run-time error is caught,
//
//	void @NAME.entry(ctx, i64* in, i64* out)
//
// where in has the leaves of Θ and of the argument, a word each.
func (m *emitter) export(e abi.Entry) error {
	def, err := m.lookup(e.Func)
	if err != nil {
		return err
	}
	if err := m.checkSymbol(e.Symbol); err != nil {
		return err
	}
	for _, r := range def.Zone {
		if r.Mode == proc.Accumulator {
			return abort.Bugf("%s adds to %s, and so cannot be called from outside", e.Func.Given(), r.Name)
		}
	}
	in, out := def.In.Type, def.Out.Type
	switch e.Pass {
	case abi.ForwardPass:
		out = proc.Elems(out)[0]
	case abi.ReversePass:
		in = proc.Elems(in)[1]
	}
	for _, t := range []proc.Type{in, out} {
		if proc.HasStack(t) {
			return abort.Bugf("%s cannot be called from outside: %.100s has a stack in it", e.Func.Given(), t)
		}
	}
	return m.exporter.Export(e, def, m.entryOf(e, def), export.Counters{Number: m.meter.Size(), First: m.counter(0)})
}

// sharesBatch says that threads may share the problems of a batch of an entry: nothing outside of them is to see in which order they are
// solved.
func (m *emitter) sharesBatch(e abi.Entry) bool { return m.opts.Batch && m.repeats(e) }

// repeats says that threads may share the loops of an entry, and that nothing outside sees how often it is called.
func (m *emitter) repeats(e abi.Entry) bool {
	return m.opts.Threads != passes.NoLoops && e.Pass == abi.NoPass && !m.prog.Prints(m.prog.Lookup(e.Func))
}

// taken are names of C that the runtime and what it calls need.
var taken = func() []string {
	names := strings.Fields("main malloc calloc realloc free memcpy memmove memset setjmp _setjmp longjmp snprintf printf " +
		"fprintf fputs fwrite fread exit abort fabs lgamma_r round copysign ceil")
	for _, f := range special.Functions {
		names = append(names, cName(f.LLVM))
	}
	return names
}()

// checkSymbol says what is wrong with the name of an entry. Only a library
// needs names for C.
func (m *emitter) checkSymbol(symbol string) error {
	if m.Symbols[symbol] {
		return abort.Bugf("two entries are called %s", symbol)
	}
	m.Symbols[symbol] = true
	if m.opts.Main {
		return nil
	}
	if e := m.Externs[symbol]; e != nil {
		return module.OfBoth(symbol, e.File, e.Pos)
	}
	switch {
	case !quote.IsCName(symbol):
		return abort.Bugf("%q is no name for a function in C", symbol)
	case strings.HasPrefix(symbol, "pc_") || slices.Contains(taken, symbol):
		return abort.Bugf("the name %s is taken in C: choose another one", symbol)
	}
	return nil
}
