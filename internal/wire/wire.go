// Package wire writes values as bytes, and reads them again, for programs that call functions of another process:
//
//	a Real or an Int      8 bytes, the least significant first
//	a Bool                8 bytes: 1 is true
//	a tuple               its elements
//	a sum                 8 bytes, 0 or 1 for the side, and then both sides; of the other one all numbers are 0
//	an array              8 bytes for each dimension, and then a block for each leaf of its elements: 8 bytes for each
//	                      number, one for a Bool or a tag
package wire

import (
	"encoding/binary"
	"fmt"
	"io"

	"procad/internal/data"
	"procad/proc"
)

// maxBytes is how large a block may be.
const maxBytes = 1 << 40

// Read reads a value of a type.
func Read(r io.Reader, t proc.Type) (v data.Value, err error) {
	v.Type = t
	return v, read(r, t, &v, true)
}

// read appends the leaves of a value; those that are not there are 0.
func read(r io.Reader, t proc.Type, v *data.Value, there bool) error {
	switch t := t.(type) {
	case proc.RealType, proc.IntType:
		word, err := readWord(r)
		if err != nil {
			return err
		}
		v.Words = append(v.Words, kept(word, there))
	case *proc.TupleType:
		for _, e := range t.Elems {
			if err := read(r, e, v, there); err != nil {
				return err
			}
		}
	case *proc.SumType:
		tag, err := readWord(r)
		if err != nil {
			return err
		}
		if tag > 1 {
			return fmt.Errorf("wire: the tag of a sum is %d", tag)
		}
		side := tag
		if t == proc.Bool {
			tag = 1 - tag
		}
		v.Words = append(v.Words, kept(tag, there))
		if err := read(r, t.L, v, there && side == 0); err != nil {
			return err
		}
		return read(r, t.R, v, there && side == 1)
	case *proc.ArrayType:
		a, err := readArray(r, t)
		if err != nil {
			return err
		}
		if there {
			v.Objects = append(v.Objects, a)
		} else {
			v.Objects = append(v.Objects, nil)
		}
	}
	return nil
}

func kept(word uint64, there bool) uint64 {
	if there {
		return word
	}
	return 0
}

func readWord(r io.Reader) (uint64, error) {
	var b [8]byte
	_, err := io.ReadFull(r, b[:])
	return binary.LittleEndian.Uint64(b[:]), err
}

func readArray(r io.Reader, t *proc.ArrayType) (*data.Array, error) {
	a := &data.Array{Dims: make([]int, t.Rank)}
	n := uint64(1)
	for k := range a.Dims {
		d, err := readWord(r)
		if err != nil {
			return nil, err
		}
		if a.Dims[k] = int(d); d != 0 && n > maxBytes/8/d || d > maxBytes {
			return nil, fmt.Errorf("wire: an array of %d elements is too large", d)
		}
		n *= d
	}
	for _, kind := range appendKinds(nil, t.Elem) {
		leaf := make([]uint64, n)
		if kind == number {
			if err := binary.Read(r, binary.LittleEndian, leaf); err != nil {
				return nil, err
			}
		} else {
			bytes := make([]byte, n)
			if _, err := io.ReadFull(r, bytes); err != nil {
				return nil, err
			}
			for i, b := range bytes {
				leaf[i] = turned(kind, uint64(b&1))
			}
		}
		a.Leaves = append(a.Leaves, leaf)
	}
	return a, nil
}

// A kind is how a leaf of the elements of an array is written.
type kind int

const (
	number kind = iota
	truth       // of which 0 stands for true among the words of a value
	tag
)

// turned is the word for a tag or a Bool, or the other way round.
func turned(k kind, word uint64) uint64 {
	if k == truth {
		return 1 - word
	}
	return word
}

func appendKinds(kinds []kind, t proc.Type) []kind {
	switch t := t.(type) {
	case proc.RealType, proc.IntType:
		return append(kinds, number)
	case *proc.TupleType:
		for _, e := range t.Elems {
			kinds = appendKinds(kinds, e)
		}
	case *proc.SumType:
		if t == proc.Bool {
			return append(kinds, truth)
		}
		return appendKinds(appendKinds(append(kinds, tag), t.L), t.R)
	}
	return kinds
}

// Write writes a value as one of a type, which has the same leaves as its own.
func Write(w io.Writer, t proc.Type, v data.Value) error {
	out := writer{w: w, words: v.Words, objects: v.Objects}
	out.write(t, true)
	return out.err
}

// A writer takes the leaves of a value in order.
type writer struct {
	w       io.Writer
	words   []uint64
	objects []data.Object
	err     error
}

func (w *writer) word(word uint64) { w.put(binary.LittleEndian.AppendUint64(nil, word)) }

func (w *writer) put(b []byte) {
	if w.err == nil {
		_, w.err = w.w.Write(b)
	}
}

func (w *writer) next() uint64 {
	word := w.words[0]
	w.words = w.words[1:]
	return word
}

func (w *writer) write(t proc.Type, there bool) {
	switch t := t.(type) {
	case proc.RealType, proc.IntType:
		w.word(kept(w.next(), there))
	case *proc.TupleType:
		for _, e := range t.Elems {
			w.write(e, there)
		}
	case *proc.SumType:
		side := w.next()
		if t == proc.Bool {
			w.word(kept(1-side, there))
			return
		}
		w.word(kept(side, there))
		w.write(t.L, there && side == 0)
		w.write(t.R, there && side == 1)
	case *proc.ArrayType:
		o := w.objects[0]
		w.objects = w.objects[1:]
		a, _ := o.(*data.Array)
		if !there || a == nil {
			a = &data.Array{Dims: make([]int, t.Rank), Leaves: make([][]uint64, len(appendKinds(nil, t.Elem)))}
		}
		for _, d := range a.Dims {
			w.word(uint64(d))
		}
		for k, kind := range appendKinds(nil, t.Elem) {
			b := make([]byte, 0, 8*len(a.Leaves[k]))
			for _, word := range a.Leaves[k] {
				if kind == number {
					b = binary.LittleEndian.AppendUint64(b, word)
				} else {
					b = append(b, byte(turned(kind, word)))
				}
			}
			w.put(b)
		}
	}
}
