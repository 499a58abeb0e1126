package delta

import (
	"fmt"
	"io"
	"strings"

	"procad/core"
)

// Print writes the translations of the definitions that f calls, and of f, and the
// rules of the primitives that they use (Figures 9 and 14).
func (l *Library) Print(w io.Writer, defs ...*core.Def) error {
	p := &printer{ops: map[core.Op]bool{}}
	done := map[*core.Def]bool{}
	for _, f := range defs {
		list, err := l.reach(f)
		if err != nil {
			return err
		}
		for _, d := range list {
			if !done[d.Of] {
				done[d.Of] = true
				p.def(d)
			}
		}
	}
	p.rules()
	_, err := io.WriteString(w, p.text.String())
	return err
}

// Text is D{f} as text.
func (d *Def) Text() string {
	p := &printer{ops: map[core.Op]bool{}}
	p.def(d)
	return strings.TrimSuffix(p.text.String(), "\n\n")
}

type printer struct {
	text  strings.Builder
	names map[*core.Var]string
	taken map[string]bool
	ops   map[core.Op]bool
}

// def is one translation.
func (p *printer) def(d *Def) {
	p.names, p.taken = map[*core.Var]string{}, map[string]bool{}
	params := make([]string, len(d.Of.Params))
	for i, v := range d.Of.Params {
		params[i] = p.name(v)
	}
	kinds := make([]string, len(params))
	for i, v := range d.Of.Params {
		kinds[i] = translated(v.Type)
	}
	fmt.Fprintf(&p.text, "dual.%s : (%s) -> M %s\n", d.Of.Name, strings.Join(kinds, ", "), translated(d.Of.Result))
	fmt.Fprintf(&p.text, "dual.%s = \\(%s). ", d.Of.Name, strings.Join(params, ", "))
	p.code(d.Body, 1)
	p.text.WriteString("\n\n")
}

// translated is D{t} as text.
//
//	D{R} = R × Delta   D{A → B} = D{A} → M D{B}   D{A × B} = D{A} × D{B}   D{A + B} = D{A} + D{B}   D{K} = K
func translated(t core.Type) string {
	switch t := t.(type) {
	case core.Basic:
		if t == core.Real {
			return "Dual"
		}
	case *core.TupleType:
		return "(" + commas(t.Elems, translated) + ")"
	case *core.SumType:
		if !core.Discrete(t) {
			parts := make([]string, len(t.Cons))
			for i, c := range t.Cons {
				parts[i] = translated(c.Of)
			}
			return "(" + strings.Join(parts, " + ") + ")"
		}
	case *core.ArrayType:
		return translated(t.Elem) + "[_" + strings.Repeat(", _", t.Rank-1) + "]"
	case *core.FuncType:
		return "((" + commas(t.Params, translated) + ") -> M " + translated(t.Result) + ")"
	}
	return t.String()
}

func commas[T any](list []T, text func(T) string) string {
	parts := make([]string, len(list))
	for i, x := range list {
		parts[i] = text(x)
	}
	return strings.Join(parts, ", ")
}

// name is what v is called: different from others in the definition.
func (p *printer) name(v *core.Var) string {
	if v == nil {
		return "_"
	}
	if name, ok := p.names[v]; ok {
		return name
	}
	base := v.Name
	if base == "" {
		base = "x"
	}
	name := base
	for k := 2; p.taken[name]; k++ {
		name = fmt.Sprint(base, "_", k)
	}
	p.names[v], p.taken[name] = name, true
	return name
}

func (p *printer) line(depth int, format string, args ...any) {
	fmt.Fprintf(&p.text, "\n%s"+format, append([]any{strings.Repeat("  ", depth)}, args...)...)
}

// code prints a computation that begins in this line.
func (p *printer) code(s Code, depth int) {
	switch s := s.(type) {
	case *Pure:
		p.text.WriteString("pure " + p.expr(s.X, depth))
	case *Do:
		p.text.WriteString("do {")
		for _, stmt := range s.Stmts {
			p.line(depth, "%s <- ", p.pattern(stmt.Vars, stmt.Tuple))
			p.code(stmt.From, depth+1)
			p.text.WriteString(";")
		}
		p.line(depth, "")
		p.code(s.Last, depth)
		p.text.WriteString("}")
	case *Call:
		p.text.WriteString(p.expr(s.Func, depth) + " (" + p.list(s.Args, depth) + ")")
	case *Op:
		p.ops[s.Op] = true
		p.text.WriteString("D{" + symbol(s.Op) + "} (" + p.list(s.Args, depth) + ")")
	case *BoundReal:
		p.text.WriteString("do {u <- deltaLet Zero; pure (" + real(s.Value) + ", u)}")
	case *Case:
		p.text.WriteString("case " + p.expr(s.X, depth) + " of")
		for i, arm := range s.Arms {
			p.line(depth, "%s", s.Of.Cons[i].Name)
			if arm.Var != nil || s.Of.Cons[i].Of != core.Unit {
				p.text.WriteString(" " + p.name(arm.Var))
			}
			p.text.WriteString(" -> ")
			p.code(arm.Body, depth+1)
		}
	case *Loop:
		p.loop(s, depth)
	}
}

// loop prints a loop.
func (p *printer) loop(l *Loop, depth int) {
	body := func(i int) { p.code(l.Body[i], depth+1) }
	switch t := l.Form.(type) {
	case *core.Build:
		p.text.WriteString("sequence [")
		for i, b := range t.Binders {
			fmt.Fprintf(&p.text, "%s%s < %s", []string{"", ", "}[min(i, 1)], p.name(b.Var), p.expr(l.In[i], depth))
		}
		p.text.WriteString(". ")
		body(0)
		p.text.WriteString("]")
	case *core.Reduce:
		if t.Op == core.Sum && !core.Discrete(t.Of) {
			p.ops[core.Add] = true
		}
		fmt.Fprintf(&p.text, "%sM (%s < %s", t.Op, p.name(t.Binders[0].Var), p.expr(l.In[0], depth))
		for i, b := range t.Binders[1:] {
			fmt.Fprintf(&p.text, ", %s < ", p.name(b.Var))
			body(i)
		}
		p.text.WriteString(") ")
		body(len(l.Body) - 1)
	case *core.Fold:
		fmt.Fprintf(&p.text, "foldM %s %s (\\(%s, %s). ", p.expr(l.In[0], depth), p.expr(l.In[1], depth), p.name(t.Acc), p.name(t.Elem))
		body(0)
		p.text.WriteString(")")
	case *core.NTimes:
		fmt.Fprintf(&p.text, "nTimesM %s %s (\\%s. ", p.expr(l.In[0], depth), p.expr(l.In[1], depth), p.name(t.State))
		body(0)
		p.text.WriteString(")")
	case *core.While:
		fmt.Fprintf(&p.text, "whileM %s %s (\\%s. ", p.expr(l.In[0], depth), p.expr(l.In[1], depth), p.name(t.Test))
		body(0)
		fmt.Fprintf(&p.text, ") (\\%s. ", p.name(t.State))
		body(1)
		p.text.WriteString(")")
	case *core.Ccl:
		fmt.Fprintf(&p.text, "cclM %s %s (\\(%s, %s). ", p.expr(l.In[0], depth), p.expr(l.In[1], depth), p.name(t.Index), p.name(t.State))
		body(0)
		p.text.WriteString(")")
	}
}

func (p *printer) pattern(vars []*core.Var, tuple bool) string {
	if !tuple {
		return p.name(vars[0])
	}
	return "(" + commas(vars, p.name) + ")"
}

func (p *printer) list(list []Expr, depth int) string {
	return commas(list, func(x Expr) string { return p.expr(x, depth) })
}

// expr is a value as text.
func (p *printer) expr(x Expr, depth int) string {
	switch x := x.(type) {
	case *Use:
		return p.name(x.Var)
	case *Real:
		return "(" + real(x.Value) + ", Zero)"
	case *Int:
		return fmt.Sprint(x.Value)
	case *OfInt:
		return "(real " + p.expr(x.X, depth) + ", Zero)"
	case *Plain:
		if s := symbols[x.Op]; s != "" && len(x.Args) == 2 {
			return "(" + p.expr(x.Args[0], depth) + " " + s + " " + p.expr(x.Args[1], depth) + ")"
		}
		return symbol(x.Op) + "(" + p.list(x.Args, depth) + ")"
	case *Global:
		return "dual." + x.Def.Name
	case *Lambda:
		outer := p.text
		p.text = strings.Builder{}
		p.text.WriteString("\\(" + commas(x.Params, p.name) + "). ")
		p.code(x.Body, depth+1)
		text := p.text.String()
		p.text = outer
		return text
	case *Tuple:
		return "(" + p.list(x.Elems, depth) + ")"
	case *Inject:
		if x.Of.Cons[x.Con].Of == core.Unit {
			return x.Of.Cons[x.Con].Name
		}
		return "(" + x.Of.Cons[x.Con].Name + " " + p.expr(x.X, depth) + ")"
	case *Literal:
		return "[" + p.list(x.Elems, depth) + "]"
	case *Index:
		return p.expr(x.X, depth) + "[" + p.list(x.At, depth) + "]"
	case *Size:
		return fmt.Sprintf("size(%s, %d)", p.expr(x.X, depth), x.Axis)
	case *Set:
		return "set(" + p.expr(x.X, depth) + ", " + p.list(x.At, depth) + ", " + p.expr(x.Value, depth) + ")"
	case *Sized:
		var sizes []Expr
		for _, at := range core.Carried(x.Form) {
			sizes = append(sizes, x.Sizes[*at])
		}
		return "(" + p.expr(x.X, depth) + " : [" + p.list(sizes, depth) + "])"
	case *Assert:
		return fmt.Sprintf("assert(%s, %q)", p.expr(x.Cond, depth), x.Form.Message)
	case *Stop:
		return "stopGradient(" + p.expr(x.X, depth) + ")"
	}
	panic(fmt.Sprintf("delta: no text for %T", x))
}
