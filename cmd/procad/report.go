package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"procad/internal/diag"
	"procad/internal/quote"
	"procad/prim"
)

// The exit codes.
const (
	exitOK       = 0
	exitFailure  = 1
	exitUsage    = 2
	exitInternal = 3
	exitFinite   = 4
	exitNaN      = 5
)

// A usageError is about the command line.
type usageError struct {
	cmd     *cobra.Command
	message string
}

func (e *usageError) Error() string { return e.message }

// An inSource is an error with the text that its positions are in.
type inSource struct {
	src *diag.Source
	err error
}

// An inSources is an error about several texts.
type inSources struct {
	srcs []*diag.Source
	err  error
}

func (e *inSources) Error() string { return e.err.Error() }
func (e *inSources) Unwrap() error { return e.err }

func (e *inSource) Error() string { return e.err.Error() }
func (e *inSource) Unwrap() error { return e.err }

// A statusError is an error with an exit code of its own.
type statusError struct {
	error
	status int
}

func (e *statusError) Unwrap() error { return e.error }

// report writes an error for a person, and returns the exit code.
func (a *app) report(err error) int {
	if err == nil {
		return exitOK
	}
	if usage, ok := errors.AsType[*usageError](err); ok {
		fmt.Fprintf(a.stderr, "error: %s\nhint: see %s --help\n", usage.message, usage.cmd.CommandPath())
		return exitUsage
	}
	if internal(err) {
		fmt.Fprintf(a.stderr, "error: %s\nThis is a bug in procad, not of the program; please report it with the program.\n", err)
		return exitInternal
	}
	var srcs []*diag.Source
	if located, ok := errors.AsType[*inSource](err); ok {
		srcs = []*diag.Source{located.src}
	} else if located, ok := errors.AsType[*inSources](err); ok {
		srcs = located.srcs
	}
	if path, ok := errors.AsType[*fs.PathError](err); ok && srcs == nil {
		err = fmt.Errorf("%s: %s", quote.Line(path.Path), reason(path.Err))
		if hint := nearFile(path); hint != "" {
			defer fmt.Fprintf(a.stderr, "hint: %s\n", hint)
		}
	}
	diag.RenderAll(a.stderr, srcs, err)
	if own, ok := errors.AsType[*statusError](err); ok {
		return own.status
	}
	return exitFailure
}

// nearFile is the hint for a file that there is not; "" if its folder has none with a name like that.
func nearFile(path *fs.PathError) string {
	if !errors.Is(path.Err, fs.ErrNotExist) {
		return ""
	}
	folder, name := filepath.Split(path.Path)
	entries, _ := os.ReadDir(filepath.Clean(folder))
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	hint := diag.DidYouMean(name, names)
	if near, ok := strings.CutPrefix(hint, "did you mean "); ok {
		return "did you mean " + quote.Line(folder+near)
	}
	return ""
}

// reason is what the operating system says, without the name of its call.
func reason(err error) error {
	if errno, ok := errors.AsType[syscall.Errno](err); ok {
		return errno
	}
	return err
}

// internal says that an error is a bug in procad.
func internal(err error) bool {
	failure, ok := errors.AsType[*prim.RuntimeError](err)
	return ok && failure.Kind == prim.Internal || diag.IsBug(err)
}

// broken reports a panic.
func (a *app) broken(cause any, stack []byte) int {
	fmt.Fprintf(a.stderr, "error: procad broke: %v\nThis is a bug in procad, not of the program; please report it with the program and what follows.\n%s", cause, stack)
	return exitInternal
}

// warn writes warnings about a text.
func (a *app) warn(src *diag.Source, warnings diag.List) {
	if len(warnings) > 0 {
		diag.Render(a.stderr, src, warnings)
	}
}
