package data

import (
	"fmt"
	"strconv"
	"strings"

	"procad/internal/diag"
	"procad/internal/form"
	"procad/internal/quote"
)

// unknown is a dimension of which an empty array tells nothing.
const unknown = -1

// A shape is an array that was read, with the names written for its dimensions.
type shape struct {
	param  string
	sizes  []string
	array  *Array
	elem   *form.Form
	at     position   // where it begins
	firsts []position // where the first list along each dimension begins
}

// A size is what a name stands for, and who says so.
type size struct {
	n   int
	who string
	at  position
}

// wholeFile is the offset of what is said of a whole file.
const wholeFile = -1

// inFile is a position that is a whole file.
func inFile(src *diag.Source) position { return position{src, wholeFile, true} }

// A position is a place in a source.
type position struct {
	src *diag.Source
	at  int  // the offset; of a source that is no text, wholeFile if it is about all of it
	raw bool // the source is no text: bytes are counted
}

// where is a position as messages have it: the source, and the line and column.
func (p position) where() (file string, pos diag.Pos) {
	switch {
	case p.raw && p.at == wholeFile:
		return p.src.Name, diag.Pos{}
	case p.raw:
		return fmt.Sprintf("%s: byte %d", p.src.Name, p.at), diag.Pos{}
	}
	before := p.src.Text[:p.at]
	return p.src.Name, diag.Pos{Line: 1 + strings.Count(before, "\n"), Col: p.at - strings.LastIndexByte(before, '\n')}
}

// errorf makes a message about the place.
func (p position) errorf(code, format string, args ...any) *diag.Error {
	file, pos := p.where()
	return diag.Errorf(pos, code, format, args...).In(file)
}

// note adds to a message what is said of the place.
func (p position) note(e *diag.Error, format string, args ...any) *diag.Error {
	file, pos := p.where()
	return e.NoteInf(file, pos, format, args...)
}

// A checker compares the shapes of all parameters with each other, whatever
// sources they come from.
type checker struct {
	shapes []shape
	known  map[string]size // sizes by name
	errs   diag.List
}

func newChecker() *checker { return &checker{known: map[string]size{}} }

// size is the name or number written for a dimension, "" if there is none.
func (s *shape) size(dim int) string {
	if dim >= len(s.sizes) || s.sizes[dim] == "_" {
		return ""
	}
	return s.sizes[dim]
}

// checkShapes compares all dimensions of one name with each other, and fills
// in those that empty arrays leave open.
func (c *checker) checkShapes() error {
	for _, s := range c.shapes {
		for k, d := range s.array.Dims {
			if name := s.size(k); d != unknown && name != "" {
				c.agree(&s, k, name)
			}
		}
	}
	for _, s := range c.shapes {
		for k, d := range s.array.Dims {
			if d != unknown {
				continue
			}
			if n, ok := c.lookUp(s.size(k)); ok {
				s.array.Dims[k] = n
				continue
			}
			e := s.at.errorf(CodeUnknownShape, "%s is empty, and nothing tells its dimension %d", s.param, k)
			if name := s.size(k); name != "" {
				e.Hintf("give the size beside the parameters: %s: 3", quote.JSON(name))
			} else {
				e.Hintf(`write {"shape": %s, "data": []}`, s.example())
			}
			c.report(e)
			return c.errs.Err()
		}
	}
	return c.errs.Err()
}

// example is a shape that the array may have.
func (s *shape) example() string {
	dims := make([]string, len(s.array.Dims))
	for k, d := range s.array.Dims {
		dims[k] = strconv.Itoa(d)
		if d == unknown {
			dims[k] = "3"
		}
	}
	return "[" + strings.Join(dims, ", ") + "]"
}

// lookUp finds what a size stands for.
func (c *checker) lookUp(name string) (int, bool) {
	if n, err := strconv.Atoi(name); err == nil {
		return n, true
	}
	n, ok := c.known[name]
	return n.n, ok
}

// agree compares dimension k of s with what its name stands for.
func (c *checker) agree(s *shape, k int, name string) {
	d := s.array.Dims[k]
	if n, err := strconv.Atoi(name); err == nil {
		if n != d {
			c.report(s.firsts[k].errorf(CodeWrongShape, "dimension %d of %s is %d, but its type says %d", k, s.param, d, n))
		}
		return
	}
	where := fmt.Sprintf("dimension %d of %s", k, s.param)
	want, ok := c.known[name]
	switch {
	case !ok:
		c.known[name] = size{d, where, s.at}
	case want.n != d:
		e := s.firsts[k].errorf(CodeWrongShape, "%s is %d by %s, but %d by %s", name, d, where, want.n, want.who)
		c.report(want.at.note(e, "%s is %d here", name, want.n))
	}
}

func (c *checker) report(e *diag.Error) { c.errs = append(c.errs, e) }
