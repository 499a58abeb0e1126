// Package within bounds what readers may take for an input that a fuzzer makes.
package within

import (
	"flag"
	"runtime/metrics"
	"syscall"
	"testing"
	"time"
)

// What one input may take.
const (
	mostTime   = 2 * time.Second // of processors
	mostMemory = 512 << 20       // bytes that are allocated, whether they are freed or not
)

// Limits runs f, and fails the test if f takes more time or memory than it may. It
// measures while a fuzzer runs only: other tests do not depend on time.
func Limits(t *testing.T, f func()) {
	t.Helper()
	if !fuzzing() {
		f()
		return
	}
	began, allocated := processor(), allocations()
	f()
	if took := processor() - began; took > mostTime {
		t.Errorf("the input took %v", took)
	}
	if more := allocations() - allocated; more > mostMemory {
		t.Errorf("the input took %d bytes", more)
	}
}

// fuzzing says that this process runs inputs for a fuzzer.
func fuzzing() bool {
	worker := flag.Lookup("test.fuzzworker")
	return worker != nil && worker.Value.String() == "true"
}

func processor() time.Duration {
	var use syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &use) != nil {
		return 0
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}

func allocations() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
