package source

// trace checks trace("x", e).
//
//	e : T
//	─────────────────  T has a form in JSON: no functions, no values of recursive types
//	trace("x", e) : T
func (c *checker) trace(e *Trace) Type {
	t := c.expr(e.X)
	c.later = append(c.later, func() {
		if hasFunc(t) {
			c.errorf(Start(e.X), CodeTypeMismatch, "trace prints values without functions, but this is %s", prune(t)).
				Hintf("trace what the function computes")
		} else if hasRecursive(t) {
			c.errorf(Start(e.X), CodeTypeMismatch, "trace prints no values of recursive types, but this is %s", prune(t)).
				Hintf("trace numbers in it, or what is computed of it")
		}
	})
	return t
}

// traceHint is how to write what looks like a trace, but has no text first; "" for others.
func traceHint(c *Call) string {
	if c.Name != "trace" {
		return ""
	}
	if len(c.Args) == 1 {
		return `write sum(i < size(a)) a[i, i]; what prints a value has a name for it, in quotes: trace("x", x)`
	}
	return `trace prints a value with a name, in quotes: trace("x", x)`
}
