package chad

import (
	"fmt"
	"strings"
)

// Text is a term as text, in the notation of the paper with <a, b> for pairs. Variables
// of one name get different ones.
func Text(t Term, free ...*Var) string {
	p := newPrinter(t)
	for _, x := range free {
		p.bind(x)
	}
	return layout(p.term(t), 0, 0)
}

// Text is the definition as text.
func (d *Def) Text() string {
	p := newPrinter(d.Body)
	x := p.bind(d.Param)
	return fmt.Sprintf("%s(%s : %s) : %s =\n  %s\n", d.Name, x, d.Param.Type, d.Result, layout(p.term(d.Body), 0, 2))
}

// A printer makes syntax of terms.
type printer struct {
	names map[*Var]string
	taken map[string]bool
}

// newPrinter is a printer for t. If there are linear terms in it, no other variable is called v.
func newPrinter(t Term) *printer {
	return &printer{names: map[*Var]string{}, taken: map[string]bool{"v": hasLinear(t)}}
}

func hasLinear(t Term) (found bool) {
	if _, ok := t.(*LinLambda); ok {
		return true
	}
	inside(t, func(s Term) { found = found || hasLinear(s) })
	return found
}

// bind is the name of x.
func (p *printer) bind(x *Var) string {
	if name, ok := p.names[x]; ok {
		return name
	}
	name := x.Name
	for n := 2; p.taken[name] && name != "_"; n++ {
		name = fmt.Sprint(x.Name, "_", n)
	}
	p.taken[name] = true
	p.names[x] = name
	return name
}

func (p *printer) term(t Term) syntax {
	switch t := t.(type) {
	case *Use:
		return word(p.bind(t.Var))
	case *Let:
		bound := p.term(t.Bound)
		return &letSyntax{p.bind(t.Var), bound, p.term(t.Body)}
	case *Op:
		return p.op(t.Op, p.terms(t.Args), nil)
	case *Unit:
		return word("<>")
	case *Pair:
		return &pairSyntax{p.term(t.A), p.term(t.B)}
	case *Fst:
		return &applySyntax{word("fst"), p.term(t.X)}
	case *Snd:
		return &applySyntax{word("snd"), p.term(t.X)}
	case *Lambda:
		return &lambdaSyntax{"λ" + p.bind(t.Var), p.term(t.Body)}
	case *Apply:
		f := p.term(t.Func)
		return &applySyntax{f, p.term(t.Arg)}
	case *Inl:
		return &applySyntax{word("inl"), p.term(t.X)}
	case *Inr:
		return &applySyntax{word("inr"), p.term(t.X)}
	case *Case:
		x := p.term(t.X)
		l := p.bind(t.L)
		a := p.term(t.A)
		r := p.bind(t.R)
		return &caseSyntax{x, []string{"inl " + l, "inr " + r}, []syntax{a, p.term(t.B)}}
	case *Call:
		return &applySyntax{word(t.Def.Name), p.term(t.Arg)}
	case *LinLambda:
		return &lambdaSyntax{"λ_v", p.linear(t.Body)}
	case *Zero:
		return word("0")
	case *Plus:
		a := p.term(t.A)
		return &infixSyntax{"+", 1, a, p.term(t.B)}
	}
	return p.binder(t)
}

// binder is a term of the source language that binds indices.
func (p *printer) binder(t Term) syntax {
	switch t := t.(type) {
	case *Map:
		x := p.bind(t.Var)
		return &callSyntax{"map", []syntax{&dotSyntax{x, p.term(t.Body)}, p.term(t.On)}, 0}
	case *Build:
		return p.over("build", t.Var, t.Size, t.Body)
	case *Sum:
		return p.over("sum", t.Var, t.Size, t.Body)
	case *Max:
		return p.over([...]string{"max", "argmax"}[place(t.Index)], t.Var, t.Size, t.Body)
	case *Loop:
		args := []syntax{p.term(t.Count), p.term(t.Init)}
		x := p.bind(t.Var)
		args = append(args, &dotSyntax{x, p.term(t.Body)})
		if t.Cond != nil {
			a := p.bind(t.CondV)
			args = append(args, &dotSyntax{a, p.term(t.Cond)})
		}
		return &callSyntax{[...]string{"loop", "loopDown"}[place(t.Down)], args, 0}
	case *Stop:
		return &applySyntax{word("stop"), p.term(t.X)}
	}
	panic(fmt.Sprintf("chad: %T has no text", t))
}

// over is name(i < n. t).
func (p *printer) over(name string, i *Var, n, t Term) syntax {
	size := p.term(n)
	x := p.bind(i)
	return &callSyntax{name, []syntax{&dotSyntax{x + " < " + layout(size, precApply, 0), p.term(t)}}, 0}
}

func (p *printer) terms(list []Term) []syntax {
	out := make([]syntax, len(list))
	for i, t := range list {
		out[i] = p.term(t)
	}
	return out
}

var infix = map[string]struct {
	text string
	prec int
}{
	"add": {"+", 1}, "sub": {"-", 1}, "mul": {"*", 2}, "div": {"/", 2}, "powi": {"^", 3},
	"idiv": {"div", 2}, "imod": {"mod", 2},
	"eq": {"==", 1}, "lt": {"<", 1}, "le": {"≤", 1}, "gt": {">", 1}, "ge": {"≥", 1},
	"vadd": {"+", 1}, "vmul": {"*", 2}, "matvec": {"⋆", 2}, "*": {"*", 2}, "vscale": {"*", 2}, "⋆v": {"⋆", 2},
}

// op is an operation on args; x, if it is not nil, is its linear argument.
func (p *printer) op(op interface{ Name() string }, args []syntax, x syntax) syntax {
	if o, ok := op.(Plain); ok {
		last := len(args) - 1
		return p.op(o.Op, args[:last], args[last])
	}
	name := op.Name()
	all := args
	if x != nil {
		all = append(args[:len(args):len(args)], x)
	}
	if f, ok := infix[name]; ok && len(all) == 2 {
		return &infixSyntax{f.text, f.prec, all[0], all[1]}
	}
	switch o := op.(type) {
	case Constant:
		return word(constantText(o))
	case Index:
		return &indexSyntax{all[0], all[1:]}
	case Project:
		return &infixSyntax{"!", 3, x, tupleSyntax(args)}
	case Size:
		if o.Axis == 0 {
			return &applySyntax{word("size"), all[0]}
		}
		return &callSyntax{"size", append(all, word(fmt.Sprint(o.Axis))), 0}
	case Single:
		return &callSyntax{"[", all, 0}
	case Scalar:
		if o.Op == "neg" {
			return &applySyntax{word("-"), all[0]}
		}
	case VectorOp:
		switch o {
		case TimesVector:
			return &infixSyntax{"⋆", 2, x, args[0]}
		case TransposeTimes:
			return &infixSyntax{"⋆", 2, &applySyntax{word("transpose"), args[0]}, x}
		case Outer:
			return &infixSyntax{"⊗", 2, x, args[0]}
		}
	}
	if len(all) == 1 && name[0] >= 'a' {
		return &applySyntax{word(name), all[0]}
	}
	linearFrom := 0
	if x != nil && len(args) > 0 {
		linearFrom = len(args)
	}
	return &callSyntax{name, all, linearFrom}
}

func constantText(c Constant) string {
	text := c.Name()
	if !c.Whole && !strings.ContainsAny(text, ".eIN") {
		text += ".0"
	}
	if text[0] == '-' {
		return "(" + text + ")"
	}
	return text
}

func (p *printer) linear(t LinTerm) syntax {
	switch t := t.(type) {
	case *LinVar:
		return word("v")
	case *LinLet:
		bound := p.term(t.Bound)
		return &letSyntax{p.bind(t.Var), bound, p.linear(t.Body)}
	case *LinLetV:
		return &letSyntax{"v", p.linear(t.Bound), p.linear(t.Body)}
	case *LinOp:
		args := p.terms(t.Args)
		return p.op(t.Op, args, p.linear(t.X))
	case *LinUnit:
		return word("<>")
	case *LinPair:
		a := p.linear(t.A)
		return &pairSyntax{a, p.linear(t.B)}
	case *LinFst:
		return &applySyntax{word("fst"), p.linear(t.X)}
	case *LinSnd:
		return &applySyntax{word("snd"), p.linear(t.X)}
	case *LinPower:
		return &lambdaSyntax{"λ" + p.bind(t.Var), p.linear(t.Body)}
	case *LinAt:
		f := p.linear(t.X)
		return &applySyntax{f, p.term(t.Arg)}
	case *LinCopower:
		x := p.term(t.X)
		return &infixSyntax{"⊗", 2, &applySyntax{word("!"), x}, p.linear(t.By)}
	case *LinCase:
		x := p.linear(t.X)
		y := p.bind(t.Var)
		return &caseSyntax{x, []string{"!" + y + " ⊗ v"}, []syntax{p.linear(t.Body)}}
	case *LinApply:
		f := p.term(t.Func)
		return &infixSyntax{"•", 3, f, p.linear(t.Arg)}
	case *LinZero:
		return word("0")
	case *LinPlus:
		a := p.linear(t.A)
		return &infixSyntax{"+", 1, a, p.linear(t.B)}
	case *LinBuild:
		return p.linearOver("build", t.Var, t.Size, t.Body)
	case *LinSum:
		return p.linearOver("sum", t.Var, t.Size, t.Body)
	case *LinScan:
		return p.linearIn("scan", t.Var, t.Over, t.Body, t.Init)
	}
	b := t.(*LinBack)
	return p.linearIn("back", b.Var, b.Over, b.Body, b.Init)
}

func (p *printer) linearOver(name string, i *Var, n Term, t LinTerm) syntax {
	size := p.term(n)
	x := p.bind(i)
	return &callSyntax{name, []syntax{&dotSyntax{x + " < " + layout(size, precApply, 0), p.linear(t)}}, 0}
}

func (p *printer) linearIn(name string, x *Var, l Term, t, s LinTerm) syntax {
	over := p.term(l)
	y := p.bind(x)
	return &callSyntax{name, []syntax{&dotSyntax{y + " ∈ " + layout(over, precApply, 0), p.linear(t)}, p.linear(s)}, 1}
}
