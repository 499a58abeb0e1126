// Package interchange interchanges a sequential loop, whose state is made of arrays, with the loops over their elements
// (loop interchange).
//
//	nTimes(k, a, \s. [e for i < n])                                  =  [nTimes(k, a[i], \x. e[x/s[i]]) for i < n]
//	fold(\((s, t), v). ([d for i < n], [e for i < n]), (a, b), u)    =  let c = [fold(\((x, y), v). (d, e), (a[i], b[i]), u) for i < n]
//	                                                                    in ([c[i].0 for i < n], [c[i].1 for i < n])
//
// if an iteration makes element i of each array from elements i of the arrays of the state. The state of the loop that is inside
// then is made of scalars: it stays in registers, and the trace of an iteration has no arrays. Where one array of the
// result is used, c has only that.
//
// An iteration may make other arrays in the same way, and call functions that make arrays: they are inlined. It may compute
// scalars first, if they take little, since each element computes them again.
//
// A run fails if and only if it failed before, with the same error: nothing that an iteration computes can fail, all arrays
// of the state have the size n of the loops over elements, and a negative count is an error before the loop.
//
// A loop with a label or a strategy stays as it is, since somebody has chosen what its reverse keeps. So does one over
// few elements, of which scalars are made. A fold stays that reads a row along the elements: the text does not tell that
// the row has as many.
package interchange
