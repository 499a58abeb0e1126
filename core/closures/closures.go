package closures

import (
	"fmt"

	"procad/core"
	"procad/internal/diag"
)

// CodeFunction is of a program whose functions cannot be made data.
const CodeFunction = "function-value"

// Bounds of what is made of a program.
const (
	maxTerms = 1_000_000 // in copies
	maxDepth = 100       // of functions that are captured by others
	maxCalls = 100       // of a function that gives a function, in itself
)

// Program makes data of the functions in p. The error is a *diag.Error.
func Program(p *core.Program) (err error) {
	c := &pass{
		names: map[string]bool{}, made: map[string]*core.Def{}, env: map[*core.Var]value{}, ids: map[*core.Lambda]int{},
		origins: map[*core.Lambda]*core.Lambda{}, frees: map[*core.Lambda][]*core.Var{}, functions: map[*core.Def]*core.Lambda{},
		defs: map[*core.Lambda]*core.Def{}, bindings: map[*core.Lambda]string{}, inlining: map[*core.Lambda]int{},
		rules: map[string]*core.Rule{}, templates: map[*core.Rule]*template{},
	}
	defer p.Source.Catch(&err)
	changed := false
	for _, d := range p.Defs {
		if changed = changed || !plainDef(d); first(d.Type()) {
			c.names[d.Name] = true
		}
	}
	if !changed {
		return nil
	}
	for _, d := range p.Defs {
		if !first(d.Type()) {
			continue // it is copied where it is used
		}
		if !plainDef(d) {
			c.definition(d)
		}
		c.out = append(c.out, d)
	}
	c.demandedParts()
	p.Defs = c.ordered(p.Defs)
	core.Labels(p)
	return nil
}

// A pass knows what has been made.
type pass struct {
	out   []*core.Def
	names map[string]bool
	made  map[string]*core.Def // copies, by what they are copies of and the shapes of their arguments
	root  string               // the definition at hand
	terms int                  // in copies

	env       map[*core.Var]value // of variables that are not what they are bound to
	ids       map[*core.Lambda]int
	origins   map[*core.Lambda]*core.Lambda // of lambdas in copies
	frees     map[*core.Lambda][]*core.Var
	functions map[*core.Def]*core.Lambda
	defs      map[*core.Lambda]*core.Def
	bindings  map[*core.Lambda]string // the names of variables that lambdas are bound to
	inlining  map[*core.Lambda]int    // how often the text at hand is what they compute, in itself

	rules     map[string]*core.Rule    // of copies, by what they are for
	templates map[*core.Rule]*template // of these
	given     map[string]value         // the functions that the part of a rule at hand is for, by Captures
}

func failf(pos diag.Pos, format string, args ...any) *diag.Error {
	return diag.Errorf(pos, CodeFunction, format, args...)
}

// definition makes data of the functions in d.
func (p *pass) definition(d *core.Def) {
	outer := p.root
	p.root = d.Name
	fn := p.copy(p.function(d))
	d.Params, d.Body = fn.Params, unused(p.first(fn.Body))
	p.root = outer
}

// function is d as a lambda.
func (p *pass) function(d *core.Def) *core.Lambda {
	fn := p.functions[d]
	if fn == nil {
		fn = &core.Lambda{Node: core.Node{At: d.Pos, Of: d.Type()}, Params: d.Params, Body: d.Body}
		p.functions[d], p.defs[fn] = fn, d
	}
	return fn
}

// copy is a copy of a lambda of the program, whose own lambdas are known as copies.
func (p *pass) copy(fn *core.Lambda) *core.Lambda {
	out := core.Copy(fn).(*core.Lambda)
	p.remember(fn, out)
	return out
}

// remember notes which lambdas of a copy are copies of which.
func (p *pass) remember(from, to core.Term) {
	var list []*core.Lambda
	core.Visit(from, func(t core.Term) {
		p.terms++
		if fn, ok := t.(*core.Lambda); ok {
			list = append(list, fn)
		}
	})
	if p.terms > maxTerms {
		panic(failf(from.Pos(), "copies of functions for the functions that they are given become more than %d terms", maxTerms).
			Hintf("let data choose numbers instead of functions"))
	}
	core.Visit(to, func(t core.Term) {
		if fn, ok := t.(*core.Lambda); ok {
			p.origins[fn] = p.origin(list[0])
			list = list[1:]
		}
	})
}

// origin is the lambda of the program that fn is a copy of.
func (p *pass) origin(fn *core.Lambda) *core.Lambda {
	if o := p.origins[fn]; o != nil {
		return o
	}
	return fn
}

func (p *pass) id(fn *core.Lambda) int {
	if p.ids[fn] == 0 {
		p.ids[fn] = len(p.ids) + 1
	}
	return p.ids[fn]
}

// free are the variables that a lambda uses and does not bind, in the order of their uses.
func free(fn *core.Lambda) []*core.Var {
	seen := core.BoundIn(fn)
	var list []*core.Var
	core.Visit(fn, func(t core.Term) {
		if use, ok := t.(*core.Use); ok && !seen[use.Var] {
			seen[use.Var] = true
			list = append(list, use.Var)
		}
	})
	return list
}

// freeOf is free of a lambda of the program.
func (p *pass) freeOf(fn *core.Lambda) []*core.Var {
	list, ok := p.frees[fn]
	if !ok {
		list = free(fn)
		p.frees[fn] = list
	}
	return list
}

func (p *pass) freeNames(fn *core.Lambda) []string {
	var names []string
	for _, v := range p.freeOf(fn) {
		names = append(names, v.Name)
	}
	return names
}

// name is a name of a definition that is new.
func (p *pass) name(base string) string {
	name := base
	for k := 2; p.names[name]; k++ {
		name = fmt.Sprintf("%s_%d", base, k)
	}
	p.names[name] = true
	return name
}

// unused is t without lambdas that nothing uses.
//
//	let f = \x. b in e  =  e        if f is not in e
func unused(t core.Term) core.Term {
	for {
		uses := map[*core.Var]bool{}
		core.Visit(t, func(t core.Term) {
			if use, ok := t.(*core.Use); ok {
				uses[use.Var] = true
			}
		})
		if !drop(&t, uses) {
			return t
		}
	}
}

func drop(at *core.Term, uses map[*core.Var]bool) bool {
	dropped := false
	for {
		let, ok := (*at).(*core.Let)
		if !ok {
			for _, s := range core.Places(*at) {
				dropped = drop(s, uses) || dropped
			}
			return dropped
		}
		if _, function := let.Bound.(*core.Lambda); function && !uses[let.Var] {
			*at, dropped = let.Body, true
			continue
		}
		dropped = drop(&let.Bound, uses) || dropped
		at = &let.Body
	}
}
