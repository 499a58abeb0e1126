package linmap

import (
	"fmt"

	"procad/papers/ks"
)

// The operations over linear maps of Figure 3, as functions of package ks. Where
// the paper has pairs there are tuples, as Section 2.8 says.
type (
	// Apply is (⊙) : (s ⊸ t, δs) → δt.
	Apply struct{}
	// Reverse is (⊙ᴿ) : (δt, s ⊸ t) → δs.
	Reverse struct{}
	// Compose is (∘) : (s ⊸ t, r ⊸ s) → (r ⊸ t).
	Compose struct{}
	// Plus is (⊕) : (s ⊸ t, s ⊸ t) → (s ⊸ t).
	Plus struct{}
	// Zero is 𝟎 : s ⊸ t.
	Zero struct{ From, To ks.Type }
	// One is 𝟏 : s ⊸ s.
	One struct{ Of ks.Type }
	// Scale is S(·) : R → (s ⊸ s).
	Scale struct{ Of ks.Type }
	// VCat is (×) : (s ⊸ t1, …, s ⊸ tn) → (s ⊸ (t1, …, tn)), n ≥ 2.
	VCat struct{}
	// VCatV is V(·) : Vec (s ⊸ t) → (s ⊸ Vec t).
	VCatV struct{}
	// HCat is (⋈) : (t1 ⊸ s, …, tn ⊸ s) → ((t1, …, tn) ⊸ s), n ≥ 2.
	HCat struct{}
	// HCatV is H(·) : Vec (t ⊸ s) → (Vec t ⊸ s).
	HCatV struct{}
	// Transpose is ·ᵀ : (s ⊸ t) → (t ⊸ s).
	Transpose struct{}

	// In is in : tk ⊸ con1 t1 + … + conn tn, and Out is out : con1 t1 + … ⊸ tk.
	// The paper has no sums; these are its π and its transpose for them.
	//
	//	in ⊙ x = con x     out ⊙ con x = x     inᵀ = out     outᵀ = in
	In struct {
		K  int
		Of ks.Sum
	}
	// Out is the transpose of In.
	Out struct {
		K  int
		Of ks.Sum
	}
)

func (Apply) Name() string     { return "⊙" }
func (Reverse) Name() string   { return "⊙ᴿ" }
func (Compose) Name() string   { return "∘" }
func (Plus) Name() string      { return "⊕" }
func (Zero) Name() string      { return "𝟎" }
func (One) Name() string       { return "𝟏" }
func (Scale) Name() string     { return "S" }
func (VCat) Name() string      { return "×" }
func (VCatV) Name() string     { return "V" }
func (HCat) Name() string      { return "⋈" }
func (HCatV) Name() string     { return "H" }
func (Transpose) Name() string { return "ᵀ" }
func (f In) Name() string      { return "in" + f.Of.Cons[f.K].Name }
func (f Out) Name() string     { return "out" + f.Of.Cons[f.K].Name }

func infix(symbol string, level int, groups bool) ks.Notation {
	return ks.Notation{Form: ks.Infix, Symbol: symbol, Level: level, Groups: groups}
}

func (Apply) Notation() ks.Notation     { return infix("⊙", ks.Applied, false) }
func (Reverse) Notation() ks.Notation   { return infix("⊙ᴿ", ks.Applied, false) }
func (Compose) Notation() ks.Notation   { return infix("∘", ks.Joined, false) }
func (Plus) Notation() ks.Notation      { return infix("⊕", ks.Summed, true) }
func (Zero) Notation() ks.Notation      { return ks.Notation{Form: ks.Alone, Symbol: "𝟎"} }
func (One) Notation() ks.Notation       { return ks.Notation{Form: ks.Alone, Symbol: "𝟏"} }
func (VCat) Notation() ks.Notation      { return infix("×", ks.Joined, false) }
func (HCat) Notation() ks.Notation      { return infix("⋈", ks.Joined, false) }
func (Transpose) Notation() ks.Notation { return ks.Notation{Form: ks.Postfix, Symbol: "ᵀ"} }
func (f In) Notation() ks.Notation      { return ks.Notation{Form: ks.Alone, Symbol: f.Name()} }
func (f Out) Notation() ks.Notation     { return ks.Notation{Form: ks.Alone, Symbol: f.Name()} }

func wrong(f ks.Fun, arg ks.Type) error { return fmt.Errorf("%s does not take %s", f.Name(), arg) }

// pair is the components of a type (a, b).
func pair(t ks.Type) (a, b ks.Type) {
	if t, ok := t.(ks.Tuple); ok && len(t) == 2 {
		return t[0], t[1]
	}
	return ks.Unit, ks.Unit
}

// lin is t as a type of maps; one from nothing to nothing if it is none.
func lin(t ks.Type) (ks.Lin, bool) {
	m, ok := t.(ks.Lin)
	if !ok {
		m = ks.Lin{From: ks.Unit, To: ks.Unit}
	}
	return m, ok
}

func (f Apply) Result(arg ks.Type) (ks.Type, error) {
	a, x := pair(arg)
	if m, ok := lin(a); ok && ks.Equal(ks.Tangent(m.From), x) {
		return ks.Tangent(m.To), nil
	}
	return nil, wrong(f, arg)
}

func (f Reverse) Result(arg ks.Type) (ks.Type, error) {
	r, a := pair(arg)
	if m, ok := lin(a); ok && ks.Equal(ks.Tangent(m.To), r) {
		return ks.Tangent(m.From), nil
	}
	return nil, wrong(f, arg)
}

func (f Compose) Result(arg ks.Type) (ks.Type, error) {
	a, b := pair(arg)
	m, ok := lin(a)
	n, also := lin(b)
	if ok && also && ks.Equal(m.From, n.To) {
		return ks.Lin{From: n.From, To: m.To}, nil
	}
	return nil, wrong(f, arg)
}

func (f Plus) Result(arg ks.Type) (ks.Type, error) {
	a, b := pair(arg)
	if _, ok := lin(a); ok && ks.Equal(a, b) {
		return a, nil
	}
	return nil, wrong(f, arg)
}

func (f Zero) Result(arg ks.Type) (ks.Type, error) {
	return constant(f, arg, ks.Lin{From: f.From, To: f.To})
}

func (f One) Result(arg ks.Type) (ks.Type, error) {
	return constant(f, arg, ks.Lin{From: f.Of, To: f.Of})
}

func (f In) Result(arg ks.Type) (ks.Type, error) {
	return constant(f, arg, ks.Lin{From: f.Of.Cons[f.K].Of, To: f.Of})
}

func (f Out) Result(arg ks.Type) (ks.Type, error) {
	return constant(f, arg, ks.Lin{From: f.Of, To: f.Of.Cons[f.K].Of})
}

// constant is the type of a map that takes no arguments.
func constant(f ks.Fun, arg ks.Type, of ks.Lin) (ks.Type, error) {
	if ks.Equal(arg, ks.Unit) {
		return of, nil
	}
	return nil, wrong(f, arg)
}

func (f Scale) Result(arg ks.Type) (ks.Type, error) {
	if arg == ks.R {
		return ks.Lin{From: f.Of, To: f.Of}, nil
	}
	return nil, wrong(f, arg)
}

func (f VCat) Result(arg ks.Type) (ks.Type, error) {
	var from ks.Type
	to, ok := cat(arg, func(m ks.Lin) ks.Type {
		if from == nil {
			from = m.From
		}
		if !ks.Equal(m.From, from) {
			return nil
		}
		return m.To
	})
	if !ok {
		return nil, wrong(f, arg)
	}
	return ks.Lin{From: from, To: to}, nil
}

func (f HCat) Result(arg ks.Type) (ks.Type, error) {
	var to ks.Type
	from, ok := cat(arg, func(m ks.Lin) ks.Type {
		if to == nil {
			to = m.To
		}
		if !ks.Equal(m.To, to) {
			return nil
		}
		return m.From
	})
	if !ok {
		return nil, wrong(f, arg)
	}
	return ks.Lin{From: from, To: to}, nil
}

// cat is the tuple of a part of each map; part is nil of one that does not fit.
func cat(arg ks.Type, part func(ks.Lin) ks.Type) (ks.Tuple, bool) {
	maps, ok := arg.(ks.Tuple)
	if !ok || len(maps) < 2 {
		return nil, false
	}
	out := make(ks.Tuple, len(maps))
	for i, t := range maps {
		m, ok := lin(t)
		if !ok {
			return nil, false
		}
		if out[i] = part(m); out[i] == nil {
			return nil, false
		}
	}
	return out, true
}

func (f VCatV) Result(arg ks.Type) (ks.Type, error) {
	if v, ok := arg.(ks.Vec); ok {
		if m, ok := lin(v.Elem); ok {
			return ks.Lin{From: m.From, To: ks.Vec{Elem: m.To}}, nil
		}
	}
	return nil, wrong(f, arg)
}

func (f HCatV) Result(arg ks.Type) (ks.Type, error) {
	if v, ok := arg.(ks.Vec); ok {
		if m, ok := lin(v.Elem); ok {
			return ks.Lin{From: ks.Vec{Elem: m.From}, To: m.To}, nil
		}
	}
	return nil, wrong(f, arg)
}

func (f Transpose) Result(arg ks.Type) (ks.Type, error) {
	if m, ok := lin(arg); ok {
		return ks.Lin{From: m.To, To: m.From}, nil
	}
	return nil, wrong(f, arg)
}
