package source

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"procad/internal/diag"
	"procad/library"
)

// System reads imports from the file system.
var System diag.Files = system{}

type system struct{}

func (system) Read(name string) (text, id string, err error) {
	real, err := filepath.EvalSymlinks(filepath.FromSlash(name))
	if err != nil {
		return "", "", err
	}
	if real, err = filepath.Abs(real); err != nil {
		return "", "", err
	}
	if info, err := os.Stat(real); err != nil { // to open a pipe would wait for who writes to it
		return "", "", err
	} else if err := regular(info); err != nil {
		return "", "", err
	}
	f, err := os.Open(real)
	if err != nil {
		return "", "", err
	}
	defer f.Close()
	text, err = readText(f)
	return text, real, err
}

// FilesIn reads imports from a file system, in which the first file of a program is where its
// name says.
func FilesIn(fsys fs.FS) diag.Files { return files{fsys} }

type files struct{ fs.FS }

func (d files) Read(name string) (text, id string, err error) {
	if !fs.ValidPath(name) {
		return "", "", errors.New("it is outside of the files that are given")
	}
	f, err := d.Open(name)
	if err != nil {
		return "", "", err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil {
		return "", "", err
	} else if err := regular(info); err != nil {
		return "", "", err
	}
	text, err = readText(f)
	return text, name, err
}

// regular is why a file cannot be a program, nil if it can.
func regular(info fs.FileInfo) error {
	switch {
	case info.IsDir():
		return errors.New("it is a folder")
	case !info.Mode().IsRegular():
		return errors.New("it is no regular file")
	}
	return nil
}

// readText reads up to a byte more than a program can have.
func readText(f io.Reader) (string, error) {
	text, err := io.ReadAll(io.LimitReader(f, diag.MaxText+1))
	return strings.TrimPrefix(string(text), byteOrderMark), err
}

// byteOrderMark is what some editors put at the beginning of a file.
const byteOrderMark = "\ufeff"

// unread is the message that a file cannot be imported.
func unread(i *Import, name string, err error) *diag.Error {
	var at *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return diag.Errorf(i.Pos, CodeImport, "there is no file %s", name).Hintf("the path goes from the folder of the file with the import")
	case errors.As(err, &at):
		err = at.Err
	}
	return diag.Errorf(i.Pos, CodeImport, "%s cannot be imported: %v", name, err)
}

// noModule is the message that the library has no module of the name that is imported.
func noModule(i *Import) *diag.Error {
	modules := library.Modules()
	e := diag.Errorf(i.Pos, CodeImport, "the library has no module %s", i.Path)
	if e.Hint = diag.DidYouMean(i.Path, modules); e.Hint != "" {
		e.Hint += " "
	}
	return e.Hintf("%sits modules are %s, and functions such as exp are always there; a file is %s", e.Hint, strings.Join(modules, ", "), importExample)
}

// badPath is what is wrong with a path as it is written, and what to write; "" if nothing is.
func badPath(p string) (wrong, hint string) {
	switch {
	case p == "":
		return "the path of an import is empty", "an import is " + importExample
	case strings.HasPrefix(p, "/"), len(p) > 1 && p[1] == ':':
		return "the path of an import is absolute", "a path goes from the folder of the file with the import, as in " + importExample
	case strings.Contains(p, "\\"):
		return "the path of an import has a \\", "between folders there is a /"
	case strings.Contains(p, "//"), strings.ContainsFunc(p, func(r rune) bool { return r < ' ' || r == 0x7f }):
		return "this is no path of a file", "an import is " + importExample
	case slices.Contains(library.Modules(), p):
		return "an import names a file that ends in .fun", "the module of the library is import " + p
	case path.Ext(p) != ".fun":
		return "an import names a file that ends in .fun", "an import is " + importExample
	}
	return "", ""
}
