package diag

import (
	"fmt"
	"strings"
)

// DidYouMean is a hint with the candidate that is nearest to name, or "" if
// none is near.
func DidYouMean(name string, candidates []string) string {
	best, distance := "", 1+min(2, len(name)/2)
	for _, c := range candidates {
		if max(len(c)-len(name), len(name)-len(c)) > distance {
			continue
		}
		d := editDistance(strings.ToLower(name), strings.ToLower(c))
		if d < distance || d == distance && best != "" && c < best {
			best, distance = c, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("did you mean %s?", best)
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
