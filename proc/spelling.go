package proc

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// own ends the name of a definition that has the name of a primitive in the
// source. def is a word of the source language, so no part of a name is def.
const own = ".def"

// Name is the function with a name that no other name is part of: it has neither $ nor braces.
func Name(name string) Func {
	if strings.ContainsAny(name, "${}") {
		panic(fmt.Sprintf("proc: %q consists of several names", name))
	}
	return plain(name)
}

// Own is the Func of the definition that the source calls f, where f is a
// primitive already: f itself is the primitive's.
func (f Func) Own() Func { return plain(f.String() + own) }

// Extended is the function whose name is that of f with more at its end; of d$f it is d$ that of f.
func (f Func) Extended(by string) Func {
	if !f.IsZero() && f.form == derivForm {
		return f.deriv.Of(f.of.Extended(by))
	}
	return plain(f.String() + by)
}

// InOneWord is the function whose name is that of f in one word, with more at its end: of d$f it is d.f. Two functions may have
// the same.
func (f Func) InOneWord(by string) Func {
	word := strings.Map(func(r rune) rune {
		if r == '_' || r == '\'' || unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return '.'
	}, f.String())
	return Name(word + by)
}

// labelIn is the label in a plain name, what follows its last dot; empty if there is none.
func labelIn(word string) string {
	if i := strings.LastIndexByte(word, '.'); i >= 0 {
		return word[i+1:]
	}
	return ""
}

// A spelling is a way to write names.
type spelling struct {
	strings.Builder
	full  bool // long types are written out
	given bool // definitions are called as the source calls them
}

// String is the name with #n for long types.
func (f Func) String() string {
	if f.IsZero() {
		return ""
	}
	if text := f.text.Load(); text != nil {
		return *text
	}
	var s spelling
	s.write(f)
	text := s.Builder.String()
	f.text.Store(&text)
	return text
}

// Compare orders names by their text.
func (f Func) Compare(g Func) int { return strings.Compare(f.String(), g.String()) }

// Text is the name as it is printed, with all types written out.
func (f Func) Text() string {
	if f.IsZero() || !f.long {
		return f.String()
	}
	s := spelling{full: true}
	s.write(f)
	return s.Builder.String()
}

// Imported says that f is of another file than the program: that it is called module:name.
func (f Func) Imported() bool { return strings.Contains(f.Given(), ":") }

// Qualified is the name of a definition as source text has it: module.name for module:name.
func (f Func) Qualified() string { return strings.ReplaceAll(f.Given(), ":", ".") }

// Given is f with definitions called as the source calls them: what messages,
// files for C and tables show. Only .proc text tells a definition from a
// primitive of the same name.
func (f Func) Given() string {
	s := spelling{given: true}
	s.write(f)
	return s.Builder.String()
}

// write writes
//
//	f ::= name | module:name | deriv$f | loop{f} | family{τ, …} | family{τ, …, "m"} | check{"m"}        loop ::= kind | kind.word | kind.word.k
func (s *spelling) write(f Func) {
	closing := 0
	for ; !f.IsZero() && f.of != (Func{}); f = f.of {
		if f.form == derivForm {
			s.word(f.deriv.text)
			s.WriteByte('$')
			continue
		}
		s.WriteString(f.loop.String())
		s.WriteByte('{')
		closing++
	}
	if !f.IsZero() {
		s.leaf(f)
	}
	s.WriteString(strings.Repeat("}", closing))
}

func (s *spelling) leaf(f Func) {
	switch f.form {
	case familyForm:
		s.WriteString(f.word + "{")
		for i, t := range f.types {
			if i > 0 {
				s.WriteString(", ")
			}
			if s.full {
				s.WriteString(t.String())
			} else {
				s.WriteString(nameOf(t))
			}
		}
		if f.message != "" {
			s.WriteString(", " + strconv.Quote(f.message))
		}
		s.WriteByte('}')
	case checkForm:
		s.WriteString(f.word + "{" + strconv.Quote(f.message) + "}")
	default:
		s.word(f.word)
	}
}

// word writes a plain name, or a Deriv, which may have the name of a check.
func (s *spelling) word(word string) {
	for s.given {
		before, after, found := strings.Cut(word, own)
		if !found {
			break
		}
		s.WriteString(before)
		if after != "" && isNamePart(after[0]) {
			s.WriteString(own)
		}
		word = after
	}
	s.WriteString(word)
}

// isNamePart reports whether a name of the source can go on with c.
func isNamePart(c byte) bool {
	return c == '_' || c == '\'' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// String is the text before the braces of a loop.
func (l LoopForm) String() string {
	text := string(l.Kind)
	if l.Note.Word != "" {
		text += "." + l.Note.Word
	}
	if l.Note.Number != 0 {
		text += "." + strconv.FormatInt(l.Note.Number, 10)
	}
	return text
}

// ParseFunc reads the name of a function. Types and messages may be written in any
// way that has their meaning.
func ParseFunc(text string) (Func, error) { return parseFunc(text, 0) }

func parseFunc(text string, depth int) (Func, error) {
	if depth == MaxDepth {
		return Func{}, fmt.Errorf("the braces nest deeper than %d levels", MaxDepth)
	}
	head, arg, braces := strings.Cut(text, "{")
	if head == "" || strings.ContainsFunc(head, func(r rune) bool { return !nameRune(r) && r != ':' }) || !modular(head) {
		return Func{}, errors.New("the name of a function is wanted")
	}
	if braces && !strings.HasSuffix(arg, "}") {
		return Func{}, errors.New("the name goes on after its braces")
	}
	chain := strings.Split(head, "$")
	last := len(chain) - 1
	f := plain(chain[last])
	if braces {
		var err error
		if f, err = parseBraces(chain[last], strings.TrimSuffix(arg, "}"), depth); err != nil {
			return Func{}, err
		}
	}
	for i := last - 1; i >= 0; i-- {
		// What has an empty part is a name like any other, which nothing has.
		if chain[i] == "" || f.IsZero() {
			f = plain(chain[i] + "$" + f.String())
			continue
		}
		f = NewDeriv(chain[i]).Of(f)
	}
	return f, nil
}

// modular says that each colon in head is between the name of a module, which begins with a letter or _,
// and another one.
func modular(head string) bool {
	for part := range strings.SplitSeq(head, "$") {
		module, name, ok := strings.Cut(part, ":")
		if ok && (module == "" || name == "" || '0' <= module[0] && module[0] <= '9' || strings.Contains(name, ":")) {
			return false
		}
	}
	return true
}

// parseBraces reads head{arg}.
func parseBraces(head, arg string, depth int) (Func, error) {
	if kind, _, _ := strings.Cut(head, "."); LoopKind(kind).known() {
		form, ok := parseLoop(head)
		if !ok {
			return Func{}, fmt.Errorf("%s is followed by a word and a whole number of at least 1, not by %q", kind, strings.TrimPrefix(head, kind+"."))
		}
		body, err := parseFunc(strings.TrimSpace(arg), depth+1)
		if err != nil {
			return Func{}, err
		}
		return form.Of(body), nil
	}
	arg, message, err := cutMessage(arg)
	if err != nil {
		return Func{}, err
	}
	if arg == "" {
		return CheckOf(head, message), nil
	}
	types, err := ParseTypes(arg)
	if err != nil {
		return Func{}, errors.New("the braces hold no types")
	}
	return FamilyOf(head, types...).With(message), nil
}

// cutMessage cuts the message off what stands in braces: "m" or τ, …, "m".
func cutMessage(arg string) (types, message string, err error) {
	i := strings.IndexByte(arg, '"')
	if i < 0 {
		return arg, "", nil
	}
	types = strings.TrimSpace(arg[:i])
	if types != "" {
		var comma bool
		if types, comma = strings.CutSuffix(types, ","); !comma {
			return "", "", errors.New("a comma is wanted before the message")
		}
	}
	if message, err = strconv.Unquote(strings.TrimSpace(arg[i:])); err != nil {
		return "", "", errors.New("the message is not quoted well")
	}
	return types, message, nil
}

func (k LoopKind) known() bool {
	_, ok := loopKinds[k]
	return ok
}

// parseLoop reads  kind | kind.word | kind.word.k .
func parseLoop(text string) (LoopForm, bool) {
	parts := strings.Split(text, ".")
	form := LoopForm{Kind: LoopKind(parts[0])}
	if len(parts) > 1 {
		form.Note.Word = parts[1]
	}
	if len(parts) > 2 {
		form.Note.Number, _ = strconv.ParseInt(parts[2], 10, 64)
	}
	return form, form.Note.Number >= 0 && form.String() == text
}

// MustParseFunc is ParseFunc for text that a program has: it panics at what names nothing.
func MustParseFunc(text string) Func {
	f, err := ParseFunc(text)
	if err != nil {
		panic(fmt.Sprintf("proc: %v, in %q", err, text))
	}
	return f
}
