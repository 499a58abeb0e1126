package core

import "procad/internal/diag"

// Ruled is a function whose derivatives are what a rule says. Nothing may be put in its
// place before derivatives are made: what it computes is not what they are made of.
type Ruled struct {
	Node
	Rule *Rule
}

// A Rule is a derivative of a function that its author wrote. With f : (A1, …, An) → T,
//
//	Value   : (A1, …, An) → T
//	Forward : (A1, …, An, δA1, …, δAn) → (T, δT)
//	Split   : (A1, …, An) → (T, X)
//	Pull    : (A1, …, An, X, δT) → δS            without X where there is no Split
//
// where δS is as in Operator. Those that are not given are nil, and made of the others.
// Forward, Split and Pull may call f, so that they may stand behind it.
type Rule struct {
	Pos  diag.Pos
	Name string // of f

	Value, Forward, Split, Pull *Def

	Functions []string // Captures of the parameters that are functions, "" of others; nil if none is one
	Of        *Rule    // that of a function with function parameters which f is a copy of; nil if f is none

	Extern    string // the symbol of the function of C that f is, which has no other derivative; "" if it is none
	Constant  bool   // the derivative is 0, and none is given
	Differs   string // why it is meant to disagree with the automatic derivative; "" if it is not
	Nonlinear string // why Pull is not linear in the cotangent; "" if it is
	Linear    string // why Forward and Pull are linear where that is not seen; "" if it is to be seen
	Unneeded  bool   // no derivative of f is made, and so none of the parts
}

// Type is that of f. Where it takes functions, their types have Captures.
func (r *Rule) Type() *FuncType {
	t := r.Value.Type()
	for i, name := range r.Functions {
		if f, ok := t.Params[i].(*FuncType); ok {
			t.Params[i] = &FuncType{f.Params, f.Result, name}
		}
	}
	return t
}

// Parts are the definitions that a rule gives.
func (r *Rule) Parts() []*Def {
	var parts []*Def
	for _, d := range []*Def{r.Forward, r.Split, r.Pull} {
		if d != nil {
			parts = append(parts, d)
		}
	}
	return parts
}

// RuleOf is the rule of d, if d is the function of one; nil otherwise.
//
//	def f(x1: A1, …, xn: An): T = ruled(x1, …, xn)
func RuleOf(d *Def) *Rule {
	if call, ok := d.Body.(*Apply); ok {
		if r, ok := call.Func.(*Ruled); ok {
			return r.Rule
		}
	}
	return nil
}

// Rules are those of a program, in the order of their functions.
func (p *Program) Rules() []*Rule {
	var list []*Rule
	seen := map[*Rule]bool{}
	for _, d := range p.Defs {
		Visit(d.Body, func(t Term) {
			if r, ok := t.(*Ruled); ok && !seen[r.Rule] {
				seen[r.Rule] = true
				list = append(list, r.Rule)
			}
		})
	}
	return list
}

// ForwardType, SplitType and PullType are what the parts of a rule for a function of type t are.
func ForwardType(t *FuncType) *FuncType { return DerivedType(JVP, t, nil) }

// SplitType is that of a part that leaves an x.
func SplitType(t *FuncType, x Type) *FuncType {
	return &FuncType{Params: t.Params, Result: TupleOf(t.Result, x)}
}

// PullType is that of a part that takes an x; nil if there is none.
func PullType(t *FuncType, x Type) *FuncType {
	params := t.Params[:len(t.Params):len(t.Params)]
	if x != nil {
		params = append(params, x)
	}
	return &FuncType{Params: append(params, Tangent(t.Result)), Result: DerivedType(VJP, t, nil).Result.(*TupleType).Elems[1]}
}

// Residual is the type X; nil if there is no Split.
func (r *Rule) Residual() Type {
	if r.Split == nil {
		return nil
	}
	return r.Split.Result.(*TupleType).Elems[1]
}

// Γ ⊢ ruled : (A1, …, An) → T        where the parts of the rule have the types of Rule
func (c *checker) ruled(e *Ruled) Type {
	r := e.Rule
	t := r.Type()
	if !c.defs[r.Value] {
		c.failf(e.At, "%s is not defined before its rule", r.Value.Name)
	}
	if !r.Constant && !r.Unneeded && r.Extern == "" && r.Forward == nil && r.Pull == nil || r.Split != nil && r.Pull == nil {
		c.failf(e.At, "the rule of %s gives no derivative", r.Name)
	}
	part := func(d *Def, want func() *FuncType) {
		switch {
		case d == nil:
		case !c.all[d]:
			c.failf(e.At, "%s is not in the program", d.Name)
		case !Equal(d.Type(), want()):
			c.failf(e.At, "%s is %s, and %s is wanted", d.Name, d.Type(), want())
		}
	}
	part(r.Forward, func() *FuncType { return ForwardType(t) })
	part(r.Split, func() *FuncType {
		if pair, ok := r.Split.Result.(*TupleType); ok && len(pair.Elems) == 2 {
			return SplitType(t, pair.Elems[1])
		}
		return SplitType(t, Unit)
	})
	part(r.Pull, func() *FuncType { return PullType(t, r.Residual()) })
	return t
}

// OneWay is what is said where forward mode meets a rule that has no forward derivative.
func (r *Rule) OneWay() string {
	return "the rule of " + r.Name + " is nonlinear in the cotangent, so that there is no forward derivative of it"
}

// Named is the definition that t names as what is called or differentiated: that of a Global,
// the value of a Ruled; nil of other terms.
func Named(t Term) *Def {
	switch t := t.(type) {
	case *Global:
		return t.Def
	case *Ruled:
		return t.Rule.Value
	}
	return nil
}
