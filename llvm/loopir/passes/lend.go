package passes

import (
	"slices"

	"procad/llvm/loopir"
)

// lend lets a function that is called from outside only borrow a buffer which it reads, and gives back:
//
//	func f(x: real*) { …; y = load v[i]; …; release x; … }    ↦    func f(x: &real*) { …; y = load v[i]; … }
//
// where v is x. So the caller needs no copy of its own. Functions that the program calls too keep what they are given.
func lend(p *loopir.Program) {
	called := map[*loopir.Func]bool{}
	for _, f := range p.Funcs {
		f.Body.Walk(func(op *loopir.Op) {
			if op.Kind.Calls() {
				called[p.Lookup(op.Func)] = true
			}
		})
	}
	for _, name := range p.Entries {
		f := p.Lookup(name)
		if f == nil || called[f] {
			continue
		}
		for k, v := range f.Body.Params {
			if v.Type.Form != loopir.Buffer || f.Modes[k] != loopir.Owned {
				continue
			}
			if release := onlyRead(f, v); release != nil {
				replace(f.Body, release, nil)
				f.Modes[k] = loopir.Shared
			}
		}
	}
}

// onlyRead finds where a function gives a buffer back that it otherwise reads by views; nil if it does anything else with it.
func onlyRead(f *loopir.Func, v val) (release *loopir.Op) {
	views, good := map[val]bool{v: true}, true
	f.Body.Blocks(func(b *loopir.Block) {
		for _, op := range b.Ops {
			for k, x := range op.Args {
				switch {
				case !views[x]:
				case k > 0:
					good = false
				case op.Kind == loopir.View:
					views[op.Outs[0]] = true
				case op.Kind == loopir.Release && b == f.Body && release == nil:
					release = op
				default:
					good = good && op.Kind == loopir.Load
				}
			}
		}
		good = good && !slices.ContainsFunc(b.Yield, func(x val) bool { return views[x] })
	})
	if !good {
		return nil
	}
	return release
}
