// Package golden compares what tests make with what archives in testdata say.
// With the flag -update the archives are rewritten instead.
package golden

import (
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite what tests make in testdata")

// Update says that what tests make is to be written, not compared.
func Update() bool { return *update }

// Files are the files that match a pattern; it is an error if there are none.
func Files(t *testing.T, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	require.NoError(t, err)
	require.NotEmpty(t, files, pattern)
	return files
}

// Name is the name of a file without its folder and its ending.
func Name(file string) string {
	return strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
}

// Run gives each archive that matches a pattern to a subtest, which returns the
// files that the archive should have: those that are given, and those made of them.
func Run(t *testing.T, pattern string, made func(t *testing.T, name string, a *txtar.Archive) []txtar.File) {
	for _, file := range Files(t, pattern) {
		name := Name(file)
		t.Run(name, func(t *testing.T) {
			a, err := txtar.ParseFile(file)
			require.NoError(t, err)
			got := &txtar.Archive{Comment: a.Comment, Files: made(t, name, &txtar.Archive{Comment: a.Comment, Files: append([]txtar.File(nil), a.Files...)})}
			if *update {
				require.NoError(t, os.WriteFile(file, txtar.Format(got), 0o644))
				return
			}
			require.Equal(t, names(a), names(got), "the files of %s; go test -update rewrites it", file)
			for i, f := range a.Files {
				assert.Equal(t, string(f.Data), string(got.Files[i].Data), "%s in %s; go test -update rewrites it", f.Name, file)
			}
		})
	}
}

func names(a *txtar.Archive) []string {
	list := make([]string, len(a.Files))
	for i, f := range a.Files {
		list[i] = f.Name
	}
	return list
}

// Program reads a program, and the data that its first line gives:
//
//	-- Data: {"x": 1}
func Program(t *testing.T, file string) (text, data string) {
	t.Helper()
	all, err := os.ReadFile(file)
	require.NoError(t, err)
	data, ok := DataOf(string(all))
	require.True(t, ok, "%s does not begin with data", file)
	return string(all), data
}

// DataOf are the data that the first line of a program gives.
func DataOf(text string) (data string, ok bool) {
	first, _, _ := strings.Cut(text, "\n")
	return strings.CutPrefix(first, "-- Data: ")
}

// Seed makes rapid check the same programs in every run, so many of them, unless
// its flags say otherwise.
func Seed(t *testing.T, checks int) {
	t.Helper()
	given := map[string]bool{}
	flag.Visit(func(f *flag.Flag) { given[f.Name] = true })
	for name, value := range map[string]string{"rapid.checks": strconv.Itoa(checks), "rapid.seed": "1", "rapid.nofailfile": "true"} {
		f := flag.Lookup(name)
		if given[name] || f == nil {
			continue
		}
		old := f.Value.String()
		require.NoError(t, f.Value.Set(value))
		t.Cleanup(func() { require.NoError(t, f.Value.Set(old)) })
	}
}
