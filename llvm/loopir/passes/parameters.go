package passes

import "procad/llvm/loopir"

// parameters lets one parameter stand for all that are given the same Int in every call, and a number for one that is given the
// number in every call. Two Ints are the same too where a check before the call has found them equal.
//
//	call f(n, n, 3)    in f(a, b, c)    ↦    a stands for b, and 3 for c
//
// So what a caller knows of the dimensions of arrays is known in what it calls. Functions that are called from outside, or in
// ways that are not known, keep their parameters.
func parameters(p *loopir.Program, _ Options, _ func(Report)) {
	if len(p.Entries) == 0 {
		return
	}
	given := map[*loopir.Func][]val{} // what stands for each parameter, as far as calls are known; nil: itself
	called := func(f *loopir.Func, args []val) {
		old, met := given[f]
		list := make([]val, len(args))
		for j, x := range args {
			if x.Type != loopir.IntType {
				continue
			}
			if bits, ok := x.IsConst(); ok {
				list[j] = f.Const(x.Type, bits)
			}
			for i := 0; i < j && list[j] == nil; i++ {
				if args[i] == x {
					list[j] = f.Body.Params[i]
				}
			}
			if met && list[j] != old[j] {
				list[j] = common(f, args, old, j)
			}
		}
		given[f] = list
	}
	for _, f := range p.Entries {
		if g := p.Lookup(f); g != nil {
			given[g] = make([]val, len(g.Body.Params))
		}
	}
	for k := len(p.Funcs) - 1; k >= 0; k-- { // callers first
		f := p.Funcs[k]
		a := &arguer{p, renaming{}, called}
		for j, v := range given[f] {
			if v != nil {
				a.same[f.Body.Params[j]] = v
			}
		}
		a.same.block(f.Body)
		clear(a.same)
		a.block(f.Body)
		f.Renumber()
	}
}

// common is what stands for a parameter of a call and of the calls before it: the first parameter that is the same in all.
func common(f *loopir.Func, args, old []val, j int) val {
	params := f.Body.Params
	root := func(i int) val {
		if old[i] != nil {
			return old[i]
		}
		return params[i]
	}
	for i := range j {
		if args[i] == args[j] && root(i) == root(j) {
			return params[i]
		}
	}
	return nil
}

// An arguer goes through the calls of a function.
type arguer struct {
	prog   *loopir.Program
	same   renaming // what checks have found equal
	called func(*loopir.Func, []val)
}

func (a *arguer) block(b block) {
	var learnt []val
	for _, op := range b.Ops {
		for _, inner := range op.Sub {
			a.block(inner)
		}
		switch op.Kind {
		case loopir.Check:
			if op.Claim.Test != loopir.Equal || op.Mask != nil || op.Args[0].Type != loopir.IntType {
				continue
			}
			x, y := a.same.value(op.Args[0]), a.same.value(op.Args[1])
			if x.Origin == loopir.Constant {
				x, y = y, x
			}
			if x != y && x.Origin != loopir.Constant {
				a.same[x] = y
				learnt = append(learnt, x)
			}
		case loopir.Call:
			args := make([]val, len(op.Args))
			for k, v := range op.Args {
				args[k] = a.same.value(v)
			}
			a.called(a.prog.Lookup(op.Func), args)
		}
	}
	for _, x := range learnt {
		delete(a.same, x)
	}
}
