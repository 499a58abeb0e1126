package graph

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"procad/internal/diag"
	"procad/proc"
)

// A Term is a scalar as an expression over Θ and the indices of loops. Equal terms
// of one table are the same pointer.
//
//	t ::= k | s | a[t, …] | size(a, k) | i | f(t, …) | if t then t else t | ?      s, a in Θ, i the index of a loop
//
// A ? stands for a value of which nothing else is known, and equals only itself.
type Term struct {
	Kind    TermKind
	Type    proc.Type
	Bits    uint64    // of a constant; the axis of a size
	Name    string    // of Θ
	Func    proc.Func // of an Apply
	Args    []*Term
	Pos     diag.Pos // of the first statement that computes it
	Indices []string // of loops, in it
	number  uint32
}

// A TermKind is the form of a term.
type TermKind byte

// The forms.
const (
	Constant TermKind = iota
	Scalar
	Element
	Size
	Index
	Apply
	Conditional
	Opaque
)

// Terms is a table of terms.
type Terms struct {
	known map[termKey]*Term
	made  uint32
}

// A termKey is a term without what does not count. The numbers of more than two arguments
// are in more.
type termKey struct {
	kind          TermKind
	typ           proc.Type
	bits          uint64
	name          string
	f             proc.Func
	n             int
	first, second uint32
	more          string
}

// NewTerms is an empty table.
func NewTerms() *Terms { return &Terms{known: map[termKey]*Term{}} }

// number gives a term of the table its number.
func (ts *Terms) number(t *Term) *Term {
	t.number = ts.made
	ts.made++
	return t
}

// Opaque is a ? that is not yet in the table.
func (ts *Terms) Opaque() *Term { return ts.number(&Term{Kind: Opaque}) }

// Of is the term of the table that equals t, which is in it from now on.
func (ts *Terms) Of(t Term) *Term {
	key := termKey{kind: t.Kind, typ: t.Type, bits: t.Bits, name: t.Name, f: t.Func, n: len(t.Args)}
	switch len(t.Args) {
	case 0:
	case 1:
		key.first = t.Args[0].number
	case 2:
		key.first, key.second = t.Args[0].number, t.Args[1].number
	default:
		var more []byte
		for _, a := range t.Args {
			more = binary.LittleEndian.AppendUint32(more, a.number)
		}
		key.more = string(more)
	}
	if old := ts.known[key]; old != nil {
		return old
	}
	if t.Kind == Index {
		t.Indices = []string{t.Name}
	}
	for _, a := range t.Args {
		for _, n := range a.Indices {
			if !slices.Contains(t.Indices, n) {
				t.Indices = append(t.Indices, n)
			}
		}
	}
	ts.known[key] = ts.number(&t)
	return &t
}

// String writes a term as its grammar has it.
func (t *Term) String() string {
	args := make([]string, len(t.Args))
	for i, a := range t.Args {
		args[i] = a.String()
	}
	list := strings.Join(args, ", ")
	switch t.Kind {
	case Constant:
		if t.Type == proc.Real {
			return strconv.FormatFloat(math.Float64frombits(t.Bits), 'g', -1, 64)
		}
		return strconv.FormatInt(int64(t.Bits), 10)
	case Element:
		return t.Name + "[" + list + "]"
	case Size:
		return fmt.Sprintf("size(%s, %d)", t.Name, t.Bits)
	case Apply:
		return t.Func.String() + "(" + list + ")"
	case Conditional:
		return fmt.Sprintf("if %s then %s else %s", args[0], args[1], args[2])
	case Opaque:
		return "?"
	}
	return t.Name
}

// DependsOn says that a term depends on one of some indices.
func (t *Term) DependsOn(indices []string) bool {
	return slices.ContainsFunc(indices, func(i string) bool { return slices.Contains(t.Indices, i) })
}

// Total says that a term can be computed anywhere: nothing in it can fail.
func (t *Term) Total() bool {
	if t.Kind == Element || t.Kind == Opaque || t.Kind == Apply && Partial(t.Func) {
		return false
	}
	return !slices.ContainsFunc(t.Args, func(a *Term) bool { return !a.Total() })
}

// Emit appends the one statement that computes t, no conditional and no ?, from its arguments. The result is called
// by a name, and a tuple of the arguments by another; ref is what Θ has for the name in t.
func (t *Term) Emit(b *proc.Builder, name, tuple, ref string, args []proc.Var) proc.Var {
	where := proc.Where{Pos: b.Pos}
	switch t.Kind {
	case Constant:
		v := b.Var(name, t.Type)
		b.Emit(&proc.Const{Where: where, Out: v, Bits: t.Bits})
		return v
	case Size:
		v := b.Var(name, t.Type)
		b.Emit(&proc.Size{Where: where, Out: v, Ref: ref, Axis: int(t.Bits)})
		return v
	case Apply:
		return b.Call(name, t.Type, t.Func, nil, b.Tuple(tuple, args...))
	}
	return b.Read(name, t.Type, ref, args...)
}
