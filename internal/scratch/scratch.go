// Package scratch makes folders for files of one process. A process that is
// killed cannot remove them: the next one does. It knows a folder that is in use
// by a lock, which the system gives up with the process.
package scratch

import (
	"os"
	"path/filepath"
	"sync"
	"time"
)

// prefix is how the names of the folders begin.
const prefix = "procad-scratch-"

// A Dir is a folder. Its path is absolute: programs that run in it take no name for an option.
type Dir struct {
	Path string
	lock *os.File // nil if it cannot be locked
}

// New makes a folder where the system has temporary files.
func New() (*Dir, error) {
	swept.Do(func() { sweep(os.TempDir()) })
	path, err := os.MkdirTemp("", prefix)
	if err == nil {
		path, err = filepath.Abs(path)
	}
	if err != nil {
		return nil, err
	}
	d := &Dir{Path: path}
	if f, err := os.Open(path); err == nil {
		lock(f)
		d.lock = f
	}
	return d, nil
}

// Close removes the folder and what is in it.
func (d *Dir) Close() {
	os.RemoveAll(d.Path)
	d.lock.Close()
}

var swept sync.Once

// young is how old a folder is that may not have its lock yet.
const young = time.Minute

// sweep removes the folders of processes that are no more.
func sweep(in string) {
	paths, _ := filepath.Glob(filepath.Join(in, prefix+"*"))
	for _, path := range paths {
		if info, err := os.Lstat(path); err != nil || !info.IsDir() || time.Since(info.ModTime()) < young {
			continue
		}
		f, err := os.Open(path)
		if err != nil {
			continue
		}
		if lock(f) {
			os.RemoveAll(path)
		}
		f.Close()
	}
}
