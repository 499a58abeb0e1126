package source

import "procad/internal/diag"

// tokenKind says what a token is.
type tokenKind uint8

const (
	tokEOF    tokenKind = iota
	tokName             // x, sum, _x
	tokInt              // 12
	tokReal             // 1.5
	tokString           // "text"
	tokWord             // a reserved word
	tokSymbol           // an operator or punctuation; _ alone
)

// words are the names that cannot be names of anything.
var words = map[string]bool{
	"def": true, "let": true, "in": true, "if": true, "then": true, "else": true,
	"case": true, "of": true, "for": true, "not": true, "div": true, "mod": true,
	"true": true, "false": true, "pi": true, "Inl": true, "Inr": true,
}

// symbols are the operators and punctuation; longer ones first.
var symbols = []string{
	"..<", "->", "||", "&&", "==", "!=", "<=", ">=",
	"<", ">", "+", "-", "*", "/", "^", "=", "|", "(", ")", "[", "]", "{", "}", ",", ";", ":", "\\", ".",
}

// token is one token. Offsets fit because maxSource is small.
type token struct {
	kind      tokenKind
	line, col int32
	from, to  int32
	match     int32 // of an opening bracket: index of the closing one, or 0
}

func (t token) pos(file *diag.Source) diag.Pos {
	return diag.Pos{Line: int(t.line), Col: int(t.col), File: file}
}
