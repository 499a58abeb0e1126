package procad

import (
	"fmt"
	"math"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"unsafe"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/proc"
)

// A frame is what one call passes and gets. The memory of Go that words point to is
// pinned during the call.
type frame struct {
	in, out   []uint64
	pins      runtime.Pinner
	failure   failure
	workspace uintptr     // the memory of native code, which has the arrays of the last result, and a trace
	flat      map[int]any // by the parameter, or result: what has numbers for nodes, see trees

	// What a forward pass of the interpreter leaves.
	zone  []data.Value
	trace data.Value
}

// address is the word for a buffer.
func address[T any](fr *frame, buffer []T) uint64 {
	if len(buffer) == 0 {
		return 0
	}
	p := unsafe.SliceData(buffer)
	fr.pins.Pin(p)
	return uint64(uintptr(unsafe.Pointer(p)))
}

// unknown is a dimension of which an empty slice of slices tells nothing.
const unknown = math.MaxUint64

// A misfit says why a value is none of a parameter.
type misfit struct {
	code, message string
	path          []string // to the part that is meant, from within
}

func (m *misfit) in(format string, args ...any) *misfit {
	m.path = append(m.path, fmt.Sprintf(format, args...))
	return m
}

// of is the error about what was given.
func (m *misfit) of(g given) *Error {
	where := g.where
	slices.Reverse(m.path)
	for _, step := range m.path {
		where += ", " + step
	}
	return diag.Errorf(diag.Pos{}, m.code, "%s: %s", where, m.message).Hintf("%s is %s", g.name, diag.A(g.typ))
}

// wrongType says what stands for the type.
func (f *form) wrongType(v any) *misfit {
	have := "nil"
	if v != nil {
		have = diag.A(reflect.TypeOf(v).String())
	}
	return &misfit{code: data.CodeWrongType, message: fmt.Sprintf("%s is wanted, not %s", f.accepted(), have)}
}

// accepted names types of Go.
func (f *form) accepted() string {
	switch {
	case f.rank == 2 && f.elem.typ == proc.Real:
		return "a procad.Array[float64] or a [][]float64"
	case len(f.parts) > 0 && f.typ != proc.Bool && !f.isSum():
		return fmt.Sprintf("a []any of %d, or a struct with as many exported fields,", len(f.parts))
	case f.typ == proc.Unit || f.isSum() && f.typ != proc.Bool:
		return f.goType()
	}
	return diag.A(f.goType())
}

func (f *form) isSum() bool {
	_, ok := f.typ.(*proc.SumType)
	return ok
}

// set writes the words of an argument.
func (f *form) set(words []uint64, v any, fr *frame) *misfit {
	switch t := f.typ.(type) {
	case proc.RealType:
		return f.setReal(words, v)
	case proc.IntType:
		return f.setInt(words, v)
	case *proc.ArrayType:
		return f.setArray(words, v, fr)
	case *proc.SumType:
		if t == proc.Bool {
			b, ok := v.(bool)
			if !ok {
				return f.wrongType(v)
			}
			words[0] = wordOf(b)
			return nil
		}
		return f.setSum(words, v, fr)
	case *proc.TupleType:
		return f.setTuple(words, v, fr)
	}
	if v != nil {
		return f.wrongType(v)
	}
	return nil
}

// wordOf is the word for a Bool.
func wordOf(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func (f *form) setReal(words []uint64, v any) *misfit {
	var x float64
	switch v := v.(type) {
	case float64:
		x = v
	case float32:
		x = float64(v)
	case int:
		if v < -1<<53 || v > 1<<53 {
			return &misfit{code: data.CodeNumberRange, message: fmt.Sprintf("%d is no float64", v)}
		}
		x = float64(v)
	default:
		return f.wrongType(v)
	}
	words[0] = math.Float64bits(x)
	return nil
}

func (f *form) setInt(words []uint64, v any) *misfit {
	switch v := v.(type) {
	case int64:
		words[0] = uint64(v)
		return nil
	case int:
		words[0] = uint64(v)
		return nil
	}
	r := reflect.ValueOf(v)
	switch {
	case r.IsValid() && r.CanInt():
		words[0] = uint64(r.Int())
	case r.IsValid() && r.CanUint() && r.Uint() > math.MaxInt64:
		return &misfit{code: data.CodeNumberRange, message: fmt.Sprintf("%d is no int64", v)}
	case r.IsValid() && r.CanUint():
		words[0] = r.Uint()
	default:
		return f.wrongType(v)
	}
	return nil
}

func (f *form) setSum(words []uint64, v any, fr *frame) *misfit {
	clear(words)
	switch v := v.(type) {
	case Left:
		if m := f.parts[0].set(words[1:], v.Value, fr); m != nil {
			return m.in("the value of Left")
		}
	case Right:
		words[0] = 1
		if m := f.parts[1].set(words[1+f.parts[0].width:], v.Value, fr); m != nil {
			return m.in("the value of Right")
		}
	default:
		return f.wrongType(v)
	}
	return nil
}

// setTuple takes what has parts.
func (f *form) setTuple(words []uint64, v any, fr *frame) *misfit {
	part, m := f.list(v)
	if m != nil {
		return m
	}
	for i, p := range f.parts {
		if m := p.set(words, part(i), fr); m != nil {
			return m.in("part %d", i)
		}
		words = words[p.width:]
	}
	return nil
}

// list gives the parts of a list, or the fields of a struct.
func (f *form) list(v any) (part func(int) any, m *misfit) {
	r := reflect.ValueOf(v)
	for r.Kind() == reflect.Pointer && !r.IsNil() {
		r = r.Elem()
	}
	switch r.Kind() {
	case reflect.Slice, reflect.Array:
		if r.Len() != len(f.parts) {
			return nil, &misfit{code: data.CodeWrongType, message: fmt.Sprintf("it has %d parts, and not %d", len(f.parts), r.Len())}
		}
		return func(i int) any { return r.Index(i).Interface() }, nil
	case reflect.Struct:
		if r.NumField() != len(f.parts) {
			return nil, f.wrongType(v)
		}
		for i := range f.parts {
			if !r.Field(i).CanInterface() {
				return nil, f.wrongType(v)
			}
		}
		return func(i int) any { return r.Field(i).Interface() }, nil
	}
	return nil, f.wrongType(v)
}

// setArray takes what has the memory of the array as it is, and copies other forms of it.
func (f *form) setArray(words []uint64, v any, fr *frame) *misfit {
	shape := []int(nil)
	items := v
	if a, ok := v.(block); ok {
		shape, items = a.parts()
		if m := f.checkShape(shape, reflect.ValueOf(items).Len()); m != nil {
			return m
		}
	} else if f.rank > 1 {
		return f.setRows(words, v, fr)
	}
	n := 0
	switch items := items.(type) {
	case []float64:
		if f.elem.typ != proc.Real {
			return f.wrongType(v)
		}
		n, words[0] = len(items), address(fr, items)
	case []int64:
		if f.elem.typ != proc.Int {
			return f.wrongType(v)
		}
		n, words[0] = len(items), address(fr, items)
	case []int:
		if f.elem.typ != proc.Int || strconv.IntSize != 64 {
			return f.wrongType(v)
		}
		n, words[0] = len(items), address(fr, items)
	case []bool:
		if f.elem.typ != proc.Bool {
			return f.wrongType(v)
		}
		n, words[0] = len(items), address(fr, items)
	default:
		r := reflect.ValueOf(items)
		if r.Kind() != reflect.Slice && r.Kind() != reflect.Array {
			return f.wrongType(v)
		}
		n = r.Len()
		c := f.copier(n)
		for i := range n {
			if m := c.add(r.Index(i).Interface(), fr); m != nil {
				return m.in("element %d", i)
			}
		}
		c.done(words, fr)
	}
	if shape == nil {
		words[f.elem.width] = uint64(n)
	}
	for k, d := range shape {
		words[f.elem.width+k] = uint64(d)
	}
	return nil
}

func (f *form) checkShape(shape []int, n int) *misfit {
	switch want, ok := count(shape); {
	case len(shape) != f.rank:
		return &misfit{code: data.CodeWrongShape, message: fmt.Sprintf("the shape %v has %d dimensions, and not %d", shape, len(shape), f.rank)}
	case !ok:
		return &misfit{code: data.CodeWrongShape, message: fmt.Sprintf("no array has the shape %v", shape)}
	case want != n:
		return &misfit{code: data.CodeWrongShape, message: fmt.Sprintf("the shape %v has %d elements, and Data %d", shape, want, n)}
	}
	return nil
}

// setRows copies slices of slices, which are rows of equal lengths.
func (f *form) setRows(words []uint64, v any, fr *frame) *misfit {
	shape := make([]int, f.rank)
	for k := range shape {
		shape[k] = -1
	}
	if m := f.measure(reflect.ValueOf(v), shape, 0, v); m != nil {
		return m
	}
	for k, d := range shape {
		words[f.elem.width+k] = uint64(d) // -1 is unknown
	}
	n, ok := count(shape)
	if !ok {
		n = 0
	}
	c := f.copier(n)
	var fill func(r reflect.Value, depth int) *misfit
	fill = func(r reflect.Value, depth int) *misfit {
		if rows, ok := r.Interface().([]float64); ok && f.elem.typ == proc.Real && depth == f.rank-1 {
			c.reals(rows)
			return nil
		}
		for i := range r.Len() {
			e := r.Index(i)
			if depth < f.rank-1 {
				if m := fill(slice(e), depth+1); m != nil {
					return m.in("row %d", i)
				}
			} else if m := c.add(e.Interface(), fr); m != nil {
				return m.in("element %d", i)
			}
		}
		return nil
	}
	if m := fill(slice(reflect.ValueOf(v)), 0); m != nil {
		return m
	}
	c.done(words, fr)
	return nil
}

// slice is the slice that is in an interface.
func slice(r reflect.Value) reflect.Value {
	for r.Kind() == reflect.Interface {
		r = r.Elem()
	}
	return r
}

// measure finds the dimensions from a depth on: -1 are not known yet.
func (f *form) measure(r reflect.Value, shape []int, depth int, v any) *misfit {
	r = slice(r)
	if r.Kind() != reflect.Slice && r.Kind() != reflect.Array {
		return f.wrongType(v)
	}
	if shape[depth] == -1 {
		shape[depth] = r.Len()
	}
	if shape[depth] != r.Len() {
		return &misfit{code: data.CodeRagged, message: fmt.Sprintf("it has %d elements, and rows before it have %d", r.Len(), shape[depth])}
	}
	if depth == len(shape)-1 {
		return nil
	}
	for i := range r.Len() {
		if m := f.measure(r.Index(i), shape, depth+1, v); m != nil {
			if m.code == data.CodeRagged {
				m.in("row %d", i)
			}
			return m
		}
	}
	return nil
}

// A copier makes the buffers of an array from its elements in order.
type copier struct {
	elem  *form
	words [][]uint64 // for each leaf that is a number
	bytes [][]byte   // for each that is none
	item  []uint64
}

func (f *form) copier(n int) *copier {
	c := &copier{elem: f.elem, words: make([][]uint64, f.elem.width), bytes: make([][]byte, f.elem.width), item: make([]uint64, f.elem.width)}
	for k, l := range f.elem.leaves {
		if l != number {
			c.bytes[k] = make([]byte, 0, n)
		} else {
			c.words[k] = make([]uint64, 0, n)
		}
	}
	return c
}

func (c *copier) add(v any, fr *frame) *misfit {
	if m := c.elem.set(c.item, v, fr); m != nil {
		return m
	}
	for k, l := range c.elem.leaves {
		if l != number {
			c.bytes[k] = append(c.bytes[k], byte(c.item[k]))
		} else {
			c.words[k] = append(c.words[k], c.item[k])
		}
	}
	return nil
}

func (c *copier) reals(xs []float64) {
	for _, x := range xs {
		c.words[0] = append(c.words[0], math.Float64bits(x))
	}
}

// done writes the addresses of the buffers.
func (c *copier) done(words []uint64, fr *frame) {
	for k, l := range c.elem.leaves {
		if l != number {
			words[k] = address(fr, c.bytes[k])
		} else {
			words[k] = address(fr, c.words[k])
		}
	}
}
