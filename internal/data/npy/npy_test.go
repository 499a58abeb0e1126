package npy_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"procad/internal/clangs"
	"procad/internal/data/npy"
	"procad/internal/within"
)

// file is a file of version 1.0, with the header and the elements given.
func file(header string, elements string) []byte {
	b := binary.LittleEndian.AppendUint16([]byte("\x93NUMPY\x01\x00"), uint16(len(header)))
	return append(append(b, header...), elements...)
}

func header(dtype, order, shape string) string {
	return fmt.Sprintf("{'descr': '%s', 'fortran_order': %s, 'shape': %s, }\n", dtype, order, shape)
}

func bits(xs ...float64) (words []uint64) {
	for _, x := range xs {
		words = append(words, math.Float64bits(x))
	}
	return words
}

func TestReals(t *testing.T) {
	for _, c := range []struct {
		name, header, elements string
		want                   []uint64
	}{
		{"scalar", header("<f8", "False", "()"), "\x00\x00\x00\x00\x00\x00\xf8\x3f", bits(1.5)},
		{"big-endian", header(">f8", "False", "(1,)"), "\x3f\xf8\x00\x00\x00\x00\x00\x00", bits(1.5)},
		{"four bytes", header("<f4", "True", "(2,)"), "\x00\x00\xc0\x3f\x00\x00\x00\x80", bits(1.5, math.Copysign(0, -1))},
		{"signalling NaN", header("<f4", "False", "(1,)"), "\x01\x00\xa0\xff", []uint64{0xfff4000020000000}},
		{"integers", header("<i2", "False", "(2,)"), "\xff\xff\x01\x00", bits(-1, 1)},
		{"unsigned", header(">u8", "False", "(1,)"), "\xff\xff\xff\xff\xff\xff\xff\xff", bits(1 << 64)},
		{"Fortran", header("|i1", "True", "(2, 3)"), "\x00\x01\x02\x03\x04\x05", bits(0, 2, 4, 1, 3, 5)},
		{"three dimensions", header("|i1", "True", "(2, 1, 3)"), "\x00\x01\x02\x03\x04\x05", bits(0, 2, 4, 1, 3, 5)},
		{"empty", header("<f8", "False", "(0, 3)"), "", []uint64{}},
		{"Python 2", header("<f8", "False", "(0L, 3L)"), "", []uint64{}},
		{"other order", `{"shape":(2,),"fortran_order":False,"descr":"|u1"}`, "\x07\xff", bits(7, 255)},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := file(c.header, c.elements)
			h, err := npy.Parse(f)
			require.NoError(t, err)
			words, err := h.Reals(f)
			require.NoError(t, err)
			assert.Equal(t, c.want, words)
		})
	}
}

func TestInts(t *testing.T) {
	for _, c := range []struct {
		dtype, elements string
		want            uint64
	}{
		{"|i1", "\x80", ^uint64(127)}, {"|u1", "\x80", 128}, {"<i2", "\x00\x80", ^uint64(32767)}, {">u2", "\x80\x00", 32768},
		{">i4", "\x80\x00\x00\x00", ^uint64(math.MaxInt32)}, {"<u4", "\x00\x00\x00\x80", 1 << 31},
		{"<i8", "\x00\x00\x00\x00\x00\x00\x00\x80", 1 << 63}, {">i8", "\x80\x00\x00\x00\x00\x00\x00\x01", 1<<63 | 1}, {"<u8", "\x01\x00\x00\x00\x00\x00\x00\x00", 1},
	} {
		f := file(header(c.dtype, "False", "()"), c.elements)
		h, err := npy.Parse(f)
		require.NoError(t, err, c.dtype)
		assert.Equal(t, c.dtype, h.Dtype())
		words, err := h.Ints(f)
		require.NoError(t, err, c.dtype)
		assert.Equal(t, []uint64{c.want}, words, c.dtype)
	}
}

func TestErrors(t *testing.T) {
	long := "(" + strings.Repeat("1, ", npy.MaxRank) + "1)"
	for _, c := range []struct {
		name string
		file []byte
		want string
	}{
		{"nothing", nil, `byte 0: a .npy file begins with \x93NUMPY`},
		{"other", []byte("PK\x03\x04"), `byte 0: a .npy file begins with \x93NUMPY`},
		{"no version", []byte("\x93NUMPY\x01"), "byte 7: the file ends before its version"},
		{"version", []byte("\x93NUMPY\x04\x00"), "byte 6: the version is 4.0; 1.0, 2.0 and 3.0 are known"},
		{"no length", []byte("\x93NUMPY\x02\x00\x00\x00"), "byte 10: the file ends before the length of its header"},
		{"length", []byte("\x93NUMPY\x02\x00\xff\xff\xff\xff{}"), "byte 8: the header has 4294967295 bytes, but 2 follow"},
		{"empty header", file("", ""), "byte 10: { is wanted here in the header"},
		{"no keys", file("{}", ""), "byte 12: the header has no 'descr'"},
		{"unclosed", file("{'descr", ""), "byte 11: this string of the header does not end"},
		{"after", file(header("<f8", "False", "()")+"x", "12345678"), "byte 66: the header does not end after its }"},
		{"twice", file("{'descr': '<f8', 'descr': '<f8'}", ""), "byte 27: the header has 'descr' twice"},
		{"key", file("{'order': 1}", ""), `byte 11: the header has descr, fortran_order and shape, not "order"`},
		{"records", file("{'descr': [('x', '<f8')]}", ""), "byte 20: records are not read; Booleans (|b1), integers (i, u of 1, 2, 4 or 8 bytes) and floating-point numbers (f4, f8) are"},
		{"complex", file("{'descr': '<c16'}", ""), "byte 20: elements of dtype '<c16' are not read; Booleans (|b1), integers (i, u of 1, 2, 4 or 8 bytes) and floating-point numbers (f4, f8) are"},
		{"order", file("{'fortran_order': 1}", ""), "byte 28: True or False is wanted here in the header"},
		{"negative", file(header("<f8", "False", "(-1,)"), ""), "byte 61: a dimension is wanted here in the header"},
		{"no tuple", file(header("<f8", "False", "(3)"), ""), "byte 62: a comma is wanted here in the header"},
		{"no comma", file(header("<f8", "False", "(3 4)"), ""), "byte 63: a comma is wanted here in the header"},
		{"digits", file(header("<f8", "False", "(9223372036854775808,)"), ""), "byte 61: this dimension is larger than any memory"},
		{"product", file(header("<f8", "False", "(4294967296, 4294967296)"), ""), "byte 60: the shape (4294967296, 4294967296) is larger than any memory"},
		{"no elements", file(header("<f8", "False", "(0, 4294967296, 4294967296)"), ""), "byte 60: the shape (0, 4294967296, 4294967296) is larger than any memory"},
		{"lie", file(header("<f8", "False", "(1000000000000,)"), "12345678"), "byte 60: the shape (1000000000000,) needs 8000000000000 bytes of elements, but 8 follow"},
		{"short", file(header("<f8", "False", "(2,)"), "12345678"), "byte 60: the shape (2,) needs 16 bytes of elements, but 8 follow"},
		{"more", file(header("<f8", "False", "()"), "123456789"), "byte 60: the shape () needs 8 bytes of elements, but 9 follow"},
		{"rank", file(header("<f8", "False", long), "12345678"), "byte 253: an array has at most 64 dimensions"},
		{"range", file(header("<u8", "False", "(2,)"), "\x00\x00\x00\x00\x00\x00\x00\x00\xff\xff\xff\xff\xff\xff\xff\xff"), "byte 76: 18446744073709551615 is not in the range of Int, which is -2^63 … 2^63-1"},
		{"float", file(header("<f4", "False", "(1,)"), "1234"), "byte 68: the elements are of dtype '<f4', which are no Ints"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h, err := npy.Parse(c.file)
			if err == nil {
				_, err = h.Ints(c.file)
			}
			require.ErrorAs(t, err, new(*npy.Error))
			assert.Equal(t, c.want, err.Error())
		})
	}
	f := file(header("|b1", "False", "(2,)"), "\x01\x02")
	h, err := npy.Parse(f)
	require.NoError(t, err)
	_, err = h.Bools(f)
	assert.EqualError(t, err, "byte 69: a Boolean is 0 or 1, not 2")
	_, err = h.Reals(f)
	assert.Error(t, err)
}

// What is written is read back bit for bit, NaNs with their payload, wherever
// the file lies in memory.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dims := rapid.SliceOfN(rapid.IntRange(0, 4), 0, 4).Draw(t, "dims")
		n := 1
		for _, d := range dims {
			n *= d
		}
		kind := rapid.SampledFrom([]npy.Kind{npy.Float, npy.Int, npy.Bool}).Draw(t, "kind")
		words := make([]uint64, n)
		for i := range words {
			words[i] = rapid.Uint64().Draw(t, "word")
			if kind == npy.Bool {
				words[i] %= 2
			}
		}
		var b bytes.Buffer
		require.NoError(t, npy.Write(&b, kind, dims, words))
		for shift := range 2 {
			f := append(make([]byte, shift, shift+b.Len()), b.Bytes()...)[shift:]
			h, err := npy.Parse(f)
			require.NoError(t, err)
			require.Equal(t, kind, h.Kind)
			require.Equal(t, dims, h.Dims)
			require.Zero(t, h.DataAt%64)
			read := map[npy.Kind]func([]byte) ([]uint64, error){npy.Float: h.Reals, npy.Int: h.Ints, npy.Bool: h.Bools}[kind]
			back, err := read(f)
			require.NoError(t, err)
			require.Equal(t, words, back)
		}
	})
}

// The elements of a file that has them in the form of this machine are not copied.
func TestInPlace(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, npy.Write(&b, npy.Float, []int{1 << 16}, make([]uint64, 1<<16)))
	f := b.Bytes()
	h, err := npy.Parse(f)
	require.NoError(t, err)
	allocations := testing.AllocsPerRun(10, func() { _, err = h.Reals(f) })
	require.NoError(t, err)
	assert.Zero(t, allocations)
}

// program lets NumPy write arrays that Go reads, and read one that Go writes.
const program = `
import numpy as np, sys
a = np.arange(24, dtype='f8').reshape(2, 3, 4) / 8
for i, x in enumerate([a, a.astype('>f8'), a.astype('<f4'), np.asfortranarray(a), np.asfortranarray(a.astype('>f4')), (8*a).astype('i4'), (8*a).astype('>u2')]):
    for v in [(1, 0), (2, 0), (3, 0)]:
        with open(f'{i}-{v[0]}.npy', 'wb') as f:
            np.lib.format.write_array(f, x, version=v)
b = np.load('written.npy')
assert b.dtype == np.dtype('<f8') and b.shape == (2, 3, 4) and (b == a).all()
c = np.load('bool.npy')
assert c.dtype == np.dtype('?') and c.shape == () and bool(c)
`

func TestNumPy(t *testing.T) {
	python := python(t)
	dir := t.TempDir()
	var want, ints []uint64
	for i := range 24 {
		want, ints = append(want, math.Float64bits(float64(i)/8)), append(ints, math.Float64bits(float64(i)))
	}
	write := func(name string, kind npy.Kind, dims []int, words []uint64) {
		var b bytes.Buffer
		require.NoError(t, npy.Write(&b, kind, dims, words))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), b.Bytes(), 0o600))
	}
	write("written.npy", npy.Float, []int{2, 3, 4}, want)
	write("bool.npy", npy.Bool, nil, []uint64{1})
	cmd := exec.Command(python, "-c", program)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	files, err := filepath.Glob(filepath.Join(dir, "?-?.npy"))
	require.NoError(t, err)
	require.Len(t, files, 21)
	for _, name := range files {
		f, err := os.ReadFile(name)
		require.NoError(t, err)
		h, err := npy.Parse(f)
		require.NoError(t, err, name)
		require.Equal(t, []int{2, 3, 4}, h.Dims)
		words, err := h.Reals(f)
		require.NoError(t, err, name)
		if h.Kind == npy.Float {
			assert.Equal(t, want, words, name)
		} else {
			assert.Equal(t, ints, words, name)
		}
	}
}

// python is an interpreter that has NumPy.
func python(t *testing.T) string {
	for _, name := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(name, "-c", "import numpy").Run() == nil {
			return name
		}
	}
	clangs.Missing(t, "there is no python3 with NumPy")
	return ""
}

// No file makes reading panic, or take more memory than a few times its size.
func FuzzNpy(f *testing.F) {
	for _, dtype := range []string{"<f8", ">f4", "|b1", "<i4", ">u8", "|i1"} {
		for _, shape := range []string{"()", "(2,)", "(2, 3)", "(0, 5)"} {
			f.Add(file(header(dtype, "True", shape), strings.Repeat("\x00\x01\x00\x01\x01\x00\x01\x00", 6)))
		}
	}
	f.Add([]byte("\x93NUMPY\x03\x00\xff\xff\xff\x7f{'descr': '<f8', 'fortran_order': False, 'shape': (4L,)}"))
	f.Fuzz(func(t *testing.T, b []byte) { within.Limits(t, func() { parses(t, b) }) })
}

// parses demands a header of the right size, or an error with a place in the file.
func parses(t *testing.T, b []byte) {
	h, err := npy.Parse(b)
	if err != nil {
		e := err.(*npy.Error)
		if e.Offset < 0 || e.Offset > len(b) || e.Msg == "" {
			t.Fatalf("%+v", e)
		}
		return
	}
	n := h.Len()
	if n*h.Size != len(b)-h.DataAt {
		t.Fatalf("%+v", h)
	}
	for _, read := range []func([]byte) ([]uint64, error){h.Reals, h.Ints, h.Bools} {
		if words, err := read(b); err == nil && len(words) != n {
			t.Fatalf("%d words of %+v", len(words), h)
		}
	}
}
