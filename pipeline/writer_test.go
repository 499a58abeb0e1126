package pipeline_test

import (
	"fmt"
	"strings"

	"procad/internal/gen"
)

// helpers are what random programs call.
const helpers = `
def mean(x: Real[n]): Real = (sum(i < n) x[i]) / real(n + 1)
def dot(x: Real[n], y: Real[n]): Real = sum(i < n) x[i] * y[i]
def top(x: Real[n]): Real = let m = max(i < n) x[i] in m + (sum(i < size(x)) (x[i] - m))
def at(x: Real[n], i: Int): Real = x[n - 1 - i]
def shifted(x: Real[n], a: Real): Real[n] = let b = a + 1 in [x[i] * b for i < n]
def first(x: Real[n, d]): Real[n] = [x[i, 0] for i < n]
def rows(x: Real[n], d: Int): Real[n, d] = [[x[i] + real(j) for j < d] for i < n]
`

// A writer writes programs of loops that make arrays and loops that read them:
// most of them of as many iterations.
type writer struct {
	gen.Source
	next    int
	vectors []vector
	table   []vector // of two dimensions
	funcs   []string // of an Int
	scalars []string
	depth   int
}

type vector struct{ name, n, d string }

func (w *writer) name(stem string) string {
	w.next++
	return fmt.Sprint(stem, w.next)
}

// of is one of the texts.
func (w *writer) of(list ...string) string { return list[w.Choose(len(list))] }

// program is a program with a function main.
func (w *writer) program() string {
	w.vectors = []vector{{"x", "n", ""}, {"y", "m", ""}}
	w.table = []vector{{"z", "n", "m"}}
	w.scalars = []string{"s"}
	var b strings.Builder
	b.WriteString(helpers + "\ndef main(s: Real, x: Real[n], y: Real[m], z: Real[n, m], k: Int): Real =\n  let ")
	for i := range 2 + w.Choose(6) {
		if i > 0 {
			b.WriteString(";\n      ")
		}
		b.WriteString(w.bind())
	}
	b.WriteString("\n  in " + w.total())
	return b.String() + "\n"
}

// bind is a binding.
func (w *writer) bind() string {
	switch w.Choose(12) {
	case 0, 1, 2:
		a := vector{w.name("a"), w.size(), ""}
		text := fmt.Sprintf("%s = [%s for i < %s]", a.name, w.scalar("i", a.n, 2), a.n)
		if w.Choose(4) == 0 {
			text = strings.Replace(text, " =", fmt.Sprintf(": Real[%s] =", w.of("_", "n")), 1)
		}
		w.vectors = append(w.vectors, a)
		return text
	case 3, 4:
		a := vector{w.name("t"), w.size(), w.size()}
		e := w.scalar("i", a.n, 1) + " + " + w.scalar("j", a.d, 1)
		text := w.of("[%[4]s for i < %[2]s, j < %[3]s]", "[[%[4]s for j < %[3]s] for i < %[2]s]", "[(let q = %[5]s in [q * (%[4]s) for j < %[3]s]) for i < %[2]s]")
		text = fmt.Sprintf("%[1]s = "+text+"%.0[5]s", a.name, a.n, a.d, e, w.scalar("i", a.n, 1))
		w.table = append(w.table, a)
		return text
	case 5:
		a := w.one(w.vectors)
		b := vector{w.name("a"), a.n, ""}
		text := fmt.Sprintf("%s = shifted(%s, %s)", b.name, w.whole(a), w.scalar("0", "", 0))
		w.vectors = append(w.vectors, b)
		return text
	case 6:
		a := w.one(w.vectors)
		b := vector{w.name("t"), a.n, w.size()}
		w.table = append(w.table, b)
		return fmt.Sprintf("%s = rows(%s, %s)", b.name, a.name, b.d)
	case 7:
		a := w.one(w.table)
		b := vector{w.name("a"), a.n, ""}
		w.vectors = append(w.vectors, b)
		return fmt.Sprintf("%s = first(%s)", b.name, a.name)
	case 8, 9:
		f := w.name("f")
		text := fmt.Sprintf("%s(i) = %s", f, w.scalar("i", w.one(w.vectors).n, 2))
		w.funcs = append(w.funcs, f)
		return text
	}
	s := w.name("s")
	text := fmt.Sprintf("%s = %s", s, w.total())
	w.scalars = append(w.scalars, s)
	return text
}

// one is one of the last arrays, more often than others.
func (w *writer) one(list []vector) vector {
	if w.Choose(3) > 0 {
		return list[len(list)-1]
	}
	return list[w.Choose(len(list))]
}

// whole is an array as an argument.
func (w *writer) whole(a vector) string {
	if w.Choose(3) > 0 {
		return a.name
	}
	return fmt.Sprintf("[%s for i < %s]", w.scalar("i", a.n, 1), a.n)
}

func (w *writer) size() string {
	switch w.Choose(8) {
	case 0:
		return w.of("k", "n + 1", "3", "n - 1", "size(y)")
	case 1:
		return "m"
	case 2:
		return fmt.Sprintf("size(%s)", w.one(w.vectors).name)
	}
	return "n"
}

// total is a Real.
func (w *writer) total() string {
	switch a := w.one(w.vectors); w.Choose(8) {
	case 0:
		return fmt.Sprintf("mean(%s)", w.whole(a))
	case 1:
		return fmt.Sprintf("dot(%s, %s)", w.whole(a), w.whole(w.one(w.vectors)))
	case 2:
		return fmt.Sprintf("top(%s)", w.whole(a))
	case 3:
		t := w.one(w.table)
		return fmt.Sprintf("(sum(i < %s, j < %s) (%s[i, j] * %s))", t.n, t.d, t.name, w.scalar("i", t.n, 1))
	case 4:
		t := w.one(w.table)
		return fmt.Sprintf("(sum(i < %s) (max(j < %s) (%s[i, j] + %s)))", t.n, t.d, t.name, w.scalar("i", t.n, 1))
	case 5:
		return fmt.Sprintf("(if s > 0 then (sum(i < %s) %s) else 1.5)", a.n, w.scalar("i", a.n, 2))
	default:
		return fmt.Sprintf("(%s(i < %s) (%s))", w.of("sum", "sum", "max"), a.n, w.scalar("i", a.n, 2))
	}
}

// scalar is a Real where the Int i is below n.
func (w *writer) scalar(i, n string, depth int) string {
	if depth == 0 {
		return w.of("0.5", "s", "2.0", w.scalars[len(w.scalars)-1])
	}
	index := i
	if n != "" && w.Choose(3) == 0 {
		index = w.of("%s - 1 - "+i, "%s - ("+i+" + 1)", "0", "("+i+" + 1) mod (%s + 1)")
		if strings.Contains(index, "%") {
			index = fmt.Sprintf(index, n)
		}
	}
	switch w.Choose(10) {
	case 0:
		return fmt.Sprintf("%s * %s", w.scalar(i, n, depth-1), w.scalar(i, n, depth-1))
	case 1:
		return fmt.Sprintf("%s(%s)", w.of("exp", "sin"), w.scalar(i, n, depth-1))
	case 2:
		return fmt.Sprintf("(let u = %s in u * %s)", w.scalar(i, n, depth-1), w.scalar(i, n, depth-1))
	case 3:
		if len(w.funcs) > 0 {
			return fmt.Sprintf("%s(%s)", w.funcs[len(w.funcs)-1], index)
		}
	case 4:
		return fmt.Sprintf("at(%s, %s)", w.one(w.vectors).name, index)
	case 5:
		t := w.one(w.table)
		return fmt.Sprintf("%s[%s, %s]", t.name, index, w.of("0", i, "size("+t.name+", 1) - 1"))
	case 6:
		t := w.one(w.table)
		return fmt.Sprintf("mean(%s[%s])", t.name, index)
	}
	return fmt.Sprintf("%s[%s]", w.one(w.vectors).name, index)
}

// arguments are those of main, as JSON.
func (w *writer) arguments() string {
	n, m := 1+w.Choose(3), 1+w.Choose(3)
	list := func(n int, f func(i int) string) string {
		parts := make([]string, n)
		for i := range parts {
			parts[i] = f(i)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	number := func(i int) string { return fmt.Sprintf("%.2f", float64(w.Choose(400)-150)/100) }
	return fmt.Sprintf(`{"s": %s, "x": %s, "y": %s, "z": %s, "k": %d}`, number(0), list(n, number), list(m, number),
		list(n, func(int) string { return list(m, number) }), w.Choose(6)-1)
}
