package run

import (
	"fmt"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/llvm/loopir"
	"procad/prim"
	"procad/proc"
)

// Call runs f. The values of zone stand behind the names of its zone, in order: accumulators are added to where they
// are. arg is copied first. What goes wrong at run time is a *prim.RuntimeError.
func (m *Machine) Call(d *proc.Def, zone []data.Value, arg data.Value) (result data.Value, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &prim.RuntimeError{Kind: prim.Internal, Message: fmt.Sprintf("the interpreter of the loop IR broke in %s: %v", d.Name, r)}
		}
	}()
	f := m.prog.Lookup(d.Name)
	if f == nil {
		return result, fmt.Errorf("no function is called %s", d.Name)
	}
	if proc.HasStack(arg.Type) || proc.HasStack(d.Out.Type) {
		return result, fmt.Errorf("%s takes or gives stacks, which have no form outside", d.Name)
	}
	m.live = 0
	var args []leaf
	var cells []func()
	for i, v := range zone {
		scalar := d.Zone[i].Mode == proc.Accumulator && proc.Scalar(v.Type)
		for k, x := range leavesOf(v, false) {
			if scalar && loopir.LeavesOf(v.Type)[k] == loopir.RealType {
				cell := &memory{words: []uint64{x.word}}
				cells = append(cells, func() { v.Words[k] = cell.words[0] })
				x = leaf{object: &buffer{cell, 0}}
			}
			args = append(args, x)
		}
	}
	owned := leavesOf(arg.Clone(), true)
	for k, x := range owned {
		if b, ok := x.object.(*buffer); ok && f.Modes[len(args)+k] == loopir.Owned {
			m.live += len(b.words)
		}
	}
	out, err := m.call(f, append(args, owned...), diag.Pos{})
	if err != nil {
		return result, err
	}
	for _, set := range cells {
		set()
	}
	result, live := valueOf(d.Out.Type, out)
	if live != m.live {
		return result, &prim.RuntimeError{Kind: prim.Internal, Message: fmt.Sprintf("%d words live at the end, but the result has %d", m.live, live)}
	}
	return result, nil
}

// leavesOf are the leaves of a value without stacks. Its arrays are buffers, written where they are, which the function
// may give back if it owns them.
func leavesOf(v data.Value, owned bool) []leaf {
	var out []leaf
	l := data.LayoutOf(v.Type)
	switch {
	case l.Rank() > 0:
		a, ok := v.Objects[0].(*data.Array)
		if !ok {
			return make([]leaf, l.Elem.Words+l.Rank()) // of the side that a sum is not
		}
		for _, words := range a.Leaves {
			out = append(out, leaf{object: &buffer{&memory{words: words, counted: owned}, 0}})
		}
		for _, n := range a.Dims {
			out = append(out, leaf{word: uint64(n)})
		}
		return out
	case len(l.Parts) == 0:
		return append(out, wordLeaves(v.Words)...)
	case l.IsSum():
		out = append(out, leaf{word: v.Words[0]})
	}
	for i := range l.Parts {
		out = append(out, leavesOf(v.Part(i), owned)...)
	}
	return out
}

func wordLeaves(words []uint64) []leaf {
	out := make([]leaf, len(words))
	for i := range words {
		out[i].word = words[i]
	}
	return out
}

// valueOf is the value of leaves, and how many words its arrays have. The sides that sums are not are zero.
func valueOf(t proc.Type, leaves []leaf) (data.Value, int) {
	l := data.LayoutOf(t)
	v := data.Value{Type: t, Words: make([]uint64, l.Words), Objects: make([]data.Object, l.Objects)}
	return v, fill(l, v.Words, v.Objects, &leaves)
}

// fill takes the leaves of a value from the front of a list.
func fill(l *data.Layout, words []uint64, objects []data.Object, list *[]leaf) (live int) {
	next := func() leaf {
		x := (*list)[0]
		*list = (*list)[1:]
		return x
	}
	switch {
	case l.Rank() > 0:
		a := arrayOf(l, next)
		objects[0] = a
		return a.Size()
	case l.IsSum():
		words[0] = next().word
	case len(l.Parts) == 0:
		for i := range l.Words {
			words[i] = next().word
		}
	}
	for i, p := range l.Parts {
		if l.IsSum() && uint64(i) != words[0] {
			*list = (*list)[len(loopir.LeavesOf(p.Type)):]
			continue
		}
		live += fill(p, words[l.WordAt[i]:], objects[l.ObjAt[i]:], list)
	}
	return live
}

// arrayOf is the array whose buffers and dimensions come next.
func arrayOf(l *data.Layout, next func() leaf) *data.Array {
	a := &data.Array{Leaves: make([][]uint64, l.Elem.Words)}
	for i := range a.Leaves {
		b := next().object.(*buffer)
		a.Leaves[i] = b.words[b.at:]
	}
	for range l.Rank() {
		a.Dims = append(a.Dims, int(next().word))
	}
	for i, words := range a.Leaves {
		a.Leaves[i] = words[:a.Len()]
	}
	if l.Elem.HasSum {
		clearUnused(l.Elem, a)
	}
	return a
}

// clearUnused makes the sides that the elements of an array are not zero.
func clearUnused(elem *data.Layout, a *data.Array) {
	words := make([]uint64, elem.Words)
	for e := range a.Len() {
		for i, leaf := range a.Leaves {
			words[i] = leaf[e]
		}
		list := wordLeaves(words)
		clear(words)
		fill(elem, words, nil, &list)
		for i, leaf := range a.Leaves {
			leaf[e] = words[i]
		}
	}
}
