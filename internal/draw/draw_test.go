package draw

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the pictures in testdata anew")

type picture interface{ Write(io.Writer) error }

// svg is the picture, which must be well-formed XML and the same when it is written again.
func svg(t require.TestingT, p picture) string {
	var first, second bytes.Buffer
	require.NoError(t, p.Write(&first))
	require.NoError(t, p.Write(&second))
	assert.Equal(t, first.String(), second.String())
	dec := xml.NewDecoder(bytes.NewReader(first.Bytes()))
	for {
		_, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
	}
	assert.NotContains(t, first.String(), "NaN")
	assert.NotContains(t, first.String(), "Inf")
	return first.String()
}

func events(e []Event) func(func(Event) bool) { return slices.Values(e) }

func TestPictures(t *testing.T) {
	for name, p := range map[string]picture{
		"schedule-binomial": Schedule{"binomial(3), 10 turns", 10, events(binomial(10, 3))},
		"schedule-sqrt":     Schedule{"every(3), 10 turns", 10, events(blocks(10, 3))},
		"schedule-none":     Schedule{"binomial(3), 0 turns", 0, events(nil)},
		"pareto": Pareto{
			Title:  "100 turns: peak memory against work",
			XLabel: "forward turns / turns", YLabel: "peak memory", YUnit: Bytes,
			Series: []Series{
				{"store", []Point{{X: 1, Y: 100 << 12, Label: "store"}}},
				{"binomial(s)", []Point{{X: 4.16, Y: 5<<10 + 4<<10, Label: "s=5"}, {X: 3.22, Y: 10<<10 + 4<<10, Label: "s=10", Chosen: true}}},
			},
			Budget: &Limit{16 << 10, "budget 16 KiB"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got := svg(t, p)
			file := filepath.Join("testdata", name+".svg")
			if *update {
				require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
			}
			want, err := os.ReadFile(file)
			require.NoError(t, err)
			assert.Equal(t, string(want), got)
		})
	}
}
