package faults

import (
	"fmt"
	"strings"
)

// A Row is a change of the code that implements a row of a figure: the first
// Old after the text In of a file becomes New.
type Row struct {
	Name     string
	File, In string
	Old, New string
	InFigure bool // a rule of Figure 23, Case included
}

// Apply changes the text of the file.
func (r *Row) Apply(text string) (string, error) {
	from := strings.Index(text, r.In)
	if from < 0 {
		return "", fmt.Errorf("%s has no %q any more: change the fault %s", r.File, r.In, r.Name)
	}
	at := strings.Index(text[from:], r.Old)
	if at < 0 {
		return "", fmt.Errorf("%s has no %q after %q any more: change the fault %s", r.File, r.Old, r.In, r.Name)
	}
	at += from
	return text[:at] + r.New + text[at+len(r.Old):], nil
}

const (
	rules     = "split/rules.go"
	cotangent = "split/cotangent.go"
	zone      = "split/zone.go"
	arrays    = "prim/families_array.go"
	zips      = "prim/families_zip.go"
)

// negated is Go code for the variable v with the other sign, if it is a Real.
func negated(v string) string {
	return "func(v proc.Var) proc.Var { if v.Type == proc.Real { return r.Call(\"n\", proc.Real, proc.Name(\"neg\"), nil, v) }; return v }(" + v + ")"
}

// Rows are the faults in rows. Most leave the types as they are, so that only
// numbers can tell.
var Rows = []Row{
	{Name: "Call: the cotangent has the wrong sign", File: rules, In: ") call(", InFigure: true,
		Old: "t.give(r, b)", New: negated("t.give(r, b)")},
	{Name: "Call: trace and cotangent are exchanged", File: rules, In: ") call(", InFigure: true,
		Old: "back, t.give(r, b))", New: "t.give(r, b), back)"},
	{Name: "Call: value and trace are exchanged", File: rules, In: ") call(", InFigure: true,
		Old: "[]proc.Var{b, x}, In: bt}", New: "[]proc.Var{x, b}, In: bt}"},
	{Name: "Call: R calls the forward pass", File: rules, In: ") call(", InFigure: true,
		Old: "Func: policy.R.Of(s.Func)", New: "Func: policy.F.Of(s.Func)"},
	{Name: "Call: names of the zone are in the wrong order", File: zone, In: ") zone(", InFigure: true,
		Old: "return out", New: "if n := len(out); n > 3 { out[0], out[1], out[2], out[3] = out[2], out[3], out[0], out[1] }\n\treturn out"},
	{Name: "strong zeros: smul is mul", File: "interp/exec.go", In: "case opSMul:", Old: "x != 0", New: "x == x"},
	{Name: "strong zeros: sdiv is div", File: "interp/exec.go", In: "case opSDiv:", Old: "x != 0", New: "x == x"},
	{Name: "strong zeros: zmul is smul", File: "interp/exec.go", In: "case opZMul:", Old: "x != 0 && y != 0", New: "x != 0"},
	{Name: "strong zeros: zmul is smul of the other factor", File: "interp/exec.go", In: "case opZMul:", Old: "x != 0 && y != 0", New: "y != 0"},
	{Name: "strong zeros: sdiv modulo p divides by 0", File: "internal/mod61/mod61.go", In: "func StrongQuo(", Old: "x == 0", New: "x == 0 && y != 0"},
	{Name: "strong zeros: weak in every program", File: "prim/rules.go", In: "case SMul, ZMul:", Old: "return Mul", New: "return f"},
	{Name: "strong zeros: a fused sweep multiplies", File: "loops/fuse.go", In: ") scaling(", Old: "return prim.SMul", New: "return prim.Mul"},
	{Name: "Dup: the cotangents are subtracted", File: cotangent, In: "func addOf(", InFigure: true,
		Old: `return prim.Add`, New: `return prim.Sub`},
	{Name: "Dup: the cotangents are multiplied", File: cotangent, In: "func addOf(", InFigure: true,
		Old: `return prim.Add`, New: `return prim.Mul`},
	{Name: "Dup: the cotangents of tuples are subtracted", File: "prim/structural.go", In: ") add(", InFigure: true,
		Old: `w.call(Add, `, New: `w.call(Sub, `},
	{Name: "Const: the cotangent stays", File: rules, In: ") constant(", InFigure: true,
		Old: "r.Elim(t.bar(s.Out))", New: "_ = r"},
	{Name: "Elim: the cotangent is 1", File: cotangent, In: "func zero(", InFigure: true,
		Old: "&proc.Const{Where: at(b), Out: v}", New: "&proc.Const{Where: at(b), Out: v, Bits: 0x3ff0000000000000}"},
	{Name: "Elim: the cotangent of an array is not zero", File: "prim/structural.go", In: ") zero(", InFigure: true,
		Old: `w.Tuple("z", z, v)`, New: `w.Tuple("z", v, z)`},
	{Name: "(a1, a2): the cotangents are exchanged", File: rules, In: ") tuple(", InFigure: true,
		Old: "r.Emit(&proc.Untuple{", New: "if n := len(bars); n > 1 && bars[0].Type == bars[n-1].Type { bars[0], bars[n-1] = bars[n-1], bars[0] }\n\tr.Emit(&proc.Untuple{"},
	{Name: "b = (a1, a2): the cotangents are exchanged", File: rules, In: ") untuple(", InFigure: true,
		Old: "r.Emit(&proc.Tuple{", New: "if n := len(bars); n > 1 && bars[0].Type == bars[n-1].Type { bars[0], bars[n-1] = bars[n-1], bars[0] }\n\t\tr.Emit(&proc.Tuple{"},
	{Name: "b = (a1, a2): a cotangent has the wrong sign", File: rules, In: ") untuple(", InFigure: true,
		Old: "r.Emit(&proc.Tuple{", New: "if n := len(bars); n > 1 { bars[n-1] = " + negated("bars[n-1]") + " }\n\t\tr.Emit(&proc.Tuple{"},
	{Name: "Inl: the branches of R are exchanged", File: rules, In: ") inject(", InFigure: true,
		Old: "r.Project(aBar, bBar, left)", New: "r.Project(aBar, bBar, !left)"},
	{Name: "Inr: R is that of Inl", File: rules, In: ") inject(", InFigure: true,
		Old: "r.Project(aBar, bBar, left)", New: "r.Project(aBar, bBar, true)"},
	{Name: "Inl of a discrete type: the cotangent stays", File: rules, In: ") inject(", InFigure: true,
		Old: "r.Elim(aBar)", New: "_ = aBar"},
	{Name: "Case: R has its branches exchanged", File: rules, In: ") cases(", InFigure: true,
		Old: "return passes{proc.Procedure{fwd}, ", New: "rev.L, rev.R = rev.R, rev.L\n\treturn passes{proc.Procedure{fwd}, "},
	{Name: "Case: the tag of the cotangent is the other one", File: rules, In: ") taking(", InFigure: true,
		Old: "tagged(r, left, ", New: "tagged(r, !left, "},
	{Name: "Case: the trace has the other tag", File: rules, In: ") keeping(", InFigure: true,
		Old: "tagged(f, left, ", New: "tagged(f, !left, "},
	{Name: "p1 ; p2: R runs in the order of F", File: rules, In: ") sequence(", InFigure: true,
		Old: "revs[len(p)-1-i] = r.rev", New: "revs[i] = r.rev"},
	{Name: "p1 ; p2: the trace of p1 is forgotten", File: rules, In: ") sequence(", InFigure: true,
		Old: "all.trace = append(all.trace, r.trace...)", New: "all.trace = r.trace"},

	{Name: "Share: array and cotangent are exchanged", File: zone, In: ") share(",
		Old: "Ins: []proc.Var{c, back}", New: "Ins: []proc.Var{back, c}"},
	{Name: "Accum: array and cotangent are exchanged", File: zone, In: ") accum(",
		Old: "Ins: []proc.Var{c, before}", New: "Ins: []proc.Var{before, c}"},
	{Name: "Accum: the cotangent is thrown away", File: zone, In: ") accum(",
		Old: "r.Elim(parts[1])", New: "parts[0], parts[1] = parts[1], parts[0]\n\tr.Elim(parts[1])"},
	{Name: "Read: the cotangent has the wrong sign", File: zone, In: ") read(",
		Old: "Idx: kept, In: t.bar(s.Out)", New: "Idx: kept, In: " + negated("t.bar(s.Out)")},
	{Name: "Read: the cotangent goes to another element", File: zone, In: ") read(",
		Old: "r.Emit(&proc.Add{", New: "for i := range kept { r.Elim(kept[i]); kept = append(kept[:i:i], append([]proc.Var{r.Int(\"z\", 0)}, kept[i+1:]...)...) }\n\tr.Emit(&proc.Add{"},
	{Name: "Add: another element of the cotangent", File: zone, In: ") add(",
		Old: "r.Emit(&proc.Read{", New: "idx := append([]proc.Var(nil), kept...)\n\tfor i := range idx { r.Elim(idx[i]); idx[i] = r.Int(\"z\", 0) }\n\tkept, idx = idx, kept\n\tdefer func() { kept = idx }()\n\tr.Emit(&proc.Read{"},
	{Name: "Add of an array: array and cotangent are exchanged", File: zone, In: ") add(",
		Old: "Ins: []proc.Var{c, before}", New: "Ins: []proc.Var{before, c}"},
	{Name: "Row: R reads the cotangent's row 0", File: zone, In: ") row(",
		Old: "r.Emit(&proc.Row{Where: at(r), Ref: t.mention(t.name(s.Ref)), Idx: kept",
		New: "idx := make([]proc.Var, len(kept))\n\t\t\tfor i, k := range kept { r.Elim(k); idx[i] = r.Int(\"z\", 0) }\n\t\t\tr.Emit(&proc.Row{Where: at(r), Ref: t.mention(t.name(s.Ref)), Idx: idx"},
	{Name: "Choose: R chooses the other cotangent", File: zone, In: ") choose(",
		Old: "True: t.mention(t.name(s.True)), False: t.mention(t.name(s.False))", New: "True: t.mention(t.name(s.False)), False: t.mention(t.name(s.True))"},
	{Name: "Choose: R reads the other array", File: zone, In: ") choose(",
		Old: "True: t.mention(s.True), False: t.mention(s.False)", New: "True: t.mention(s.False), False: t.mention(s.True)"},

	{Name: "fold: R counts in the order of F", File: "loops/kept.go", In: ") back()",
		Old: "return proc.FoldR", New: "return proc.Fold"},
	{Name: "foldr: R counts in the order of F", File: "loops/kept.go", In: ") back()",
		Old: "return proc.Fold\n", New: "return proc.FoldR\n"},
	{Name: "while: R leaves the last turn out", File: "loops/while.go", In: "func whileForward(",
		Old: `kcs := b.Untuple(st, "k'", "c'", "s'")`, New: `kcs := b.Untuple(st, "k'", "c'", "s'")
	kcs[1] = b.Call("c", proc.Int, proc.Name("isub"), nil, b.Tuple("c1", kcs[1], b.Int("one", 1)))`},
	{Name: "while: an iteration counts twice", File: "loops/while.go", In: "func whileForwardIteration(",
		Old: `b.Int("one", 1)`, New: `b.Int("one", 2)`},
	{Name: "ccl: R starts with the last state", File: "loops/ccl.go", In: "func cclForward(",
		Old: `b.Tuple("o", out, b.Tuple("x", keptN, keptS))`, New: `func() proc.Var { o, p := b.Dup(out); b.Elim(keptS); return b.Tuple("o", o, b.Tuple("x", keptN, p)) }()`},
	{Name: "build: the indices of an iteration are exchanged", File: "loops/flat.go", In: ") at(",
		Old: `prim.IMod`, New: `prim.IDiv`},
	{Name: "adds: the cotangent of what it begins with has the wrong sign", File: "loops/commute.go", In: "func commuteReverse(",
		Old: "return cotOfCounted(b, d), nil", New: "if d.Type == proc.Real {\n\t\t\td = b.Call(\"d\", proc.Real, proc.Name(\"neg\"), nil, d)\n\t\t}\n\t\treturn cotOfCounted(b, d), nil"},
	{Name: "adds: what it begins with is left out", File: "loops/adds.go", In: ") argument(",
		Old: "b.Tuple(\"a\", n, s)", New: "func() proc.Var { b.Elim(s); return b.Tuple(\"a\", n, zeroOf(b, l.f.Out)) }()"},
	{Name: "fold of max: R runs another iteration", File: "loops/argmax.go", In: "func foldArgmaxReverse(",
		Old: "a[0], d)", New: "m.k(0), d)"},
	{Name: "fold of max: the number of an iteration that loses is kept", File: "loops/argmax.go", In: "func foldArgmaxIteration(",
		Old: "if !e.First {", New: "if e.First {"},
	{Name: "max: another iteration wins", File: "loops/max.go", In: "func maxForward(",
		Old: `kept := b.Dup(parts[1])`, New: `kept := b.Dup(b.Call("z", proc.Int, proc.Name("imin"), nil, b.Tuple("zz", b.Int("z", 0), parts[1])))`},

	{Name: "fwd$swap: the tangent of the old element has the wrong sign", File: arrays, In: "func swapRule(",
		Old: `w.Tuple("r", vdot, olddot)`, New: `w.Tuple("r", vdot, w.call(Neg, olddot))`},
	{Name: "revr$swap: array and cotangent are exchanged", File: arrays, In: "func swapRule(",
		Old: `w.Tuple("vbar", c, v)`, New: `w.Tuple("vbar", v, c)`},
	{Name: "revr$swap: the cotangent of the element has the wrong sign", File: arrays, In: "func swapRule(",
		Old: "parts := append(", New: "if xbar.Type == proc.Real {\n\t\t\txbar = w.call(Neg, xbar)\n\t\t}\n\t\tparts := append("},
	{Name: "fwd$copy: the array instead of its tangent", File: arrays, In: "func copyRule(",
		Old: `adot, "s.dot")`, New: `adot, "s")`},
	{Name: "revr$copy: the cotangent is thrown away", File: arrays, In: "func copyRule(",
		Old: `w.Emit(&proc.Add{Ref: "s.bar", In: c})`, New: "w.Elim(c)"},
	{Name: "fwd$zeros: the tangent is the array", File: arrays, In: "func zerosRule(",
		Old: `w.call(m.base, adot, "s")`, New: `w.call(proc.FamilyOf("copy", m.array()), adot, "s")`},
	{Name: "fwd$stop: the tangent goes through", File: "prim/families.go", In: "func stopRule(",
		Old: "w.Elim(adot)\n\t\t\ta, shape := w.Dup(a)\n\t\t\treturn w.Tuple(\"o\", w.call(m.base, a), w.zero(t, shape))",
		New: "return w.Tuple(\"o\", w.call(m.base, a), adot)"},
	{Name: "revr$stop: the cotangent goes through", File: "prim/families.go", In: "func stopRule(",
		Old: "w.Elim(rbar)\n\t\treturn w.flatZero(cot)", New: "return rbar"},
	{Name: "revr$zip: the cotangents are exchanged", File: zips, In: "func zipRule(",
		Old: "abar, bbar := w.pair(", New: "bbar, abar := w.pair("},
	{Name: "revr$unzip: the cotangents are exchanged", File: zips, In: "func unzipRule(",
		Old: `w.Tuple("t", abar, bbar)`, New: `w.Tuple("t", bbar, abar)`},
	{Name: "revr$pop: the cotangent is popped", File: "prim/families_stack.go", In: "func popRule(",
		Old: `"pop", "push")`, New: `"pop", "pop")`},
	{Name: "fwd$bytes: the tangent has the wrong sign", File: "prim/families_measure.go", In: "func bytesRule(",
		Old: "return w.Tuple(", New: "if adot.Type == proc.Real {\n\t\t\t\tadot = w.call(Neg, adot)\n\t\t\t}\n\t\t\treturn w.Tuple("},
	{Name: "revr$bytes: the cotangent has the wrong sign", File: "prim/families_measure.go", In: "func bytesRule(",
		Old: "return abar", New: "if abar.Type == proc.Real {\n\t\t\treturn w.call(Neg, abar)\n\t\t}\n\t\treturn abar"},

	{Name: "fwd, Const: the tangent is 1", File: "fwd/fwd.go", In: "case *proc.Const:",
		Old: "&proc.Const{Where: w, Out: t.dot(s.Out)}", New: "&proc.Const{Where: w, Out: t.dot(s.Out), Bits: 0x3ff0000000000000}"},
	{Name: "fwd, (a1, a2): the tangents are exchanged", File: "fwd/fwd.go", In: ") dots(",
		Old: "return out", New: "if n := len(out); n > 1 && out[0].Type == out[n-1].Type { out[0], out[n-1] = out[n-1], out[0] }\n\treturn out"},
	{Name: "fwd, Choose: the tangent of the other array", File: "fwd/fwd.go", In: "case *proc.Choose:",
		Old: "True: t.name(s.True), False: t.name(s.False)", New: "True: t.name(s.False), False: t.name(s.True)"},
	{Name: "rev: the array instead of its cotangent", File: "rev/rev.go", In: "func Strip(",
		Old: "b.Elim(parts[1])\n\t\treturn parts[0]", New: "b.Elim(parts[0])\n\t\treturn parts[1]"},
}
