// Package long makes programs that are long, deep or wide: what compiling costs
// shows on these.
//
//	shape, size ──▶ .fun text, whose functions are of Reals and have moderate values
//
// The text of a program of size n has O(n) bytes.
package long
