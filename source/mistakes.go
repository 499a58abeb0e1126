package source

import (
	"fmt"
	"strings"
)

// What people type who know other languages, with what is meant here. These
// are hints only: the names among them may be names of variables and functions.

// foreignSigns are characters that mean nothing here.
var foreignSigns = map[rune]string{
	'&': "and is &&", '|': "or is ||; the branches of a case are separated by a comma; |x| is abs(x)", '!': "not is the word not, unequal is !=",
	'%': "the remainder is the word mod", '#': "a comment begins with --",
	'{': "groups are (…), tuples (a, b), comprehensions [e for i < n]", '}': "groups are (…), tuples (a, b), comprehensions [e for i < n]",
	'\'': "names begin with a letter or _", '$': "names have letters, digits, _ and '",
	'@': "the product of matrices is [sum(k < m) a[i, k] * b[k, j] for i < n, j < d]",
	'?': "write if c then a else b", '~': "not is the word not",
	'×': "a product is a * b", '·': "a product is a * b", '÷': "a quotient is a / b", '−': "minus is -",
	'≤': "write <=", '≥': "write >=", '≠': "write !=", '→': "write ->", 'λ': lambdaHint,
	'π': "write pi", 'Σ': "a sum is sum(i < n) e", '∑': "a sum is sum(i < n) e", '√': "write sqrt(x)",
	'²': "a power is x^2", '³': "a power is x^3", '∞': "infinity is 1 / 0", '“': `quotes are "`, '”': `quotes are "`,
}

// foreignTypes are names of types.
var foreignTypes = func() map[string]string {
	hints := map[string]string{"Unit": "did you mean ()?", "Complex": "a complex number is a pair (Real, Real)"}
	for mean, names := range map[string]string{
		"did you mean Real?":                       "Float float Double double real f32 f64 float32 float64 number Number num",
		"did you mean Int?":                        "Integer integer int Nat nat i32 i64 int32 int64 long uint size_t",
		"did you mean Bool?":                       "Boolean boolean bool",
		"an array is Real[n], a matrix Real[n, d]": "Array array List list Vector vector Vec vec Matrix matrix Tensor tensor",
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
		"infinity is 1 / 0":                       "inf Inf infinity Infinity INFINITY",
		"it is 0 / 0":                             "nan NaN NAN",
		"did you mean ()?":                        "None none null NULL nil unit",
		"e is exp(1), and a power of e is exp(x)": "e E",
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
		"write a comprehension: [0 for i < n], or [0 for i < n, j < d]":                              "zeros ones fill full replicate empty eye",
		`write fold(\(acc, x). e, a, v), or sum(i < n) e`:                                            "foldl foldl' foldr reduce scan scanl accumulate foldLeft",
		`write fold(\(p, x). p * x, 1, v)`:                                                           "prod product",
		"write sum(i < n) u[i] * v[i]":                                                               "dot inner inner_product",
		"write [sum(k < m) a[i, k] * b[k, j] for i < n, j < d]":                                      "matmul mm gemm mul multiply",
		"write [a[j, i] for i < n, j < m], or a[j, i] where it is used":                              "transpose",
		"write sqrt(sum(i < n) v[i]^2)":                                                              "norm norm2 l2norm",
		"write (sum(i < n) v[i]) / real(n)":                                                          "mean average avg",
		"subtract the maximum: let m = max(i < n) v[i] in m + log(sum(i < n) exp(v[i] - m))":         "logsumexp lse logSumExp",
		"write [if i < n then u[i] else v[i - n] for i < n + m]":                                     "concat concatenate append cat stack push",
		"let (a, b) = t in … takes a tuple apart":                                                    "fst snd first second",
		"there is no sorting: an order can be data, as an Int[n]":                                    "sort argsort sorted",
		`write fold(\((m, k), i). if v[i] > m then (v[i], i) else (m, k), (v[0], 0), [i for i < n])`: "argmax argmin",
		"there is no output but the value of the function":                                           "print printf trace echo",
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
	".":  "there are no fields or modules: exp(x) is a call, let (a, b) = t in … takes a tuple apart, size(v) is a size",
}

// foreignStarts are words that others cannot follow.
var foreignStarts = map[string]string{
	"return": "the value of a function is the expression after its =, without a return",
	"lambda": lambdaHint,
	"fun":    lambdaHint,
	"fn":     lambdaHint,
	"rec":    "nothing is recursive: repeat with nTimes, while or fold",
	"while":  `write while(n, s, \s. c, \s. e): from s on, while c holds, n turns at most`,
	"match":  "write case e of Inl x -> a, Inr y -> b",
	"switch": "write case e of Inl x -> a, Inr y -> b",
	"var":    "write let x = e in …", "const": "write let x = e in …", "val": "write let x = e in …",
}

// foreignPairs are two tokens that cannot follow each other.
var foreignPairs = map[[2]string]string{
	{"<", "<"}: "there are no shifts: multiply, or use div", {">", ">"}: "there are no shifts: multiply, or use div",
	{"[", ":"}: viewHint, {",", ":"}: viewHint,
	{"/", "*"}: commentHint, {"(", "*"}: commentHint,
	{"*", "*"}: "a power is x^2", {"<", ">"}: "unequal is !=", {"==", "="}: "equality is ==", {"!=", "="}: "unequal is !=",
	{"/", "/"}: "a comment begins with --; Ints are divided by div", {":", "="}: "write =",
	{"=", ">"}: "write ->, or >= for at least", {"=", "<"}: "at most is <=",
}

const commentHint = "a comment begins with --, and ends with the line"

const viewHint = "a row of a is a[i], a column [a[i, j] for i < n]"

const lambdaHint = `lambdas stand only in fold(\(acc, x). e, a, v), nTimes(n, s, \s. e), while(n, s, \s. c, \s. e), ccl(n, s, \(i, s). e) and build(n, \i. e); other functions are bound by let f(x) = …`

// mistake is the hint for the current token, which cannot be there.
func (p *parser) mistake() string {
	here := p.text()
	if p.at > 0 {
		before := p.tokens[p.at-1]
		text := p.textOf(before)
		if hint := foreignPairs[[2]string{text, here}]; hint != "" {
			return hint
		}
		if hint := foreignPairs[[2]string{here, p.textOf(p.peek(1))}]; hint != "" {
			return hint
		}
		if before.kind == tokInt && here == "." {
			return "a Real has digits after its point: " + p.describe(before)[len("the number "):] + ".0"
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

// namedHint says how to write op(f …) where f is not all that stands there.
func (p *parser) namedHint(op string, f *FuncRef) string {
	if p.is(",") {
		return fmt.Sprintf("write %s(%s)(…)", op, f)
	}
	return fmt.Sprintf("name the expression, def g(…): Real = …, and write %s(g)(…)", op)
}

// indexHint says how to write the loop whose index or bound is wrong here.
func (p *parser) indexHint() string {
	indexed := p.isName()
	switch next := p.peek(1); {
	case indexed && p.isAt(next, "in"):
		return fmt.Sprintf("write %[1]s < n, which is %[1]s = 0, …, n - 1", p.text())
	case indexed && p.isAt(next, "<="):
		return fmt.Sprintf("write %s < n + 1: an index begins at 0 and ends before its bound", p.text())
	case indexed && p.isAt(next, "="):
		return fmt.Sprintf("write %s < n: an index begins at 0", p.text())
	case p.isAt(p.tokens[p.at-1], ","):
		return "what is summed stands after the brackets: sum(i < n) e"
	}
	return "the sum of the elements of v is sum(i < size(v)) v[i]"
}
