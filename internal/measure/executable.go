package measure

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"strings"

	"procad/internal/child"
	"procad/llvm/engine"
)

// An Entry is a function of an executable.
type Entry struct {
	Name    string
	Results []string // the names of the parts of its result, if they have any
}

// Entries lists the entries of an executable made by procad build, the default first.
func Entries(ctx context.Context, exe string) ([]Entry, error) {
	// No entry has an empty name: the executable says which there are.
	cmd := exec.CommandContext(ctx, exe, "--entry", "")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	err := child.Run(cmd)
	if exit, ok := errors.AsType[*exec.ExitError](err); err != nil && !ok {
		return nil, err
	} else if ok && exit.ExitCode() == usageCode {
		if _, usage, ok := strings.Cut(stderr.String(), "\nentries:"); ok {
			return entriesOf(usage), nil
		}
	}
	return nil, fmt.Errorf("%s is no executable that procad build made", exe)
}

// entriesOf reads a list of names, and lines such as "f_grad prints [value, grad_x]".
func entriesOf(usage string) []Entry {
	list, rest, _ := strings.Cut(usage, "\n")
	var entries []Entry
	for _, name := range strings.Fields(list) {
		e := Entry{Name: name}
		if _, results, ok := strings.Cut("\n"+rest, "\n"+name+" prints ["); ok {
			results, _, _ = strings.Cut(results, "]\n")
			e.Results = strings.Split(results, ", ")
		}
		entries = append(entries, e)
	}
	return entries
}

// usageCode is the exit code of an executable that is called in a wrong way.
const usageCode = 2

// Executable is the task that calls an entry of an executable with the data in
// a JSON file, and then that often again.
func Executable(name, exe, entry, file string, runs int) Task {
	return Task{name, func(ctx context.Context) (t engine.Timing, err error) {
		cmd := exec.CommandContext(ctx, exe, "--entry", entry, "--time", strconv.Itoa(runs), file)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		if err := child.Run(cmd); err != nil {
			if _, ok := errors.AsType[*exec.ExitError](err); ok && stderr.Len() > 0 {
				return t, errors.New(strings.TrimSpace(stderr.String()))
			}
			return t, err
		}
		if err := json.Unmarshal(stderr.Bytes(), &t); err != nil {
			return t, fmt.Errorf("the times that it reports are not readable: %w", err)
		}
		return t, nil
	}}
}
