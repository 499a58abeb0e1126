package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// The heap may grow to leastHeap, or to twice what is in use if that is more,
// before the collector runs. A command lives for seconds and needs most of what
// it makes, so that collecting early finds little; and a limit in bytes would
// have it collect all the time once more than that is in use.
const (
	leastHeap = 600 << 20
	growth    = 100     // per cent
	firstHeap = 4 << 20 // that the runtime begins with, at 100 per cent
)

// A cycle is garbage that ends with a cycle of the collector.
type cycle struct{ next *cycle }

// paceCollector has the collector run then and no earlier, unless GOGC says when it runs.
func paceCollector() {
	if os.Getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(percent(firstHeap))
	var again func(*cycle)
	again = func(*cycle) {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		debug.SetGCPercent(percent(live[0].Value.Uint64()))
		runtime.SetFinalizer(&cycle{}, again)
	}
	runtime.SetFinalizer(&cycle{}, again)
}

// percent is by how much a heap of so many bytes in use may grow.
//
//	live · (1 + percent / 100) = max(leastHeap, live · (1 + growth / 100))
func percent(live uint64) int {
	return max(growth, int(100*leastHeap/max(live, firstHeap))-100)
}
