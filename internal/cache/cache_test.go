package cache

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// files are the files of a store.
func files(t *testing.T, s *Store) []string {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(s.dir, "*", "*"))
	require.NoError(t, err)
	return list
}

// get demands the content of a key.
func get(t *testing.T, s *Store, k Key, want string) {
	t.Helper()
	content, ok := s.Get(k)
	require.True(t, ok)
	assert.Equal(t, want, string(content))
}

func TestStore(t *testing.T) {
	s := Open(filepath.Join(t.TempDir(), "a", "b"), 1<<20)
	info, err := os.Stat(s.dir)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o700), info.Mode().Perm())
	k := KeyOf("x", []byte("1"), []byte("2"))
	assert.NotEqual(t, k, KeyOf("x", []byte("12")))
	assert.NotEqual(t, k, KeyOf("y", []byte("1"), []byte("2")))
	_, ok := s.Get(k)
	assert.False(t, ok)
	assert.False(t, s.Has(k))
	s.Put(k, []byte("content"))
	get(t, s, k, "content")
	assert.True(t, s.Has(k))
	s.Put(k, []byte("another"))
	get(t, s, k, "another")
	require.Len(t, files(t, s), 1)
	f := s.Open(k)
	require.NotNil(t, f)
	f.Close()
	info, err = os.Stat(files(t, s)[0])
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o700), info.Mode().Perm())
}

// A file that is not as it was stored, or that others may have written, is not
// taken, and what is stored in its place is.
func TestForeignFiles(t *testing.T) {
	for name, spoil := range map[string]func(path string) error{
		"changed":   func(p string) error { return os.WriteFile(p, []byte("other"), 0o700) },
		"cut off":   func(p string) error { return os.Truncate(p, 3) },
		"writable":  func(p string) error { return os.Chmod(p, 0o722) },
		"a link":    func(p string) error { return os.Rename(p, p+".x") },
		"a folder":  func(p string) error { os.Remove(p); return os.Mkdir(p, 0o700) },
		"a pipe":    func(p string) error { os.Remove(p); return exec.Command("mkfifo", "-m", "700", p).Run() },
		"of others": func(p string) error { return os.Chown(p, 1234, -1) },
	} {
		t.Run(name, func(t *testing.T) {
			s := Open(t.TempDir(), 1<<20)
			k := KeyOf("x")
			s.Put(k, []byte("content"))
			path := files(t, s)[0]
			if err := spoil(path); err != nil {
				t.Skip(err)
			}
			if name == "a link" {
				require.NoError(t, os.Symlink(path+".x", path))
			}
			_, ok := s.Get(k)
			assert.False(t, ok)
			s.Put(k, []byte("content"))
			get(t, s, k, "content")
		})
	}
}

// Where there can be no folder that only the user writes there is no store, and no error.
func TestNoStore(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	open := filepath.Join(dir, "open")
	require.NoError(t, os.Mkdir(open, 0o700))
	require.NoError(t, os.Chmod(open, 0o777))
	for _, s := range []*Store{None, Open(filepath.Join(file, "below"), 1), Open(file, 1), Open(open, 1)} {
		assert.Equal(t, None, s)
		k := KeyOf("x")
		s.Put(k, []byte("content"))
		_, ok := s.Get(k)
		assert.False(t, ok)
		assert.Nil(t, s.Open(k))
	}
}

// What was not used for longest goes when there is too much.
func TestEvict(t *testing.T) {
	s := Open(t.TempDir(), 10_000)
	key := func(i int) Key { return KeyOf("x", []byte{byte(i)}) }
	content := bytes.Repeat([]byte("x"), 1000)
	for i := range 10 {
		s.Put(key(i), content)
		past := time.Now().Add(time.Duration(i-100) * time.Hour)
		for _, path := range files(t, s) {
			if filepath.Base(path)[:64] == key(i).String() {
				require.NoError(t, os.Chtimes(path, past, past))
			}
		}
	}
	get(t, s, key(0), string(content)) // which is used now
	s.Put(key(10), content)
	var left []int
	for i := range 11 {
		if _, ok := s.Get(key(i)); ok {
			left = append(left, i)
		}
	}
	assert.Equal(t, []int{0, 5, 6, 7, 8, 9, 10}, left)
	s.Put(key(11), bytes.Repeat(content, 11))
	_, ok := s.Get(key(11))
	assert.False(t, ok)
}

// Where it is seen from time to time whether there is too much, it goes then.
func TestEvictLater(t *testing.T) {
	s := Open(t.TempDir(), 3000)
	s.every = time.Hour
	for i := range 6 {
		s.Put(KeyOf("x", []byte{byte(i)}), make([]byte, 1000))
	}
	assert.Len(t, files(t, s), 6)
	past := time.Now().Add(-2 * time.Hour)
	require.NoError(t, os.Chtimes(filepath.Join(s.dir, "checked"), past, past))
	s.Put(KeyOf("x", []byte{6}), make([]byte, 1000))
	assert.Len(t, files(t, s), 2)
}

// Many write and read the same files at once, more than there is room for.
func TestAtOnce(t *testing.T) {
	dir := t.TempDir()
	var g sync.WaitGroup
	for i := range 8 {
		g.Go(func() {
			s := Open(dir, 4000)
			for j := range 60 {
				k := KeyOf("x", []byte{byte((i + j) % 7)})
				want := fmt.Sprintf("%01000d", (i+j)%7)
				if content, ok := s.Get(k); ok {
					assert.Equal(t, want, string(content))
				}
				s.Put(k, []byte(want))
			}
		})
	}
	g.Wait()
	var total int64
	for _, path := range files(t, Open(dir, 4000)) {
		info, err := os.Stat(path)
		require.NoError(t, err)
		total += info.Size()
	}
	assert.LessOrEqual(t, total, int64(4000))
}
