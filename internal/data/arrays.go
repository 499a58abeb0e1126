package data

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"strings"

	"procad/internal/data/npy"
	"procad/internal/diag"
	"procad/proc"
	"procad/proc/deriv"
)

// NPY is a source that is a .npy file, for one parameter. Values may share memory
// with the file.
func NPY(name string, file []byte, param string) Source {
	return &npySource{&diag.Source{Name: name}, file, param}
}

type npySource struct {
	src   *diag.Source
	file  []byte
	param string
}

func (s *npySource) give(c *collector) error {
	p, ok, twice := c.claim(s.param, inFile(s.src))
	switch {
	case twice != nil:
		return twice
	case !ok:
		c.unknown(s.param, inFile(s.src))
		return nil
	}
	return c.array(p, s.src, s.file)
}

// array reads the value of a parameter from a .npy file.
func (c *collector) array(p proc.Param, src *diag.Source, file []byte) error {
	h, err := npy.Parse(file)
	if err != nil {
		return atByte(src, err)
	}
	begin := position{src, h.DimsAt, true}
	l := LayoutOf(deriv.Activate(p.Type))
	elem := numberOf(l)
	if elem == nil {
		return noArray(begin, p)
	}
	if len(h.Dims) != l.Rank() {
		return begin.errorf(CodeWrongType, "%s has %s, but this array has %d", p.Name, dimensions(l.Rank()), len(h.Dims)).
			Hintf("%s is %s", p.Name, diag.A(p.Written()))
	}
	words, err := elem.read(h, file)
	if err != nil {
		return atByte(src, err)
	}
	return c.putWords(p, l, h.Dims, words, begin)
}

// putWords hands over an array, or a number if it has no dimensions.
func (c *collector) putWords(p proc.Param, l *Layout, dims []int, words []uint64, begin position) error {
	v := Value{Type: l.Type}
	if l.Rank() == 0 {
		v.Words = []uint64{words[0]}
	} else {
		a := &Array{Dims: dims, Leaves: [][]uint64{words}}
		v.Objects = []Object{a}
		s := shape{param: p.Name, sizes: p.Sizes, array: a, at: begin, firsts: make([]position, len(dims))}
		for k := range s.firsts {
			s.firsts[k] = begin
		}
		c.shapes = append(c.shapes, s)
	}
	if err := c.put(p.Name, v, begin); err != nil {
		return err
	}
	return nil
}

// dimensions counts them.
func dimensions(n int) string {
	switch n {
	case 0:
		return "no dimensions"
	case 1:
		return "1 dimension"
	}
	return fmt.Sprintf("%d dimensions", n)
}

// A number is a type of the elements of arrays that other programs have, too.
type number struct {
	kind npy.Kind
	read func(h *npy.Header, file []byte) ([]uint64, error)
	// cell reads a cell of a table.
	cell func(text string) (word uint64, err *cellError)
}

var numbers = map[proc.Type]*number{
	proc.Real: {npy.Float, (*npy.Header).Reals, realCell},
	proc.Int:  {npy.Int, (*npy.Header).Ints, intCell},
	proc.Bool: {npy.Bool, readBools, boolCell},
}

// numberOf is the kind of a type whose values are numbers or arrays of numbers,
// nil for other types.
func numberOf(l *Layout) *number {
	if l.Rank() > 0 {
		l = l.Elem
	}
	return numbers[l.Type]
}

// readBools reads tags: that of true is 0.
func readBools(h *npy.Header, file []byte) ([]uint64, error) {
	words, err := h.Bools(file)
	for i := range words {
		words[i] ^= 1
	}
	return words, err
}

// atByte is an error of npy as a message.
func atByte(src *diag.Source, err error) error {
	e, ok := errors.AsType[*npy.Error](err)
	if !ok {
		return err
	}
	code := CodeBadNPY
	switch {
	case e.Range:
		code = CodeNumberRange
	case e.Type:
		code = CodeWrongType
	}
	return position{src, e.Offset, true}.errorf(code, "%s", e.Msg)
}

// noArray says that a parameter has no form in a file of arrays.
func noArray(at position, p proc.Param) error {
	return at.errorf(CodeNoArray, "%s is %s, and the arrays of files are of Real, Int or Bool", p.Name, diag.A(p.Written())).
		Hintf("in JSON it has a form: --in %s=@FILE.json", p.Name)
}

// NPZ is a source that is a .npz file: an archive of .npy files, whose names are
// those of parameters; or one of them for one parameter, if member and parameter
// are named. Values may share memory with the file.
func NPZ(name string, file []byte, member, param string) Source {
	return &npzSource{&diag.Source{Name: name}, file, member, param}
}

type npzSource struct {
	src           *diag.Source
	file          []byte
	member, param string
}

func (s *npzSource) give(c *collector) error {
	whole := inFile(s.src)
	archive, err := zip.NewReader(bytes.NewReader(s.file), int64(len(s.file)))
	if err != nil {
		return whole.errorf(CodeBadNPZ, "this is no zip archive: %s", strings.TrimPrefix(err.Error(), "zip: "))
	}
	found := false
	for _, f := range archive.File {
		name, isArray := strings.CutSuffix(f.Name, ".npy")
		at := inFile(&diag.Source{Name: fmt.Sprintf("%s/%.200s", s.src.Name, f.Name)})
		if s.member != "" {
			if !isArray || name != s.member {
				continue
			}
			name, found = s.param, true
		}
		switch p, ok, err := c.claim(name, at); {
		case err != nil:
			return err
		case isArray && ok:
			file, err := s.open(f, at)
			if err == nil {
				err = c.array(p, at.src, file)
			}
			if err != nil {
				return err
			}
		case isArray && c.sizes[name]:
			if err := s.size(c, name, f, at); err != nil {
				return err
			}
		default:
			c.unknown(clip(name), at)
		}
	}
	if s.member != "" && !found {
		return whole.errorf(CodeBadNPZ, "there is no array %.100q in this file", s.member)
	}
	return nil
}

// size reads a member that gives a size.
func (s *npzSource) size(c *collector, name string, f *zip.File, at position) error {
	file, err := s.open(f, at)
	if err != nil {
		return err
	}
	h, err := npy.Parse(file)
	if err != nil {
		return atByte(at.src, err)
	}
	words, err := h.Ints(file)
	if err != nil {
		return atByte(at.src, err)
	}
	if len(h.Dims) != 0 {
		return position{at.src, h.DimsAt, true}.errorf(CodeWrongType, "the size %s has no dimensions, but this array has %d", name, len(h.Dims))
	}
	if err := c.given(name, int64(words[0]), position{at.src, h.DataAt, true}); err != nil {
		return err
	}
	return nil
}

// open is the content of a member: that in the archive itself if it is not compressed.
func (s *npzSource) open(f *zip.File, at position) ([]byte, error) {
	bad := func(why string) ([]byte, error) {
		return nil, at.errorf(CodeBadNPZ, "this member of the archive cannot be read: %s", strings.TrimPrefix(why, "zip: "))
	}
	const encrypted = 1
	if f.Flags&encrypted != 0 {
		return bad("it is encrypted")
	}
	if f.Method == zip.Store {
		begin, err := f.DataOffset()
		if err != nil {
			return bad(err.Error())
		}
		size := f.CompressedSize64
		follow := s.file[min(begin, int64(len(s.file))):] // the place, too, is only what the archive says
		if rest := uint64(len(follow)); size > rest || f.UncompressedSize64 != size {
			return bad(fmt.Sprintf("it has %d bytes, but %d follow", f.UncompressedSize64, min(size, rest)))
		}
		content := follow[:size:size]
		if crc32.ChecksumIEEE(content) != f.CRC32 {
			return bad("its checksum is another")
		}
		return content, nil
	}
	// What deflate makes of a byte is at most this long.
	const most = 1032
	if f.CompressedSize64 > uint64(len(s.file)) || f.UncompressedSize64/most > f.CompressedSize64 {
		return bad(fmt.Sprintf("it cannot have %d bytes", f.UncompressedSize64))
	}
	r, err := f.Open()
	if err != nil {
		return bad(err.Error())
	}
	defer r.Close()
	var content bytes.Buffer
	if _, err := io.Copy(&content, io.LimitReader(r, int64(f.UncompressedSize64)+1)); err != nil {
		return bad(err.Error())
	}
	return content.Bytes(), nil
}
