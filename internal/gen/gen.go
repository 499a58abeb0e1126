package gen

import (
	"fmt"
	"slices"
	"strings"
)

// Options say what programs may contain.
type Options struct {
	// Field allows no functions of Reals but + - * / and whole powers, and
	// compares Ints only, so that a program has a meaning in every field.
	Field bool
	// Kinks allows what has no derivative, or jumps, at some points: abs, min,
	// max, floor, sign, int, and choices by comparing Reals. With Field it allows those that
	// an order of the numbers is enough for: not floor and int.
	Kinks bool
	// Singular allows functions where their slopes are infinite, and much of the data is 0.
	Singular bool
	// Stop allows stopGradient.
	Stop bool
	// Scalar allows no arrays and no loops.
	Scalar bool
	// Derivatives allows calls of derivatives inside of functions.
	Derivatives bool
	// FirstOnly has neither hvp nor hessian among them.
	FirstOnly bool
	// Recursion lets definitions call themselves, as often as an Int says that gets less.
	Recursion bool
	// Functions makes values of functions.
	Functions bool
	// Data declares records and named sums.
	Data bool
	// Trees declares recursive types too, with functions that take and make values of them.
	Trees bool
	// Each has arguments for every definition, not for Main alone.
	Each bool
	// Prefix begins the names of definitions, so that programs can be put into
	// one file.
	Prefix string
	// Prefer are constructs, as Program.Uses counts them, that are taken more often than others.
	// Without it there are no maxima of loops in loops, and fewer rows and arrays that stay in memory.
	Prefer []string
	// Size bounds the number of expressions in a program; 0 means DefaultSize.
	Size int
}

// DefaultSize is the bound on the number of expressions.
const DefaultSize = 120

// A Program is a random program.
type Program struct {
	Text string
	Main string         // the function to test, which calls others
	Data string         // a JSON object with the arguments of Main
	Uses map[string]int // how often each construct occurs
	// Functions are the definitions in their order, with arguments, if Options.Each says so.
	Functions []Function
}

// A Function is one of the definitions of a program.
type Function struct {
	Name string
	Data string // a JSON object with its arguments
}

// GoString is how rapid shows a program.
func (p *Program) GoString() string { return fmt.Sprintf("%s of\n%s%s", p.Main, p.Text, p.Data) }

// maxWork bounds the number of expressions that a function evaluates.
const maxWork = 2000

type generator struct {
	src  Source
	opts Options
	uses map[string]int
	next int // number of the next name

	types  []*typ // that are declared
	defs   []*function
	self   *function // the definition at hand, if it may call itself
	again  int       // how many calls of itself it has, times iterations
	scope  []variable
	locals []*function
	dims   []dim // named sizes in scope
	deep   int   // how many values of recursive types the value at hand is in

	nodes int // expressions in the program so far
	limit int // of nodes, for the current definition
	work  int // expressions evaluated by the current definition so far
	mult  int // iterations of the loops around, multiplied
}

// New makes a program.
func New(src Source, opts Options) *Program {
	if opts.Size == 0 {
		opts.Size = DefaultSize
	}
	g := &generator{src: src, opts: opts, uses: map[string]int{}}
	var text strings.Builder
	if opts.Functions {
		fmt.Fprintf(&text, general, opts.Prefix)
	}
	if opts.Data {
		text.WriteString(g.declarations())
	}
	most := 4
	if len(opts.Prefer) > 0 && !g.prefers("call") {
		most = 2 // main has more of the program
	}
	n := 1 + g.choose(most)
	for i := range n {
		g.limit = g.nodes + (opts.Size-g.nodes)/(n-i)
		text.WriteString(g.definition(fmt.Sprint(opts.Prefix, "f", i), i == n-1))
	}
	main := g.defs[len(g.defs)-1]
	p := &Program{Text: text.String(), Main: main.name, Data: g.data(main), Uses: g.uses}
	if opts.Each {
		for _, f := range g.defs[:len(g.defs)-1] {
			p.Functions = append(p.Functions, Function{f.name, g.data(f)})
		}
		p.Functions = append(p.Functions, Function{main.name, p.Data})
	}
	return p
}

func (g *generator) choose(n int) int { return g.src.Choose(n) }

// chance is true in k of n cases.
func (g *generator) chance(k, n int) bool { return g.choose(n) >= n-k }

func (g *generator) name(stem string) string {
	g.next++
	return fmt.Sprint(stem, g.next)
}

func (g *generator) prefers(construct string) bool { return slices.Contains(g.opts.Prefer, construct) }

func (g *generator) use(construct string) { g.uses[construct]++ }

// An option is one way to go on.
type option struct {
	weight int
	name   string // of the construct, to be counted
	make   func() string
}

// preferred is how much more often than others a preferred construct is taken.
const preferred = 40

// pick takes one of the options, in proportion to their weights.
func (g *generator) pick(options []option) string {
	total := 0
	for i, o := range options {
		if g.prefers(o.name) {
			options[i].weight *= preferred
		}
		total += options[i].weight
	}
	k := g.choose(total)
	for _, o := range options {
		if k -= o.weight; k < 0 {
			g.use(o.name)
			return o.make()
		}
	}
	panic("gen: no options")
}

// full says that only leaves may follow.
func (g *generator) full() bool { return g.nodes >= g.limit || g.work >= maxWork }

// inLoop makes what runs up to iterations times.
func (g *generator) inLoop(iterations int, body func() string) string {
	outer := g.mult
	g.mult *= max(1, iterations)
	defer func() { g.mult = outer }()
	return body()
}

// scoped makes an expression and forgets the names that it binds.
func (g *generator) scoped(body func() string) string {
	scope, locals, dims := g.scope, g.locals, g.dims
	defer func() { g.scope, g.locals, g.dims = scope, locals, dims }()
	return body()
}
