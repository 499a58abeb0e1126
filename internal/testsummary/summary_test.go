package main

import (
	"bufio"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSummary: passed tests say nothing but their package and clang; failed ones all, builds that fail too;
// skipped ones are listed by their reasons; and tests of which none passed have not passed.
func TestSummary(t *testing.T) {
	const pass = `{"Action":"pass","Package":"p"}` + "\n"
	for _, c := range []struct {
		name, in, out string
		ok            bool
	}{
		{"passed", `{"Action":"run","Package":"p","Test":"TestA"}
{"Action":"output","Package":"p","Test":"TestA","Output":"=== RUN   TestA\n"}
{"Action":"output","Package":"p","Test":"TestA/x","Output":"    a_test.go:7: with /usr/bin/clang-14\n"}
{"Action":"output","Package":"p","Test":"TestA","Output":"--- PASS: TestA (0.00s)\n"}
{"Action":"pass","Package":"p","Test":"TestA/x"}
{"Action":"pass","Package":"p","Test":"TestA"}
{"Action":"output","Package":"p","Output":"PASS\n"}
{"Action":"output","Package":"p","Output":"ok  \tp\t0.1s\n"}
` + pass, "ok  \tp\t0.1s\nwith /usr/bin/clang-14: p TestA\nno test was skipped\n", true},
		{"failed", `{"Action":"output","Package":"p","Test":"TestA","Output":"    a_test.go:7: not so\n"}
{"Action":"output","Package":"p","Test":"TestA","Output":"--- FAIL: TestA (0.00s)\n"}
{"Action":"fail","Package":"p","Test":"TestA"}
{"Action":"output","Package":"p","Output":"FAIL\n"}
{"Action":"fail","Package":"p"}
{"Action":"pass","Package":"q"}
`, "    a_test.go:7: not so\n--- FAIL: TestA (0.00s)\nFAIL\nno test was skipped\nfailed: p TestA\nfailed: p\n", false},
		{"skipped", `{"Action":"output","Package":"p","Test":"TestA","Output":"    a_test.go:7: there is no valgrind\n"}
{"Action":"output","Package":"p","Test":"TestA","Output":"--- SKIP: TestA (0.00s)\n"}
{"Action":"skip","Package":"p","Test":"TestA"}
{"Action":"skip","Package":"p","Test":"TestB"}
{"Action":"skip","Package":"q"}
` + pass, "skipped, no reason is given: p TestB\nskipped, there is no valgrind: p TestA\n", true},
		{"not built", `{"Action":"build-output","ImportPath":"p","Output":"p/a.go:1:1: syntax error\n"}
{"Action":"build-fail","ImportPath":"p"}
` + pass, "p/a.go:1:1: syntax error\nno test was skipped\nfailed: p\n", false},
		{"ended early", `{"Action":"output","Package":"p","Test":"TestA","Output":"panic: x\n"}
{"Action":"fail","Package":"p"}
`, "panic: x\nno test was skipped\nfailed: p\n", false},
		{"nothing", "", "no test was skipped\n", false},
		{"no tests", "go: no such package\n", "go: no such package\nno test was skipped\n", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out strings.Builder
			w := bufio.NewWriter(&out)
			ok, err := summarize(strings.NewReader(c.in), w)
			require.NoError(t, err)
			require.NoError(t, w.Flush())
			assert.Equal(t, c.out, out.String())
			assert.Equal(t, c.ok, ok)
		})
	}
}
