package main

import (
	"bytes"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/diag/diagtest"
	"procad/pipeline"
)

// defectsVariable names the file that procad notes defects of its messages in, in scripts.
const defectsVariable = "PROCAD_TEST_DEFECTS"

// scripted is the command, for scripts: what is wrong with its messages is noted.
func scripted() int {
	var said bytes.Buffer
	code := run(os.Args[1:], os.Stdin, os.Stdout, io.MultiWriter(os.Stderr, &said))
	if code == exitInternal {
		return code
	}
	if defect := diagtest.Defect(said.String(), givenBy(os.Args[1:])); defect != "" {
		note := "procad " + strings.Join(os.Args[1:], " ") + ": " + defect + "\n"
		if f, err := os.OpenFile(os.Getenv(defectsVariable), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600); err == nil {
			f.WriteString(note)
			f.Close()
		}
	}
	return code
}

// givenBy is what somebody knows who calls the command: the arguments, the files that they name and all that are beside
// the program, or beside the standard input, and the names of the passes.
func givenBy(args []string) string {
	given := strings.Join(args, " ")
	for row := range pipeline.Passes {
		given += " " + pipeline.Label(row)
	}
	read := func(file string) {
		if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() || info.Size() > 1<<20 {
			return
		}
		if text, err := os.ReadFile(file); err == nil {
			given += "\n" + string(text)
		}
	}
	for _, arg := range args {
		read(arg)
		if arg != "-" && filepath.Ext(arg) != ".fun" && filepath.Ext(arg) != ".proc" {
			continue
		}
		filepath.WalkDir(filepath.Dir(arg), func(file string, d fs.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() {
				read(file)
			}
			return nil
		})
	}
	return given
}

// noDefects fails a test, when its scripts are done, for what is wrong with messages.
func noDefects(t *testing.T) (file string) {
	file = filepath.Join(t.TempDir(), "defects")
	t.Cleanup(func() {
		text, err := os.ReadFile(file)
		if !os.IsNotExist(err) {
			require.NoError(t, err)
		}
		assert.Empty(t, string(text))
	})
	return file
}
