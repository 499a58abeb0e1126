package toolchain

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/prim"
)

// The runtime of native code says of every run-time error, with the same numbers and the same message, what
// the interpreter and Go say.
func TestFailureTexts(t *testing.T) {
	NeedClang(t)
	dir := t.TempDir()
	require.NoError(t, writeSources(dir, &Machine{}))
	var calls, want strings.Builder
	for kind := prim.IndexRange; ; kind++ {
		failure := &prim.RuntimeError{Kind: kind, A: -9007199254740993, B: 47, Message: "An A, a B, 5% and an M"}
		if failure.Code() == "" {
			assert.Equal(t, prim.ExternFailed+1, kind)
			break
		}
		fmt.Fprintf(&calls, "    e = (pc_error){.kind = %d, .line = 3, .column = 7, .a = %dLL, .b = %d, .message = %q};\n    pc_describe(&e, files);\n    puts(e.text);\n",
			kind, failure.A, failure.B, failure.Message)
		fmt.Fprintf(&want, "f.fun:3:7: error: %s [%s]\n", failure, failure.Code())
	}
	main := filepath.Join(dir, "texts.c")
	require.NoError(t, os.WriteFile(main, []byte("#include <stdio.h>\n#include \"error.h\"\nvoid pc_describe(pc_error *e, const char *const *files);\n"+
		"int main(void) {\n    const char *const files[] = {\"f.fun\"};\n    pc_error e;\n"+calls.String()+"}\n"), 0o666))
	clang, err := (&Compiler{}).Find()
	require.NoError(t, err)
	program := filepath.Join(dir, "texts")
	// What else is in the file calls parts of the runtime that are not linked.
	out, err := exec.Command(clang, "-ffunction-sections", "-Wl,--gc-sections", "-o", program, main, filepath.Join(dir, "failure.c")).CombinedOutput()
	require.NoError(t, err, "%s", out)
	said, err := exec.Command(program).CombinedOutput()
	require.NoError(t, err)
	assert.Equal(t, want.String(), string(said))
}
