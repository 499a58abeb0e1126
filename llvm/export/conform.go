package export

import (
	"fmt"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"

	"procad/llvm/abi"
	"procad/llvm/abort"
	"procad/llvm/capi"
	"procad/llvm/ll"
	"procad/llvm/module"
	"procad/prim"
	"procad/proc"
)

// A tangent that C gives conforms to its value: their sums have the same tags and
// their arrays the same dimensions. What is derived relies on it; in a program
// lower compares them (lower/conform.go), and here they are words.

// checkTangents demands that the tangents among the arguments of an entry conform to
// what they are tangents of.
func (b *wrapper) checkTangents(e abi.Entry, d *proc.Def, in val) {
	face := e.Interface(d)
	byName := map[string]proc.Param{}
	for _, p := range face.Params {
		byName[p.Name] = p
	}
	for _, p := range face.Params {
		if of, ok := e.Tangents[p.Name]; ok {
			b.checkTangentParam(d, in, byName[of], p, fmt.Sprintf("the tangent %s", p.Name), of)
		}
	}
}

func (b *wrapper) checkTangentParam(d *proc.Def, in val, x, dot proc.Param, tangent, value string) {
	if dot.Type == proc.Unit { // nothing in x is Real, whatever its parts are
		return
	}
	if len(x.Parts) > 0 {
		for i, part := range x.Parts {
			b.checkTangentParam(d, in, part, dot.Parts[i], tangent, value)
		}
		return
	}
	at := func(p proc.Param) int {
		places, err := b.Exporter.Places(d, p)
		if err != nil {
			abort.With(err)
		}
		return places[0].At
	}
	c := conformer{b, in, tangent, value}
	c.compare(x.Type, dot.Type, at(x), at(dot), nil)
}

// A conformer compares words of a tangent with those of its value.
type conformer struct {
	*wrapper
	in             val
	tangent, value string // in messages
}

// compare compares a value of type t at a word with its tangent at another, which are
// there for the given sides of sums.
func (c conformer) compare(t, dt proc.Type, word, dot int, sides []capi.Side) {
	if dt == proc.Unit {
		return
	}
	switch t := t.(type) {
	case *proc.TupleType:
		dts := proc.Elems(dt)
		for i, e := range t.Elems {
			c.compare(e, dts[i], word, dot, sides)
			word += c.Width(e)
			dot += c.Width(dts[i])
		}
	case *proc.SumType:
		d := dt.(*proc.SumType)
		same := c.Not(c.Cur.NewXor(c.LoadWord(c.in, ll.Int(word), abi.TagLeaf), c.LoadWord(c.in, ll.Int(dot), abi.TagLeaf)))
		c.demand(sides, same, prim.SeedTag, ll.Int(0), ll.Int(0), fmt.Sprintf("%s is on the other side of the sum than %s", c.tangent, c.value))
		for _, right := range []bool{false, true} {
			part, tangent, at, dotAt := t.L, d.L, word+1, dot+1
			if right {
				part, tangent, at, dotAt = t.R, d.R, at+c.Width(t.L), dotAt+c.Width(d.L)
			}
			c.compare(part, tangent, at, dotAt, append(sides[:len(sides):len(sides)], capi.Side{Tag: word, Right: right}))
		}
	case *proc.ArrayType:
		c.array(t, dt.(*proc.ArrayType), word, dot, sides)
	}
}

// array compares the dimensions of two arrays, and the tags in them.
func (c conformer) array(t, dt *proc.ArrayType, word, dot int, sides []capi.Side) {
	buffers, dots := len(c.Leaves(t.Elem)), len(c.Leaves(dt.Elem))
	dims := make([]val, t.Rank)
	for k := range dims {
		dims[k] = c.LoadWord(c.in, ll.Int(word+buffers+k), abi.IntLeaf)
		n := c.LoadWord(c.in, ll.Int(dot+dots+k), abi.IntLeaf)
		what := "the size"
		if t.Rank > 1 {
			what = fmt.Sprintf("dimension %d", k)
		}
		c.demand(sides, c.ICmp(enum.IPredEQ, n, dims[k]), prim.SeedSize, n, dims[k], fmt.Sprintf("%s of %s is not that of %s", what, c.tangent, c.value))
	}
	if tags := tagPairs(c.Layouts, t.Elem, dt.Elem, 0, 0, nil); len(tags) > 0 {
		a := &capi.Extent{Sides: sides}
		for k := range dims {
			a.Dims = append(a.Dims, word+buffers+k)
		}
		length := c.elements(c.present(a, c.in))
		for _, pair := range tags {
			load := func(at int) val { return c.LoadWord(c.in, ll.Int(at), abi.TagLeaf.Buffer()) }
			outer, rights := val(constant.NewNull(types.NewPointer(abi.BytePtr))), []constant.Constant(nil)
			if len(pair.sides) > 0 {
				outer = c.Alloca(abi.BytePtr, max(2, len(pair.sides)))
			}
			for k, s := range pair.sides {
				right := int64(0)
				if s.Right {
					right = 1
				}
				rights = append(rights, constant.NewInt(types.I8, right))
				c.Cur.NewStore(load(word+s.Tag), c.GEP(outer, ll.Int(k)))
			}
			same := c.Call(pcSameTags(c.Runtime), load(word+pair.leaf), load(dot+pair.dot), length, outer, c.Table(types.I8, rights), ll.Int(len(pair.sides)))
			c.demand(sides, c.ICmp(enum.IPredNE, same, ll.I32(0)), prim.SeedTag, ll.Int(0), ll.Int(0),
				fmt.Sprintf("an element of %s is on the other side of the sum than that of %s", c.tangent, c.value))
		}
	}
}

// demand requires something where sums are on the given sides.
func (c conformer) demand(sides []capi.Side, ok val, kind prim.RuntimeErrorKind, x, y val, message string) {
	if len(sides) > 0 {
		ok = c.Or(ok, c.Not(c.there(sides, c.in)))
	}
	c.check(ok, kind, x, y, message)
}

// A tagPair is a leaf that is a tag in an element, with that of its tangent. It means something where the
// tags before it say that it is there.
type tagPair struct {
	leaf, dot int
	sides     []capi.Side
}

// tagPairs are the leaves that are tags in an element of type t, and those of its
// tangent, counted from two numbers on.
func tagPairs(l *abi.Layouts, t, dt proc.Type, leaf, dot int, sides []capi.Side) (pairs []tagPair) {
	if dt == proc.Unit {
		return nil
	}
	switch t := t.(type) {
	case *proc.TupleType:
		dts := proc.Elems(dt)
		for i, e := range t.Elems {
			pairs = append(pairs, tagPairs(l, e, dts[i], leaf, dot, sides)...)
			leaf += len(l.Leaves(e))
			dot += len(l.Leaves(dts[i]))
		}
	case *proc.SumType:
		d := dt.(*proc.SumType)
		pairs = append(pairs, tagPair{leaf, dot, sides})
		sides = sides[:len(sides):len(sides)]
		pairs = append(pairs, tagPairs(l, t.L, d.L, leaf+1, dot+1, append(sides, capi.Side{Tag: leaf}))...)
		pairs = append(pairs, tagPairs(l, t.R, d.R, leaf+1+len(l.Leaves(t.L)), dot+1+len(l.Leaves(d.L)), append(sides, capi.Side{Tag: leaf, Right: true}))...)
	}
	return pairs
}

// pcSameTags is pc_same: whether tags are the same as others, where tags before them are on given sides.
func pcSameTags(r *module.Runtime) *ir.Func {
	return r.Once("pc_same", types.I32, abi.BytePtr, abi.BytePtr, types.I64, types.NewPointer(abi.BytePtr), abi.BytePtr, types.I64)
}
