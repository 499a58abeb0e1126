// Package stages reads the archives of testdata/stages, one for each construct of the language.
package stages

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"procad/internal/diag"
	"procad/source"
)

// A Construct is what an archive is given: program.fun, files that it imports, data.json, and
// mistakes.fun, programs with mistakes, with --- between them.
type Construct struct {
	Given    []txtar.File
	Mistakes []*diag.Source // whose first line may be data: then it fails with them
	text     map[string]string
	files    diag.Files
}

// Of reads the first files of an archive.
func Of(t *testing.T, a *txtar.Archive) *Construct {
	t.Helper()
	s := &Construct{text: map[string]string{}}
	fsys := fstest.MapFS{}
	for i, f := range a.Files {
		s.text[f.Name] = string(f.Data)
		fsys[f.Name] = &fstest.MapFile{Data: f.Data}
		if f.Name == "mistakes.fun" {
			s.Given = a.Files[: i+1 : i+1]
			break
		}
	}
	require.NotEmpty(t, s.Given, "no mistakes.fun")
	s.files = source.FilesIn(fsys)
	for text := range strings.SplitSeq(s.text["mistakes.fun"], "---\n") {
		s.Mistakes = append(s.Mistakes, s.source(text))
	}
	return s
}

// Program is the program, of which the construct is in f.
func (s *Construct) Program() *diag.Source { return s.source(s.text["program.fun"]) }

// Imported are the texts of the files that the programs import.
func (s *Construct) Imported() string {
	var all strings.Builder
	for _, f := range s.Given {
		if strings.HasSuffix(f.Name, ".fun") && f.Name != "mistakes.fun" {
			all.Write(f.Data)
		}
	}
	return all.String()
}

// Data are those of f.
func (s *Construct) Data() *diag.Source {
	return &diag.Source{Name: "data.json", Text: s.text["data.json"]}
}

func (s *Construct) source(text string) *diag.Source {
	return &diag.Source{Name: "program.fun", Text: text, Files: s.files}
}
