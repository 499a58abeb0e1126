package source

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"procad/internal/diag"
	"procad/internal/diag/diagtest"
	"procad/internal/golden"
)

// TestGolden runs testdata/source/*.txtar: of in.fun, which may import the files after it, the section tree shows
// the checked program, and messages what Load reports.
func TestGolden(t *testing.T) {
	golden.Run(t, "../testdata/source/*.txtar", func(t *testing.T, _ string, ar *txtar.Archive) []txtar.File {
		require.Equal(t, "in.fun", ar.Files[0].Name)
		files, given := fstest.MapFS{}, 1
		for ; given < len(ar.Files) && strings.HasSuffix(ar.Files[given].Name, ".fun"); given++ {
			files[ar.Files[given].Name] = &fstest.MapFile{Data: ar.Files[given].Data}
		}
		src := &diag.Source{Name: "in.fun", Text: string(ar.Files[0].Data), Files: FilesIn(files)}
		made := ar.Files[:given]
		p, warnings, err := Load(src)
		if err == nil {
			made = append(made, txtar.File{Name: "tree", Data: []byte(tree(p))})
		}
		if all := append(warnings, diag.All(err)...); len(all) > 0 {
			var b bytes.Buffer
			diag.Render(&b, src, all)
			var texts strings.Builder
			for _, f := range ar.Files[:given] {
				texts.Write(f.Data)
			}
			assert.Empty(t, diagtest.Defect(b.String(), texts.String()))
			made = append(made, txtar.File{Name: "messages", Data: b.Bytes()})
		}
		return made
	})
}

// printer writes a checked program as S-expressions. Variables get numbers, so
// that a name bound twice shows as two variables.
type printer struct {
	b     strings.Builder
	names map[*Var]string
	count map[string]int
}

func tree(p *Program) string {
	w := &printer{}
	for _, d := range p.Defs {
		w.names, w.count = map[*Var]string{}, map[string]int{}
		for _, v := range d.Sizes {
			w.bind(v)
		}
		fmt.Fprintf(&w.b, "%s%s : %s", d.Name, w.params(d.Params), w.typ(d.Result))
		var calls []string
		for _, c := range d.Calls {
			calls = append(calls, c.Name)
		}
		if calls != nil {
			fmt.Fprintf(&w.b, "    calls %s", strings.Join(calls, ", "))
		}
		w.body(d.Body, 1)
		w.b.WriteString("\n")
	}
	var roots []string
	for _, d := range p.Roots() {
		roots = append(roots, d.Name)
	}
	fmt.Fprintf(&w.b, "roots: %s\n", strings.Join(roots, ", "))
	return w.b.String()
}

// bind names a variable at its binding; a second binding is a mistake.
func (w *printer) bind(v *Var) string {
	if w.names[v] != "" {
		panic(v.Name + " is bound twice")
	}
	if v.Type == nil || strings.Contains(v.Type.String(), "?") {
		panic(v.Name + " has no type")
	}
	w.names[v] = v.Name
	if n := w.count[v.Name]; n > 0 {
		w.names[v] = fmt.Sprintf("%s.%d", v.Name, n)
	}
	w.count[v.Name]++
	return w.names[v]
}

func (w *printer) use(v *Var) string {
	if w.names[v] == "" {
		panic(v.Name + " is used before it is bound")
	}
	return w.names[v]
}

func (w *printer) params(params []*Param) string {
	for _, p := range params {
		w.bind(p.Var)
	}
	var list []string
	for _, p := range params {
		typ := p.Var.Type.String()
		if p.Type != nil {
			typ = w.typ(p.Type)
		}
		list = append(list, w.use(p.Var)+": "+typ)
	}
	return "(" + strings.Join(list, ", ") + ")"
}

// typ is a written type with its sizes; !n is one that binds.
func (w *printer) typ(t TypeExpr) string {
	switch t := Under(t).(type) {
	case *TypeName:
		return t.Name
	case *TupleType:
		var list []string
		for _, e := range t.Elems {
			list = append(list, w.typ(e))
		}
		return "(" + strings.Join(list, ", ") + ")"
	case *ChoiceType:
		var list []string
		for k, args := range t.Cons {
			list = append(list, t.Decl.Cons[k].Name)
			for _, a := range args {
				list[k] += " " + w.typ(a)
			}
		}
		return "<" + strings.Join(list, " | ") + ">"
	case *RecordType:
		var list []string
		for _, f := range t.Fields {
			list = append(list, f.Name+": "+w.typ(f.Type))
		}
		return "{" + strings.Join(list, ", ") + "}"
	case *SumType:
		return "(" + w.typ(t.L) + " + " + w.typ(t.R) + ")"
	case *ArrayType:
		var list []string
		for _, s := range t.Sizes {
			switch {
			case s.Kind == SizeAny:
				list = append(list, "_")
			case s.Kind == SizeLit:
				list = append(list, fmt.Sprint(s.Lit))
			case s.Binds:
				list = append(list, "!"+w.use(s.Var))
			default:
				list = append(list, w.use(s.Var))
			}
		}
		return w.typ(t.Elem) + "[" + strings.Join(list, ", ") + "]"
	}
	return "-"
}

func (w *printer) pattern(p *Pattern) string {
	var s string
	switch p.Kind {
	case PatVar:
		s = w.bind(p.Var)
		if p.Wanted == nil {
			s += ": " + p.Var.Type.String()
		}
	case PatWild:
		s = "_"
	case PatTuple:
		var list []string
		for _, e := range p.Elems {
			list = append(list, w.pattern(e))
		}
		s = "(" + strings.Join(list, ", ") + ")"
	}
	var list []string
	for i, e := range p.Elems {
		name := ""
		if p.Kind == PatRecord {
			name = p.Fields[i] + ": "
		}
		if p.Kind != PatTuple {
			list = append(list, name+w.pattern(e))
		}
	}
	switch p.Kind {
	case PatRecord:
		s = "{" + strings.Join(list, ", ") + "}"
	case PatCon:
		s = strings.Join(append([]string{p.Name}, list...), " ")
	case PatSide:
		s = map[bool]string{false: "Inl ", true: "Inr "}[p.Right] + list[0]
	}
	if p.Wanted != nil {
		s += ": " + w.typ(p.Wanted)
	}
	return s
}

// body writes an expression on lines of its own.
func (w *printer) body(e Expr, depth int) {
	indent := "\n" + strings.Repeat("  ", depth)
	let, ok := e.(*Let)
	if !ok {
		w.b.WriteString(indent + w.expr(e) + " : " + e.Type().String())
		return
	}
	for _, b := range let.Binds {
		switch b := b.(type) {
		case *LetValue:
			value := w.expr(b.Value)
			w.b.WriteString(indent + w.pattern(b.Pat) + " = " + value)
		case *LocalFunc:
			for i, inst := range b.Instances {
				for _, v := range inst.Sizes {
					w.bind(v)
				}
				fmt.Fprintf(&w.b, "%s%s#%d%s : %s", indent, b.Name, i, w.params(inst.Params), inst.Sig.Result)
				var list []string
				for _, v := range inst.Captures {
					list = append(list, w.use(v))
				}
				if list != nil {
					fmt.Fprintf(&w.b, "    captures %s", strings.Join(list, ", "))
				}
				w.body(inst.Body, depth+1)
			}
		}
	}
	w.body(let.Body, depth)
}

func (w *printer) list(op string, parts ...Expr) string {
	for _, e := range parts {
		op += " " + w.expr(e)
	}
	return "(" + op + ")"
}

func (w *printer) binders(list []*Binder) string {
	var parts []string
	for _, b := range list {
		bound := " < " + w.expr(b.Bound)
		if b.From != nil {
			bound = " from " + w.expr(b.From) + bound
		}
		parts = append(parts, w.bind(b.Var)+bound)
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

func (w *printer) fields(open string, fields []*FieldValue) string {
	for _, f := range fields {
		open += " " + f.Name + ": " + w.expr(f.Value)
	}
	return open
}

func (w *printer) expr(e Expr) string {
	if e.Type() == nil || strings.Contains(e.Type().String(), "?") {
		panic(fmt.Sprintf("%T at %s has no type", e, e.Pos()))
	}
	switch e := e.(type) {
	case *IntLit:
		if e.Type() == Real {
			return fmt.Sprintf("%d.0", e.Value)
		}
		return fmt.Sprint(e.Value)
	case *RealLit:
		return fmt.Sprintf("%#v", e.Value)
	case *BoolLit:
		return fmt.Sprint(e.Value)
	case *Ident:
		if e.Con != nil {
			return e.Name
		}
		if e.Const != nil {
			return e.Name
		}
		return w.use(e.Var)
	case *TupleExpr:
		return w.list("tuple", e.Elems...)
	case *Annot:
		return "(" + w.expr(e.X) + " : " + w.typ(e.Wanted) + ")"
	case *Inject:
		return w.list(map[bool]string{false: "Inl", true: "Inr"}[e.Right], e.X)
	case *Unary:
		return w.list(string(e.Op), e.X)
	case *Binary:
		return w.list(string(e.Op), e.X, e.Y)
	case *Index:
		return w.list("index", append([]Expr{e.X}, e.Args...)...)
	case *Call:
		switch f := e.Func.(type) {
		case *Instance:
			return w.list(fmt.Sprintf("%s#%d", e.Name, slices.Index(f.Func.Instances, f)), e.Args...)
		case *FuncRef:
			return w.list(f.String(), e.Args...)
		case *Con:
			return w.list(f.Name, e.Args...)
		case *Builtin:
			if x := e.Expansion; x != nil {
				args := w.list(f.Name, e.Args...)
				for _, v := range x.Params {
					w.bind(v)
				}
				w.expr(x.Body) // its types and variables are looked at
				return args
			}
			return w.list(f.Name, e.Args...)
		}
	case *Let:
		before := w.b.Len()
		w.body(e, 4)
		text := w.b.String()
		w.b.Reset()
		w.b.WriteString(text[:before])
		return "(let" + text[before:] + ")"
	case *If:
		return w.list("if", e.Cond, e.Then, e.Else)
	case *Case:
		s := "(case " + w.expr(e.X)
		for _, arm := range e.Arms {
			s += " [" + w.pattern(arm.Pat) + " -> "
			s += w.expr(arm.Body) + "]"
		}
		return s + ")"
	case *RecordExpr:
		return w.fields("{", e.Fields) + "}"
	case *With:
		return w.fields("{"+w.expr(e.X)+" with", e.Fields) + "}"
	case *FieldOf:
		return w.expr(e.X) + "." + e.Name
	case *ArrayLit:
		return w.list("elements", e.Elems...)
	case *Comp:
		bs := w.binders(e.Binders)
		return fmt.Sprintf("(array %s %s)", bs, w.expr(e.Elem))
	case *Reduce:
		bs := w.binders(e.Binders)
		return fmt.Sprintf("(%s %s %s)", e.Op, bs, w.expr(e.Body))
	case *Range:
		if e.From == nil {
			return "_"
		}
		return w.list("..<", e.From, e.To)
	case *Scan:
		start := w.expr(e.Init) + " " + w.expr(e.Over)
		return fmt.Sprintf("(scan %s [%s, %s -> %s])", start, w.pattern(e.Acc), w.pattern(e.Elem), w.expr(e.Body))
	case *Fold:
		plan := w.plan(e.Plan)
		start := w.expr(e.Init) + " " + w.expr(e.Over)
		return fmt.Sprintf("(fold%s %s [%s, %s -> %s])", plan, start, w.pattern(e.Acc), w.pattern(e.Elem), w.expr(e.Body))
	case *NTimes:
		plan := w.plan(e.Plan)
		start := w.expr(e.N) + " " + w.expr(e.Init)
		return fmt.Sprintf("(nTimes%s %s [%s -> %s])", plan, start, w.pattern(e.State), w.expr(e.Body))
	case *While:
		plan := w.plan(e.Plan)
		start := w.expr(e.N) + " " + w.expr(e.Init)
		test := fmt.Sprintf("[%s -> %s]", w.pattern(e.Test), w.expr(e.Cond))
		return fmt.Sprintf("(while%s %s %s [%s -> %s])", plan, start, test, w.pattern(e.State), w.expr(e.Body))
	case *Ccl:
		start := w.expr(e.N) + " " + w.expr(e.Init)
		return fmt.Sprintf("(ccl %s [%s, %s -> %s])", start, w.pattern(e.Index), w.pattern(e.State), w.expr(e.Body))
	case *SizeOf:
		return fmt.Sprintf("(size %s %d)", w.expr(e.X), e.Axis)
	case *SetAt:
		return w.list("set", append(append([]Expr{e.X}, e.Index...), e.Value)...)
	case *StopGradient:
		return w.list("stopGradient", e.X)
	case *Assert:
		return fmt.Sprintf("(assert %s %q)", w.expr(e.Cond), e.Msg)
	}
	panic(fmt.Sprintf("no rule for %T", e))
}

// plan is the plan of a loop, if it has one.
func (w *printer) plan(p Plan) string {
	if p == (Plan{}) {
		return ""
	}
	return fmt.Sprintf("[%s:%s]", p.Label, p.Strategy)
}
