package source

import "procad/internal/diag"

// An Expr is an expression. Each declaration below shows the concrete syntax.
//
// Pos is the place that characterises the expression: an operator, an opening
// bracket, a name. Start is where its text begins.
type Expr interface {
	Pos() diag.Pos
	Type() Type // nil before Check
	base() *node
}

// node is what all expressions have.
type node struct {
	pos    diag.Pos
	typ    Type
	height int // of the tree below, bounded by the parser
}

func (n *node) Pos() diag.Pos { return n.pos }
func (n *node) Type() Type    { return n.typ }
func (n *node) base() *node   { return n }

// IntLit is 12. Its type is Int, or Real where a Real is needed.
type IntLit struct {
	node
	Value int64
}

// RealLit is 1.5 or 1e-3, or the constant pi.
type RealLit struct {
	node
	Value float64
}

// BoolLit is true or false.
type BoolLit struct {
	node
	Value bool
}

// Ident is x, a variable or a constant.
type Ident struct {
	node
	Name  string
	Var   *Var     // set by Check; nil of a constant
	Const *FuncRef // set by Check; nil of a variable
	Con   *Con     // set by Check; of a constructor without arguments
	Fn    Callee   // set by Check; of a function: *FuncRef or *Instance
	Eta   *Lambda  // set by Check; of a library function or a constructor: \(x, …). f(x, …)

	local   *LocalFunc // set by resolve if it is a local function
	shadows *Var       // of the same name, which is not meant
}

// TupleExpr is () or (e1, …, en), n ≥ 2.
type TupleExpr struct {
	node
	Elems []Expr
}

// Annot is (e : T). Sizes in T are checked at run time.
type Annot struct {
	node
	X      Expr
	Wanted TypeExpr
}

// Inject is Inl e or Inr e; its type is a Sum.
type Inject struct {
	node
	Right bool
	X     Expr
}

// Unary is -x (Real, Int) or not x (Bool).
type Unary struct {
	node
	Op Op // Sub or Not
	X  Expr
}

// Binary is x op y. The operands of And and Or are short-circuit; those of
// arithmetic and comparisons have equal types; Pow is Real ^ Int.
type Binary struct {
	node
	Op   Op
	X, Y Expr
}

// Op is a unary or binary operator, as written.
type Op string

// The operators.
const (
	Or  Op = "||"
	And Op = "&&"
	Not Op = "not"
	Eq  Op = "==" // Real, Int, Bool
	Ne  Op = "!=" // Real, Int, Bool
	Lt  Op = "<"  // Real, Int
	Le  Op = "<="
	Gt  Op = ">"
	Ge  Op = ">="
	Add Op = "+" // Real, Int
	Sub Op = "-" // Real, Int
	Mul Op = "*" // Real, Int
	Quo Op = "/" // Real
	Div Op = "div"
	Mod Op = "mod" // floor semantics: x = (x div y) * y + x mod y, sign of y
	Pow Op = "^"   // Real ^ Int
)

// Index is a[i1, …, ik]. With as many indices as a has dimensions it is an
// element, with fewer a view: the array of the remaining dimensions. An index may be
// a Range: then the array has the elements at these places.
type Index struct {
	node
	X    Expr
	Args []Expr
}

// Call is f(e1, …, en), also of a derivative: grad(f)(e1, …, en).
type Call struct {
	node
	Name string   // as written; "" if of a derivative
	Fn   Expr     // of a function that is a value, else nil
	Ref  *FuncRef // of a derivative as written, else nil
	Args []Expr
	Func Callee // set by Check

	Expansion *Expansion // of a function that is written in the language; set by Check

	local   *LocalFunc // set by resolve if Name is a local function
	shadows *Var       // of the same name, which is not meant
}

// Let is let b1; …; bn in e. A let directly in the body of a let is part of it.
type Let struct {
	node
	Binds []Bind
	Body  Expr
}

// A Bind is *LetValue or *LocalFunc.
type Bind interface{ isBind() }

func (*LetValue) isBind()  {}
func (*LocalFunc) isBind() {}

// LetValue is p = e.
type LetValue struct {
	Pat   *Pattern
	Value Expr
}

// If is if c then a else b.
type If struct {
	node
	Cond, Then, Else Expr
}

// Case is case e of p1 -> e1, …, pn -> en: the first branch whose pattern matches. There
// is one for each value.
type Case struct {
	node
	X    Expr
	Arms []*Arm
}

// An Arm is p -> e.
type Arm struct {
	Pat  *Pattern
	Body Expr
}

// ArrayLit is [e1, …, en], n ≥ 1. Where the elements are arrays, they are the rows.
type ArrayLit struct {
	node
	Elems []Expr
}

// Comp is [e for i < n, j < d], and build(n, \i. e) as [e for i < n]. No bound
// uses an index of the same Comp. The type is an Array whose rank is
// len(Binders), plus the rank of Elem if that is an array: then all elements
// must have the same sizes.
type Comp struct {
	node
	Elem    Expr
	Binders []*Binder
}

// Reduce is sum(i < n, j < i) e or max(i < n) e: loops in loops, a bound may
// use earlier indices. A sum may be of Real, Int, and tuples and arrays of
// these; the others of Real or Int.
type Reduce struct {
	node
	Op      ReduceOp
	Binders []*Binder
	Body    Expr
}

// ReduceOp is how a Reduce combines.
type ReduceOp string

// The reductions.
const (
	SumOf     ReduceOp = "sum"
	ProductOf ReduceOp = "product"
	MaxOf     ReduceOp = "max"
	MinOf     ReduceOp = "min"
	ArgMaxOf  ReduceOp = "argmax" // the lowest index of the largest
	ArgMinOf  ReduceOp = "argmin" // the lowest index of the smallest
)

// A Binder is i < n: the Int variable i runs from 0 to n-1; or i in lo ..< n: it
// runs from lo. Var.Name is "_" if it is not named.
type Binder struct {
	Var   *Var
	From  Expr // nil: 0
	Bound Expr
}

// Fold is fold(\(acc, x). e, a, v), perhaps fold[label: strategy](…): x runs over v[0], v[1], …, which are rows if
// v has more than one dimension.
type Fold struct {
	node
	Plan      Plan
	Acc, Elem *Pattern
	Body      Expr
	Init      Expr
	Over      Expr
}

// NTimes is nTimes(n, s, \s. e), perhaps nTimes[label: strategy](…).
type NTimes struct {
	node
	Plan  Plan
	N     Expr
	Init  Expr
	State *Pattern
	Body  Expr
}

// While is while(n, s, \s. c, \s. e): e is taken as long as c holds, at most n
// times. It may be while[label: strategy](…).
type While struct {
	node
	Plan  Plan
	N     Expr
	Init  Expr
	Test  *Pattern
	Cond  Expr
	State *Pattern
	Body  Expr
}

// Ccl is ccl(n, s, \(i, s). e): i runs from n-1 down to 0.
type Ccl struct {
	node
	N            Expr
	Init         Expr
	Index, State *Pattern
	Body         Expr
}

// SizeOf is size(v), or size(a, k) with a literal axis k.
type SizeOf struct {
	node
	X    Expr
	Axis int // 0 if left out
}

// SetAt is set(a, i1, …, ik, x): a with one element replaced, or with fewer indices
// than a has dimensions an array of the others, such as a row.
type SetAt struct {
	node
	X     Expr
	Index []Expr
	Value Expr
}

// StopGradient is stopGradient(e): e as a constant.
type StopGradient struct {
	node
	X Expr
}

// Assert is assert(c, "message"), of type ().
type Assert struct {
	node
	Cond Expr
	Msg  string
}

// Foreign is the body of extern def f(x1: T1, …): T = "symbol" status: what a function of C
// gives for the parameters.
type Foreign struct {
	node
	Symbol string
	Status bool // the function returns an int, 0 where all went well
	Args   []Expr
}

// Trace is trace("x", e): e, which is printed.
type Trace struct {
	node
	Name string
	X    Expr
}

// A Pattern is what let, case and lambdas bind.
//
//	x      _      (p1, …, pn)      ()      { f1: p1, …, fn: pn }      p : T
//	C      C(p1, …, pn)      Inl p      Inr p
type Pattern struct {
	Pos    diag.Pos
	Kind   PatternKind
	Var    *Var       // PatVar
	Elems  []*Pattern // PatTuple: none, or at least two; PatRecord: at least one; PatCon: the arguments; PatSide: one
	Name   string     // PatCon
	Con    *Con       // PatCon; set by Check
	Right  bool       // PatSide: of Inr
	Fields []string   // PatRecord: of each of Elems
	Wanted TypeExpr   // may be nil; sizes in it are checked at run time
	Type   Type       // set by Check
}

// PatternKind says what a Pattern is.
type PatternKind int

// The kinds of patterns.
const (
	PatVar PatternKind = iota
	PatWild
	PatTuple
	PatRecord
	PatCon
	PatSide // Inl or Inr
)
