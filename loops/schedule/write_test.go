package schedule

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/proc/deriv"
)

func TestWriters(t *testing.T) {
	_, actions := run(t, of(deriv.Binomial, 2), Loop{Iterations: 4})
	var text, lines, csv strings.Builder
	require.NoError(t, WriteText(&text, actions))
	assert.Equal(t, `store checkpoint 0 iteration 0
advance 0 1
store checkpoint 1 iteration 1
advance 1 3
tape 3
reverse 3
restore checkpoint 1 iteration 1
advance 1 2
tape 2
reverse 2
restore checkpoint 1 iteration 1
free checkpoint 1 iteration 1
tape 1
reverse 1
restore checkpoint 0 iteration 0
free checkpoint 0 iteration 0
tape 0
reverse 0
`, text.String())
	require.NoError(t, WriteJSON(&lines, actions))
	assert.Equal(t, `[
  {"op":"store","from":0,"to":0,"checkpoint":0},
  {"op":"advance","from":0,"to":1,"checkpoint":-1},
`, strings.Join(strings.SplitAfter(lines.String(), "\n")[:3], ""))
	var list []Action
	require.NoError(t, json.Unmarshal([]byte(lines.String()), &list))
	assert.Len(t, list, 18)
	require.NoError(t, WriteCSV(&csv, actions))
	assert.Equal(t, "op,from,to,checkpoint\nstore,0,0,0\nadvance,0,1,\n", strings.Join(strings.SplitAfter(csv.String(), "\n")[:3], ""))
	lines.Reset()
	require.NoError(t, WriteJSON(&lines, func(func(Action) bool) {}))
	assert.Equal(t, "[]\n", lines.String())
	assert.Len(t, strings.Split(csv.String(), "\n"), 20)
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestWritersReportErrors(t *testing.T) {
	_, actions := run(t, of(deriv.Binomial, 3), Loop{Iterations: 1000})
	for _, write := range []func(io.Writer, func(func(Action) bool)) error{
		func(w io.Writer, a func(func(Action) bool)) error { return WriteText(w, a) },
		func(w io.Writer, a func(func(Action) bool)) error { return WriteJSON(w, a) },
		func(w io.Writer, a func(func(Action) bool)) error { return WriteCSV(w, a) },
	} {
		assert.EqualError(t, write(full{}, actions), "no space left")
	}
}
