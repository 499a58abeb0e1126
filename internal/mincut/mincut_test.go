package mincut

import (
	"math/bits"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestCut(t *testing.T) {
	// two ways from 0 to 3, one of them through a narrow edge
	n := New(4)
	n.Edge(0, 1, 5)
	n.Edge(1, 3, 2)
	n.Edge(0, 2, 3)
	n.Edge(2, 3, Infinite)
	capacity, sink := n.Cut(0, 3)
	assert.Equal(t, int64(5), capacity)
	assert.Equal(t, []bool{false, false, true, true}, sink)
}

func TestNoPath(t *testing.T) {
	n := New(3)
	n.Edge(0, 1, 5)
	capacity, sink := n.Cut(0, 2)
	assert.Zero(t, capacity)
	assert.Equal(t, []bool{false, false, true}, sink)
}

func TestInfiniteCut(t *testing.T) {
	n := New(3)
	n.Edge(0, 1, Infinite)
	n.Edge(1, 2, Infinite)
	capacity, _ := n.Cut(0, 2)
	assert.GreaterOrEqual(t, capacity, int64(Infinite))
}

// The capacity is the least over all sets of nodes, and the side of the sink is
// in the side of the sink of every other minimum cut.
func TestCutIsMinimal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		nodes := rapid.IntRange(2, 8).Draw(t, "nodes")
		type edge struct {
			from, to int
			capacity int64
		}
		edges := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) edge {
			node := rapid.IntRange(0, nodes-1)
			return edge{node.Draw(t, "from"), node.Draw(t, "to"), rapid.Int64Range(0, 6).Draw(t, "capacity")}
		}), 0, 24).Draw(t, "edges")
		n := New(nodes)
		for _, e := range edges {
			n.Edge(e.from, e.to, e.capacity)
		}
		capacity, sink := n.Cut(0, nodes-1)

		least, sinks := int64(Infinite), uint(0)
		for s := range uint(1) << nodes { // the side of the sink
			if s&1 != 0 || s>>(nodes-1) == 0 {
				continue
			}
			sum := int64(0)
			for _, e := range edges {
				if s>>e.from&1 == 0 && s>>e.to&1 != 0 {
					sum += e.capacity
				}
			}
			switch {
			case sum < least:
				least, sinks = sum, s
			case sum == least && bits.OnesCount(s) < bits.OnesCount(sinks):
				sinks = s
			}
		}
		require.Equal(t, least, capacity)
		for v, in := range sink {
			require.Equal(t, sinks>>v&1 != 0, in, "node %d", v)
		}
	})
}
