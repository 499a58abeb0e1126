package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"

	"procad/internal/diag"
	"procad/internal/quote"
)

// Outputs are the files that one command makes. Each is written beside the place where it will be,
// and all of them get their names together, when the last one is complete. Where anything
// goes wrong, the files that were there are as they were, and no new ones are left.
type outputs struct{ made []output }

// An output is a file that is complete but for its name.
type output struct {
	temporary, file string
	old             string // another name of the file that was there; "" if it has none
	fresh           bool   // none was there
}

// write writes a result to a file, or to standard output if file is empty. A
// file is replaced as a whole when its text is complete, or not at all.
func (a *app) write(file string, text func(io.Writer) error) error {
	if file == "" || file == "-" {
		a.progress.end()
		return buffered("standard output", a.stdout, text)
	}
	a.progress.say("writing %s", file)
	if filepath.Ext(file) != ".proc" { // of which lower prints the standard form
		if err := a.apart(file); err != nil {
			return err
		}
	}
	if info, err := os.Stat(file); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return writeThrough(file, text)
	}
	var o outputs
	defer o.drop()
	if err := o.add(file, 0o666, text); err != nil {
		return err
	}
	return o.commit()
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

// add writes a file beside its place. What a link points to is replaced, not the link.
func (o *outputs) add(file string, mode os.FileMode, text func(io.Writer) error) error {
	if target, err := filepath.EvalSymlinks(file); err == nil {
		file = target
	}
	info, err := os.Stat(file)
	switch {
	case err != nil:
		info = nil
	case info.IsDir():
		return fmt.Errorf("%s: is a directory", file)
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s: is no regular file", file)
	}
	temporary := fmt.Sprintf("%s.%08x.tmp", file, rand.Uint32())
	f, err := os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return notMadeIn(file, err)
	}
	o.made = append(o.made, output{temporary: temporary, file: file})
	err = buffered(file, f, text)
	if err == nil && info != nil {
		err = named(file, f.Chmod(modeOver(info.Mode(), mode)))
	}
	return firstError(err, named(file, f.Close()))
}

// modeOver is the mode of a file that replaces one: that of the old one. A program can be
// run by those who could read the old file, as linkers have it.
func modeOver(old, mode os.FileMode) os.FileMode {
	perm := old.Perm()
	return perm | perm&0o444>>2&mode
}

// commit gives the files their names.
func (o *outputs) commit() error {
	for i := range o.made {
		m := &o.made[i]
		if len(o.made) > 1 {
			old := m.temporary + ".old"
			err := os.Link(m.file, old)
			if m.fresh = errors.Is(err, fs.ErrNotExist); err == nil {
				m.old = old
			}
		}
		if err := os.Rename(m.temporary, m.file); err != nil {
			o.undo(i)
			return named(m.file, err)
		}
	}
	for _, m := range o.made {
		if m.old != "" {
			os.Remove(m.old)
		}
	}
	o.made = nil
	return nil
}

// undo takes back the first n names. On a system without links what was replaced is gone: there the
// complete new file stays.
func (o *outputs) undo(n int) {
	for _, m := range o.made[:n] {
		switch {
		case m.fresh:
			os.Remove(m.file)
		case m.old != "":
			os.Rename(m.old, m.file)
		}
	}
}

// drop removes what has not got its name.
func (o *outputs) drop() {
	for _, m := range o.made {
		os.Remove(m.temporary)
		if m.old != "" {
			os.Remove(m.old)
		}
	}
	o.made = nil
}

// named says which file an error of the system is about; nil if there is none.
func named(file string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", file, reason(err))
}

// firstError is the first of two errors that there is.
func firstError(first, second error) error {
	if first != nil {
		return first
	}
	return second
}

// notMadeIn is named for what is to be made, which needs the folder that it will be in.
func notMadeIn(file string, err error) error {
	folder := filepath.Dir(file)
	if _, none := os.Stat(folder); errors.Is(none, fs.ErrNotExist) {
		return fmt.Errorf("%s: there is no folder %s", quote.Line(file), quote.Line(folder))
	}
	return fmt.Errorf("%s: %w", quote.Line(file), reason(err))
}

// writeFile writes a whole file of a folder that is still to get its name. Where it goes wrong, the
// error names the file as it would be called.
func writeFile(folder, called, file string, mode os.FileMode, text func(io.Writer) error) error {
	f, err := os.OpenFile(filepath.Join(folder, file), os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return named(filepath.Join(called, file), err)
	}
	err = buffered(filepath.Join(called, file), f, text)
	return firstError(err, named(filepath.Join(called, file), f.Close()))
}

// keepModes gives a folder, and the files in it, the modes of those in an old one. It is no error if there is none.
func keepModes(fresh, old string) error {
	info, err := os.Stat(old)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	files, err := os.ReadDir(fresh)
	if err != nil {
		return err
	}
	for _, f := range files {
		was, err := os.Stat(filepath.Join(old, f.Name()))
		if err != nil || !was.Mode().IsRegular() {
			continue
		}
		is, err := f.Info()
		if err != nil {
			return err
		}
		if err := os.Chmod(filepath.Join(fresh, f.Name()), modeOver(was.Mode(), is.Mode())); err != nil {
			return named(filepath.Join(old, f.Name()), err)
		}
	}
	return named(old, os.Chmod(fresh, info.Mode().Perm()))
}

// buffered names what is written to in errors of writing, and in messages that no file is known of; other
// errors of making the text are as they are.
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
	if e, ok := errors.AsType[*diag.Error](err); ok && e.File == "" && !e.Pos.Known() {
		e.In(name)
	}
	return err
}
