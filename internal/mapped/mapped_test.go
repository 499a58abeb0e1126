package mapped

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRead(t *testing.T) {
	for _, size := range []int{0, 3, large, large + 5} {
		name := filepath.Join(t.TempDir(), "file")
		want := bytes.Repeat([]byte{7}, size)
		require.NoError(t, os.WriteFile(name, want, 0o600))
		f, err := os.Open(name)
		require.NoError(t, err)
		got, err := Read(f, large)
		require.NoError(t, err)
		require.NoError(t, f.Close())
		assert.True(t, bytes.Equal(want, got))
		for i := range got { // of the copy only
			got[i] = 1
		}
		after, err := os.ReadFile(name)
		require.NoError(t, err)
		assert.True(t, bytes.Equal(want, after))
	}
}

// A file that is too large to be mapped is not read instead.
func TestReadTooLarge(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "file"))
	require.NoError(t, err)
	if err := f.Truncate(1 << 42); err != nil { // with no bytes on the disk
		t.Skip(err)
	}
	if b, err := Read(f, 1<<30); err == nil {
		assert.Len(t, b, 1<<42)
	} else {
		assert.ErrorContains(t, err, "the file has 4398046511104 bytes, more than 1073741824, and cannot be mapped into memory: ")
	}
	require.NoError(t, f.Close())
}

// What is no regular file is read, and not more of it than is wanted.
func TestReadPipe(t *testing.T) {
	for _, most := range []int64{2, 3} {
		r, w, err := os.Pipe()
		require.NoError(t, err)
		_, err = w.WriteString("abc")
		require.NoError(t, err)
		require.NoError(t, w.Close())
		got, err := Read(r, most)
		if most < 3 {
			assert.EqualError(t, err, "the file is larger than 2 bytes")
		} else {
			require.NoError(t, err)
			assert.Equal(t, "abc", string(got))
		}
		require.NoError(t, r.Close())
	}
}
