package proc

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// Print writes a program as .proc text, which Parse reads back.
func (p *Program) Print(w io.Writer) error {
	b := bufio.NewWriter(w)
	ruled := map[Func]bool{}
	for i, d := range p.Defs {
		if i > 0 {
			b.WriteByte('\n')
		}
		if derived := p.Derived[d.Name]; derived != nil {
			fmt.Fprintf(b, "derived %s%s\n", d.Name.Text(), derived)
		}
		if _, f, ok := d.Name.Deriv(); ok && p.Rules[f] != nil && !ruled[f] { // its first part
			ruled[f] = true
			fmt.Fprintf(b, "derivative %s%s\n", f.Text(), p.Rules[f])
		}
		if face := p.Params[d.Name]; face != nil {
			fmt.Fprintf(b, "params %s%s\n", d.Name.Text(), face)
		}
		printDef(b, d)
	}
	return b.Flush()
}

// String returns the definition as .proc text.
func (d *Def) String() string {
	var s strings.Builder
	b := bufio.NewWriter(&s)
	printDef(b, d)
	b.Flush()
	return s.String()
}

// String returns the statements of p as .proc text, a line each.
func (p Procedure) String() string {
	var s strings.Builder
	b := bufio.NewWriter(&s)
	printBody(b, p, 0)
	b.Flush()
	return s.String()
}

func printDef(b *bufio.Writer, d *Def) {
	fmt.Fprintf(b, "def %s ", d.Name.Text())
	if len(d.Zone) > 0 {
		for i, r := range d.Zone {
			b.WriteString([]string{", ", "["}[btoi(i == 0)])
			fmt.Fprintf(b, "%s : %c%s", r.Name, r.Mode, r.Type)
		}
		b.WriteString("] ")
	}
	fmt.Fprintf(b, "(%s : %s) -> (%s : %s)\n", d.In.Name, d.In.Type, d.Out.Name, d.Out.Type)
	printBody(b, d.Body, 1)
}

// String returns the interface as the text that follows params and the name
// of the definition.
func (i *Interface) String() string {
	return params(i.Params) + " : " + i.Result.String()
}

func params(ps []Param) string {
	parts := make([]string, len(ps))
	for k, p := range ps {
		parts[k] = p.String()
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

// String returns the parameter as it is written in params.
func (p Param) String() string {
	s := p.Name
	if len(p.Sizes) > 0 {
		sizes := make([]string, len(p.Sizes))
		for i, n := range p.Sizes {
			sizes[i] = cmp.Or(n, "_")
		}
		s += "[" + strings.Join(sizes, ", ") + "]"
	}
	s += " : " + p.Type.String()
	switch {
	case len(p.Parts) > 0:
		s += " = " + params(p.Parts)
	case p.Ref != "":
		s += " = " + p.Ref
	case p.Index >= 0:
		s += fmt.Sprint(" = ", p.Index)
	}
	return s
}

func printBody(b *bufio.Writer, p Procedure, depth int) {
	for _, s := range p {
		printStmt(b, s, depth)
	}
}

func printStmt(b *bufio.Writer, s Stmt, depth int) {
	indent := strings.Repeat("  ", depth)
	nested := func(head string, p Procedure) {
		fmt.Fprintf(b, "%s%s\n", indent, head)
		printBody(b, p, depth+1)
		fmt.Fprintf(b, "%s)\n", indent)
	}
	switch s := s.(type) {
	case *Share:
		nested(fmt.Sprintf("%s = Share %s (%s.", s.Out.Name, s.In.Name, s.Name), s.Body)
	case *Accum:
		nested(fmt.Sprintf("%s = Accum %s (%s.", s.Out.Name, s.In.Name, s.Name), s.Body)
	case *Row:
		nested(fmt.Sprintf("Row %s%s (%s.", s.Ref, spaced(s.Idx), s.Name), s.Body)
	case *Choose:
		nested(fmt.Sprintf("Choose %s %s %s (%s.", s.In.Name, s.True, s.False, s.Name), s.Body)
	case *Case:
		fmt.Fprintf(b, "%sCase %s\n", indent, s.In.Name)
		for _, br := range []struct {
			tag string
			Branch
		}{{"Inl", s.L}, {"Inr", s.R}} {
			fmt.Fprintf(b, "%s  (%s %s\n", indent, br.tag, br.Var.Name)
			printBody(b, br.Body, depth+2)
			fmt.Fprintf(b, "%s  )\n", indent)
		}
	default:
		fmt.Fprintf(b, "%s%s\n", indent, flat(s))
	}
}

// flat prints a statement without nested procedures. The type of a result is
// written only where the rest of the line does not tell it.
func flat(s Stmt) string {
	switch s := s.(type) {
	case *Call:
		zone := ""
		if len(s.Zone) > 0 {
			zone = "[" + strings.Join(s.Zone, " ") + "] "
		}
		return fmt.Sprintf("%s = Call %s %s%s", s.Out.Name, s.Func.Text(), zone, s.In.Name)
	case *Const:
		return fmt.Sprintf("%s = Const %s", s.Out.Name, literal(s.Out.Type, s.Bits))
	case *Elim:
		return "Elim " + s.In.Name
	case *Dup:
		return fmt.Sprintf("%s = Dup %s", s.Out.Name, s.In.Name)
	case *Tuple:
		return fmt.Sprintf("%s = %s", s.Out.Name, tuple(s.Ins))
	case *Untuple:
		return fmt.Sprintf("%s = %s", tuple(s.Outs), s.In.Name)
	case *Inl:
		return fmt.Sprintf("%s : %s = Inl %s", s.Out.Name, s.Out.Type, s.In.Name)
	case *Inr:
		return fmt.Sprintf("%s : %s = Inr %s", s.Out.Name, s.Out.Type, s.In.Name)
	case *Read:
		return fmt.Sprintf("%s = Read %s%s", s.Out.Name, s.Ref, spaced(s.Idx))
	case *Add:
		return fmt.Sprintf("Add %s%s %s", s.Ref, spaced(s.Idx), s.In.Name)
	case *Size:
		return fmt.Sprintf("%s = Size %s %d", s.Out.Name, s.Ref, s.Axis)
	case *Outlined:
		return fmt.Sprintf("%s = Outlined Case [%s] %s", tuple(around(s.Outs)), strings.Join(around(s.Zone), " "), tuple(around(s.Ins)))
	}
	panic("proc: unknown statement")
}

// literal prints a constant so that its type shows: a Real has a point, an
// exponent or a name of its own; payloads of NaNs have no meaning.
func literal(t Type, bits uint64) string {
	switch t {
	case Int:
		return strconv.FormatInt(int64(bits), 10)
	case Unit:
		return "()"
	}
	x := math.Float64frombits(bits)
	switch {
	case math.IsNaN(x):
		return "nan"
	case math.IsInf(x, 1):
		return "inf"
	case math.IsInf(x, -1):
		return "-inf"
	}
	s := strconv.FormatFloat(x, 'g', -1, 64)
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	return s
}

func spaced(vs []Var) string {
	var b strings.Builder
	for _, v := range vs {
		b.WriteByte(' ')
		b.WriteString(v.Name)
	}
	return b.String()
}

func tuple(vs []Var) string {
	parts := make([]string, len(vs))
	for i, v := range vs {
		parts[i] = v.Name
	}
	return "(" + strings.Join(parts, ", ") + ")"
}
