package source

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/diag"
)

// sayings is what a hint says that one could write in place of what is at the message.
var sayings = regexp.MustCompile(`write (as _\w+|_\w+|\w+ without brackets|pi|0\.\d+)`)

// TestHintsApply checks that the messages are gone where what their hints say is written.
func TestHintsApply(t *testing.T) {
	for _, c := range []struct{ code, before, after string }{
		{CodeUnusedImport, "import linalg\ndef f(x: Real): Real = x", "import linalg as _linalg\ndef f(x: Real): Real = x"},
		{CodeUnusedImport, "import linalg as la\ndef f(x: Real): Real = x", "import linalg as _la\ndef f(x: Real): Real = x"},
		{CodeUnusedImport, "import \"lib/cams.fun\" as cams\ndef f(x: Real): Real = x", "import \"lib/cams.fun\" as _cams\ndef f(x: Real): Real = x"},
		{CodeUnusedVariable, "def f(x: Real, k: Real): Real = x", "def f(x: Real, _k: Real): Real = x"},
		{CodeUnusedVariable, "def f(x: Real): Real = let y = x in x", "def f(x: Real): Real = let _y = x in x"},
		{CodeUnusedVariable, "def f(x: Real): Real = let (y, z) = (x, x) in z", "def f(x: Real): Real = let (_y, z) = (x, x) in z"},
		{CodeUnusedVariable, "def f(x: Real): Real = let g(y) = x in g(x)", "def f(x: Real): Real = let g(_y) = x in g(x)"},
		{CodeUnknownFunction, "const k: Real = 1\ndef f(x: Real): Real = x * k(x)", "const k: Real = 1\ndef f(x: Real): Real = x * k"},
		{CodeSyntax, "def f(x: Real): Real = pi() * x", "def f(x: Real): Real = pi * x"},
		{CodeSyntax, "def f(x: Real): Real = .5 * x", "def f(x: Real): Real = 0.5 * x"},
	} {
		t.Run(c.before, func(t *testing.T) {
			load := func(text string) diag.List {
				_, warnings, err := Load(&diag.Source{Name: "x.fun", Text: text, Files: FilesIn(os.DirFS("../testdata/source/errors"))})
				return append(warnings, diag.All(err)...)
			}
			messages := load(c.before)
			require.NotEmpty(t, messages)
			assert.Equal(t, c.code, messages[0].Code)
			says := sayings.FindStringSubmatch(messages[0].Hint)
			require.NotNil(t, says, messages[0].Hint)
			assert.Contains(t, c.after, strings.TrimSuffix(says[1], " without brackets"), messages[0].Hint)
			assert.Empty(t, load(c.after))
		})
	}
}
