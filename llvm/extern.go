package llvm

import (
	"procad/llvm/abort"
	"procad/prim"
	"procad/proc"
)

// extern calls a function of C. In lanes there is none.
func (b *builder) extern(f proc.Func, zone []*ref, in []val) []val {
	e, err := prim.ExternOf(f)
	if err != nil {
		abort.Fail("%v", err)
	}
	if b.inIterations() {
		b.noLanes("functions of C take no vectors")
	}
	if b.trial != nil {
		b.trial.others++
	}
	arrays := make([][]val, len(zone))
	for i, r := range zone {
		b.whole(r)
		arrays[i] = r.vals
	}
	return b.CallExtern(e, arrays, in)
}
