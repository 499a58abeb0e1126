package source

// scope is the names visible at one point. An inner name hides an outer one
// until the scope is cut back to where it was.
type scope struct {
	vars  map[string][]*Var
	funcs map[string][]*LocalFunc
	trail []string // names bound, in order; functions with "(" at the end
}

func newScope() *scope {
	return &scope{vars: map[string][]*Var{}, funcs: map[string][]*LocalFunc{}}
}

// mark is the state that cut returns to.
func (s *scope) mark() int { return len(s.trail) }

func (s *scope) cut(mark int) {
	for _, name := range s.trail[mark:] {
		if f, ok := cutParen(name); ok {
			s.funcs[f] = pop(s.funcs[f])
		} else {
			s.vars[name] = pop(s.vars[name])
		}
	}
	s.trail = s.trail[:mark]
}

func cutParen(name string) (string, bool) {
	if n := len(name); n > 0 && name[n-1] == '(' {
		return name[:n-1], true
	}
	return name, false
}

func pop[T any](list []T) []T { return list[:len(list)-1] }

func (s *scope) bind(v *Var) {
	if v.Name != "_" {
		s.vars[v.Name] = append(s.vars[v.Name], v)
		s.trail = append(s.trail, v.Name)
	}
}

func (s *scope) bindFunc(f *LocalFunc) {
	s.funcs[f.Name] = append(s.funcs[f.Name], f)
	s.trail = append(s.trail, f.Name+"(")
}

// lookup is the variable of that name, or nil.
func (s *scope) lookup(name string) *Var { return last(s.vars[name]) }

// use is lookup for a name that stands where its variable is used.
func (s *scope) use(name string) *Var {
	v := s.lookup(name)
	if v != nil {
		v.used = true
	}
	return v
}

// lookupFunc is the local function of that name, or nil.
func (s *scope) lookupFunc(name string) *LocalFunc { return last(s.funcs[name]) }

// inner says that of a variable and a local function of that name, both of which there
// are, the variable is bound further in.
func (s *scope) inner(name string) bool {
	for i := len(s.trail) - 1; ; i-- {
		switch s.trail[i] {
		case name:
			return true
		case name + "(":
			return false
		}
	}
}

func last[T any](list []*T) *T {
	if len(list) == 0 {
		return nil
	}
	return list[len(list)-1]
}

// varNames is the names of all visible variables.
func (s *scope) varNames() map[string]bool {
	names := map[string]bool{}
	for name, list := range s.vars {
		if len(list) > 0 {
			names[name] = true
		}
	}
	return names
}

// addFuncNames adds the names of all visible local functions.
func (s *scope) addFuncNames(names map[string]bool) {
	for name, list := range s.funcs {
		if len(list) > 0 {
			names[name] = true
		}
	}
}
