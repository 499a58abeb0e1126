package proc

// Again is p under other names, but for its context and its co-context, so that
// it can stand beside p; other has the new names of what it binds.
func Again(p Procedure, names *Names) (again Procedure, other map[string]string) {
	used := map[string]bool{}
	p.Walk(func(s Stmt) { Uses(s, func(v Var) { used[v.Name] = true }) })
	other = map[string]string{}
	bind := func(name string) {
		if _, ok := other[name]; !ok {
			other[name] = names.Fresh(name)
		}
	}
	p.Walk(func(s Stmt) {
		Binds(s, func(v Var) {
			if used[v.Name] {
				bind(v.Name)
			}
		})
		switch s := s.(type) {
		case *Case:
			for _, b := range []Branch{s.L, s.R} {
				if used[b.Var.Name] {
					bind(b.Var.Name)
				}
			}
		case *Share:
			bind(s.Name)
		case *Accum:
			bind(s.Name)
		case *Row:
			bind(s.Name)
		case *Choose:
			bind(s.Name)
		}
	})
	name := func(n string) string {
		if o, ok := other[n]; ok {
			return o
		}
		return n
	}
	v := func(v Var) Var { return Var{name(v.Name), v.Type} }
	return (&Mapper{Use: v, Bind: v, Ref: name, Name: name}).Procedure(p), other
}
