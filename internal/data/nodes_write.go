package data

import (
	"bufio"
	"bytes"
	"encoding/json"
	"slices"

	"procad/internal/form"
	"procad/proc"
)

// A view is a part of a value: word i of it is word(i).
type view struct {
	l       *Layout
	word    func(int) uint64
	objects []Object
}

func viewOf(v Value) view {
	return view{LayoutOf(v.Type), func(i int) uint64 { return v.Words[i] }, v.Objects}
}

// part is part i of a tuple or a sum; of (), which a tangent is in the place of a discrete value, ().
func (v view) part(i int) view {
	if len(v.l.Parts) == 0 {
		return view{l: LayoutOf(proc.Unit)}
	}
	at := v.l.WordAt[i]
	return view{v.l.Parts[i], func(k int) uint64 { return v.word(at + k) }, v.objects[min(v.l.ObjAt[i], len(v.objects)):]}
}

// element is element e of an array.
func (v view) element(e int) view {
	if v.l.Elem == nil {
		return view{l: LayoutOf(proc.Unit)}
	}
	a := v.objects[0].(*Array)
	return view{l: v.l.Elem, word: func(leaf int) uint64 { return a.Leaves[leaf][e] }}
}

// A treePrinter writes values of recursive types, and tangents of them: these have no numbers of
// nodes, which are those of the value. What is left to write is a stack of texts and nodes.
type treePrinter struct {
	*printer
	forms         []*form.Form
	values, nodes []view // the arrays of nodes of the value, and of what is written
	text          *bytes.Buffer
	line          []treeItem // of the node at hand
}

// A treeItem is a text, or a node if heap ≥ 0.
type treeItem struct {
	text    string
	heap, k int
}

// trees writes a value of which of has the numbers of the nodes.
func (p *printer) trees(f *form.Form, of, v view) {
	t := &treePrinter{forms: f.Heaps, text: &bytes.Buffer{}}
	t.printer = &printer{Writer: bufio.NewWriter(t.text)}
	for i := range f.Heaps {
		t.values, t.nodes = append(t.values, of.part(1+i)), append(t.nodes, v.part(1+i))
	}
	t.both(f.Part(0), of.part(0), v.part(0))
	left := t.items()
	for len(left) > 0 {
		x := left[len(left)-1]
		left = left[:len(left)-1]
		if x.heap < 0 {
			p.WriteString(x.text)
			continue
		}
		t.both(t.forms[x.heap], t.values[x.heap].element(x.k), t.nodes[x.heap].element(x.k))
		left = append(left, t.items()...)
	}
	if p.err == nil {
		p.err = t.err
	}
}

// items are what has been written, the first last.
func (t *treePrinter) items() []treeItem {
	t.cut()
	slices.Reverse(t.line)
	list := t.line
	t.line = t.line[len(t.line):]
	return list
}

// cut ends the text at hand.
func (t *treePrinter) cut() {
	t.Flush()
	if t.text.Len() > 0 {
		t.line = append(t.line, treeItem{t.text.String(), -1, 0})
		t.text.Reset()
	}
}

// both writes v, where of is the value.
func (t *treePrinter) both(f *form.Form, of, v view) {
	switch {
	case f != nil && f.Ref != nil:
		t.cut()
		t.line = append(t.line, treeItem{"", slices.Index(t.forms, f.Ref), int(of.word(0))})
		return
	case !hasRef(f):
		t.value(v.l, f, v.word, v.objects)
		return
	case f.IsRecord() && len(f.Fields) == 1:
		t.member("{", f.Fields[0])
		t.both(f.Part(0), of, v)
		t.WriteString("}")
		return
	case f.IsRecord():
		for i, name := range f.Fields {
			t.member([]string{"{", ","}[min(i, 1)], name)
			t.both(f.Part(i), of.part(i), v.part(i))
		}
		t.WriteString("}")
		return
	case f.IsSum():
		k := 0
		for ; k < len(f.Cons)-1; k++ {
			tag := int(of.word(0))
			of, v = of.part(tag), v.part(tag)
			if tag == 0 {
				break
			}
		}
		if f.Cons[k].Args == 0 {
			name, _ := json.Marshal(f.Cons[k].Name)
			t.Write(name)
			return
		}
		t.member("{", f.Cons[k].Name)
		t.both(f.Part(k), of, v)
		t.WriteString("}")
		return
	}
	switch of.l.Type.(type) {
	case *proc.TupleType:
		t.list(len(of.l.Parts), func(i int) { t.both(f.Part(i), of.part(i), v.part(i)) })
	case *proc.SumType:
		tag := int(of.word(0))
		t.WriteString([]string{`{"Inl":`, `{"Inr":`}[tag])
		t.both(f.Part(tag), of.part(tag), v.part(tag))
		t.WriteString("}")
	case *proc.ArrayType:
		t.rows(f.Element(), of, v, 0, 0)
	}
}

// rows writes the lists along dimension k of row number at.
func (t *treePrinter) rows(f *form.Form, of, v view, k, at int) {
	dims := of.objects[0].(*Array).Dims
	t.list(dims[k], func(i int) {
		e := at*dims[k] + i
		if k < len(dims)-1 {
			t.rows(f, of, v, k+1, e)
			return
		}
		t.both(f, of.element(e), v.element(e))
	})
}

// hasRef says that values of recursive types are in those of a form.
func hasRef(f *form.Form) bool {
	return f != nil && (f.Ref != nil || hasRef(f.Elem) || slices.ContainsFunc(f.Parts, hasRef))
}
