package version

import (
	"os"
	"regexp"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestNumber: what other tools read says the same version.
func TestNumber(t *testing.T) {
	for file, line := range map[string]string{
		"../../llvm/bindings/procad/pyproject.toml": `(?m)^version = "(.*)"$`,
		"../../llvm/bindings/procad/__init__.py":    `(?m)^__version__ = "(.*)"$`,
		"../../CITATION.cff":                        `(?m)^version: (.*)$`,
	} {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		found := regexp.MustCompile(line).FindSubmatch(text)
		require.NotNil(t, found, file)
		assert.Equal(t, Number, string(found[1]), file)
	}
}

func TestDescribe(t *testing.T) {
	built := func(settings ...debug.BuildSetting) *debug.BuildInfo { return &debug.BuildInfo{Settings: settings} }
	commit := debug.BuildSetting{Key: "vcs.revision", Value: "5f3c1d0a9b7e44d2a8c0"}
	for _, c := range []struct {
		info *debug.BuildInfo
		want string
	}{
		{nil, Number},
		{built(), Number},
		{built(commit), Number + " (5f3c1d0a9b7e)"},
		{built(commit, debug.BuildSetting{Key: "vcs.modified", Value: "false"}), Number + " (5f3c1d0a9b7e)"},
		{built(commit, debug.BuildSetting{Key: "vcs.modified", Value: "true"}), Number + " (5f3c1d0a9b7e, modified)"},
	} {
		assert.Equal(t, c.want, describe(c.info))
	}
}
