package graph

import "procad/proc"

// A Domain is what an abstract interpretation knows of values, and how it follows them through
// statements: V is what it knows of a variable, N of what is behind a name of Θ. The zero V says
// that nothing is known. An Interpreter goes through the statements, and asks.
//
// N may be a pointer to what is found out while the name is in scope, as what is added to an accumulator.
type Domain[V, N any] interface {
	// Before is for what is counted, and Bind for what is noted: of v, where x is known of it, or nothing
	// where nobody has bound v. What it returns is known of v from then on.
	Before(s proc.Stmt)
	Bind(v proc.Var, x V) V

	Const(s *proc.Const) V
	Elim(s *proc.Elim, x V)
	Dup(s *proc.Dup, x V) V
	Tuple(s *proc.Tuple, parts []V) V
	// Parts are those of an x of a type, nil where they are not known apart.
	Parts(x V, t proc.Type) []V
	// Inject is out = Inl x, or out = Inr x.
	Inject(out proc.Var, x V, left bool) V

	// Cases runs the branches of a Case of which it may be that they run, each once or never. A branch says
	// whether its end is reached.
	Cases(c *proc.Case, in V, left, right func() bool)
	// Payload is what a branch takes.
	Payload(c *proc.Case, in V, left bool) V
	// Join is what is known of v after a Case whose branches leave l and r in it.
	Join(c *proc.Case, in V, v proc.Var, l, r V) V

	// Share and Accum give a name to x, and Shared and Accumulated are what is given back after p.
	Share(s *proc.Share, x V) N
	Accum(s *proc.Accum, x V) N
	Shared(s *proc.Share, x V, name N) V
	Accumulated(s *proc.Accum, x V, name N) V
	Read(s *proc.Read, ref N, idx []V) V
	Add(s *proc.Add, ref N, idx []V, x V)
	Size(s *proc.Size, ref N) V
	Row(s *proc.Row, ref N, idx []V) N
	Choose(s *proc.Choose, in V, yes, no N) N

	// Call is that of a primitive, of a loop, or of a definition: see Loop and Inside.
	Call(s *proc.Call, in V, zone []N) V
}

// Unknown is what a domain embeds, so that it has methods only for what it knows: nothing is known of
// what a statement makes, but that Share gives back what it takes, and both branches of a Case may run.
type Unknown[V, N any] struct{}

func (Unknown[V, N]) Before(proc.Stmt)                                 {}
func (Unknown[V, N]) Bind(_ proc.Var, x V) V                           { return x }
func (Unknown[V, N]) Const(*proc.Const) (x V)                          { return x }
func (Unknown[V, N]) Elim(*proc.Elim, V)                               {}
func (Unknown[V, N]) Dup(*proc.Dup, V) (x V)                           { return x }
func (Unknown[V, N]) Tuple(*proc.Tuple, []V) (x V)                     { return x }
func (Unknown[V, N]) Parts(V, proc.Type) []V                           { return nil }
func (Unknown[V, N]) Inject(proc.Var, V, bool) (x V)                   { return x }
func (Unknown[V, N]) Cases(_ *proc.Case, _ V, left, right func() bool) { left(); right() }
func (Unknown[V, N]) Payload(*proc.Case, V, bool) (x V)                { return x }
func (Unknown[V, N]) Join(*proc.Case, V, proc.Var, V, V) (x V)         { return x }
func (Unknown[V, N]) Share(*proc.Share, V) (n N)                       { return n }
func (Unknown[V, N]) Accum(*proc.Accum, V) (n N)                       { return n }
func (Unknown[V, N]) Shared(_ *proc.Share, x V, _ N) V                 { return x }
func (Unknown[V, N]) Accumulated(*proc.Accum, V, N) (x V)              { return x }
func (Unknown[V, N]) Read(*proc.Read, N, []V) (x V)                    { return x }
func (Unknown[V, N]) Add(*proc.Add, N, []V, V)                         {}
func (Unknown[V, N]) Size(*proc.Size, N) (x V)                         { return x }
func (Unknown[V, N]) Row(*proc.Row, N, []V) (n N)                      { return n }
func (Unknown[V, N]) Choose(*proc.Choose, V, N, N) (n N)               { return n }
func (Unknown[V, N]) Call(*proc.Call, V, []N) (x V)                    { return x }
