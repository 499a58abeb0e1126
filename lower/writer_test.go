package lower_test

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"
)

// The types of random programs, as they are written.
var types = []string{
	"Real", "Int", "Bool", "Real[_]", "Real[_, _]", "Int[_]", "(Real, Int)[_]", "(Real, Int)", "(Real[_], Real)",
	"(Real[_], (Int, Real[_]))", "Real + Int", "Real[_] + Int", "(Int, Real[_]) + Real[_]",
}

// A writer writes a random program that is well typed.
type writer struct {
	*rapid.T
	vars  []typed
	funcs []function
	count int
	size  int // how much more may be written
	ccl   bool
}

type typed struct{ name, typ string }

type function struct {
	name   string
	params []string
	result string
	outer  int // the number of variables that were visible
}

func (w *writer) pick(n int) int { return rapid.IntRange(0, n-1).Draw(w.T, "pick") }

func (w *writer) one(options ...func() string) string { return options[w.pick(len(options))]() }

func (w *writer) name(base string) string {
	w.count++
	return fmt.Sprint(base, w.count)
}

// with writes what sees one more variable.
func (w *writer) with(name, typ string, write func() string) string {
	n := len(w.vars)
	w.vars = append(w.vars, typed{name, typ})
	s := write()
	w.vars = w.vars[:n]
	return s
}

// variable is a variable of the type, or "" if there is none.
func (w *writer) variable(typ string) string {
	var names []string
	for _, v := range w.vars {
		if v.typ == typ {
			names = append(names, v.name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return names[w.pick(len(names))]
}

func (w *writer) typ() string { return types[w.pick(len(types))] }

// iterations is a number of iterations.
func (w *writer) iterations() string {
	return w.one(
		func() string { return "2" },
		func() string { return "3" },
		func() string { return "size(" + w.expr("Real[_]", 1) + ")" },
		func() string { return "(abs(" + w.expr("Int", 1) + ") mod 3 + 1)" },
	)
}

func (w *writer) index(array string) string {
	return "(" + w.expr("Int", 1) + ") mod size(" + array + ")"
}

// expr writes an expression of a type.
func (w *writer) expr(typ string, depth int) string {
	w.size--
	simple := depth <= 0 || w.size < 0 || w.pick(12) == 0
	if v := w.variable(typ); v != "" && (simple || w.pick(5) == 0) {
		return v
	}
	if simple {
		return w.leaf(typ)
	}
	if w.pick(2) == 0 {
		return "(" + w.special(typ, depth-1) + ")"
	}
	return "(" + w.general(typ, depth-1) + ")"
}

// leaf is the simplest expression of a type.
func (w *writer) leaf(typ string) string {
	switch typ {
	case "Real":
		return fmt.Sprintf("%d.0", w.pick(5))
	case "Int":
		return fmt.Sprint(w.pick(5))
	case "Bool":
		return []string{"true", "false"}[w.pick(2)]
	case "Real[_]":
		i := w.name("i")
		return fmt.Sprintf("[real(%s) + 1.0 for %s < 2]", i, i)
	case "Real[_, _]":
		i, j := w.name("i"), w.name("j")
		return fmt.Sprintf("[real(%s * 2 - %s) for %s < 2, %s < 2]", i, j, i, j)
	case "Int[_]":
		i := w.name("i")
		return fmt.Sprintf("[%s * %s for %s < 3]", i, i, i)
	case "(Real, Int)[_]":
		i := w.name("i")
		return fmt.Sprintf("[(real(%s), %s) for %s < 2]", i, i, i)
	case "(Real, Int)":
		return "(1.0, 2)"
	case "(Real[_], Real)":
		return "(" + w.expr("Real[_]", 0) + ", 1.0)"
	case "(Real[_], (Int, Real[_]))":
		return "(" + w.expr("Real[_]", 0) + ", (1, " + w.expr("Real[_]", 0) + "))"
	case "Real + Int":
		return []string{"(Inl 1.0 : Real + Int)", "(Inr 2 : Real + Int)"}[w.pick(2)]
	case "Real[_] + Int":
		return []string{"(Inl " + w.expr("Real[_]", 0) + " : Real[_] + Int)", "(Inr 2 : Real[_] + Int)"}[w.pick(2)]
	case "(Int, Real[_]) + Real[_]":
		v := w.expr("Real[_]", 0)
		return "(" + []string{"Inl (1, " + v + ")", "Inr " + v}[w.pick(2)] + " : (Int, Real[_]) + Real[_])"
	}
	panic(typ)
}

// general writes a form that any type can have.
func (w *writer) general(typ string, depth int) string {
	return w.one(
		func() string {
			t, x := w.typ(), w.name("x")
			e := w.expr(t, depth)
			return "let " + x + " = " + e + " in " + w.with(x, t, func() string { return w.expr(typ, depth) })
		},
		func() string {
			return "if " + w.expr("Bool", depth) + " then " + w.expr(typ, depth) + " else " + w.expr(typ, depth)
		},
		func() string {
			x, y := w.name("x"), w.name("y")
			s := w.expr("Real + Int", depth)
			l := w.with(x, "Real", func() string { return w.expr(typ, depth) })
			r := w.with(y, "Int", func() string { return w.expr(typ, depth) })
			return "case " + s + " of Inl " + x + " -> " + l + ", Inr " + y + " -> " + r
		},
		func() string {
			x, y := w.name("x"), w.name("y")
			s := w.expr("Real[_] + Int", depth)
			l := w.with(x, "Real[_]", func() string { return w.expr(typ, depth) })
			r := w.with(y, "Int", func() string { return w.expr(typ, depth) })
			return "case " + s + " of Inl " + x + " -> " + l + ", Inr " + y + " -> " + r
		},
		func() string {
			k, x, y := w.name("k"), w.name("x"), w.name("y")
			s := w.expr("(Int, Real[_]) + Real[_]", depth)
			l := w.with(k, "Int", func() string { return w.with(x, "Real[_]", func() string { return w.expr(typ, depth) }) })
			r := w.with(y, "Real[_]", func() string { return w.expr(typ, depth) })
			return "case " + s + " of Inl (" + k + ", " + x + ") -> " + l + ", Inr " + y + " -> " + r
		},
		func() string {
			x, y := w.name("x"), w.name("y")
			return "let (" + x + ", " + y + ") = " + w.expr("(Real[_], Real)", depth) + " in " +
				w.with(x, "Real[_]", func() string { return w.with(y, "Real", func() string { return w.expr(typ, depth) }) })
		},
		func() string {
			x, y, z := w.name("x"), w.name("y"), w.name("z")
			return "let (" + x + ", (" + y + ", " + z + ")) = " + w.expr("(Real[_], (Int, Real[_]))", depth) + " in " +
				w.with(x, "Real[_]", func() string {
					return w.with(y, "Int", func() string { return w.with(z, "Real[_]", func() string { return w.expr(typ, depth) }) })
				})
		},
		func() string {
			s, n, a := w.name("s"), w.iterations(), w.expr(typ, depth)
			return "nTimes(" + n + ", " + a + ", \\" + s + ". " + w.with(s, typ, func() string { return w.expr(typ, depth) }) + ")"
		},
		func() string {
			n, k, s, y, iterations, a := w.name("n"), w.name("k"), w.name("s"), w.name("y"), w.iterations(), w.expr(typ, depth)
			state := func(e string) string {
				return w.with(k, "Int", func() string { return w.with(s, typ, func() string { return w.expr(e, depth) }) })
			}
			c, body := state("Bool"), state(typ)
			p := "(" + k + ", " + s + ")"
			return "let " + n + " = " + iterations + "; (_, " + y + ") = while(" + n + ", (" + n + ", " + a + "), \\" + p + ". " + k + " > 0 && " + c +
				", \\" + p + ". (" + k + " - 1, " + body + ")) in " + y
		},
		func() string {
			if !w.ccl {
				return w.expr(typ, depth)
			}
			i, s, n, a := w.name("i"), w.name("s"), w.iterations(), w.expr(typ, depth)
			return "ccl(" + n + ", " + a + ", \\(" + i + ", " + s + "). " +
				w.with(i, "Int", func() string { return w.with(s, typ, func() string { return w.expr(typ, depth) }) }) + ")"
		},
		func() string {
			over := []typed{{"Real[_]", "Real"}, {"Real[_, _]", "Real[_]"}, {"Int[_]", "Int"}, {"(Real, Int)[_]", "(Real, Int)"}}[w.pick(4)]
			s, x, a, v := w.name("s"), w.name("x"), w.expr(typ, depth), w.expr(over.name, depth)
			return "fold(\\(" + s + ", " + x + "). " +
				w.with(s, typ, func() string { return w.with(x, over.typ, func() string { return w.expr(typ, depth) }) }) + ", " + a + ", " + v + ")"
		},
		func() string { return w.local(typ, depth) },
		func() string { return w.call(typ, depth) },
	)
}

// local binds a function, of which the rest makes use.
func (w *writer) local(typ string, depth int) string {
	f := function{name: w.name("g"), result: []string{typ, w.typ()}[w.pick(2)]}
	var params []string
	n := len(w.vars)
	f.outer = n
	for range w.pick(3) {
		p := typed{w.name("p"), w.typ()}
		f.params = append(f.params, p.typ)
		params = append(params, p.name+": "+p.typ)
		w.vars = append(w.vars, p)
	}
	body := w.expr(f.result, depth)
	w.vars = w.vars[:n]
	w.funcs = append(w.funcs, f)
	rest := w.expr(typ, depth)
	call := w.call(typ, depth)
	w.funcs = w.funcs[:len(w.funcs)-1]
	return "let " + f.name + "(" + strings.Join(params, ", ") + ") = " + body + " in if " + w.leaf("Bool") + " then " + rest + " else " + call
}

// call calls a function with that result, if there is one.
func (w *writer) call(typ string, depth int) string {
	for k := len(w.funcs) - 1; k >= 0; k-- {
		if f := w.funcs[k]; f.result == typ {
			args := make([]string, len(f.params))
			for i, p := range f.params {
				args[i] = w.expr(p, depth)
			}
			return f.name + "(" + strings.Join(args, ", ") + ")"
		}
	}
	return w.expr(typ, depth)
}

// matrix makes n rows, whose sizes are the same or not.
func (w *writer) matrix(i, n string, depth int) string {
	c := w.name("c")
	k := w.one(func() string { return "2" }, func() string { return n }, func() string { return n + " - 1" }, func() string { return "(" + i + " + 1)" })
	elem := w.with(i, "Int", func() string { return w.with(c, "Int", func() string { return w.expr("Real", depth) }) })
	return w.one(
		func() string {
			if strings.Contains(k, i) {
				k = "3"
			}
			return "[" + elem + " for " + i + " < " + n + ", " + c + " < " + k + "]"
		},
		func() string { return "[[" + elem + " for " + c + " < " + k + "] for " + i + " < " + n + "]" },
		func() string {
			x := w.name("x")
			first := w.with(i, "Int", func() string { return w.expr("Real", depth) })
			return "[(let " + x + " = " + first + " in [" + elem + " + " + x + " for " + c + " < " + k + "]) for " + i + " < " + n + "]"
		},
		func() string {
			return "[" + w.with(i, "Int", func() string { return w.expr("Real[_]", depth) }) + " for " + i + " < " + n + "]"
		},
	)
}

// special writes a form of one type.
func (w *writer) special(typ string, depth int) string {
	e := func(typ string) string { return w.expr(typ, depth) }
	element := func(array, elem string) func() string {
		return func() string {
			x := w.name("a")
			return "let " + x + " = " + e(array) + " in " + w.with(x, array, func() string { return x + "[" + w.index(x) + "]" })
		}
	}
	set := func(array, elem string) func() string {
		return func() string {
			x := w.name("a")
			return "let " + x + " = " + e(array) + " in " + w.with(x, array, func() string { return "set(" + x + ", " + w.index(x) + ", " + e(elem) + ")" })
		}
	}
	reduce := func(op, typ string) func() string {
		return func() string {
			i := w.name("i")
			n := w.iterations()
			if w.pick(3) == 0 {
				j := w.name("j")
				return op + "(" + i + " < " + n + ", " + j + " < " + i + " + 1) " +
					w.with(i, "Int", func() string { return w.with(j, "Int", func() string { return "(" + e(typ) + ")" }) })
			}
			return op + "(" + i + " < " + n + ") " + w.with(i, "Int", func() string { return "(" + e(typ) + ")" })
		}
	}
	comp := func(elem string) func() string {
		return func() string {
			i, n := w.name("i"), w.iterations()
			return "[" + w.with(i, "Int", func() string { return e(elem) }) + " for " + i + " < " + n + "]"
		}
	}
	// Arrays that a loop of as many iterations reads by its index, among other uses.
	read := func(loop string) func() string {
		return func() string {
			a, i, j, n := w.name("a"), w.name("i"), w.name("j"), w.name("n")
			iterations := w.iterations()
			array, elem, part := "Real[_]", "Real", a+"["+j+"]"
			var made string
			if w.pick(2) == 0 {
				made = w.with(n, "Int", func() string { return w.with(i, "Int", func() string { return e("Real") }) })
				made = "[" + made + " for " + i + " < " + n + "]"
			} else {
				array, elem = "Real[_, _]", "Real[_]"
				made = w.with(n, "Int", func() string { return w.matrix(i, n, depth) })
			}
			within := func(rest func() string) string {
				return w.with(part, elem, func() string { return w.with(part, elem, rest) })
			}
			if w.pick(4) == 0 {
				within = func(rest func() string) string {
					return w.with(part, elem, func() string { return w.with(a, array, rest) })
				}
			}
			body := w.with(n, "Int", func() string {
				return w.with(j, "Int", func() string { return within(func() string { return e("Real") }) })
			})
			bound := n
			if w.pick(6) == 0 {
				bound = "min(" + n + ", 2)"
			}
			return "let " + n + " = " + iterations + "; " + a + " = " + made + " in " + fmt.Sprintf(loop, body, j, bound)
		}
	}
	switch typ {
	case "Real":
		return w.one(
			read("(sum(%[2]s < %[3]s) (%[1]s))"), read("(max(%[2]s < %[3]s) (%[1]s))"),
			func() string { return e("Real") + " + " + e("Real") },
			func() string { return e("Real") + " * " + e("Real") },
			func() string { return e("Real") + " - " + e("Real") },
			func() string { return "real(" + e("Int") + ")" },
			func() string { return "-" + e("Real") },
			func() string { return "min(" + e("Real") + ", " + e("Real") + ")" },
			element("Real[_]", "Real"),
			func() string {
				x := w.name("m")
				return "let " + x + " = " + e("Real[_, _]") + " in " + w.with(x, "Real[_, _]", func() string {
					return x + "[" + w.index(x) + ", (" + e("Int") + ") mod size(" + x + ", 1)]"
				})
			},
			reduce("sum", "Real"), reduce("max", "Real"),
			func() string { return "let (x, _) = " + e("(Real, Int)") + " in x" },
		)
	case "Int":
		return w.one(
			func() string { return e("Int") + " + " + e("Int") },
			func() string { return e("Int") + " - " + e("Int") },
			func() string { return "size(" + e("Real[_]") + ")" },
			func() string { return "size(" + e("Real[_, _]") + ", 1)" },
			func() string { return "max(" + e("Int") + ", " + e("Int") + ")" },
			element("Int[_]", "Int"), reduce("sum", "Int"), reduce("max", "Int"),
			func() string { return "let (_, n) = " + e("(Real, Int)") + " in n" },
		)
	case "Bool":
		return w.one(
			func() string { return e("Real") + " < " + e("Real") },
			func() string { return e("Int") + " == " + e("Int") },
			func() string { return e("Int") + " >= " + e("Int") },
			func() string { return e("Bool") + " && " + e("Bool") },
			func() string { return e("Bool") + " || " + e("Bool") },
			func() string { return e("Bool") + " != " + e("Bool") },
			func() string { return "not " + e("Bool") },
		)
	case "Real[_]":
		return w.one(read("[%[1]s for %[2]s < %[3]s]"), comp("Real"), comp("Real"), set("Real[_]", "Real"), set("Real[_]", "Real"), element("Real[_, _]", "Real[_]"),
			reduce("sum", "Real[_]"),
			func() string { return "stopGradient(" + e("Real[_]") + ")" })
	case "Real[_, _]":
		return w.one(comp("Real[_]"), comp("Real[_]"),
			func() string {
				x := w.name("m")
				return "let " + x + " = " + e("Real[_, _]") + " in " + w.with(x, "Real[_, _]", func() string {
					return "set(" + x + ", " + w.index(x) + ", (" + e("Int") + ") mod size(" + x + ", 1), " + e("Real") + ")"
				})
			},
			func() string {
				x, r := w.name("m"), w.name("r")
				return "let " + x + " = " + e("Real[_, _]") + " in " + w.with(x, "Real[_, _]", func() string {
					return "let " + r + " = " + x + "[" + w.index(x) + "] in " + w.with(r, "Real[_]", func() string {
						return "set(" + x + ", " + w.index(x) + ", " + w.one(func() string { return r }, func() string { return x + "[" + w.index(x) + "]" },
							func() string { return "if " + e("Bool") + " then " + r + " else " + x + "[" + w.index(x) + "]" }) + ")"
					})
				})
			},
			reduce("sum", "Real[_, _]"))
	case "Int[_]":
		return w.one(comp("Int"), set("Int[_]", "Int"), reduce("sum", "Int[_]"))
	case "(Real, Int)[_]":
		return w.one(comp("(Real, Int)"), set("(Real, Int)[_]", "(Real, Int)"), reduce("sum", "(Real, Int)[_]"))
	case "(Real, Int)":
		return w.one(func() string { return "(" + e("Real") + ", " + e("Int") + ")" }, element("(Real, Int)[_]", typ), reduce("sum", typ))
	case "(Real[_], Real)":
		return w.one(func() string { return "(" + e("Real[_]") + ", " + e("Real") + ")" }, reduce("sum", typ))
	case "(Real[_], (Int, Real[_]))":
		return w.one(func() string { return "(" + e("Real[_]") + ", (" + e("Int") + ", " + e("Real[_]") + "))" }, reduce("sum", typ))
	case "Real + Int":
		return w.one(func() string { return "(Inl " + e("Real") + " : " + typ + ")" }, func() string { return "(Inr " + e("Int") + " : " + typ + ")" })
	case "Real[_] + Int":
		return w.one(func() string { return "(Inl " + e("Real[_]") + " : " + typ + ")" }, func() string { return "(Inr " + e("Int") + " : " + typ + ")" })
	case "(Int, Real[_]) + Real[_]":
		return w.one(func() string { return "(Inl (" + e("Int") + ", " + e("Real[_]") + ") : " + typ + ")" }, func() string { return "(Inr " + e("Real[_]") + " : " + typ + ")" })
	}
	panic(typ)
}

// program writes two functions; the second, main, calls the first.
func (w *writer) program() string {
	var text strings.Builder
	for _, name := range []string{"helper", "main"} {
		f := function{name: name, result: w.typ()}
		w.vars, w.size = nil, 60
		var params []string
		for range 1 + w.pick(4) {
			p := typed{w.name("p"), w.typ()}
			f.params = append(f.params, p.typ)
			params = append(params, p.name+": "+p.typ)
			w.vars = append(w.vars, p)
		}
		fmt.Fprintf(&text, "def %s(%s): %s =\n  %s\n", name, strings.Join(params, ", "), f.result, w.expr(f.result, 5))
		w.funcs = append(w.funcs, f)
	}
	return text.String()
}
