package schedule

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"strings"
)

// String is the action as a line of text: store checkpoint 2 iteration 15.
func (a Action) String() string {
	switch a.Op {
	case Advance:
		return fmt.Sprintf("advance %d %d", a.From, a.To)
	case Store, Restore, Free:
		return fmt.Sprintf("%s checkpoint %d iteration %d", a.Op, a.Checkpoint, a.From)
	}
	return fmt.Sprintf("%s %d", a.Op, a.From)
}

// WriteText writes one action a line.
func WriteText(w io.Writer, actions iter.Seq[Action]) error {
	return write(w, actions, func(b *bufio.Writer, a Action) error {
		_, err := fmt.Fprintln(b, a)
		return err
	})
}

// WriteJSON writes an array of objects, one a line.
func WriteJSON(w io.Writer, actions iter.Seq[Action]) error {
	before := "[\n  "
	err := write(w, actions, func(b *bufio.Writer, a Action) error {
		text, err := json.Marshal(a)
		b.WriteString(before)
		b.Write(text)
		before = ",\n  "
		return err
	})
	if err != nil {
		return err
	}
	end := "\n]\n"
	if strings.HasPrefix(before, "[") {
		end = "[]\n"
	}
	_, err = io.WriteString(w, end)
	return err
}

// WriteCSV writes a heading and one action a line; the checkpoint is empty where there
// is none.
func WriteCSV(w io.Writer, actions iter.Seq[Action]) error {
	if _, err := fmt.Fprintln(w, "op,from,to,checkpoint"); err != nil {
		return err
	}
	return write(w, actions, func(b *bufio.Writer, a Action) error {
		checkpoint := ""
		if a.Checkpoint >= 0 {
			checkpoint = fmt.Sprint(a.Checkpoint)
		}
		_, err := fmt.Fprintf(b, "%s,%d,%d,%s\n", a.Op, a.From, a.To, checkpoint)
		return err
	})
}

func write(w io.Writer, actions iter.Seq[Action], one func(*bufio.Writer, Action) error) error {
	b := bufio.NewWriter(w)
	for a := range actions {
		if err := one(b, a); err != nil {
			return err
		}
	}
	return b.Flush()
}
