// Command procad turns numerical kernels into derivatives and native code.
package main

import (
	"os"
	"runtime/debug"
)

// softMemory is where the collector begins to run more often: a kernel of
// 100,000 operations then fits in 1 GiB, at no cost in time.
const softMemory = 700 << 20

func main() {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(softMemory)
	}
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
