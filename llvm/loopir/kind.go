package loopir

// A Kind says what an operation does.
type Kind uint8

// The kinds. Behind each is its printed form, and then its meaning. Where it says x and y, of Reals, Ints or Bools,
// there may also be vectors of such: then the operation works in every lane, or in those of its mask.
const (
	Add    Kind = iota // z = add x, y                     x + y of Reals, or of Ints
	Sub                // z = sub x, y                     x - y of Reals, or of Ints
	Mul                // z = mul x, y                     x · y of Reals, or of Ints
	Div                // z = div x, y                     x / y of Reals; of Ints the quotient, rounded towards -∞, y ≠ 0
	Mod                // z = mod i, j                     of Ints, what is left of i after the division by j ≠ 0; it has the sign of j
	Neg                // z = neg x                        -x of a Real, or of an Int
	Min                // z = min x, y                     x if x < y, else y
	Max                // z = max x, y                     x if x > y, else y
	And                // z = and x, y                     of the bits of Ints, or of Bools
	Or                 // z = or b, c                      of Bools
	Not                // z = not b                        of a Bool
	Shl                // z = shl i, k                     i · 2^k of Ints; of k the last 6 bits count
	Shr                // z = shr i, k                     i / 2^k of Ints, rounded towards -∞; of k the last 6 bits count
	Lt                 // c = lt x, y                      x < y; false with a NaN
	Le                 // c = le x, y                      x ≤ y; false with a NaN
	Eq                 // c = eq x, y                      x = y of Reals, Ints or Bools; false with a NaN
	Select             // z = select c, x, y               x if c, else y; of values of any type
	ToReal             // z = real i                       the nearest Real
	ToInt              // i = int x                        a whole Real as an Int
	Freeze             // c = freeze b                     the Bool b; true or false if b is undefined, so one can choose by it
	Math               // z = math exp(x)                  a primitive of package prim that is none of these

	Splat  // v: real<8> = splat x             x in every lane
	Iota   // v: int<8> = iota i               i, i + 1, …, in the lanes
	Reduce // x = reduce v                     the sum of the lanes, the first one first; of Bools, whether one is true; x = reduce v, s: the lanes are added to s, a Real, in this order

	Alloc   // b: real* = alloc n               a buffer of n elements, with anything in them
	Clear   // clear b, n                       its first n elements are 0, or false
	Copy    // c = copy b, n                    a buffer with the first n elements of b; c = copy s: a stack with the words of s
	Release // release b                        gives back a buffer, or a stack
	Cell    // b = cell x                       a buffer with the element x, which lives as long as its block runs
	Local   // b: real* = local 128             a buffer of so many elements, a number, with anything in them, which lives as long as its block runs
	View    // v = view b[n, m]                 b with dimensions, which are not negative; the elements row by row. It may be of what is undefined, and then nobody reads it
	Row     // b = row v[i]                     a buffer: the part of v where the first indices are i
	Load    // x = load v[i, j]                 an element; x = load b[]: the first one
	Store   // store v[i, j] = x                sets an element
	Accum   // accum v[i, j] += x               adds to an element

	Check  // check i < n index-range          ends the run if the claim is false: the first claim that is false, in the order of the operations
	For    // y = for seq i < n (s = x)        a block for i = 0 … n-1, or l … n-1 where it is i < n from l; n ≥ 0 and l ≥ 0 are known; s is x and then what the block yields, y what it yields last
	While  // y = while (s = x)                a block that yields a Bool and the next s, until the Bool is false
	If     // y = if c                         the first block if c, else the second
	Call   // y: real = call f(x)              a function of the program
	Par    // par f(n, x)                      a function of the program, which is called with (c, x) for c = 0 … n-1, at the same time and in any order: no call reads what another one writes. n ≥ 0 is known
	Room   // n = room                         how many Reals the chunks or the lanes of a loop may have beside those that the loop has
	Extern // y: real = extern "f"(x)          a function of C; the buffers for its results come last
	Print  // print "f"(x)                     a line with the value whose leaves are given
	Count  // count 5, n                       adds n to counter 5 of the run
	Level  // level 5, n                       adds n to counter 5 of the run; counter 6 is the most that it has been

	Empty  // s = empty n, w                   an empty stack; n items of w words are expected, w = 0 if they are of any size
	Slots  // s = slots n, w                   an empty stack with room for n items of at most w words
	Push   // t = push s, x, y                 appends words; s is then gone; an error if there was room for no more
	Pop    // t: stack, x: real = pop s        takes off what was pushed last, in the order in which it was pushed; s is then gone
	Grow   // t, b: real* = grow s, n          appends n words; b is a buffer of them, with anything in them, until t is used; s is then gone; an error if there was room for no more
	Shrink // t, b: real* = shrink s, n        takes off n words, as many of which are there; b is a buffer of them until t is used; s is then gone
	Len    // n = len s                        how many words are on a stack

	kindCount
)

// A rule says how a kind is written and what the checker may demand of all of its operations.
type rule struct {
	name       string
	args       int  // how many arguments; -1 if that depends
	pure       bool // it can be left out if nobody uses its results
	positioned bool // it can end the run, or something that it calls can: it has a position
	typed      bool // the types of its results are written, as nothing else says them
	ordered    bool // it does something outside of the program: a loop with it is in order
}

// rules has a row for each kind.
var rules = [kindCount]rule{
	Add: {name: "add", args: 2, pure: true}, Sub: {name: "sub", args: 2, pure: true},
	Mul: {name: "mul", args: 2, pure: true}, Div: {name: "div", args: 2, pure: true},
	Mod: {name: "mod", args: 2, pure: true}, Neg: {name: "neg", args: 1, pure: true},
	Min: {name: "min", args: 2, pure: true}, Max: {name: "max", args: 2, pure: true},
	And: {name: "and", args: 2, pure: true}, Or: {name: "or", args: 2, pure: true},
	Not: {name: "not", args: 1, pure: true}, Shl: {name: "shl", args: 2, pure: true},
	Shr: {name: "shr", args: 2, pure: true}, Lt: {name: "lt", args: 2, pure: true},
	Le: {name: "le", args: 2, pure: true}, Eq: {name: "eq", args: 2, pure: true},
	Select: {name: "select", args: 3, pure: true}, ToReal: {name: "real", args: 1, pure: true},
	ToInt: {name: "int", args: 1, pure: true}, Freeze: {name: "freeze", args: 1, pure: true}, Math: {name: "math", args: -1, pure: true},
	Splat: {name: "splat", args: 1, pure: true, typed: true}, Iota: {name: "iota", args: 1, pure: true, typed: true},
	Reduce: {name: "reduce", args: -1, pure: true},
	Alloc:  {name: "alloc", args: 1, positioned: true, typed: true}, Clear: {name: "clear", args: 2},
	Copy: {name: "copy", args: -1, positioned: true}, Release: {name: "release", args: 1},
	Cell: {name: "cell", args: 1, pure: true}, Local: {name: "local", args: 1, pure: true, typed: true}, View: {name: "view", args: -1, pure: true},
	Row: {name: "row", args: -1, pure: true}, Load: {name: "load", args: -1, pure: true},
	Store: {name: "store", args: -1}, Accum: {name: "accum", args: -1},
	Check: {name: "check", args: -1, positioned: true}, For: {name: "for", args: -1},
	While: {name: "while", args: -1}, If: {name: "if", args: 1},
	Call: {name: "call", args: -1, positioned: true, typed: true},
	Par:  {name: "par", args: -1, positioned: true}, Room: {name: "room"},
	Extern: {name: "extern", args: -1, positioned: true, typed: true, ordered: true}, Print: {name: "print", args: -1, ordered: true},
	Count: {name: "count", args: 2, ordered: true}, Level: {name: "level", args: 2, ordered: true},
	Empty: {name: "empty", args: 2, positioned: true}, Slots: {name: "slots", args: 2, positioned: true},
	Push: {name: "push", args: -1, positioned: true}, Pop: {name: "pop", args: 1, typed: true},
	Grow: {name: "grow", args: 2, positioned: true, typed: true}, Shrink: {name: "shrink", args: 2, typed: true},
	Len: {name: "len", args: 1, pure: true},
}

// String is the word for the kind.
func (k Kind) String() string { return rules[k].name }

// Pure says that an operation of the kind can be left out if nobody uses its results.
func (k Kind) Pure() bool { return rules[k].pure }

// Positioned says that an operation of the kind has a position, if there is one.
func (k Kind) Positioned() bool { return rules[k].positioned }

// Ordered says that a loop with an operation of the kind is in order.
func (k Kind) Ordered() bool { return rules[k].ordered }

// Calls says that an operation of the kind calls a function of the program.
func (k Kind) Calls() bool { return k == Call || k == Par }

// kindOf are the kinds by their words.
var kindOf = func() map[string]Kind {
	table := make(map[string]Kind, kindCount)
	for k := range kindCount {
		table[rules[k].name] = k
	}
	return table
}()
