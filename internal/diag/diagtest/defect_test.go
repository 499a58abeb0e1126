package diagtest

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestDefect(t *testing.T) {
	for _, c := range []struct{ text, given, want string }{
		{"a.fun:2:5: error: f has no gradient [not-real]\n    2 | def f\n      |     ^\nhint: call g\n", "", ""},
		{"error: --in is missing\nhint: see procad run --help\n", "", ""},
		{"a.fun: error: there is no function [which-function]\n", "", ""},
		{"2:5: error: f has no gradient\n", "", "a message without a file: 2:5: error: f has no gradient\n"},
		{"error: f has no gradient [not-real]\n", "", "a message without a file: error: f has no gradient [not-real]\n"},
		{"a.fun:2:5: error: rev$f has none\n", "", "a message with the name rev$f, which procad made: a.fun:2:5: error: rev$f has none\n"},
		{"a.proc:2:5: error: rev$f has none\n", "def rev$f", ""},
		{"a.fun:2:5: error: e\na.fun:1:1: note: x.2 is here\n", "x", "a message with the name x.2, which procad made: a.fun:1:1: note: x.2 is here\n"},
		{"a.fun:2:5: error: e\nhint: write f.gradient\n", "", ""},
		{"a.fun:2:5: error: e\nhint: write u.bar\n", "", "a message with the name u.bar, which procad made: hint: write u.bar\n"},
		{"a.fun:2:5: error: e\nhint: write linalg.dot(…)\n", "", ""},
		{"a.fun:2:5: error: e\nhint: write linalg.bar(…)\n", "", "a message with the name linalg.bar, which procad made: hint: write linalg.bar(…)\n"},
		{"a.proc:2:5: error: e\nhint: (x.1, x.2) = x\n", "", ""},
		{"out.npz: error: value.1 is no array [no-array]\n", "", ""},
		{"error: sqrt takes no number [bad-strategy]\n", "", ""},
		{"error: nothing is no file of $PATH\n", "", ""},
		{"error: a$PATH is made\n", "", "a message with the name a$PATH, which procad made: error: a$PATH is made\n"},
		{"the value is f$g, and nothing is wrong\n", "", ""},
	} {
		assert.Equal(t, c.want, Defect(c.text, c.given), c.text)
	}
}
