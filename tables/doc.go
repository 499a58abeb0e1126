// Package tables takes out of loops what no turn changes.
//
//	sum(i < n) … exp(q[c, r]) …        inside loops over c < k and r < d
//	↦
//	let t = [exp(q[c, r]) for c < k, r < d] in sum(i < n) … t[c, r] …
//
// It reads definitions as terms over their parameters (term.go, scan.go), also
// through calls; finds at each loop what costs something, runs in every turn
// and depends on the numbers of inner loops only (choose.go); and writes the table
// before the loop and a reading in the place of what it has (write.go, push.go).
//
//	proc.Program ──Program──▶ proc.Program
//
// It comes before anything is derived, so a trace has no more than one table,
// and the reverse of a table is that of a build outside of the loop.
package tables
