package diag

import "errors"

// A Bug is an error that says what is wrong with procad, and not with what it was given: what a
// check of its own found. It may hold names that procad made.
type Bug interface {
	error
	Bug()
}

// IsBug says that an error is a Bug, or is because of one.
func IsBug(err error) bool {
	_, ok := errors.AsType[Bug](err)
	return ok
}
