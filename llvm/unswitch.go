package llvm

import (
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"

	"procad/llvm/ll"
)

// At the ends of a plate an iteration asks of the number of a loop around it:
//
//	if i == 0 || i == n - 1 || j == 0 || j == m - 1 then … else …      for i < n, j < m
//	u[max(i - 1, 0), j] + u[min(i + 1, n - 1), j]
//
// All iterations of the loop over j have the same answer, and mostly it is that of a
// iteration i between the ends. So an index set has that answer, and the guard says that it is right:
//
//	if i ≠ 0 and i ≠ n - 1 then the iterations of j with the answers, else as they are

// A guess is the answer to a question about an iteration around the loop.
type guess struct {
	question
	answer val
}

// maxEnd is how many iterations an end has at most.
const maxEnd = 8

// unswitched brings a comparison of what is known before the loop into the form of a
// question, if it is about the number of an iteration around the loop.
func (s *indexSet) unswitched(p enum.IPred, x, y val) (q phrase, ok bool) {
	switch p {
	case enum.IPredEQ, enum.IPredNE:
		q.question, q.negated = question{isEqual, x, y}, p == enum.IPredNE
	case enum.IPredSLT, enum.IPredSGE:
		q.question, q.negated = question{isLess, x, y}, p == enum.IPredSGE
	case enum.IPredSGT, enum.IPredSLE:
		q.question, q.negated = question{isLess, y, x}, p == enum.IPredSLE
	}
	return q, s.usual(q.question) != nil
}

// usual is the answer to a question in most iterations around the loop; nil if it is not known.
func (s *indexSet) usual(q question) val {
	b1, c1 := s.offset(q.x)
	b2, c2 := s.offset(q.y)
	switch n1, n2 := s.iterationsOf(b1), s.iterationsOf(b2); {
	case b1 == b2 || n1 == nil && n2 == nil:
		return nil
	case q.kind == isEqual:
		return constant.False
	case n2 == nil: // i < y + c: no at the first iterations, yes at the last ones
		return s.end(n1, b2, c2-c1, constant.False, constant.True)
	case n1 == nil: // x + c < i
		return s.end(n2, b1, c1-c2, constant.True, constant.False)
	}
	return nil
}

// end chooses between the first of n iterations and the last ones, if base + c is one of them.
func (s *indexSet) end(n, base val, c ll.Int, first, last val) val {
	of, d := s.offset(n)
	switch {
	case base == nil && -maxEnd <= c && c <= maxEnd:
		return first
	case base == of && d-maxEnd <= c && c <= d+maxEnd:
		return last
	case base != of && -maxEnd <= c && c < 0:
		return last // base - 1 is about a size, which may be n by another name
	}
	return nil
}

// iterationsOf is how many iterations the loop has whose number v is; nil if it is none of more than a few.
func (s *indexSet) iterationsOf(v val) val {
	n, ok := s.bounds[v]
	if c, known := n.(ll.Int); !ok || known && c < 2*maxEnd {
		return nil
	}
	return n
}

// guesses requires that what was guessed is right.
func (s *indexSet) guesses() {
	for _, g := range s.guessed {
		switch {
		case g.kind == isEqual:
			s.require("≠", enum.IPredNE, g.x, g.y)
		case g.answer == constant.True:
			s.require("<", enum.IPredSLT, g.x, g.y)
		default:
			s.require("≥", enum.IPredSGE, g.x, g.y)
		}
	}
}
