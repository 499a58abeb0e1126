package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/dustin/go-humanize"

	"procad/internal/data"
	"procad/internal/draw"
	"procad/internal/quote"
)

// A table is rows of figures, for a person or for a program.
type table struct {
	columns []column
	rows    [][]any // string, int64, float64, or nil where there is nothing to say
}

// A column has a heading for people and a name for programs.
type column struct {
	heading, name string
	unit          draw.Unit // of its numbers
}

func (t *table) add(cells ...any) { t.rows = append(t.rows, cells) }

// text writes aligned columns: words to the left, numbers to the right.
func (t *table) text(w io.Writer) error {
	cells := make([][]string, len(t.rows)+1)
	for _, c := range t.columns {
		cells[0] = append(cells[0], c.heading)
	}
	for i, row := range t.rows {
		for j, v := range row {
			cells[i+1] = append(cells[i+1], t.columns[j].format(v))
		}
	}
	width := make([]int, len(t.columns))
	for _, row := range cells {
		for j, s := range row {
			width[j] = max(width[j], utf8.RuneCountInString(s))
		}
	}
	for _, row := range cells {
		var line strings.Builder
		for j, s := range row {
			pad := strings.Repeat(" ", width[j]-utf8.RuneCountInString(s))
			if j > 0 {
				line.WriteString("  ")
			}
			if t.numbers(j) {
				s, pad = pad, s
			}
			line.WriteString(s + pad)
		}
		if _, err := fmt.Fprintln(w, strings.TrimRight(line.String(), " ")); err != nil {
			return err
		}
	}
	return nil
}

// numbers says that a column has numbers, as far as it has anything.
func (t *table) numbers(j int) bool {
	for _, row := range t.rows {
		if _, word := row[j].(string); word {
			return false
		}
	}
	return true
}

func (c column) format(v any) string {
	switch v := v.(type) {
	case nil:
		return "-"
	case int64:
		switch {
		case v == math.MaxInt64 && c.unit == draw.Bytes:
			return notKnown
		case v == math.MaxInt64:
			return "∞"
		case c.unit == draw.Bytes:
			return c.unit.Format(float64(v))
		}
		return humanize.Comma(v)
	case float64:
		if c.unit == draw.Number {
			return strconv.FormatFloat(v, 'g', 4, 64)
		}
		return c.unit.Format(v)
	}
	return fmt.Sprint(v)
}

// json writes an array with an object for each row.
func (t *table) json(w io.Writer) error {
	for i, row := range t.rows {
		if _, err := io.WriteString(w, []string{"[", ","}[min(i, 1)]+"\n  {"); err != nil {
			return err
		}
		for j, v := range row {
			switch x := v.(type) {
			case float64:
				v = data.JSONReal(x)
			case int64:
				v = bounded(x)
			}
			text, err := json.Marshal(v)
			if err != nil {
				return err
			}
			fmt.Fprintf(w, "%s%s: %s", []string{"", ", "}[min(j, 1)], quote.JSON(t.columns[j].name), text)
		}
		io.WriteString(w, "}")
	}
	if len(t.rows) == 0 {
		io.WriteString(w, "[")
	}
	_, err := io.WriteString(w, "\n]\n")
	return err
}

func (t *table) csv(w io.Writer) error {
	out := csv.NewWriter(w)
	record := make([]string, len(t.columns))
	for j, c := range t.columns {
		record[j] = c.name
	}
	out.Write(record)
	for _, row := range t.rows {
		for j, v := range row {
			record[j] = ""
			if v != nil && v != any(int64(math.MaxInt64)) {
				record[j] = fmt.Sprint(v)
			}
		}
		out.Write(record)
	}
	out.Flush()
	return out.Error()
}
