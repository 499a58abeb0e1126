package data

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"

	"procad/internal/diag"
	"procad/internal/form"
	"procad/proc"
)

// Write writes a value as JSON, on one line without its end. Reading it back
// gives the same value, but for the dimensions of empty arrays of rank 2 and
// more. It is an error if a stack is in the value: those have no JSON form.
func Write(w io.Writer, v Value) error {
	b := bufio.NewWriter(w)
	p := &printer{Writer: b}
	if v.Form != nil && v.Form.Heaps != nil && v.Type != proc.Unit {
		of := v
		if v.At != nil {
			of = *v.At
		}
		p.trees(v.Form, viewOf(of), viewOf(v))
	} else {
		p.value(LayoutOf(v.Type), v.Form, func(i int) uint64 { return v.Words[i] }, v.Objects)
	}
	if p.err != nil {
		return p.err
	}
	return b.Flush()
}

// A Field is a value with a name.
type Field struct {
	Name  string
	Value Value
}

// WriteObject writes an object with a member for each field, in order.
func WriteObject(w io.Writer, fields []Field) error {
	if len(fields) == 0 {
		_, err := io.WriteString(w, "{}")
		return err
	}
	sep := "{"
	for _, f := range fields {
		name, err := json.Marshal(f.Name)
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(w, "%s%s: ", sep, name); err != nil {
			return err
		}
		if err := Write(w, f.Value); err != nil {
			return err
		}
		sep = ", "
	}
	_, err := io.WriteString(w, "}")
	return err
}

// A printer writes JSON.
type printer struct {
	*bufio.Writer
	scratch []byte
	err     error
}

// value writes a value whose word i is word(i).
func (p *printer) value(l *Layout, f *form.Form, word func(int) uint64, objects []Object) {
	if f != nil && f.Each > 0 && l.Type != proc.Unit {
		p.fieldwise(l, f, objects)
		return
	}
	if p.named(l, f, word, objects) {
		return
	}
	part := func(i int) {
		at := l.WordAt[i]
		p.value(l.Parts[i], f.Part(i), func(k int) uint64 { return word(at + k) }, objects[min(l.ObjAt[i], len(objects)):])
	}
	switch t := l.Type.(type) {
	case proc.RealType:
		p.real(word(0))
	case proc.IntType:
		p.scratch = strconv.AppendInt(p.scratch[:0], int64(word(0)), 10)
		p.Write(p.scratch)
	case proc.UnitType:
		p.WriteString("null")
	case *proc.TupleType:
		p.list(len(l.Parts), part)
	case *proc.SumType:
		if truth(t, f) {
			p.WriteString([]string{"true", "false"}[word(0)])
			return
		}
		p.WriteString([]string{`{"Inl":`, `{"Inr":`}[word(0)])
		part(int(word(0)))
		p.WriteByte('}')
	case *proc.ArrayType:
		p.array(objects[0].(*Array), l.Elem, f.Element(), 0, 0)
	default:
		if p.err == nil {
			p.err = fmt.Errorf("%s has no JSON form", diag.A(proc.BriefSource(l.Type)))
		}
	}
}

func (p *printer) list(n int, item func(i int)) {
	p.WriteByte('[')
	for i := range n {
		if i > 0 {
			p.WriteByte(',')
		}
		item(i)
	}
	p.WriteByte(']')
}

// array writes the lists along dimension k of row number at.
func (p *printer) array(a *Array, elem *Layout, f *form.Form, k, at int) {
	p.list(a.Dims[k], func(i int) {
		e := at*a.Dims[k] + i
		switch {
		case k < len(a.Dims)-1:
			p.array(a, elem, f, k+1, e)
		case elem.Type == proc.Real && f == nil:
			p.real(a.Leaves[0][e])
		default:
			p.value(elem, f, func(leaf int) uint64 { return a.Leaves[leaf][e] }, nil)
		}
	})
}

// real writes a Real.
func (p *printer) real(bits uint64) {
	p.scratch = appendReal(p.scratch[:0], math.Float64frombits(bits))
	p.Write(p.scratch)
}

// appendReal appends the shortest number that reads back as the same Real.
func appendReal(text []byte, x float64) []byte {
	switch {
	case math.IsNaN(x):
		return append(text, `"NaN"`...)
	case math.IsInf(x, 1):
		return append(text, `"Infinity"`...)
	case math.IsInf(x, -1):
		return append(text, `"-Infinity"`...)
	}
	return strconv.AppendFloat(text, x, 'g', -1, 64)
}

// A JSONReal is a float64 that encoding/json writes as Write writes a Real.
type JSONReal float64

// MarshalJSON never fails: what is no number is a string.
func (x JSONReal) MarshalJSON() ([]byte, error) { return appendReal(nil, float64(x)), nil }
