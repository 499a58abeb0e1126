package prim

import (
	"fmt"
	"slices"
	"strings"

	"procad/internal/quote"
	"procad/proc"
	"procad/proc/deriv"
)

// An Extern is a function of C that is linked in:
//
//	extern{A1, …, S, T, "f(.*)"} : [s1 : &A1, …] S → T
//
// The parameters of f are the scalars of S and the arrays Ai in the order that the name says: . is
// a scalar, * an array, which C takes as its address and its dimensions. Behind its scalars S has an array for
// each that is in T, which f fills. It has no derivative: a rule gives that.
type Extern struct {
	Symbol  string
	Status  bool   // f returns an int, which is 0 unless it failed
	Arrays  []bool // which of the parameters are arrays
	Zone    []proc.Type
	In, Out proc.Type
}

const externWord, statusWord = "extern", "status "

// Func is the name of the function.
func (e *Extern) Func() proc.Func {
	text := ""
	if e.Status {
		text = statusWord
	}
	text += e.Symbol + "("
	for _, array := range e.Arrays {
		if array {
			text += "*"
		} else {
			text += "."
		}
	}
	return proc.FamilyOf(externWord, append(slices.Clone(e.Zone), e.In, e.Out)...).With(text + ")")
}

// IsExtern says that a function is one of C.
func IsExtern(f proc.Func) bool { return f.OfFamily(externWord) }

// ExternIn is the function of C that a definition calls; nil if it calls none.
func ExternIn(d *proc.Def) (found *Extern) {
	d.Body.Calls(func(c *proc.Call) {
		if IsExtern(c.Func) {
			if e, err := ExternOf(c.Func); err == nil {
				found = e
			}
		}
	})
	return found
}

// ExternOf takes the name of a function of C apart.
func ExternOf(f proc.Func) (*Extern, error) {
	_, types, _ := f.Family()
	n := len(types) - 2
	if n < 0 {
		return nil, fmt.Errorf("extern takes the types of an argument and of a result")
	}
	e := &Extern{Zone: types[:n:n], In: types[n], Out: types[n+1]}
	text, status := strings.CutPrefix(f.Message(), statusWord)
	symbol, params, ok := strings.Cut(text, "(")
	params, closed := strings.CutSuffix(params, ")")
	if !ok || !closed || strings.Trim(params, ".*") != "" || !quote.IsExternSymbol(symbol) {
		return nil, fmt.Errorf("extern has a message such as \"f(.*)\", not %.100q", f.Message())
	}
	e.Symbol, e.Status = symbol, status
	for _, c := range params {
		e.Arrays = append(e.Arrays, c == '*')
	}
	return e, nil
}

// Results are the types of the parts of the result, one by one.
func (e *Extern) Results() []proc.Type { return leavesOf(e.Out) }

// externSig is the type of a function of C.
func externSig(f proc.Func) (proc.Sig, error) {
	e, err := ExternOf(f)
	if err != nil {
		return proc.Sig{}, err
	}
	sig := proc.Sig{In: e.In, Out: e.Out}
	for i, t := range e.Zone {
		if !foreignArray(t) {
			return sig, fmt.Errorf("extern reads arrays of numbers, not %s", t)
		}
		sig.Zone = append(sig.Zone, proc.Ref{Name: fmt.Sprint("s", i), Mode: proc.Shared, Type: t})
	}
	ins, outs := arraysOf(e.In), arraysOf(e.Out)
	scalars := len(leavesOf(e.In)) - len(ins)
	for _, t := range slices.Concat(leavesOf(e.In), leavesOf(e.Out)) {
		if t != proc.Bool && !number(t) && !foreignArray(t) {
			return sig, fmt.Errorf("%s has no form in C", t)
		}
	}
	named := 0
	for _, array := range e.Arrays {
		if array {
			named++
		}
	}
	switch {
	case named != len(e.Zone) || len(e.Arrays)-named != scalars:
		return sig, fmt.Errorf("the parameters of %s are not those of its types", e.Symbol)
	case !slices.EqualFunc(ins, outs, func(a, b proc.Type) bool { return deriv.Activate(a) == deriv.Activate(b) }):
		return sig, fmt.Errorf("%s is to fill the arrays of its result", e.Symbol)
	case slices.IndexFunc(leavesOf(e.In), isArrayType) >= 0 && slices.IndexFunc(leavesOf(e.In), isArrayType) < scalars:
		return sig, fmt.Errorf("the arrays that %s fills are behind its scalars", e.Symbol)
	}
	return sig, nil
}

func isArrayType(t proc.Type) bool { _, ok := t.(*proc.ArrayType); return ok }

// leavesOf are the components of a tuple, which C takes one by one.
func leavesOf(t proc.Type) []proc.Type {
	switch t := t.(type) {
	case *proc.TupleType:
		var list []proc.Type
		for _, e := range t.Elems {
			list = append(list, leavesOf(e)...)
		}
		return list
	case proc.UnitType:
		return nil
	}
	return []proc.Type{t}
}

func arraysOf(t proc.Type) (list []proc.Type) {
	for _, e := range leavesOf(t) {
		if isArrayType(e) {
			list = append(list, e)
		}
	}
	return list
}

func number(t proc.Type) bool { return t == proc.Int || deriv.Activate(t) == proc.Real }

// foreignArray says that an array has a form in C.
func foreignArray(t proc.Type) bool {
	a, ok := t.(*proc.ArrayType)
	return ok && number(a.Elem)
}
