package loopir

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"procad/internal/diag"
	"procad/proc"
)

// Print writes a program as text, which Parse reads.
//
//	program ::= func*
//	func    ::= ("func" | "piece") name "(" (param ",")… ")" "->" "(" (type ",")… ")" pos? block "return" (value ",")…
//	param   ::= value ":" ("&" | "+")? type
//	block   ::= op…                               one a line; each of its blocks ends with "yield" (value ",")…
func (p *Program) Print(w io.Writer) error {
	out := bufio.NewWriter(w)
	for i, f := range p.Funcs {
		if i > 0 {
			out.WriteByte('\n')
		}
		f.print(out)
	}
	return out.Flush()
}

// String is the text of one function.
func (f *Func) String() string {
	var b strings.Builder
	out := bufio.NewWriter(&b)
	f.print(out)
	out.Flush()
	return b.String()
}

// A printer writes a function.
type printer struct {
	*bufio.Writer
	names []string // of the values, by ID
	taken map[string]bool
}

func (f *Func) print(out *bufio.Writer) {
	p := &printer{out, make([]string, f.Values), map[string]bool{}}
	word := "func"
	if f.Piece {
		word = "piece"
	}
	fmt.Fprintf(p, "%s %s(", word, funcText(f.Name))
	for i, v := range f.Body.Params {
		if i > 0 {
			p.WriteString(", ")
		}
		p.WriteString(p.define(v) + ": ")
		if f.Modes[i] != Owned {
			p.WriteByte(byte(f.Modes[i]))
		}
		p.WriteString(v.Type.String())
	}
	p.WriteString(") -> (")
	for i, t := range f.Results {
		if i > 0 {
			p.WriteString(", ")
		}
		p.WriteString(t.String())
	}
	p.WriteString(")" + posText(f.Pos) + "\n")
	p.ops(f.Body, "  ")
	p.line("  ", "return", f.Body.Yield)
}

// ops writes the operations of a block.
func (p *printer) ops(b *Block, indent string) {
	for _, op := range b.Ops {
		p.WriteString(indent)
		p.op(op, indent)
	}
}

// line writes a word and values behind it.
func (p *printer) line(indent, word string, vs []*Value) {
	p.WriteString(indent + word)
	if len(vs) > 0 {
		p.WriteString(" " + p.list(vs))
	}
	p.WriteByte('\n')
}

// list is values with commas between.
func (p *printer) list(vs []*Value) string {
	parts := make([]string, len(vs))
	for i, v := range vs {
		parts[i] = p.value(v)
	}
	return strings.Join(parts, ", ")
}

// define names a value where it is made: as people know it, if no other value has this name.
func (p *printer) define(v *Value) string {
	name := v.Name
	switch {
	case name == "":
		name = "v" + strconv.Itoa(v.ID)
	case !isName(name) || reserved[name] || words[name]:
		name = "v." + name
	}
	for p.taken[name] {
		name += "." + strconv.Itoa(v.ID)
	}
	p.taken[name] = true
	p.names[v.ID] = name
	return name
}

// value is the name of a value, or its number.
func (p *printer) value(v *Value) string {
	switch v.Origin {
	case Undefined:
		return "undef:" + v.Type.String()
	case Constant:
		return literal(v.Type, v.Bits)
	}
	if p.names[v.ID] == "" {
		return "undefined." + strconv.Itoa(v.ID) // it is used before it is made, which the checker reports
	}
	return p.names[v.ID]
}

// literal is a number as text has it. Only Reals have a point, an exponent, or are inf or nan.
func literal(t Type, bits uint64) string {
	switch t.Elem {
	case Int:
		return strconv.FormatInt(int64(bits), 10)
	case Bool:
		return strconv.FormatBool(bits != 0)
	}
	x := math.Float64frombits(bits)
	switch {
	case math.IsNaN(x):
		return fmt.Sprintf("nan:%x", bits)
	case math.IsInf(x, 0):
		return strings.TrimPrefix(strings.ToLower(strconv.FormatFloat(x, 'g', -1, 64)), "+")
	}
	text := strconv.FormatFloat(x, 'g', -1, 64)
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	return text
}

// reserved are the names that stand for numbers.
var reserved = map[string]bool{"true": true, "false": true, "inf": true, "nan": true, "undef": true}

// words are those that can follow an operation.
var words = map[string]bool{"at": true, "of": true, "where": true, "else": true, "yield": true, "return": true, "func": true, "piece": true}

// funcText is the name of a function, in quotes if it is not one word.
func funcText(f proc.Func) string {
	text := f.Text()
	if isName(text) {
		return text
	}
	return strconv.Quote(text)
}

// posText is a position behind an operation:  at 2:17  or, in the file number 1 of the program,  at 2:17 of 1 "…".
func posText(pos diag.Pos) string {
	switch {
	case !pos.Known():
		return ""
	case pos.File == nil:
		return fmt.Sprintf(" at %d:%d", pos.Line, pos.Col)
	}
	return fmt.Sprintf(" at %d:%d of %d %q", pos.Line, pos.Col, pos.File.Number, pos.File.Name)
}
