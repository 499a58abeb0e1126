package core

import (
	"procad/internal/special"
	"procad/internal/units"
)

// An Op is a primitive: a function of numbers and Bools.
type Op string

// The operators; the other primitives are called as in programs: sin, pow, ….
const (
	Add  Op = "add" // x + y, Real or Int
	Sub  Op = "sub"
	Mul  Op = "mul"
	Neg  Op = "neg"
	Quo  Op = "div"  // x / y, Real
	IDiv Op = "idiv" // x div y, Int; rounds down
	IMod Op = "imod" // x mod y, Int; has the sign of y
	Powi Op = "powi" // x ^ n, Real and Int
	SMul Op = "smul" // x * s, but 0 where x is 0, Real
	SDiv Op = "sdiv" // x / d, but 0 where x is 0, Real
	ZMul Op = "zmul" // x * y, but 0 where x or y is 0, Real
	Eq   Op = "eq"   // x == y, Real, Int or Bool
	Lt   Op = "lt"   // x < y, Real or Int
	Le   Op = "le"
	Gt   Op = "gt"
	Ge   Op = "ge"
	Not  Op = "not" // Bool

	BitAnd     Op = "bitAnd"
	ShiftLeft  Op = "shiftLeft"  // by the last 6 bits of the second argument
	ShiftRight Op = "shiftRight" // which keeps the sign
)

// Elementary says that op takes many operations, as exp does, so that computing it
// once pays.
func Elementary(op Op) bool { return units.Elementary(string(op)) }

// A class is a set of types, those that an argument or a result may have.
type class byte

const (
	real class = 1 << iota
	whole
	truth
	number  = real | whole
	ordered = real | whole | truth
)

// has says that a type is in c.
func (c class) has(t Type) bool {
	switch t {
	case Real:
		return c&real != 0
	case Int:
		return c&whole != 0
	case Bool:
		return c&truth != 0
	}
	return false
}

// several says that there is more than one type in c.
func (c class) several() bool { return c&(c-1) != 0 }

// only is the one type in c.
func (c class) only() Type {
	switch c {
	case real:
		return Real
	case whole:
		return Int
	}
	return Bool
}

// A signature is the type of a primitive. Classes of several types are the same
// type wherever they occur.
type signature struct {
	params []class
	result class
}

var signatures = func() map[Op]signature {
	table := map[Op]signature{}
	add := func(params []class, result class, ops ...Op) {
		for _, op := range ops {
			table[op] = signature{params, result}
		}
	}
	add([]class{number, number}, number, Add, Sub, Mul, "min", "max")
	add([]class{number}, number, Neg, "abs")
	add([]class{real, real}, real, Quo, SMul, SDiv, ZMul)
	add([]class{whole, whole}, whole, IDiv, IMod, BitAnd, ShiftLeft, ShiftRight)
	add([]class{real, whole}, real, Powi)
	add([]class{whole, real}, real, "polygamma")
	add([]class{ordered, ordered}, truth, Eq)
	add([]class{number, number}, truth, Lt, Le, Gt, Ge)
	add([]class{truth}, truth, Not)
	for _, f := range special.Functions {
		params := []class{real}
		if f.Two != nil {
			params = []class{real, real}
		}
		add(params, real, Op(f.Name))
	}
	add([]class{whole}, real, "real")
	add([]class{real}, whole, "int") // rounds down; a run-time error where that is no Int
	return table
}()

// PrimType is the type of op's result for arguments of the given types; nil if
// it does not take them.
func PrimType(op Op, args []Type) Type {
	if t := capturedOp(op, args); t != nil {
		return t
	}
	sig, ok := signatures[op]
	if !ok || len(args) != len(sig.params) {
		return nil
	}
	var chosen Type // of a class of several types: no signature has two
	for i, t := range args {
		c := sig.params[i]
		if !c.has(t) || c.several() && chosen != nil && chosen != t {
			return nil
		}
		if c.several() {
			chosen = t
		}
	}
	if sig.result.several() {
		return chosen
	}
	return sig.result.only()
}

// capturedOp is the type of an operation with values of d f: sums, and products with Reals.
func capturedOp(op Op, args []Type) Type {
	var d *CapturedType
	n := 0
	for _, t := range args {
		if k, ok := t.(*CapturedType); ok && !k.Trace && (d == nil || *k == *d) {
			d = k
			n++
		}
	}
	switch {
	case d == nil:
	case (op == Add || op == Sub) && n == 2, op == Neg:
		return d
	case op == Mul && (args[0] == Real || args[1] == Real), op == Quo && args[1] == Real:
		return d
	}
	return nil
}
