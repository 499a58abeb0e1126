package module

import (
	"fmt"
	"io"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/metadata"
)

// A LoopMark says how LLVM is to vectorise a loop. Vectors of a loop with few iterations, or that is masked,
// are not unrolled for a number of iterations that is not known: too many would be left
// over, and it takes LLVM a fifth of its time.
type LoopMark int

// The marks.
const (
	Unmarked      LoopMark = iota
	FewIterations          // with short vectors
	Masked                 // with long vectors, of which the last is filled up: no iteration is left over
	Rolled                 // without vectors: there are a few iterations at most
	Compared               // with vectors, though LLVM compares more than 8 pairs of arrays before it, as it would not by itself
)

// The numbers of metadata: that a branch is likely taken, and how a loop with
// few iterations is vectorised.
const (
	likelyID = iota
	widthID
	interleaveID
	widestID
	maskID
	rolledID
	enableID
	firstLoopID
)

// MarkLoop marks a loop.
func (m *Module) MarkLoop(k LoopMark) ir.Metadata {
	m.loopMarks = append(m.loopMarks, k)
	id := metadata.MetadataID(firstLoopID + len(m.loopMarks) - 1)
	return ir.Metadata{{Name: "llvm.loop", Node: &metadata.Tuple{MetadataID: id}}}
}

// Likely says that a branch is likely taken.
func (m *Module) Likely() ir.Metadata {
	if !m.opts.Hints {
		return nil
	}
	return ir.Metadata{{Name: "prof", Node: &metadata.Tuple{MetadataID: likelyID}}}
}

// LikelyMetadata says what likely means.
func LikelyMetadata(w io.Writer) {
	fmt.Fprintf(w, "\n!%d = !{!\"branch_weights\", i32 1048575, i32 1}\n", likelyID)
}

// Metadata writes what the marks of branches and loops mean. Widest is the number of elements of the longest vectors.
func (m *Module) Metadata(widest int) {
	LikelyMetadata(m.w)
	fmt.Fprintf(m.w, "!%d = !{!\"llvm.loop.vectorize.width\", i32 4}\n", widthID)
	fmt.Fprintf(m.w, "!%d = !{!\"llvm.loop.interleave.count\", i32 1}\n", interleaveID)
	fmt.Fprintf(m.w, "!%d = !{!\"llvm.loop.vectorize.width\", i32 %d}\n", widestID, widest)
	fmt.Fprintf(m.w, "!%d = !{!\"llvm.loop.vectorize.predicate.enable\", i1 true}\n", maskID)
	fmt.Fprintf(m.w, "!%d = !{!\"llvm.loop.unroll.runtime.disable\"}\n", rolledID)
	fmt.Fprintf(m.w, "!%d = !{!\"llvm.loop.vectorize.enable\", i1 true}\n", enableID)
	for i, k := range m.loopMarks {
		id := firstLoopID + i
		switch k {
		case Compared:
			fmt.Fprintf(m.w, "!%d = distinct !{!%d, !%d}\n", id, id, enableID)
			continue
		case Rolled:
			fmt.Fprintf(m.w, "!%d = distinct !{!%d, !{!\"llvm.loop.vectorize.enable\", i1 false}, !%d}\n", id, id, rolledID)
			continue
		}
		how := fmt.Sprintf("!%d", widthID)
		if k == Masked {
			how = fmt.Sprintf("!%d, !%d", widestID, maskID)
		}
		fmt.Fprintf(m.w, "!%d = distinct !{!%d, %s, !%d, !%d}\n", id, id, how, interleaveID, rolledID)
	}
}
