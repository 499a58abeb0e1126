package proc

import "procad/internal/diag"

// A Var is a linear variable: bound once and used once. Its name is unique in
// its definition, so vars are compared with ==.
type Var struct {
	Name string
	Type Type
}

// Mode says what a name of zone Θ allows.
type Mode byte

const (
	Shared      Mode = '&' // s : &τ can only be read
	Accumulator Mode = '+' // s : +τ can only be added to
)

// A Ref is a name of zone Θ. It may be used any number of times, in any order,
// also by the iterations of a loop.
type Ref struct {
	Name string
	Mode Mode
	Type Type // of the value behind the name, scalar or an array
}

// A Procedure is a sequence of statements,  p ::= s | p ; p.
type Procedure []Stmt

// A Stmt is one statement. Each declaration below shows the concrete syntax,
// then the typing rule (Figure 21, completed) read as Θ | context ⊢ s ⊣ co-context.
// Θ is left out where a rule does not touch it.
type Stmt interface {
	At() diag.Pos
	isStmt()
}

// Where is embedded in every statement: the source position it comes from,
// which is zero where there is none.
type Where struct{ Pos diag.Pos }

// At returns the position.
func (w Where) At() diag.Pos { return w.Pos }

// Move sets the position.
func (w *Where) Move(pos diag.Pos) { w.Pos = pos }

// b = Call f a            f : S → T
//
//	a : S ⊢ b = Call f a ⊣ b : T
//
// b = Call f [s1, …] a    f : [Θf] S → T
//
//	Θ ∋ s1 : m1 τ1, …   where Θf = m1 τ1, …
//
// A name may be passed twice.
type Call struct {
	Where
	Out  Var
	Func Func
	Zone []string
	In   Var
}

// a = Const k             ⊢ a = Const k ⊣ a : T       T is Real, Int or ()
type Const struct {
	Where
	Out Var
	// Bits is the value: of a Real the IEEE 754 bits, of an Int two's complement.
	Bits uint64
}

// Elim a                  a : T ⊢ Elim a ⊣
type Elim struct {
	Where
	In Var
}

// t = Dup s               s : T ⊢ t = Dup s ⊣ t : (T, T)
//
// A Dup of an array or of a stack is a real copy.
type Dup struct {
	Where
	Out, In Var
}

// b = (a1, …, an)         a1 : T1, … ⊢ b = (a1, …) ⊣ b : (T1, …)      n = 0 or n ≥ 2
type Tuple struct {
	Where
	Out Var
	Ins []Var
}

// (a1, …, an) = b         b : (T1, …) ⊢ (a1, …) = b ⊣ a1 : T1, …      n = 0 or n ≥ 2
type Untuple struct {
	Where
	Outs []Var
	In   Var
}

// a = Inl b               b : T1 ⊢ a = Inl b ⊣ a : T1 + T2
type Inl struct {
	Where
	Out, In Var
}

// a = Inr b               b : T2 ⊢ a = Inr b ⊣ a : T1 + T2
type Inr struct {
	Where
	Out, In Var
}

// Case a (Inl x p) (Inr y q)
//
//	Γ, x : T1 ⊢ p ⊣ Δ      Γ, y : T2 ⊢ q ⊣ Δ
//	───────────────────────────────────────────────
//	a : T1 + T2, Γ ⊢ Case a (Inl x p) (Inr y q) ⊣ Δ
//
// The paper has no rule for Case; this one is ours.
type Case struct {
	Where
	In   Var
	L, R Branch
}

// A Branch of a Case binds Var.
type Branch struct {
	Var  Var
	Body Procedure
}

// v' = Share v (s. p)
//
//	Θ, s : &τ | Γ ⊢ p ⊣ Δ
//	─────────────────────────────────────────────────
//	Θ | v : τ, Γ ⊢ v' = Share v (s. p) ⊣ v' : τ, Δ
//
// τ is scalar or an array. Nothing is copied.
type Share struct {
	Where
	Out, In Var
	Name    string
	Body    Procedure
}

// v' = Accum v (s. p)
//
//	Θ, s : +τ | Γ ⊢ p ⊣ Δ
//	─────────────────────────────────────────────────
//	Θ | v : τ, Γ ⊢ v' = Accum v (s. p) ⊣ v' : τ, Δ
//
// τ is a tangent type: Real, a tuple or sum of such, or an array of such.
type Accum struct {
	Where
	Out, In Var
	Name    string
	Body    Procedure
}

// x = Read s i1 … ir      Θ ∋ s : &Array^r σ
//
//	i1 : Int, … ⊢ x = Read s i1 … ⊣ x : σ
//
// and without indices, of a scalar s : &τ, x : τ. An index out of range is a run-time error.
type Read struct {
	Where
	Out Var
	Ref string
	Idx []Var
}

// Add s i1 … ir x         Θ ∋ s : +Array^r σ
//
//	i1 : Int, …, x : σ ⊢ Add s i1 … x ⊣
//
// and without indices, to a scalar s : +τ, or all elements of an array x : τ
// to those of s : +τ, which has the same dimensions.
type Add struct {
	Where
	Ref  string
	Idx  []Var
	In   Var
	What string // says that dimensions differ, where they do; "" is Unlike. No text has it.
}

// Unlike is what is said of an Add of an array to one with other dimensions.
func (s *Add) Unlike() string {
	if s.What == "" {
		return "the arrays that are added"
	}
	return s.What
}

// n = Size s k            Θ ∋ s : &Array^r σ, 0 ≤ k < r
//
//	⊢ n = Size s k ⊣ n : Int
type Size struct {
	Where
	Out  Var
	Ref  string
	Axis int
}

// Row s i1 … ik (r. p)    Θ ∋ s : m Array^n σ, 0 < k < n
//
//	Θ, r : m Array^(n-k) σ | Γ ⊢ p ⊣ Δ
//	───────────────────────────────────────────────────────
//	Θ | i1 : Int, …, Γ ⊢ Row s i1 … ik (r. p) ⊣ Δ
//
// The row is a view: it costs O(1), reads and adds go through to s.
type Row struct {
	Where
	Ref  string
	Idx  []Var
	Name string
	Body Procedure
}

// Choose c s1 s2 (r. p)   Θ ∋ s1 : m τ, s2 : m τ
//
//	Θ, r : m τ | Γ ⊢ p ⊣ Δ
//	───────────────────────────────────────────────────────
//	Θ | c : Bool, Γ ⊢ Choose c s1 s2 (r. p) ⊣ Δ
//
// r is s1 where c is true and s2 where it is false: a view, like a row.
type Choose struct {
	Where
	In          Var
	True, False string
	Name        string
	Body        Procedure
}

func (*Call) isStmt()    {}
func (*Const) isStmt()   {}
func (*Elim) isStmt()    {}
func (*Dup) isStmt()     {}
func (*Tuple) isStmt()   {}
func (*Untuple) isStmt() {}
func (*Inl) isStmt()     {}
func (*Inr) isStmt()     {}
func (*Case) isStmt()    {}
func (*Share) isStmt()   {}
func (*Accum) isStmt()   {}
func (*Read) isStmt()    {}
func (*Add) isStmt()     {}
func (*Size) isStmt()    {}
func (*Row) isStmt()     {}
func (*Choose) isStmt()  {}
