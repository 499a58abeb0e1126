package toolchain

// A VectorMath is a set of functions of a C library that compute several values
// at once. LLVM calls them in loops that it vectorises; their results are off by
// at most 4 units in the last place. The zero value has none.
type VectorMath struct {
	Variants []Variant
	Names    map[string]bool // of the scalar functions that have them
}

// A Variant is the letter of an instruction set and the number of values.
type Variant struct {
	Letter byte
	Lanes  int
}
