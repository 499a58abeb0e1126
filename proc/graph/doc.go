// Package graph has what analyses of procedures share.
//
//	defuse.go      variables by number, with the statements that bind and use them
//	edit.go        two variables become one; Elims in the place of a statement
//	rename.go      a procedure under other names
package graph
