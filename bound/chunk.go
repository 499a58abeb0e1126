package bound

// Chunks begin at 64 KiB and double up to 4 MiB; each loses a little for its
// own header and for alignment.
const (
	firstChunk = 1 << 16
	lastChunk  = 1 << 22
	chunkLoss  = 2 * blockAlign // at most 87 bytes, but a chunk is only made for a block where so many are left
)

// manyBytes is from where chunks are no longer counted one by one.
const manyBytes = 1 << 36

// total is how many bytes the native allocator has in use at most.
func (f *footprint) total() int64 { return satAdd(f.large, chunks(&f.small)) }

// chunks bounds the chunks that the given blocks are cut from, in any order. A
// block that does not fit begins a new chunk, so what is left of a chunk is
// less than the first block of the next one. With c1, …, ct chunks that are
// followed by another one, and b2, …, bt the largest blocks that began them,
//
//	c1 + … + ct < all blocks + b2 + … + bt + t · loss
func chunks(small *[classes]int64) int64 {
	all, least, largest := int64(0), classes, -1
	for k, n := range small {
		if n > 0 {
			least, largest = min(least, k), k
		}
		all = satAdd(all, satMul(n, classSize(k)))
	}
	switch {
	case largest < 0:
		return 0
	case all > manyBytes:
		// Of a chunk that is followed by another one, less than the largest block is left.
		return satAdd(all, satAdd(all/8, 4*lastChunk))
	case least == largest:
		return chunksOf(classSize(least), small[least])
	}
	return fill(chunkFor(firstChunk, least), 0, all, &blocks{small: small, class: largest, left: small[largest]}, chunkFor(firstChunk, largest))
}

// chunkFor is the size of the next chunk for a block of a class.
func chunkFor(size int64, class int) int64 {
	for size < classSize(class)+chunkLoss {
		size *= 2
	}
	return size
}

// chunksOf is the chunks for n blocks of one size.
func chunksOf(size, n int64) int64 {
	total := int64(0)
	for c := int64(firstChunk); n > 0; c = min(2*c, lastChunk) {
		for c < size+chunkLoss {
			c *= 2
		}
		total += c
		n -= (c - chunkLoss + 1) / size
	}
	return total
}

// fill is the most that chunks can be in all, where the next one is of size
// next, those before of size sum in all, and limit is the right side above.
// large is the size to which a chunk may double for the largest block.
func fill(next, sum, limit int64, rest *blocks, large int64) int64 {
	best := int64(0)
	for size := next; size == next || size <= large; size *= 2 {
		total := sum + size
		best = max(best, total)
		again, with := *rest, limit+chunkLoss
		if sum > 0 {
			with += again.take()
		}
		if total < with {
			best = max(best, fill(min(2*size, lastChunk), total, with, &again, large))
		}
	}
	return best
}

// blocks hands out the sizes of blocks, the largest first.
type blocks struct {
	small *[classes]int64
	class int
	left  int64
}

func (b *blocks) take() int64 {
	for b.left == 0 {
		if b.class--; b.class < 0 {
			b.class = 0
			return 0
		}
		b.left = b.small[b.class]
	}
	b.left--
	return classSize(b.class)
}
