// Package clangs runs tests with the versions of clang that every change is tested with.
package clangs

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
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
		Missing(t, "native code is not tested: ", err)
	}
	used(t, path)
	return path
}

// used says which clang it is, for the summary of all tests.
func used(t testing.TB, path string) {
	t.Helper()
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	t.Logf("with %s", path)
}

// Each runs a test with each of the versions, as the clang of procad.
func Each(t *testing.T, test func(t *testing.T)) {
	for _, v := range Versions {
		t.Run(v, func(t *testing.T) {
			path, err := exec.LookPath(v)
			if err != nil {
				Missing(t, "native code is not tested: ", err)
			}
			used(t, path)
			t.Setenv("PROCAD_CC", path)
			test(t)
		})
	}
}

// Missing ends a test that needs something which is not installed.
func Missing(t testing.TB, why ...any) {
	t.Helper()
	if os.Getenv(Complete) != "" {
		t.Fatal(why...)
	}
	t.Skip(why...)
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
