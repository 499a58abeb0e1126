//go:build unix && !solaris && !illumos && !aix

package scratch

import (
	"os"
	"syscall"
)

// lock takes the lock of an open folder, unless somebody has it.
func lock(f *os.File) bool {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}
