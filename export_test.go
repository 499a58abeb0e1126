package procad

import "procad/internal/data"

// NoNative is an option that does without native code.
func NoNative() Option { return func(p *Program) { p.compiler.Clang = "none" } }

// GoValue is a value of the compiler as results have it.
func GoValue(v data.Value) any {
	f, fr := formOf(v.Type), new(frame)
	defer fr.pins.Unpin()
	words := make([]uint64, max(1, f.width))
	f.put(words, v, fr)
	return f.get(words)
}
