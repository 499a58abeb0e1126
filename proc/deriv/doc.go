// Package deriv has the names of derivations, what d says in a name d$f, and of the strategies
// of loops, which say what their reverse keeps; and the types of derivatives: of tangents,
// of cotangents, and of what is inactive. Package derive has the rules of derivations.
package deriv
