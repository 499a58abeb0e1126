// Package npy reads and writes arrays in the format of NumPy's .npy files,
// versions 1.0, 2.0 and 3.0.
//
// A file is a magic number, a version, the length of a header, the header, and
// the elements:
//
//	\x93NUMPY  major minor  length  {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }  elements
//
// The header is a literal of Python. Arrays of Booleans, integers and floating-point
// numbers of 1 to 8 bytes are read, little-endian or big-endian, in C or Fortran
// order. Nothing is allocated before the size that the shape asks for has been compared with
// that of the file.
package npy
