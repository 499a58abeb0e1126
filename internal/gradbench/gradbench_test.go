package gradbench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/within"
	"procad/interp"
	"procad/pipeline"
	"procad/proc"
)

// interpreted calls functions in the interpreter, and repeats nothing.
type interpreted struct {
	*interp.Machine
	calls *int
}

func (i *interpreted) Repeat(calls int, _, _ time.Duration, _ int) { *i.calls = calls }
func (i *interpreted) Times() []time.Duration                      { return make([]time.Duration, *i.calls) }
func (i *interpreted) Close()                                      {}

// memory is how much a call may use in tests.
const memory = 64 << 20

func interpret(u *pipeline.Unit, _ ...proc.Func) (Caller, error) {
	return &interpreted{interp.New(u.Library.Def, interp.MemoryLimit(memory)), new(int)}, nil
}

// ask gives the answers to messages.
func ask(t testing.TB, messages ...string) ([]map[string]any, error) {
	tool := &Tool{Name: "test", Compile: interpret}
	defer tool.Close()
	var out bytes.Buffer
	err := tool.Serve(context.Background(), strings.NewReader(strings.Join(messages, "\n")), &out)
	var answers []map[string]any
	for text := range bytes.Lines(out.Bytes()) {
		var a map[string]any
		require.NoError(t, json.Unmarshal(text, &a))
		require.True(t, bytes.HasSuffix(text, []byte("\n")))
		answers = append(answers, a)
	}
	return answers, err
}

// evaluate gives the answer of a function for an input.
func evaluate(t *testing.T, module, function, input string) map[string]any {
	t.Helper()
	answers, err := ask(t, `{"id": 1, "kind": "define", "module": "`+module+`"}`,
		`{"id": 2, "kind": "evaluate", "module": "`+module+`", "function": "`+function+`", "input": `+input+`}`)
	require.NoError(t, err)
	require.Len(t, answers, 2)
	assert.Equal(t, true, answers[0]["success"])
	return answers[1]
}

func TestModulesEvaluate(t *testing.T) {
	const camera = `"cam": [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0], "x": [2, 4, 2], "w": 0.5, "feat": [0, 1]`
	for _, c := range []struct{ module, function, input, want string }{
		{"hello", "square", `-1.5`, `2.25`},
		{"hello", "double", `-1.5`, `-3`},
		{"hello", "square", `"Infinity"`, `"Infinity"`},
		{"lse", "primal", `{"x": [0]}`, `0`},
		{"lse", "gradient", `{"x": [1, 1, 1, 1], "other": {}}`, `[0.25, 0.25, 0.25, 0.25]`},
		{"llsq", "primal", `{"x": [0, 2], "n": 3}`, `1`},
		{"llsq", "gradient", `{"x": [0, 2], "n": 3}`, `[0, 2]`},
		{"llsq", "gradient", `{"x": [0, 2], "n": 1}`, `["NaN", "NaN"]`},
		{"lstm", "jacobian", `{"main_params": [[0, 0, 0, 0], [0, 0, 0, 0]], "extra_params": [[1], [1], [1]], "state": [[0], [0]], "sequence": [[0], [0]]}`,
			`[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]`},
		// y_i is the product of x_0 … x_i, times 2^(i+1) / (i+1)!.
		{"ode", "primal", `{"x": [2, 4, -8], "s": 1}`, `[4, 16, -85.33333333333333]`},
		{"ode", "gradient", `{"x": [1.5, 2], "s": 1}`, `[4, 3]`},
		{"ode", "gradient", `{"x": [1.5, 2], "s": 0}`, `[0, 0]`},
		{"kmeans", "cost", `{"points": [[0, 0], [1, 0], [5, 5], [7, 5]], "centroids": [[0, 1], [5, 4]]}`, `9`},
		// The step leads from the means of the nearest points to the centroids.
		{"kmeans", "dir", `{"points": [[0, 0], [1, 0], [5, 5], [7, 5]], "centroids": [[0, 1], [5, 4]]}`, `[[-0.5, 1], [-1, -1]]`},
		// The image of the point is (1, 2), and it was seen at (0, 1).
		{"ba", "objective", `{"n": 1, "m": 1, "p": 3, ` + camera + `}`,
			`{"reproj_error": {"elements": [0.5, 0.5], "repeated": 3}, "w_err": {"element": 0.75, "repeated": 3}}`},
	} {
		a := evaluate(t, c.module, c.function, c.input)
		require.Equal(t, true, a["success"], "%s %s: %v", c.module, c.function, a["error"])
		got, err := json.Marshal(a["output"])
		require.NoError(t, err)
		assert.JSONEq(t, c.want, string(got), "%s %s", c.module, c.function)
		assert.Len(t, a["timings"], 1)
	}
	a := evaluate(t, "ba", "jacobian", `{"n": 1, "m": 2, "p": 1, `+camera+`}`)
	output := a["output"].(map[string]any)
	assert.Equal(t, []any{0.0, 15.0, 30.0, 31.0, 31.0}, output["rows"])
	assert.Len(t, output["cols"], 31)
	assert.Equal(t, 17.0, output["cols"].([]any)[30], "11 of a camera, 6 of two points")
	assert.Equal(t, -1.0, output["vals"].([]any)[30])
	a = evaluate(t, "gmm", "jacobian", `{"d": 1, "k": 2, "n": 1, "alpha": [0, 0], "mu": [[1], [1]], "q": [[0], [0]], "l": [[], []], "x": [[1]], "m": 0, "gamma": 1, "min_runs": 7}`)
	output = a["output"].(map[string]any)
	assert.Equal(t, []any{0.0, 0.0}, output["alpha"])
	assert.Equal(t, []any{[]any{}, []any{}}, output["l"])
	assert.Len(t, a["timings"], 7)
}

func TestInputsThatAreRefused(t *testing.T) {
	for _, c := range []struct{ module, function, input, want string }{
		{"lse", "primal", `{"x": [[1]]}`, "a Real is wanted here, not a list"},
		{"lse", "primal", `{"x": ["NaN", "none"]}`, "a Real is wanted here, not a string"},
		{"lse", "primal", `{"y": [1]}`, "the parameter x is missing"},
		{"lse", "primal", `[1]`, "an object"},
		{"lse", "primal", `null`, "an object"},
		{"lse", "primal", `{"x": {"shape": [9007199254740992], "data": []}}`, "not as many as the shape says"},
		{"gmm", "jacobian", `{"d": 1, "k": 2, "n": 1, "alpha": [0, 0], "mu": [[1], [1]], "q": [[0, 1], [0, 1]], "l": [[], []], "x": [[1]], "m": 0, "gamma": 1}`, "wrong-shape"},
		{"hello", "square", `{"x": 1}`, "a Real is wanted here"},
		{"ba", "objective", `{"n": 1, "m": 1, "p": 0, "cam": [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0], "x": [2, 4, 2], "w": 0.5, "feat": [0, 1]}`, "p is 0, and not at least 1"},
		{"ba", "objective", `{"n": 9223372036854775807, "m": 1, "p": 1, "cam": [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0], "x": [2, 4, 2], "w": 0.5, "feat": [0, 1]}`, "would have more than"},
		{"ba", "objective", `{"n": 1, "m": 1, "p": 3000000, "cam": [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0], "x": [2, 4, 2], "w": 0.5, "feat": [0, 1]}`, "would have more than"},
		{"ba", "objective", `{"n": 1, "m": 1, "p": 1, "cam": [0], "x": [2, 4, 2], "w": 0.5, "feat": [0, 1]}`, "wrong-shape"},
		{"ode", "gradient", `{"x": [], "s": 1}`, "index -1 is out of range"},
		{"ode", "primal", `{"x": [1], "s": -1}`, "negative-count"},
		{"kmeans", "cost", `{"points": [[0, 0]], "centroids": [[0]]}`, "wrong-shape"},
		{"lse", "primal", `{"x": [1], "min_runs": 1000001}`, "min_runs is 1000001"},
		{"lse", "primal", `{"x": [1], "min_runs": 1.5}`, "min_runs is 1.5"},
		{"lse", "primal", `{"x": [1], "min_seconds": -1}`, "min_seconds is -1"},
		{"lse", "primal", `{"x": [1], "min_seconds": 1e308}`, "min_seconds is 1e308"},
	} {
		a := evaluate(t, c.module, c.function, c.input)
		assert.Equal(t, false, a["success"], c.input)
		assert.Contains(t, a["error"], c.want)
		assert.NotContains(t, a, "output")
	}
}

func TestCompileThatFails(t *testing.T) {
	tool := &Tool{Compile: func(*pipeline.Unit, ...proc.Func) (Caller, error) { return nil, errors.New("no compiler <here>") }}
	var out bytes.Buffer
	require.NoError(t, tool.Serve(context.Background(), strings.NewReader(`{"id": 1, "kind": "define", "module": "lse"}`), &out))
	assert.Equal(t, `{"id":1,"success":false,"error":"no compiler <here>"}`+"\n", out.String())
}

// An endless line is refused before it takes much memory.
func TestLongLine(t *testing.T) {
	tool := &Tool{Compile: interpret}
	endless := io.MultiReader(strings.NewReader("{\"id\": 1, \"kind\": \"start\"}\n"), zeros{})
	var out bytes.Buffer
	err := tool.Serve(context.Background(), endless, &out)
	assert.EqualError(t, err, "standard input:2: the line is longer than "+strconv.Itoa(maxLine)+" bytes")
	assert.Equal(t, "{\"id\":1}\n", out.String())
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return copy(p, manyZeros), nil }

var manyZeros = bytes.Repeat([]byte{'0'}, 1<<16)

// What ends the context ends the conversation, while nothing comes too.
func TestInterrupted(t *testing.T) {
	tool := &Tool{Compile: interpret}
	ctx, stop := context.WithCancel(context.Background())
	in, to := io.Pipe()
	defer to.Close()
	done := make(chan error)
	go func() { done <- tool.Serve(ctx, in, io.Discard) }()
	stop()
	assert.ErrorIs(t, <-done, context.Canceled)
}

// Whatever a message is, its answer is a line, or there is an error and none.
func FuzzMessages(f *testing.F) {
	for _, line := range []string{
		`{"id": 0, "kind": "start", "eval": "lse", "config": {"n": [1]}}`,
		`{"id": 1, "kind": "define", "module": "hello"}`,
		`{"id": 2, "kind": "evaluate", "module": "lse", "function": "gradient", "input": {"x": [1, 2], "min_runs": 3, "min_seconds": 1e-3}}`,
		`{"id": 2, "kind": "evaluate", "module": "hello", "function": "double", "input": "NaN"}`,
		`{"id": 3, "kind": "evaluate", "module": "lstm", "function": "jacobian", "input": {"main_params": [[0, 0, 0, 0], [0, 0, 0, 0]], "extra_params": [[1], [1], [1]], "state": [[0], [0]], "sequence": [[0], [0]]}}`,
		`{"id": 4, "kind": "evaluate", "module": "gmm", "function": "objective", "input": {"d": 1, "k": 2, "n": 1, "alpha": [0, 0], "mu": [[1], [1]], "q": [[0], [0]], "l": [[], []], "x": [[1]], "m": 0, "gamma": 1}}`,
		`{"id": 5, "kind": "evaluate", "module": "ba", "function": "jacobian", "input": {"n": 1, "m": 2, "p": 3, "cam": [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0], "x": [2, 4, 2], "w": 0.5, "feat": [0, 1]}}`,
		`{"id": 6, "kind": "analysis", "of": 5, "valid": true}`,
		`{"id": 1e0, "kind": "start"}`, `{"id":7,"id":8,"kind":"\ud800"}`, "[", "", "\xff", `{"id": 9, "kind": "start"} {}`,
	} {
		f.Add([]byte(line))
	}
	tool := &Tool{Name: "test", Compile: func(*pipeline.Unit, ...proc.Func) (Caller, error) { return &refusing{}, nil }}
	for _, name := range Modules() {
		require.NoError(f, tool.define(name))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var out bytes.Buffer
		var err error
		within.Limits(t, func() { err = tool.Serve(context.Background(), bytes.NewReader(text), &out) })
		lines, asked := bytes.Count(out.Bytes(), []byte("\n")), bytes.Count(text, []byte("\n"))+1
		assert.LessOrEqual(t, lines, asked)
		if err != nil {
			assert.NotEmpty(t, err.Error())
			assert.Less(t, lines, asked)
		}
		for line := range bytes.Lines(out.Bytes()) {
			assert.True(t, json.Valid(line) && bytes.HasSuffix(line, []byte("\n")), "%q", line)
		}
	})
}

// refusing calls nothing: inputs that are read may ask for as much time as they like.
type refusing struct{ interpreted }

func (*refusing) Call(proc.Func, []data.Value, data.Value) (data.Value, error) {
	return data.Value{}, errors.New("refused")
}
func (*refusing) Repeat(int, time.Duration, time.Duration, int) {}
