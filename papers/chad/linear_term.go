package chad

// A LinTerm is a linear term of the target language: Γ; v : A ⊢ t : B. There is one
// linear variable, so it has no name: LinVar is v, and what binds a v hides that
// of its surroundings.
type LinTerm interface{ isLinTerm() }

// The linear terms, section 4 and Figure 5.
type (
	// LinVar is v.
	LinVar struct{}
	// LinLet is let x = t in s, where t is Cartesian.
	LinLet struct {
		Var   *Var
		Bound Term
		Body  LinTerm
	}
	// LinLetV is let v = t in s.
	LinLetV struct{ Bound, Body LinTerm }
	// LinOp is lop(t1, …, tk; s).
	LinOp struct {
		Op   LinearOp
		Args []Term
		X    LinTerm
	}
	// LinUnit is <>.
	LinUnit struct{}
	// LinPair is <t, s>.
	LinPair struct{ A, B LinTerm }
	// LinFst is fst t, and LinSnd is snd t.
	LinFst struct{ X LinTerm }
	LinSnd struct{ X LinTerm }
	// LinPower is λy. t : σ → B, a power.
	LinPower struct {
		Var  *Var
		Body LinTerm
	}
	// LinAt is t s : B for t : σ → B.
	LinAt struct {
		X   LinTerm
		Arg Term
	}
	// LinCopower is !t ⊗ s.
	LinCopower struct {
		X  Term
		By LinTerm
	}
	// LinCase is case t of !y ⊗ v → s.
	LinCase struct {
		X    LinTerm
		Var  *Var
		Body LinTerm
	}
	// LinApply is t • s.
	LinApply struct {
		Func Term
		Arg  LinTerm
	}
	// LinZero is 0.
	LinZero struct{ Of Linear }
	// LinPlus is t + s.
	LinPlus struct{ A, B LinTerm }
)

// The linear terms for arrays and loops, which the paper leaves to its readers.
type (
	// LinBuild is build(i < n. t) : B[_]. Sizes of rows are those of its elements.
	//
	//	Γ ⊢ n : int     Γ, i : int; v : A ⊢ t : B  ⟹  Γ; v : A ⊢ build(i < n. t) : B[_]
	LinBuild struct {
		Size Term
		Var  *Var
		Body LinTerm
	}
	// LinSum is sum(i < n. t).
	//
	//	Γ ⊢ n : int     Γ, i : int; v : A ⊢ t : B  ⟹  Γ; v : A ⊢ sum(i < n. t) : B
	LinSum struct {
		Size Term
		Var  *Var
		Body LinTerm
	}
	// LinScan is scan(p ∈ l. t; s): v is s, and then t for each p of l in order.
	//
	//	Γ ⊢ l : List(σ)     Γ, p : σ; v : A*B ⊢ t : B     Γ; v : A ⊢ s : B  ⟹  Γ; v : A ⊢ scan(p ∈ l. t; s) : B
	//
	//	d := s;  for p of l: d := t[<v, d>/v]
	LinScan struct {
		Over Term
		Var  *Var
		Body LinTerm
		Init LinTerm
	}
	// LinBack is back(p ∈ l. t; s), the transpose: from the last p to the first.
	//
	//	Γ ⊢ l : List(σ)     Γ, p : σ; v : B ⊢ t : A*B     Γ; v : C ⊢ s : B  ⟹  Γ; v : C ⊢ back(p ∈ l. t; s) : A*B
	//
	//	<g, d> := <0, s>;  for p of l, from the last: <g', d> := t[d/v]; g := g + g'
	LinBack struct {
		Over Term
		Var  *Var
		Body LinTerm
		Init LinTerm
	}
)

func (*LinVar) isLinTerm()     {}
func (*LinLet) isLinTerm()     {}
func (*LinLetV) isLinTerm()    {}
func (*LinOp) isLinTerm()      {}
func (*LinUnit) isLinTerm()    {}
func (*LinPair) isLinTerm()    {}
func (*LinFst) isLinTerm()     {}
func (*LinSnd) isLinTerm()     {}
func (*LinPower) isLinTerm()   {}
func (*LinAt) isLinTerm()      {}
func (*LinCopower) isLinTerm() {}
func (*LinCase) isLinTerm()    {}
func (*LinApply) isLinTerm()   {}
func (*LinZero) isLinTerm()    {}
func (*LinPlus) isLinTerm()    {}
func (*LinBuild) isLinTerm()   {}
func (*LinSum) isLinTerm()     {}
func (*LinScan) isLinTerm()    {}
func (*LinBack) isLinTerm()    {}

// v is the linear variable.
var v LinTerm = &LinVar{}

// dot is t • s.
func dot(t Term, s LinTerm) LinTerm { return &LinApply{t, s} }

// linPairs is <<t1, t2>, …, tn>: <> for n = 0, t1 for n = 1.
func linPairs(terms ...LinTerm) LinTerm {
	if len(terms) == 0 {
		return &LinUnit{}
	}
	t := terms[0]
	for _, u := range terms[1:] {
		t = &LinPair{t, u}
	}
	return t
}

// linPart is component i of t, which is <<t1, t2>, …, tn>.
func linPart(t LinTerm, i, n int) LinTerm {
	for k := n - 1; k > max(i, 0); k-- {
		t = &LinFst{t}
	}
	if i > 0 {
		return &LinSnd{t}
	}
	return t
}

// plus is t1 + … + tn, and 0 : of for n = 0.
func plus(of Linear, terms ...LinTerm) LinTerm {
	if len(terms) == 0 {
		return &LinZero{of}
	}
	t := terms[0]
	for _, u := range terms[1:] {
		t = &LinPlus{t, u}
	}
	return t
}
