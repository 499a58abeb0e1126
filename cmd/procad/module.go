package main

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"procad/internal/diag"
	"procad/internal/gradcheck"
	"procad/internal/quote"
	"procad/llvm"
	"procad/llvm/abi"
	"procad/llvm/engine"
	looppasses "procad/llvm/loopir/passes"
	"procad/llvm/toolchain"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
	"procad/source"
)

// A module is what is to become native code.
type module struct {
	unit    *pipeline.Unit
	entries []abi.Entry
	options llvm.Options
}

// module loads a program, and chooses its entries: of each function that is asked for
// its gradient, if there is to be one, and its value. Main says that they are for an
// executable.
func (a *app) module(cmd *cobra.Command, n *nativeFlags, file string, main bool) (*module, error) {
	if main {
		if flag := n.forLibraries(); flag != "" {
			return nil, &usageError{cmd, flag + " is for libraries"}
		}
	}
	c, err := a.planned(cmd, n, file)
	if err != nil {
		return nil, err
	}
	u := c.unit
	m := &module{unit: u}
	m.options = llvm.Options{File: u.Source.Name, Imports: u.Imports, Link: u.Link, Strict: n.strict, Unchecked: n.unchecked, Without: u.Without, Main: main, Batch: n.batch}
	if n.threads {
		m.options.Threads = looppasses.CostlyLoops
	}
	for _, name := range n.functions() {
		d := c.def
		if d == nil {
			if d, err = u.Entry(name); err != nil {
				return nil, err
			}
		}
		if err := a.addFunction(m, n, c, d); err != nil {
			return nil, err
		}
	}
	for i, e := range m.entries {
		if strings.HasPrefix(e.Symbol, "pc_") {
			return nil, &usageError{cmd, fmt.Sprintf("the name %s would be one of the runtime: give it another --prefix", e.Symbol)}
		}
		if slices.ContainsFunc(m.entries[:i], func(o abi.Entry) bool { return o.Symbol == e.Symbol }) {
			return nil, &usageError{cmd, fmt.Sprintf("two functions are called %s in C", e.Symbol)}
		}
	}
	return m, a.unchecked(m)
}

// unchecked says of each ccl whose reverse the module relies on that nothing checks its promise.
func (a *app) unchecked(m *module) error {
	var fs []proc.Func
	for _, e := range m.entries {
		fs = append(fs, e.Func)
	}
	sites, err := gradcheck.Relied(m.unit, fs...)
	if err != nil {
		return &inSource{m.unit.Source, err}
	}
	for _, s := range sites {
		fmt.Fprintf(a.stderr, "%s: note: whether the iterations of this ccl commute is not checked here: procad gradcheck does that, for data\n", s.Pos.In(m.unit.Source.Name))
	}
	return nil
}

// planned loads a program. With --memory or --sizes there is a function with data, and with
// --memory the program has the strategies that fit.
func (a *app) planned(cmd *cobra.Command, n *nativeFlags, file string) (*call, error) {
	if a.memory == "" && !n.sizes {
		u, err := a.load(file)
		return &call{unit: u}, err
	}
	c, err := a.call(cmd, &callFlags{fn: n.functions()[0], in: n.in, gradient: n.derived(), wrt: n.wrt}, file)
	if err != nil {
		return nil, err
	}
	return c, a.decide(cmd, c)
}

// addFunction adds the entries of a function.
func (a *app) addFunction(m *module, n *nativeFlags, c *call, d *proc.Def) error {
	u := m.unit
	face, err := u.Callable(d)
	if err != nil {
		return &inSource{u.Source, err}
	}
	name := u.Given(d.Name)
	symbol := n.prefix + quote.CPart(name)
	value := deriv.Activate(face.Result)
	comment := ""
	if p, err := source.Parse(u.Source); err == nil { // it is in the functional language
		comment = source.CommentOf(p, name)
	}
	add := func(f proc.Func, face *proc.Interface, operator, suffix string) *abi.Entry {
		e := abi.Entry{Func: f, Name: name, Of: name, Comment: comment, Kind: strings.TrimPrefix(suffix, "_"), Prefix: n.prefix, Symbol: symbol + suffix, Face: face, Value: value}
		if operator != "" {
			e.Name, e.Memory = operator+"("+name+")", c.limit
		}
		m.entries = append(m.entries, e)
		return &m.entries[len(m.entries)-1]
	}
	if n.sizes {
		m.expect(c, d, d)
	}
	smooth := d
	if n.derived() && c.def == nil {
		if smooth, err = u.Wrt(d, n.wrt); err != nil {
			return &inSource{u.Source, err}
		}
	}
	for _, k := range n.companions(u) {
		if !k.wanted || a.leaves(n, face.Params, d.Out.Type, name, k.what, k.onlyReal) {
			continue
		}
		g, err := k.make(smooth, u.Interface(smooth))
		if e, ok := errors.AsType[*diag.Error](err); ok && e.Code == pipeline.CodeNotReal && k.onlyReal && !deriv.Discrete(d.Out.Type) {
			err = e.Hintf("--vjp makes the gradient for a seed, and --jvp the derivative along tangents")
		}
		if err != nil {
			return &inSource{u.Source, err}
		}
		if n.sizes {
			m.expect(c, g.Def, smooth)
		}
		e := add(g.Def.Name, g.Face, k.operator, k.suffix)
		e.Results, e.Tangents = g.Results, g.Tangents
	}
	if n.split && !a.leaves(n, face.Params, d.Out.Type, name, "halves of a pullback", false) {
		forward, reverse, err := u.ForwardReverse(smooth, u.Interface(smooth))
		if err != nil {
			return &inSource{u.Source, err}
		}
		e := add(forward.Def.Name, forward.Face, "forward", "_forward")
		e.Pass, e.Trace, e.Results = abi.ForwardPass, symbol+"_forward", forward.Results
		e = add(reverse.Def.Name, reverse.Face, "reverse", "_reverse")
		e.Pass, e.Trace, e.Results = abi.ReversePass, symbol+"_forward", reverse.Results
	}
	add(d.Name, pipeline.Running(face), "", "_value")
	return nil
}

// expect notes the sizes of example data, for a function or a derivative of it. A pullback takes the seed behind the arguments of
// the function. Pushforwards and products with Hessians take tangents between them, and have no version.
func (m *module) expect(c *call, d, of *proc.Def) {
	zone, arg, err := c.args.For(d)
	if err != nil && len(d.Zone) == len(of.Zone) {
		zone, arg, err = c.args.For(of)
	}
	if err != nil {
		return
	}
	if m.options.Sizes == nil {
		m.options.Sizes = map[proc.Func][]looppasses.Size{}
	}
	m.options.Sizes[d.Name] = engine.Sizes(zone, arg)
}

// leaves says that a function has no derivative of a kind because of its types, where
// others may have: it is one of several, or of a package.
func (a *app) leaves(n *nativeFlags, params []proc.Param, result proc.Type, name, what string, onlyReal bool) bool {
	why := ""
	switch {
	case onlyReal && result != proc.Real:
		why = "its result is no Real"
	case deriv.Discrete(result):
		why = "nothing in its result is Real"
	case !slices.ContainsFunc(params, func(p proc.Param) bool { return !deriv.Discrete(p.Type) }):
		why = "nothing in its parameters is Real"
	}
	if why == "" || !n.packaged() && len(n.fns) < 2 {
		return false
	}
	if !n.packaged() {
		fmt.Fprintf(a.stderr, "note: %s has no %s: %s\n", name, what, why)
	}
	return true
}

// A companion is a function that a library may have beside the value of f.
type companion struct {
	wanted           bool
	what             string // in messages
	operator, suffix string // in comments of the header, and in the names for C
	onlyReal         bool   // there is none where the result of f is no Real
	make             func(*proc.Def, *proc.Interface) (*pipeline.Combined, error)
}

func (n *nativeFlags) companions(u *pipeline.Unit) []companion {
	return []companion{
		{n.grad, "gradient", "grad", "_grad", true, u.Combine},
		{n.vjp, "pullback", "vjp", "_vjp", false, u.Pullback},
		{n.jvp, "pushforward", "jvp", "_jvp", false, u.Pushforward},
		{n.hvp, "Hessian", "hvp", "_hvp", true, u.Curvature},
	}
}

// emit is the text of the module.
func (m *module) emit() ([]byte, error) {
	var text bytes.Buffer
	err := llvm.Emit(&text, m.unit.Library.Def, m.entries, m.options)
	return text.Bytes(), err
}

// generate is the code of the module, for clang.
func (m *module) generate(s *scratch, ahead *toolchain.Ahead) (*toolchain.Code, error) {
	return ahead.Generate(s.context, func(begin func(text []byte)) (*toolchain.Code, error) {
		return llvm.GenerateParts([]llvm.Part{{Lookup: m.unit.Library.Def, Entries: m.entries, Sizes: m.options.Sizes}}, m.options, begin)
	})
}
