package npy

import (
	"encoding/binary"
	"math"
	"unsafe"
)

// Reals are the elements of the file that h is the header of, as IEEE 754 bits of
// 8 bytes, row-major. Integers are rounded to the nearest. It shares memory
// with the file where its elements have that form already.
func (h *Header) Reals(file []byte) ([]uint64, error) {
	switch h.Kind {
	case Float:
		if h.Size == 8 {
			return h.words(file, nil)
		}
		return h.words(file, func(x uint64) uint64 { return widen(uint32(x)) })
	case Int:
		return h.words(file, func(x uint64) uint64 { return math.Float64bits(float64(h.extend(x))) })
	case Uint:
		return h.words(file, func(x uint64) uint64 { return math.Float64bits(float64(x)) })
	}
	return nil, h.wrong("Reals")
}

// Ints are the elements in two's complement of 8 bytes, row-major; it shares memory
// with the file as Reals does.
func (h *Header) Ints(file []byte) ([]uint64, error) {
	switch {
	case h.Kind == Int && h.Size == 8:
		return h.words(file, nil)
	case h.Kind == Int:
		return h.words(file, func(x uint64) uint64 { return uint64(h.extend(x)) })
	case h.Kind == Uint && h.Size < 8:
		return h.words(file, func(x uint64) uint64 { return x })
	case h.Kind == Uint:
		for i := range h.Len() {
			at := h.DataAt + i*h.Size
			if x := h.element(file[at:]); x > math.MaxInt64 {
				e := errorf(at, "%d is not in the range of Int, which is -2^63 … 2^63-1", x)
				e.Range = true
				return nil, e
			}
		}
		return h.words(file, nil)
	}
	return nil, h.wrong("Ints")
}

// Bools are the elements as 0 and 1, row-major.
func (h *Header) Bools(file []byte) ([]uint64, error) {
	if h.Kind != Bool {
		return nil, h.wrong("Bools")
	}
	for i, b := range file[h.DataAt:] {
		if b > 1 {
			return nil, errorf(h.DataAt+i, "a Boolean is 0 or 1, not %d", b)
		}
	}
	return h.words(file, func(x uint64) uint64 { return x })
}

// wrong is the error that elements are not what is wanted.
func (h *Header) wrong(wanted string) *Error {
	e := errorf(h.DataAt, "the elements are of dtype '%s', which are no %s", h.Dtype(), wanted)
	e.Type = true
	return e
}

// extend is the number that the low bytes of x are in two's complement.
func (h *Header) extend(x uint64) int64 {
	shift := 64 - 8*h.Size
	return int64(x<<shift) >> shift
}

// widen gives the bits of a number of 4 bytes in 8, of a NaN too.
func widen(x uint32) uint64 {
	if f := math.Float32frombits(x); f == f {
		return math.Float64bits(float64(f))
	}
	return uint64(x>>31)<<63 | 0x7FF<<52 | uint64(x&(1<<23-1))<<29
}

// element is the first element of b.
func (h *Header) element(b []byte) uint64 {
	order := binary.ByteOrder(binary.LittleEndian)
	if h.BigEndian {
		order = binary.BigEndian
	}
	switch h.Size {
	case 1:
		return uint64(b[0])
	case 2:
		return uint64(order.Uint16(b))
	case 4:
		return uint64(order.Uint32(b))
	}
	return order.Uint64(b)
}

// words are the elements, row-major; as they are if convert is nil.
func (h *Header) words(file []byte, convert func(uint64) uint64) ([]uint64, error) {
	n := h.Len()
	if n == 0 {
		return []uint64{}, nil
	}
	if convert == nil {
		if w, ok := h.inPlace(file, n); ok {
			return w, nil
		}
		convert = func(x uint64) uint64 { return x }
	}
	w := make([]uint64, n)
	place := h.places()
	for i := range n {
		w[place()] = convert(h.element(file[h.DataAt+i*h.Size:]))
	}
	return w, nil
}

// inPlace takes the elements as they stand in the file, where they are
// aligned words of this machine in C order.
func (h *Header) inPlace(file []byte, n int) ([]uint64, bool) {
	const one = 1
	little := binary.NativeEndian.Uint16([]byte{one, 0}) == one
	first := unsafe.Pointer(&file[h.DataAt])
	if h.columns() || h.Size != 8 || h.BigEndian == little || uintptr(first)%8 != 0 {
		return nil, false
	}
	return unsafe.Slice((*uint64)(first), n), true
}

// columns says that the elements stand in an order other than row-major.
func (h *Header) columns() bool { return h.Fortran && len(h.Dims) > 1 }

// places gives the row-major places of the elements, in the order of the file.
func (h *Header) places() func() int {
	next := 0
	if !h.columns() {
		return func() int { next++; return next - 1 }
	}
	strides := make([]int, len(h.Dims))
	stride := 1
	for k := len(h.Dims) - 1; k >= 0; k-- {
		strides[k] = stride
		stride *= h.Dims[k]
	}
	index := make([]int, len(h.Dims))
	return func() int {
		at := next
		for k := range index { // the first index is the fastest
			index[k]++
			next += strides[k]
			if index[k] < h.Dims[k] {
				break
			}
			next -= strides[k] * h.Dims[k]
			index[k] = 0
		}
		return at
	}
}
