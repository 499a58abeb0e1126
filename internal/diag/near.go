package diag

import (
	"cmp"
	"fmt"
	"strings"
)

// DidYouMean is a hint with the candidate that is nearest to name, or "" if
// none is near. Of several that are as near it is the one with the longest beginning in common.
func DidYouMean(name string, candidates []string) string {
	n := plain(name)
	best, distance := "", 1+min(2, len(n)/2)
	for _, c := range candidates {
		p := plain(c)
		if max(len(p)-len(n), len(n)-len(p)) > distance {
			continue
		}
		d := editDistance(n, p)
		if d < distance || d == distance && best != "" &&
			cmp.Or(cmp.Compare(common(n, plain(best)), common(n, p)), cmp.Compare(c, best)) < 0 {
			best, distance = c, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("did you mean %s?", best)
}

// common is how many bytes at their beginnings two names have in common.
func common(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// Near is DidYouMean, and where no candidate is near the one that begins with name, or that name begins with,
// as --grad for --gradient, if the shorter one of the two has at least four letters.
func Near(name string, candidates []string) string {
	if hint := DidYouMean(name, candidates); hint != "" {
		return hint
	}
	const least = 4
	n, best, distance := plain(name), "", 0
	for _, c := range candidates {
		p := plain(c)
		if min(len(n), len(p)) < least || !strings.HasPrefix(n, p) && !strings.HasPrefix(p, n) {
			continue
		}
		d := max(len(n)-len(p), len(p)-len(n))
		if best == "" || d < distance || d == distance && c < best {
			best, distance = c, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("did you mean %s?", best)
}

// plain is a name without what only its spelling has: capitals, and what stands before and between its words.
func plain(name string) string {
	return strings.NewReplacer("_", "", "-", "").Replace(strings.ToLower(name))
}

// editDistance counts the insertions, deletions, replacements and exchanges of
// neighbours that take a to b.
func editDistance(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			d := rows[i-1][j-1]
			if a[i-1] != b[j-1] {
				d++
			}
			d = min(d, rows[i-1][j]+1, rows[i][j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, rows[i-2][j-2]+1)
			}
			rows[i][j] = d
		}
	}
	return rows[len(a)][len(b)]
}
