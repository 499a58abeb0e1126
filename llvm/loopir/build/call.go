package build

import (
	"procad/llvm/abort"
	"procad/llvm/loopir"
	"procad/prim"
	"procad/proc"
)

// apply writes a call of any function.
func (b *builder) apply(f proc.Func, zone []*ref, in []val) []val {
	if c, message, ok := prim.Message(f); ok {
		b.checkMessage(c, message, in)
		return nil
	}
	if kind, body, ok := f.Loop(); ok {
		return b.loopOf(kind, body, zone, in)
	}
	if n := b.node(f); n != nil {
		return b.call(n, zone, in)
	}
	if write, ok := primitives[f]; ok {
		return []val{write(b, in)}
	}
	if _, _, _, ok := prim.Traced(f); ok {
		b.op(loopir.Print, in...).Func = f
		return in
	}
	if prim.IsExtern(f) {
		return b.extern(f, zone, in)
	}
	if family, types, ok := f.Family(); ok {
		if write := families[family]; write != nil {
			return write(b, types, zone, in)
		}
	}
	abort.Fail("no function is called %s", f)
	return nil
}

// call writes a call of a definition: with the leaves of names of Θ, and those of the argument.
func (b *builder) call(n *node, zone []*ref, in []val) []val {
	if n.prints {
		b.prints++
	}
	op := b.op(loopir.Call, b.arguments(zone, in)...)
	op.Func = n.def.Name
	out := b.outs(op, b.of(n.def.Out.Type))
	b.shaped(n.def.Out.Type, out)
	return out
}

func (b *builder) arguments(zone []*ref, in []val) []val {
	var args []val
	for _, r := range zone {
		args = append(args, r.vals...)
	}
	return append(args, in...)
}

// checkMessage writes assert{"m"}, agree{"m"} and the like. True is the tag 0.
func (b *builder) checkMessage(c prim.Check, message string, in []val) {
	if c.Equal {
		b.sameDims(c.Kind, message, in[:1], in[1:])
		return
	}
	b.check(loopir.Holds, c.Kind, message, b.not(in[0]))
}

// extern calls a function of C. What it fills are arrays of the argument, which then are those of the result; the
// numbers of the result come from the call.
func (b *builder) extern(f proc.Func, zone []*ref, in []val) []val {
	e, err := prim.ExternOf(f)
	if err != nil {
		abort.Fail("%v", err)
	}
	op := b.op(loopir.Extern, b.arguments(zone, in)...)
	op.Func = f
	arrays := 0
	for _, t := range e.Results() {
		if _, ok := t.(*proc.ArrayType); ok {
			arrays += b.width(t)
		}
	}
	filled := in[len(in)-arrays:]
	var out []val
	for _, t := range e.Results() {
		if _, ok := t.(*proc.ArrayType); ok {
			n := b.width(t)
			out, filled = append(out, filled[:n]...), filled[n:]
		} else {
			out = append(out, b.outs(op, b.of(t))...)
		}
	}
	return out
}

// families writes the functions that types in braces name.
var families map[string]func(b *builder, types []proc.Type, zone []*ref, in []val) []val

func init() {
	same := func(_ *builder, _ []proc.Type, _ []*ref, in []val) []val { return in }
	array := func(t proc.Type) *proc.ArrayType { return t.(*proc.ArrayType) }
	families = map[string]func(b *builder, types []proc.Type, zone []*ref, in []val) []val{
		"stop": same, "retype": same,
		"unreachable": func(b *builder, ts []proc.Type, _ []*ref, _ []val) []val {
			b.check(loopir.Holds, prim.Misuse, prim.Unreachable, b.f.Bool(false))
			return b.undefs(ts[1])
		},
		"zeros": func(b *builder, _ []proc.Type, zone []*ref, _ []val) []val { return b.zeros(zone[0]) },
		"copy":  func(b *builder, ts []proc.Type, zone []*ref, _ []val) []val { return b.clone(ts[0], zone[0].vals) },
		"blank": func(b *builder, ts []proc.Type, _ []*ref, in []val) []val { return b.blankArray(array(ts[0]), in) },
		"swap":  func(b *builder, ts []proc.Type, _ []*ref, in []val) []val { return b.swap(array(ts[0]), in) },
		"zip": func(b *builder, ts []proc.Type, _ []*ref, in []val) []val {
			return b.zip(array(ts[0]), array(ts[1]), in)
		},
		"unzip": func(b *builder, ts []proc.Type, _ []*ref, in []val) []val {
			return b.unzip(array(ts[0]), array(ts[1]), in)
		},
		"empty": (*builder).emptyStack, "slots": (*builder).slots, "push": (*builder).push, "pop": (*builder).pop, "drained": (*builder).drained,
		"bytes": func(b *builder, ts []proc.Type, _ []*ref, in []val) []val {
			return concat(in, []val{b.held(ts[0], in)})
		},
	}
}
