// Package argmax finds definitions that give the larger or the smaller one of two values.
//
// Loops whose iterations are such definitions find a maximum: package loops reverses only the iteration that found it, and
// package split has the policy of such a loop. Both ask here, so that they agree on what such a loop is.
package argmax
