package npy

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"strings"
)

// Write writes an array whose elements are words, row-major: IEEE 754 bits of 8
// bytes for Float, two's complement for Int, 0 and 1 for Bool, which takes 1 byte.
func Write(w io.Writer, kind Kind, dims []int, words []uint64) error {
	h := &Header{Kind: kind, Size: 8, Dims: dims}
	if kind == Bool {
		h.Size = 1
	}
	const fixed, align = len(magic) + 4, 64
	text := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': %s, }", h.Dtype(), Shape(dims))
	text += strings.Repeat(" ", align-1-(fixed+len(text))%align) + "\n"
	b := bufio.NewWriterSize(w, 1<<16)
	b.WriteString(magic + "\x01\x00")
	b.Write(binary.LittleEndian.AppendUint16(nil, uint16(len(text))))
	b.WriteString(text)
	for _, x := range words {
		if kind == Bool {
			b.WriteByte(byte(x))
			continue
		}
		b.Write(binary.LittleEndian.AppendUint64(b.AvailableBuffer(), x))
	}
	return b.Flush()
}
