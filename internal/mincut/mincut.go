// Package mincut finds minimum cuts of directed networks.
//
//	min  Σ { capacity(u, v) : u ∈ S, v ∉ S }    over S with source ∈ S, sink ∉ S
//
// by Dinic's algorithm: the flow along shortest paths is made as large as it
// can be, until no path is left; then the edges that are full are a cut.
package mincut

import "math"

// Infinite is the capacity of an edge that no cut may have.
const Infinite = math.MaxInt64 / 4

// A Network is a directed graph with capacities. Nodes are numbered from 0.
type Network struct {
	out   [][]int // edges of a node, by their index; edge e^1 is e turned round
	to    []int
	left  []int64 // what may still flow through an edge
	level []int   // distance from the source, -1 if there is no path
	next  []int   // the edges of a node before this one lead nowhere
}

// New is a network without edges.
func New(nodes int) *Network {
	return &Network{out: make([][]int, nodes), level: make([]int, nodes), next: make([]int, nodes)}
}

// Edge adds an edge with a capacity of at least 0.
func (n *Network) Edge(from, to int, capacity int64) {
	n.out[from] = append(n.out[from], len(n.to))
	n.out[to] = append(n.out[to], len(n.to)+1)
	n.to = append(n.to, to, from)
	n.left = append(n.left, capacity, 0)
}

// Cut returns the capacity of a minimum cut and, for each node, whether it is on
// the side of the sink. Among minimum cuts that side is the smallest. If every
// cut has an infinite edge, the capacity is at least Infinite.
func (n *Network) Cut(source, sink int) (int64, []bool) {
	total := int64(0)
	for total < Infinite && n.levels(source, sink) {
		clear(n.next)
		for total < Infinite {
			flow := n.push(source, sink, Infinite)
			if flow == 0 {
				break
			}
			total += flow
		}
	}
	return total, n.reaching(sink)
}

// levels finds the distances from the source, and whether the sink has one.
func (n *Network) levels(source, sink int) bool {
	for i := range n.level {
		n.level[i] = -1
	}
	n.level[source] = 0
	queue := []int{source}
	for len(queue) > 0 {
		u := queue[0]
		queue = queue[1:]
		for _, e := range n.out[u] {
			if v := n.to[e]; n.left[e] > 0 && n.level[v] < 0 {
				n.level[v] = n.level[u] + 1
				queue = append(queue, v)
			}
		}
	}
	return n.level[sink] >= 0
}

// push sends up to most from u to the sink along one shortest path.
func (n *Network) push(u, sink int, most int64) int64 {
	if u == sink {
		return most
	}
	for ; n.next[u] < len(n.out[u]); n.next[u]++ {
		e := n.out[u][n.next[u]]
		v := n.to[e]
		if n.left[e] == 0 || n.level[v] != n.level[u]+1 {
			continue
		}
		if flow := n.push(v, sink, min(most, n.left[e])); flow > 0 {
			n.left[e] -= flow
			n.left[e^1] += flow
			return flow
		}
	}
	return 0
}

// reaching says which nodes more could flow from to the sink.
func (n *Network) reaching(sink int) []bool {
	seen := make([]bool, len(n.out))
	seen[sink] = true
	queue := []int{sink}
	for len(queue) > 0 {
		v := queue[0]
		queue = queue[1:]
		for _, e := range n.out[v] {
			if u := n.to[e]; n.left[e^1] > 0 && !seen[u] {
				seen[u] = true
				queue = append(queue, u)
			}
		}
	}
	return seen
}
