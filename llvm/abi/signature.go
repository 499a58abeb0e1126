package abi

import (
	"strconv"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"

	"procad/proc"
)

// A Signature is how a definition is called: with the context, the leaves of
// the names of Θ, and those of the argument; the leaves of the result come back.
type Signature struct {
	Params   []*ir.Param
	Caller   *ir.Param // the position of the call; nil if the definition has one
	Zone     [][]Leaf  // the leaves of each name; a cell of a scalar accumulator is a RealsLeaf
	In, Out  []Leaf
	InBlock  bool // the argument is in a block of words
	OutBlock bool // the result goes to a block of words
}

// Passing says what decides how a definition is called.
type Passing struct {
	Direct   int          // an argument with more leaves is passed as a block of words
	Returned int          // a result with more leaves is written to a block of words
	Distinct bool         // LLVM is told which parameters point to memory that no other one points to
	Aliased  map[int]bool // the names of Θ, by their places, that may stand for the same memory as another one
}

// Signature is how a definition is called. Nobody writes a shared array as long as it is shared, and nobody else
// has an owned one, so their addresses are distinct.
func (l *Layouts) Signature(d *proc.Def, how Passing) *Signature {
	s := &Signature{In: l.Leaves(d.In.Type), Out: l.Leaves(d.Out.Type)}
	s.InBlock = len(s.In) > how.Direct
	s.OutBlock = len(s.Out) > how.Returned || realLeaves(s.Out) > realRegisters
	s.Params = []*ir.Param{ir.NewParam("ctx", BytePtr)}
	if !d.Pos.Known() {
		s.Caller = ir.NewParam("at", types.I64)
		s.Params = append(s.Params, s.Caller)
	}
	param := func(name string, l Leaf, alone bool) {
		p := ir.NewParam(name, l.Type())
		if alone && l.IsPointer() && how.Distinct {
			p.Attrs = append(p.Attrs, enum.ParamAttrNoAlias)
		}
		s.Params = append(s.Params, p)
	}
	for k, r := range d.Zone {
		leaves := l.refLeaves(r)
		s.Zone = append(s.Zone, leaves)
		for i, of := range leaves {
			param(PartName(r.Name, i, len(leaves)), of, !how.Aliased[k])
		}
	}
	if s.InBlock {
		param("args", IntsLeaf, true)
	} else {
		for i, of := range s.In {
			param(PartName(d.In.Name, i, len(s.In)), of, true)
		}
	}
	if s.OutBlock {
		param("results", IntsLeaf, true)
	}
	unique(s.Params)
	return s
}

// refLeaves are the leaves by which a name of zone Θ is passed.
func (l *Layouts) refLeaves(r proc.Ref) []Leaf {
	leaves := l.Leaves(r.Type)
	if _, ok := r.Type.(*proc.ArrayType); ok || r.Mode == proc.Shared {
		return leaves
	}
	cells := make([]Leaf, len(leaves))
	for i, of := range leaves {
		if cells[i] = of; of == RealLeaf {
			cells[i] = RealsLeaf
		}
	}
	return cells
}

// Positioned says that the function gets a position.
func (s *Signature) Positioned() bool { return s.Caller != nil }

// Values are the parameters of a function that stand for leaves or blocks of them.
func (s *Signature) Values() []*ir.Param {
	if s.Positioned() {
		return s.Params[2:]
	}
	return s.Params[1:]
}

// realRegisters is how many Reals come back in registers. x86-64 returns further ones on
// the x87 stack, by way of memory, and at -O0 clang takes them from there wrongly
// (llvm/toolchain/testdata/x87.ll).
const realRegisters = 2

func realLeaves(leaves []Leaf) int {
	n := 0
	for _, l := range leaves {
		if l == RealLeaf {
			n++
		}
	}
	return n
}

// PartName names one leaf of several after the variable that has them.
func PartName(name string, i, n int) string {
	if n == 1 {
		return name
	}
	return name + "." + strconv.Itoa(i)
}

// unique gives parameters different names.
func unique(params []*ir.Param) {
	names := proc.NewNames()
	for _, p := range params {
		p.SetName(names.Fresh(p.Name()))
	}
}

// Result is the type that the function returns.
func (s *Signature) Result() types.Type {
	switch {
	case s.OutBlock || len(s.Out) == 0:
		return types.Void
	case len(s.Out) == 1:
		return s.Out[0].Type()
	}
	parts := make([]types.Type, len(s.Out))
	for i, l := range s.Out {
		parts[i] = l.Type()
	}
	return types.NewStruct(parts...)
}
