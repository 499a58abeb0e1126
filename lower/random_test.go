package lower_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"procad/data"
	"procad/diag"
	"procad/interp"
	"procad/prim"
	"procad/proc"
	"procad/source"
	"procad/typecheck"
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

// turns is a number of turns.
func (w *writer) turns() string {
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
			s, n, a := w.name("s"), w.turns(), w.expr(typ, depth)
			return "nTimes(" + n + ", " + a + ", \\" + s + ". " + w.with(s, typ, func() string { return w.expr(typ, depth) }) + ")"
		},
		func() string {
			i, s, n, a := w.name("i"), w.name("s"), w.turns(), w.expr(typ, depth)
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
			n := w.turns()
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
			i, n := w.name("i"), w.turns()
			return "[" + w.with(i, "Int", func() string { return e(elem) }) + " for " + i + " < " + n + "]"
		}
	}
	switch typ {
	case "Real":
		return w.one(
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
		return w.one(comp("Real"), comp("Real"), set("Real[_]", "Real"), set("Real[_]", "Real"), element("Real[_, _]", "Real[_]"),
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

// argument is a value of a parameter, for the reference and for the machine.
func argument(t source.Type, k *int) (any, data.Value) {
	*k++
	switch t := t.(type) {
	case source.Basic:
		switch t {
		case source.Real:
			return float64(*k % 4), data.Real(float64(*k % 4))
		case source.Int:
			return int64(*k % 3), data.Int(int64(*k % 3))
		}
		return *k%2 == 0, data.Bool(*k%2 == 0)
	case *source.Tuple:
		var vs tuple
		var ds []data.Value
		for _, e := range t.Elems {
			v, d := argument(e, k)
			vs, ds = append(vs, v), append(ds, d)
		}
		return vs, data.Tuple(ds...)
	case *source.Sum:
		if *k%2 == 0 {
			v, d := argument(t.L, k)
			_, other := argument(t.R, k)
			return side{false, v}, data.Inl(d, other.Type)
		}
		_, other := argument(t.L, k)
		v, d := argument(t.R, k)
		return side{true, v}, data.Inr(other.Type, d)
	}
	a := t.(*source.Array)
	b := &block{}
	n := 1
	for axis := range a.Rank {
		b.dims = append(b.dims, int64(2+axis%2))
		n *= 2 + axis%2
	}
	d := &data.Array{}
	var elem proc.Type
	for _, dim := range b.dims {
		d.Dims = append(d.Dims, int(dim))
	}
	for i := range n {
		v, x := argument(a.Elem, k)
		b.elems = append(b.elems, v)
		if elem = x.Type; i == 0 {
			d.Leaves = make([][]uint64, len(x.Words))
		}
		for l, word := range x.Words {
			d.Leaves[l] = append(d.Leaves[l], word)
		}
	}
	return b, data.Value{Type: proc.NewArray(a.Rank, elem), Objects: []data.Object{d}}
}

// TestRandomPrograms compares lowered programs with the reference.
func TestRandomPrograms(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := &writer{T: t}
		text := w.program()
		prog, _, err := source.Load(&diag.Source{Name: "program.fun", Text: text})
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		u, err := lowered(text)
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		for _, d := range u.Defs {
			if err := typecheck.Def(d, u.library.Sig); err != nil {
				t.Fatalf("%v in\n%s%s", err, text, d)
			}
		}
		for _, d := range prog.Defs {
			if d.Name == "main" {
				compare(t, u, d, text)
			}
		}
	})
}

// compare runs a function and its reference.
func compare(t *rapid.T, u *unit, d *source.Def, text string) {
	r := &reference{env: map[*source.Var]any{}, left: 200_000}
	face := u.InterfaceOf(proc.Func(d.Name))
	args := &data.Args{Interface: face}
	k := rapid.IntRange(0, 10).Draw(t, "argument")
	var values []any
	for _, p := range d.Params {
		v, x := argument(p.Var.Type, &k)
		values = append(values, v)
		args.Values = append(args.Values, x)
	}
	want, failed := func() (v any, failed fault) {
		defer func() {
			if f, ok := recover().(fault); ok {
				failed = f
			}
		}()
		return r.apply(d.Params, d.Body, values), ""
	}()
	if failed == "budget" {
		t.Skip("this takes too long")
	}
	def := u.Lookup(proc.Func(d.Name))
	zone, arg, err := args.For(def)
	require.NoError(t, err)
	got, err := interp.New(u.library.Def).Call(def.Name, zone, arg)
	if err != nil {
		f, ok := errors.AsType[*prim.Fault](err)
		if !ok || f.Kind == prim.Internal || failed == "" {
			t.Fatalf("%v, want %v, in\n%s", err, want, text)
		}
		return
	}
	if failed != "" {
		t.Fatalf("no fault, want one: %s, in\n%s", failed, text)
	}
	got.Type = face.Result
	if !same(want, got) {
		t.Fatalf("%v, want %v, in\n%s", got, want, text)
	}
}

// same compares a value of the machine with one of the reference. Reals that
// are not small integers may be rounded in another order.
func same(want any, got data.Value) bool {
	switch want := want.(type) {
	case float64:
		x := got.Float()
		return math.Abs(want-x) <= 1e-9*math.Abs(want) || math.IsNaN(x-want) || math.Abs(want) > 1e15
	case int64:
		return got.Int64() == want
	case bool:
		return got.IsInl() == want
	case tuple:
		for i, e := range want {
			if !same(e, got.Part(i)) {
				return false
			}
		}
		return true
	case side:
		if got.IsInl() == want.right {
			return false
		}
		return same(want.value, got.Part(map[bool]int{false: 0, true: 1}[want.right]))
	case *block:
		a := got.Array()
		if fmt.Sprint(a.Dims) != fmt.Sprint(want.dims) {
			return false
		}
		elem := got.Type.(*proc.ArrayType).Elem
		for i, e := range want.elems {
			x := data.Value{Type: elem}
			for _, leaf := range a.Leaves {
				x.Words = append(x.Words, leaf[i])
			}
			if !same(e, x) {
				return false
			}
		}
		return true
	}
	panic(fmt.Sprintf("%T", want))
}
