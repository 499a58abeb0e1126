package proc

// Extreme says that a function gives the larger or the smaller one of its argument
// and of something that it computes without it:
//
//	f : [Θ] (s : Real) → (r : Real)        …;  t = (s, x);  …;  r = Call op t        op is max or min, or t = (x, s)
//
// first says that s comes first. A linear variable is used once, so x does not depend on s.
func (d *Def) Extreme() (op Func, first, ok bool) {
	if d.In.Type != Real || d.Out.Type != Real {
		return "", false, false
	}
	var pair *Tuple
	again := false
	d.Body.Walk(func(s Stmt) {
		Binds(s, func(v Var) { again = again || v.Name == d.In.Name })
	})
	for _, s := range d.Body {
		switch s := s.(type) {
		case *Tuple:
			if len(s.Ins) == 2 && (s.Ins[0].Name == d.In.Name || s.Ins[1].Name == d.In.Name) {
				pair = s
			}
		case *Call:
			if pair != nil && s.In == pair.Out && s.Out == d.Out && (s.Func == "max" || s.Func == "min") {
				return s.Func, pair.Ins[0].Name == d.In.Name, !again
			}
		}
	}
	return "", false, false
}
