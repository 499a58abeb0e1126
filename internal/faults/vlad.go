package faults

const (
	vladTerm  = "papers/vlad/free.go"
	vladSens  = "papers/vlad/sensitivity.go"
	vladTag   = "papers/vlad/tag.go"
	vladRev   = "papers/vlad/reverse.go"
	vladEval  = "papers/vlad/eval.go"
	vladBasis = "papers/vlad/basis.go"
	vladPrim  = "papers/vlad/primitive.go"
	vladParse = "papers/vlad/parse.go"
)

// Vlad are the faults in the rules of paper 3: at least one in each rule.
var Vlad = []Row{
	{Name: "vlad: F λ, the order of variables", File: vladTerm, In: "SortStableFunc(", Old: "a.id - b.id", New: "b.id - a.id"},
	{Name: "vlad: 0 r", File: vladSens, In: "// 0 r", Old: "0.0", New: "1.0"},
	{Name: "vlad: 0 ^v", File: vladSens, In: "// 0 ^v", Old: "J(m.Zero(v.Of))", New: "m.Zero(v.Of)"},
	{Name: "vlad: 0 t", File: vladSens, In: "// 0 t", Old: "Nil{}", New: "v"},
	{Name: "vlad: 0 <s, e>", File: vladSens, In: "// 0 <s", Old: "m.Zero(x)", New: "x"},
	{Name: "vlad: 0 (v1 ←J v2)", File: vladSens, In: "// 0 (v1", Old: "v.Primal", New: "v.Rule"},
	{Name: "vlad: (v1 ←J v2) ⊕ v", File: vladSens, In: "// (v1", Old: "a.Primal", New: "a.Rule"},
	{Name: "vlad: v ⊕ (v1 ←J v2)", File: vladSens, In: "// v ⊕", Old: "a.Primal", New: "a.Rule"},
	{Name: "vlad: [] ⊕ []", File: vladSens, In: "// [] ⊕", Old: "if w == v", New: "if w != v"},
	{Name: "vlad: r1 ⊕ r2", File: vladSens, In: "// r1 ⊕", Old: "a + b", New: "a - b"},
	{Name: "vlad: ^v1 ⊕ ^v2", File: vladSens, In: "// ^v1 ⊕", Old: "return J(m.Plus(a.Of, b.Of))", New: "return b"},
	{Name: "vlad: t ⊕ t", File: vladSens, In: "// t ⊕", Old: "if w == v", New: "if w != v"},
	{Name: "vlad: <s1, e> ⊕ <s2, e>", File: vladSens, In: "// <s1, e>", Old: "m.Plus(a.Env[i], b.Env[i])", New: "a.Env[i]"},
	{Name: "vlad: [..]_^x", File: vladSens, In: "// list is", Old: "return J(", New: "return Value("},
	{Name: "vlad: J' ^v", File: vladTag, In: "// J' ^v", Old: "return v.Of", New: "return v"},
	{Name: "vlad: J' (v1 ←J v2)", File: vladTag, In: "// J' (v1", Old: "Untag(v.Primal), v", New: "v.Primal, v"},
	{Name: "vlad: J (J' w) = w", File: vladTag, In: "// J' (v1", Old: "Untag(v.Primal), v", New: "Untag(v.Primal), v.Rule"},
	{Name: "vlad: J <s, e>, its variables", File: vladTag, In: "// <^s, ^e>", Old: "= J(x)", New: "= x"},
	{Name: "vlad: J (v1 ←J v2)", File: vladTag, In: "// J (v1 ←J v2) = v2\n\t\t", Old: "v.Rule", New: "m.applied(&Tagged{Of: v.Primal})"},
	{Name: "vlad: ^^v", File: vladTag, In: "// ^^v", Old: "m.applied(&Tagged{Of: m.applied(v)})", New: "m.applied(v)"},
	{Name: "vlad: φ of a variable", File: vladRev, In: "// φ{xi = xj} ", Old: "m.reversed(b, e.X)", New: "e.X"},
	{Name: "vlad: φ of a call, value", File: vladRev, In: "// φ{xi = xj xk}", Old: `"Car"`, New: `"Cdr"`},
	{Name: "vlad: φ of a call, backpropagator", File: vladRev, In: "// φ{xi = xj xk}", Old: `"Cdr"`, New: `"Car"`},
	{Name: "vlad: φ of λ", File: vladRev, In: "// φ{xi = λx.e}", Old: "m.Reverse(e)", New: "e"},
	{Name: "vlad: ρ of a variable", File: vladRev, In: "// ρ{xi = xj} ", Old: "add(e.X, out)", New: "_ = out"},
	{Name: "vlad: ρ of a call, function", File: vladRev, In: "// ρ{xi = xj xk}", Old: `add(e.F, b.call(m.global("Car"), both))`, New: ""},
	{Name: "vlad: ρ of a call, argument", File: vladRev, In: "// ρ{xi = xj xk}", Old: `add(e.X, b.call(m.global("Cdr"), both))`, New: ""},
	{Name: "vlad: ρ of λ", File: vladRev, In: "// ρ{xi = λx.e}", Old: `list = b.call(m.global("Cdr"), list)`, New: ``},
	{Name: "vlad: ρ replaces", File: vladRev, In: ") rho(", Old: `b.call(m.global("⊕"), m.pairOf(b, bar[x], d))`, New: "d"},
	{Name: "vlad: _e, from the first", File: vladRev, In: ") backwards(", Old: "l.Lets[i], bar", New: "l.Lets[len(l.Lets)-1-i], bar"},
	{Name: "vlad: _e, captured", File: vladRev, In: "captured := ", Old: "bar[x]", New: "bar[l.Param]\n\t\t_ = x"},
	{Name: "vlad: _e, the tag of its list", File: vladRev, In: "captured := ", Old: "l.Level", New: "0"},
	{Name: "vlad: ^e is tagged once", File: vladRev, In: "func (m *Machine) Reverse(", Old: "l.Level+1", New: "1"},
	{Name: "vlad: A (v1 ←J v2)", File: vladEval, In: "case *Attach:", Old: "f.Primal", New: "f.Rule"},
	{Name: "vlad: A <s, e>", File: vladEval, In: "s[l.Param] = v", Old: "= v", New: "= f.Env"},
	{Name: "vlad: A (←J)", File: vladPrim, In: "// A (←J)", Old: `m.pick("Car", z), m.pick("Cdr", z)`, New: `m.pick("Cdr", z), m.pick("Car", z)`},
	{Name: "vlad: ^u", File: vladBasis, In: `{"exp"`, Old: "exp x * y", New: "x * y"},
	{Name: "vlad: ^b", File: vladBasis, In: `{"*"`, Old: "[Cdr z * y, Car z * y]", New: "[Car z * y, Cdr z * y]"},
	{Name: "vlad: ^p", File: vladBasis, In: `{"null"`, Old: "zero x", New: "x"},
	{Name: "vlad: ^q", File: vladBasis, In: `{"<"`, Old: "zero z", New: "z"},
	{Name: "vlad: ^0", File: vladBasis, In: `{"zero"`, Old: "([], zero x)", New: "([], x)"},
	{Name: "vlad: ^⊕", File: vladBasis, In: `{"⊕"`, Old: "[y, y]", New: "[y, zero y]"},
	{Name: "vlad: ^J", File: vladBasis, In: `{"J"`, Old: "J' y", New: "y"},
	{Name: "vlad: ^J'", File: vladBasis, In: `{"J'"`, Old: "J y)", New: "y)"},
	{Name: "vlad: ^(←J), the function", File: vladBasis, In: `{"←J"`, Old: "[y,", New: "[zero y,"},
	{Name: "vlad: ^(←J) as printed", File: vladBasis, In: `{"←J"`, Old: "zero (Cdr z)", New: "J y"},
	{Name: "vlad: the binder J x captures nothing", File: vladParse, In: "// λ(J x).e:", Old: "l.Level = 1", New: "l.Level = 0"},
}
