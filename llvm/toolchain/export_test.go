package toolchain

import (
	"testing"

	"procad/internal/clangs"
)

// What the tests from outside of the package need of its inside.

// needClangC skips a test where no clang is installed.
func NeedClang(t *testing.T) {
	t.Helper()
	clangs.Need(t, new(Compiler).Find)
}

// forget lets this process ask clang again, as a new one does.
func Forget() {
	machines.Clear()
	linkers.Clear()
}

// begunAhead is how many objects are begun ahead.
func (a *Ahead) Begun() int { return len(a.begun) }

// forX86 says that code is for x86-64.
func ForX86(c *Compiler) bool { return c.isX86() }

// runtimeUnits is how many units of the runtime a library has.
func RuntimeUnits() int { return len(units(Shared)) }

const OldestCPU = oldestX86
