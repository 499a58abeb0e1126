// Package clangs runs tests with the versions of clang that every change is tested with.
package clangs

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
)

// Versions are the default of Debian 12, a later one that it has, and the latest that procad takes.
// Versions up to 14 compare what pointers point to, later ones have one type of pointers.
var Versions = []string{"clang-14", "clang-16", "clang-19"}

// Complete is an environment variable. Where it is set, as in .ci/run, a test fails that would
// be skipped because something is not installed.
const Complete = "PROCAD_TESTS_COMPLETE"

// Need is the clang that a test of native code runs with, which find gives. Without it the test ends.
func Need(t testing.TB, find func() (string, error)) string {
	t.Helper()
	path, err := find()
	if err != nil {
		Missing(t, "native code is not tested:", err)
	}
	t.Logf("with %s", resolved(path)) // for the summary of all tests
	return path
}

// There reports whether find gives a clang. It is for tests that also run in the interpreter.
func There(t testing.TB, find func() (string, error)) bool {
	t.Helper()
	path, err := find()
	switch {
	case err == nil:
		t.Logf("with %s", resolved(path))
	case os.Getenv(Complete) != "":
		t.Fatal(err)
	default:
		t.Log("native code is left out:", err)
	}
	return err == nil
}

// Each runs a test with each of the versions, as the clang of procad, and with the one that is
// called clang if that is none of them.
func Each(t *testing.T, test func(t *testing.T)) {
	names := Versions
	if path := resolved("clang"); path != "" && !slices.ContainsFunc(Versions, func(v string) bool { return resolved(v) == path }) {
		names = append([]string{"clang"}, Versions...)
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Setenv("PROCAD_CC", Need(t, func() (string, error) { return exec.LookPath(name) }))
			test(t)
		})
	}
}

// resolved is the file that a command is; "" if there is none.
func resolved(name string) string {
	path, err := exec.LookPath(name)
	if err != nil {
		return ""
	}
	path, _ = filepath.EvalSymlinks(path)
	return path
}

// Missing ends a test that needs something which is not installed.
func Missing(t testing.TB, why ...any) {
	t.Helper()
	if os.Getenv(Complete) != "" {
		t.Fatal(why...)
	}
	t.Skip(why...)
}

// Installed are the commands of the versions that procad takes, as far as they are installed.
func Installed(t testing.TB) []string {
	t.Helper()
	var found []string
	for v := 13; v <= 19; v++ {
		if path, err := exec.LookPath(fmt.Sprint("clang-", v)); err == nil {
			found = append(found, path)
		}
	}
	if len(found) == 0 {
		Missing(t, "no clang is installed under its version")
	}
	return found
}

// Alone is a PATH of one folder, with all commands of the PATH but those of any version of
// LLVM, and a clang under that name.
func Alone(t testing.TB, clang string) string {
	t.Helper()
	folder := t.TempDir()
	if err := os.Symlink(clang, filepath.Join(folder, "clang")); err != nil {
		t.Fatal(err)
	}
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		files, _ := os.ReadDir(dir) // a folder of the PATH need not exist
		for _, f := range files {
			if ofLLVM.MatchString(f.Name()) {
				continue
			}
			if err := os.Symlink(filepath.Join(dir, f.Name()), filepath.Join(folder, f.Name())); err != nil && !os.IsExist(err) {
				t.Fatal(err)
			}
		}
	}
	return folder
}

var ofLLVM = regexp.MustCompile(`clang|llvm|lld`)
