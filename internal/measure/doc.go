// Package measure compares how long programs take.
//
//	Task…  ──InIteration──▶  Record…        each task once in a round, so that all meet the same machine
//
// A task runs its program several times in one process, after a warm-up, and
// reads the clock there: the start of the process is in no figure.
package measure
