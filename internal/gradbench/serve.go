package gradbench

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
)

const (
	inputName = "standard input"
	maxLine   = 64 << 20 // bytes
)

// Serve answers messages until the input ends, or until the context does. Each answer is
// written as a whole. The error is that of a line that is no message, which is not answered,
// or of the input or the output.
func (t *Tool) Serve(ctx context.Context, r io.Reader, w io.Writer) error {
	lines := make(chan line)
	go read(ctx, r, lines)
	for number := 1; ; number++ {
		var l line
		select {
		case <-ctx.Done():
			return ctx.Err()
		case l = <-lines:
		}
		if len(bytes.TrimSpace(l.text)) > 0 && (l.err == nil || l.err == io.EOF) {
			m, err := parse(l.text, number)
			if err != nil {
				return err
			}
			text, err := t.answer(m).line()
			if err != nil {
				return err
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if _, err := w.Write(text); err != nil {
				return fmt.Errorf("standard output: %w", err)
			}
		}
		switch {
		case l.err == io.EOF:
			return nil
		case l.err != nil:
			return fmt.Errorf("%s:%d: %w", inputName, number, l.err)
		}
	}
}

// A line is one of the input, or why there is none.
type line struct {
	text []byte
	err  error
}

// read sends lines until one has an error.
func read(ctx context.Context, r io.Reader, lines chan<- line) {
	b := bufio.NewReaderSize(r, 1<<16)
	for {
		l := readLine(b)
		select {
		case lines <- l:
		case <-ctx.Done():
			return
		}
		if l.err != nil {
			return
		}
	}
}

// readLine reads a line, the last of which may have no end.
func readLine(b *bufio.Reader) (l line) {
	for {
		part, err := b.ReadSlice('\n')
		if len(l.text)+len(part) > maxLine {
			return line{err: fmt.Errorf("the line is longer than %d bytes", maxLine)}
		}
		l.text = append(l.text, part...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			l.err = err
			return l
		}
	}
}
