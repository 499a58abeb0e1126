package tupling

import (
	"fmt"

	"procad/core/eval"
	"procad/internal/diag"
	"procad/papers/ks"
	"procad/papers/linmap"
)

// The modified operations of Figures 7 and 8, on a value and a linear map.
type (
	// Apply is (⊙̄) : ((r, s ⊸ t), δs) → (r, δt) of Figure 8.
	//
	//	(v, m) ⊙̄ ds = (v, m ⊙ ds)
	Apply struct{}
	// Forward is (⊙̄) : ((r, s ⊸ t), δs) → δt of Figure 7.
	//
	//	(v, m) ⊙̄ ds = m ⊙ ds
	Forward struct{}
	// Reverse is (⊙̄ᴿ) : (δt, (r, s ⊸ t)) → δs of Figure 7.
	//
	//	dr ⊙̄ᴿ (v, m) = dr ⊙ᴿ m
	Reverse struct{}
	// VCat is (×̄) : ((t1, s ⊸ t1), …, (tn, s ⊸ tn)) → ((t1, …, tn), s ⊸ (t1, …, tn)).
	//
	//	(t1, m1) ×̄ (t2, m2) = ((t1, t2), m1 × m2)
	VCat struct{}
	// HCat is (⋈̄) : ((t, t1 ⊸ s), …, (t, tn ⊸ s)) → (t, (t1, …, tn) ⊸ s) of Figure 8.
	//
	//	(t1, m1) ⋈̄ (t2, m2) = (t1 + t2, m1 ⋈ m2)
	HCat struct{}
	// Transpose is (·ᵀ̄) : (r, s ⊸ t) → (r, t ⊸ s).
	//
	//	(v, m)ᵀ̄ = (v, mᵀ)
	Transpose struct{}
)

func (Apply) Name() string     { return "⊙̄" }
func (Forward) Name() string   { return "⊙̄" }
func (Reverse) Name() string   { return "⊙̄ᴿ" }
func (VCat) Name() string      { return "×̄" }
func (HCat) Name() string      { return "⋈̄" }
func (Transpose) Name() string { return "ᵀ̄" }

func (f Apply) Notation() ks.Notation   { return infix(f.Name(), ks.Applied) }
func (f Forward) Notation() ks.Notation { return infix(f.Name(), ks.Applied) }
func (f Reverse) Notation() ks.Notation { return infix(f.Name(), ks.Applied) }
func (f VCat) Notation() ks.Notation    { return infix(f.Name(), ks.Joined) }
func (f HCat) Notation() ks.Notation    { return infix(f.Name(), ks.Joined) }
func (f Transpose) Notation() ks.Notation {
	return ks.Notation{Form: ks.Postfix, Symbol: f.Name()}
}

func infix(symbol string, level int) ks.Notation {
	return ks.Notation{Form: ks.Infix, Symbol: symbol, Level: level}
}

func wrong(f ks.Fun, arg ks.Type) error { return fmt.Errorf("%s does not take %s", f.Name(), arg) }

// pair is the components of a type (a, b); units of another one.
func pair(t ks.Type) (a, b ks.Type) {
	if t, ok := t.(ks.Tuple); ok && len(t) == 2 {
		return t[0], t[1]
	}
	return ks.Unit, ks.Unit
}

// tupled is the types of (v, m); ok says that m is a map.
func tupled(t ks.Type) (v ks.Type, m ks.Lin, ok bool) {
	v, second := pair(t)
	m, ok = second.(ks.Lin)
	return v, m, ok
}

func (f Apply) Result(arg ks.Type) (ks.Type, error) {
	vm, ds := pair(arg)
	if v, m, ok := tupled(vm); ok && ks.Equal(ks.Tangent(m.From), ds) {
		return ks.Tuple{v, ks.Tangent(m.To)}, nil
	}
	return nil, wrong(f, arg)
}

func (f Forward) Result(arg ks.Type) (ks.Type, error) {
	vm, ds := pair(arg)
	if _, m, ok := tupled(vm); ok && ks.Equal(ks.Tangent(m.From), ds) {
		return ks.Tangent(m.To), nil
	}
	return nil, wrong(f, arg)
}

func (f Reverse) Result(arg ks.Type) (ks.Type, error) {
	dr, vm := pair(arg)
	if _, m, ok := tupled(vm); ok && ks.Equal(ks.Tangent(m.To), dr) {
		return ks.Tangent(m.From), nil
	}
	return nil, wrong(f, arg)
}

// unzip is the values and the maps of several (t, m).
func unzip(arg ks.Type) (values, maps ks.Tuple, ok bool) {
	all, ok := arg.(ks.Tuple)
	if !ok || len(all) < 2 {
		return nil, nil, false
	}
	for _, t := range all {
		v, m, ok := tupled(t)
		if !ok {
			return nil, nil, false
		}
		values, maps = append(values, v), append(maps, m)
	}
	return values, maps, true
}

func (f VCat) Result(arg ks.Type) (ks.Type, error) {
	values, maps, ok := unzip(arg)
	if !ok {
		return nil, wrong(f, arg)
	}
	m, err := linmap.VCat{}.Result(maps)
	if err != nil || !ks.Equal(m.(ks.Lin).To, values) {
		return nil, wrong(f, arg)
	}
	return ks.Tuple{values, m}, nil
}

func (f HCat) Result(arg ks.Type) (ks.Type, error) {
	values, maps, ok := unzip(arg)
	if !ok {
		return nil, wrong(f, arg)
	}
	m, err := linmap.HCat{}.Result(maps)
	if err != nil {
		return nil, wrong(f, arg)
	}
	for _, v := range values {
		if !ks.Equal(v, values[0]) {
			return nil, wrong(f, arg)
		}
	}
	return ks.Tuple{values[0], m}, nil
}

func (f Transpose) Result(arg ks.Type) (ks.Type, error) {
	if v, m, ok := tupled(arg); ok {
		return ks.Tuple{v, ks.Lin{From: m.To, To: m.From}}, nil
	}
	return nil, wrong(f, arg)
}

func (f Apply) Apply(m *ks.Machine, at diag.Pos, arg ks.Value) ks.Value {
	vm := ks.Part(arg, 0)
	return eval.Tuple{ks.Part(vm, 0), linmap.Apply{}.Apply(m, at, eval.Tuple{ks.Part(vm, 1), ks.Part(arg, 1)})}
}

func (f Forward) Apply(m *ks.Machine, at diag.Pos, arg ks.Value) ks.Value {
	return linmap.Apply{}.Apply(m, at, eval.Tuple{ks.Part(ks.Part(arg, 0), 1), ks.Part(arg, 1)})
}

func (f Reverse) Apply(m *ks.Machine, at diag.Pos, arg ks.Value) ks.Value {
	return linmap.Reverse{}.Apply(m, at, eval.Tuple{ks.Part(arg, 0), ks.Part(ks.Part(arg, 1), 1)})
}

// split is the values and the maps of several (t, m).
func split(arg []ks.Value) (values, maps eval.Tuple) {
	for _, vm := range arg {
		values, maps = append(values, ks.Part(vm, 0)), append(maps, ks.Part(vm, 1))
	}
	return values, maps
}

func (f VCat) Apply(m *ks.Machine, at diag.Pos, arg ks.Value) ks.Value {
	values, maps := split(arg.(eval.Tuple))
	return eval.Tuple{values, linmap.VCat{}.Apply(m, at, maps)}
}

func (f HCat) Apply(m *ks.Machine, at diag.Pos, arg ks.Value) ks.Value {
	values, maps := split(arg.(eval.Tuple))
	sum := values[0]
	for _, v := range values[1:] {
		sum = m.Plus(at, sum, v)
	}
	return eval.Tuple{sum, linmap.HCat{}.Apply(m, at, maps)}
}

func (f Transpose) Apply(m *ks.Machine, at diag.Pos, arg ks.Value) ks.Value {
	return eval.Tuple{ks.Part(arg, 0), linmap.Transpose{}.Apply(m, at, ks.Part(arg, 1))}
}
