package linmap

import (
	"procad/core/eval"
	"procad/diag"
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

func next(m *ks.Machine) serial { return serial(m.Serial()) }

func (f Compose) Apply(m *ks.Machine, _ diag.Pos, arg ks.Value) ks.Value {
	a := arg.(eval.Tuple)
	return &composeNode{next(m), a[0].(node), a[1].(node)}
}

func (f Plus) Apply(m *ks.Machine, _ diag.Pos, arg ks.Value) ks.Value {
	a := arg.(eval.Tuple)
	return &plusNode{next(m), a[0].(node), a[1].(node)}
}

func (f Zero) Apply(m *ks.Machine, _ diag.Pos, _ ks.Value) ks.Value { return &zeroNode{next(m)} }

func (f One) Apply(m *ks.Machine, _ diag.Pos, _ ks.Value) ks.Value { return &oneNode{next(m)} }

func (f Scale) Apply(m *ks.Machine, _ diag.Pos, k ks.Value) ks.Value { return &scaleNode{next(m), k} }

func (f VCat) Apply(m *ks.Machine, _ diag.Pos, arg ks.Value) ks.Value {
	return &vcatNode{next(m), nodes(arg.(eval.Tuple)), false}
}

func (f VCatV) Apply(m *ks.Machine, _ diag.Pos, arg ks.Value) ks.Value {
	return &vcatNode{next(m), nodes(arg.(*ks.Vector).Elems), true}
}

func (f HCat) Apply(m *ks.Machine, _ diag.Pos, arg ks.Value) ks.Value {
	return &hcatNode{next(m), nodes(arg.(eval.Tuple)), false}
}

func (f HCatV) Apply(m *ks.Machine, _ diag.Pos, arg ks.Value) ks.Value {
	return &hcatNode{next(m), nodes(arg.(*ks.Vector).Elems), true}
}

func (f Transpose) Apply(m *ks.Machine, _ diag.Pos, arg ks.Value) ks.Value {
	return &transposeNode{next(m), arg.(node)}
}

func (f In) Apply(m *ks.Machine, _ diag.Pos, _ ks.Value) ks.Value { return &inNode{next(m), f.K} }

func (f Out) Apply(m *ks.Machine, _ diag.Pos, _ ks.Value) ks.Value { return &outNode{next(m), f.K} }

func nodes(values []ks.Value) []node {
	out := make([]node, len(values))
	for i, v := range values {
		out[i] = v.(node)
	}
	return out
}
