// Package reductions takes the state away from folds that only add to it.
//
//	fold(\(s, x). s + e, a, v)  =  adds(\x. e, a, v)        if s is not in e
//
// adds adds what iterations compute in their order: a + e[v[0]/x] + e[v[1]/x] + …, to the
// last bit. s - e adds -e, and s alone adds -0, which changes no number. A state of several
// parts is one if something is added to each of them. A fold with a label or a strategy
// stays one, since somebody has chosen what its reverse keeps.
//
// It is the last pass: the others see folds.
package reductions
