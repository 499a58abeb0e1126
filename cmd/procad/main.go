// Command procad makes derivatives and native code of numerical kernels.
package main

import (
	"os"
	"runtime/debug"
)

// The heap may grow to three times what is in use before the collector runs,
// but softMemory is where it begins to run more often: a kernel of 100,000
// operations needs no more, at little cost in time.
const (
	growth     = 200
	softMemory = 800 << 20
)

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(growth)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(softMemory)
	}
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
