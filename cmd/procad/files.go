package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"unsafe"

	"procad/internal/diag"
	"procad/internal/mapped"
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
	src, err := a.readProgram(file)
	if err != nil {
		return nil, err
	}
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

// readProgram reads the first file of a program.
func (a *app) readProgram(file string) (*diag.Source, error) {
	if a.given != nil {
		return a.given, nil
	}
	src, err := a.read(file, maxProgram)
	if err != nil {
		return nil, err
	}
	a.program = file
	src.Text, src.Files = strings.TrimPrefix(src.Text, byteOrderMark), source.System
	return src, nil
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

// readData reads a file of data, or standard input if its name is "-". A large file is mapped, and not copied.
func (a *app) readData(file string) (*diag.Source, error) {
	if file == "-" {
		return a.read(file, maxData)
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() && info.Size() > maxData {
		return nil, fileTooLarge(file, maxData)
	}
	content, err := mapped.Read(f, maxData)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, reason(err))
	}
	// The bytes are nobody else's, and nobody writes them.
	return &diag.Source{Name: file, Text: unsafe.String(unsafe.SliceData(content), len(content))}, nil
}

func fileTooLarge(name string, most int64) error {
	return fmt.Errorf("%s: the file is larger than %d bytes", name, most)
}

func readAll(name string, r io.Reader, most int64) (*diag.Source, error) {
	var text strings.Builder
	if f, ok := r.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			if info.Size() > most {
				return nil, fileTooLarge(name, most)
			}
			text.Grow(int(info.Size()))
		}
	}
	n, err := io.Copy(&text, io.LimitReader(r, most+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, reason(err))
	}
	if n > most {
		return nil, fileTooLarge(name, most)
	}
	return &diag.Source{Name: name, Text: text.String()}, nil
}
