package linmap

import (
	"fmt"

	"procad/core"
	"procad/internal/diag"
	"procad/papers/ks"
)

// builtin is ∂f(x) of a function of Figure 2, and of those that it leaves out, for
// an argument x of the given type. A result without Rs has no derivative here.
func builtin(f ks.Fun, x *ks.Var, of ks.Type) ks.Term {
	at := diag.Pos{}
	arg := ks.UseOf(at, x)
	switch f := f.(type) {
	// ∂+(x, y) = 𝟏 ⋈ 𝟏     ∂*(x, y) = S(y) ⋈ S(x)     ∂op(x1, …, xn) = S(∂op/∂x1) ⋈ … ⋈ S(∂op/∂xn)
	case ks.Op:
		return partials(f.Op, arg)

	// ∂πk,n(x) = 𝟎 ⋈ … ⋈ 𝟏 ⋈ … ⋈ 𝟎
	case ks.Select:
		return only(x.Type.(ks.Tuple), f.K, of)

	// ∂ix(i, v) = 𝟎 ⋈ H(build(sz(v), λj. if i == j then 𝟏 else 𝟎))
	case ks.Index:
		i := ks.Do(at, ks.Select{K: 0, N: 2}, arg)
		v := ks.Do(at, ks.Select{K: 1, N: 2}, arg)
		j := &ks.Var{Name: "j", Type: ks.N}
		here := ks.Do(at, ks.Op{Op: core.Eq}, i, ks.UseOf(at, j))
		each := ks.If(at, here, one(at, of), zero(at, of, of))
		return ks.Do(at, HCat{}, zero(at, ks.N, of), ks.Do(at, HCatV{}, ks.Do(at, ks.Build{}, ks.Do(at, ks.Size{}, v), ks.Fn(j, each))))

	// ∂sum(v) = H(build(sz(v), λi. 𝟏))
	case ks.Add:
		i := &ks.Var{Name: "i", Type: ks.N}
		return ks.Do(at, HCatV{}, ks.Do(at, ks.Build{}, ks.Do(at, ks.Size{}, arg), ks.Fn(i, one(at, of))))

	// ∂con(x) = in                                        ours
	case ks.Inject:
		return ks.Do(at, In{f.K, f.To})

	// ∂check(x, n1, …) = 𝟏 ⋈ 𝟎 ⋈ …                        ours: ∇[assert c e] = assert c ∇[e]
	case ks.Check:
		return only(x.Type.(ks.Tuple), 0, of)

	// ∂stopGradient(x) = 𝟎                                ours
	case ks.Stop:
		return zero(at, x.Type, of)
	}
	panic(fmt.Sprintf("linmap: no derivative of %s", f.Name()))
}

func zero(at diag.Pos, from, to ks.Type) ks.Term { return ks.Do(at, Zero{from, to}) }

func one(at diag.Pos, of ks.Type) ks.Term { return ks.Do(at, One{of}) }

// only is 𝟎 ⋈ … ⋈ 𝟏 ⋈ … ⋈ 𝟎 with 𝟏 in place k.
func only(from ks.Tuple, k int, to ks.Type) ks.Term {
	maps := make([]ks.Term, len(from))
	for i, t := range from {
		maps[i] = zero(diag.Pos{}, t, to)
		if i == k {
			maps[i] = one(diag.Pos{}, to)
		}
	}
	return ks.Do(diag.Pos{}, HCat{}, maps...)
}

// partials is S(∂op/∂x1) ⋈ … ⋈ S(∂op/∂xn), with 𝟎 for an argument that is no R.
func partials(op core.Op, arg ks.Term) ks.Term {
	types, several := arg.Type().(ks.Tuple)
	if !several {
		types = ks.Tuple{arg.Type()}
	}
	maps := make([]ks.Term, len(types))
	for i, k := range ks.Partials(op, arg) {
		if maps[i] = zero(diag.Pos{}, types[i], ks.R); k != nil {
			maps[i] = scale(k)
		}
	}
	if !several {
		return maps[0]
	}
	return ks.Do(diag.Pos{}, HCat{}, maps...)
}

// scale is S(k) : R ⊸ R, where S(0) = 𝟎 and S(1) = 𝟏.
func scale(k ks.Term) ks.Term {
	switch c, _ := k.(*ks.Const); {
	case c == nil:
		return ks.Do(k.Pos(), Scale{ks.R}, k)
	case c.Real == 0:
		return zero(c.At, ks.R, ks.R)
	case c.Real == 1:
		return one(c.At, ks.R)
	default:
		return ks.Do(c.At, Scale{ks.R}, c)
	}
}
