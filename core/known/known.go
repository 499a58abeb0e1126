package known

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"procad/core"
)

// Facts are what variables are bound to.
type Facts struct {
	bound   map[*core.Var]core.Term
	numbers map[*core.Var]int // of variables in the names of atoms
	polys   map[*core.Var]Poly
}

// New knows nothing yet.
func New() *Facts {
	return &Facts{map[*core.Var]core.Term{}, map[*core.Var]int{}, map[*core.Var]Poly{}}
}

// Learn adds what the bindings in t tell.
func (f *Facts) Learn(t core.Term) {
	core.Visit(t, func(t core.Term) {
		switch t := t.(type) {
		case *core.Let:
			f.Bind(t.Var, t.Bound)
		case *core.Untuple:
			if tuple, ok := t.Bound.(*core.Tuple); ok {
				for i, v := range t.Vars {
					f.Bind(v, tuple.Elems[i])
				}
			}
		}
	})
}

// Bind notes that v, which may be nil, is bound to t.
func (f *Facts) Bind(v *core.Var, t core.Term) {
	if v != nil {
		f.bound[v] = t
	}
}

// Bound is what v is bound to in a let; nil if it is bound elsewhere.
func (f *Facts) Bound(v *core.Var) core.Term { return f.bound[v] }

// Lambda is the lambda that a variable stands for, or nil.
func (f *Facts) Lambda(v *core.Var) *core.Lambda {
	fn, _ := f.bound[v].(*core.Lambda)
	return fn
}

// A Poly is a sum of products of atoms by the names of the products; "" is that of
// none. No coefficient is 0.
type Poly map[string]int64

// A polynomial with more terms, or a longer name of a product, is taken for an atom.
const (
	mostTerms = 8
	longest   = 48
)

// Equal says that two polynomials are the same.
func (p Poly) Equal(q Poly) bool {
	if len(p) != len(q) {
		return false
	}
	for name, k := range p {
		if q[name] != k {
			return false
		}
	}
	return true
}

// Constant is the number that p is, if it is one.
func (p Poly) Constant() (k int64, ok bool) {
	return p[""], len(p) == 0 || len(p) == 1 && p[""] != 0
}

// Plus is p + k q.
func (p Poly) Plus(q Poly, k int64) Poly {
	out := Poly{}
	for name, c := range p {
		out.add(name, c)
	}
	for name, c := range q {
		out.add(name, k*c)
	}
	return out
}

func (p Poly) add(name string, c int64) {
	if p[name] += c; p[name] == 0 {
		delete(p, name)
	}
}

// Const is the polynomial k.
func Const(k int64) Poly {
	p := Poly{}
	p.add("", k)
	return p
}

func (p Poly) times(q Poly) Poly {
	out := Poly{}
	for a, c := range p {
		for b, d := range q {
			out.add(product(a, b), c*d)
		}
	}
	return out
}

// quotient is p div k.
func (p Poly) quotient(k int64) Poly {
	if n, ok := p.Constant(); ok {
		q := n / k
		if n%k < 0 {
			q--
		}
		return Const(q)
	}
	return Poly{"q" + strconv.FormatInt(k, 10) + "(" + strings.ReplaceAll(p.String(), " ", "*") + ")": 1}
}

// String is the polynomial with its terms in order: the same text of equal ones.
func (p Poly) String() string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(p)) {
		fmt.Fprintf(&b, "%s:%d,", name, p[name])
	}
	return b.String()
}

// product is the name of a product.
func product(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	atoms := append(strings.Split(a, " "), strings.Split(b, " ")...)
	slices.Sort(atoms)
	return strings.Join(atoms, " ")
}

// small says that p may be a part of others.
func (p Poly) small() bool {
	for name := range p {
		if len(name) > longest {
			return false
		}
	}
	return len(p) <= mostTerms
}

// Sized says that p is 0 or more in each run: a number, or the size of an array.
func (p Poly) Sized() bool {
	if k, ok := p.Constant(); ok {
		return k >= 0
	}
	for name, k := range p {
		return len(p) == 1 && k == 1 && name[0] == 's' && !strings.Contains(name, " ")
	}
	return false
}

// Int is the polynomial of an Int; nil if t is none of numbers, variables, sizes,
// +, - and * of such, and their quotients by positive numbers, which cost next to nothing and cannot fail.
func (f *Facts) Int(t core.Term) Poly {
	switch t := t.(type) {
	case *core.IntConst:
		return Const(t.Value)
	case *core.Use:
		return f.variable(t.Var)
	case *core.Size:
		return f.Size(t.X, t.Axis)
	case *core.Prim:
		return f.prim(t)
	}
	return nil
}

func (f *Facts) prim(t *core.Prim) Poly {
	args := make([]Poly, len(t.Args))
	for i, x := range t.Args {
		if x.Type() != core.Int {
			return nil
		}
		if args[i] = f.Int(x); args[i] == nil {
			return nil
		}
	}
	var p Poly
	switch t.Op {
	case core.Add:
		p = args[0].Plus(args[1], 1)
	case core.Sub:
		p = args[0].Plus(args[1], -1)
	case core.Neg:
		p = Poly{}.Plus(args[0], -1)
	case core.Mul:
		p = args[0].times(args[1])
	case core.IDiv:
		if k, ok := args[1].Constant(); ok && k > 0 {
			p = args[0].quotient(k)
		}
	}
	if p == nil || !p.small() {
		return nil
	}
	return p
}

// variable is what v is known to be.
func (f *Facts) variable(v *core.Var) Poly {
	p, ok := f.polys[v]
	if !ok {
		if t := f.bound[v]; t != nil {
			p = f.Int(t)
		}
		if p == nil {
			p = f.atom("v", v)
		}
		f.polys[v] = p
	}
	return p
}

// atom is what the text does not tell: a variable, or a size of it.
func (f *Facts) atom(kind string, v *core.Var) Poly {
	return Poly{kind + strconv.Itoa(f.number(v)): 1}
}

// number tells a variable from others.
func (f *Facts) number(v *core.Var) int {
	n, ok := f.numbers[v]
	if !ok {
		n = len(f.numbers)
		f.numbers[v] = n
	}
	return n
}

// Size is the size of an array along an axis; nil if nothing is known of it.
func (f *Facts) Size(x core.Term, axis int) Poly {
	switch x := x.(type) {
	case *core.Use:
		if t := f.bound[x.Var]; t != nil {
			if p := f.Size(t, axis); p != nil {
				return p
			}
		}
		return f.atom("s"+strconv.Itoa(axis)+".", x.Var)
	case *core.Build:
		switch n := len(x.Binders); {
		case axis < n:
			return f.Int(x.Binders[axis].Size)
		case x.Row != nil:
			return f.Int(x.Row[axis-n])
		}
	case *core.Reduce:
		return f.sum(x, axis)
	case *core.Literal:
		return Const(x.Dims[axis])
	case *core.Index:
		return f.Size(x.X, axis+len(x.At))
	case *core.Let:
		return f.Size(x.Body, axis)
	case *core.Untuple:
		return f.Size(x.Body, axis)
	case *core.Set:
		return f.Size(x.X, axis)
	case *core.StopGradient:
		return f.Size(x.X, axis)
	case *core.Trace:
		return f.Size(x.X, axis)
	case *core.SizeCheck:
		if s, ok := x.Shape.(*core.ArrayShape); ok && s.Sizes[axis].Size != nil {
			if p := f.Int(s.Sizes[axis].Size); p != nil {
				return p
			}
		}
		return f.Size(x.X, axis)
	}
	return nil
}

// sum is the size of a sum of arrays: that of its terms, if the sum of nothing has it too.
func (f *Facts) sum(x *core.Reduce, axis int) Poly {
	p := f.Size(x.Body, axis)
	zero, ok := x.Zero.(*core.ArrayShape)
	if !ok || zero.Sizes[axis].Size == nil {
		return p // the sum of nothing is a run-time error
	}
	if p == nil || !p.Equal(f.Int(zero.Sizes[axis].Size)) {
		return nil
	}
	return p
}

// Unchecked is a term without checks that its value is seen to pass.
func (f *Facts) Unchecked(t core.Term) core.Term {
	for {
		check, ok := t.(*core.SizeCheck)
		if !ok || !f.holds(check.X, check.Shape) {
			return t
		}
		t = check.X
	}
}

// holds says that the value of t is seen to have a shape.
func (f *Facts) holds(t core.Term, s core.Shape) bool {
	switch s := s.(type) {
	case nil:
		return true
	case *core.ArrayShape:
		for axis, n := range s.Sizes {
			if n.Size == nil {
				continue
			}
			want, is := f.Int(n.Size), f.Size(t, axis)
			if want == nil || is == nil || !want.Equal(is) {
				return false
			}
		}
		return true
	case *core.TupleShape:
		tuple, ok := core.Inner(t).(*core.Tuple)
		for k, e := range s.Elems {
			if ok = ok && f.holds(tuple.Elems[k], e); !ok {
				return false
			}
		}
		return ok
	}
	return false
}
