// Package version knows the version of procad, of which the command, its libraries and the wheel for Python say that they are.
package version

import (
	"runtime/debug"
	"strings"
)

// Number is the version. The Python package (pyproject.toml and __version__) and CITATION.cff have the same.
const Number = "1.0.0"

// String is the version, and the commit it was built from where the build knows that: "1.0.0 (5f3c1d0a9b7e)",
// with "modified" after the commit if files differed from it.
func String() string {
	info, _ := debug.ReadBuildInfo()
	return describe(info)
}

func describe(info *debug.BuildInfo) string {
	settings := map[string]string{}
	if info != nil {
		for _, s := range info.Settings {
			settings[s.Key] = s.Value
		}
	}
	commit := settings["vcs.revision"]
	if commit == "" {
		return Number
	}
	parts := []string{commit[:min(12, len(commit))]}
	if settings["vcs.modified"] == "true" {
		parts = append(parts, "modified")
	}
	return Number + " (" + strings.Join(parts, ", ") + ")"
}
