package known

import (
	"fmt"
	"math"
	"strings"

	"procad/core"
)

// longestKey is how many terms a term has at most that is compared with others.
const longestKey = 200

// Key is a text that two terms have in common if the same variables make them the
// same value: they are the same but for the names of what they bind, for other
// names of what they use, and for how they write Ints. It is false of a long term,
// of a sequential loop, which may have a label, and of stacks, of which nothing is shared.
func (f *Facts) Key(t core.Term) (key string, ok bool) {
	k := &keyer{facts: f, inner: map[*core.Var]int{}, left: longestKey}
	k.term(t)
	return k.String(), k.left >= 0
}

type keyer struct {
	strings.Builder
	facts *Facts
	inner map[*core.Var]int // the variables that the term binds, numbered
	left  int               // how many terms it may still have; less than 0: it has too many
}

func (k *keyer) term(t core.Term) {
	if k.left--; k.left < 0 {
		return
	}
	if t.Type() == core.Int && len(k.inner) == 0 {
		if p := k.facts.Int(t); p != nil {
			k.WriteString("{" + p.String() + "}")
			return
		}
	}
	if use, ok := t.(*core.Use); ok {
		k.use(use.Var)
		return
	}
	k.head(t)
	for _, v := range core.Bound(t) {
		if v != nil {
			k.inner[v] = len(k.inner)
		}
		fmt.Fprintf(k, " %t", v != nil)
	}
	k.WriteString("(")
	for _, at := range core.Places(t) {
		k.term(*at)
		k.WriteString(",")
	}
	k.WriteString(")")
}

// use is a variable, by what it is another name of.
func (k *keyer) use(v *core.Var) {
	for {
		if n, ok := k.inner[v]; ok {
			fmt.Fprintf(k, "b%d", n)
			return
		}
		other, ok := k.facts.bound[v].(*core.Use)
		if !ok {
			break
		}
		v = other.Var
	}
	fmt.Fprintf(k, "v%d", k.facts.number(v))
}

// head is what a term is besides what is in it.
func (k *keyer) head(t core.Term) {
	switch t := t.(type) {
	case *core.RealConst:
		fmt.Fprintf(k, "real %x", math.Float64bits(t.Value))
	case *core.IntConst:
		fmt.Fprintf(k, "%d", t.Value)
	case *core.Prim:
		k.WriteString(string(t.Op))
	case *core.Global:
		k.WriteString("def " + t.Def.Name)
	case *core.Ruled:
		k.WriteString("ruled " + t.Rule.Value.Name)
	case *core.Derive:
		fmt.Fprintf(k, "%s%v", t.Op, t.Wanted)
	case *core.Inject:
		fmt.Fprintf(k, "con %d %s", t.Con, t.Of)
	case *core.Size:
		fmt.Fprintf(k, "size %d", t.Axis)
	case *core.Reduce:
		fmt.Fprintf(k, "%s %d", t.Op, len(t.Binders))
		k.shape(t.Zero)
	case *core.Build:
		fmt.Fprintf(k, "build %d", len(t.Row))
	case *core.Literal:
		fmt.Fprintf(k, "array %v %s", t.Dims, t.Of)
	case *core.SizeCheck:
		k.WriteString("check")
		k.shape(t.Shape)
	case *core.Assert:
		k.WriteString("assert")
	case *core.Fold, *core.NTimes, *core.While, *core.StackTerm, *core.Trace, *core.Foreign:
		k.left = -1
	default:
		fmt.Fprintf(k, "%T %d", t, len(core.Places(t)))
	}
}

// shape is which sizes a shape has.
func (k *keyer) shape(s core.Shape) {
	switch s := s.(type) {
	case nil:
		k.WriteString("?")
	case *core.ArrayShape:
		k.WriteString("[")
		for _, n := range s.Sizes {
			fmt.Fprintf(k, "%t ", n.Size != nil)
		}
		k.WriteString("]")
	case *core.TupleShape:
		k.shapes(s.Elems)
	case *core.SumShape:
		k.shapes(s.Cons)
	}
}

func (k *keyer) shapes(list []core.Shape) {
	k.WriteString("(")
	for _, s := range list {
		k.shape(s)
	}
	k.WriteString(")")
}
