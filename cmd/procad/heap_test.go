package main

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestPercent: live · (1 + percent / 100) = max(leastHeap, 2 · live), within a per cent of live.
func TestPercent(t *testing.T) {
	for _, live := range []uint64{firstHeap, 30 << 20, leastHeap/2 - 1, leastHeap / 2, leastHeap, 5 << 30} {
		goal := float64(live) * (1 + float64(percent(live))/100)
		assert.InDelta(t, max(leastHeap, 2*float64(live)), goal, float64(live)/100, fmt.Sprint(live))
	}
	assert.Equal(t, percent(firstHeap), percent(0), "nothing is in use yet")
}
