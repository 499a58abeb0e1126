// Package cache is a store of files that can be made again, such as what a
// compiler gives, in a folder of the user.
//
// A file is found by its key, a hash of all that it is made from. Its name is
// the key and the hash of its content, in a folder that is named by the first
// byte of the key:
//
//	FOLDER/KK/KEY-HASH
//
// A file is taken only if it belongs to the user, nobody else can write it, and
// its content has the hash. It is written under another name and renamed, so
// that processes that run at once see all of it or nothing. Where the files take
// more than the store may have, those that were not used for longest go.
package cache

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// A Store is a folder of files. The zero Store has none and takes none.
type Store struct {
	dir   string
	most  int64         // bytes
	every time.Duration // how often it is seen whether there are more
}

// None is a store without files.
var None = new(Store)

// Variable is the environment variable that names the folder of the user's
// store, or says that there is none.
const (
	Variable = "PROCAD_CACHE"
	Off      = "off"
)

// Most is how many bytes the files of the user's store take, but for what comes within a minute.
const Most = 256 << 20

// User is the store of the user: $PROCAD_CACHE, or procad in the folder that the
// system has for caches. It is None where that is off, or can be no folder that
// only the user writes.
var User = sync.OnceValue(func() *Store {
	dir := os.Getenv(Variable)
	if dir == Off {
		return None
	}
	if dir == "" {
		caches, err := os.UserCacheDir()
		if err != nil {
			return None
		}
		dir = filepath.Join(caches, "procad")
	}
	s := *Open(dir, Most)
	s.every = time.Minute
	return &s
})

// Open is the store in a folder, which is made if it is not there; None if it
// cannot be made, or somebody else could write it.
func Open(dir string, most int64) *Store {
	dir, err := filepath.Abs(dir)
	if err != nil || os.MkdirAll(dir, 0o700) != nil {
		return None
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() || !private(info) {
		return None
	}
	return &Store{dir: dir, most: most}
}

// A Key says what a file is made from.
type Key [sha256.Size]byte

// KeyOf is the key of parts, in order: what kind of file it is comes first.
func KeyOf(kind string, parts ...[]byte) Key {
	h := sha256.New()
	add := func(part []byte) {
		sum := sha256.Sum256(part)
		h.Write(sum[:])
	}
	add([]byte(kind))
	for _, part := range parts {
		add(part)
	}
	return Key(h.Sum(nil))
}

func (k Key) String() string { return hex.EncodeToString(k[:]) }

// folderLength is that of the names of folders. What is in others is not the store's.
const folderLength = 2

func (s *Store) folder(k Key) string { return filepath.Join(s.dir, k.String()[:folderLength]) }

// Get is the content of a file, and whether there is one.
func (s *Store) Get(k Key) ([]byte, bool) {
	f, content := s.find(k)
	if f == nil {
		return nil, false
	}
	f.Close()
	return content, true
}

// Open is the file itself, for executables; nil if there is none.
func (s *Store) Open(k Key) *os.File {
	f, _ := s.find(k)
	return f
}

// Has says that there is a file, as far as names tell.
func (s *Store) Has(k Key) bool {
	if s.dir == "" {
		return false
	}
	entries, _ := os.ReadDir(s.folder(k))
	return slices.ContainsFunc(entries, func(e os.DirEntry) bool { return strings.HasPrefix(e.Name(), k.String()+"-") })
}

func (s *Store) find(k Key) (*os.File, []byte) {
	if s.dir == "" {
		return nil, nil
	}
	entries, err := os.ReadDir(s.folder(k))
	if err != nil {
		return nil, nil
	}
	for _, e := range entries {
		hash, ok := strings.CutPrefix(e.Name(), k.String()+"-")
		if !ok {
			continue
		}
		path := filepath.Join(s.folder(k), e.Name())
		f, content, err := openChecked(path, hash)
		if err == nil {
			used(path, f)
			return f, content
		}
		os.Remove(path)
	}
	return nil, nil
}

// openChecked opens a file that is the user's and has the content that its name says.
func openChecked(path, hash string) (*os.File, []byte, error) {
	f, err := openFile(path)
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err == nil && (!info.Mode().IsRegular() || !private(info)) {
		err = os.ErrPermission
	}
	var content []byte
	if err == nil {
		content, err = io.ReadAll(f)
	}
	if sum := sha256.Sum256(content); err == nil && hex.EncodeToString(sum[:]) != hash {
		err = os.ErrInvalid
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, content, nil
}

// often is how long a file may seem unused though it was.
const often = time.Hour

// used notes that a file was used.
func used(path string, f *os.File) {
	if info, err := f.Stat(); err == nil && time.Since(info.ModTime()) > often {
		now := time.Now()
		os.Chtimes(path, now, now)
	}
}

// Put stores a file, in place of what had its key. What goes wrong is no error: it is made again when it is needed.
func (s *Store) Put(k Key, content []byte) {
	if s.dir == "" || int64(len(content)) > s.most {
		return
	}
	if err := os.MkdirAll(s.folder(k), 0o700); err != nil {
		return
	}
	sum := sha256.Sum256(content)
	name := k.String() + "-" + hex.EncodeToString(sum[:])
	if err := WriteFile(filepath.Join(s.folder(k), name), content, 0o700); err != nil {
		return
	}
	entries, _ := os.ReadDir(s.folder(k))
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), k.String()) && e.Name() != name {
			os.Remove(filepath.Join(s.folder(k), e.Name()))
		}
	}
	s.evict()
}

// unfinished is how the names of files begin that are being written.
const unfinished = "new-"

// WriteFile makes a file in one step. No process may begin meanwhile: it would have
// the file open for writing, and until it runs its own program nobody could run the file.
func WriteFile(path string, content []byte, mode os.FileMode) error {
	forks.RLock()
	defer forks.RUnlock()
	f, err := os.CreateTemp(filepath.Dir(path), unfinished)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	if err == nil {
		err = f.Chmod(mode)
	}
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// abandoned is how old a file is that is unfinished and will remain so.
const abandoned = time.Hour

// evict removes files until there is room for some more: those that were used last remain.
// To look at thousands of files takes a while, and is not done every time.
func (s *Store) evict() {
	checked := filepath.Join(s.dir, "checked")
	if info, err := os.Stat(checked); err == nil && time.Since(info.ModTime()) < s.every {
		return
	}
	if s.every > 0 && WriteFile(checked, nil, 0o600) != nil {
		return
	}
	type file struct {
		path string
		size int64
		time time.Time
	}
	var files []file
	var total int64
	folders, err := os.ReadDir(s.dir)
	if err != nil {
		return
	}
	for _, folder := range folders {
		if !folder.IsDir() || len(folder.Name()) != folderLength {
			continue
		}
		entries, err := os.ReadDir(filepath.Join(s.dir, folder.Name()))
		if err != nil {
			continue
		}
		for _, e := range entries {
			info, err := e.Info()
			if err != nil {
				continue
			}
			f := file{filepath.Join(s.dir, folder.Name(), e.Name()), info.Size(), info.ModTime()}
			if strings.HasPrefix(e.Name(), unfinished) && time.Since(f.time) > abandoned {
				os.Remove(f.path)
				continue
			}
			files = append(files, f)
			total += f.size
		}
	}
	if total <= s.most {
		return
	}
	slices.SortFunc(files, func(a, b file) int { return a.time.Compare(b.time) })
	for _, f := range files {
		if total <= s.most/4*3 {
			return
		}
		if os.Remove(f.path) == nil {
			total -= f.size
		}
	}
}
