package proc

import (
	"strconv"
	"strings"
)

// Names makes names that are fresh in a definition, of variables and of Θ alike.
type Names struct{ used map[string]int }

// NewNames knows the names of the given definitions as used.
func NewNames(defs ...*Def) *Names {
	size := 0
	for _, d := range defs {
		size += len(d.Body)
	}
	n := &Names{used: make(map[string]int, size)}
	for _, d := range defs {
		for _, r := range d.Zone {
			n.used[r.Name] = 0
		}
		n.Use(d.In)
		n.UseAll(d.Body)
	}
	return n
}

// Use records a variable.
func (n *Names) Use(v Var) { n.used[v.Name] = 0 }

// UseAll records whatever p binds.
func (n *Names) UseAll(p Procedure) {
	p.Binds(n.Use)
	p.Walk(func(s Stmt) {
		if name, ok := Opens(s); ok {
			n.used[name] = 0
		}
	})
}

// Fresh returns base where it is free, and else base.1, base.2, …
func (n *Names) Fresh(base string) string {
	k, taken := n.used[base]
	if !taken {
		n.used[base] = 0
		return base
	}
	// base.1 of base.7 would be base.7.1.1 after a few rounds: count on from the stem.
	stem := base
	if i := strings.LastIndexByte(base, '.'); i > 0 && isNumber(base[i+1:]) {
		stem = base[:i]
		k = n.used[stem]
	}
	for {
		k++
		name := stem + "." + strconv.Itoa(k)
		if _, taken := n.used[name]; !taken {
			n.used[stem] = k
			n.used[name] = 0
			return name
		}
	}
}

func isNumber(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}
