// Package graph has what analyses of procedures share.
//
//	rename.go      a procedure under other names
package graph
