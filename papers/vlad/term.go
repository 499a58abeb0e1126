package vlad

// A Var is a variable. Its reverse variable stands for J of it.
type Var struct {
	Name    string
	id      int
	reverse *Var
}

// Reverse is the variable tagged once more.
func (v *Var) Reverse() *Var {
	if v.reverse == nil {
		v.reverse = &Var{Name: "^" + v.Name, id: v.id}
	}
	return v.reverse
}

// An Atom is a *Var, a *Global or a Value.
type Atom any

// A Global is a name of the initial environment s0. Its definition may use itself.
type Global struct {
	Name  string
	Value Value
}

// An Expr is what A-normal form binds: *Copy, *Call or *Lambda.
type Expr any

// Copy is xj.
type Copy struct{ X Atom }

// Call is xj xk.
type Call struct{ F, X Atom }

// A Let is let Var = Expr.
type Let struct {
	Var  *Var
	Expr Expr
}

// A Lambda is λ x0. let x1 = e1 .. let xn = en in xn, n ≥ 1.
type Lambda struct {
	Param *Var
	Lets  []Let
	Free  []*Var // B(λx.e), in their order
	Level int    // how often Param is tagged

	primal  *Lambda // what this is the transformation of, if it is one
	reverse *Lambda // its transformation, once made
}

// out is xn.
func (l *Lambda) out() *Var { return l.Lets[len(l.Lets)-1].Var }

// A builder makes the body of a λ-term.
type builder struct {
	fresh *int
	lets  []Let
}

func (b *builder) newVar(name string) *Var {
	*b.fresh++
	return &Var{Name: name, id: *b.fresh}
}

func (b *builder) bind(name string, e Expr) *Var {
	v := b.newVar(name)
	b.lets = append(b.lets, Let{v, e})
	return v
}

// call is f x1 .. xn.
func (b *builder) call(f Atom, xs ...Atom) Atom {
	for _, x := range xs {
		f = b.bind("t", &Call{f, x})
	}
	return f
}

// lambda ends the body with out.
func (b *builder) lambda(param *Var, out Atom, level int) *Lambda {
	if n := len(b.lets); n == 0 || out != Atom(b.lets[n-1].Var) {
		b.bind("r", &Copy{out})
	}
	l := &Lambda{Param: param, Lets: b.lets, Level: level}
	l.Free = free(l)
	return l
}
