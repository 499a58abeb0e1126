package capi_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/diag"
	"procad/internal/within"
	"procad/llvm/capi"
)

const someManifest = `{"format": 1, "procad": "v1", "source": "f.fun", "cpu": {"name": "x86-64", "features": ["avx2"]},
 "functions": [
  {"symbol": "f_value", "of": "f'", "kind": "value", "memory": 9, "parameters": [
    {"name": "x", "type": "Real[n]", "arguments": [{"name": "x", "type": "const double *"}, {"name": "x_size0", "type": "int64_t"}]}],
   "results": [{"name": "result", "type": "Real", "arguments": [{"name": "result", "type": "double *"}]}],
   "into": {"symbol": "f_value_into", "results": []}}],
 "errors": [{"kind": 1, "code": "index-range"}]}
`

func TestReadManifest(t *testing.T) {
	m, err := capi.ReadManifest(&diag.Source{Name: "m.json", Text: someManifest})
	require.NoError(t, err)
	assert.Equal(t, "f'", m.Functions[0].Of)
	assert.Equal(t, []capi.ManifestArgument{{Name: "x", Type: "const double *"}, {Name: "x_size0", Type: "int64_t"}}, m.Functions[0].Parameters[0].Arguments)
	for _, c := range []struct{ from, to, want string }{
		{`"format": 1`, `"format": 2`, "1:12: error: the version is 2, and only 1 is known [wrong-type]"},
		{`"format": 1`, `"format": "1"`, "1:12: error: an integer is wanted here, not a string [wrong-type]"},
		{`"format": 1`, `"format": 1.0`, "1:12: error: an integer is wanted here, not 1.0 [wrong-type]"},
		{`"format": 1, `, ``, `1:1: error: the member "format" is missing [missing-parameter]`},
		{`"procad": "v1", `, `"procad": "v1", "procad": "v2", `, `1:31: error: "procad" is given twice [bad-json]`},
		{`"procad": "v1"`, `"procad": null`, "1:25: error: a string is wanted here, not null [wrong-type]"},
		{`"cpu": {`, `"cpu": {"more": 1, `, `1:58: error: there is no member "more" here [unknown-name]`},
		{`"features": ["avx2"]`, `"features": "avx2"`, "1:88: error: a list is wanted here, not a string [wrong-type]"},
		{`"cpu": {"name": "x86-64", "features": ["avx2"]}`, `"cpu": []`, "1:57: error: an object is wanted here, not a list [wrong-type]"},
		{`f_value`, `f-value`, `3:14: error: "f-value" is not of the form ^[A-Za-z_][A-Za-z0-9_]*$ [wrong-type]`},
		{`"kind": "value"`, `"kind": "hessian"`, `3:45: error: "hessian" is none of value, grad, vjp, jvp, hvp, forward, reverse [wrong-type]`},
		{`"memory": 9`, `"memory": 0`, "3:64: error: 0 is less than 1 [number-range]"},
		{`"memory": 9`, `"memory": 99999999999999999999`, "3:64: error: 99999999999999999999 is no number of 64 bits [number-range]"},
		{`"memory": 9`, `"memory": 1e400`, "3:64: error: an integer is wanted here, not 1e400 [wrong-type]"},
		{`"memory": 9, `, ``, ""},
		{`"type": "const double *"`, `"type": "char *"`, `4:74: error: "char *" is not of the form ^(const )?(double|int64_t|int8_t|bool|struct [A-Za-z_][A-Za-z0-9_]*) ?[*]*$ [wrong-type]`},
		{`f_value_into`, ``, `6:23: error: "" is not of the form ^[A-Za-z_][A-Za-z0-9_]*$ [wrong-type]`},
		{`"into": {`, `"into": [{`, "6:12: error: an object is wanted here, not a list [wrong-type]"},
		{`"kind": 1, "code"`, `"kind": -1, "code"`, "7:22: error: -1 is less than 1 [number-range]"},
		{`"index-range"`, `"Index"`, `7:33: error: "Index" is not of the form ^[a-z-]+$ [wrong-type]`},
		{"]}\n", "]", "7:48: error: a comma or } is wanted here, not the end of the text [bad-json]"},
		{"]}\n", "]} 1", "7:50: error: the end of the text is wanted here, not a number [bad-json]"},
	} {
		text := strings.Replace(someManifest, c.from, c.to, 1)
		require.NotEqual(t, someManifest, text, c.from)
		_, err := capi.ReadManifest(&diag.Source{Name: "m.json", Text: text})
		if c.want == "" {
			assert.NoError(t, err)
			continue
		}
		assert.EqualError(t, err, "m.json:"+c.want)
	}
	_, err = capi.ReadManifest(&diag.Source{Name: "m.json", Text: strings.Repeat(" ", 1<<25)})
	assert.EqualError(t, err, "m.json: error: the manifest is larger than 16777216 bytes [bad-json]")
}

// No manifest makes reading panic, and what is read and written is read again.
func FuzzManifest(f *testing.F) {
	for _, s := range []string{someManifest, "", "{}", "[", `{"format": 1`, `{"format": 1e999}`, "{\"\xff\": 1}", `{"functions": [{}, {}]}`, `{"errors": []}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		within.Limits(t, func() {
			m, err := capi.ReadManifest(&diag.Source{Name: "m.json", Text: s})
			if err != nil {
				if e, ok := err.(*diag.Error); !ok || e.Code == "" || e.Pos.Line == 0 {
					t.Fatalf("%v has no code or place", err)
				}
				return
			}
			text, err := json.Marshal(m)
			require.NoError(t, err)
			again, err := capi.ReadManifest(&diag.Source{Text: string(text)})
			require.NoError(t, err, "%s", text)
			if !strings.Contains(string(text), `\ufffd`) {
				require.Equal(t, m, again)
			}
		})
	})
}
