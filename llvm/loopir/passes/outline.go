package passes

import (
	"procad/llvm/loopir"
	"procad/proc"
)

// Lengths are in operations. Those in a line are the ones that are not in loops.
type lengths struct {
	piece int // a piece has so many in a line
	line  int // a function, or a block in it, with more in a line is divided
	whole int // and one with more in all
}

// UsualPiece is how long pieces are.
const UsualPiece = 300

func lengthsOf(piece int) lengths {
	if piece == 0 {
		piece = UsualPiece
	}
	return lengths{piece, 3 * piece, 60 * piece}
}

// outline divides long functions into pieces: LLVM takes time with the square of the length of straight code. What is left of
// the function, its driver, calls the pieces in order. It keeps the operations whose blocks are long themselves: their blocks
// are divided too. A number that is needed outside of the piece that makes it has a place in a frame, and is loaded where a
// piece first needs it.
//
//	f(x) { y = a; z = b(y) }    ↦    f.1(r, x) { y = a; store r[0] = y }
//	                                 f.2(r) { y = load r[0]; z = b(y); store r[1] = z }
//	                                 f(x) { r = alloc real 2; call f.1(r, x); call f.2(r); z = load r[1]; release r }
//
// First all blocks are divided into segments (outline_segments.go). Then it is found what crosses from segment to segment, and what has a
// place (outline_frame.go). Then pieces and driver are written (outline_write.go).
func outline(p *loopir.Program, opts Options, _ func(Report)) {
	whole := *p
	*p = loopir.Program{Entries: whole.Entries}
	free := func(name proc.Func) bool { return p.Lookup(name) == nil && whole.Lookup(name) == nil }
	for _, f := range whole.Funcs {
		if d := divide(f, lengthsOf(opts.Piece)); d != nil {
			d.cross(f.Body)
			for _, piece := range d.write(free) {
				p.Add(piece)
			}
		}
		p.Add(f)
	}
}

// A division is how a function is divided.
type division struct {
	f *loopir.Func
	lengths
	modes    func(val) loopir.Mode // of buffers
	segments map[block][]*segment  // of the blocks that the driver has
	known    map[block][2]int      // how long blocks are
	simple   bool                  // all values cross
	home     map[val]*segment      // what makes a value; none: it is a parameter of the driver's blocks
	pieces   []*segment            // those that are functions, in order
	places   map[val]place         // of numbers that cross
	frames   [3]val                // by the numbers in them
	sizes    [3]int
}

// A segment is operations of a block, one after the other. They become a piece, or are one of the driver's.
type segment struct {
	ops    []*loopir.Op
	driven bool         // by the driver
	in     []val        // buffers and stacks that the piece needs
	out    []val        // those that others need of it
	needs  map[val]bool // what it needs of others, numbers too
	moves  []move       // instead of operations
}

// A move puts a number at a place where another one is expected.
type move struct {
	from val
	to   place
}

// A place is an element of a frame.
type place struct {
	elem loopir.Elem
	at   int
}
