package data

import (
	"fmt"
	"strconv"
	"strings"

	"procad/diag"
	"procad/internal/quote"
)

// unknown is a dimension of which an empty array tells nothing.
const unknown = -1

// A shape is an array that was read, with the names written for its dimensions.
type shape struct {
	param  string
	sizes  []string
	array  *Array
	at     int   // where its text begins
	firsts []int // where the first list along each dimension begins
}

// A size is what a name stands for, and who says so.
type size struct {
	n   int
	who string
	at  int
}

// size is the name or number written for a dimension, "" if there is none.
func (s *shape) size(dim int) string {
	if dim >= len(s.sizes) || s.sizes[dim] == "_" {
		return ""
	}
	return s.sizes[dim]
}

// checkShapes compares all dimensions of one name with each other, and fills
// in those that empty arrays leave open.
func (r *reader) checkShapes() error {
	for _, s := range r.shapes {
		for k, d := range s.array.Dims {
			if name := s.size(k); d != unknown && name != "" {
				r.agree(&s, k, name)
			}
		}
	}
	for _, s := range r.shapes {
		for k, d := range s.array.Dims {
			if d != unknown {
				continue
			}
			if n, ok := r.lookUp(s.size(k)); ok {
				s.array.Dims[k] = n
				continue
			}
			e := diag.Errorf(r.posAt(s.at), CodeUnknownShape, "%s is empty, and nothing tells its dimension %d", s.param, k)
			if name := s.size(k); name != "" {
				e.Hintf("give the size beside the parameters: %s: 3", quote.JSON(name))
			} else {
				e.Hintf(`write {"shape": %s, "data": []}`, s.example())
			}
			r.report(e)
			return r.errs.Err()
		}
	}
	return r.errs.Err()
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
func (r *reader) lookUp(name string) (int, bool) {
	if n, err := strconv.Atoi(name); err == nil {
		return n, true
	}
	n, ok := r.known[name]
	return n.n, ok
}

// agree compares dimension k of s with what its name stands for.
func (r *reader) agree(s *shape, k int, name string) {
	d := s.array.Dims[k]
	if n, err := strconv.Atoi(name); err == nil {
		if n != d {
			r.report(diag.Errorf(r.posAt(s.firsts[k]), CodeWrongShape, "dimension %d of %s is %d, but its type says %d", k, s.param, d, n))
		}
		return
	}
	where := fmt.Sprintf("dimension %d of %s", k, s.param)
	want, ok := r.known[name]
	switch {
	case !ok:
		r.known[name] = size{d, where, s.at}
	case want.n != d:
		r.report(diag.Errorf(r.posAt(s.firsts[k]), CodeWrongShape, "%s is %d by %s, but %d by %s", name, d, where, want.n, want.who).
			Notef(r.posAt(want.at), "%s is %d here", name, want.n))
	}
}

func (r *reader) report(e *diag.Error) { r.errs = append(r.errs, e.In(r.src.Name)) }
