package source

import "strings"

// Whether the branches of a case cover all values, and which of them no value reaches.
// A matrix has a row of patterns for each branch, nil for _; the columns are parts of
// the value. The first column is taken apart by its constructors:
//
//	(p1, …, pn)                one, of n parts
//	{ f1: p1, …, fn: pn }      one, of n parts
//	Inl p, Inr p               two, of one part each
//	C1(p, …), …, Cn(p, …)      n, of their arguments

const maxCover = 100_000 // rows that are looked at for a case

// A signature is the constructors that values of a type have.
type signature struct {
	arity []int
	text  func(k int, parts []string) string
}

// signatureOf is the constructors of which p is of one; nil if p takes nothing apart.
func signatureOf(p *Pattern) *signature {
	if p == nil {
		return nil
	}
	listed := func(parts []string) string { return "(" + strings.Join(parts, ", ") + ")" }
	switch p.Kind {
	case PatTuple:
		return &signature{[]int{len(p.Elems)}, func(_ int, parts []string) string { return listed(parts) }}
	case PatRecord:
		t := prune(p.Type).(*Record)
		return &signature{[]int{len(t.Fields)}, func(_ int, parts []string) string {
			var list []string
			for i, part := range parts {
				if part != "_" {
					list = append(list, t.Fields[i]+": "+part)
				}
			}
			if list == nil {
				return "_"
			}
			return "{ " + strings.Join(list, ", ") + " }"
		}}
	case PatSide:
		return &signature{[]int{1, 1}, func(k int, parts []string) string { return []string{"Inl ", "Inr "}[k] + parts[0] }}
	case PatCon:
		cons := p.Con.Decl.Cons
		from := p.Name[:strings.IndexByte(p.Name, '.')+1] // the import that it is of, or nothing
		s := &signature{make([]int, len(cons)), func(k int, parts []string) string {
			if len(parts) == 0 {
				return from + cons[k].Name
			}
			return from + cons[k].Name + listed(parts)
		}}
		for k, con := range cons {
			s.arity[k] = len(con.Args)
		}
		return s
	}
	return nil
}

// apart is p as constructor k with so many parts; ok is false if it is of another.
func apart(p *Pattern, k, arity int) (parts []*Pattern, ok bool) {
	parts = make([]*Pattern, arity)
	if p == nil {
		return parts, true
	}
	switch p.Kind {
	case PatTuple:
		return p.Elems, true
	case PatRecord:
		t := prune(p.Type).(*Record)
		for i, f := range p.Fields {
			parts[t.Field(f)] = p.Elems[i]
		}
		return parts, true
	case PatSide:
		return p.Elems, k == map[bool]int{false: 0, true: 1}[p.Right]
	case PatCon:
		return p.Elems, k == p.Con.Index
	}
	return parts, true
}

// A coverer looks at no more than maxCover rows.
type coverer struct{ steps int }

// column is the constructors that the first column takes apart; nil if none.
func column(rows [][]*Pattern) *signature {
	for _, row := range rows {
		if s := signatureOf(row[0]); s != nil {
			return s
		}
	}
	return nil
}

// specialised is the rows for constructor k of the first column.
func (c *coverer) specialised(rows [][]*Pattern, k, arity int) [][]*Pattern {
	var out [][]*Pattern
	for _, row := range rows {
		c.steps++
		if parts, ok := apart(row[0], k, arity); ok {
			out = append(out, append(parts[:arity:arity], row[1:]...))
		}
	}
	return out
}

// missing is patterns of n values that no row matches.
func (c *coverer) missing(rows [][]*Pattern, n int) (patterns []string, some bool) {
	if c.steps > maxCover {
		return nil, false
	}
	if n == 0 {
		return nil, len(rows) == 0
	}
	s := column(rows)
	if s == nil {
		rest, some := c.missing(c.specialised(rows, 0, 0), n-1)
		return append([]string{"_"}, rest...), some
	}
	for k, arity := range s.arity {
		if found, some := c.missing(c.specialised(rows, k, arity), arity+n-1); some {
			return append([]string{s.text(k, found[:arity])}, found[arity:]...), true
		}
	}
	return nil, false
}

// reached reports whether some value matches q and no row.
func (c *coverer) reached(rows [][]*Pattern, q []*Pattern) bool {
	if len(q) == 0 || c.steps > maxCover {
		return len(rows) == 0 || c.steps > maxCover
	}
	s := column(append(rows[:len(rows):len(rows)], q))
	if s == nil {
		return c.reached(c.specialised(rows, 0, 0), q[1:])
	}
	for k, arity := range s.arity {
		parts, ok := apart(q[0], k, arity)
		if ok && c.reached(c.specialised(rows, k, arity), append(parts[:arity:arity], q[1:]...)) {
			return true
		}
	}
	return false
}

// cover reports values that no branch is for, and branches that no value reaches.
func (c *checker) cover(e *Case) {
	var rows [][]*Pattern
	v := &coverer{}
	for _, arm := range e.Arms {
		q := []*Pattern{arm.Pat}
		if !v.reached(rows, q) {
			c.unreached(arm.Pat)
		}
		rows = append(rows, q)
	}
	missing, some := v.missing(rows, 1)
	switch {
	case v.steps > maxCover:
		c.errorf(e.pos, CodeTypeSize, "the patterns of this case are too many to be compared").Hintf("take some parts apart in a case of their own")
	case some:
		c.errorf(e.pos, CodeMissingCase, "there is no branch for %s", missing[0]).Hintf("add %s -> …, or _ -> … for all others", missing[0])
	}
}

// unreached warns of a branch that no value reaches, once for all instances.
func (c *checker) unreached(p *Pattern) {
	if key := (seenKey{p.Pos, CodeUnreachable}); !c.seen[key] {
		c.seen[key] = true
		c.warnf(p.Pos, CodeUnreachable, "no value reaches this branch").Hintf("the branches before it are taken first")
	}
}
