package source

import (
	"fmt"
	"sync"

	"procad/internal/diag"
)

// A Meaning is what a function of the library does, in the language itself: the checker
// puts a copy of it in the place of a call.
//
//	f(a1, …, an) = let x1 = a1; …; xn = an in e        if f(x1, …, xn) = e
type Meaning struct {
	Name   string
	params string
	text   string
	types  func(c *checker, e *Call, given []Type) bool // says what is wrong with the arguments

	once   sync.Once
	parsed *LocalFunc
}

// meanings are the functions of the library that are written in the language. A program
// may have functions of these names, which are then meant.
var meanings = []*Meaning{
	{Name: "transpose", params: "a", types: (*checker).givenMatrix,
		text: "[a[j, i] for i < size(a, 1), j < size(a)]"},

	// A merge sort from below, which keeps the order of what is equal. Runs of w elements are
	// sorted; the next place k takes the lesser of the elements a and b that two runs have left.
	{Name: "argsort", params: "v", types: (*checker).givenNumbers, text: `
		let n = size(v);
		    less(i, j) = v[i] < v[j] || v[i] == v[i] && v[j] != v[j];
		    (order, _) = while(64, ([i for i < n], 1), \(_, w). w < n, \(p, w).
		      let (q, _, _) = fold(\((q, a, b), k).
		            let from = k - k mod (2 * w);
		                middle = min(from + w, n);
		                i = if k == from then from else a;
		                j = if k == from then middle else b;
		                first = i < middle && (j >= min(from + 2 * w, n) || not less(p[j], p[i])) in
		            (set(q, k, p[if first then i else j]), if first then i + 1 else i, if first then j else j + 1),
		            ([0 for _ < n], 0, 0), [k for k < n]) in
		      (q, 2 * w)) in
		order`},

	{Name: "sort", params: "v", types: (*checker).givenNumbers,
		text: "let order = argsort(v) in [v[order[i]] for i < size(v)]"},

	// What both have counts twice in m + n.
	{Name: "bitOr", params: "m, n", types: (*checker).givenInts, text: "m + n - bitAnd(m, n)"},
	{Name: "bitXor", params: "m, n", types: (*checker).givenInts, text: "m + n - 2 * bitAnd(m, n)"},
	{Name: "bitNot", params: "n", types: (*checker).givenInts, text: "-1 - n"},

	// What has no lambda first.
	{Name: "scan", params: "f, a, v", types: (*checker).givenStep, text: "scan(\\(acc, x). f(acc, x), a, v)"},

	{Name: "addAt", params: "a, at, v", types: (*checker).givenAdditions, text: `
		let n = size(at);
		    _ = assert(size(v) == n, "addAt takes a value for each index") in
		ccl(n, a, \(k, s). set(s, at[k], s[at[k]] + v[k]))`},
}

func init() {
	for _, m := range meanings {
		params := make([]shape, 1)
		for _, c := range m.params {
			if c == ',' {
				params = append(params, real)
			}
		}
		builtins[m.Name] = &Builtin{Name: m.Name, Params: params, Meaning: m}
	}
	builtins["concat"] = &Builtin{Name: "concat", Params: []shape{real, real}, own: (*checker).concat}
}

// function is the parsed and resolved text of m.
func (m *Meaning) function() *LocalFunc {
	m.once.Do(func() {
		src := &diag.Source{Name: m.Name, Text: "def library(): Int = let meaning(" + m.params + ") = " + m.text + " in 0"}
		prog, err := Parse(src)
		if err == nil {
			rep := &reporter{file: m.Name, seen: map[seenKey]bool{}}
			resolve(prog, rep)
			err = rep.errs.Err()
		}
		if err != nil {
			panic(err)
		}
		m.parsed = prog.Defs[0].Body.(*Let).Binds[0].(*LocalFunc)
	})
	return m.parsed
}

// An Expansion is the meaning of a call, with variables for the arguments.
type Expansion struct {
	Params []*Var
	Body   Expr
}

// meaning checks a call of a function that is written in the language.
func (c *checker) meaning(e *Call, m *Meaning) Type {
	types := c.exprList(e.Args)
	f := m.function()
	if len(types) != len(f.Params) {
		return c.arity(e, len(f.Params))
	}
	for _, t := range types {
		if prune(t) == invalid {
			return invalid
		}
	}
	if !m.types(c, e, types) {
		return invalid
	}
	k := &copier{c: c, vars: map[*Var]*Var{}, funcs: map[*LocalFunc]*LocalFunc{}, at: &e.pos}
	params, _, _ := k.function(f)
	e.Expansion = &Expansion{Body: k.expr(f.Body)}
	for i, p := range params {
		c.declare(p.Var, types[i])
		e.Expansion.Params = append(e.Expansion.Params, p.Var)
	}
	return c.expr(e.Expansion.Body)
}

func (c *checker) arity(e *Call, n int) Type {
	c.errorf(e.pos, CodeArity, "%s takes %s, but there %s", e.Name, count(n, "argument"), areGiven(len(e.Args)))
	return invalid
}

func (c *checker) givenInts(e *Call, types []Type) bool {
	for k, t := range types {
		if !c.want(e.Args[k], t, Int, fmt.Sprintf("argument %d of %s", k+1, e.Name)) {
			return false
		}
	}
	return true
}

func (c *checker) givenMatrix(e *Call, types []Type) bool {
	a := c.array(e.Args[0], types[0])
	if a != nil && a.Rank != 2 {
		c.errorf(Start(e.Args[0]), CodeTypeMismatch, "%s takes an array of two dimensions, but this is %s", e.Name, a).
			Hintf("other orders of indices are comprehensions: [a[j, i, k] for i < n, j < m, k < d]")
	}
	return a != nil && a.Rank == 2
}

func (c *checker) givenNumbers(e *Call, types []Type) bool {
	return c.numbers(e, 0, types[0], "")
}

// numbers makes sure that an argument is an array of one dimension of Reals or Ints.
func (c *checker) numbers(e *Call, k int, t Type, hint string) bool {
	if t := prune(t); hint != "" && isNumber(t) {
		c.errorf(Start(e.Args[k]), CodeNotArray, "an array is needed, but this is %s", t).Hintf("%s", hint)
		return false
	}
	a := c.array(e.Args[k], t)
	if a == nil {
		return false
	}
	if a.Rank == 1 && isNumber(prune(a.Elem)) {
		return true
	}
	c.errorf(Start(e.Args[k]), CodeTypeMismatch, "%s takes an array of one dimension of Reals or Ints, but this is %s", e.Name, a).
		Hintf("%s", hint)
	return false
}

func (c *checker) givenAdditions(e *Call, types []Type) bool {
	if !c.numbers(e, 0, types[0], "") || !c.numbers(e, 2, types[2], "one value for all is [x for _ < size(at)]") {
		return false
	}
	if !c.want(e.Args[1], types[1], ArrayOf(Int, 1), "argument 2 of addAt") {
		return false
	}
	return c.want(e.Args[2], types[2], types[0], "argument 3 of addAt")
}

// concat checks arrays one after the other.
//
//	u : σ[r sizes]      v : σ[r sizes]      …
//	─────────────────────────────────────────
//	concat(u, v, …) : σ[r sizes]
func (c *checker) concat(e *Call) Type {
	types := c.exprList(e.Args)
	if len(types) < 2 {
		c.errorf(e.pos, CodeArity, "concat takes two arrays or more, but there %s", areGiven(len(types)))
		return invalid
	}
	for k, t := range types {
		if c.array(e.Args[k], t) == nil {
			return invalid
		}
		if !unify(t, types[0]) {
			msg := c.errorf(Start(e.Args[k]), CodeTypeMismatch, "concat joins arrays of one type, but this is %s, and the first is %s", prune(t), prune(types[0]))
			if a, b := prune(t).(*Array), prune(types[0]).(*Array); a.Rank+1 == b.Rank {
				msg.Hintf("a row is [row], an array of one row")
			}
			return invalid
		}
	}
	return types[0]
}
