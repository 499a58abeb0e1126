package data

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"

	"procad/internal/decimal"
	"procad/internal/diag"
	"procad/proc"
	"procad/proc/deriv"
)

// CSV is a source that is a table of values with commas between, or semicolons, or tabs.
//
//	param  column
//	""     ""      each column is the parameter that the first line names
//	x      c       the column that the first line calls c is x
//	x      ""      the whole table is x: a matrix; a vector if it has one column, a number if it has one value.
//	               The first line is left out if something in it is neither a number nor true or false
func CSV(src *diag.Source, param, column string) Source {
	return &csvSource{src, param, column}
}

type csvSource struct {
	src           *diag.Source
	param, column string
}

// A column is one whose cells are read.
type column struct {
	index  int
	number *number
	into   *[]uint64
}

func (s *csvSource) give(c *collector) error {
	if s.param != "" && s.column == "" {
		return s.whole(c, s.open())
	}
	return s.columns(c, s.open())
}

// columns reads those that the first line names.
func (s *csvSource) columns(c *collector, t *table) error {
	if err := t.next(); err != nil {
		return t.message(err)
	}
	var cols []column
	var params []proc.Param
	var begins []position
	found := false
	for i, name := range t.cells {
		name = strings.TrimSpace(name)
		at := position{src: s.src, at: t.offset(i)}
		if s.param != "" {
			if name != s.column || found {
				continue
			}
			name, found = s.param, true
		}
		p, ok, err := c.claim(name, at)
		switch {
		case err != nil:
			return err
		case !ok:
			c.unknown(clip(name), at)
			continue
		}
		l := LayoutOf(deriv.Activate(p.Type))
		n := numberOf(l)
		switch {
		case n == nil:
			return noArray(at, p)
		case l.Rank() > 1:
			return at.errorf(CodeWrongType, "%s is %s, and a column has 1 dimension", p.Name, diag.A(p.Written())).
				Hintf("a whole table is a matrix: --in %s=@FILE.csv", p.Name)
		}
		cols = append(cols, column{i, n, new([]uint64)})
		params, begins = append(params, p), append(begins, at)
	}
	if s.param != "" && !found && c.takes(s.param) {
		return position{src: s.src}.errorf(CodeBadCSV, "there is no column %.100q in this table", s.column).
			Hintf("the first line names the columns")
	}
	rows, err := t.read(cols)
	if err != nil {
		return err
	}
	for i, p := range params {
		l := LayoutOf(deriv.Activate(p.Type))
		if l.Rank() == 0 && rows != 1 {
			return begins[i].errorf(CodeWrongType, "%s is %s, but this column has %s", p.Name, diag.A(p.Written()), counted(rows, "value"))
		}
		if err := c.putWords(p, l, []int{rows}, *cols[i].into, begins[i]); err != nil {
			return err
		}
	}
	return nil
}

// takes says that there is such a parameter.
func (c *collector) takes(name string) bool {
	_, ok := c.params[name]
	return ok
}

// whole reads the table into one parameter.
func (s *csvSource) whole(c *collector, t *table) error {
	begin := position{src: s.src, at: t.begin}
	p, ok, twice := c.claim(s.param, begin)
	switch {
	case twice != nil:
		return twice
	case !ok:
		c.unknown(s.param, begin)
		return nil
	}
	l := LayoutOf(deriv.Activate(p.Type))
	n := numberOf(l)
	switch {
	case n == nil:
		return noArray(begin, p)
	case l.Rank() > 2:
		return begin.errorf(CodeWrongType, "%s is %s, and a table has 2 dimensions", p.Name, diag.A(p.Written()))
	}
	if err := t.next(); err != nil {
		return t.message(err)
	}
	width := len(t.cells)
	t.again = !t.header()
	if l.Rank() < 2 && width != 1 {
		return begin.errorf(CodeWrongType, "%s is %s, but this table has %s", p.Name, diag.A(p.Written()), counted(width, "column")).
			Hintf("one column: --in %s=@FILE.csv:NAME", p.Name)
	}
	words := []uint64{}
	cols := make([]column, width)
	for i := range cols {
		cols[i] = column{i, n, &words}
	}
	rows, err := t.read(cols)
	if err != nil {
		return err
	}
	if l.Rank() == 0 && rows != 1 {
		return begin.errorf(CodeWrongType, "%s is %s, but this table has %s", p.Name, diag.A(p.Written()), counted(rows, "value"))
	}
	return c.putWords(p, l, []int{rows, width}[:max(l.Rank(), 1)], words, begin)
}

func counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

// A table is a text that is read line by line.
type table struct {
	src   *diag.Source
	begin int // after a byte order mark
	*csv.Reader
	cells []string
	again bool // the line that was read is to be read once more
}

func (s *csvSource) open() *table {
	t := &table{src: s.src}
	if strings.HasPrefix(s.src.Text, byteOrderMark) {
		t.begin = len(byteOrderMark)
	}
	t.Reader = csv.NewReader(strings.NewReader(s.src.Text[t.begin:]))
	t.Comma = separator(s.src.Text[t.begin:])
	t.ReuseRecord, t.TrimLeadingSpace = true, t.Comma != '\t' // which is a space too
	return t
}

// separator is what stands between cells: a comma, or where the first line has none outside of quotes,
// a semicolon or a tab.
func separator(text string) rune {
	found, quoted := ',', false
	for i, c := range text {
		switch {
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == ',':
			return ','
		case c == '\n' && strings.TrimSpace(text[:i]) != "":
			return found
		case found == ',' && (c == ';' || c == '\t'):
			found = c
		}
	}
	return found
}

// next reads a line.
func (t *table) next() (err error) {
	if t.again {
		t.again = false
		return nil
	}
	t.cells, err = t.Read()
	return err
}

// read reads the cells of columns in all lines, and counts these.
func (t *table) read(cols []column) (rows int, err error) {
	for ; ; rows++ {
		if err := t.next(); err == io.EOF {
			break
		} else if err != nil {
			return 0, t.message(err)
		}
		for _, col := range cols {
			w, err := col.number.cell(strings.TrimSpace(t.cells[col.index]))
			if err != nil {
				return 0, position{src: t.src, at: t.offset(col.index)}.errorf(err.code, "%s", err.msg).Hintf("%s", err.hint)
			}
			*col.into = append(*col.into, w)
		}
	}
	for _, col := range cols {
		if *col.into == nil {
			*col.into = []uint64{}
		}
	}
	return rows, nil
}

// header says that the line names columns.
func (t *table) header() bool {
	for _, cell := range t.cells {
		cell = strings.TrimSpace(cell)
		_, notReal := realCell(cell)
		_, notBool := boolCell(cell)
		if notReal != nil && notReal.code == CodeWrongType && notBool != nil && cell != "" {
			return true
		}
	}
	return false
}

// offset is where a cell of the line begins.
func (t *table) offset(cell int) int {
	line, col := t.FieldPos(cell)
	return t.at(line, col)
}

// at is the offset of a line and a column of the reader, which count from 1.
func (t *table) at(line, col int) int {
	at := t.begin
	for ; line > 1; line-- {
		at += strings.IndexByte(t.src.Text[at:], '\n') + 1
	}
	return min(at+col-1, len(t.src.Text))
}

// message is an error of the reader with its place.
func (t *table) message(err error) error {
	if err == io.EOF {
		return position{src: t.src, at: t.begin}.errorf(CodeBadCSV, "the table is empty")
	}
	p, ok := errors.AsType[*csv.ParseError](err)
	if !ok {
		return err
	}
	at := position{src: t.src, at: t.at(p.Line, p.Column)}
	switch {
	case errors.Is(p.Err, csv.ErrFieldCount):
		at.at = t.at(p.StartLine, 1)
		return at.errorf(CodeRagged, "this line has %s, but the first has %d", counted(len(t.cells), "cell"), t.FieldsPerRecord)
	case errors.Is(p.Err, csv.ErrQuote) && (p.Line > p.StartLine || at.at == len(t.src.Text)):
		at.at = t.at(p.StartLine, 1)
		return at.errorf(CodeBadCSV, "a quote that begins in this line does not end")
	case errors.Is(p.Err, csv.ErrQuote):
		return at.errorf(CodeBadCSV, "the quotes of this cell do not match")
	case errors.Is(p.Err, csv.ErrBareQuote):
		return at.errorf(CodeBadCSV, "a quote in a cell that does not begin with one")
	}
	return at.errorf(CodeBadCSV, "%v", p.Err)
}

// A cellError says what is wrong with a cell.
type cellError struct{ code, msg, hint string }

func wantedCell(what, text string) *cellError {
	e := &cellError{code: CodeWrongType, msg: what + " is wanted here, not " + strconv.Quote(clip(text))}
	switch {
	case text == "":
		e.msg = "a cell is empty, and " + what + " is wanted"
		if what == aReal {
			e.hint = "write nan where there is no number"
		}
	case text == missing:
		e.hint = "a missing value is NaN, and only a Real can be NaN"
	case strings.ContainsAny(text, ";\t"):
		e.hint = "all lines have the same sign between cells: the first line has a comma"
	case decimalComma.MatchString(text):
		e.hint = "write a point, not a comma, before the digits that follow it"
	}
	return e
}

const aReal = "a Real"

// missing is how R writes a value that is not there.
const missing = "NA"

// decimalComma is a number as it is written in many countries.
var decimalComma = regexp.MustCompile(`^[+-]?\d+,\d+([eE][+-]?\d+)?$`)

var decimalNumber = regexp.MustCompile(`^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$`)

// realCell reads a Real: a decimal number, or nan, inf or infinity, in capitals
// or not, with a sign or without; NA, for what is missing, is NaN.
func realCell(text string) (uint64, *cellError) {
	if decimalNumber.MatchString(text) {
		x, err := decimal.Float(strings.TrimPrefix(text, "+"))
		if err != nil {
			return 0, &cellError{CodeNumberRange, clip(text) + " is too large for a Real", "infinity is written inf"}
		}
		return math.Float64bits(x), nil
	}
	if text == missing {
		return math.Float64bits(math.NaN()), nil
	}
	sign, word := 1, strings.ToLower(text)
	if rest, ok := strings.CutPrefix(word, "-"); ok {
		sign, word = -1, rest
	} else {
		word = strings.TrimPrefix(word, "+")
	}
	switch word {
	case "nan":
		return math.Float64bits(math.NaN()), nil
	case "inf", "infinity":
		return math.Float64bits(math.Inf(sign)), nil
	}
	return 0, wantedCell(aReal, text)
}

func intCell(text string) (uint64, *cellError) {
	if decimalNumber.MatchString(text) {
		digits, ok := decimal.Whole(text)
		if !ok {
			return 0, wantedCell("an Int", text)
		}
		text = digits
	}
	n, err := strconv.ParseInt(text, 10, 64)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, &cellError{CodeNumberRange, clip(text) + " is not in the range of Int, which is -2^63 … 2^63-1", ""}
	case err != nil:
		return 0, wantedCell("an Int", text)
	}
	return uint64(n), nil
}

// boolCell reads true or false, in capitals or not.
func boolCell(text string) (uint64, *cellError) {
	switch strings.ToLower(text) {
	case "true":
		return 0, nil
	case "false":
		return 1, nil
	}
	return 0, wantedCell("true or false", text)
}
