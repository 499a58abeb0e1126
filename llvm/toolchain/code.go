package toolchain

import "procad/internal/diag"

// Code is a module as texts that clang compiles one by one, several at a time.
type Code struct {
	Tuned       []byte             // what LLVM optimises
	Unoptimised [][]byte           // what it only translates
	Traces      bool               // the code prints, which the runtime of a library has in a unit of its own
	Threads     bool               // threads share its loops: they go on to wait in it
	Link        []string           // archives, objects and shared libraries that are linked in, by their whole paths
	Externs     map[string]*Extern // functions of C that are to be linked in, by their symbols
	ahead       *Ahead             // what clang does with the first of these; nil if nothing
}

// An Extern is a function of C that code calls, and that is linked in.
type Extern struct {
	Symbol    string
	Prototype string // as C declares it
	File      string // of the program, for messages
	Pos       diag.Pos
}
