package source

import (
	"fmt"
	"strings"
)

// What people type who know other languages, with what is meant here. These
// are hints only: the names among them may be names of variables and functions.

// foreignSigns are characters that mean nothing here.
var foreignSigns = map[rune]string{
	'&': "and is &&, of bits bitAnd(m, n)", '!': "not is the word not, unequal is !=",
	'%':  "the remainder is the word mod",
	'\'': "names begin with a letter or _", '$': "names have letters, digits, _ and '",
	'@': "the product of matrices is [sum(k < m) a[i, k] * b[k, j] for i < n, j < d]",
	'?': chooseHint, '~': "not is the word not",
	'×': "a product is a * b", '·': "a product is a * b", '÷': "a quotient is a / b", '−': "minus is -",
	'≤': "write <=", '≥': "write >=", '≠': "write !=", '→': "write ->", 'λ': lambdaHint,
	'π': "write pi", 'Σ': "a sum is sum(i < n) e", '∑': "a sum is sum(i < n) e", '√': "write sqrt(x)",
	'²': "a power is x^2", '³': "a power is x^3", '∞': infinityHint, '“': `quotes are "`, '”': `quotes are "`, '‘': `quotes are "`, '’': "quotes are \"; a name ends with '",
	'–': "minus is -", '—': "minus is -", '…': "indices are counted: i < n", '\u00a0': "this space is not an ordinary one: type it anew",
	'⋅': "a product is a * b", '∗': "a product is a * b", '½': "write 0.5", '∂': "a derivative is grad(f)(x)", '∇': "a gradient is grad(f)(x)",
}

// foreignTypes are names of types.
var foreignTypes = func() map[string]string {
	hints := map[string]string{"Unit": "did you mean ()?", "Complex": "a complex number is a pair (Real, Real)"}
	for mean, names := range map[string]string{
		"did you mean Real?":                         "Float float Double double real f32 f64 float32 float64 number Number num",
		"did you mean Int?":                          "Integer integer int Nat nat i32 i64 int32 int64 long uint size_t",
		"did you mean Bool?":                         "Boolean boolean bool",
		"an array is Real[n], a matrix Real[n, d]":   "Array array List list Vector vector Vec vec Matrix matrix Tensor tensor ndarray",
		"a sum type is Real + Int":                   "Either Result Variant Union union",
		"a Real that may be absent is Real + ()":     "Maybe Option Optional",
		"there are no texts: a choice can be an Int": "String string str Char char",
		"the result of nothing is ()":                "void Void",
	} {
		addAll(hints, names, mean)
	}
	return hints
}()

// foreignNames are names of values.
var foreignNames = func() map[string]string {
	hints := map[string]string{}
	for mean, names := range map[string]string{
		"did you mean true?":                      "True TRUE",
		"did you mean false?":                     "False FALSE",
		"did you mean pi?":                        "Pi PI M_PI",
		infinityHint:                              "inf Inf infinity Infinity INFINITY HUGE_VAL oo",
		"it is 0 / 0":                             "nan NaN NAN",
		"did you mean ()?":                        "None none null NULL nil unit",
		"e is exp(1), and a power of e is exp(x)": "e E",
		"the last element of v is v[size(v) - 1]": "end",
	} {
		addAll(hints, names, mean)
	}
	return hints
}()

// foreignFuncs are names of functions.
var foreignFuncs = func() map[string]string {
	hints := map[string]string{}
	for mean, names := range map[string]string{
		"did you mean log?":                                "ln Log logarithm",
		"did you mean logistic?":                           "sigmoid expit sigm",
		"did you mean lgamma?":                             "gammaln lngamma lnGamma loggamma logGamma lGamma",
		"did you mean digamma?":                            "psi diGamma",
		"did you mean atan2?":                              "arctan2",
		"did you mean asin?":                               "arcsin",
		"did you mean acos?":                               "arccos",
		"did you mean atan?":                               "arctan",
		"did you mean abs?":                                "fabs",
		"did you mean sign?":                               "sgn signum",
		"did you mean size?":                               "len length count numel rows shape",
		"did you mean real?":                               "float toReal toFloat double fromInt fromIntegral",
		"did you mean int?":                                "toInt truncate integer",
		"did you mean set?":                                "update replace setAt",
		"did you mean jacfwd or jacrev?":                   "jacobian jac",
		"did you mean hessian?":                            "hess Hessian",
		"did you mean grad?":                               "gradient diff derivative deriv",
		"did you mean nTimes?":                             "iterate repeat loop ntimes",
		"did you mean stopGradient?":                       "stop_gradient detach",
		"log to another base is log(x) / log(2)":           "log2 log10 logb",
		"a power of two is pow(2, x), or exp(x * log(2))":  "exp2",
		"an Int power is x^n, a Real one pow(x, y)":        "power",
		"a square is x^2":                                  "sqr square",
		"a cube root is pow(x, 1 / 3)":                     "cbrt",
		"rounding to the nearest is floor(x + 0.5)":        "round rint nint",
		"rounding up is -floor(-x)":                        "ceil ceiling",
		"Γ(x) is exp(lgamma(x)), for positive x":           "gamma Gamma tgamma factorial",
		"it is 1 - erf(x)":                                 "erfc",
		"it is max(x, 0)":                                  "relu ReLU",
		"it is log1p(exp(x))":                              "softplus",
		"it is sqrt(x^2 + y^2)":                            "hypot",
		"it is a mod b, or for Reals x - y * floor(x / y)": "fmod remainder rem",
		"it is a div b":                                    "floorDiv idiv quot",
		"write min(max(x, a), b)":                          "clamp clip",
		"did you mean max?":                                "maximum fmax",
		"did you mean min?":                                "minimum fmin",
		"write if c then a else b":                         "select where ifelse ite cond step heaviside Heaviside",
		"write a comprehension: [f(v[i]) for i < size(v)]": "map fmap vmap pmap zipWith zip map2",
		"write a comprehension: [e for i < n]":             "array vector list generate tabulate fromFunction",
		"the numbers 0 … n - 1 are [i for i < n]":          "range iota arange linspace enumerate",
		"write a comprehension: [0 for i < n], or [0 for i < n, j < d]":                                 "zeros ones fill full replicate empty",
		`write fold(\(acc, x). e, a, v), or sum(i < n) e`:                                               "foldl foldl' foldr reduce foldLeft",
		`the states of a fold are scan(\(acc, x). e, a, v)`:                                             "scanl accumulate cumsum cumprod",
		"a histogram is addAt([0 for _ < n], at, v)":                                                    "histogram bincount scatter scatter_add",
		"in a rule, split(f), pull(f) and zero(f) are of f, a parameter that is a function":             "split pull zero",
		"write product(i < size(v)) v[i]":                                                               "prod product",
		"write sum(i < n) u[i] * v[i]":                                                                  "dot inner inner_product",
		"write [sum(k < m) a[i, k] * b[k, j] for i < n, j < d]":                                         "matmul mm gemm mul multiply",
		"write sqrt(sum(i < n) v[i]^2)":                                                                 "norm norm2 l2norm",
		"write (sum(i < n) v[i]) / real(n)":                                                             "mean average avg",
		"subtract the maximum: let m = max(i < n) v[i] in m + log(sum(i < n) exp(v[i] - m))":            "logsumexp lse logSumExp",
		"did you mean concat?":                                                                          "concatenate append cat stack push",
		"let (a, b) = t in … takes a tuple apart":                                                       "fst snd first second",
		"did you mean sort?":                                                                            "sorted",
		"the index of the smallest element of v is argmin(i < size(v)) v[i]":                            "argmin",
		"the index of the largest element of v is argmax(i < size(v)) v[i]":                             "argmax",
		`trace("x", x) prints x, and is x`:                                                              "print printf println echo debug",
		"write sum(i < size(a)) a[i, i]":                                                                "trace tr",
		"write [if i == j then 1 else 0 for i < n, j < n]":                                              "eye identity",
		"write [if i == j then v[i] else 0 for i < n, j < n]; the diagonal of a is [a[i, i] for i < n]": "diag diagonal",
		"write [u[i] * v[j] for i < n, j < m]":                                                          "outer",
		"write [sum(k < m) a[i, k] * v[k] for i < n]":                                                   "matvec mv gemv",
		"write (sum(i < n) (v[i] - m)^2) / real(n), where m is the mean":                                "var variance std",
		"the last element of v is v[size(v) - 1]":                                                       "last",
		"x is NaN where x != x, and infinite where abs(x) == 1 / 0":                                     "isnan isinf isfinite is_nan",
		"draw the numbers outside, and make them a parameter":                                           "rand randn random normal uniform",
		"a text can only be the message of an assert(c, \"message\")":                                   "error raise throw",
	} {
		addAll(hints, names, mean)
	}
	return hints
}()

// addAll gives the words the hint.
func addAll(hints map[string]string, words, hint string) {
	for word := range strings.FieldsSeq(words) {
		hints[word] = hint
	}
}

// variableHint is the hint for a variable that there is not; "" if there is none.
func (r *resolver) variableHint(name string) string {
	plain := strings.TrimRight(name, "'")
	switch {
	case r.scope.lookupFunc(name) != nil || r.defs[name] != nil && !r.defs[name].Const || builtins[name] != nil || forms[name].parse != nil:
		return fmt.Sprintf("%s is a function and has to be applied: %s(…)", name, name)
	case foreignNames[name] != "":
		return foreignNames[name]
	case plain != name && r.scope.lookup(plain) != nil:
		return fmt.Sprintf("a ' is a part of a name; the transpose of a matrix is [a[j, i] for i < n, j < m], a derivative grad(f)(%s)", plain)
	}
	if r.imports[name] != nil {
		return fmt.Sprintf("%s is an import: its names are %s.name", name, name)
	}
	names := r.scope.varNames()
	for name := range r.imports {
		names[name] = true
	}
	if near := didYouMean(name, names); near != "" {
		return near
	}
	if hint := libraryHint(name); hint != "" {
		return hint
	}
	if name == "i" || name == "j" || name == "k" {
		return fmt.Sprintf("an index is bound by a loop: sum(%[1]s < n) e, max(%[1]s < n) e or [e for %[1]s < n]", name)
	}
	return ""
}

// funcHint is the hint for a function that there is not; "" if there is none.
func funcHint(name string) string {
	if plain := strings.TrimRight(name, "'"); plain != name && builtins[plain] != nil {
		return "a ' is a part of a name; a derivative is grad(f)(x), of a def f that calls " + plain
	}
	return foreignFuncs[name]
}

// foreignTokens are words and signs where they cannot be.
var foreignTokens = map[string]string{
	"and": "and is &&", "or": "or is ||",
	"elif": "write else if", "elsif": "write else if", "elseif": "write else if",
	"for":   "loops are sum(i < n) e, max(i < n) e, [e for i < n], fold, nTimes, while and ccl",
	"where": "local names are bound before: let x = e in …",
	"mod":   "write a mod b", "div": "write a div b",
	"->": lambdaHint,
	".":  "a field is r.name; exp(x) is a call, let (a, b) = t in … takes a tuple apart, size(v) is a size",
	"|":  "or is ||; the branches of a case are separated by a comma; |x| is abs(x); a sum type is A + B",
	"{":  braceHint, "}": braceHint,
}

// foreignFields are names after a point, as in v.size and np.inf.
var foreignFields = func() map[string]string {
	hints := map[string]string{}
	for mean, names := range map[string]string{
		"a size is size(v), of a matrix size(a, 0) and size(a, 1)": "size shape length len ndim",
		"write transpose(a), or a[j, i] where it is used":          "T t transpose",
		"write set(v, i, x)":          "set",
		"write sum(i < size(v)) v[i]": "sum",
		"write max(i < size(v)) v[i]": "max",
		"write min(i < size(v)) v[i]": "min",
		"write pi":                    "pi PI",
		"e is exp(1)":                 "e E",
		infinityHint:                  "inf Inf Infinity",
	} {
		addAll(hints, names, mean)
	}
	return hints
}()

// foreignTops are words that begin what other languages have beside functions.
var foreignTops = func() map[string]string {
	hints := map[string]string{}
	for mean, names := range map[string]string{
		"a type gets a name by type Points = Real[_, 3]": "type data struct class record typedef newtype enum interface typealias",
		"a constant is const c: Real = 3":                "let const var val constexpr global",
		"a file is imported by " + importExample + ", a module of the library by import linalg, and functions such as exp are always there": "import from using include module package open use require",
	} {
		addAll(hints, names, mean)
	}
	return hints
}()

// foreignStarts are words that others cannot follow.
var foreignStarts = map[string]string{
	"return": "the value of a function is the expression after its =, without a return",
	"lambda": lambdaHint,
	"fun":    lambdaHint,
	"fn":     lambdaHint,
	"rec":    "a def may call itself as it is",
	"while":  `write while(n, s, \s. c, \s. e): from s on, while c holds, n iterations at most`,
	"match":  "write case e of Inl x -> a, Inr y -> b",
	"switch": "write case e of Inl x -> a, Inr y -> b",
	"var":    "write let x = e in …", "const": "write let x = e in …", "val": "write let x = e in …",
}

// foreignPairs are two tokens that cannot follow each other.
var foreignPairs = map[[2]string]string{
	{"<", "<"}: "a shift is shiftLeft(n, k)", {">", ">"}: "a shift is shiftRight(n, k)",
	{"[", ":"}: viewHint, {",", ":"}: viewHint,
	{"/", "*"}: commentHint, {"(", "*"}: commentHint,
	{"+", "="}: changeHint, {"-", "="}: changeHint, {"*", "="}: changeHint, {"/", "="}: changeHint, {"+", "+"}: changeHint,
	{".", "*"}: elementwiseHint, {".", "/"}: elementwiseHint, {".", "+"}: elementwiseHint, {".", "-"}: elementwiseHint, {".", "^"}: elementwiseHint,
	{"*", "*"}: "a power is x^2", {"<", ">"}: "unequal is !=", {"==", "="}: "equality is ==", {"!=", "="}: "unequal is !=",
	{"/", "/"}: "a comment begins with --; Ints are divided by div", {":", "="}: "write =",
	{"=", ">"}: "write ->, or >= for at least", {"=", "<"}: "at most is <=",
}

const (
	commentHint     = "a comment begins with --, and ends with the line"
	braceHint       = "a body stands after =, without braces: def f(x: Real): Real = e; groups are (…), tuples (a, b), comprehensions [e for i < n], records { f: e }"
	infinityHint    = "infinity is 1 / 0"
	changeHint      = "nothing changes its value: let y = x + 1 in … gives the new one a name"
	elementwiseHint = "a * b works element by element where a or b is an array"
	chooseHint      = "write if c then a else b"
)

const rangeHint = "a range is lo ..< hi: lo, lo + 1, …, hi - 1"

const filterHint = "a comprehension has an element for each index: [if c then e else 0 for i < n]; a sum over some is sum(i < n) (if c then e else 0)"

const viewHint = "a row of a is a[i], a column a[_, j], a part of v v[lo ..< hi]"

const lambdaHint = `a function is \x. e, or is bound by let f(x) = …`

// mistake is the hint for the current token, which cannot be there.
func (p *parser) mistake() string {
	here := p.text()
	if p.at > 0 {
		before := p.tokens[p.at-1]
		text := p.textOf(before)
		if here == "." && p.isAt(p.peek(1), ".") {
			return rangeHint
		}
		if before.kind == tokInt && here == "." {
			return "a Real has digits after its point: " + p.describe(before)[len("the number "):] + ".0"
		}
		if hint := p.fieldHint(); hint != "" {
			return hint
		}
		if hint := foreignPairs[[2]string{text, here}]; hint != "" {
			return hint
		}
		if hint := foreignPairs[[2]string{here, p.textOf(p.peek(1))}]; hint != "" {
			return hint
		}
		if p.startsExpr(p.tok()) && before.kind == tokName && foreignStarts[text] != "" {
			return foreignStarts[text]
		}
	}
	if p.tok().kind == tokString {
		return "a text can only be the message of an assert"
	}
	return foreignTokens[here]
}

// fieldHint is what is meant by a point and the name after it; "" if that is not known.
func (p *parser) fieldHint() string {
	if k := p.peek(1).kind; !p.is(".") || k != tokName && k != tokWord {
		return ""
	}
	name := p.textOf(p.peek(1))
	if hint := foreignFields[name]; hint != "" {
		return hint
	}
	if builtins[name] != nil {
		return "there are no modules: write " + name + "(x)"
	}
	return foreignFuncs[name]
}

// argumentHint is the hint for the function whose arguments should begin here;
// "" if there is none.
func (p *parser) argumentHint() string {
	if p.at < 2 || !p.isAt(p.tokens[p.at-1], "(") {
		return ""
	}
	return foreignFuncs[p.textOf(p.tokens[p.at-2])]
}

// closesIndices reports whether the bracket before the current token closes
// one with an index, as in product(i < n) v[i].
func (p *parser) closesIndices() bool {
	for at := p.at - 2; at > 0; at-- {
		if int(p.tokens[at].match) == p.at-1 {
			return p.isAt(p.tokens[min(at+2, p.at)], "<")
		}
	}
	return false
}

// isTypeName reports whether a name is that of a type, here or elsewhere.
func isTypeName(name string) bool {
	_, known := typeNames[name]
	return known || foreignTypes[name] != ""
}

// properType is the type that a name of isTypeName means here.
func properType(name string) string {
	mean, ok := strings.CutPrefix(foreignTypes[name], "did you mean ")
	if !ok {
		return name
	}
	return strings.TrimSuffix(mean, "?")
}

// filters says that a condition follows where a loop should, as in [v[i] for i < n, v[i] > 0].
func (p *parser) filters() bool {
	for k := p.at; k < len(p.tokens); k++ {
		t := p.tokens[k]
		switch {
		case p.isAt(t, "[") || p.isAt(t, "("):
			k = max(k, int(t.match))
		case t.kind == tokEOF, p.isAt(t, ","), p.isAt(t, "]"), p.isAt(t, ")"):
			return false
		case p.isAt(t, "<"), p.isAt(t, ">"), p.isAt(t, "<="), p.isAt(t, ">="), p.isAt(t, "=="), p.isAt(t, "!="):
			return true
		}
	}
	return false
}

// indexHint says how to write the loop whose index or bound is wrong here.
func (p *parser) indexHint() string {
	indexed := p.isName()
	switch next := p.peek(1); {
	case indexed && p.isAt(next, "in") && p.peek(2).kind == tokName && !p.isAt(p.peek(3), "("):
		return fmt.Sprintf("write %[1]s < n, which is %[1]s = 0, …, n - 1, or %[1]s in lo ..< hi; the elements of an array are %[2]s[%[1]s] for %[1]s < size(%[2]s)", p.text(), p.textOf(p.peek(2)))
	case indexed && p.isAt(next, "in"):
		return fmt.Sprintf("write %[1]s < n, which is %[1]s = 0, …, n - 1, or %[1]s in lo ..< hi", p.text())
	case indexed && p.isAt(next, "<="):
		return fmt.Sprintf("write %s < n + 1: an index begins at 0 and ends before its bound", p.text())
	case indexed && p.isAt(next, "="):
		return fmt.Sprintf("write %s < n: an index begins at 0", p.text())
	case indexed && p.isAt(next, "[") && next.match > 0 && p.isAt(p.tokens[min(int(next.match)+1, len(p.tokens)-1)], "for"):
		return "what is summed stands after the brackets: sum(i < n) e"
	case p.isAt(p.tokens[p.at-1], ",") && p.filters():
		return filterHint
	case p.isAt(p.tokens[p.at-1], ","):
		return "what is summed stands after the brackets: sum(i < n) e"
	}
	return "the sum of the elements of v is sum(i < size(v)) v[i]"
}
