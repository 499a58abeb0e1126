package native

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
)

// CacheVariable is the environment variable that says how many bytes the second-level cache has,
// for machines that do not say it themselves, and for tests.
const CacheVariable = "PROCAD_L2"

// UsualCache is for machines that do not say it.
const UsualCache = 1 << 20

// CacheBytes is the size of the second-level cache of this machine: the last level that a core has to
// itself. It is what pc_cache_bytes gives (llvm/toolchain/runtime/memory.c), which asks sysconf: so does getconf.
func CacheBytes() int64 {
	if n := positive(os.Getenv(CacheVariable)); n > 0 {
		return n
	}
	return machineCache()
}

// CheckCache says what is wrong with the environment variable.
func CheckCache() error {
	if text := os.Getenv(CacheVariable); text != "" && positive(text) == 0 {
		return fmt.Errorf("%s is %q, and not a number of bytes, such as 1048576", CacheVariable, text)
	}
	return nil
}

var machineCache = sync.OnceValue(func() int64 {
	out, err := exec.Command("getconf", "LEVEL2_CACHE_SIZE").Output()
	if err != nil { // no such command: another C library
		return UsualCache
	}
	if n := positive(strings.TrimSpace(string(out))); n > 0 {
		return n
	}
	return UsualCache
})

// positive is the number that a text is, 0 if it is none that is positive. Too large a number is the largest.
func positive(text string) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0
	}
	return min(max(n, 0), MostCache)
}

// MostCache bounds the size of a cache, so that arithmetic on it stays exact.
const MostCache = 1 << 40
