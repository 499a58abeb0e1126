package schedule

import "math"

// Choose is C(n, k), and MaxInt64 where that is larger.
func Choose(n, k int64) int64 {
	if k < 0 || k > n {
		return 0
	}
	return Reach(n-k, k)
}

// Reach is β(c, r) = C(c+r, c): the most iterations that can be reversed with c checkpoints
// when no iteration is advanced over more than r times. It is 0 if c or r is negative,
// and MaxInt64 where it is larger.
func Reach(c, r int64) int64 {
	if c < 0 || r < 0 {
		return 0
	}
	c, r = max(c, r), min(c, r)
	b := int64(1)
	for i := int64(1); i <= r && b < math.MaxInt64; i++ {
		b = timesOver(b, plus(c, i), i) // C(c+i, i) = C(c+i-1, i-1) · (c+i) / i, which is exact
	}
	return b
}

// Repeats is the smallest r with n ≤ β(c, r), for c ≥ 1.
func Repeats(n, c int64) int64 {
	if c == 1 {
		return max(n-1, 0)
	}
	r := int64(0)
	for reach := int64(1); reach < n; {
		r++
		reach = timesOver(reach, plus(c, r), r)
	}
	return r
}

// CheckpointsFor is the smallest c ≥ 1 with n ≤ β(c, r), for r ≥ 1 or n ≤ 1.
func CheckpointsFor(n, r int64) int64 {
	low, high := int64(1), max(n-1, 1)
	for low < high {
		if c := low + (high-low)/2; Reach(c, r) >= n {
			high = c
		} else {
			low = c + 1
		}
	}
	return low
}

// splitBinomial is d of binomial. Let r be the smallest number with l ≤ β(c, r).
// Griewank and Walther: the forward iterations are fewest exactly if
//
//	β(c, r-2) ≤ m ≤ β(c, r-1)   and   β(c-1, r-1) ≤ l-m ≤ β(c-1, r)
//
// The right part has no more states to write than β(c-1, r-1) iterations have, as long
// as it has at most β(c-1, r-1) + β(c-2, r-1) iterations. So this is where it ends, and
//
//	m = l - β(c-1, r-1) - β(c-2, r-1), but at least β(c, r-2), at most β(c, r-1)
//
// gives the fewest writes, too.
func splitBinomial(l, c int64) int64 {
	if l <= 1 {
		return 0
	}
	if c == 1 {
		return l - 1
	}
	// b = β(c, r), b1 = β(c, r-1), …; by Pascal's rule
	// β(c-1, r-1) = b1-b2 and β(c-2, r-1) = (b1-b2) - (b2-b3)
	b, b1, b2, b3 := int64(1), int64(0), int64(0), int64(0)
	for r := int64(1); b < l; r++ {
		b, b1, b2, b3 = timesOver(b, plus(c, r), r), b, b1, b2
	}
	return min(max(l-2*(b1-b2)+(b2-b3), b2, 1), b1)
}

// forwardBinomial is (r+1)·l - β(c+1, r-1), the iterations run forwards in the problem
// (l, c).
func forwardBinomial(l, c, r int64) int64 {
	return (r+1)*l - Reach(plus(c, 1), r-1)
}

// writesBinomial is the number of states written in the problem (l, c):
//
//	max(β(c-1, r-1), l - β(c, r-1))
func writesBinomial(l, c, r int64) int64 {
	if l <= 1 {
		return 0
	}
	return max(Reach(c-1, r-1), l-Reach(c, r-1))
}
