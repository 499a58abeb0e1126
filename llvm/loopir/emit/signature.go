package emit

import (
	"procad/llvm/abi"
	"procad/llvm/loopir"
)

// Signature is how the function of f is called. What is shared, and what is added to, comes first, and each leaf of it is
// passed by itself. Some accumulators may be the same memory as another one; else nobody writes what is shared as long as it is
// shared, and nobody else has what is owned, so their addresses are distinct.
func Signature(f *loopir.Func, aliased map[*loopir.Value]bool, how abi.Passing) *abi.Signature {
	var params []abi.Param
	for k, v := range f.Body.Params {
		ls, name := leaves(v.Type), v.Name
		if name == "" {
			name = "x"
		}
		for i, l := range ls {
			params = append(params, abi.Param{
				Name: abi.PartName(name, i, len(ls)), Leaf: l, First: f.Modes[k] != loopir.Owned && v.Type.Form == loopir.Buffer, Aliased: aliased[v],
			})
		}
	}
	var out []abi.Leaf
	for _, t := range f.Results {
		out = append(out, leaves(t)...)
	}
	return abi.NewSignature(params, out, f.Pos.Known(), how)
}

// Aliased finds the accumulators of functions that may be the same memory as another one, since some call is given both.
func Aliased(p *loopir.Program) map[*loopir.Value]bool {
	aliased := map[*loopir.Value]bool{}
	for i := len(p.Funcs) - 1; i >= 0; i-- { // callers first
		p.Funcs[i].Body.Walk(func(op *loopir.Op) {
			if !op.Kind.Calls() {
				return
			}
			callee := p.Lookup(op.Func)
			met := map[*loopir.Value]int{} // the last parameter that may be of a source
			for k, v := range op.Args {
				if callee.Modes[k] != loopir.Accumulator {
					continue
				}
				roots := map[*loopir.Value]bool{}
				loopir.Roots(v, roots)
				for root := range roots {
					if last, ok := met[root]; ok {
						aliased[callee.Body.Params[last]], aliased[callee.Body.Params[k]] = true, true
					}
					met[root] = k
					if aliased[root] {
						aliased[callee.Body.Params[k]] = true
					}
				}
			}
		})
	}
	return aliased
}
