package lower

import (
	"procad/core"
	"procad/proc"
)

// stack is an operation on a stack. Its items are packed in one variable.
//
//	empty           n = Const 0; s = Call empty{X} n
//	push(s, x)      s' = Call push{X} (s, x)
//	pop(s)          p = Call pop{X} s; (s', x) = p
//	drained(s)      u = Call drained{X} s; Elim u
func (f *fn) stack(e *core.StackTerm, to *target) value {
	pos := e.Pos()
	switch e.Op {
	case core.Empty:
		item := TypeOf(e.Of.(*core.StackType).Elem)
		return f.value(f.call(pos, proc.FamilyOf("empty", item), f.result(to, proc.NewStack(item)), f.intConst(pos, 0)))
	case core.Push:
		item := TypeOf(e.Of.(*core.StackType).Elem)
		s := f.scalar(e.Args[0])
		x := f.nested(pos, f.expr(e.Args[1], nil))
		return f.value(f.call(pos, proc.FamilyOf("push", item), f.result(to, s.Type), s, x))
	}
	of := e.Args[0].Type().(*core.StackType)
	item, s := TypeOf(of.Elem), f.scalar(e.Args[0])
	if e.Op == core.Drained {
		f.call(pos, proc.FamilyOf("drained", item), f.variable("u", proc.Unit), s)
		return value{}
	}
	popped := f.call(pos, proc.FamilyOf("pop", item), f.variable("p", proc.NewTuple(s.Type, item)), s)
	below, x := f.result(to.part(0), s.Type), f.nestedVar(of.Elem, to.part(1))
	f.emit(&proc.Untuple{Where: where(pos), Outs: []proc.Var{below, x}, In: popped})
	return value{elems: []value{f.value(below), f.unnested(pos, x, of.Elem, to.part(1))}}
}
