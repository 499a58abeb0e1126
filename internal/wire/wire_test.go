package wire

import (
	"bytes"
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/proc"
)

// TestValues writes values of every type, and reads them again.
func TestValues(t *testing.T) {
	pair := proc.NewTuple(proc.Real, proc.Bool)
	for _, c := range []struct {
		typ  proc.Type
		text string
		size int
	}{
		{proc.Real, "-1.5", 8},
		{proc.Int, "-7", 8},
		{proc.Bool, "true", 8},
		{proc.Bool, "false", 8},
		{proc.NewTuple(proc.Real, proc.Int, proc.Bool), "[2.5, 3, true]", 24},
		{proc.NewArray(2, proc.Real), "[[1, 2, 3], [4, 5, 6]]", 16 + 48},
		{proc.NewArray(1, pair), "[[1, true], [2, false]]", 8 + 16 + 2},
		{proc.NewSum(proc.NewArray(1, proc.Real), proc.Int), `{"Inl": [1, 2]}`, 8 + 8 + 16 + 8},
		{proc.NewSum(proc.NewArray(1, proc.Real), proc.Int), `{"Inr": 4}`, 8 + 8 + 8},
		{proc.NewArray(1, proc.NewSum(proc.Real, proc.Bool)), `[{"Inl": 1.5}, {"Inr": true}]`, 8 + 2 + 16 + 2},
	} {
		v, err := data.ReadValue(&diag.Source{Name: "v.json", Text: c.text}, c.typ)
		require.NoError(t, err, c.text)
		var b bytes.Buffer
		require.NoError(t, Write(&b, c.typ, v))
		assert.Equal(t, c.size, b.Len(), c.text)
		whole := b.Bytes()
		got, err := Read(&b, c.typ)
		require.NoError(t, err, c.text)
		require.NoError(t, data.Differ(v, got, 0), c.text)
		assert.Zero(t, b.Len(), c.text)
		for n := range whole {
			_, err := Read(bytes.NewReader(whole[:n]), c.typ)
			assert.Error(t, err, "%s, %d bytes", c.text, n)
		}
	}
}

// TestMalformed reads what nobody writes.
func TestMalformed(t *testing.T) {
	word := func(n uint64) []byte { return binary.LittleEndian.AppendUint64(nil, n) }
	for _, c := range []struct {
		typ   proc.Type
		bytes []byte
		want  string
	}{
		{proc.NewSum(proc.Real, proc.Int), word(2), "wire: the tag of a sum is 2"},
		{proc.NewArray(1, proc.Real), word(1 << 60), "wire: an array of 1152921504606846976 elements is too large"},
		{proc.NewArray(2, proc.Real), append(word(1<<30), word(1<<30)...), "wire: an array of 1073741824 elements is too large"},
	} {
		_, err := Read(bytes.NewReader(c.bytes), c.typ)
		assert.EqualError(t, err, c.want)
	}
}
