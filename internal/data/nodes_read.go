package data

import (
	"slices"
	"sort"
	"strconv"

	"procad/internal/form"
	"procad/proc"
)

// A value of a recursive type is the number of a node in an array of the nodes of its type. The
// nodes are in the order of the text: each is before what it contains. No part of reading and
// writing such values is a recursion over them, so they may be as deep as memory allows.

// A trees is what is being read: the arrays of nodes, and the nodes that have been found and not
// read, the next one last.
type trees struct {
	forms  []*form.Form
	elems  []*Layout
	arrays []*Array
	found  []pending
	from   int // where the value begins
	ends   *brackets
}

// A pending is a node that begins at an offset of the text, and where its number goes.
type pending struct {
	heap, at int
	word     *uint64
	array    *Array
	leaf, k  int
}

// trees reads a parameter with values of recursive types, whose root is the first part.
func (r *reader) readTrees(p proc.Param, l *Layout, f *form.Form, into *place, w, o int) {
	r.peek()
	t := &trees{forms: f.Heaps, from: r.i}
	for i := range f.Heaps {
		elem := l.Parts[1+i].Elem
		a := &Array{Dims: []int{0}, Leaves: make([][]uint64, elem.Words)}
		for k := range a.Leaves {
			a.Leaves[k] = []uint64{}
		}
		t.elems, t.arrays = append(t.elems, elem), append(t.arrays, a)
		into.objects[o+l.ObjAt[1+i]] = a
	}
	outer := r.trees
	r.trees = t
	defer func() { r.trees = outer }()
	root := proc.Param{}
	if len(p.Parts) > 0 {
		root = p.Parts[0]
	}
	r.parts(root, l.Parts[0], f.Part(0), into, w, o)
	slices.Reverse(t.found)
	end := r.i
	for len(t.found) > 0 && r.err == nil {
		n := t.found[len(t.found)-1]
		t.found = t.found[:len(t.found)-1]
		a := t.arrays[n.heap]
		number := uint64(a.Dims[0])
		if n.word != nil {
			*n.word = number
		} else {
			n.array.Leaves[n.leaf][n.k] = number
		}
		a.Dims[0]++
		from := len(t.found)
		r.i = n.at
		if r.named(t.forms[n.heap], t.elems[n.heap], &place{array: a}, 0, 0); r.err != nil && n.at > t.from {
			r.position(n.at).note(r.err, "in %s%s", r.param, pathTo(r.text, t.from, n.at))
		}
		slices.Reverse(t.found[from:])
	}
	if r.err == nil {
		r.i = end
	}
}

// ref notes a node that begins here, and goes to its end.
func (r *reader) ref(f *form.Form, into *place, w int) {
	t := r.trees
	n := pending{heap: slices.Index(t.forms, f)}
	switch r.peek() {
	case '"':
		n.at = r.i
		r.str()
	case '{':
		n.at = r.i
		r.pass()
	default:
		r.expected(conExamples(f))
		return
	}
	if into.array != nil {
		n.array, n.leaf, n.k = into.array, w, len(into.array.Leaves[w])
	} else {
		n.word = &into.words[w]
	}
	into.word(w, 0)
	t.found = append(t.found, n)
}

// pass goes to the end of a value. Inside of values of recursive types, which may be deep, it finds what is wrong with brackets alone.
func (r *reader) pass() {
	c := r.peek()
	if r.trees == nil || c != '{' && c != '[' {
		r.skip(0)
		return
	}
	if r.trees.ends == nil {
		r.trees.ends = bracketsOf(r.text, r.trees.from)
	}
	end, ok := r.trees.ends.end(r.i)
	if !ok {
		r.fail(r.i, CodeJSON, "this does not end")
		return
	}
	r.i = end
}

// pathTo is where the value at an offset is in the one that begins at from: .Node[1].Cons[0].
func pathTo(text string, from, at int) string {
	const most = 8 // of the last steps
	type step struct {
		key   string
		index int
		list  bool
	}
	var steps []step
	for i := from; i < at; i++ {
		last := len(steps) - 1
		switch text[i] {
		case '"':
			begin := i + 1
			for i++; i < at && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
			if last >= 0 && !steps[last].list {
				steps[last].key = text[begin:min(i, at)]
			}
		case '{', '[':
			steps = append(steps, step{list: text[i] == '['})
		case '}', ']':
			steps = steps[:max(last, 0)]
		case ',':
			if last >= 0 && steps[last].list {
				steps[last].index++
			}
		}
	}
	path := ""
	if len(steps) > most {
		path, steps = " …", steps[len(steps)-most:]
	}
	for _, s := range steps {
		if s.list {
			path += "[" + strconv.Itoa(s.index) + "]"
		} else {
			path += "." + s.key
		}
	}
	return path
}

// A brackets says where the brackets of a text end: starts are in order.
type brackets struct{ starts, ends []int }

// bracketsOf looks at a text from an offset on, which is in no string.
func bracketsOf(text string, from int) *brackets {
	b := &brackets{}
	var open []int
	for i := from; i < len(text); i++ {
		switch text[i] {
		case '"':
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case '{', '[':
			open = append(open, len(b.starts))
			b.starts, b.ends = append(b.starts, i), append(b.ends, -1)
		case '}', ']':
			if n := len(open); n > 0 {
				b.ends[open[n-1]] = i + 1
				open = open[:n-1]
			}
		}
	}
	return b
}

// end is where the bracket that is at an offset ends.
func (b *brackets) end(at int) (int, bool) {
	k := sort.SearchInts(b.starts, at)
	if k == len(b.starts) || b.starts[k] != at || b.ends[k] < 0 {
		return 0, false
	}
	return b.ends[k], true
}
