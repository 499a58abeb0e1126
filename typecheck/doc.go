// Package typecheck checks procedures:  Θ | Γ ⊢ p ⊣ Δ .
//
// The rules are those of Figure 21, completed for Case and for zone Θ. One
// function per rule stands in rules.go and zone.go, under the rule. The figure
// splits contexts; the code walks the statements with one set of live
// variables: a use takes a variable out, a binding puts one in. Each branch of
// a Case records what it changed, which must be the same for both.
//
// Every pass that makes procedures has its results checked here.
package typecheck
