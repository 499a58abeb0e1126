package loopir

import (
	"slices"

	"procad/prim"
)

// block reads operations up to the line that says what the block gives: a word, and n values.
func (p *parser) block(b *Block, end string, n int) {
	for !p.is(end) && p.err == nil {
		p.op(b)
	}
	p.next()
	for i := range n {
		if i > 0 {
			p.expect(",")
		}
		b.Yield = append(b.Yield, p.value())
	}
}

// An out is a result of an operation that is still to be read.
type out struct {
	name    string
	t       Type
	written bool // its type is
}

// op reads an operation.
//
//	op ::= ((name (":" type)? ",")… "=")? kind … ("where" value)? pos?
func (p *parser) op(b *Block) {
	outs, word := p.outs()
	kind, ok := kindOf[word]
	if !ok {
		p.fail("there is no operation %q", word)
		return
	}
	op := &Op{Kind: kind}
	p.args(op, outs)
	if p.err != nil {
		return
	}
	if len(op.Sub) == 0 {
		if p.accept("where") {
			op.Mask = p.value()
		}
		op.Pos = p.pos()
	}
	p.bind(op, outs)
	b.Ops = append(b.Ops, op)
}

// outs reads the results of an operation, and the word behind them.
func (p *parser) outs() (outs []out, word string) {
	for p.err == nil {
		word = p.word("an operation")
		if !p.is(":") && !p.is(",") && !p.is("=") {
			break
		}
		o := out{name: word}
		if p.accept(":") {
			o.t, o.written = p.typ(), true
		}
		outs = append(outs, o)
		if p.accept("=") {
			return outs, p.word("an operation")
		}
		p.expect(",")
	}
	return outs, word
}

// bind makes the results, of the types that are written, or that the arguments and blocks say.
func (p *parser) bind(op *Op, outs []out) {
	types := make([]Type, len(outs))
	for i, o := range outs {
		if types[i] = o.t; o.written != rules[op.Kind].typed {
			p.fail("the type of %s is written where nothing else says it, as of an alloc, and nowhere else", o.name)
			return
		}
	}
	if !rules[op.Kind].typed {
		var err error
		if types, err = results(op); err != nil {
			p.fail("%v", err)
			return
		}
	}
	if len(types) != len(outs) {
		p.fail("%s has %d results, not %d", op.Kind, len(types), len(outs))
		return
	}
	for i, o := range outs {
		p.define(p.f.NewOut(op, types[i], o.name))
	}
}

// args reads what stands behind the kind.
func (p *parser) args(op *Op, outs []out) {
	switch op.Kind {
	case View, Row, Load, Store, Accum:
		op.Args = []*Value{p.value()}
		p.expect("[")
		op.Args = append(op.Args, p.values("]")...)
		if sign := map[Kind]string{Store: "=", Accum: "+="}[op.Kind]; sign != "" {
			p.expect(sign)
			op.Args = append(op.Args, p.value())
		}
	case Check:
		p.claim(op)
	case For:
		p.loop(op)
	case While:
		body := &Block{In: op}
		op.Sub = []*Block{body}
		p.state(op, body)
		p.body(body, 1+len(body.Params))
	case If:
		op.Args = []*Value{p.value()}
		op.Sub = []*Block{{In: op}, {In: op}}
		p.body(op.Sub[0], len(outs))
		p.expect("else")
		p.body(op.Sub[1], len(outs))
	case Room:
	case Call, Par, Math, Extern, Print:
		op.Func = p.funcName()
		p.expect("(")
		op.Args = p.values(")")
	default:
		op.Args = p.list()
	}
}

// body reads the block of an operation, which yields so many values.
func (p *parser) body(b *Block, n int) { p.block(b, "yield", n) }

// loop reads a For behind its word.
func (p *parser) loop(op *Op) {
	k := slices.IndexFunc(orders[:], p.accept)
	if k < 0 {
		p.fail("seq, slide or free is wanted here")
	}
	op.Order = Order(k)
	body := &Block{In: op}
	op.Sub = []*Block{body}
	i := p.f.NewParam(body, IntType, p.word("the number of the iteration"))
	p.expect("<")
	op.Args = []*Value{p.value()}
	if p.accept("from") {
		op.From = p.value()
	}
	for h, word := range hints {
		if word != "" && p.accept(word) {
			op.Hint = Hint(h)
		}
	}
	p.state(op, body)
	p.define(i)
	p.body(body, len(body.Params)-1)
}

// state reads what a loop carries, and how it begins.
func (p *parser) state(op *Op, body *Block) {
	var state []*Value
	p.expect("(")
	for !p.is(")") && p.err == nil {
		name := p.word("a name")
		p.expect("=")
		init := p.value()
		op.Args = append(op.Args, init)
		state = append(state, p.f.NewParam(body, init.Type, name))
		p.comma(")")
	}
	p.expect(")")
	for _, v := range state {
		p.define(v)
	}
}

// claim reads what a Check demands.
func (p *parser) claim(op *Op) {
	op.Claim = &Claim{}
	op.Args = []*Value{p.value()}
	for t := range tests {
		if sign := tests[t].between; sign != "" && p.accept(sign) {
			op.Args = append(op.Args, p.value())
			op.Claim.Test = Test(t)
		}
	}
	switch {
	case p.accept("!="):
		p.expect("0")
		op.Claim.Test = NonZero
	case p.accept(">="):
		p.expect("0")
		op.Claim.Test = NonNegative
	case p.accept("in"):
		p.expect("int")
		op.Claim.Test = InInt
	case op.Claim.Test == Fits:
		p.expect("fits")
	}
	op.Claim.Kind = p.kind()
	if p.accept("(") {
		op.Args = append(op.Args, p.values(")")...)
	}
	if p.tok.kind == stringToken {
		op.Claim.Message = p.unquoted()
	}
	for proof := Implied; int(proof) < len(proofs); proof++ {
		if p.accept(proof.String()) {
			op.Claim.Proof = proof
		}
	}
}

// kind reads the word for a run-time error, as index-range.
func (p *parser) kind() prim.RuntimeErrorKind {
	word := p.word("the word for a run-time error")
	for p.accept("-") {
		word += "-" + p.word("a word")
	}
	k := slices.IndexFunc(failures, func(code string) bool { return code == word })
	if k < 0 {
		p.fail("there is no run-time error %q", word)
		return 0
	}
	return prim.RuntimeErrorKind(k)
}

// failures are the words for run-time errors, by their kinds.
var failures = func() (list []string) {
	for k := prim.RuntimeErrorKind(0); k <= prim.ExternFailed; k++ {
		e := prim.RuntimeError{Kind: k}
		list = append(list, e.Code())
	}
	return list
}()
