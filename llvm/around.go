package llvm

import "github.com/llir/llvm/ir/enum"

// At the ends of a plate a turn asks of the number of a loop around it:
//
//	if i == 0 || i == n - 1 || j == 0 || j == m - 1 then … else …      for i < n, j < m
//
// All turns of the loop over j have the same answer, and mostly it is no. So a span
// has that answer, and the guard says that it is right:
//
//	if i ≠ 0 and i ≠ n - 1 then the turns of j with the answers, else as they are

// rarelyEqual says that an ask is whether the number of a turn around the loop is a
// certain one, where there are more than a few. The ends of a stencil are such turns:
// in all others the loop is written with the answer that it is not.
func (s *span) rarelyEqual(a ask, x, y val) bool {
	if a.mod || a.p != enum.IPredEQ && a.p != enum.IPredNE {
		return false
	}
	b1, _ := s.offset(x)
	b2, _ := s.offset(y)
	return b1 != b2 && (s.ofManyTurns(b1) || s.ofManyTurns(b2))
}

// ofManyTurns says that v is the number of a turn of a loop of more than a few.
func (s *span) ofManyTurns(v val) bool {
	turns, ok := s.bounds[v]
	n, known := turns.(intConst)
	return ok && (!known || n >= manyInspected)
}
