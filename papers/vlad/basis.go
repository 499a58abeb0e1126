package vlad

// basis are the definitions of the initial environment: pairs, the gradient, and ^t of
// each primitive t, named ^t. A binder λ(J x).e takes w, and x = J' w.
// A sensitivity of a pair is a list of two.
const basis = `
def Cons = \x1. \x2. \x. x x1 x2
def Car = \x. x (\x1. \x2. x1)
def Cdr = \x. x (\x1. \x2. x2)
def grad = \f. \x. Cdr ((Cdr ((J f) (J x))) 1)
def pi = 3.141592653589793
`

// derivatives are ^t for each primitive t.
var derivatives = []struct{ Prim, Term string }{
	// ^u = λ(J x). (J (u x), λ_y. ([], D u x * _y))
	{"exp", `\(J x). (J (exp x), \y. ([], exp x * y))`},
	{"log", `\(J x). (J (log x), \y. ([], 1 / x * y))`},
	{"sin", `\(J x). (J (sin x), \y. ([], cos x * y))`},
	{"cos", `\(J x). (J (cos x), \y. ([], (0 - sin x) * y))`},
	{"sqrt", `\(J x). (J (sqrt x), \y. ([], 1 / (2 * sqrt x) * y))`},
	{"abs", `\(J x). (J (abs x), \y. ([], sign x * y))`},
	{"sign", `\(J x). (J (sign x), \y. ([], 0))`},
	// ^b = λ(J z). (J (b z), λ_y. ([], [D1 b z * _y, D2 b z * _y]))
	{"+", `\(J z). (J (Car z + Cdr z), \y. ([], [y, y]))`},
	{"-", `\(J z). (J (Car z - Cdr z), \y. ([], [y, 0 - y]))`},
	{"*", `\(J z). (J (Car z * Cdr z), \y. ([], [Cdr z * y, Car z * y]))`},
	{"/", `\(J z). (J (Car z / Cdr z), \y. ([], [1 / Cdr z * y, (0 - Car z) / (Cdr z * Cdr z) * y]))`},
	// ^p = λ(J x). (J (p x), λ_y. ([], 0 x))
	{"null", `\(J x). (J (null x), \y. ([], zero x))`},
	// ^q = λ(J z). (J (q z), λ_y. ([], 0 z))
	{"<", `\(J z). (J (Car z < Cdr z), \y. ([], zero z))`},
	// ^0 = λ(J x). (J (0 x), λ_y. ([], 0 x))
	{"zero", `\(J x). (J (zero x), \y. ([], zero x))`},
	// ^⊕ = λ(J z). (J (⊕ z), λ_y. ([], [_y, _y]))
	{"⊕", `\(J z). (J (Car z ⊕ Cdr z), \y. ([], [y, y]))`},
	// ^J = λ(J x). (J (J x), λ_y. ([], J' _y))
	{"J", `\(J x). (J (J x), \y. ([], J' y))`},
	// ^J' = λ(J x). (J (J' x), λ_y. ([], J _y))
	{"J'", `\(J x). (J (J' x), \y. ([], J y))`},
	// ^(←J) = λ(J z). (J (←J z), λ_y. ([], [_y, 0 x2])); printed: (_y, J _y)
	{"←J", `\(J z). (J (Car z ←J Cdr z), \y. ([], [y, zero (Cdr z)]))`},
}

// New is a machine with the primitives and the basis.
func New() *Machine {
	m := &Machine{globals: map[string]*Global{}}
	prim := func(name string, f func(*Machine, Value) Value) {
		m.global(name).Value = &Prim{Name: name, apply: f, rule: m.global("^" + name)}
	}
	for name, f := range unary {
		prim(name, func(_ *Machine, v Value) Value { return f(real(v)) })
	}
	for name, f := range binary {
		prim(name, func(m *Machine, z Value) Value { return f(real(m.pick("Car", z)), real(m.pick("Cdr", z))) })
	}
	for name, f := range structural {
		prim(name, f)
	}
	m.must(m.Define(basis))
	for _, d := range derivatives {
		v, err := m.Eval(d.Term)
		m.must(err)
		m.global("^" + d.Prim).Value = v
	}
	return m
}

func (m *Machine) must(err error) {
	if err != nil {
		panic(err)
	}
}

// global is the name of s0.
func (m *Machine) global(name string) *Global {
	g := m.globals[name]
	if g == nil {
		g = &Global{Name: name}
		m.globals[name] = g
	}
	return g
}
