package core

import (
	"fmt"
	"strings"

	"procad/internal/diag"
	"procad/internal/form"
)

// A Program is a list of definitions, callees before callers.
type Program struct {
	Source *diag.Source // positions are in it; may be nil
	Defs   []*Def
}

// A Def is a top-level function.
//
//	def f(x1: T1, …, xn: Tn): T = e
type Def struct {
	Pos    diag.Pos
	Name   string
	Params []*Var
	Result Type
	Body   Term

	Recursion *Recursion // in which f is, if it calls itself; nil otherwise
	Local     bool       // made of a local function, and none that the program defines

	ParamSizes  []Sizes // of each parameter
	ResultSizes Sizes

	ParamForms []*form.Form // what a program calls the parts of each parameter; may be nil
	ResultForm *form.Form
}

// A Recursion is a set of definitions that call themselves through each other. No other
// call has a later definition, and the pass recursion leaves none.
type Recursion struct {
	Defs []*Def
	// Limit is how deep their calls may be in each other: a call from outside is 1 deep.
	Limit int64
	// Fixed says why its loops take no strategy, whatever its calls are; "" of a recursion of the text.
	Fixed string
}

// DefaultDepth is the Limit of recursions.
const DefaultDepth = 1_000_000

// Message is what the run-time error of a call says that is deeper.
func (r *Recursion) Message(f string) string {
	return fmt.Sprintf("the recursion is too deep: this call of %s is in %d others", f, r.Limit)
}

// Sizes are what a program calls the sizes of an array in a type, "" without
// a name, or those of the parts of a tuple.
type Sizes struct {
	Names []string
	Parts []Sizes
}

// NoSizes are the sizes in t where a program calls none by a name.
func NoSizes(t Type) (s Sizes) {
	switch t := t.(type) {
	case *ArrayType:
		s.Names = make([]string, t.Rank)
	case *TupleType:
		for _, e := range t.Elems {
			s.Parts = append(s.Parts, NoSizes(e))
		}
	}
	return s
}

// Type is the type of f.
func (d *Def) Type() *FuncType {
	params := make([]Type, len(d.Params))
	for i, p := range d.Params {
		params[i] = p.Type
	}
	return &FuncType{Params: params, Result: d.Result}
}

// Lookup is the definition called name, or nil.
func (p *Program) Lookup(name string) *Def {
	for _, d := range p.Defs {
		if d.Name == name {
			return d
		}
	}
	return nil
}

// An Operator takes a function f : (A1, …, An) → T to one of its derivatives.
// S is A1 if n = 1, else (A1, …, An). Without some of the parameters, δAi and Ji
// of these are (), and δS is () if all of its components are.
type Operator string

// The derivative operators.
const (
	JVP    Operator = "jvp"    // (A1, …, An, δA1, …, δAn) → (T, δT)
	VJP    Operator = "vjp"    // (A1, …, An, δT) → (T, δS)
	Grad   Operator = "grad"   // (A1, …, An) → δS               T = Real
	JacFwd Operator = "jacfwd" // (A1, …, An) → (J1, …, Jn)      column by column
	JacRev Operator = "jacrev" // (A1, …, An) → (J1, …, Jn)      row by row
)

// The operators on the functions that a rule takes, which the pass closures replaces. d f is what is captured, and
// the tangents and cotangents of that.
const (
	SplitOf Operator = "split" // (A1, …, An) → (T, trace f)
	PullOf  Operator = "pull"  // (trace f, δT) → (d f, δS)
	ZeroOf  Operator = "zero"  // () → d f
	VJPOf   Operator = "vjp'"  // (A1, …, An, δT) → (T, (d f, δS))
	JVPOf   Operator = "jvp'"  // (A1, …, An, d f, δA1, …, δAn) → (T, δT)
)

// Word is what a program calls op.
func (op Operator) Word() string { return strings.TrimSuffix(string(op), "'") }

// capturedType is DerivedType of the operators on the functions that a rule takes.
func capturedType(op Operator, t *FuncType) *FuncType {
	params := t.Params[:len(t.Params):len(t.Params)]
	df, trace := &CapturedType{Name: t.Captures}, &CapturedType{t.Captures, true}
	tangents := make([]Type, len(params))
	for i, p := range params {
		tangents[i] = Tangent(p)
	}
	switch op {
	case SplitOf:
		return &FuncType{Params: params, Result: TupleOf(t.Result, trace)}
	case PullOf:
		return &FuncType{Params: []Type{trace, Tangent(t.Result)}, Result: TupleOf(df, cotangents(tangents, nil))}
	case ZeroOf:
		return &FuncType{Params: []Type{}, Result: df}
	case VJPOf:
		return &FuncType{Params: append(params, Tangent(t.Result)), Result: TupleOf(t.Result, TupleOf(df, cotangents(tangents, nil)))}
	case JVPOf:
		return &FuncType{Params: append(append(params, df), tangents...), Result: TupleOf(t.Result, Tangent(t.Result))}
	}
	return nil
}

// DerivedType is the type of op(f) for f : t, without the parameters that are not
// wanted; nil if there is none.
func DerivedType(op Operator, t *FuncType, wanted []bool) *FuncType {
	if wanted != nil && (op == JVP || len(wanted) != len(t.Params)) {
		return nil
	}
	if t.Captures != "" {
		if of := capturedType(op, t); of != nil {
			return of
		}
	}
	params := t.Params[:len(t.Params):len(t.Params)]
	tangents := make([]Type, len(params))
	for i, p := range params {
		tangents[i] = Tangent(p)
	}
	switch op {
	case JVP:
		return &FuncType{Params: append(params, tangents...), Result: TupleOf(t.Result, Tangent(t.Result))}
	case VJP:
		return &FuncType{Params: append(params, Tangent(t.Result)), Result: TupleOf(t.Result, cotangents(tangents, wanted))}
	case Grad:
		if t.Result == Real {
			return &FuncType{Params: params, Result: cotangents(tangents, wanted)}
		}
	case JacFwd, JacRev:
		out, ok := realRank(t.Result)
		if !ok {
			return nil
		}
		jacobians := make([]Type, len(params))
		for i, p := range params {
			in, ok := realRank(p)
			switch {
			case Discrete(p), wanted != nil && !wanted[i]:
				jacobians[i] = Unit
			case !ok:
				return nil
			default:
				jacobians[i] = ArrayOf(Real, out+in)
			}
		}
		return &FuncType{Params: params, Result: TupleOf(jacobians...)}
	}
	return nil
}

// cotangents is δS of the wanted parameters, given the tangents of all.
func cotangents(tangents []Type, wanted []bool) Type {
	parts := make([]Type, len(tangents))
	none := true
	for i, t := range tangents {
		parts[i] = Unit
		if wanted == nil || wanted[i] {
			parts[i] = t
		}
		none = none && parts[i] == Unit
	}
	if none {
		return Unit
	}
	return TupleOf(parts...)
}

// realRank is the rank of Real or an array of Reals.
func realRank(t Type) (rank int, ok bool) {
	if a, ok := t.(*ArrayType); ok {
		return a.Rank, a.Elem == Real
	}
	return 0, t == Real
}
