package source

import (
	"fmt"
	"strings"

	"procad/diag"
)

// reporter collects messages. One place gets one message of a kind, however
// often it is checked.
type reporter struct {
	file     string
	errs     diag.List
	warnings diag.List
	seen     map[seenKey]bool
}

type seenKey struct {
	pos  diag.Pos
	code string
}

// errorf reports a message. The result may be added to; it is never nil.
// Too many messages end the pass by a panic with bailout.
func (r *reporter) errorf(pos diag.Pos, code, format string, args ...any) *diag.Error {
	e := diag.Errorf(pos, code, format, args...).In(r.file)
	key := seenKey{pos, code}
	if r.seen[key] {
		return e
	}
	if len(r.errs) >= maxErrors {
		panic(bailout{})
	}
	r.seen[key] = true
	r.errs = append(r.errs, e)
	return e
}

func (r *reporter) warnf(pos diag.Pos, code, format string, args ...any) *diag.Error {
	e := diag.Warningf(pos, code, format, args...).In(r.file)
	r.warnings = append(r.warnings, e)
	return e
}

// didYouMean is a hint with the candidate that is nearest to name, or "" if
// none is near.
func didYouMean(name string, candidates map[string]bool) string {
	best, distance := "", 1+min(2, len(name)/2)
	for c := range candidates {
		if abs(len(c)-len(name)) >= distance+1 {
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

func abs(n int) int { return max(n, -n) }

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
