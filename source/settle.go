package source

import "strings"

// settle ends the checking of a definition: unknown numbers become Int, what
// had to wait is checked, and the types in the tree become free of unknowns.
// If there were errors before, unknown types are not reported.
func (c *checker) settle(clean bool) {
	for _, v := range c.vars {
		if v.bound == nil && v.numeric {
			v.bound = Int
		}
	}
	s := &settler{types: map[Type]Type{}, sizes: map[Type]int{}}
	for _, e := range c.exprs {
		n := e.base()
		if n.typ = s.settle(n.typ); s.size(n.typ) > maxTypeSize {
			c.errorf(n.pos, CodeTypeSize, "the type of this has more than %d parts", maxTypeSize)
			return
		}
	}
	for _, v := range c.bound {
		v.Type = s.settle(v.Type)
	}
	for _, p := range c.patterns {
		p.Type = s.settle(p.Type)
	}
	for _, f := range c.later {
		f()
	}
	if clean {
		for _, v := range c.vars {
			if v.bound == nil {
				e := c.errorf(v.pos, CodeCannotInfer, "the type of %s is not determined", v.what).
					Hintf("write it, as in (Inl 1.5 : Real + Int)")
				if _, of, declared := strings.Cut(v.what, " in "); declared {
					e.Hintf("write it: (e : %s(Real)), if it is Real", of)
				}
			}
		}
	}
	for _, inst := range c.instances {
		for i, t := range inst.Sig.Params {
			inst.Sig.Params[i] = s.settle(t)
		}
		inst.Sig.Result = s.settle(inst.Sig.Result)
	}
	c.merge()
	if clean {
		c.instancesOf(c.refs, s)
	}
}

// merge keeps one of the instances of a local function that have the same
// types in the end.
func (c *checker) merge() {
	kept := map[*LocalFunc]map[string]*Instance{}
	canonical := map[*Instance]*Instance{}
	for _, inst := range c.instances {
		f := inst.Func
		key := typeKey(append(inst.Sig.Params[:len(inst.Sig.Params):len(inst.Sig.Params)], inst.Sig.Result)...)
		if kept[f] == nil {
			kept[f] = map[string]*Instance{}
		}
		if kept[f][key] == nil {
			kept[f][key] = inst
			f.Instances = append(f.Instances, inst)
		}
		canonical[inst] = kept[f][key]
	}
	for _, e := range c.exprs {
		switch e := e.(type) {
		case *Call:
			if inst, ok := e.Func.(*Instance); ok {
				e.Func = canonical[inst]
			}
		case *Ident:
			if inst, ok := e.Fn.(*Instance); ok {
				e.Fn = canonical[inst]
			}
		}
	}
}

// settler replaces bound unknowns by what they are bound to. Types share parts,
// so results are kept.
type settler struct {
	types map[Type]Type
	sizes map[Type]int
}

func (s *settler) settle(t Type) Type {
	t = prune(t)
	if partsOf(t) == nil {
		return t
	}
	if u := s.types[t]; u != nil {
		return u
	}
	u := rebuilt(t, s.settle)
	s.types[t] = u
	return u
}

// size counts the parts of a settled type, up to a little more than
// maxTypeSize.
func (s *settler) size(t Type) int {
	if n, ok := s.sizes[t]; ok {
		return n
	}
	parts := contents(t)
	if parts == nil {
		return 1
	}
	n := 1
	for _, part := range parts {
		n = min(n+s.size(part), maxTypeSize+1)
	}
	s.sizes[t] = n
	return n
}
