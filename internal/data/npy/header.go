package npy

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"
)

// A Kind is what the elements of an array are.
type Kind byte

// The kinds of elements.
const (
	Bool  Kind = 'b'
	Int   Kind = 'i'
	Uint  Kind = 'u'
	Float Kind = 'f'
)

// A Header describes an array.
type Header struct {
	Kind      Kind
	Size      int // of an element, in bytes
	BigEndian bool
	Fortran   bool  // the first index is the fastest
	Dims      []int // none for a scalar
	DimsAt    int   // the offset of the shape in the file
	DataAt    int   // the offset of the elements in the file
}

// An Error is about a byte of a file.
type Error struct {
	Offset int
	Msg    string
	Range  bool // it is about a number that is too large
	Type   bool // it is about elements of another type than what is wanted
}

func (e *Error) Error() string { return fmt.Sprintf("byte %d: %s", e.Offset, e.Msg) }

func errorf(offset int, format string, args ...any) *Error {
	return &Error{Offset: offset, Msg: fmt.Sprintf(format, args...)}
}

const magic = "\x93NUMPY"

// MaxRank is the most dimensions that an array of NumPy has.
const MaxRank = 64

// Parse reads the header of a file, and demands that as many bytes follow as it
// says. The error is an *Error.
func Parse(file []byte) (*Header, error) {
	h, err := parse(file)
	if err != nil {
		return nil, err
	}
	return h, nil
}

func parse(file []byte) (*Header, *Error) {
	if len(file) < len(magic) || string(file[:len(magic)]) != magic {
		return nil, errorf(0, `a .npy file begins with \x93NUMPY`)
	}
	at := len(magic) + 2 // after the version
	if len(file) < at {
		return nil, errorf(len(file), "the file ends before its version")
	}
	width := 4 // of the length of the header
	switch major, minor := file[at-2], file[at-1]; {
	case minor != 0 || major < 1 || major > 3:
		return nil, errorf(at-2, "the version is %d.%d; 1.0, 2.0 and 3.0 are known", major, minor)
	case major == 1:
		width = 2
	}
	if len(file) < at+width {
		return nil, errorf(len(file), "the file ends before the length of its header")
	}
	var length uint64
	if width == 2 {
		length = uint64(binary.LittleEndian.Uint16(file[at:]))
	} else {
		length = uint64(binary.LittleEndian.Uint32(file[at:]))
	}
	if rest := len(file) - at - width; length > uint64(rest) {
		return nil, errorf(at, "the header has %d bytes, but %d follow", length, rest)
	}
	at += width
	end := at + int(length)
	h := &Header{DataAt: end}
	l := &literal{text: file[:end], i: at}
	if l.header(h); l.err != nil {
		return nil, l.err
	}
	return h, h.fits(len(file) - end)
}

// fits demands that the elements take the bytes that there are.
func (h *Header) fits(rest int) *Error {
	// An array without elements has dimensions that could be multiplied, too.
	product, empty := h.Size, false
	for _, d := range h.Dims {
		empty = empty || d == 0
		if d = max(d, 1); product > math.MaxInt/d {
			return errorf(h.DimsAt, "the shape %s is larger than any memory", Shape(h.Dims))
		}
		product *= d
	}
	if empty {
		product = 0
	}
	if product != rest {
		return errorf(h.DimsAt, "the shape %s needs %d bytes of elements, but %d follow", Shape(h.Dims), product, rest)
	}
	return nil
}

// Shape is a shape as Python writes it: (), (3,), (3, 4).
func Shape(dims []int) string {
	if len(dims) == 1 {
		return fmt.Sprintf("(%d,)", dims[0])
	}
	return "(" + strings.Trim(strings.ReplaceAll(fmt.Sprint(dims), " ", ", "), "[]") + ")"
}

// Dtype is the type of the elements as NumPy writes it, such as <f8.
func (h *Header) Dtype() string {
	order := "<"
	if h.Size == 1 {
		order = "|"
	} else if h.BigEndian {
		order = ">"
	}
	return fmt.Sprintf("%s%c%d", order, h.Kind, h.Size)
}

// Len is the number of elements.
func (h *Header) Len() int {
	n := 1
	for _, d := range h.Dims {
		n *= d
	}
	return n
}
