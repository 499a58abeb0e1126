package gradbench

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"time"

	"procad/internal/data"
	"procad/internal/diag"
)

// A message is what a line of the input says.
type message struct {
	id               int64
	kind             string
	module, function string
	input            string // JSON; empty if there is none
}

// The kinds of messages that are more than noted.
const (
	kindStart    = "start"
	kindDefine   = "define"
	kindEvaluate = "evaluate"
)

// parse reads a message from a line with a number.
func parse(line []byte, number int) (*message, error) {
	fail := func(offset int64, format string, args ...any) error {
		return diag.Errorf(diag.Pos{Line: number, Col: max(1, int(offset))}, data.CodeJSON, format, args...).In(inputName).
			Hintf(`a message is an object such as {"id": 0, "kind": "start"}`)
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(line, &members); err != nil {
		if bad, ok := errors.AsType[*json.SyntaxError](err); ok {
			return nil, fail(bad.Offset, "this line is no JSON: %v", bad)
		}
		return nil, fail(1, "an object is wanted here")
	}
	m := &message{input: string(members["input"])}
	var err error
	if m.id, err = strconv.ParseInt(string(members["id"]), 10, 64); err != nil {
		return nil, fail(1, "a message has an id, which is a whole number")
	}
	for name, to := range map[string]*string{"kind": &m.kind, "module": &m.module, "function": &m.function} {
		if text, ok := members[name]; ok && json.Unmarshal(text, to) != nil {
			return nil, fail(1, "the %s of a message is a string", name)
		}
	}
	if m.kind == "" {
		return nil, fail(1, "a message has a kind")
	}
	return m, nil
}

// An answer is what is said to a message.
type answer struct {
	ID      int64           `json:"id"`
	Tool    string          `json:"tool,omitempty"`
	Success *bool           `json:"success,omitempty"`
	Output  json.RawMessage `json:"output,omitempty"`
	Timings []timing        `json:"timings,omitempty"`
	Error   string          `json:"error,omitempty"`
}

// A timing is how long a run took.
type timing struct {
	Name        string `json:"name"`
	Nanoseconds int64  `json:"nanoseconds"`
}

// timings are those of runs of the function itself.
func timings(runs []time.Duration) []timing {
	list := make([]timing, len(runs))
	for i, d := range runs {
		list[i] = timing{"evaluate", d.Nanoseconds()}
	}
	return list
}

// succeed and fail say whether what was asked for is done.
func (a *answer) succeed() { a.Success = new(true) }

func (a *answer) fail(err error) { a.Success, a.Error = new(false), err.Error() }

// line is an answer as a line, with its end.
func (a *answer) line() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(a)
	return b.Bytes(), err
}
