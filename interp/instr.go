package interp

import (
	"procad/internal/data"
	"procad/internal/diag"
	"procad/proc"
)

// An instr is one instruction. What its operands are is written at its opcode:
// w[a] is the word in slot a, o[a] the object, r[a] the ref.
type instr struct {
	op         opcode
	a, b, c, d int32
}

type opcode int32

const (
	opRet   opcode = iota // the end
	opJump                // to a
	opCase                // if w[a] is Inr go to b; count c statements of the left branch, d of the right
	opConst               // w[a] = consts[b]
	opCopy                // w[a] = w[b]
	opCopyN               // w[a:] = w[b:], c words
	opMove                // o[a:] = o[b:], c objects, which leave their old slots
	opFree                // free the array or stack o[a]

	opAdd // w[a] = w[b] op w[c], of Reals
	opSub
	opMul
	opDiv
	opSMul
	opSDiv
	opZMul
	opMin
	opMax
	opLt
	opLe
	opEq
	opNeg // w[a] = op w[b], of a Real
	opAbs
	opFloor
	opFun1 // w[a] = f(w[b]), f number c of special.Functions
	opFun2 // w[a] = f(w[b], w[c]), f number d of special.Functions
	opPolygamma
	opPowi
	opReal
	opInt

	opIAdd // w[a] = w[b] op w[c], of Ints
	opISub
	opIMul
	opIDiv
	opIMod
	opIMin
	opIMax
	opIAnd
	opIShl
	opIShr
	opILt
	opILe
	opIEq
	opINeg // w[a] = op w[b], of an Int
	opIAbs

	opMod1 // w[a] = mod1[c](w[b]), of residues
	opMod2 // w[a] = mod2[d](w[b], w[c])

	opGet      // w[a:] = the scalar r[b], c words
	opRead1    // w[a] = r[b][w[c]], elements of one leaf
	opRead2    // w[a] = r[b][w[c], w[d]]
	opAcc      // the Real r[b] += w[a]
	opAcc1     // r[b][w[c]] += w[a], elements Real
	opAcc2     // r[b][w[c], w[d]] += w[a]
	opSize     // w[a] = dimension c of r[b]
	opRow1     // r[a] = row w[c] of r[b]
	opChoose   // r[a] = r[c] if w[b] is Inl, else r[d]
	opShare    // r[a] = the scalar w[b:], c words
	opShareObj // r[a] = the array o[b]
	opDrop     // r[a] is out of scope
	opCount    // one more at counters[a]

	opCall // calls[a]
	opLoop // loops[a]
	opExt  // ext[a]
)

// A code is a compiled definition.
type code struct {
	sig     proc.Sig
	in, out *data.Layout // the argument is in the first slots of the frames
	ins     []instr
	pos     []diag.Pos // of each instruction: its statement's, or of the innermost one around it that has one
	consts  []uint64
	calls   []*callSite
	loops   []*loopSite
	ext     []func(*Machine, *frame) error
	retW    []run // where the result is, for words
	retO    []run // and for objects

	words, objects, refs int   // sizes of the frames
	count                int64 // statements outside of branches
}

// A run is n slots from src on, wanted at dst.
type run struct{ dst, src, n int32 }

// A frame holds the variables of one call.
type frame struct {
	w       []uint64
	o       []data.Object
	r       []ref
	atW     mark
	atO     mark
	atR     mark
	running *code
}

// copyWords copies the words of src that runs name to dst.
func copyWords(dst, src []uint64, runs []run) {
	for _, r := range runs {
		if r.n == 1 {
			dst[r.dst] = src[r.src]
			continue
		}
		copy(dst[r.dst:r.dst+r.n], src[r.src:])
	}
}

// moveObjects moves the objects of src that runs name to dst.
func moveObjects(dst, src []data.Object, runs []run) {
	for _, r := range runs {
		from := src[r.src : r.src+r.n]
		copy(dst[r.dst:], from)
		clear(from)
	}
}
