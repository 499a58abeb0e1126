package proc

import (
	"strconv"
	"strings"
)

// Names makes names that are fresh in a definition, of variables and of Θ alike.
type Names struct {
	used  Numbers
	from  []int32 // by number: how far a name was counted on from
	under *Names  // used as well
}

// Beside knows the same names, and those that it makes are not n's.
func (n *Names) Beside() *Names { return &Names{under: n} }

// taken is how often a name was counted on from, and whether it is used.
func (n *Names) taken(name string) (k int, ok bool) {
	for ; n != nil && !ok; n = n.under {
		var i int
		if i, ok = n.used.Lookup(name); ok {
			k = int(n.from[i])
		}
	}
	return k, ok
}

// NewNames knows the names of the given definitions as used.
func NewNames(defs ...*Def) *Names {
	size := 0
	for _, d := range defs {
		size += NamesIn(len(d.Body)) // some are still to be made
	}
	n := &Names{used: *NewNumbers(size), from: make([]int32, 0, size)}
	for _, d := range defs {
		d.names(n.use)
	}
	return n
}

// names calls yield for whatever d binds, variables and names of Θ.
func (d *Def) names(yield func(string)) {
	for _, r := range d.Zone {
		yield(r.Name)
	}
	yield(d.In.Name)
	d.Body.names(yield)
}

// names calls yield for whatever p binds.
func (p Procedure) names(yield func(string)) {
	p.Binds(func(v Var) { yield(v.Name) })
	p.Walk(func(s Stmt) {
		if name, ok := Opens(s); ok {
			yield(name)
		}
	})
}

func (n *Names) use(name string) { n.count(name, 0) }

// count notes that a name is used, and how far it was counted on from.
func (n *Names) count(name string, k int) {
	i, met := n.used.Of(name)
	if !met {
		n.from = append(n.from, 0)
	}
	n.from[i] = int32(k)
}

// Use records a variable.
func (n *Names) Use(v Var) { n.use(v.Name) }

// UseAll records whatever p binds.
func (n *Names) UseAll(p Procedure) { p.names(n.use) }

// claim uses a name, and says whether nothing had it.
func (n *Names) claim(name string) bool {
	if _, taken := n.under.taken(name); taken {
		return false
	}
	_, met := n.used.Of(name)
	if !met {
		n.from = append(n.from, 0)
	}
	return !met
}

// Fresh returns base where it is free, and else base.1, base.2, …
func (n *Names) Fresh(base string) string {
	if n.claim(base) {
		return base
	}
	// base.1 of base.7 would be base.7.1.1 after a few rounds: count on from the stem.
	stem := base
	if i := strings.LastIndexByte(base, '.'); i > 0 && isNumber(base[i+1:]) {
		stem = base[:i]
	}
	k, _ := n.taken(stem)
	for {
		k++
		var room [64]byte
		name := string(strconv.AppendInt(append(append(room[:0], stem...), '.'), int64(k), 10))
		if n.claim(name) {
			n.count(stem, k)
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

// Suffix returns base, or base with a number, such that no name of the
// definition ends in it: derivatives of derivatives tell their names apart.
func (d *Def) Suffix(base string) string {
	taken := map[string]bool{}
	d.names(func(name string) {
		if i := strings.LastIndexByte(name, '.'); i >= 0 && strings.HasPrefix(name[i:], base) {
			taken[name[i:]] = true
		}
	})
	for k := 1; ; k++ {
		s := base
		if k > 1 {
			s = base + strconv.Itoa(k)
		}
		if !taken[s] {
			return s
		}
	}
}
