// Unitcosts measures the unit costs of package units by native code, and prints them beside
// those that the package has.
//
//	unitcosts [-rounds N] [-n N]
//
// Each is the time of a loop over n elements with something in it, without the time of the
// same loop without it, in twentieths of that of exp:
//
//	addition    a chain of 32 additions and multiplications of each element
//	primitive   sum of f(a[i])                            without sum of a[i]
//	Read        sum of a[i] + b[i] + c[i] + d[i]          without sum of a[i] and 3 additions, of 3 reads
//	Add         the gradient of sum of a[k[i]] b[i] in a  without sum of b[i] and a multiplication
//	Word        the gradient of sum of exp(a[i] x), where one keeps exp and one runs it again:
//	            what is saved is exp, less a word
//	Reverse     the gradient of nTimes by the value, per iteration
//
// All are run in turn, in one process for a program; the figures are medians of the rounds.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/measure"
	"procad/internal/optim"
	"procad/internal/special"
	"procad/internal/units"
	"procad/llvm"
	"procad/llvm/engine"
	"procad/llvm/toolchain"
	"procad/pipeline"
	"procad/prim"
	"procad/proc"
	"procad/proc/cost"
	"procad/proc/deriv"
)

// elementary are the primitives that have a cost of their own, as the source writes them for an argument x.
var elementary = func() map[proc.Func]string {
	table := map[proc.Func]string{prim.Div: "1 / (x + 1)", prim.Powi: "x^m", prim.Polygamma: "polygamma(1, x)"}
	for _, f := range special.Functions {
		switch {
		case f.Cost == 0:
		case f.Two != nil:
			table[proc.Name(f.Name)] = f.Name + "(x, 1.3)"
		default:
			table[proc.Name(f.Name)] = f.Name + "(x)"
		}
	}
	return table
}()

const (
	chain = 32  // how many operations the unit is a part of
	calls = 200 // of a function in a round, of which the shortest counts
)

func main() {
	rounds := flag.Int("rounds", 7, "rounds")
	n := flag.Int("n", 2000, "elements")
	flag.Parse()
	if err := run(*rounds, *n); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// A timed function is one of a program, with arguments.
type timed struct {
	*engine.Engine
	f     proc.Func
	zone  []data.Value
	arg   data.Value
	times []float64 // of an element, in nanoseconds
}

func run(rounds, n int) error {
	values := "def none(a: Real[n]): Real = sum(i < n) a[i]\n" +
		"def units(a: Real[n]): Real = sum(i < n) (let x = a[i] in " + strings.Repeat("(", chain/2) + "x" + strings.Repeat(" + 0.1) * x", chain/2) + ")\n" +
		"def reads(a: Real[n], b: Real[n], c: Real[n], d: Real[n]): Real = sum(i < n) (a[i] + b[i] + c[i] + d[i])\n" +
		"def steps(a: Real[n]): Real = nTimes(n, a[0], \\s. s * (1 - 0.1 * s) + 0.01 * sin(s))\n"
	for f, text := range elementary {
		values += fmt.Sprintf("def p_%s(a: Real[n], m: Int): Real = sum(i < n) (let x = a[i] in %s)\n", f, text)
	}
	gradients := "def scatter(a: Real[n], b: Real[n], k: Int[n]): Real = sum(i < n) a[k[i]] * b[i]\n" +
		"def exps(a: Real[n], x: Real): Real = sum(i < n) exp(a[i] * x)\n"
	var all []*timed
	add := func(text, f string, of func(proc.Func) proc.Func, wrt []string, without ...optim.Name) (*timed, error) {
		t, err := prepare(text, f, of, wrt, n, without...)
		if err == nil {
			all = append(all, t)
		}
		return t, err
	}
	value := func(f proc.Func) proc.Func { return f }
	measured := map[string]*timed{}
	for _, c := range []struct {
		name, text, f string
		of            func(proc.Func) proc.Func
		wrt           []string
		without       []optim.Name
	}{
		{"scatter", gradients, "scatter", deriv.Grad.Of, []string{"a"}, nil},
		{"keeps", gradients, "exps", deriv.Grad.Of, []string{"a"}, []optim.Name{optim.FusedSweep}},
		{"again", gradients, "exps", deriv.Grad.Of, []string{"a"}, []optim.Name{optim.FusedSweep, optim.Store}},
		{"back", values, "steps", deriv.Grad.Of, nil, nil},
	} {
		t, err := add(c.text, c.f, c.of, c.wrt, c.without...)
		if err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
		measured[c.name] = t
	}
	names := []string{"none", "units", "reads", "steps"}
	for f := range elementary {
		names = append(names, "p_"+f.String())
	}
	for _, f := range names {
		t, err := add(values, f, value, nil)
		if err != nil {
			return fmt.Errorf("%s: %w", f, err)
		}
		measured[f] = t
	}
	for range rounds {
		for _, t := range all {
			if _, err := t.Call(t.f, t.zone, t.arg); err != nil {
				return err
			}
			t.times = append(t.times, t.Timing().Min/float64(n))
		}
	}
	// ratio is the median of what a round says, given an addition and the unit.
	ratio := func(figure func(at func(name string) float64, addition, unit float64) float64) float64 {
		var list []float64
		for r := range rounds {
			at := func(name string) float64 { return measured[name].times[r] }
			exp := (at("p_"+prim.Exp.String()) - at("none")) / float64(cost.Primitive(prim.Exp))
			list = append(list, figure(at, (at("units")-at("none"))/chain, exp))
		}
		return measure.Median(list)
	}
	fmt.Printf("%-10s %6s %9s\n", "unit", "cost", "measured")
	row := func(name string, is int64, measured float64) { fmt.Printf("%-10s %6d %9.1f\n", name, is, measured) }
	row("Op", units.Op, ratio(func(_ func(string) float64, op, unit float64) float64 { return op / unit }))
	row("Read", units.Read, ratio(func(at func(string) float64, op, unit float64) float64 {
		return (at("reads") - at("none") - 3*op) / 3 / unit
	}))
	row("Add", units.Add, ratio(func(at func(string) float64, op, unit float64) float64 {
		return (at("scatter") - at("none") - op) / unit
	}))
	row("Word", units.Word, ratio(func(at func(string) float64, _, unit float64) float64 {
		return (at("p_exp") - at("none") - (at("again") - at("keeps"))) / unit
	}))
	row("Reverse", units.Reverse, ratio(func(at func(string) float64, _, _ float64) float64 { return at("back") / at("steps") }))
	fs := make([]proc.Func, 0, len(elementary))
	for f := range elementary {
		fs = append(fs, f)
	}
	slices.SortFunc(fs, func(f, g proc.Func) int {
		return int(cost.Primitive(f)-cost.Primitive(g))*1000 + strings.Compare(f.String(), g.String())
	})
	for _, f := range fs {
		row(f.String(), cost.Primitive(f), ratio(func(at func(string) float64, _, unit float64) float64 {
			return (at("p_"+f.String()) - at("none")) / unit
		}))
	}
	fmt.Printf("the unit takes %.3f ns\n", ratio(func(_ func(string) float64, _, unit float64) float64 { return unit }))
	return nil
}

// prepare compiles a function of a program, or a derivative of it.
func prepare(text, f string, of func(proc.Func) proc.Func, wrt []string, n int, without ...optim.Name) (*timed, error) {
	without = append(without, optim.Contract)
	unit, err := pipeline.Load(&diag.Source{Name: "units.fun", Text: text}, without...)
	if err != nil {
		return nil, err
	}
	def, err := unit.Entry(f)
	if err != nil {
		return nil, err
	}
	face, err := unit.Callable(def)
	if err != nil {
		return nil, err
	}
	if len(wrt) > 0 {
		if def, err = unit.Wrt(def, wrt); err != nil {
			return nil, err
		}
		face = unit.Interface(def)
	}
	args, _, err := data.Read(&diag.Source{Text: given(face, n)}, face)
	if err != nil {
		return nil, err
	}
	t := &timed{f: of(def.Name)}
	if t.zone, t.arg, err = args.For(def); err != nil {
		return nil, err
	}
	compiler := toolchain.Compiler{Without: unit.Without}
	if _, err := compiler.Find(); err != nil {
		return nil, err
	}
	options := llvm.Options{Vector: compiler.VectorMath(context.Background()), Without: unit.Without}
	t.Engine = &engine.Engine{Lookup: unit.Library.Def, Compiler: compiler, Times: calls, Options: options}
	return t, t.Prepare(t.f)
}

// given are arguments: numbers between 0 and 1, and places in another order than they lie in.
func given(face *proc.Interface, n int) string {
	var parts []string
	for _, p := range face.Params {
		var list []string
		for i := range n {
			if strings.Contains(proc.BriefSource(p.Type), "Int") {
				list = append(list, fmt.Sprint(i*7919%n))
			} else {
				list = append(list, fmt.Sprint(0.05+0.9*float64(i)/float64(n)))
			}
		}
		text := "[" + strings.Join(list, ",") + "]"
		if _, array := p.Type.(*proc.ArrayType); !array {
			text = map[string]string{"m": "10", "x": "0.7"}[p.Name]
		}
		parts = append(parts, fmt.Sprintf("%q: %s", p.Name, text))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}
