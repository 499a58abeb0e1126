package form

import (
	"fmt"
	"strconv"
	"strings"
)

// Text writes a form, without the names of declared types; Parse reads it. A form of a value of a
// recursive type has none.
//
//	form = "_"                                        nil
//	     | "{" field "," … "}"                        field = name [ ":" form ]: a record
//	     | "<" name "/" args [ ":" form ] "|" … ">"   a sum, by its constructors
//	     | "(" form "," … ")" | "[" form "]"          the parts of a tuple or a sum, the elements of an array
//	     | rank "*" form                              the items of an array that is stored field by field
func (f *Form) Text() string {
	var b strings.Builder
	f.write(&b)
	return b.String()
}

func (f *Form) write(b *strings.Builder) {
	list := func(open, between, end string, n int, name func(i int) string, separate string) {
		b.WriteString(open)
		for i := range n {
			if i > 0 {
				b.WriteString(between)
			}
			part := f.Part(i).Text()
			if name != nil {
				b.WriteString(name(i))
				if part == "_" {
					continue
				}
				b.WriteString(separate)
			}
			b.WriteString(part)
		}
		b.WriteString(end)
	}
	switch {
	case f == nil:
		b.WriteByte('_')
	case f.Each > 0:
		b.WriteString(strconv.Itoa(f.Each) + "*")
		f.Item.write(b)
	case f.IsRecord():
		list("{", ",", "}", len(f.Fields), func(i int) string { return f.Fields[i] }, ":")
	case f.IsSum():
		list("<", "|", ">", len(f.Cons), func(i int) string { return fmt.Sprintf("%s/%d", f.Cons[i].Name, f.Cons[i].Args) }, ":")
	case f.Elem != nil:
		b.WriteByte('[')
		f.Elem.write(b)
		b.WriteByte(']')
	case f.NamesParts():
		list("(", ",", ")", len(f.Parts), nil, "")
	default:
		b.WriteByte('_')
	}
}

// Parse reads what Text writes.
func Parse(text string) (*Form, error) {
	p := &parser{left: text}
	f := p.form(0)
	if p.failed || p.left != "" {
		return nil, fmt.Errorf("%q names no parts of values", text)
	}
	return f, nil
}

// maxNesting bounds how deep forms nest in a text.
const maxNesting = 1000

type parser struct {
	left   string
	failed bool
}

func (p *parser) accept(word string) bool {
	rest, ok := strings.CutPrefix(p.left, word)
	if ok {
		p.left = rest
	}
	return ok
}

func (p *parser) expect(word string) {
	if !p.accept(word) {
		p.failed = true
	}
}

// until is the text before the first of some bytes.
func (p *parser) until(ends string) string {
	i := strings.IndexAny(p.left, ends)
	if i <= 0 {
		p.failed = true
		return ""
	}
	text := p.left[:i]
	p.left = p.left[i:]
	return text
}

func (p *parser) form(depth int) *Form {
	if depth == maxNesting {
		p.failed = true
		return nil
	}
	f := &Form{}
	part := func(named bool) {
		var inner *Form
		if !named || p.accept(":") {
			inner = p.form(depth + 1)
		}
		f.Parts = append(f.Parts, inner)
	}
	list := func(between, end string, item func()) *Form {
		for !p.failed {
			item()
			if p.accept(end) {
				break
			}
			p.expect(between)
		}
		return f
	}
	switch {
	case p.accept("_"):
		return nil
	case p.accept("{"):
		return list(",", "}", func() {
			f.Fields = append(f.Fields, p.until(":,}"))
			part(true)
		})
	case p.accept("<"):
		return list("|", ">", func() {
			name := p.until("/")
			p.expect("/")
			f.Cons = append(f.Cons, Con{name, p.number(":|>")})
			part(true)
		})
	case p.accept("("):
		return list(",", ")", func() { part(false) })
	case p.accept("["):
		f.Elem = p.form(depth + 1)
		p.expect("]")
		return f
	}
	f.Each = p.number("*")
	p.expect("*")
	f.Item = p.form(depth + 1)
	p.failed = p.failed || f.Each < 1
	return f
}

func (p *parser) number(ends string) int {
	n, err := strconv.Atoi(p.until(ends))
	p.failed = p.failed || err != nil || n < 0
	return n
}
