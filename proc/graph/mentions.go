package graph

import "procad/proc"

// Mentions says that a statement of p that counts mentions a name of Θ; all count where
// counts is nil.
func Mentions(p proc.Procedure, name string, counts func(proc.Stmt) bool) bool {
	found := false
	p.Walk(func(s proc.Stmt) {
		proc.RefsUsed(s, func(n string) { found = found || n == name && (counts == nil || counts(s)) })
	})
	return found
}

// NamesIn are the names of Θ that procedures use, those that they open themselves among them, each once.
func NamesIn(ps ...proc.Procedure) (names []string) {
	seen := map[string]bool{}
	for _, p := range ps {
		p.Walk(func(s proc.Stmt) {
			proc.RefsUsed(s, func(n string) {
				if !seen[n] {
					seen[n] = true
					names = append(names, n)
				}
			})
		})
	}
	return names
}
