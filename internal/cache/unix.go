//go:build unix

package cache

import (
	"io/fs"
	"os"
	"syscall"
)

// forks is held while a process begins.
var forks = &syscall.ForkLock

// private says that a file or a folder is the user's, and nobody else writes it.
func private(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid() && info.Mode().Perm()&0o022 == 0
}

// openFile opens a file that is no link.
func openFile(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
}
