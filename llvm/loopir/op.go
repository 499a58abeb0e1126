package loopir

import (
	"slices"

	"procad/internal/diag"
	"procad/prim"
	"procad/proc"
)

// A Program is the functions that an entry needs, callees first.
type Program struct {
	Funcs   []*Func
	Entries []proc.Func // what callers from outside reach; none: any function
	index   map[proc.Func]*Func
}

// DropUnreached leaves out functions that entries do not reach.
func (p *Program) DropUnreached() {
	if len(p.Entries) == 0 {
		return
	}
	reached := map[proc.Func]bool{}
	var visit func(name proc.Func)
	visit = func(name proc.Func) {
		if f := p.index[name]; f != nil && !reached[name] {
			reached[name] = true
			f.Body.Walk(func(op *Op) {
				if op.Kind.Calls() {
					visit(op.Func)
				}
			})
		}
	}
	for _, name := range p.Entries {
		visit(name)
	}
	funcs := p.Funcs
	p.Funcs, p.index = nil, nil
	for _, f := range funcs {
		if reached[f.Name] {
			p.Add(f)
		}
	}
}

// Lookup finds a function; nil if there is none.
func (p *Program) Lookup(name proc.Func) *Func { return p.index[name] }

// Only is some functions of the program, which find all others.
func (p *Program) Only(some func(*Func) bool) *Program {
	only := &Program{Entries: p.Entries, index: p.index}
	for _, f := range p.Funcs {
		if some(f) {
			only.Funcs = append(only.Funcs, f)
		}
	}
	return only
}

// Insert puts functions in front of one that calls them.
func (p *Program) Insert(before *Func, fs ...*Func) {
	p.Funcs = slices.Insert(p.Funcs, slices.Index(p.Funcs, before), fs...)
	for _, f := range fs {
		p.index[f.Name] = f
	}
}

// Add appends a function.
func (p *Program) Add(f *Func) {
	if p.index == nil {
		p.index = map[proc.Func]*Func{}
	}
	p.Funcs = append(p.Funcs, f)
	p.index[f.Name] = f
}

// A Func is a definition. It is called with the leaves of its names of Θ, and then those of its argument, in the order
// of package abi. A name of Θ that is an accumulator of scalars has a buffer of one element for each Real.
type Func struct {
	Name    proc.Func
	Pos     diag.Pos // unknown: what has no position in it has that of the call
	Piece   bool     // it is a part of a long function, and stays a function of its own
	Shared  bool     // it is a loop of which threads take shares, and stays a function of its own: it would else be there twice
	Modes   []Mode   // of the parameters
	Results []Type
	Body    *Block // its parameters are those of the function, and it yields the results
	Values  int    // the IDs of values are below
	consts  map[constant]*Value
}

// A Mode says what a function may do with a buffer or a stack that is a parameter.
type Mode byte

// The modes.
const (
	Owned       Mode = 0   // anything; nobody else has it
	Shared      Mode = '&' // read it; of a stack its length, and copy it
	Accumulator Mode = '+' // add to it
)

// A Value is a number, a vector, a buffer, a view or a stack. It is made once.
type Value struct {
	ID     int // unique in the function, below Func.Values
	Type   Type
	Name   string // for people; need not be unique
	Origin Origin
	Def    *Op    // of a Result: what makes it
	Block  *Block // of a Parameter: whose
	Bits   uint64 // of a Constant
}

// An Origin says where a value is from.
type Origin uint8

// The origins.
const (
	Result    Origin = iota // an operation makes it
	Parameter               // of a block
	Constant                // a number
	Undefined               // nobody looks at it
)

// A Block is a sequence of operations.
type Block struct {
	Params []*Value
	Ops    []*Op
	Yield  []*Value // the result
	In     *Op      // whose block it is; nil for the body of a function
}

// An Op is one operation. What its arguments and results are is said at its Kind.
type Op struct {
	Kind  Kind
	Pos   diag.Pos // of those that can end the run, and of calls; of a For too, but that is not in the text
	Args  []*Value
	Outs  []*Value
	Mask  *Value // a vector of bools: only these lanes, of which there is one; what the others get is not looked at; nil: all
	Sub   []*Block
	Order Order     // of a For
	From  *Value    // of a For: the number of the first iteration; nil: 0
	Hint  Hint      // of a For that is free
	Claim *Claim    // of a Check
	Func  proc.Func // of a Call, Par, Extern, Print or Math
}

// An Order says which iterations of a For may run before others.
type Order uint8

// The orders.
const (
	Seq   Order = iota // for seq i < n          one after the other
	Slide              // for slide i < n        one after the other, but what is summed in any order
	Free               // for free i < n         in any order, but for the rounding of sums
)

// orders are their words.
var orders = [...]string{Seq: "seq", Slide: "slide", Free: "free"}

// String is the word for the order.
func (o Order) String() string { return orders[o] }

// A Hint says how LLVM is to run the iterations of a loop in vectors.
type Hint uint8

// The hints.
const (
	Usual    Hint = iota // as LLVM does by itself
	Short                // for free i < n short         with short vectors, since there are few iterations
	Filled               // for free i < n filled        with long vectors, of which the last one is filled up
	Rolled               // for free i < n rolled        without vectors, since there are a few iterations at most
	Compared             // for free i < n compared      in any case, though many arrays have to be compared before
)

// hints are their words.
var hints = [...]string{Usual: "", Short: "short", Filled: "filled", Rolled: "rolled", Compared: "compared"}

// String is the word for the hint.
func (h Hint) String() string { return hints[h] }

// A Claim is what a Check demands, and the run-time error if it does not hold.
type Claim struct {
	Test    Test
	Kind    prim.RuntimeErrorKind
	Message string
	Proof   Proof
}

// A Proof says why a Check holds whenever it is reached. No code is made of it then; the interpreter looks at it
// nevertheless.
type Proof uint8

// The proofs.
const (
	Unproven Proof = iota
	Implied        // check i < n index-range implied       by what is known at its place
	Guarded        // check i < n index-range guarded       by a test before a loop around it, which has another version
)

// proofs are their words.
var proofs = [...]string{Unproven: "", Implied: "implied", Guarded: "guarded"}

// String is the word for the proof.
func (p Proof) String() string { return proofs[p] }

// A Test says what is demanded of the arguments of a Check. Those behind them are the numbers of the message.
type Test uint8

// The tests.
const (
	Holds       Test = iota // check c             c is true
	Below                   // check i < n         0 ≤ i < n; it is known that n ≥ 0
	Equal                   // check a == b
	NonZero                 // check a != 0
	NonNegative             // check a >= 0
	Fits                    // check n * d fits    0 ≤ n·d ≤ abi.MaxElements
	InInt                   // check x in int      -2^63 ≤ x < 2^63
)

// tests are how tests are written, between and behind their arguments, and how many arguments those are.
var tests = [...]struct {
	args           int
	between, after string
}{
	Holds: {1, "", ""}, Below: {2, "<", ""}, Equal: {2, "==", ""}, NonZero: {1, "", "!= 0"},
	NonNegative: {1, "", ">= 0"}, Fits: {2, "*", "fits"}, InInt: {1, "", "in int"},
}

// Args is how many arguments the test is about.
func (t Test) Args() int { return tests[t].args }

// Told are the numbers that the message of a Check has: those that the test is of, or those behind.
func (op *Op) Told() []*Value {
	n := op.Claim.Test.Args()
	switch op.Claim.Kind {
	case prim.SizeOverflow:
		return op.Args[1:2] // the dimension that broke it
	case prim.IndexRange, prim.NegativeCount, prim.SizesDisagree, prim.SeedSize:
		return op.Args[:n]
	}
	return op.Args[n:]
}

// A constant tells constants apart.
type constant struct {
	t      Type
	origin Origin
	bits   uint64
}

// Const is a number as a value of the function.
func (f *Func) Const(t Type, bits uint64) *Value { return f.constant(constant{t, Constant, bits}) }

// Int is an Int as a value of the function.
func (f *Func) Int(n int64) *Value { return f.Const(IntType, uint64(n)) }

// Bool is a Bool as a value of the function.
func (f *Func) Bool(is bool) *Value {
	if is {
		return f.Const(BoolType, 1)
	}
	return f.Const(BoolType, 0)
}

// Undef is a value of the function that nobody looks at.
func (f *Func) Undef(t Type) *Value { return f.constant(constant{t, Undefined, 0}) }

func (f *Func) constant(c constant) *Value {
	if f.consts == nil {
		f.consts = map[constant]*Value{}
	}
	v := f.consts[c]
	if v == nil {
		v = f.NewValue(c.t, "")
		v.Origin, v.Bits = c.origin, c.bits
		f.consts[c] = v
	}
	return v
}

// NewValue numbers a value, which is still to be made.
func (f *Func) NewValue(t Type, name string) *Value {
	v := &Value{ID: f.Values, Type: t, Name: name}
	f.Values++
	return v
}

// NewParam is one more parameter of a block.
func (f *Func) NewParam(b *Block, t Type, name string) *Value {
	v := f.NewValue(t, name)
	v.Origin, v.Block = Parameter, b
	b.Params = append(b.Params, v)
	return v
}

// NewOut is one more result of an operation.
func (f *Func) NewOut(op *Op, t Type, name string) *Value {
	v := f.NewValue(t, name)
	v.Def = op
	op.Outs = append(op.Outs, v)
	return v
}

// IsConst says that v is a constant, and which number.
func (v *Value) IsConst() (bits uint64, ok bool) { return v.Bits, v.Origin == Constant }

// IsInt says that v is the Int n.
func (v *Value) IsInt(n int64) bool {
	return v.Origin == Constant && v.Type == IntType && int64(v.Bits) == n
}

// Constants calls yield for each constant of the function.
func (f *Func) Constants(yield func(*Value)) {
	for _, v := range f.consts {
		yield(v)
	}
}
