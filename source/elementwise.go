package source

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// overElements is the hint for an operation on numbers that is given arrays: a
// comprehension over their elements, in the user's names where operands are
// variables. write makes the text of the operation from those of its operands.
func overElements(write func(operands []string) string, operands ...Expr) string {
	var names []string
	for _, e := range operands {
		if v, ok := e.(*Ident); ok {
			names = append(names, v.Name)
		}
	}
	var indices []string // as many as the first array has dimensions
	var loops string
	for k, e := range operands {
		a, ok := prune(e.Type()).(*Array)
		if !ok || a.Rank > 4 {
			continue
		}
		for _, i := range []string{"i", "j", "k", "l", "p", "q", "r", "s"} {
			if len(indices) < a.Rank && !slices.Contains(names, i) {
				indices = append(indices, i)
			}
		}
		if len(indices) == a.Rank {
			loops = loopsOver(text(e, k), indices)
			break
		}
	}
	if loops == "" {
		return "work on the elements: [… v[i] … for i < size(v)]"
	}
	texts := make([]string, len(operands))
	for k, e := range operands {
		texts[k] = text(e, k)
		if a, ok := prune(e.Type()).(*Array); ok {
			texts[k] += "[" + strings.Join(indices[:min(a.Rank, len(indices))], ", ") + "]"
		}
	}
	return fmt.Sprintf("element by element: [%s for %s]", write(texts), loops)
}

// text is an operand as a hint shows it: itself if it is a name or a small
// number, a letter if not.
func text(e Expr, k int) string {
	switch e := e.(type) {
	case *Ident:
		return e.Name
	case *IntLit:
		return strconv.FormatInt(e.Value, 10)
	case *RealLit:
		return strconv.FormatFloat(e.Value, 'g', -1, 64)
	}
	return string(rune('u' + k))
}

// loopsOver is i < size(a), j < size(a, 1), ….
func loopsOver(a string, indices []string) string {
	parts := make([]string, len(indices))
	for k, i := range indices {
		if parts[k] = fmt.Sprintf("%s < size(%s)", i, a); k > 0 {
			parts[k] = fmt.Sprintf("%s < size(%s, %d)", i, a, k)
		}
	}
	return strings.Join(parts, ", ")
}

// productHint is what else a * of two arrays of different ranks may mean; "" for nothing.
func productHint(x, y Type) string {
	a, _ := prune(x).(*Array)
	b, _ := prune(y).(*Array)
	switch {
	case a == nil || b == nil:
	case a.Rank == 2 && b.Rank == 1:
		return "; a matrix times a vector is [sum(k < m) a[i, k] * v[k] for i < n]"
	case a.Rank == 1 && b.Rank == 2:
		return "; a vector times a matrix is [sum(k < m) v[k] * a[k, j] for j < d]"
	}
	return ""
}
