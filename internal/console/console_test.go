package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestReplay: a command that prints something else, or fails where no error is shown, is wrong.
func TestReplay(t *testing.T) {
	t.Chdir(t.TempDir())
	page := filepath.Join(t.TempDir(), "page.md")
	show := func(block string) (*report, error) {
		require.NoError(t, os.WriteFile(page, []byte("# Page\n\n```console\n"+block+"```\n"), 0o600))
		return replay(page, true)
	}
	for _, c := range []struct {
		name, block string
		ran, wrong  int
	}{
		{"right", "$ cat a.txt\n1.0000000001 b\n$ sed s/b/c/ a.txt\n1  c\n", 1, 0},
		{"other number", "$ cat a.txt\n1.5 b\n$ sed s/b/c/ a.txt\n1.6 c\n", 1, 1},
		{"other sign", "$ echo -1.5\n1.5\n", 1, 1},
		{"rounding", "$ echo '-1.1e-14 0'\n8e-13 0.0e+00\n", 1, 0},
		{"other text", "$ echo b\nc\n", 1, 1},
		{"more text", "$ echo b c\nb\n", 1, 1},
		{"fails", "$ false\n", 1, 1},
		{"fails as shown", "$ echo 'x: error: y'; false\nx: error: y\n", 1, 0},
		{"measured", "$ echo '1.5 µs, worst error 1e-12'\n3 ms, worst error 2e-13\n", 1, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := show(c.block)
			require.NoError(t, err)
			assert.Equal(t, c.ran, r.ran)
			assert.Len(t, r.wrong, c.wrong)
		})
	}
	_, err := show("$ cat a.txt\nx\n")
	assert.ErrorContains(t, err, "shows no command")
}
