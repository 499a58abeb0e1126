package split

// CodeNoDerivative: a function has no reverse derivative, because cotangents of
// stacks are neither made nor added, or because a stack of arrays is its argument
// or its result.
const CodeNoDerivative = "no-derivative"
