package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"procad/internal/diag"
	"procad/internal/optim"
	"procad/pipeline"
	"procad/source"
)

// The most bytes that are read of a program and of data.
const (
	maxProgram = 256 << 20
	maxData    = 4 << 30
)

// byteOrderMark is what some editors put at the beginning of a file.
const byteOrderMark = "\ufeff"

// load reads and checks a program, and writes its warnings.
func (a *app) load(file string) (*pipeline.Unit, error) {
	return a.loadWith(file, a.without.set, a.checkpoint)
}

// loadWith loads a program with some optimisations disabled, and strategies
// for some loops.
func (a *app) loadWith(file string, without optim.Set, checkpoint []string) (*pipeline.Unit, error) {
	settings := pipeline.Settings{Depth: int64(a.depth), Beside: a.checks}
	read := settings.Load
	if a.dump != "" {
		read = func(src *diag.Source, without ...optim.Name) (*pipeline.Unit, error) {
			return settings.LoadTo(src, string(a.dump), without...)
		}
	}
	return a.loadAs(file, without, checkpoint, read)
}

// loadAs is loadWith as read does it.
func (a *app) loadAs(file string, without optim.Set, checkpoint []string, read func(*diag.Source, ...optim.Name) (*pipeline.Unit, error)) (*pipeline.Unit, error) {
	src, err := a.read(file, maxProgram)
	if err != nil {
		return nil, err
	}
	a.program = file
	src.Text, src.Files = strings.TrimPrefix(src.Text, byteOrderMark), source.System
	u, err := read(src, without.Names()...)
	if u == nil { // there is nothing after that pass
		return nil, err
	}
	a.warn(src, u.Warnings)
	if err != nil {
		return nil, &inSource{src, err}
	}
	a.link.to(u)
	if err := choose(u, checkpoint); err != nil {
		return nil, &inSource{src, err}
	}
	return u, nil
}

// read reads a file, or standard input if its name is "-".
func (a *app) read(file string, most int64) (*diag.Source, error) {
	if file == "-" {
		return readAll("standard input", a.stdin, most)
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readAll(file, f, most)
}

func readAll(name string, r io.Reader, most int64) (*diag.Source, error) {
	large := fmt.Errorf("%s: the file is larger than %d bytes", name, most)
	var text strings.Builder
	if f, ok := r.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			if info.Size() > most {
				return nil, large
			}
			text.Grow(int(info.Size()))
		}
	}
	n, err := io.Copy(&text, io.LimitReader(r, most+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, reason(err))
	}
	if n > most {
		return nil, large
	}
	return &diag.Source{Name: name, Text: text.String()}, nil
}

// write writes a result to a file, or to standard output if file is empty. A
// file is replaced as a whole when its text is complete, or not at all.
func (a *app) write(file string, text func(io.Writer) error) error {
	if file == "" || file == "-" {
		return buffered("standard output", a.stdout, text)
	}
	if filepath.Ext(file) != ".proc" { // of which lower prints the standard form
		if err := a.apart(file); err != nil {
			return err
		}
	}
	mode := os.FileMode(0o666)
	if info, err := os.Stat(file); err == nil {
		if !info.Mode().IsRegular() && !info.IsDir() {
			return writeThrough(file, text)
		}
		mode = info.Mode().Perm()
	}
	return replace(file, mode, func(f *os.File) error { return buffered(file, f, text) })
}

// apart rejects an output that is the program itself.
func (a *app) apart(output string) error {
	program, err := os.Stat(a.program)
	if err != nil {
		return nil
	}
	if info, err := os.Stat(output); err == nil && os.SameFile(program, info) {
		return fmt.Errorf("%s: is the program itself, which would be lost", output)
	}
	return nil
}

func writeThrough(file string, text func(io.Writer) error) error {
	f, err := os.OpenFile(file, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(buffered(file, f, text), f.Close())
}

// replace fills a new file next to the old one and then renames it. What a link
// points to is replaced, not the link.
func replace(file string, mode os.FileMode, fill func(*os.File) error) error {
	if target, err := filepath.EvalSymlinks(file); err == nil {
		file = target
	}
	switch info, err := os.Stat(file); {
	case err != nil:
	case info.IsDir():
		return fmt.Errorf("%s: is a directory", file)
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s: is no regular file", file)
	}
	temporary := fmt.Sprintf("%s.%08x.tmp", file, rand.Uint32())
	f, err := os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return fmt.Errorf("%s: %w", file, reason(err))
	}
	err = fill(f)
	if closing := f.Close(); err == nil && closing != nil {
		err = fmt.Errorf("%s: %w", file, reason(closing))
	}
	if err == nil {
		if renaming := os.Rename(temporary, file); renaming != nil {
			err = fmt.Errorf("%s: %w", file, reason(renaming))
		}
	}
	if err != nil {
		os.Remove(temporary)
	}
	return err
}

// buffered names what is written to in errors of writing; those of making the text are as they are.
func buffered(name string, w io.Writer, text func(io.Writer) error) error {
	out := &told{Writer: w}
	b := bufio.NewWriterSize(out, 1<<16)
	err := text(b)
	if err == nil {
		err = b.Flush()
	}
	if out.err != nil {
		return fmt.Errorf("%s: %w", name, reason(out.err))
	}
	return err
}
