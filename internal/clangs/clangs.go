// Package clangs runs tests with the versions of clang that every change is tested with.
package clangs

import (
	"os"
	"os/exec"
	"testing"
)

// Versions are the default of Debian 12, a later one that it has, and the latest that procad takes.
// Versions up to 14 compare what pointers point to, later ones have one type of pointers.
var Versions = []string{"clang-14", "clang-16", "clang-19"}

// Complete is an environment variable. Where it is set, as in .ci/run, a test fails that would
// be skipped because something is not installed.
const Complete = "PROCAD_TESTS_COMPLETE"

// Each runs a test with each of the versions, as the clang of procad.
func Each(t *testing.T, test func(t *testing.T)) {
	for _, v := range Versions {
		t.Run(v, func(t *testing.T) {
			path, err := exec.LookPath(v)
			if err != nil {
				Missing(t, err)
			}
			t.Logf("with %s", path)
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
