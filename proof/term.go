package proof

import (
	"errors"
	"fmt"
	"strings"

	"procad/proc"
	"procad/proc/deriv"
)

// ErrFragment is the error of a definition that the proof does not cover.
var ErrFragment = errors.New("not in the fragment of the proof")

// Imports begins a file of reports.
const Imports = `From Coq Require Import String ZArith List.
From Procad Require Import Value Syntax Text.
Import ListNotations.
Open Scope string_scope.
`

// A Library says the types of functions.
type Library interface {
	Sig(proc.Func) (proc.Sig, error)
}

// Report is the Coq term whose value Read reads: whether d is well typed, and its F
// and R. The error is ErrFragment where a construct has no counterpart.
func Report(lib Library, d *proc.Def) (string, error) { return apply("report", lib, d) }

// Verdict is the same, without F and R.
func Verdict(lib Library, d *proc.Def) (string, error) { return apply("verdict", lib, d) }

func apply(f string, lib Library, d *proc.Def) (string, error) {
	w := &writer{lib: lib, number: map[string]int{}, known: map[proc.Func]bool{}}
	if len(d.Zone) > 0 {
		return "", ErrFragment
	}
	in := w.tvar(d.In)
	body := w.procedure(d.Body)
	out := w.tvar(d.Out)
	if w.err != nil {
		return "", w.err
	}
	return fmt.Sprintf("%s [%s]\n(Def (Name %s) %s\n(%s) %s)", f, strings.Join(w.table, "; "), text(d.Name.Text()), in, body, out), nil
}

// A writer writes terms. Variables are numbered in the order in which they occur.
type writer struct {
	lib    Library
	number map[string]int
	known  map[proc.Func]bool
	table  []string // of the functions that are called: name, types, type of the trace
	err    error
}

func (w *writer) fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

func text(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }

func (w *writer) typ(t proc.Type) string {
	switch t := t.(type) {
	case proc.RealType:
		if t == proc.Real {
			return "TReal"
		}
	case proc.IntType:
		return "TInt"
	case proc.UnitType:
		return "TUnit"
	case *proc.TupleType:
		s := "TUnit"
		for i := len(t.Elems) - 1; i >= 0; i-- {
			s = fmt.Sprintf("(TCons %s %s)", w.typ(t.Elems[i]), s)
		}
		return s
	case *proc.SumType:
		return fmt.Sprintf("(TSum %s %s)", w.typ(t.L), w.typ(t.R))
	}
	w.fail(ErrFragment)
	return ""
}

func (w *writer) tvar(v proc.Var) string {
	n, ok := w.number[v.Name]
	if !ok {
		n = len(w.number)
		w.number[v.Name] = n
	}
	return fmt.Sprintf("(%d, %s)", n, w.typ(v.Type))
}

func (w *writer) tvars(vs []proc.Var) string {
	parts := make([]string, len(vs))
	for i, v := range vs {
		parts[i] = w.tvar(v)
	}
	return "[" + strings.Join(parts, "; ") + "]"
}

// function notes what is known of f, once.
func (w *writer) function(f proc.Func) string {
	if w.known[f] {
		return text(f.Text())
	}
	w.known[f] = true
	sig, err := w.lib.Sig(f)
	if err != nil {
		w.fail(err)
		return ""
	}
	if _, _, loop := f.Loop(); loop || len(sig.Zone) > 0 {
		w.fail(ErrFragment)
		return ""
	}
	trace := proc.Unit
	// A function without a derivative has no trace; the rules ask for none.
	if split, err := w.lib.Sig(deriv.RevF.Of(f)); err == nil {
		trace = proc.Elems(split.Out)[1]
	}
	w.table = append(w.table, fmt.Sprintf("(%s, (%s, %s, %s))", text(f.Text()), w.typ(sig.In), w.typ(sig.Out), w.typ(trace)))
	return text(f.Text())
}

func (w *writer) procedure(p proc.Procedure) string {
	var b strings.Builder
	for _, s := range p {
		if c, ok := s.(*proc.Case); ok {
			fmt.Fprintf(&b, "Case %s\n%s (%s)\n", w.tvar(c.In), w.tvar(c.L.Var), w.procedure(c.L.Body))
			fmt.Fprintf(&b, "%s (%s)\n(", w.tvar(c.R.Var), w.procedure(c.R.Body))
			continue
		}
		fmt.Fprintf(&b, "Do (%s)\n(", w.stmt(s))
	}
	b.WriteString("Done")
	b.WriteString(strings.Repeat(")", len(p)))
	return b.String()
}

func (w *writer) stmt(s proc.Stmt) string {
	switch s := s.(type) {
	case *proc.Call:
		if len(s.Zone) > 0 {
			w.fail(ErrFragment)
		}
		return fmt.Sprintf("Call %s (Name %s) %s", w.tvar(s.Out), w.function(s.Func), w.tvar(s.In))
	case *proc.Const:
		switch s.Out.Type {
		case proc.Real:
			return fmt.Sprintf("Const %s (CReal %d%%Z)", w.tvar(s.Out), s.Bits)
		case proc.Int:
			return fmt.Sprintf("Const %s (CInt (%d)%%Z)", w.tvar(s.Out), int64(s.Bits))
		}
		return fmt.Sprintf("Const %s CUnit", w.tvar(s.Out))
	case *proc.Elim:
		return "Elim " + w.tvar(s.In)
	case *proc.Dup:
		return fmt.Sprintf("Dup %s %s", w.tvar(s.Out), w.tvar(s.In))
	case *proc.Tuple:
		return fmt.Sprintf("Tuple %s %s", w.tvar(s.Out), w.tvars(s.Ins))
	case *proc.Untuple:
		return fmt.Sprintf("Untuple %s %s", w.tvars(s.Outs), w.tvar(s.In))
	case *proc.Inl:
		return fmt.Sprintf("Inl %s %s", w.tvar(s.Out), w.tvar(s.In))
	case *proc.Inr:
		return fmt.Sprintf("Inr %s %s", w.tvar(s.Out), w.tvar(s.In))
	}
	w.fail(ErrFragment)
	return ""
}
