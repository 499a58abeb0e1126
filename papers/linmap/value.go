package linmap

import (
	"procad/core/eval"
	"procad/internal/diag"
	"procad/papers/ks"
)

// A value of type s ⊸ t is a syntax tree whose nodes are the operations of
// Figure 3, the third representation of Section 5.4. Trees share parts: the value
// of a variable ∂x is one node wherever it is used. A node's serial number is
// larger than those of the nodes inside of it.
type node interface{ number() int }

type serial int

func (s serial) number() int { return int(s) }

type (
	zeroNode  struct{ serial }
	oneNode   struct{ serial }
	scaleNode struct {
		serial
		k ks.Value
	}
	composeNode struct {
		serial
		m, n node
	}
	plusNode struct {
		serial
		m, n node
	}
	vcatNode struct { // × and V
		serial
		maps   []node
		vector bool
	}
	hcatNode struct { // ⋈ and H
		serial
		maps   []node
		vector bool
	}
	transposeNode struct {
		serial
		m node
	}
	inNode struct {
		serial
		con int
	}
	outNode struct {
		serial
		con int
	}
)

// keep is the serial number of a node with so many numbers and references.
func keep(m *ks.Machine, numbers, references int) serial {
	return serial(m.Keep(numbers, references))
}

func (f Compose) Apply(m *ks.Machine, _ diag.Pos, arg ks.Value) ks.Value {
	a := arg.(eval.Tuple)
	return &composeNode{keep(m, 0, 2), a[0].(node), a[1].(node)}
}

func (f Plus) Apply(m *ks.Machine, _ diag.Pos, arg ks.Value) ks.Value {
	a := arg.(eval.Tuple)
	return &plusNode{keep(m, 0, 2), a[0].(node), a[1].(node)}
}

func (f Zero) Apply(m *ks.Machine, _ diag.Pos, _ ks.Value) ks.Value { return &zeroNode{keep(m, 0, 0)} }

func (f One) Apply(m *ks.Machine, _ diag.Pos, _ ks.Value) ks.Value { return &oneNode{keep(m, 0, 0)} }

func (f Scale) Apply(m *ks.Machine, _ diag.Pos, k ks.Value) ks.Value {
	return &scaleNode{keep(m, 1, 0), k}
}

func (f VCat) Apply(m *ks.Machine, _ diag.Pos, arg ks.Value) ks.Value {
	maps := nodes(arg.(eval.Tuple))
	return &vcatNode{keep(m, 0, len(maps)), maps, false}
}

func (f VCatV) Apply(m *ks.Machine, _ diag.Pos, arg ks.Value) ks.Value {
	maps := nodes(arg.(*ks.Vector).Elems)
	return &vcatNode{keep(m, 0, len(maps)), maps, true}
}

func (f HCat) Apply(m *ks.Machine, _ diag.Pos, arg ks.Value) ks.Value {
	maps := nodes(arg.(eval.Tuple))
	return &hcatNode{keep(m, 0, len(maps)), maps, false}
}

func (f HCatV) Apply(m *ks.Machine, _ diag.Pos, arg ks.Value) ks.Value {
	maps := nodes(arg.(*ks.Vector).Elems)
	return &hcatNode{keep(m, 0, len(maps)), maps, true}
}

func (f Transpose) Apply(m *ks.Machine, _ diag.Pos, arg ks.Value) ks.Value {
	return &transposeNode{keep(m, 0, 1), arg.(node)}
}

func (f In) Apply(m *ks.Machine, _ diag.Pos, _ ks.Value) ks.Value { return &inNode{keep(m, 0, 0), f.K} }

func (f Out) Apply(m *ks.Machine, _ diag.Pos, _ ks.Value) ks.Value {
	return &outNode{keep(m, 0, 0), f.K}
}

func nodes(values []ks.Value) []node {
	out := make([]node, len(values))
	for i, v := range values {
		out[i] = v.(node)
	}
	return out
}
