package core

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"procad/internal/diag"
)

// Print writes a program as .fun text, which means the same: read again it has
// the same values, derivatives and run-time errors. Variables get names of their
// own where they are called alike. Sizes that terms carry (Build.Row,
// Reduce.Zero) are printed as types.
//
// A lambda is printed as a local function. Where a term has no text, such as a
// derivative of a lambda, the error says so. Of stacks what is printed cannot be read
// again, see Readable.
func (p *Program) Print(w io.Writer) (err error) {
	var b strings.Builder
	defer diag.Catch[unprintable](&err)
	names := p.definitions()
	rules := p.valuesOfRules()
	unseen := p.unprinted()
	for _, d := range p.Defs {
		if unseen[d.Name] {
			continue
		}
		if b.Len() > 0 {
			b.WriteString("\n")
		}
		out := p.printDef(&b, d, names)
		if r := rules[d.Name]; r != nil {
			out.rule(r, d.Params)
		}
	}
	_, err = io.WriteString(w, b.String())
	return err
}

// Readable says that what Print prints is .fun text: no program has stacks, and none
// that is printed declares types.
func (p *Program) Readable() bool {
	readable := true
	for _, d := range p.Defs {
		readable = readable && !HasRec(d.Type())
		Visit(d.Body, func(t Term) {
			switch t.(type) {
			case *StackTerm, *Roll, *Unroll:
				readable = false
			}
		})
	}
	return readable
}

// An unprintable is a term without text.
type unprintable struct{ error }

func (p *printer) failf(format string, args ...any) {
	panic(unprintable{fmt.Errorf(format, args...)})
}

// printer prints one definition.
type printer struct {
	*strings.Builder
	names     map[*Var]string
	defs      map[string]string
	taken     map[string]bool // by variables
	functions map[string]bool // by functions, which have names of their own
	values    bool            // functions are values, so that variables have other names
	active    []activeName
	indent    int
}

// An activeName is one that is in scope.
type activeName struct {
	name  string
	taken map[string]bool
}

// scope prints something, and ends the scope of what it binds.
func (p *printer) scope(print func()) {
	mark := len(p.active)
	print()
	for _, a := range p.active[mark:] {
		delete(a.taken, a.name)
	}
	p.active = p.active[:mark]
}

// definitions are the names of the definitions in the text, which is one file: those of
// modules are joined by _, with a number if that is taken.
func (p *Program) definitions() map[string]string {
	taken := map[string]bool{}
	for _, d := range p.Defs {
		taken[d.Name] = true
	}
	names := map[string]string{}
	for _, d := range p.Defs {
		if names[d.Name] = d.Name; strings.Contains(d.Name, ":") {
			joined := strings.ReplaceAll(d.Name, ":", "_")
			for name, k := joined, 2; ; name, k = joined+"_"+strconv.Itoa(k), k+1 {
				if !taken[name] {
					names[d.Name], taken[name] = name, true
					break
				}
			}
		}
	}
	p.nameRules(names, taken)
	return names
}

func (p *Program) printDef(b *strings.Builder, d *Def, defs map[string]string) *printer {
	out := &printer{Builder: b, names: map[*Var]string{}, defs: defs, taken: map[string]bool{}, functions: map[string]bool{}, indent: 1}
	for _, d := range p.Defs {
		out.functions[defs[d.Name]] = true
	}
	out.values = functionValues(d)
	out.WriteString("def " + defs[d.Name] + "(" + out.params(d.Params) + "): " + out.typ(d.Result) + " =")
	out.line()
	out.term(d.Body, loose)
	out.WriteString("\n")
	return out
}

// aside is what print prints.
func (p *printer) aside(print func()) string {
	outer := p.Builder
	p.Builder = &strings.Builder{}
	print()
	text := p.String()
	p.Builder = outer
	return text
}

// params is x1: T1, …, xn: Tn.
func (p *printer) params(vars []*Var) string {
	list := make([]string, len(vars))
	for i, v := range vars {
		list[i] = p.bind(v) + ": " + p.typ(v.Type)
	}
	return strings.Join(list, ", ")
}

// typ is a type.
func (p *printer) typ(t Type) string { return t.String() }

// functionValues says that d has functions in other places than those of what is called and of lambdas that
// variables are bound to.
func functionValues(d *Def) bool {
	values := false
	isFunction := func(t Type) bool { _, ok := t.(*FuncType); return ok }
	for _, v := range d.Params {
		values = values || isFunction(v.Type)
	}
	calls := map[Term]bool{}
	Visit(d.Body, func(t Term) {
		switch t := t.(type) {
		case *Apply:
			calls[t.Func] = true
		case *Ruled:
			calls[t] = true
		case *Derive:
			calls[t.Func] = calls[t] // op(op(f))(x)
		case *Let:
			if _, lambda := t.Bound.(*Lambda); lambda {
				calls[t.Bound] = true
			}
		}
		values = values || isFunction(t.Type()) && !calls[t] && !isBinding(t)
	})
	return values
}

func isBinding(t Term) bool {
	switch t.(type) {
	case *Let, *Untuple:
		return true
	}
	return false
}

// words are what nothing can be called.
var words = strings.Fields("def let in if then else case of for not div mod true false pi Inl Inr")

// forms are what no local function can be called, besides primitives.
var forms = strings.Fields("sum max min build fold nTimes while ccl size set stopGradient assert jvp vjp grad jacfwd jacrev hvp hessian")

// bind is the name of a variable, which has none before; _ for nil.
func (p *printer) bind(v *Var) string {
	if v == nil {
		return "_"
	}
	taken := p.taken
	_, function := v.Type.(*FuncType)
	if function {
		taken = p.functions
	}
	free := func(name string) bool {
		if function && (slices.Contains(forms, name) || signatures[Op(name)].params != nil) {
			return false
		}
		if p.values && (p.functions[name] || p.taken[name]) {
			return false
		}
		return !taken[name] && !slices.Contains(words, name)
	}
	stem := v.Name
	switch stem {
	case "":
		stem = "it"
	case "_":
		stem = "unused"
	}
	name := stem
	for k := 2; !free(name); k++ {
		name = fmt.Sprintf("%s_%d", stem, k)
	}
	taken[name], p.names[v] = true, name
	p.active = append(p.active, activeName{name, taken})
	return name
}

func (p *printer) line() { p.WriteString("\n" + strings.Repeat("  ", p.indent)) }

// Precedences, loosest first. A term in a place for a tighter one has brackets.
const (
	loose          = iota // let, if, case, loops
	disjunction           // ||
	conjunction           // &&
	negation              // not
	comparison            // == < <=
	additive              // + -
	multiplicative        // * / div mod
	prefix                // -
	power                 // ^
	atom
)

// open prints a bracket where a term of precedence mine stands in a place for
// one of precedence at least wanted, and returns the other.
func (p *printer) open(mine, wanted int) (closing string) {
	if mine < wanted {
		p.WriteString("(")
		return ")"
	}
	return ""
}

// infix is how operators are written: the precedence of the result, and those
// wanted of the operands.
var infix = map[Op]struct {
	text              string
	mine, left, right int
}{
	Eq: {"==", comparison, additive, additive}, Lt: {"<", comparison, additive, additive}, Le: {"<=", comparison, additive, additive},
	Gt: {">", comparison, additive, additive}, Ge: {">=", comparison, additive, additive},
	Add: {"+", additive, additive, multiplicative}, Sub: {"-", additive, additive, multiplicative},
	Mul: {"*", multiplicative, multiplicative, power}, Quo: {"/", multiplicative, multiplicative, power},
	IDiv: {"div", multiplicative, multiplicative, power}, IMod: {"mod", multiplicative, multiplicative, power},
	Powi: {"^", power, atom, atom},
}

// term prints t in a place for terms of at least the given precedence.
func (p *printer) term(t Term, wanted int) {
	switch t := t.(type) {
	case *Use:
		p.WriteString(p.names[t.Var])
	case *RealConst:
		p.real(t.Value, wanted)
	case *IntConst:
		p.int(t.Value, wanted)
	case *Prim:
		p.prim(t, wanted)
	case *Apply:
		if lacking(t) {
			p.wide(t, wanted)
			return
		}
		p.call(t)
	case *Tuple:
		p.list("(", t.Elems, ")")
	case *Inject:
		p.inject(t)
	case *Literal:
		p.literal(t.Dims, t.Elems)
	case *Index:
		p.term(t.X, atom)
		p.list("[", t.At, "]")
	case *Size:
		p.WriteString("size(")
		p.term(t.X, loose)
		fmt.Fprintf(p, ", %d)", t.Axis)
	case *Set:
		p.list("set(", append(append([]Term{t.X}, t.At...), t.Value), ")")
	case *Assert:
		p.WriteString("assert(")
		p.term(t.Cond, loose)
		p.WriteString(", " + quoted(t.Message) + ")")
	case *Foreign:
		status := ""
		if t.Status {
			status = " status"
		}
		p.list("extern "+quoted(t.Symbol)+status+" (", t.Args, ")")
	case *Trace:
		p.WriteString("trace(" + quoted(t.Name) + ", ")
		p.term(t.X, loose)
		p.WriteString(")")
	case *StackTerm:
		p.list(string(t.Op)+"(", t.Args, ")")
	case *StopGradient:
		p.list("stopGradient(", []Term{t.X}, ")")
	case *Roll:
		p.list("roll(", []Term{t.X}, ")")
	case *Absent:
		p.list("absent(", nil, ")")
	case *Unroll:
		p.list("unroll(", []Term{t.X}, ")")
	case *SizeCheck:
		p.shaped(t.Of, t.Shape, wanted, func() { p.term(t.X, loose) })
	case *Case:
		if !p.connective(t, wanted) {
			p.wide(t, wanted)
		}
	case *Global, *Ruled, *Derive:
		p.function(t)
	case *Lambda:
		p.wide(t, wanted)
	default:
		p.wide(t, wanted)
	}
}

// wide prints what extends as far to the right as possible.
func (p *printer) wide(t Term, wanted int) {
	closing := p.open(loose, wanted)
	p.scope(func() {
		switch t := t.(type) {
		case *Let, *Untuple:
			p.lets(t)
		case *Case:
			p.indent++
			p.cases(t)
			p.indent--
		case *Apply:
			p.without(t)
		case *Lambda:
			p.WriteString("\\(" + p.params(t.Params) + "). ")
			p.term(t.Body, loose)
		default:
			p.loop(t)
		}
	})
	p.WriteString(closing)
}

func (p *printer) list(open string, terms []Term, closing string) {
	p.WriteString(open)
	for i, t := range terms {
		if i > 0 {
			p.WriteString(", ")
		}
		p.term(t, loose)
	}
	p.WriteString(closing)
}

func (p *printer) call(t *Apply) {
	p.function(t.Func)
	if d, ok := t.Func.(*Derive); ok && d.Op == ZeroOf {
		return // the text is of its value
	}
	p.list("(", t.Args, ")")
}

// function prints what is called.
func (p *printer) function(f Term) {
	switch f := f.(type) {
	case *Global:
		name, ok := p.defs[f.Def.Name]
		if !ok { // of a definition alone, which calls others that are not printed
			name = f.Def.Name
		}
		p.WriteString(name)
	case *Ruled:
		p.WriteString(p.defs[f.Rule.Value.Name])
	case *Use:
		p.WriteString(p.names[f.Var])
	case *Derive:
		p.WriteString(f.Op.Word() + "(")
		if _, lambda := f.Func.(*Lambda); lambda {
			p.term(f.Func, loose)
		} else {
			p.function(f.Func)
		}
		p.WriteString(")")
	default:
		p.term(f, atom)
	}
}

// prim prints operators spine by spine, since chains of them are long.
func (p *printer) prim(t *Prim, wanted int) {
	op, ok := infix[t.Op]
	switch {
	case t.Op == Not:
		closing := p.open(negation, wanted)
		p.WriteString("not ")
		p.term(t.Args[0], negation)
		p.WriteString(closing)
		return
	case t.Op == Neg:
		closing := p.open(prefix, wanted)
		p.WriteString("-")
		p.term(t.Args[0], power)
		p.WriteString(closing)
		return
	case !ok:
		p.list(string(t.Op)+"(", t.Args, ")")
		return
	}
	closing := p.open(op.mine, wanted)
	p.term(t.Args[0], op.left)
	p.WriteString(" " + op.text + " ")
	p.term(t.Args[1], op.right)
	p.WriteString(closing)
}

// real prints a Real. Infinity and NaN are quotients; -0.0 is written as such.
func (p *printer) real(x float64, wanted int) {
	switch {
	case math.IsNaN(x):
		p.WriteString("(0.0 / 0.0)")
	case math.IsInf(x, 1):
		p.WriteString("(1.0 / 0.0)")
	case math.IsInf(x, -1):
		p.WriteString("(-1.0 / 0.0)")
	default:
		text := strconv.FormatFloat(x, 'g', -1, 64)
		text = strings.Replace(text, "e+", "e", 1)
		if !strings.ContainsAny(text, ".e") {
			text += ".0"
		}
		p.signed(text, wanted)
	}
}

// int prints an Int. The smallest has no literal.
func (p *printer) int(n int64, wanted int) {
	if n == -1<<63 {
		p.WriteString("(-9223372036854775807 - 1)")
		return
	}
	p.signed(strconv.FormatInt(n, 10), wanted)
}

func (p *printer) signed(text string, wanted int) {
	if strings.HasPrefix(text, "-") {
		closing := p.open(prefix, wanted)
		p.WriteString(text + closing)
		return
	}
	p.WriteString(text)
}

// inject prints a constructor, with the type of the sum that it does not say.
func (p *printer) inject(t *Inject) {
	s := t.Of.(*SumType)
	if s == Bool {
		p.WriteString(s.Cons[t.Con].Name)
		return
	}
	p.WriteString("(" + s.Cons[t.Con].Name + " ")
	p.term(t.X, atom)
	p.WriteString(" : " + p.typ(s) + ")")
}

// quoted is a message as .fun writes it.
func quoted(message string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(message) + `"`
}
