package abi

import (
	"strconv"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"

	"procad/proc"
)

// A Signature is how a function of the program is called: with the context, the leaves of its parameters in order, and
// perhaps the position of the call; the leaves of the result come back.
type Signature struct {
	Params   []*ir.Param
	Caller   *ir.Param // the position of the call; nil if the function has one
	Direct   []Leaf    // the first leaves, which are passed one by one
	In       []Leaf    // those behind them
	Out      []Leaf
	InBlock  bool // In is in a block of words
	OutBlock bool // the result goes to a block of words
}

// Passing says what decides how a function is called.
type Passing struct {
	Direct   int  // more leaves behind the first ones are passed as a block of words
	Returned int  // a result with more leaves is written to a block of words
	Distinct bool // LLVM is told which parameters point to memory that no other one points to
}

// A Param is a leaf of a parameter.
type Param struct {
	Name    string
	Leaf    Leaf
	First   bool // it is passed by itself, however many there are
	Aliased bool // another parameter may point to the same memory
}

// NewSignature is how a function is called. All parameters up to the last one that is First are passed one by one.
func NewSignature(params []Param, out []Leaf, positioned bool, how Passing) *Signature {
	s := &Signature{Out: out}
	first := 0
	for k, p := range params {
		if p.First {
			first = k + 1
		}
	}
	for k, p := range params {
		if k < first {
			s.Direct = append(s.Direct, p.Leaf)
		} else {
			s.In = append(s.In, p.Leaf)
		}
	}
	s.InBlock = len(s.In) > how.Direct
	s.OutBlock = len(s.Out) > how.Returned || realLeaves(s.Out) > realRegisters
	s.Params = []*ir.Param{ir.NewParam("ctx", BytePtr)}
	if !positioned {
		s.Caller = ir.NewParam("at", types.I64)
		s.Params = append(s.Params, s.Caller)
	}
	add := func(name string, l Leaf, alone bool) {
		p := ir.NewParam(name, l.Type())
		if alone && l.IsPointer() && how.Distinct {
			p.Attrs = append(p.Attrs, enum.ParamAttrNoAlias)
		}
		s.Params = append(s.Params, p)
	}
	for k, p := range params {
		if k < first || !s.InBlock {
			add(p.Name, p.Leaf, !p.Aliased)
		}
	}
	if s.InBlock {
		add("args", IntsLeaf, true)
	}
	if s.OutBlock {
		add("results", IntsLeaf, true)
	}
	unique(s.Params)
	return s
}

// Positioned says that the function gets the position of the call.
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
