package estimate

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"procad/internal/native"
)

// An allocator is llvm/toolchain/runtime/memory.c without the memory.
type allocator struct {
	free       [native.Classes]int64
	used, peak int64
	live       map[int]int64 // the sizes of blocks by their number
	now, most  footprint
	nextName   int
}

func newAllocator() *allocator { return &allocator{live: map[int]int64{}} }

func (a *allocator) count(bytes int64) {
	a.used += bytes
	a.peak = max(a.peak, a.used)
}

func (a *allocator) alloc(bytes int64) {
	a.now.block(Exactly(bytes), 1)
	a.most.most(&a.now)
	a.nextName++
	if bytes > native.LargestSmall {
		a.count(bytes)
		a.live[a.nextName] = bytes
		return
	}
	k := classOf(bytes)
	a.live[a.nextName] = bytes
	if a.free[k] > 0 {
		a.free[k]--
		return
	}
	a.count(classSize(k))
}

func (a *allocator) release(name int) {
	bytes := a.live[name]
	delete(a.live, name)
	f := footprint{}
	f.block(Exactly(bytes), 1)
	a.now.minus(&f)
	if bytes > native.LargestSmall {
		a.used -= bytes
		return
	}
	a.free[classOf(bytes)]++
}

// TestTotal checks that blocks in any order need no more memory than total says.
func TestTotal(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		a := newAllocator()
		top := rapid.SampledFrom([]int64{100, 2000, 40_000, native.LargestSmall, 1 << 20}).Draw(rt, "top")
		for i := range rapid.IntRange(1, 200).Draw(rt, "steps") {
			if len(a.live) > 0 && rapid.IntRange(0, 2).Draw(rt, "free") == 0 {
				for name := range a.live {
					a.release(name)
					break
				}
				continue
			}
			a.alloc(rapid.Int64Range(0, top).Draw(rt, fmt.Sprint("bytes", i)))
		}
		if got := a.most.total(); got < a.peak {
			rt.Fatalf("%d bytes are in use, %d were foreseen", a.peak, got)
		}
	})
}

// TestSameBlocks checks that the bound is what is needed where all blocks are
// of one size.
func TestSameBlocks(t *testing.T) {
	for _, bytes := range []int64{1, 48, 49, 1000, 5000, 70_000, 250_000, native.LargestSmall, native.LargestSmall + 1, 1 << 20} {
		for n := range 60 {
			a := newAllocator()
			for range n {
				a.alloc(bytes)
			}
			assert.Equal(t, a.peak, a.most.total(), "%d blocks of %d bytes", n, bytes)
		}
	}
}

func TestClasses(t *testing.T) {
	for bytes := int64(0); bytes <= native.LargestSmall; bytes++ {
		k := classOf(bytes)
		require.Less(t, k, native.Classes)
		require.GreaterOrEqual(t, classSize(k), bytes+native.BlockHeader)
		require.True(t, k == 0 || classSize(k-1) < bytes+native.BlockHeader, "%d bytes are of class %d", bytes, k)
	}
}
