package source

import (
	"maps"
	"slices"

	"procad/internal/diag"
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
	return diag.DidYouMean(name, slices.Collect(maps.Keys(candidates)))
}
