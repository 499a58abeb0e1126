package quote

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestPython lets Python read literals and docstrings, and print the bytes of what it read.
func TestPython(t *testing.T) {
	python := command(t, "python3")
	dir := t.TempDir()
	var script, want strings.Builder
	for _, text := range odd {
		characters := strings.ToValidUTF8(text, "")
		fmt.Fprintf(&script, "print(%s.encode().hex())\n", Python(characters))
		fmt.Fprintf(&want, "%x\n", characters)
		fmt.Fprintf(&script, "print(\"\"\"%s \"\"\".encode().hex())\n", PythonDoc(text))
		fmt.Fprintf(&want, "%x\n", Line(text)+" ")
	}
	write(t, dir, "s.py", script.String())
	assert.Equal(t, want.String(), output(t, dir, python, "s.py"))
	assert.Equal(t, `"\xff"`, Python("\xff"))
}
