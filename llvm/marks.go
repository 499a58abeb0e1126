package llvm

import (
	"fmt"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/metadata"
)

// A loopMark says how LLVM is to vectorise a loop. Vectors of a loop that is marked
// are not unrolled for a number of iterations that is not known: too many would be left
// over, and it takes LLVM a fifth of its time.
type loopMark int

const (
	unmarked      loopMark = iota
	fewIterations          // with short vectors
	masked                 // with long vectors, of which the last is filled up: no iteration is left over
)

// markLoop marks a loop.
func (m *module) markLoop(k loopMark) ir.Metadata {
	m.loopMarks = append(m.loopMarks, k)
	id := metadata.MetadataID(firstLoopID + len(m.loopMarks) - 1)
	return ir.Metadata{{Name: "llvm.loop", Node: &metadata.Tuple{MetadataID: id}}}
}

// listLoops writes what the marks of loops mean.
func (m *module) listLoops() {
	fmt.Fprintf(m.w, "!%d = !{!\"llvm.loop.vectorize.width\", i32 4}\n", widthID)
	fmt.Fprintf(m.w, "!%d = !{!\"llvm.loop.interleave.count\", i32 1}\n", interleaveID)
	fmt.Fprintf(m.w, "!%d = !{!\"llvm.loop.vectorize.width\", i32 %d}\n", widestID, max(m.laneWidth(), 1))
	fmt.Fprintf(m.w, "!%d = !{!\"llvm.loop.vectorize.predicate.enable\", i1 true}\n", maskID)
	fmt.Fprintf(m.w, "!%d = !{!\"llvm.loop.unroll.runtime.disable\"}\n", rolledID)
	for i, k := range m.loopMarks {
		id := firstLoopID + i
		how := fmt.Sprintf("!%d", widthID)
		if k == masked {
			how = fmt.Sprintf("!%d, !%d", widestID, maskID)
		}
		fmt.Fprintf(m.w, "!%d = distinct !{!%d, %s, !%d, !%d}\n", id, id, how, interleaveID, rolledID)
	}
}
