package faults

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"procad/internal/data"
	"procad/internal/special"
	"procad/interp"
	"procad/pipeline"
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
	"procad/typecheck"
)

// A Rule is a derivative of a primitive with one statement changed.
type Rule struct {
	Name string
	Def  *proc.Def
}

// partners are functions of the same type to be taken for each other; another elementary
// function is taken for the one after it.
var partners = func() map[proc.Func]proc.Func {
	table := map[proc.Func]proc.Func{
		prim.Add: prim.Sub, prim.Sub: prim.Add, prim.Mul: prim.Add, prim.Div: prim.Mul, prim.SMul: prim.SDiv, prim.SDiv: prim.SMul, prim.Neg: prim.Exp, prim.Pow: prim.Mul, prim.Atan2: prim.Sub, prim.Min: prim.Max, prim.Max: prim.Min,
		prim.Lt: prim.Eq, prim.Le: prim.Lt, prim.Eq: prim.Lt, prim.ILt: prim.IEq, prim.IEq: prim.ILt, prim.IAdd: prim.ISub, prim.ISub: prim.IAdd, prim.IMul: prim.IAdd,
	}
	var one []proc.Func
	for _, f := range special.Functions {
		if f.One != nil {
			one = append(one, proc.Name(f.Name))
		}
	}
	for i, f := range one {
		table[f] = one[(i+1)%len(one)]
	}
	return table
}()

// Rules are the faults in the derivatives of primitives: those changes of one
// statement that make the derivative another one somewhere. same counts the
// changes that do not, such as x + y for y + x.
func Rules() (faults []Rule, same int, err error) {
	for _, name := range prim.RuleNames() {
		def, _ := prim.Derived(name)
		for _, rule := range changes(def) {
			if err := typecheck.Def(rule.Def, sig); err != nil {
				return nil, 0, fmt.Errorf("%s: %w", rule.Name, err)
			}
			differ, err := differs(rule.Def)
			if err != nil {
				return nil, 0, fmt.Errorf("%s: %w", rule.Name, err)
			}
			if differ {
				faults = append(faults, rule)
			} else {
				same++
			}
		}
	}
	return faults, same, nil
}

func sig(f proc.Func) (proc.Sig, error) { return pipeline.NewLibrary(&proc.Program{}).Sig(f) }

// changes are all changes of one statement that keep the types.
func changes(def *proc.Def) []Rule {
	var all []Rule
	n := def.Body.Count()
	for at := range n {
		for variant := 0; ; variant++ {
			c := &changer{at: at, variant: variant, def: def}
			body := c.procedure(def.Body)
			if c.what == "" {
				break
			}
			d := *def
			d.Body = body
			all = append(all, Rule{fmt.Sprintf("%s: %s", def.Name, c.what), &d})
		}
	}
	return all
}

// A changer changes the statement number at, counted as Walk does.
type changer struct {
	def         *proc.Def
	at, variant int
	count       int
	what        string
}

func (c *changer) procedure(p proc.Procedure) proc.Procedure {
	var out proc.Procedure
	for _, s := range p {
		here := c.count == c.at
		c.count++
		s = (&proc.Mapper{Body: c.procedure}).Stmt(s)
		if here {
			out = append(out, c.change(s)...)
		}
		out = append(out, s)
	}
	return out
}

// change makes one of the variants of a statement, and returns what comes
// before it.
func (c *changer) change(s proc.Stmt) proc.Procedure {
	switch s := s.(type) {
	case *proc.Call:
		if g, ok := partners[s.Func]; ok && c.variant == 0 {
			c.what = fmt.Sprintf("%s = Call %s, not %s", s.Out.Name, g, s.Func)
			s.Func = g
		}
	case *proc.Const:
		if c.variant == 0 {
			c.what = fmt.Sprintf("another constant %s", s.Out.Name)
			if s.Out.Type == proc.Real {
				s.Bits = math.Float64bits(math.Float64frombits(s.Bits) + 1)
			} else {
				s.Bits++
			}
		}
	case *proc.Tuple:
		if c.exchange(s.Out.Name+" = (…)", s.Ins) {
			return c.negate(s)
		}
	case *proc.Untuple:
		c.exchange("(…) = "+s.In.Name, s.Outs)
	case *proc.Case:
		if c.variant == 0 {
			c.what = "the branches of Case " + s.In.Name + " are exchanged"
			s.L.Body, s.R.Body = s.R.Body, s.L.Body
			// Each body eliminates the variable of its own branch.
			s.L.Var, s.R.Var = s.R.Var, s.L.Var
		}
	}
	return nil
}

// exchange exchanges the variant-th pair of variables of one type. If there are
// no more pairs it says so, and variant counts on from there.
func (c *changer) exchange(what string, vs []proc.Var) (noMore bool) {
	for i := range vs {
		for j := i + 1; j < len(vs); j++ {
			if vs[i].Type != vs[j].Type {
				continue
			}
			if c.variant == 0 {
				c.what = fmt.Sprintf("%s with %s and %s exchanged", what, vs[i].Name, vs[j].Name)
				vs[i], vs[j] = vs[j], vs[i]
				return false
			}
			c.variant--
		}
	}
	return true
}

// negate gives the variant-th Real of a tuple the other sign.
func (c *changer) negate(s *proc.Tuple) proc.Procedure {
	for i, v := range s.Ins {
		if v.Type != proc.Real {
			continue
		}
		if c.variant == 0 {
			c.what = fmt.Sprintf("%s = (…) with -%s", s.Out.Name, v.Name)
			s.Ins[i].Name += ".minus"
			return proc.Procedure{&proc.Call{Out: s.Ins[i], Func: prim.Neg, In: v}}
		}
		c.variant--
	}
	return nil
}

// Program is a program in which a primitive has the changed derivative: f calls it.
func Program(d *proc.Def) (*proc.Program, error) {
	_, base, _ := deriv.Apart(d.Name)
	s, err := sig(base)
	if err != nil {
		return nil, err
	}
	a, b := proc.Var{Name: "a", Type: s.In}, proc.Var{Name: "b", Type: s.Out}
	p := &proc.Program{}
	p.Add(&proc.Def{Name: proc.Name("f"), In: a, Out: b, Body: proc.Procedure{&proc.Call{Out: b, Func: base, In: a}}})
	p.Add(d)
	return p, nil
}

// differs says that a changed derivative gives another result at one of the points.
func differs(d *proc.Def) (bool, error) {
	changed, err := Program(d)
	if err != nil {
		return false, err
	}
	original := &proc.Program{}
	original.Add(changed.Lookup(proc.Name("f")))
	a, err := results(original)
	if err != nil {
		return false, err
	}
	b, err := results(changed)
	return a != b, err
}

// results are the derivatives of f at all points, as text.
func results(p *proc.Program) (string, error) {
	lib := pipeline.NewLibrary(p)
	m := interp.New(lib.Def)
	in := p.Lookup(proc.Name("f")).In.Type
	var b strings.Builder
	for _, point := range Points(in) {
		dot := data.Tuple(point, direction(in))
		for _, call := range []struct {
			f   proc.Func
			arg data.Value
		}{{deriv.Fwd.Of(proc.Name("f")), dot}, {deriv.Rev.Of(proc.Name("f")), data.Tuple(point, data.Real(0.7))}} {
			v, err := m.Call(call.f, nil, call.arg)
			if err != nil {
				return "", err
			}
			err = data.Walk(v, func(l data.Leaf) error {
				if l.Kind == data.RealLeaf { // 0 and -0 are the same here
					*l.Word = math.Float64bits(math.Float64frombits(*l.Word) + 0)
				}
				return nil
			})
			if err == nil {
				err = data.Write(&b, v)
			}
			if err != nil {
				return "", err
			}
		}
		b.WriteByte('\n')
	}
	return b.String(), nil
}

// Points are arguments of a primitive: numbers inside and at the edges of domains.
func Points(t proc.Type) []data.Value {
	reals := []float64{0, 1, -1, 0.5, -0.5, 0.3, -0.7, 2, -2, 1.3, -1.6, 3.7}
	ints := []int64{0, 1, 2, 3, -1, -2}
	var points []data.Value
	for _, part := range proc.Elems(t) {
		var more []data.Value
		if part == proc.Int {
			for _, n := range ints {
				more = append(more, data.Int(n))
			}
		} else {
			for _, x := range reals {
				more = append(more, data.Real(x))
			}
		}
		if points == nil {
			points = more
			continue
		}
		var all []data.Value
		for _, p := range points {
			for _, m := range more {
				all = append(all, data.Tuple(p, m))
			}
		}
		points = all
	}
	return slices.DeleteFunc(points, func(v data.Value) bool {
		// polygamma has no meaning for negative orders.
		return len(proc.Elems(t)) == 2 && proc.Elems(t)[0] == proc.Int && v.Part(0).Int64() < 0
	})
}

// direction is a tangent of an argument.
func direction(t proc.Type) data.Value {
	var parts []data.Value
	for i, part := range proc.Elems(t) {
		if part == proc.Int {
			parts = append(parts, data.Unit())
		} else {
			parts = append(parts, data.Real(0.9-1.7*float64(i)))
		}
	}
	return data.Tuple(parts...)
}

// Apply puts the changed derivative in the place of the right one, in the text
// of rules.proc.
func (r *Rule) Apply(text string) (string, error) {
	head := "def " + r.Def.Name.String() + " "
	from := strings.Index(text, head)
	if from < 0 {
		return "", fmt.Errorf("rules.proc has no %s", r.Def.Name)
	}
	to := len(text)
	if next := strings.Index(text[from+1:], "\ndef "); next >= 0 {
		to = from + 1 + next
	}
	return text[:from] + r.Def.String() + text[to:], nil
}
