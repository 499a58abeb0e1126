package data

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"procad/internal/decimal"
	"procad/internal/diag"
	"procad/internal/form"
	"procad/proc"
	"procad/proc/deriv"
)

// ReadValue reads one value of type t. Empty arrays of rank 2 and more must
// have dimensions that the text tells.
func ReadValue(src *diag.Source, t proc.Type) (Value, error) {
	r := newReader(src, newChecker())
	v := r.value(proc.Param{Name: "the value", Type: t, Index: -1})
	r.finish()
	if r.err != nil {
		return Value{}, r.err
	}
	return v, r.checkShapes()
}

// A reader reads values of known types.
type reader struct {
	scanner
	*checker
	param string // the parameter being read, for messages
	trees *trees // of the values of recursive types in it
}

func newReader(src *diag.Source, c *checker) *reader {
	r := &reader{scanner: scanner{src: src, text: src.Text}, checker: c}
	if strings.HasPrefix(src.Text, byteOrderMark) {
		r.i = len(byteOrderMark)
	}
	return r
}

// byteOrderMark is what some editors put at the beginning of a file.
const byteOrderMark = "\ufeff"

// value reads the value of a parameter.
func (r *reader) value(p proc.Param) Value {
	l := LayoutOf(p.Type)
	v := Value{Type: deriv.Activate(p.Type), Form: p.Form}
	if l.TooLarge() {
		r.fail(r.i, CodeWrongType, "values of this type have too many parts to be read")
		return v
	}
	v.Words, v.Objects = make([]uint64, l.Words), make([]Object, l.Objects)
	into := &place{words: v.Words, objects: v.Objects}
	r.parts(p, l, p.Form, into, 0, 0)
	return v
}

// parts reads a parameter whose components have sizes of their own.
func (r *reader) parts(p proc.Param, l *Layout, f *form.Form, into *place, w, o int) {
	if p.Name != "" {
		r.param = p.Name
	}
	if f != nil && f.Each > 0 {
		r.fieldwise(p, l, f, into, o)
		return
	}
	if f != nil && f.Heaps != nil {
		r.readTrees(p, l, f, into, w, o)
		return
	}
	if len(p.Parts) == 0 || len(p.Parts) != len(l.Parts) || f.Wraps() {
		r.sized(p.Sizes, l, f, into, w, o)
		return
	}
	r.tuple(f, len(p.Parts), p.Type, func(i int) {
		r.parts(p.Parts[i], l.Parts[i], f.Part(i), into, w+l.WordAt[i], o+l.ObjAt[i])
	})
}

// A place is where leaves are put: the words and objects of a value, or the
// ends of the buffers of an array.
type place struct {
	words   []uint64
	objects []Object
	array   *Array
}

func (p *place) word(i int, w uint64) {
	if p.array != nil {
		p.array.Leaves[i] = append(p.array.Leaves[i], w)
		return
	}
	p.words[i] = w
}

// sized reads a value whose first leaves are word w and object o.
func (r *reader) sized(sizes []string, l *Layout, f *form.Form, into *place, w, o int) {
	if f != nil && f.Each > 0 {
		r.fieldwise(proc.Param{Sizes: sizes}, l, f, into, o)
		return
	}
	if f != nil && f.Ref != nil {
		r.ref(f.Ref, into, w)
		return
	}
	if f.IsRecord() && len(f.Fields) == 1 {
		r.record(f.Fields, func(int) { r.sized(sizes, l, f.Part(0), into, w, o) })
		return
	}
	if f.IsSum() {
		r.named(f, l, into, w, o)
		return
	}
	switch t := l.Type.(type) {
	case proc.RealType:
		into.word(w, math.Float64bits(r.real()))
	case proc.IntType:
		into.word(w, uint64(r.int()))
	case proc.UnitType:
		if !r.word("null") {
			r.expected("null, which is (),")
		}
	case *proc.TupleType:
		r.tuple(f, len(l.Parts), t, func(i int) { r.sized(nil, l.Parts[i], f.Part(i), into, w+l.WordAt[i], o+l.ObjAt[i]) })
	case *proc.SumType:
		r.sum(l, f, into, w, o)
	case *proc.ArrayType:
		into.objects[o] = r.array(sizes, l, f.Element())
	default:
		r.fail(r.i, CodeWrongType, "%s has no JSON form", diag.A(proc.BriefSource(l.Type)))
	}
}

func (r *reader) tuple(f *form.Form, n int, t proc.Type, part func(i int)) {
	if f.IsRecord() {
		r.record(f.Fields, part)
		return
	}
	r.peek()
	at := r.i
	if r.peek() != '[' {
		r.expected("a list of " + strconv.Itoa(n) + " parts, which is " + diag.A(proc.BriefSource(t)) + ",")
		return
	}
	got := r.list(func(i int) {
		if i < n {
			part(i)
		} else {
			r.skip(0)
		}
	})
	if r.err == nil && got != n && r.trees != nil { // what the type is in a heap is no help
		r.fail(at, CodeWrongType, "this list has length %d, but here are %d parts", got, n)
	} else if r.err == nil && got != n {
		r.fail(at, CodeWrongType, "this list has length %d, but %s has %d parts", got, diag.A(proc.BriefSource(t)), n)
	}
}

// truth says that a sum is true or false: it is () + (), and no part is of a declared type.
func truth(t proc.Type, f *form.Form) bool { return t == proc.Bool && !f.NamesParts() }

// sum reads {"Inl": v} or {"Inr": v}; a Bool is true or false.
func (r *reader) sum(l *Layout, f *form.Form, into *place, w, o int) {
	if truth(l.Type, f) {
		switch {
		case r.word("true"):
			into.word(w, 0)
		case r.word("false"):
			into.word(w, 1)
		default:
			r.expected("true or false")
		}
		return
	}
	const example = `{"Inl": …} or {"Inr": …}`
	if r.peek() != '{' {
		r.expected(example + ", which is " + diag.A(proc.BriefSource(l.Type)) + ",")
		return
	}
	at, members := r.i, 0
	r.object(func(name string, nameAt int) {
		members++
		tag := map[string]int{"Inl": 0, "Inr": 1}[name]
		if name != "Inl" && name != "Inr" || members > 1 {
			r.fail(nameAt, CodeWrongType, "a value of type %s is written %s", proc.BriefSource(l.Type), example)
			return
		}
		r.choose(l, tag, into, w, func() { r.sized(nil, l.Parts[tag], f.Part(tag), into, w+l.WordAt[tag], o+l.ObjAt[tag]) })
	})
	if r.err == nil && members == 0 {
		r.fail(at, CodeWrongType, "a value of type %s is written %s", proc.BriefSource(l.Type), example)
	}
}

// choose puts the part of a sum that is there, in the order of the words.
func (r *reader) choose(l *Layout, tag int, into *place, w int, part func()) {
	into.word(w, uint64(tag))
	for i, p := range l.Parts {
		if i == tag {
			part()
			continue
		}
		for k := range p.Words {
			into.word(w+l.WordAt[i]+k, 0)
		}
	}
}

// array reads nested lists, down to the elements.
func (r *reader) array(sizes []string, l *Layout, f *form.Form) *Array {
	rank := l.Rank()
	a := &Array{Dims: make([]int, rank), Leaves: make([][]uint64, l.Elem.Words)}
	s := shape{param: r.param, elem: f, sizes: sizes, array: a, firsts: make([]position, rank)}
	for i := range a.Dims {
		a.Dims[i] = unknown
	}
	r.peek()
	s.at = r.position(r.i)
	if r.peek() == '{' {
		r.shaped(&s, l)
	} else {
		r.level(&s, l, 0)
	}
	r.shapes = append(r.shapes, s)
	for i, leaf := range a.Leaves {
		if leaf == nil {
			a.Leaves[i] = []uint64{}
		}
	}
	return a
}

// shaped reads {"shape": [n1, …], "data": [x1, …]}, the elements row by row.
func (r *reader) shaped(s *shape, l *Layout) {
	const example = `{"shape": [0, 3], "data": []}`
	found, count, dataAt := 0, 0, 0
	r.object(func(name string, at int) {
		found++
		r.peek()
		switch name {
		case "shape":
			r.dimensions(s)
		case "data":
			dataAt = r.i
			into := &place{array: s.array}
			count = r.list(func(int) { r.sized(nil, l.Elem, s.elem, into, 0, 0) })
		default:
			r.fail(at, CodeWrongType, "an array is a list, or has a shape and data").Hintf("write %s", example)
		}
	})
	switch {
	case r.err != nil:
	case found < 2:
		r.fail(s.at.at, CodeWrongType, "an array is a list, or has a shape and data").Hintf("write %s", example)
	case !has(s.array.Dims, count):
		r.fail(dataAt, CodeWrongShape, "there are %d elements, which are not as many as the shape says", count)
	}
}

// dimensions reads those of an array.
func (r *reader) dimensions(s *shape) {
	dims, at := s.array.Dims, r.i
	n := r.list(func(k int) {
		r.peek()
		dimAt := r.i
		d := r.int()
		if d < 0 && r.err == nil {
			r.fail(dimAt, CodeWrongShape, "a dimension is negative")
		}
		if k < len(dims) {
			dims[k], s.firsts[k] = int(d), r.position(dimAt)
		}
	})
	if r.err == nil && n != len(dims) {
		r.fail(at, CodeWrongShape, "the shape has %d dimensions, but the array has %d", n, len(dims))
	}
}

// has says that an array of the given dimensions has n elements.
func has(dims []int, n int) bool {
	if slices.Contains(dims, 0) {
		return n == 0
	}
	for _, d := range dims {
		if n == 0 || n%d != 0 {
			return false
		}
		n /= d
	}
	return n == 1
}

// level reads the lists along dimension k.
func (r *reader) level(s *shape, l *Layout, k int) {
	dims := s.array.Dims
	if r.peek() != '[' {
		r.expected("a list, for an array of rank " + strconv.Itoa(len(dims)) + ",")
		return
	}
	at := r.i
	var n int
	switch {
	case k < len(dims)-1:
		n = r.list(func(int) { r.level(s, l, k+1) })
	case l.Elem.Type == proc.Real && s.elem == nil:
		n = r.reals(&s.array.Leaves[0])
	default:
		into := &place{array: s.array}
		n = r.list(func(int) { r.sized(nil, l.Elem, s.elem, into, 0, 0) })
	}
	r.long(s, k, n, at)
}

// reals reads a list of Reals.
func (r *reader) reals(to *[]uint64) int {
	list := *to
	n := r.list(func(int) {
		if len(list) == cap(list) && len(list) >= fewReals {
			list = slices.Grow(list, max(len(list)/4, r.follow()))
		}
		list = append(list, math.Float64bits(r.real()))
	})
	*to = list
	return n
}

// fewReals is a list that is not worth counting ahead.
const fewReals = 1 << 10

// follow is about how many numbers follow: the commas in front of the next string or the end, which stand in the same
// value. Room for all of them is made at once, of which what is not needed is not touched.
func (r *reader) follow() int {
	rest := r.text[r.i:]
	if end := strings.IndexByte(rest, '"'); end >= 0 {
		rest = rest[:end]
	}
	return strings.Count(rest, ",") + 1
}

// long notes that a list along dimension k, which begins at the given place, has length n.
func (r *reader) long(s *shape, k, n, at int) {
	if r.err != nil {
		return
	}
	if dims := s.array.Dims; dims[k] == unknown {
		dims[k], s.firsts[k] = n, r.position(at)
	} else if dims[k] != n {
		e := r.fail(at, CodeRagged, "this list has length %d, but those before it have length %d", n, dims[k])
		s.firsts[k].note(e, "the first one").Hintf("arrays are rectangular")
	}
}

// real reads a Real.
func (r *reader) real() float64 {
	switch c := r.peek(); {
	case c == 'N' && r.word("NaN"):
		return math.NaN()
	case c == 'I' && r.word("Infinity"):
		return math.Inf(1)
	case c == '-' && r.word("-Infinity"):
		return math.Inf(-1)
	case c == '-' || '0' <= c && c <= '9':
		at := r.i
		text := r.number()
		x, err := decimal.Float(text)
		if err != nil {
			r.fail(at, CodeNumberRange, "%s is too large for a Real", clip(text)).Hintf(`infinity is written "Infinity"`)
		}
		return x
	case c == '"':
		at := r.i
		switch r.str() {
		case "NaN":
			return math.NaN()
		case "Infinity":
			return math.Inf(1)
		case "-Infinity":
			return math.Inf(-1)
		}
		r.fail(at, CodeWrongType, "a Real is wanted here, not a string").
			Hintf(`write numbers without quotes; only "NaN", "Infinity" and "-Infinity" have them`)
		return 0
	}
	r.expected("a Real")
	return 0
}

// int reads an Int.
func (r *reader) int() int64 {
	c := r.peek()
	if c != '-' && (c < '0' || '9' < c) {
		r.expected("an Int")
		return 0
	}
	at := r.i
	text := r.number()
	if r.err != nil {
		return 0
	}
	digits, ok := decimal.Whole(text)
	if !ok {
		r.fail(at, CodeWrongType, "an Int is wanted here, not %s", clip(text)).Hintf("an Int is a whole number")
		return 0
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		r.fail(at, CodeNumberRange, "%s is not in the range of Int, which is -2^63 … 2^63-1", clip(text))
	}
	return n
}

// clip shortens the text of a number for a message.
func clip(text string) string {
	const most = 40
	if len(text) > most {
		return text[:most] + "…"
	}
	return text
}
