package source

import (
	"slices"
	"strings"

	"procad/internal/diag"
)

// A Program is a list of definitions.
type Program struct {
	Source  *diag.Source
	Imports []*Import
	Modules []*Module      // of the other files, imports before what imports them; set by Load
	Files   []*diag.Source // the other files, by number; set by Load
	Types   []*TypeDecl
	Tests   []*Test
	Rules   []*Rule
	Defs    []*Def // as written after Parse; callees before callers after Check, with instances in the place of generic ones
	Higher  []*Def // those that are written, and not Callable; set by Check

	module *Module
}

// A Def is a top-level function, or a constant, which has no parameters and is
// used without brackets.
//
//	def f(p1: T1, …, pn: Tn): T = e
//	const x: T = e
type Def struct {
	Pos    diag.Pos // of the name
	Name   string   // after Check with that of its module before it: cams:project
	Const  bool
	Params []*Param
	Result TypeExpr
	Body   Expr

	Sizes []*Var    // Int variables bound by the sizes in the parameters' types
	Sig   Signature // set by Check
	Calls []*Def    // the definitions that Body names, each once; set by Check
	Plans []Plan    // those with a label; set by Check

	Rule      *Rule        // for its derivative, if there is one; set by Check
	Recursion *Recursion   // in which it is, if it calls itself; set by Check
	Types     []*TypeParam // the names of types of a generic definition; of none after Check

	generic *Def     // what it is an instance of, or nil
	used    diag.Pos // where the instance is first used
	at      []string // what it has for each name of a type

	module *Module
	test   bool       // of a Test
	clause bool       // of a Rule
	refs   []*FuncRef // in Body, by position
	told   diag.Pos   // up to where Documentation has its text: the = before Body; of a constant the end
}

// A Param is a parameter of a definition or a local function. Var.Name is "_"
// for one that is not named, or that a pattern takes apart.
type Param struct {
	Var  *Var
	Type TypeExpr // nil if a local function leaves it out
	Pat  *Pattern // of a local function; nil for a name
}

// A Var is a variable, bound once. Variables are compared by pointer; several
// may have the same Name.
type Var struct {
	Pos  diag.Pos // where it is bound
	Name string
	Type Type // set by Check

	used     bool      // a name in the text means it
	function bool      // it is a function for certain, as its type or value is written
	owner    *Instance // in which it is bound; nil if in a Def
}

// A Signature is the type of a function.
type Signature struct {
	Params []Type
	Result Type
}

// A Callee is what a Call calls: *FuncRef, *Instance or *Builtin.
type Callee interface{ isCallee() }

func (*FuncRef) isCallee()  {}
func (*Instance) isCallee() {}
func (*Builtin) isCallee()  {}

// A FuncRef names a top-level function, or one derived from it.
//
//	f      grad(f)      jvp(grad(f))
//
// Either Op is "" and Def is set, or Op and Arg are.
type FuncRef struct {
	Pos   diag.Pos
	Op    Operator
	Arg   *FuncRef
	Name  string // as written, if Op is ""
	Def   *Def
	Types []Type    // of the names of a generic definition; set by Check
	Sig   Signature // set by Check

	derived bool // a derivative of it is named
}

// Base is the definition that r is, or is derived from.
func (r *FuncRef) Base() *Def {
	for r.Op != "" {
		r = r.Arg
	}
	return r.Def
}

// String is r as it is written.
func (r *FuncRef) String() string {
	if r.Op == "" {
		return r.Name
	}
	return string(r.Op) + "(" + r.Arg.String() + ")"
}

// An Operator takes a function f : (A1, …, An) → T to one of its derivatives.
// S is A1 if n = 1, else (A1, …, An).
type Operator string

// The derivative operators.
const (
	JVP    Operator = "jvp"    // (A1, …, An, δA1, …, δAn) → (T, δT)
	VJP    Operator = "vjp"    // (A1, …, An, δT) → (T, δS)
	Grad   Operator = "grad"   // (A1, …, An) → δS               T = Real
	JacFwd Operator = "jacfwd" // (A1, …, An) → (J1, …, Jn)      column by column
	JacRev Operator = "jacrev" // (A1, …, An) → (J1, …, Jn)      row by row

	HVP     Operator = "hvp"     // (A1, …, An, δA1, …, δAn) → (δS, δS)      jvp(grad(f)); T = Real
	Hessian Operator = "hessian" // (A1, …, An) → (H1, …, Hn)                Hi = jacfwd(grad(f)i), () where Ai is discrete; T = Real
)

// A LocalFunc is a function bound by let. Its parameters, its body and what
// they contain are only a pattern: Check copies them for every distinct list of
// argument types, and the copies are the Instances.
//
//	f(x, y: T): T = e
type LocalFunc struct {
	Pos       diag.Pos
	Name      string
	Params    []*Param
	Result    TypeExpr // nil if left out
	Body      Expr
	Instances []*Instance // set by Check; none if the function is never called

	sizes  []*Var // bound by the parameters' types
	called bool
	owner  *Instance            // in which it is bound; nil if in a Def
	cache  map[string]*Instance // by argument types
}

// An Instance is a local function at one list of argument types.
type Instance struct {
	Func     *LocalFunc
	Params   []*Param // own variables
	Sizes    []*Var   // Int variables bound by sizes in the parameters' types
	Result   TypeExpr // nil if left out
	Body     Expr     // typed and resolved
	Sig      Signature
	Captures []*Var // outer variables that Body or the instances it calls use, by first use

	captured map[*Var]bool
}

// A TypeExpr is a type as written, with sizes.
type TypeExpr interface {
	Pos() diag.Pos
	Type() Type // the type without its sizes; valid after Check
	isTypeExpr()
}

type typeNode struct {
	pos diag.Pos
	typ Type
}

func (t *typeNode) Pos() diag.Pos { return t.pos }
func (t *typeNode) Type() Type    { return t.typ }
func (*typeNode) isTypeExpr()     {}

// TypeName is Real, Int, Bool, or a declared type, perhaps of types: Pair(Real).
type TypeName struct {
	typeNode
	Name  string
	Args  []TypeExpr
	Means TypeExpr // what a declared name stands for, with the sizes in it; set by Check

	module *Module // in which it is written
}

// TupleType is () or (T1, …, Tn), n ≥ 2.
type TupleType struct {
	typeNode
	Elems []TypeExpr
}

// SumType is L + R.
type SumType struct {
	typeNode
	L, R TypeExpr
}

// ArrayType is Elem[s1, …, sr].
type ArrayType struct {
	typeNode
	Elem  TypeExpr
	Sizes []*Size
}

// A Size is one size in an ArrayType: a literal, a name, _, or an expression of Ints.
//
// In the types of parameters, in order, the first occurrence of a name that is
// no Int parameter binds Var to the size; all other sizes but _, in
// any written type, are to be compared with the value at run time. A size under
// a sum never binds.
type Size struct {
	Pos   diag.Pos
	Kind  SizeKind
	Lit   int64  // SizeLit
	Name  string // SizeName
	Expr  Expr   // SizeExpr; Name is its text
	Var   *Var   // SizeName; set by Check
	Binds bool   // SizeName: this occurrence binds Var
}

// SizeKind says what a Size is.
type SizeKind int

// The kinds of sizes.
const (
	SizeAny  SizeKind = iota // _
	SizeLit                  // 3
	SizeName                 // n
	SizeExpr                 // n + 1
)

// Callable says that d may be called with data: that it is as it was written, and neither takes nor gives functions.
func (d *Def) Callable() bool {
	return d.generic == nil && d.Types == nil && !hasFunc(TupleOf(d.Sig.Params...)) && !hasFunc(d.Sig.Result)
}

// Roots are the functions of the first file that no other definition names, and that may be called
// with data: of these the ones without _ before their names, if there are any. Of a recursion that
// none outside of it names, the first is one.
func (p *Program) Roots() []*Def {
	called, outside := map[*Def]bool{}, map[*Recursion]bool{}
	for _, d := range ruled(p.Defs) {
		for _, clause := range d.Rule.Clauses() {
			for _, c := range clause.Calls {
				called[c] = called[c] || c.Rule == nil
			}
		}
	}
	for _, d := range p.Defs {
		for _, c := range d.Calls {
			if c.Recursion == nil || c.Recursion != d.Recursion {
				called[c], outside[c.Recursion] = true, true
			}
		}
	}
	var roots []*Def
	for _, d := range p.Defs {
		inner := d.Recursion != nil && (outside[d.Recursion] || d.Recursion.Defs[0] != d)
		if called[d] || d.Const || inner || d.module != p.module || !d.Callable() {
			continue
		}
		roots = append(roots, d)
	}
	private := func(d *Def) bool { return strings.HasPrefix(d.Name, "_") }
	if public := slices.DeleteFunc(slices.Clone(roots), private); len(public) > 0 {
		return public
	}
	return roots
}
