package scratch

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// A Full error says that a folder of New has no room for a file.
type Full struct {
	Dir string // where the folder is
	Err error  // one of full
}

// full is what the system says where a file has no room.
var full = []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG}

func (f *Full) Error() string {
	if errors.Is(f.Err, syscall.EFBIG) {
		return fmt.Sprintf("%s: a temporary file would be larger than the system lets a file be (ulimit -f)", f.Dir)
	}
	return fmt.Sprintf("%s: there is no room for temporary files: %v; TMPDIR names another folder", f.Dir, f.Err)
}

func (f *Full) Unwrap() error { return f.Err }

// Explain is a *Full error for an error of writing a file in a folder, or in one in it, if there was no room; and else
// that error.
func Explain(dir string, err error) error {
	if _, explained := errors.AsType[*Full](err); explained {
		return err
	}
	for _, reason := range full {
		if errors.Is(err, reason) {
			return &Full{filepath.Dir(dir), reason}
		}
	}
	return err
}

// WriteFile writes a file in a folder of New.
func WriteFile(path string, content []byte) error {
	return Explain(filepath.Dir(path), os.WriteFile(path, content, 0o600))
}

// Room is a *Full error where a folder has no room for as much as a library takes. A compiler says so in words
// alone, and removes what it has begun to write.
func Room(dir string) error {
	f, err := os.CreateTemp(dir, "room")
	if err != nil {
		return Explain(dir, err)
	}
	defer os.Remove(f.Name())
	return Explain(dir, errors.Join(fill(f), f.Close()))
}

// fill writes as much as a library takes.
func fill(f *os.File) error {
	_, err := f.Write(make([]byte, 1<<20))
	return err
}
