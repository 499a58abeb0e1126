package delta

import (
	"fmt"

	"procad/core"
	"procad/internal/diag"
	"procad/papers/number"
)

// A fusion is the functions that are fused.
type fusion struct {
	defs    map[*core.Def]bool
	lambdas map[*core.Lambda]bool
}

// fused is a call of D'(e) of Figure 15, for a closed e: its gradient is
// computed in the call, on a tape of its own, and is one binding of the tape around.
//
//	D'(e) = \((x1, d1), …, (xa, da)).
//	          let x = ((x1, Var 1), …, (xa, Var a)); (y, u) = runDelta (a + 1) (D{e} x)
//	              m = eval 1 u emptyMap in
//	          do {w <- deltaLet (Addi (Scale (lookupOrZero i m) di)); pure (y, Var w)}
//
// An e that uses a dual number of the function around it has its id from the other
// tape: fusionOf refuses it.
func (m *machine) fused(pos diag.Pos, params []*core.Var, body Code, args []any) any {
	outer, ok := m.slope.(*Tape)
	if !ok {
		return m.apply(nil, params, body, args)
	}
	var ds []any
	x := make([]any, len(args))
	for k, arg := range args {
		x[k] = mapDuals(arg, func(d *Dual) any {
			ds = append(ds, d.Second)
			return &Dual{d.Primal, Var{len(ds)}}
		})
	}
	inner := newTape(len(ds), m.library.MaxBinds)
	m.slope = inner
	y := m.apply(nil, params, body, x).(*Dual)
	m.slope = outer
	m.fusedBinds += int64(len(inner.Binds))
	adjoints := inner.Adjoints(m.numbers)
	adjoints.Seed(m.numbers.Literal(pos, 1), y.Second.(Delta))
	adjoints.Run()
	terms := make([]Term, len(ds))
	for i, d := range ds {
		terms[i] = Term{adjoints.Of(i + 1), d}
	}
	return &Dual{y.Primal, outer.Sum(pos, terms)}
}

// fusionOf finds the functions of those names in p: definitions, and lambdas that
// variables stand for. It refuses those that cannot be fused.
func fusionOf(p *core.Program, names []string) fusion {
	f := fusion{map[*core.Def]bool{}, map[*core.Lambda]bool{}}
	for _, name := range names {
		found := false
		if d := p.Lookup(name); d != nil {
			fusible(d.Pos, name, d.Type())
			f.defs[d], found = true, true
		}
		for _, d := range p.Defs {
			core.Visit(d.Body, func(t core.Term) {
				let, ok := t.(*core.Let)
				if !ok || let.Var == nil || let.Var.Name != name {
					return
				}
				if fn, ok := let.Bound.(*core.Lambda); ok {
					fusible(fn.At, name, fn.Of.(*core.FuncType))
					closed(name, fn)
					f.lambdas[fn], found = true, true
				}
			})
		}
		if !found {
			panic(number.Interrupt{Err: fmt.Errorf("there is no function %.100s to fuse", name)})
		}
	}
	return f
}

// fusible refuses a function whose gradient is none, or would be a Jacobian.
func fusible(pos diag.Pos, name string, t *core.FuncType) {
	for _, p := range t.Params {
		firstOrder(pos, "the fusion of a function with a parameter", p)
	}
	if t.Result != core.Real {
		unsupported(pos, "the fusion of %s, whose result is %s and not Real", name, t.Result)
	}
}

// closed refuses a function that uses variables of the one around it.
func closed(name string, fn *core.Lambda) {
	own := core.BoundIn(fn)
	core.Visit(fn, func(t core.Term) {
		if use, ok := t.(*core.Use); ok && !own[use.Var] {
			unsupported(use.At, "the fusion of %s, which uses %s of the function around it (paper 2, Figure 15)", name, use.Var.Name)
		}
	})
}
