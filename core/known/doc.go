// Package known says what the text of a program tells of its Ints and sizes.
//
// An Int is a polynomial over what the text does not tell: Ints, sizes of
// arrays, and quotients of polynomials by numbers. Two terms with the same polynomial have the same value in each run,
// for the arithmetic of polynomials is that of Ints, modulo 2⁶⁴.
//
//	let n = size(x, 0); m = 2 * n + 1 in …        m is 2 size(x, 0) + 1
//	let a = [e for i < n]; b = (y : Real[n])      size(a, 0) and size(b, 0) are n
package known
